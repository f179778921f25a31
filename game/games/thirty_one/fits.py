"""What the chances that networks tell at Thirty-one come to: a hand and the lives count each for its own.

Networks tell how likely a match is won after a choice. By the lives alone that is known, from the table of standings;
what they tell beyond it, of a hand, is too much or too little, by who plays and by what is done. Once somebody has
called the round is about to end, and what its end can bring at most and at least is known likewise.
"""

from collections.abc import Sequence
from math import log
from typing import Any, NamedTuple, TypeVar

from game.agents.platt import Platt
from game.games.thirty_one.standings import chance_by_lives, ends_of_call
from game.games.thirty_one.state import View

C = TypeVar("C", bound=Any)
"""A chance in [0, 1], or an array of them."""


class Fit(NamedTuple):
    """What log odds come to: `standing` times those of the lives alone, and beyond these `hand` times what is told
    beyond them and `shift`."""

    hand: float
    standing: float
    shift: float

    def of(self, view: View) -> Platt:
        """What makes chances of this view come true."""
        chance = chance_by_lives(view)
        by_lives = log(chance / (1.0 - chance))
        return Platt(self.hand, self.shift + (self.standing - self.hand) * by_lives)


class Fitted(NamedTuple):
    """What is shown of chances: what `platt` makes of them, no less than `least` and no more than `most`."""

    platt: Platt
    least: float = 0.0
    most: float = 1.0

    def __call__(self, chance: C) -> C:
        """The chance, or each of an array, as it is to be shown."""
        found = self.platt(chance)
        shown: C = found + (self.least - found) * (found < self.least) + (self.most - found) * (found > self.most)
        return shown


class Fits(NamedTuple):
    """What the networks' chances come to, by what is done."""

    usual: Fit
    call: Fit
    called: Fit
    """Once somebody has called."""
    lead: float = 1.0
    """Before anybody has: for so much of it counts the lead of drawing over taking the discard, or the other way
    about, in log odds, beside what a hand counts for."""

    def of(self, view: View, callers: Sequence[int]) -> Fitted:
        """What makes chances of a view come true, where one of these players has called, or calls; of none, where
        nobody does."""
        if not callers:
            return Fitted(self.usual.of(view))
        fit, lives = self.call if view.player in callers else self.called, Platt(self.usual.standing)
        lows, highs = zip(*[ends_of_call(view, caller) for caller in callers], strict=True)
        return Fitted(fit.of(view), lives(min(lows)), lives(max(highs)))
