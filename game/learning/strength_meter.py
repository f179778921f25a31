"""Measures how well a training beside the window plays: in a process of its own, so that no frame waits for it; that of
a mod's AI in the worker in which it learns, a little at a time.

It draws random numbers of its own, and hands nothing back but what was won: nothing that is learnt depends on it.
"""

from collections.abc import Iterator, Mapping, Sequence
from time import perf_counter
from typing import Any, Protocol

from game.agents.agent import ThinkingError
from game.agents.learning import Yardstick
from game.games.ai import AI
from game.learning.strength import Plays, Strength, measuring, next_due, read_strength
from game.rules.language import Message, _
from game.rules.protocol import Setup
from game.workers import answers
from game.workers.worker import Request, Worker

_PATIENCE = 2.0
"""A move that took longer than there was time for is waited for so many times as long before the next."""


class Measured(Protocol):
    """A training whose play is measured: see :class:`game.learning.trainer.Trainer` for what each name means."""

    trouble: str | None

    @property
    def ai(self) -> AI: ...

    @property
    def setup(self) -> Setup: ...

    @property
    def seed(self) -> int: ...

    @property
    def ways(self) -> Mapping[str, Any]: ...

    @property
    def count(self) -> int: ...

    @property
    def yardstick(self) -> Yardstick | None: ...

    @property
    def strengths(self) -> Sequence[Strength]: ...

    @property
    def plays(self) -> Plays | None: ...

    def play_was_measured(self, found: Strength) -> None: ...


class StrengthMeter:
    """Has a trainer's play measured against its yardstick, now and then, where what it plays by is known here."""

    def __init__(self, trainer: Measured, rarely: bool = False) -> None:
        self._trainer, self._rarely = trainer, rarely
        self._worker = Worker("strength", gives_way=True)
        self._request: Request | None = None
        self._asked_for: Sequence[Strength] = ()
        """The measurements to which the one under way belongs."""
        self._failed: Sequence[Strength] | None = None
        """The measurements that could not be gone on with: none follows until it has begun anew."""

    @property
    def busy(self) -> bool:
        """Whether something is being measured."""
        return self._request is not None

    def update(self, learning: bool) -> None:
        """Take in what was measured, and, while it is learning, have it measured when that is due; for a frame."""
        if self._request is not None:
            self._worker.look()
            if self._request.done:
                self._hear(self._request)
                self._request = None
        trainer = self._trainer
        failed = trainer.strengths is self._failed
        if not learning or trainer.yardstick is None or self._request is not None or failed:
            return
        plays = trainer.plays if trainer.count >= next_due(trainer.strengths, self._rarely) else None
        if plays is not None:
            self._asked_for = trainer.strengths
            self._request = self._worker.ask(
                "strength", trainer.ai.game, trainer.ai.name, trainer.setup, trainer.ways, plays, trainer.count,
                trainer.seed,
            )  # fmt: skip

    def _hear(self, request: Request) -> None:
        try:
            found = read_strength(request.result())
        except (ThinkingError, answers.AnswerError) as error:
            self._failed = self._asked_for  # the training itself goes on
            self._trainer.trouble = unmeasured(error)
            return
        if self._trainer.strengths is self._asked_for:  # else it has begun anew meanwhile
            self._trainer.play_was_measured(found)

    def close(self) -> None:
        """End the process."""
        self._worker.end()


class MeterHere:
    """Measures a trainer in its own process, now and then, and always for a little while only.

    Where it cannot play, that is told as the trainer's trouble, and it is measured again once it has begun anew.
    """

    def __init__(self, trainer: Measured) -> None:
        self._trainer = trainer
        self._measuring: Iterator[Strength | None] | None = None
        self._asked_for: Sequence[Strength] | None = None
        """The measurements to which the one under way belongs."""
        self._failed: Sequence[Strength] | None = None
        """The measurements that could not be gone on with."""
        self._overdrawn = 0.0
        """Seconds that it has taken beyond those that it was given: it learns first."""

    def update(self, seconds: float) -> None:
        """Play on for about so long, where it is being measured, or that is due."""
        trainer = self._trainer
        if trainer.strengths is not self._asked_for:
            self._measuring, self._asked_for = None, trainer.strengths  # it has begun anew meanwhile
        self._overdrawn = max(0.0, self._overdrawn - seconds)
        if self._overdrawn or self._failed is trainer.strengths:
            return
        began = perf_counter()
        if self._measuring is None:
            if trainer.yardstick is None or trainer.count < next_due(trainer.strengths, rarely=True):
                return
            plays = trainer.plays
            assert plays is not None, "what is measured here is known here"
            self._measuring = measuring(trainer.ai, trainer.setup, trainer.ways, plays, trainer.count, trainer.seed)
        try:
            self._play(self._measuring, began + seconds)
        except Exception as error:  # whatever a mod's code raises where it plays
            self._measuring, self._failed = None, trainer.strengths
            trainer.trouble = unmeasured(error)
        self._overdrawn = max(0.0, perf_counter() - began - seconds) * _PATIENCE

    def _play(self, measuring: Iterator[Strength | None], end: float) -> None:
        for found in measuring:
            if found is not None:
                self._measuring = None
                self._trainer.play_was_measured(found)
            if found is not None or perf_counter() >= end:
                return


def unmeasured(error: Exception) -> Message:
    """The message that a learner cannot be measured, and why."""
    return _("How well it plays is not measured: {kind} ({error}).", kind=type(error).__name__, error=f"{error}")
