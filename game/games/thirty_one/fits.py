"""What the chances that networks tell at Thirty-one come to: a hand and the lives count each for its own.

Networks tell how likely a match is won after a choice. By the lives alone that is known, from the table of standings;
what they tell beyond it, of a hand, is too much or too little, by who plays and by what is done.
"""

from math import exp, inf, log
from typing import Any, NamedTuple, TypeVar

from game.agents.platt import Platt
from game.games.thirty_one.standings import chance_by_lives
from game.games.thirty_one.state import View

C = TypeVar("C", bound=Any)
"""A chance in [0, 1], or an array of them."""


class Fit(NamedTuple):
    """What log odds come to: `standing` times those of the lives alone, and beyond these `hand` times what is told
    beyond them and `shift`, together no more than `most`."""

    hand: float
    standing: float
    shift: float
    most: float = inf

    def of(self, view: View) -> "Fitted":
        """What makes chances of this view come true."""
        chance = chance_by_lives(view)
        by_lives = log(chance / (1.0 - chance))
        platt = Platt(self.hand, self.shift + (self.standing - self.hand) * by_lives)
        return Fitted(platt, 1.0 / (1.0 + exp(-self.standing * by_lives - self.most)))


class Fitted(NamedTuple):
    """What is shown of chances: what `platt` makes of them, and no more than `most`."""

    platt: Platt
    most: float

    def __call__(self, chance: C) -> C:
        """The chance, or each of an array, as it is to be shown."""
        found = self.platt(chance)
        shown: C = found + (self.most - found) * (found > self.most)
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

    def of(self, view: View, calls: bool) -> Fitted:
        """What makes chances of a view come true, of a call or of anything else."""
        return (self.called if view.caller is not None else self.call if calls else self.usual).of(view)
