"""The four steps of every AI, pure: scorers write candidates, a picker chooses one.

A headless match calls :meth:`Agent.choose`; in the world each scorer runs as a system of its own and writes the
same candidates into its ``ScorerState``. Both draw from the seat's random numbers in the same order: scorers
in the order of the agent, then the picker.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple, Protocol


class Reason(NamedTuple):
    """Why a candidate has its score: a template and its values, put into words only when somebody reads it."""

    template: str
    values: tuple[Any, ...] = ()

    def __str__(self) -> str:
        return self.template.format(*self.values)


class Candidate(NamedTuple):
    """A move that an AI considers, its score (the scale is the AI's own), and why."""

    move: Any
    score: float
    reason: Reason


class Scorer(Protocol):
    """Looks at what its player sees and gives candidates."""

    name: str

    def score(self, view: Any, rng: Random) -> Iterable[Candidate]:
        """The candidates for a view of the player to move: each move legal, each at most once."""


class Picker(Protocol):
    """Chooses one of all the candidates of a player."""

    name: str

    def pick(self, candidates: Sequence[Candidate], rng: Random) -> int | None:
        """The index of the chosen candidate; None when none of them will do."""


@dataclass(frozen=True)
class Agent:
    """An AI at a seat: its scorers, in order, and its picker."""

    name: str
    scorers: tuple[Scorer, ...]
    picker: Picker

    def think(self, view: Any, rng: Random) -> list[Candidate]:
        """All candidates for a view, in the order of the scorers."""
        return [candidate for scorer in self.scorers for candidate in scorer.score(view, rng)]

    def choose(self, view: Any, rng: Random) -> Candidate | None:
        """The picked candidate, or None when no candidate would do."""
        candidates = self.think(view, rng)
        picked = self.picker.pick(candidates, rng)
        return None if picked is None else candidates[picked]
