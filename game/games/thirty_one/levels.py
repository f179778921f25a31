"""The levels of Thirty-one below its expert: the networks' moves, drawn by a softmax over the chances they tell."""

from collections.abc import Sequence
from math import inf
from random import Random
from typing import TYPE_CHECKING, cast

from game.agents.agent import Candidate, Scorer, scored
from game.agents.pickers import Softmax
from game.agents.platt import Platt
from game.games.ai import AI
from game.games.levels import between, level
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
    they call, so other chances are shown than the networks tell; what is made of these, with two players, three and
    four, was fitted on matches of each level against itself, of the seeds from 5001 on.
    """

    def errs(
        name: str,
        temperature: float,
        worst: float,
        shifts: Sequence[float],
        called: Sequence[tuple[float, float]],
        about: str,
    ) -> AI:
        shown = [(Platt(shift=shift), Platt(*then)) for shift, then in zip(shifts, called, strict=True)]

        def seeing_31(scorers: Sequence[Scorer]) -> list[Scorer]:
            networks = [cast("NeuralScorer", each) for each in scorers]
            return [Seeing31([(each.erring(before), each.erring(then)) for before, then in shown]) for each in networks]

        return level(name, neural, about, Softmax(temperature, worst), scorers=seeing_31)

    # Behind the temperature and the worst error: shifts before anybody has called, then slopes and shifts.
    below = (
        errs(
            "beginner",
            9.0,
            50.0,
            (0.39, 0.36, 0.29),
            ((1.19, 0.75), (1.08, 0.56), (1.0, 0.35)),
            _("knows the rules, and a good card when it sees one"),
        ),
        errs(
            "casual",
            3.6,
            30.0,
            (0.24, 0.29, 0.27),
            ((1.34, 0.14), (1.16, 0.37), (1.07, 0.34)),
            _("gathers a suit, and often calls or draws at the wrong time"),
        ),
        errs(
            "club",
            0.8,
            10.0,
            (0.03, 0.07, 0.08),
            ((1.15, -0.29), (1.19, -0.03), (1.06, 0.01)),
            _("plays well; its errors are small"),
        ),
    )
    return *below, between((*below, expert))


class Seeing31:
    """Plays as others do, but for the moves that nobody lets go (`never_let_go`), and a 31 that can be made now: it
    gives that up only for what is told to be worth as much. For two players, three and four there are two each, which
    play alike and show other chances: before anybody has called, and then."""

    def __init__(self, scorers: Sequence[tuple[Scorer, Scorer]]) -> None:
        self.name = scorers[0][0].name
        self._scorers = scorers

    def score(self, view: View, rng: Random) -> list[Candidate]:
        """The candidates of the one that is for this, as far as they come into question."""
        before, called = self._scorers[view.players - 2]
        found = scored(before if view.caller is None else called, view, rng)
        if best := never_let_go(view, [each.move for each in found]):
            return [each for each in found if each.move in best]
        least = max([each.score for each in found if makes_31(view, each.move)], default=-inf)
        return [each for each in found if each.score >= least]
