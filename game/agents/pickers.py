"""Pickers: how one of all the candidates is chosen."""

from collections.abc import Sequence
from math import exp, inf
from random import Random

from game.agents.agent import Candidate


class Highest:
    """The highest score above 0; of equal scores the first."""

    name = "highest"

    def pick(self, candidates: Sequence[Candidate], rng: Random) -> int | None:
        best, best_score = None, 0.0
        for index, candidate in enumerate(candidates):
            if candidate.score > best_score:
                best, best_score = index, candidate.score
        return best


class Best:
    """The highest score, of whatever sign; of equal scores the first."""

    name = "best"
    by_scores = True
    """Nothing else of a candidate is looked at."""

    def pick(self, candidates: Sequence[Candidate], rng: Random) -> int | None:
        if not candidates:
            return None
        return max(range(len(candidates)), key=lambda index: candidates[index].score)


class Weighted:
    """Drawn with probability proportional to the score; scores of 0 or less are never drawn."""

    name = "weighted"

    def pick(self, candidates: Sequence[Candidate], rng: Random) -> int | None:
        return _drawn(self._weights(candidates), rng)

    def chances(self, candidates: Sequence[Candidate]) -> list[float]:
        """Each candidate's chance to be picked; 0 for all where none can be."""
        return _shares(self._weights(candidates))

    @staticmethod
    def _weights(candidates: Sequence[Candidate]) -> list[float]:
        return [max(0.0, candidate.score) for candidate in candidates]


class Softmax:
    """Errs as people do, small errors often, absurd ones never: drawn with probability proportional to
    exp(score / temperature) from the candidates whose score is at most `worst` below the best.
    """

    name = "softmax"

    def __init__(self, temperature: float, worst: float = inf) -> None:
        """Raises ValueError where `temperature` is not above 0, or `worst` below 0."""
        if not temperature > 0.0 or not worst >= 0.0:
            raise ValueError("the temperature must be above 0, and what the worst error costs not below")
        self.temperature = temperature
        self.worst = worst

    def pick(self, candidates: Sequence[Candidate], rng: Random) -> int | None:
        return _drawn(self._weights(candidates), rng)

    def chances(self, candidates: Sequence[Candidate]) -> list[float]:
        """Each candidate's chance to be picked."""
        return _shares(self._weights(candidates))

    def _weights(self, candidates: Sequence[Candidate]) -> list[float]:
        scores = [candidate.score for candidate in candidates]
        best = max(scores, default=0.0)
        return [exp((score - best) / self.temperature) if score >= best - self.worst else 0.0 for score in scores]


def _drawn(weights: Sequence[float], rng: Random) -> int | None:
    """The index of a weight, drawn in proportion to them; None where all are 0."""
    total = sum(weights)
    if total <= 0:
        return None
    mark = rng.random() * total
    last = None
    for index, weight in enumerate(weights):
        if weight > 0:
            last = index
            mark -= weight
            if mark < 0:
                return index
    return last  # rounding can leave a crumb of the mark after the last weight


def _shares(weights: Sequence[float]) -> list[float]:
    """The chance of each of these weights; 0 for all where none is above 0."""
    total = sum(weights)
    return [weight / total if total else 0.0 for weight in weights]
