"""A training of networks beside the window: in a process of its own, kept in the user's file; no pygame.

A batch takes longer than a frame may, so nothing of it is learnt in the window's process.
"""

import math
import multiprocessing
import os
import signal
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import numpy as np

from game.agents.network_learning import TrainedNetworks
from game.base import locks
from game.base.locks import InUseError
from game.base.storage import StorageError
from game.checkpoints import container, places
from game.checkpoints.container import CheckpointError
from game.checkpoints.networks import NetworkCodec
from game.games import registry
from game.games.ai import AI
from game.games.seats import SeatError
from game.training.driving import drive
from game.training.metrics import LearningCurve
from game.training.network_training import Progress, TrainingRequest

_COURTESY = 5
"""By how much the training steps back behind the window, where the system knows of that."""


class NetworkTrainer:
    """The training of one AI. `trouble` says what went wrong with its file, which is then left untouched; `notice`
    why it has ended by itself."""

    def __init__(self, ai: AI) -> None:
        """Raises ValueError when the AI has no networks that can be trained."""
        if ai.networks is None or ai.network_training is None:
            raise ValueError(f"{ai.name} does not learn networks")
        self.ai = ai
        self.unit = ai.network_training.unit
        """What is counted: "round"."""
        self.path = places.own_path(ai.game, ai.name, "")
        self.trouble: str | None = None
        self.notice: str | None = None
        self.progress: Progress | None = None
        self.stopping = False
        self._columns = ai.networks.metrics
        self._points = np.empty((0, len(self._columns)))
        self._curve: LearningCurve | None = None
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
            self._take_curve(kept.columns, kept.curve)
        except CheckpointError as error:
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
        if what == "curve":
            self._take_curve(*content)
        elif what == "batch":
            self._take_curve(self._columns, np.concatenate([self._points, content[0]]))
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

    # --- the curve ---

    @property
    def curve(self) -> LearningCurve:
        """The curve of the training up to now."""
        if self._curve is None:
            self._curve = LearningCurve(registry.at_game(self.ai.name, self.ai.game), self._columns, self._points)
        return self._curve

    @property
    def count(self) -> int:
        """How many rounds or games have been learnt from."""
        return int(self._points[-1, 0]) if len(self._points) else 0

    def _take_curve(self, columns: tuple[str, ...], points: Any) -> None:
        self._columns, self._points, self._curve = columns, points, None


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
    except (CheckpointError, StorageError, SeatError, ValueError, KeyError, TypeError) as error:
        _tell(pipe, "trouble", str(error))
    _tell(pipe, "ended", None)


def _learn_into(path: Path, ai: AI, pipe: Connection) -> None:
    """Learn into a file that is this process's own meanwhile."""
    assert ai.networks is not None
    assert ai.network_training is not None
    codec, spec = NetworkCodec(ai.networks), ai.network_training
    kept = codec.load(path, ai.game, ai.name)[0] if path.exists() else None
    training = spec.begin(TrainingRequest()) if kept is None else spec.resume(kept)
    training.encourage()  # whoever starts it wants it to learn
    container.check_replaceable(path, ai.game, ai.name)
    _tell(pipe, "curve", (training.columns, training.curve()))

    def tell(_: int) -> None:
        _tell(pipe, "batch", (training.curve(training.batches - 1), training.progress()))

    drive(training, math.inf, tell, lambda: codec.save(path, training.result()), lambda: not pipe.poll())
    codec.save(path, training.result())
    if training.over:
        _tell(pipe, "flat", None)


def _tell(pipe: Connection, what: str, content: Any) -> None:
    with suppress(OSError):  # the window is gone: what was learnt is still kept
        pipe.send((what, content))
