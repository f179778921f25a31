"""The levels of Thirty-one below its expert: the networks' moves, drawn by a softmax over the chances they tell."""

from collections.abc import Sequence
from random import Random

from game.agents.agent import Candidate, Scorer, scored
from game.agents.pickers import Softmax
from game.agents.platt import Platt
from game.games.ai import AI
from game.games.levels import between, level
from game.games.thirty_one.cards import BEST, BIT, cards_of, points
from game.games.thirty_one.moves import TAKE_DISCARD, Move, MoveKind
from game.games.thirty_one.state import View
from game.rules.language import _


def levels(neural: AI, expert: AI) -> tuple[AI, ...]:
    """The three levels below the expert, the weakest first, and what lies between all four.

    Temperatures, and what the worst error costs, are in percent points of the chance to win the match; they were chosen
    so that beginner
    loses one of four matches to random, and each step wins about 70 % (assets/thirty_one/README.md has what they do).
    Whoever has just played gains by the errors that follow, so the chances shown are shifted up; by how much was fitted
    on matches of each level against itself, with two to four players, of the seeds from 5001 on.
    """

    def errs(name: str, temperature: float, worst: float, shift: float, about: str) -> AI:
        picker, platt = Softmax(temperature, worst), Platt(shift=shift)
        return level(name, neural, about, picker, scorers=_seeing_31, platt=platt)

    below = (
        errs("beginner", 9.0, 50.0, 0.35, _("knows the rules, and a good card when it sees one")),
        errs("casual", 3.6, 30.0, 0.265, _("gathers a suit, and often calls or draws at the wrong time")),
        errs("club", 0.8, 10.0, 0.055, _("plays well; its errors are small")),
    )
    return *below, between((*below, expert))


def makes_31(view: View, move: Move) -> bool:
    """Whether a move makes 31, or takes the card that does: the round is won."""
    if move.kind is MoveKind.DISCARD:
        return points(view.hand & ~BIT[move.card]) == BEST
    if move != TAKE_DISCARD:
        return False
    return any(points(view.hand & ~BIT[card] | BIT[view.discard[-1]]) == BEST for card in cards_of(view.hand))


def _seeing_31(scorers: Sequence[Scorer]) -> Sequence[Scorer]:
    return [Seeing31(scorer) for scorer in scorers]


class Seeing31:
    """Plays as another does, but for a 31 that can be made now: nobody lets that go by."""

    def __init__(self, scorer: Scorer) -> None:
        self.name = scorer.name
        self._scorer = scorer

    def score(self, view: View, rng: Random) -> list[Candidate]:
        """The candidates of the other; where some make 31, these alone."""
        found = scored(self._scorer, view, rng)
        return [candidate for candidate in found if makes_31(view, candidate.move)] or found
