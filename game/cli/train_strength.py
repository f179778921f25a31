"""How well a table plays that ``train`` learns, against the yardstick of its AI: measured now and then beside it."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from time import monotonic
from typing import Any

from game.cli.output import LINE_SECONDS, percent
from game.games.registry import AI
from game.learning.strength import Plays, Strength, plays_by, yardstick_of
from game.training.q_training import TableTraining

FIRST_AFTER = LINE_SECONDS / 2
"""Seconds after which it is first measured: what is over before tells no line."""
SHARE_HERE = 0.015
"""The share of the time that measuring may take where it has no process of its own."""


class MeasuredTraining:
    """A training as whoever measures its play sees it; nothing that is learnt depends on it."""

    def __init__(self, training: TableTraining, ai: AI, ways: Mapping[str, Any]) -> None:
        self._training = training
        self.ai, self.setup, self.ways, self.seed = ai, training.plan.setup, ways, training.plan.seed
        self.yardstick = yardstick_of(ai)
        self.strengths: list[Strength] = []
        self.trouble: str | None = None

    @property
    def count(self) -> int:
        """How many games have been learnt from."""
        return self._training.games

    @property
    def plays(self) -> Plays:
        """What it plays by at this moment."""
        return plays_by(self._training.learner.table, self._training.picker.epsilon)

    def play_was_measured(self, found: Strength) -> None:
        """Take in how well it has played."""
        self.strengths.append(found)

    def words(self) -> list[str]:
        """How well it played when that was last measured, or why it is not, in words."""
        if not self.strengths or self.yardstick is None:
            return [self.trouble] if self.trouble else []
        last = self.strengths[-1]
        return [f"won {percent(last.share)} against {self.yardstick.ai} after {last.games:,} games"]


@contextmanager
def measuring_play(training: MeasuredTraining, in_worker: bool) -> Iterator[Callable[[], None]]:
    """What measures how a training plays, to be called now and then: in a process of its own that gives way, or, where
    the training itself is in a worker, a little at a time."""
    if training.yardstick is None:
        yield lambda: None
        return
    from game.learning.strength_meter import MeterHere, StrengthMeter  # only here: most commands start no process

    began = before = monotonic()
    meter, here = (None, MeterHere(training)) if in_worker else (StrengthMeter(training, rarely=True), None)

    def update() -> None:
        nonlocal before
        now = monotonic()
        if now - began < FIRST_AFTER:
            return
        if meter is not None:
            meter.update(learning=True)
        if here is not None:
            here.update(SHARE_HERE * (now - before))
        before = now

    try:
        yield update
    finally:
        if meter is not None:
            meter.close()
