"""The levels of Thirty-one below its expert: the networks' moves, drawn by a softmax over the chances they tell."""

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, cast

from game.agents.agent import Candidate, Scorer, scored
from game.agents.pickers import Softmax
from game.agents.platt import Platt
from game.games.ai import AI
from game.games.levels import between, level
from game.games.thirty_one.moves import makes_31
from game.games.thirty_one.state import View
from game.rules.language import _

if TYPE_CHECKING:  # it takes numpy
    from game.games.thirty_one.neural import NeuralScorer


def levels(neural: AI, expert: AI) -> tuple[AI, ...]:
    """The three levels below the expert, the weakest first, and what lies between all four.

    Temperatures, and what the worst error costs, are in percent points of the chance to win the match; they were chosen
    so that beginner loses one of four matches to random, and each step wins about 70 % (assets/thirty_one/README.md has
    what they do). Whoever has moved gains by the errors that others make next, so the chances are shown shifted up; by
    how much, with two players, three and four, was fitted on matches of each level against itself, of the seeds from
    5001 on.
    """

    def errs(name: str, temperature: float, worst: float, shifts: Sequence[float], about: str) -> AI:
        def seeing_31(scorers: Sequence[Scorer]) -> list[Scorer]:
            return [Seeing31([cast("NeuralScorer", each).erring(Platt(shift=by)) for by in shifts]) for each in scorers]

        return level(name, neural, about, Softmax(temperature, worst), scorers=seeing_31)

    below = (
        errs("beginner", 9.0, 50.0, (0.39, 0.36, 0.29), _("knows the rules, and a good card when it sees one")),
        errs("casual", 3.6, 30.0, (0.24, 0.29, 0.27), _("gathers a suit, and often calls or draws at the wrong time")),
        errs("club", 0.8, 10.0, (0.03, 0.07, 0.08), _("plays well; its errors are small")),
    )
    return *below, between((*below, expert))


class Seeing31:
    """Plays as others do, one for two players, one for three and one for four, but for a 31 that can be made now:
    nobody lets that go by."""

    def __init__(self, scorers: Sequence[Scorer]) -> None:
        self.name = scorers[0].name
        self._scorers = scorers

    def score(self, view: View, rng: Random) -> list[Candidate]:
        """The candidates of the one for so many players; where some make 31, these alone."""
        found = scored(self._scorers[view.players - 2], view, rng)
        return [candidate for candidate in found if makes_31(view, candidate.move)] or found
