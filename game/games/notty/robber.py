"""The robber of Notty: the group-maker that robs, in every turn, whoever is nearest to going out of those with more
than one card.

It shares all parts of the group-maker but the steal, and the unit of its scores, turns saved. A theft is worth what a
card of that hand saves, for the group-maker; for the robber the theft from its nearest rival comes before everything
but going out, as no scorer of turns looks at what a rival loses.
"""

from random import Random

from game.agents.agent import Candidate, Reason
from game.games.notty.cover import leftover
from game.games.notty.group_maker import DiscardGroup, DrawAndDiscard, DrawCards, EndTurn, StealCard, turns_to_go
from game.games.notty.hands import size
from game.games.notty.moves import Move, MoveKind
from game.games.notty.rules import View

_NEAREST = Reason("nearest to going out: {} of {} left over")
_NEAREST_OF_MORE = Reason("nearest to going out of those with more than one card: {} of {} left over")


def nearest(view: View) -> int | None:
    """The opponent whose best groups leave the fewest cards over, of those who hold more than a last card, which nobody
    should take; of equal ones who holds more, then the next to move. None where there is none."""
    players = len(view.hands)
    in_order = [(view.player + step) % players for step in range(1, players)]
    worth = [other for other in in_order if size(view.hands[other]) > 1]
    return min(worth, key=lambda other: (leftover(view.hands[other]), -size(view.hands[other])), default=None)


class RobNearest(StealCard):
    """As the group-maker's, but the theft from the nearest rival is worth all the turns that the own hand is from
    empty: no other action saves so many, unless the hand can go at once."""

    name = "rob"

    def score(self, view: View, rng: Random) -> list[Candidate]:
        candidates = super().score(view, rng)
        target = nearest(view)
        if target is None or not leftover(view.hand):
            return candidates
        robbed = Move(MoveKind.STEAL, target)
        return [self._robbing(view, target) if each.move == robbed else each for each in candidates]

    @staticmethod
    def _robbing(view: View, target: int) -> Candidate:
        theirs = view.hands[target]
        skipped = any(size(hand) == 1 for other, hand in enumerate(view.hands) if other != view.player)
        why = _NEAREST_OF_MORE if skipped else _NEAREST
        reason = Reason(why.template, (leftover(theirs), size(theirs)))
        return Candidate(Move(MoveKind.STEAL, target), turns_to_go(view.hand), reason)


def scorers() -> tuple[DiscardGroup, RobNearest, DrawCards, DrawAndDiscard, EndTurn]:
    """The five scorers; of equal scores the picker takes the first in this order."""
    return DiscardGroup(), RobNearest(), DrawCards(), DrawAndDiscard(), EndTurn()
