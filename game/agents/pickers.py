"""Pickers: how one of all the candidates is chosen."""

from collections.abc import Sequence
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

    def pick(self, candidates: Sequence[Candidate], rng: Random) -> int | None:
        if not candidates:
            return None
        return max(range(len(candidates)), key=lambda index: candidates[index].score)


class Weighted:
    """Drawn with probability proportional to the score; scores of 0 or less are never drawn."""

    name = "weighted"

    def pick(self, candidates: Sequence[Candidate], rng: Random) -> int | None:
        total = sum(candidate.score for candidate in candidates if candidate.score > 0)
        if total <= 0:
            return None
        mark = rng.random() * total
        last = None
        for index, candidate in enumerate(candidates):
            if candidate.score > 0:
                last = index
                mark -= candidate.score
                if mark < 0:
                    return index
        return last  # rounding can leave a crumb of the mark after the last candidate

    def chances(self, candidates: Sequence[Candidate]) -> list[float]:
        """Each candidate's chance to be picked; 0 for all where none can be."""
        weights = [max(0.0, candidate.score) for candidate in candidates]
        total = sum(weights)
        return [weight / total if total else 0.0 for weight in weights]
