"""The levels of Jaipur below its expert: the network's moves, drawn by a softmax over their values."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from game.agents.agent import Scorer
from game.agents.pickers import Softmax
from game.agents.platt import Platt
from game.games.ai import AI
from game.games.levels import between, level
from game.rules.language import _

if TYPE_CHECKING:  # it takes numpy
    from game.games.jaipur.neural import NeuralScorer


def levels(neural: AI, expert: AI) -> tuple[AI, ...]:
    """The three levels below the expert, the weakest first, and what lies between all four.

    Temperatures, and what the worst error costs, are in units of the network's value, -1 for a round lost to 1 for one
    won; they were chosen by the rounds that one level wins from the next (assets/jaipur/README.md has how many).
    What is shown was fitted on matches of each level against itself, of the seeds from 5001 on: the chance of a round,
    and how much of the edge that beginning a round gives to experts it gives to players who err.
    """

    def errs(name: str, temperature: float, worst: float, platt: Platt, edge: float, about: str) -> AI:
        def erring(scorers: Sequence[Scorer]) -> list[Scorer]:
            return [cast("NeuralScorer", scorer).erring(platt, edge) for scorer in scorers]

        return level(name, neural, about, Softmax(temperature, worst), scorers=erring)

    below = (
        errs(
            "beginner",
            0.4,
            0.8,
            Platt(0.75, 0.14),
            0.45,
            _("draws a lot among all but the worst moves: the better, the likelier"),
        ),
        errs(
            "casual",
            0.16,
            0.5,
            Platt(0.83, 0.07),
            0.35,
            _("plays sensibly, with errors in most rounds that a good player uses"),
        ),
        errs("club", 0.06, 0.3, Platt(1.1), 0.75, _("plays well; its errors are small, and few")),
    )
    return *below, between((*below, expert))
