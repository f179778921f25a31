"""The utility AI of Notty: a scorer for each kind of action, all of them in one unit, turns saved.

Whoever empties a large hand in one turn wins: many cards give every new card something to join. So a hand is judged by
how many turns it is from the one in which its groups hold every card, on the average: `turns_left`. A scorer gives the
turns that its action saves, the mean over what may come where chance has a say; next turn saves nothing, so an action
that costs turns is not taken.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import accumulate
from math import sqrt
from random import Random

from game.brains.agent import Candidate, Reason
from game.brains.notty_cover import cover, leftover, outs
from game.rules.notty import View
from game.rules.notty_groups import groups
from game.rules.notty_hands import HAND_LIMIT, MOST_DRAWN, ONE, count, each_kind, size, unpack
from game.rules.notty_moves import DRAW_TO_DISCARD, DRAWS, NEXT_TURN, RETURNS, Move, MoveKind, targets

READY, ROOT, ROOM, ROOT_AND_ROOM, OUT = 3.0, 7.5, 1.5, 0.25, 0.05
"""Turns: for a hand that is not ready, by the root of the cards left over, by each card that the hand could still take,
less for both together, and less for each out. They follow hands of 20 that were emptied alone (left over 1, 2, 5, 10:
5, 8, 14, 20 turns on the average, filling up from 4 cards included 26) and were then tried in play."""
SAMPLES = 8
"""How often chance is asked where its outcomes are too many to weigh all of them."""

_LEFT = Reason("{} left over of {}, about {:.1f} turns; then {:.1f}")


@lru_cache(maxsize=1 << 16)
def turns_left(hand: int, deck: int) -> float:
    """How many more turns a hand needs after this one, on the average: 0 when its groups hold every card."""
    left = leftover(hand)
    if not left:
        return 0.0
    root, room = sqrt(left), HAND_LIMIT - size(hand)
    return max(1.0, READY + ROOT * root + ROOM * room - ROOT_AND_ROOM * root * room - OUT * outs(hand, deck))


def turns_to_go(hand: int, deck: int) -> float:
    """The same for a hand with which the turn ends: one that could be emptied now needs its next turn."""
    return max(1.0, turns_left(hand, deck))


def _candidate(view: View, move: Move, then: float) -> Candidate:
    """A candidate whose action leaves `then` turns on the average."""
    now = turns_to_go(view.hand, view.unseen)
    terms = (leftover(view.hand), size(view.hand), now, then)
    return Candidate(move, now - then, Reason(_LEFT.template, terms))


def _mean(values: Iterable[float]) -> float:
    found = list(values)
    return sum(found) / len(found)


def _free(view: View) -> bool:
    """Whether the player is to choose among actions, not to return a card."""
    return view.to_move == view.player and not view.must_return


class DrawCards:
    """The turns that 1, 2 or 3 cards save, the mean over cards sampled from the deck."""

    name = "draw"

    def score(self, view: View, rng: Random) -> list[Candidate]:
        room = min(MOST_DRAWN, HAND_LIMIT - size(view.hand))
        if not _free(view) or not view.may_draw or room < 1:
            return []
        deck = unpack(view.unseen)
        hands = [
            list(accumulate([ONE[kind] for kind in rng.sample(deck, room)], initial=view.hand)) for _ in range(SAMPLES)
        ]
        return [
            _candidate(view, DRAWS[number - 1], _mean(turns_left(drawn[number], view.unseen) for drawn in hands))
            for number in range(1, room + 1)
        ]


class StealCard:
    """The turns that a card of an opponent saves, the mean over its hand. Taking a last card loses the match: it costs
    all the turns that were left."""

    name = "steal"

    def score(self, view: View, rng: Random) -> list[Candidate]:
        if not _free(view) or not view.may_steal or size(view.hand) >= HAND_LIMIT:
            return []
        return [self._from(view, target) for target in targets(view.player, view.hands)]

    @staticmethod
    def _from(view: View, target: int) -> Candidate:
        move, theirs = Move(MoveKind.STEAL, target), view.hands[target]
        if size(theirs) == 1:
            now = turns_to_go(view.hand, view.unseen)
            return Candidate(move, -now, Reason("their last card: they would win, and {:.1f} turns be lost", (now,)))
        kinds = each_kind(theirs)
        then = sum(count(theirs, kind) * turns_left(view.hand + ONE[kind], view.unseen) for kind in kinds)
        return _candidate(view, move, then / size(theirs))


class DrawAndDiscard:
    """The turns that the better hand saves when one card is drawn and the least useful returned, the mean over sampled
    cards; and, once it is drawn, those that each card saves when it is returned."""

    name = "draw and discard"

    def score(self, view: View, rng: Random) -> list[Candidate]:
        if view.to_move != view.player:
            return []
        if view.must_return:
            return [
                _candidate(view, RETURNS[kind], turns_left(view.hand - ONE[kind], view.unseen))
                for kind in each_kind(view.hand)
            ]
        if not view.may_swap:
            return []
        deck = unpack(view.unseen)
        drawn = [view.hand + ONE[rng.choice(deck)] for _ in range(SAMPLES)]
        return [_candidate(view, DRAW_TO_DISCARD, _mean(self._returned(hand, view.unseen) for hand in drawn))]

    @staticmethod
    def _returned(hand: int, deck: int) -> float:
        """The turns left when the best card of a hand is returned: one of those that leave the largest cover."""
        covers = {kind: cover(hand - ONE[kind]) for kind in each_kind(hand)}
        largest = max(covers.values())
        if largest == size(hand) - 1:
            return 0.0
        return min(turns_left(hand - ONE[kind], deck) for kind, held in covers.items() if held == largest)


class DiscardGroup:
    """The turns that discarding a group saves: those of the whole hand where its groups hold every card; else it costs
    some, as fewer cards give a new one less to join."""

    name = "discard a group"

    def score(self, view: View, rng: Random) -> Iterator[Candidate]:
        if _free(view):
            for group in groups(view.hand):
                then = turns_left(view.hand - group, view.unseen)
                yield _candidate(view, Move(MoveKind.DISCARD_GROUP, group), then)


class EndTurn:
    """Saves nothing, and is what everything else is measured by."""

    name = "next turn"

    def score(self, view: View, rng: Random) -> list[Candidate]:
        if not _free(view):
            return []
        return [_candidate(view, NEXT_TURN, turns_to_go(view.hand, view.unseen))]


def scorers() -> tuple[DrawCards, StealCard, DrawAndDiscard, DiscardGroup, EndTurn]:
    """The five scorers; of equal scores the picker takes the first in this order."""
    return DrawCards(), StealCard(), DrawAndDiscard(), DiscardGroup(), EndTurn()
