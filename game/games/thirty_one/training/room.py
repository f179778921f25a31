"""A training of networks beside the window: in a process of its own, kept in the user's file; no pygame.

A batch of a thousand rounds takes longer than a frame may, so nothing of it is learnt in the window's process.
"""

import multiprocessing
import os
import signal
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np

from game.agents.network_learning import COURSE, Progress, TrainedNetworks
from game.base import locks
from game.base.locks import InUseError
from game.base.storage import StorageError
from game.checkpoints import tables as trained_files
from game.checkpoints.tables import TrainedFileError
from game.games import registry
from game.games.ai import AI
from game.games.seats import SeatError
from game.training.metrics import Course

_COURTESY = 5
"""By how much the training steps back behind the window, where the system knows of that."""


class NetworkRoom:
    """The training of one AI. `trouble` says what went wrong with its file, which is then left untouched; `notice`
    why it has ended by itself."""

    def __init__(self, ai: AI) -> None:
        """Raises ValueError when the AI does not play by networks."""
        if ai.networks is None:
            raise ValueError(f"{ai.name} does not play by networks")
        self.ai = ai
        self.path = trained_files.own_path(ai.game, ai.name, "")
        self.trouble: str | None = None
        self.notice: str | None = None
        self.progress: Progress | None = None
        self.stopping = False
        self._columns: tuple[str, ...] = COURSE
        self._marks = np.empty((0, len(COURSE)))
        self._course: Course | None = None
        self.process: BaseProcess | None = None
        self.pipe: Connection | None = None
        """What the training runs in, and the way to it; None while it does not run."""
        self.refresh()

    def refresh(self) -> None:
        """Take in what the file holds, unless the training runs."""
        if self.running or not self.path.exists():
            return
        try:
            kept = self.ai.learnt_from(self.path)[0]
            assert isinstance(kept, TrainedNetworks)
            self._take_course(kept.columns, kept.course)
        except TrainedFileError as error:
            self.trouble = str(error)

    @property
    def running(self) -> bool:
        """Whether its process has not ended yet."""
        return self.process is not None

    def start(self) -> None:
        """Learn on from what is kept, or from nothing."""
        if self.process is not None:
            return
        self.notice, self.stopping = None, False
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_learn, args=(theirs, self.ai.game, self.ai.name, self.path))
        self.process.start()
        theirs.close()

    def stop(self) -> None:
        """Ask the process to keep what was learnt and to end; `running` tells when it has."""
        if self.pipe is not None and not self.stopping:
            self.stopping = True
            with suppress(OSError):
                self.pipe.send("stop")

    def update(self) -> None:
        """Take in what the process has told."""
        while self.pipe is not None:
            try:
                if not self.pipe.poll():
                    return
                what, content = self.pipe.recv()
            except (EOFError, OSError):
                what, content = "ended", None
            self._hear(what, content)

    def _hear(self, what: str, content: Any) -> None:
        if what == "course":
            self._take_course(*content)
        elif what == "batch":
            self._take_course(self._columns, np.concatenate([self._marks, content[0]]))
            self.progress = content[1]
        elif what == "trouble":
            self.trouble = content
        elif what == "flat":
            self.notice = "The win rate is flat: the training has stopped, and the best networks are kept."
        else:
            self._end()

    def _end(self) -> None:
        """The process is ending, or has ended; wait until it has."""
        if self.process is not None and self.pipe is not None:
            self.pipe.close()
            self.process.join()
            if self.process.exitcode:
                self.trouble = "The training's process has ended before its time; its latest checkpoint is kept."
        self.process = self.pipe = None
        self.stopping = False

    def close(self) -> None:
        """Stop, and wait until what was learnt is kept."""
        self.stop()
        while self.pipe is not None:
            self.pipe.poll(None)
            self.update()

    # --- the course ---

    @property
    def course(self) -> Course:
        """The course of the training up to now."""
        if self._course is None:
            self._course = Course(self.ai.game, self.ai.name, self._columns, self._marks)
        return self._course

    @property
    def rounds(self) -> int:
        """How many rounds have been learnt from."""
        return int(self._marks[-1, 0]) if len(self._marks) else 0

    def _take_course(self, columns: tuple[str, ...], marks: Any) -> None:
        self._columns, self._marks, self._course = columns, marks, None


# --- in the process ----------------------------------------------------------------------------------------------


def _learn(pipe: Connection, game: str, ai: str, path: Path) -> None:
    """Learn until the window asks for the end, or is gone; keep what was learnt."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the window says when this ends
    if hasattr(os, "nice"):
        os.nice(_COURTESY)
    try:
        with locks.hold(path) as hold:
            if hold.trouble is not None:
                _tell(pipe, "trouble", f"{hold.trouble}.")
            _learn_into(path, registry.ai(game, ai), pipe)
    except InUseError as error:
        _tell(pipe, "trouble", f"Nothing can be learnt now: {error}.")
    except (TrainedFileError, StorageError, SeatError, ValueError, KeyError, TypeError) as error:
        _tell(pipe, "trouble", str(error))
    _tell(pipe, "ended", None)


def _learn_into(path: Path, ai: AI, pipe: Connection) -> None:
    """Learn into a file that is this process's own meanwhile."""
    from game.games.thirty_one.training.trainer import SAVED_EVERY, own_training

    training = own_training(ai, path)
    training.encourage()  # whoever starts it wants it to learn
    trained_files.check_replaceable(path, ai.game, ai.name)
    _tell(pipe, "course", (training.columns, training.course()))
    saved = monotonic()
    while not pipe.poll() and not training.flat:
        before = training.training.batches
        training.run()
        _tell(pipe, "batch", (training.course(before), training.progress()))
        if monotonic() - saved > SAVED_EVERY:
            training.keep(path)
            saved = monotonic()
    training.keep(path)
    if training.flat:
        _tell(pipe, "flat", None)


def _tell(pipe: Connection, what: str, content: Any) -> None:
    with suppress(OSError):  # the window is gone: what was learnt is still kept
        pipe.send((what, content))
