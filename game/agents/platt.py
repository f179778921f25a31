"""Platt scaling: chances moved and stretched on the scale of log odds, so that they come true.

Source: J. Platt, "Probabilistic outputs for support vector machines", in Advances in Large Margin Classifiers, 1999.
"""

from math import exp
from typing import Any, NamedTuple, TypeVar

C = TypeVar("C", bound=Any)
"""A chance in [0, 1], or an array of them."""


class Platt(NamedTuple):
    """Makes log odds x of a chance `slope` x + `shift`, and above even `lead` `slope` x + `shift`; a chance of 0 or 1
    stays what it is."""

    slope: float = 1.0
    shift: float = 0.0
    lead: float = 1.0

    def __call__(self, chance: C) -> C:
        """The chance, or each of an array, as it is to be shown."""
        slope = self.slope if self.lead == 1.0 else self.slope * (1.0 - (1.0 - self.lead) * (chance > 0.5))
        odds_for, odds_against = exp(self.shift) * chance**slope, (1.0 - chance) ** slope
        scaled: C = odds_for / (odds_for + odds_against)
        return scaled

    def mean(self, chance: float) -> float:
        """A mean of samples, which may lie a little outside of [0, 1], as it is to be shown."""
        return self(min(1.0, max(0.0, chance)))

    def error(self, chance: float, error: float) -> float:
        """One standard error of what is shown of such a mean: half of how far apart one less and one more are shown."""
        return (self.mean(chance + error) - self.mean(chance - error)) / 2


AS_IT_COMES = Platt()
"""Leaves every chance what it is."""
