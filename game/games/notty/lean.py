"""Notty's lean player: it keeps its hand small, the plain way to play that others are measured against."""

from collections.abc import Iterator
from random import Random

from game.agents.agent import Candidate, Reason
from game.games.notty.choices import card_to_return, group_to_discard
from game.games.notty.hands import size
from game.games.notty.moves import DRAW_TO_DISCARD, DRAWS, NEXT_TURN, RETURNS, Move, MoveKind
from game.games.notty.rules import View
from game.rules.wording import counted

SMALL = 3
"""It draws only when it holds no more cards than this."""


class LeanPlay:
    """The one action that the lean player takes, with a score of 1: it discards what it can at once, draws a card when
    it holds three or fewer, draws and discards in every turn, and steals from nobody."""

    name = "lean play"

    def score(self, view: View, rng: Random) -> Iterator[Candidate]:
        if view.to_move == view.player:
            move, why = self._action(view)
            yield Candidate(move, 1.0, why)

    @staticmethod
    def _action(view: View) -> tuple[Move, Reason]:
        hand = view.hand
        if view.must_return:
            return RETURNS[card_to_return(hand)], Reason("the card that is missed least")
        group = group_to_discard(hand)
        if group is not None:
            return Move(MoveKind.DISCARD_GROUP, group), Reason("a group is discarded at once")
        if view.may_draw and size(hand) <= SMALL:
            few = counted(size(hand), "{number:,} card is", "{number:,} cards are")
            return DRAWS[0], Reason("{} few enough to draw", (few,))
        if view.may_swap:
            return DRAW_TO_DISCARD, Reason("one card for a better one, and no more cards")
        return NEXT_TURN, Reason("nothing else to do")
