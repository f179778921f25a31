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
    2: Fits(Fit(0.49, 1.21, 0.19), Fit(0.49, 1.21, 0.19), Fit(1.39, 1.21, 0.86)),
    3: Fits(Fit(0.32, 1.2, 0.23), Fit(0.32, 1.2, 0.23), Fit(0.64, 1.08, 0.34)),
    4: Fits(Fit(0.16, 0.99, 0.03), Fit(0.16, 0.99, 0.03), Fit(0.38, 0.93, 0.05)),
}
CASUAL: Mapping[int, Fits] = {
    2: Fits(Fit(0.58, 1.31, 0.15), Fit(0.58, 1.31, 0.15), Fit(1.22, 1.4, 0.02)),
    3: Fits(Fit(0.37, 1.3, 0.31), Fit(0.37, 1.3, 0.31), Fit(0.78, 1.25, 0.37)),
    4: Fits(Fit(0.29, 1.17, 0.26), Fit(0.29, 1.17, 0.26), Fit(0.54, 1.2, 0.34)),
}
CLUB: Mapping[int, Fits] = {
    2: Fits(Fit(0.96, 1.03, 0.06), Fit(0.96, 1.03, 0.06), Fit(1.58, 1.09, -0.17)),
    3: Fits(Fit(0.72, 1.17, 0.16), Fit(0.72, 1.17, 0.16), Fit(0.99, 1.21, 0.06)),
    4: Fits(Fit(0.48, 1.2, 0.24), Fit(0.48, 1.2, 0.24), Fit(0.58, 1.26, 0.26)),
}
"""What the networks' chances come to among players who all err as a level does, by how many are alive."""


def levels(neural: AI, expert: AI) -> tuple[AI, ...]:
    """The three levels below the expert, the weakest first, and what lies between all four.

    Temperatures, and what the worst error costs, are in percent points of the chance to win the match; they were chosen
    so that beginner loses one of four matches to random, and each step wins about 70 % (assets/thirty_one/README.md has
    what they do). Whoever has moved gains by the errors that others make next, and once somebody has called by how ill
    they call, so other chances are shown than the networks tell: a hand counts for less, as errors undo what it is
    worth, and a lead in lives for more. What is made of them was fitted on matches of each level against itself with
    two, three and four players, of the seeds from 5001 on.
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
