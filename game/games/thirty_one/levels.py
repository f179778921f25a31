"""The levels of Thirty-one below its expert: the networks' moves, drawn by a softmax over the chances they tell."""

from collections.abc import Sequence
from math import inf
from random import Random
from typing import TYPE_CHECKING, cast

from game.agents.agent import Candidate, Scorer, scored
from game.agents.pickers import Softmax
from game.games.ai import AI
from game.games.levels import between, level
from game.games.thirty_one.fits import Fit
from game.games.thirty_one.moves import makes_31
from game.games.thirty_one.standings import never_let_go
from game.games.thirty_one.state import View
from game.rules.language import _

if TYPE_CHECKING:  # it takes numpy
    from game.games.thirty_one.neural import NeuralScorer


def levels(neural: AI, expert: AI) -> tuple[AI, ...]:
    """The three levels below the expert, the weakest first, and what lies between all four.

    Temperatures, and what the worst error costs, are in percent points of the chance to win the match; they were chosen
    so that beginner loses one of four matches to random, and each step wins about 70 % (assets/thirty_one/README.md has
    what they do). Whoever has moved gains by the errors that others make next, and once somebody has called by how ill
    they call, so other chances are shown than the networks tell: a hand counts for less, as errors undo what it is
    worth, and a lead in lives for more. What is made of them was fitted on matches of each level against itself with
    two, three and four players, of the seeds from 5001 on.
    """

    def errs(
        name: str,
        temperature: float,
        worst: float,
        before: Sequence[tuple[float, float, float]],
        called: Sequence[tuple[float, float, float]],
        about: str,
    ) -> AI:
        fits = [(Fit(*usual), Fit(*then)) for usual, then in zip(before, called, strict=True)]

        def seeing_31(scorers: Sequence[Scorer]) -> list[Scorer]:
            return [Seeing31(cast("NeuralScorer", each), fits) for each in scorers]

        return level(name, neural, about, Softmax(temperature, worst), scorers=seeing_31)

    # Behind the temperature and the worst error: before anybody has called with two alive, three and four, and then.
    below = (
        errs(
            "beginner",
            9.0,
            50.0,
            ((0.49, 1.21, 0.19), (0.32, 1.2, 0.23), (0.16, 0.99, 0.03)),
            ((1.39, 1.21, 0.86), (0.64, 1.08, 0.34), (0.38, 0.93, 0.05)),
            _("knows the rules, and a good card when it sees one"),
        ),
        errs(
            "casual",
            3.6,
            30.0,
            ((0.58, 1.31, 0.15), (0.37, 1.3, 0.31), (0.29, 1.17, 0.26)),
            ((1.22, 1.4, 0.02), (0.78, 1.25, 0.37), (0.54, 1.2, 0.34)),
            _("gathers a suit, and often calls or draws at the wrong time"),
        ),
        errs(
            "club",
            0.8,
            10.0,
            ((0.96, 1.03, 0.06), (0.72, 1.17, 0.16), (0.48, 1.2, 0.24)),
            ((1.58, 1.09, -0.17), (0.99, 1.21, 0.06), (0.58, 1.26, 0.26)),
            _("plays well; its errors are small"),
        ),
    )
    return *below, between((*below, expert))


class Seeing31:
    """Plays as the networks do, but for the moves that nobody lets go (`never_let_go`), and a 31 that can be made now:
    it gives that up only for what is told to be worth as much. What is shown is by how many are alive, two, three or
    four: before anybody has called, and then."""

    def __init__(self, networks: "NeuralScorer", fits: Sequence[tuple[Fit, Fit]]) -> None:
        self.name = networks.name
        self._networks, self._fits = networks, fits

    def score(self, view: View, rng: Random) -> list[Candidate]:
        """The candidates of the networks, as far as they come into question."""
        before, called = self._fits[view.alive - 2]
        found = scored(self._networks.erring((before if view.caller is None else called).of(view)), view, rng)
        if best := never_let_go(view, [each.move for each in found]):
            return [each for each in found if each.move in best]
        least = max([each.score for each in found if makes_31(view, each.move)], default=-inf)
        return [each for each in found if each.score >= least]
