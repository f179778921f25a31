"""How well a table plays that ``train`` learns, against the yardstick of its AI: measured now and then beside it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from game.cli.output import LINE_SECONDS, percent
from game.learning.table_trainer import TableTrainer

FIRST_AFTER = LINE_SECONDS / 2
"""Seconds after which it is first measured: what is over before tells no line."""
SHARE_HERE = 0.015
"""The share of the time that measuring may take where it has no process of its own."""


def strength_words(trainer: TableTrainer) -> list[str]:
    """How well a table played when that was last measured, or why it is not, in words."""
    if not trainer.strengths or trainer.yardstick is None:
        return [trainer.trouble] if trainer.trouble else []
    last = trainer.strengths[-1]
    return [f"won {percent(last.share)} against {trainer.yardstick.ai} after {last.games:,} games"]


@contextmanager
def measuring_play(trainer: TableTrainer, in_worker: bool) -> Iterator[Callable[[], None]]:
    """What measures how a training plays, to be called now and then: in a process of its own that gives way, or, where
    the training itself is in a worker, a little at a time."""
    if trainer.yardstick is None:
        yield lambda: None
        return
    from game.learning.strength_meter import MeterHere, StrengthMeter  # only here: most commands start no process

    began = before = monotonic()
    meter, here = (None, MeterHere(trainer)) if in_worker else (StrengthMeter(trainer, rarely=True), None)

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
