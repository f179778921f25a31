"""The picker of learners: the best, or now and then another, to explore."""

from collections.abc import Sequence
from random import Random

import numpy as np

from game.agents.agent import Candidate
from game.agents.q_learning import Floats, Ints, Parameters, Spread, Ties


class EpsilonGreedy:
    """Picks the best with a chance that epsilon leaves, else another; with epsilon 0 always the best.

    Draws one random number a pick unless epsilon is 0 or nothing is left to choose; one more for ties at random.
    """

    name = "epsilon-greedy"

    def __init__(self, parameters: Parameters) -> None:
        self.epsilon = parameters.epsilon
        self._parameters = parameters
        self._decays = parameters.decay != 1.0
        self._others = parameters.spread is Spread.OTHERS
        self._ties_at_random = parameters.ties is Ties.RANDOM
        self.picks = 0
        """How many picks there were."""
        self.explorations = 0
        """How many of them were explorations."""

    @property
    def draws(self) -> bool:
        """Whether it draws lots: else it picks the first of the best."""
        return self.epsilon > 0.0 or self._ties_at_random

    def pick(self, candidates: Sequence[Candidate], rng: Random) -> int | None:
        """The index of the chosen candidate; None when there is none."""
        return self.choose([candidate.score for candidate in candidates], rng) if candidates else None

    def chances(self, candidates: Sequence[Candidate]) -> list[float]:
        """Each candidate's chance to be picked next, with epsilon as it is now."""
        values, number = [candidate.score for candidate in candidates], len(candidates)
        if not values:
            return []
        best = max(values)
        tied = values.count(best) if self._ties_at_random else 1
        first = values.index(best)
        leads = [(value == best if self._ties_at_random else at == first) / tied for at, value in enumerate(values)]
        if number == 1 or self.epsilon <= 0.0:
            return leads
        each = self.epsilon / number
        if not self._others:
            return [(1.0 - self.epsilon) * lead + each for lead in leads]
        whole = 1.0 - self.epsilon + (number - 1) * each
        return [(lead * (1.0 - self.epsilon) + (1.0 - lead) * each) / whole for lead in leads]

    def choose(self, values: Sequence[float], rng: Random) -> int:
        """The index of the chosen value, of at least one; counts the pick and lets epsilon decay."""
        best = max(values)
        index = values.index(best)
        if self._ties_at_random and values.count(best) > 1:
            index = rng.choice([at for at, value in enumerate(values) if value == best])
        self.picks += 1
        epsilon = self.epsilon
        if epsilon > 0.0:
            number = len(values)
            if number > 1:
                if self._others:
                    each = epsilon / number
                    mark = rng.random() * (1.0 - epsilon + (number - 1) * each) - (1.0 - epsilon)
                    if mark >= 0.0:
                        self.explorations += 1
                        # Rounding may lead one past the last.
                        other = min(int(mark / each), number - 2)
                        index = other + (other >= index)
                elif rng.random() < epsilon:
                    self.explorations += 1
                    index = rng.randrange(number)
            if self._decays:
                self.epsilon = self._parameters.decayed(epsilon)
        return index

    def choose_many(self, values: Floats, numbers: Ints, rng: np.random.Generator) -> Ints:
        """What `choose` does with one random number, for many at once: the column chosen of every row of values (n,
        most columns), where the first of the best is the best and exploring draws from the others. Rows have so many
        columns (n,); values beyond them are lower than all others. Counts the picks and lets epsilon decay for them."""
        best: Ints = values.argmax(axis=1)
        epsilon = self.epsilon
        if epsilon <= 0.0:
            self.picks += len(best)
            return best
        each = epsilon / numbers
        mark = rng.random(len(best)) * (1.0 - epsilon + (numbers - 1) * each) - (1.0 - epsilon)
        exploring = (mark >= 0.0) & (numbers > 1)
        self.count(len(best), int(exploring.sum()))
        other = np.minimum((mark / each).astype(np.int64), numbers - 2)
        return np.where(exploring, other + (other >= best), best)

    def count(self, picks: int, explorations: int) -> None:
        """Count picks that were made otherwise, by a copy elsewhere or many at once; epsilon decays for them."""
        self.picks += picks
        self.explorations += explorations
        self.epsilon = self._parameters.decayed(self.epsilon, picks)
