"""Work in batches, one after another: whoever asks for it carries the batches out, here or elsewhere.

A command waits for them (:func:`carried_out`); the window hands their portions to worker processes and looks in from
frame to frame (:mod:`game.analysis.remote`).
"""

from collections.abc import Callable, Generator, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from game.training.spreading import HERE, Spread

R = TypeVar("R")
W_co = TypeVar("W_co", bound=Callable[[Any], Any], covariant=True)
Advance: TypeAlias = Callable[[int], None]
"""Is told how many further portions are done."""


def go_straight_on() -> None:
    """Gives way to nobody, for nobody waits."""


class Batch(NamedTuple, Generic[W_co]):
    """Portions that may be worked on in any order, several at a time."""

    work: W_co
    portions: Sequence[Any]

    def done(self, spread: Spread = HERE, advance: Advance | None = None) -> list[Any]:
        """The results, in the order of the portions. Raises what the work raises."""
        found: dict[int, Any] = {}
        for place, result in spread.each(self.work, self.portions):
            found[place] = result
            if advance is not None:
                advance(1)
        return [found[place] for place in range(len(self.portions))]


Steps: TypeAlias = Generator[Batch[W_co], Sequence[Any], R]
"""Batches, each of which is sent the results of its portions, in their order; what they come to."""


def unwatched(batch: Batch[Any]) -> AbstractContextManager[Advance]:
    """Nobody is told how far a batch is."""
    return nullcontext(lambda _: None)


def carried_out(
    steps: Steps[W_co, R],
    spread: Spread = HERE,
    progress: Callable[[Batch[W_co]], AbstractContextManager[Advance]] = unwatched,
) -> R:
    """What these steps come to, every batch spread. Raises what the steps and their work raise."""
    try:
        batch = next(steps)
        while True:
            with progress(batch) as advance:
                results = batch.done(spread, advance)
            batch = steps.send(results)
    except StopIteration as stop:
        found: R = stop.value
        return found
