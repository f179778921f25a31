"""How a training goes on, whatever is learnt: in the command ``train`` as beside a panel of the window."""

from collections.abc import Callable
from time import monotonic
from typing import Protocol


class Training(Protocol):
    """A training under way, of tables or of networks."""

    saved_every: float
    """Seconds between two checkpoints on the way."""

    @property
    def over(self) -> bool:
        """Whether it has ended by itself."""

    def step(self, most: float) -> int:
        """Learn from a little more, games or rounds, and from no more than `most`: from how many."""


def drive(
    training: Training,
    most: float,
    tell: Callable[[int], object],
    keep: Callable[[], object] = lambda: None,
    going: Callable[[], bool] = lambda: True,
) -> None:
    """Learn from so many games or rounds more, as long as it is `going`, and is not over by itself. `tell` is told
    after each step from how many in all, and `keep` called for each checkpoint on the way; the end is the caller's to
    keep."""
    done, saved = 0, monotonic()
    while done < most and going() and not training.over:
        done += training.step(most - done)
        tell(done)
        if monotonic() - saved > training.saved_every:
            keep()
            saved = monotonic()
