"""The levels of Thirty-one below its expert: the networks' moves, drawn by a softmax over the chances they tell."""

from collections.abc import Mapping, Sequence
from math import inf
from random import Random
from typing import TYPE_CHECKING, cast

from game.agents.agent import Candidate, Scorer, scored
from game.agents.pickers import Softmax
from game.games.ai import AI
from game.games.levels import between, level
from game.games.thirty_one.fits import Fit, Fits
from game.games.thirty_one.moves import makes_31
from game.games.thirty_one.standings import never_let_go
from game.games.thirty_one.state import View
from game.rules.language import _

if TYPE_CHECKING:  # it takes numpy
    from game.games.thirty_one.neural import NeuralScorer


BEGINNER: Mapping[int, Fits] = {
    2: Fits(Fit(0.39, 1.3, 0.14), Fit(0.97, 0.84, 0.56), Fit(1.67, 1.19, 1.05)),
    3: Fits(Fit(0.27, 1.23, 0.22), Fit(0.54, 1.0, 0.43), Fit(0.61, 1.06, 0.3)),
    4: Fits(Fit(0.13, 1.1, 0.13), Fit(0.43, 1.13, 0.49), Fit(0.41, 1.14, 0.27)),
}
CASUAL: Mapping[int, Fits] = {
    2: Fits(Fit(0.51, 1.37, 0.12), Fit(1.56, 0.76, 0.53), Fit(1.77, 1.4, 0.14)),
    3: Fits(Fit(0.31, 1.38, 0.33), Fit(0.48, 1.21, 0.42), Fit(0.72, 1.33, 0.37)),
    4: Fits(Fit(0.25, 1.28, 0.35), Fit(0.34, 1.17, 0.4), Fit(0.46, 1.32, 0.42)),
}
CLUB: Mapping[int, Fits] = {
    2: Fits(Fit(0.86, 1.08, 0.06), Fit(2.89, 0.8, -0.16), Fit(2.6, 0.66, -0.3)),
    3: Fits(Fit(0.64, 1.17, 0.14), Fit(0.44, 1.0, 0.21), Fit(1.13, 1.2, 0.08)),
    4: Fits(Fit(0.39, 1.2, 0.23), Fit(0.12, 1.11, 0.33), Fit(0.57, 1.25, 0.22)),
}
"""What the networks' chances come to among players who all err as a level does, by how many are alive."""


def levels(neural: AI, expert: AI) -> tuple[AI, ...]:
    """The three levels below the expert, the weakest first, and what lies between all four.

    Temperatures, and what the worst error costs, are in percent points of the chance to win the match; they were chosen
    so that beginner loses one of four matches to random, and each step wins about 70 % (assets/thirty_one/README.md has
    what they do). Whoever has moved gains by the errors that others make next, and once somebody has called by how ill
    they call, so other chances are shown than the networks tell: a hand counts for less, as errors undo what it is
    worth, and a lead in lives for more. What is made of them was fitted on 1,500 matches each of every level against
    itself with two, three and four players, of the seeds from 5001 on, calls and what follows them on 2,500 each.
    """

    def errs(name: str, temperature: float, worst: float, fits: Mapping[int, Fits], about: str) -> AI:
        def seeing_31(scorers: Sequence[Scorer]) -> list[Scorer]:
            return [Seeing31(cast("NeuralScorer", each).erring(fits)) for each in scorers]

        return level(name, neural, about, Softmax(temperature, worst), scorers=seeing_31)

    below = (
        errs("beginner", 9.0, 50.0, BEGINNER, _("knows the rules, and a good card when it sees one")),
        errs("casual", 3.6, 30.0, CASUAL, _("gathers a suit, and often calls or draws at the wrong time")),
        errs("club", 0.8, 10.0, CLUB, _("plays well; its errors are small")),
    )
    return *below, between((*below, expert))


class Seeing31:
    """Plays as networks of a player that errs, but for the moves that nobody lets go (`never_let_go`), and a 31 that
    can be made now: it gives that up only for what is told to be worth as much."""

    def __init__(self, networks: "NeuralScorer") -> None:
        self.name = networks.name
        self._networks = networks

    def score(self, view: View, rng: Random) -> list[Candidate]:
        """The candidates of the networks, as far as they come into question."""
        found = scored(self._networks, view, rng)
        if best := never_let_go(view, [each.move for each in found]):
            return [each for each in found if each.move in best]
        least = max([each.score for each in found if makes_31(view, each.move)], default=-inf)
        return [each for each in found if each.score >= least]
