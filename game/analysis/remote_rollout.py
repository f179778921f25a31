"""Moves of a position judged on by workers, looked at from frame to frame."""

from collections.abc import Callable
from math import sqrt
from statistics import fmean, stdev

from game.agents.agent import ThinkingError
from game.analysis.positions import Sampling
from game.analysis.service import heard
from game.rules.language import _, error_words
from game.workers.pool import Task

CLOSE_ENOUGH = 0.01
"""A difference is rolled out until its 95 % interval is narrower than this chance."""
_NORMAL = 1.96
"""A 95 % interval reaches so many standard errors to either side."""
_AT_ONCE = 2
"""So many portions of worlds are asked for ahead."""


class Rollout:
    """Moves of a position that are judged on, in ever more worlds, the same ones for all of them. `rows` are, for each
    move, the mover's chance in every world so far."""

    def __init__(self, sampling: Sampling, ask: Callable[[int], Task], failed: str = "") -> None:
        self.moves = tuple(sampling.position.asked)
        self.rows: list[list[float]] = [[] for _ in self.moves]
        self.failed = failed
        """Why it cannot go on, in words for people."""
        self._sampling = sampling
        self._ask = ask
        self._tasks: list[Task] = []
        self._portions = 0
        self._stopped = False

    @property
    def worlds(self) -> int:
        """In how many worlds the moves were followed so far."""
        return len(self.rows[0]) if self.rows else 0

    def difference(self, move: int, other: int) -> tuple[float, float]:
        """By how much a move is better than another, by their places, and one standard error of it; the error of what
        is not sampled, the judge's own, is not in it. Before there are two worlds the error is 1."""
        ahead = [one - two for one, two in zip(self.rows[move], self.rows[other], strict=True)]
        if len(ahead) < 2:
            return 0.0, 1.0
        return fmean(ahead), stdev(ahead) / sqrt(len(ahead))

    @property
    def width(self) -> float:
        """How wide the widest 95 % interval of a difference from the first move is."""
        others = range(1, len(self.moves))
        return max((2 * _NORMAL * self.difference(0, other)[1] for other in others), default=0.0)

    @property
    def over(self) -> bool:
        """Whether it was stopped, has failed, or every difference is known closely enough."""
        return self._stopped or bool(self.failed) or (self.worlds > 1 and self.width < CLOSE_ENOUGH)

    def look(self) -> None:
        """Take in the portions that are done, in their order, and ask for more while more are needed."""
        while self._tasks and self._tasks[0].done and not self.failed:
            try:
                for row, more in zip(self.rows, heard(self._sampling, self._tasks.pop(0).result()), strict=True):
                    row.extend(more)
            except (ThinkingError, ValueError) as error:
                self.failed = _("The judge {what}.", what=error_words(error))
        if self.over:
            self.stop()
        while not self.over and len(self._tasks) < _AT_ONCE:
            self._tasks.append(self._ask(self._portions))
            self._portions += 1

    def stop(self) -> None:
        """Leave it as it is."""
        self._stopped = True
        for task in self._tasks:
            task.cancel()
        self._tasks = []
