"""The process in which networks learn beside the window: what it is asked for on the way, and what it tells.

It tells, as pairs of a name and a content: ``curve`` (columns and points) when it begins, ``batch`` (further points and
its progress) after every batch, ``learnt`` (what it plays by now) at times, ``trouble`` and ``flat`` where it ends so,
and ``ended`` last. It is told ``stop``, as far as which count it may learn, ``to``, or how many batches a second,
``pace``.
"""

import math
import os
import signal
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from time import monotonic
from typing import Any

from game.base import locks
from game.base.locks import InUseError
from game.base.storage import StorageError
from game.checkpoints.container import CheckpointError
from game.games import registry
from game.games.ai import AI
from game.games.seats import SeatError
from game.learning.network_trainer import NetworkTrainer
from game.rules.language import _, error_words
from game.training.network_training import TrainingRequest

_COURTESY = 5
"""By how much the training steps back behind the window, where the system knows of that."""
_LEARNT_SECONDS = 0.5
"""What it plays by is told no oftener: nobody reads faster."""
_STOP: tuple[str, Any] = ("stop", None)


@dataclass(frozen=True)
class Order:
    """What is to be learnt: by which AI, as what is asked where a training begins, into which file (None: nothing is
    kept), and whether `anew`, whatever the file holds."""

    game: str
    ai: str
    request: TrainingRequest
    path: Path | None = None
    anew: bool = False


def learn(pipe: Connection, order: Order, most: float) -> None:
    """Learn until the window asks for the end, or is gone, but from no more than `most` until it asks for more; keep
    what was learnt."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the window says when this ends
    if hasattr(os, "nice"):
        os.nice(_COURTESY)
    try:
        if order.path is None:
            _learn(order, _Window(pipe, most))
        else:
            with locks.hold(order.path) as hold:
                if hold.trouble is not None:
                    _tell(pipe, "trouble", f"{hold.trouble}.")
                _learn(order, _Window(pipe, most))
    except InUseError as error:
        _tell(pipe, "trouble", _("Nothing can be learnt now: {why}.", why=f"{error}"))
    except (CheckpointError, StorageError, SeatError, ValueError, KeyError, TypeError) as error:
        _tell(pipe, "trouble", error_words(error))
    _tell(pipe, "ended", None)


class _Window:
    """The window, as the training meets it after every batch."""

    def __init__(self, pipe: Connection, most: float) -> None:
        self._pipe = pipe
        self._most = most
        self._pace = math.inf
        self._stopped = False
        self._learnt_at = self._heard_at = -math.inf

    def begin(self, trainer: NetworkTrainer) -> None:
        """Tell of a training that begins, or is gone on with."""
        _tell(self._pipe, "curve", (trainer.curve.columns, trainer.curve.points))

    def hear(self, trainer: NetworkTrainer) -> None:
        """Tell what has been learnt from a batch more."""
        training = trainer.training
        self._heard_at = monotonic()
        _tell(self._pipe, "batch", (training.curve(training.batches - 1), training.progress()))
        if monotonic() - self._learnt_at >= _LEARNT_SECONDS:
            self._learnt_at = monotonic()
            _tell(self._pipe, "learnt", training.played_by())

    def wants_more(self, trainer: NetworkTrainer) -> bool:
        """Whether it is to go on; waits while it has come as far as it may, and until the next batch is due."""
        while not self._stopped:
            until_due = max(0.0, self._heard_at + 1.0 / self._pace - monotonic())
            if not self._pipe.poll(None if trainer.count >= self._most else until_due):
                return True
            try:
                what, content = self._pipe.recv()
            except (EOFError, OSError):
                what, content = _STOP
            self._stopped = what == "stop"
            self._most = content if what == "to" else self._most
            self._pace = content if what == "pace" else self._pace
        return False

    def end(self, trainer: NetworkTrainer) -> None:
        """Tell how it has ended."""
        _tell(self._pipe, "learnt", trainer.training.played_by())
        if trainer.over:
            _tell(self._pipe, "flat", None)


def _learn(order: Order, window: _Window) -> None:
    """Learn, into a file that is this process's own meanwhile. Raises CheckpointError where it cannot be kept."""
    trainer = _begun(registry.ai(order.game, order.ai), order)
    trainer.training.encourage()  # whoever starts it wants it to learn
    if order.path is not None:
        trainer.keep_in(order.path)
        trainer.replaced = [order.path] if order.anew else []
    window.begin(trainer)
    if not (trainer.train(lambda: window.hear(trainer), lambda: window.wants_more(trainer)) and trainer.keep()):
        raise CheckpointError(trainer.trouble)
    window.end(trainer)


def _begun(ai: AI, order: Order) -> NetworkTrainer:
    """The training that the file holds, or a new one."""
    if order.path is None or order.anew or not order.path.exists():
        return NetworkTrainer.begun(ai, order.request)
    return NetworkTrainer.resumed(ai, order.path)


def _tell(pipe: Connection, what: str, content: Any) -> None:
    with suppress(OSError):  # the window is gone: what was learnt is still kept
        pipe.send((what, content))
