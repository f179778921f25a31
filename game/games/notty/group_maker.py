"""The utility AI of Notty: a scorer for each kind of action, all of them in one unit, turns saved.

Whoever empties a large hand in one turn wins: many cards give every new card something to join. So a hand is judged by
how many turns it is from the one in which its groups hold every card, on the average: `turns`. A scorer gives the turns
that its action saves, the mean over all cards that may come where chance has a say; next turn saves nothing, so an
action that costs turns is not taken.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from math import sqrt
from random import Random

from game.agents.agent import Candidate, Reason
from game.games.notty.choices import useful
from game.games.notty.cover import leftover, raising
from game.games.notty.groups import groups
from game.games.notty.hands import HAND_LIMIT, KEPT, ONE, each_kind, size
from game.games.notty.moves import DRAW_TO_DISCARD, DRAWS, NEXT_TURN, RETURNS, Move, MoveKind, targets
from game.games.notty.rules import View

READY, ROOT, ROOM, ROOT_AND_ROOM = -0.02, 5.97, 1.66, -0.38
"""Turns: for a hand that is not ready, by the root of the cards left over, by each card that the hand could still take,
and for both together. ``python -m benchmarks.notty_turns`` finds them: this AI empties hands alone, and they are fitted
to the turns that each hand then took."""

_LEFT = Reason("{} of {} left over: {:.1f} turns to go, {:.1f} after this")


def turns(left: float, room: int) -> float:
    """How many more turns a hand needs, on the average, that leaves so many cards over (a mean, too) and could take
    `room` more: 0 when its groups hold every card."""
    if left <= 0:
        return 0.0
    root = sqrt(left)
    return max(1.0, READY + ROOT * root + ROOM * room + ROOT_AND_ROOM * root * room)


def room_of(hand: int) -> int:
    """How many more cards a hand could take by the rules that the turns were fitted to."""
    return HAND_LIMIT - size(hand)


@lru_cache(maxsize=KEPT)
def turns_to_go(hand: int) -> float:
    """The turns of a hand with which the turn ends: one that could be emptied now needs its next turn."""
    return max(1.0, turns(leftover(hand), room_of(hand)))


@lru_cache(maxsize=KEPT)
def gained(hand: int, cards: int) -> tuple[float, ...]:
    """Of these cards, which share of them would raise the cover of a hand by 0, 1, 2, ... cards."""
    number = size(cards)
    at_least = [number, *[size(cards & 3 * kinds) for kinds in raising(hand)], 0]
    return tuple([(more - next_) / number for more, next_ in pairwise(at_least)])


def with_cards(hand: int, cards: int, number: int) -> float:
    """The turns left on the average when so many of these cards come to a hand, the first being any of them and the
    others joining as many cards as that one does on the average."""
    shares, room = gained(hand, cards), room_of(hand) - number
    left = leftover(hand) + 1 + (number - 1) * (1 - sum(gain * share for gain, share in enumerate(shares)))
    return sum(share * turns(left - gain, room) for gain, share in enumerate(shares))


def swapped(hand: int, deck: int) -> float:
    """The turns left on the average when a card is drawn, and one that is left over returned; 0 for a hand that its
    groups hold already."""
    left, room = leftover(hand), room_of(hand)
    return sum(share * turns(left - gain, room) for gain, share in enumerate(gained(hand, deck)))


def _candidate(view: View, move: Move, then: float) -> Candidate:
    """A candidate whose action leaves `then` turns on the average."""
    now = turns_to_go(view.hand)
    return Candidate(move, now - then, Reason(_LEFT.template, (leftover(view.hand), size(view.hand), now, then)))


def _free(view: View) -> bool:
    """Whether the player is to choose among actions, not to return a card."""
    return view.to_move == view.player and not view.must_return


class DrawCards:
    """The turns that 1, 2 or 3 cards of the deck save."""

    name = "draw"

    def score(self, view: View, rng: Random) -> Iterator[Candidate]:
        if _free(view) and view.may_draw:
            for number in range(1, view.most_drawn + 1):
                yield _candidate(view, DRAWS[number - 1], with_cards(view.hand, view.unseen, number))


class StealCard:
    """The turns that a card of an opponent saves. Taking a last card loses the match: it costs all the turns that were
    left."""

    name = "steal"

    def score(self, view: View, rng: Random) -> list[Candidate]:
        if not _free(view) or not view.may_steal or not view.room:
            return []
        return [self._from(view, target) for target in targets(view.player, view.hands)]

    @staticmethod
    def _from(view: View, target: int) -> Candidate:
        move, theirs = Move(MoveKind.STEAL, target), view.hands[target]
        if size(theirs) == 1:
            now = turns_to_go(view.hand)
            return Candidate(
                move, -now, Reason("their last card: they would win, with {:.1f} turns to go here", (now,))
            )
        return _candidate(view, move, with_cards(view.hand, theirs, 1))


class DrawAndDiscard:
    """The turns that the better hand saves when one card is drawn and one returned; and, once it is drawn, those that
    each card saves when it is returned."""

    name = "draw and discard"

    def score(self, view: View, rng: Random) -> Iterable[Candidate]:
        if view.to_move != view.player:
            return []
        if view.must_return:
            return self._returns(view)
        return [_candidate(view, DRAW_TO_DISCARD, swapped(view.hand, view.unseen))] if view.may_swap else []

    @staticmethod
    def _returns(view: View) -> Iterator[Candidate]:
        """Of cards that leave the fewest over, what the card saves that the next turn draws, too: that tells hands
        apart that leave equally many. Of equal ones the first is that which breaks up the fewest pairs."""
        rests = {kind: view.hand - ONE[kind] for kind in each_kind(view.hand)}
        fewest = min(map(leftover, rests.values()))
        for kind in sorted(rests, key=lambda kind: -useful(rests[kind])):
            rest, left = rests[kind], leftover(rests[kind])
            then = swapped(rest, view.unseen) if left == fewest else turns(left, room_of(rest))
            yield _candidate(view, RETURNS[kind], then)


class DiscardGroup:
    """The turns that discarding a group saves: those of the whole hand where its groups hold every card; else it costs
    some, as fewer cards give a new one less to join."""

    name = "discard a group"

    def score(self, view: View, rng: Random) -> Iterator[Candidate]:
        if _free(view):
            for group in groups(view.hand):
                rest = view.hand - group
                yield _candidate(view, Move(MoveKind.DISCARD_GROUP, group), turns(leftover(rest), room_of(rest)))


class EndTurn:
    """Saves nothing, and is what everything else is measured by."""

    name = "next turn"

    def score(self, view: View, rng: Random) -> list[Candidate]:
        return [_candidate(view, NEXT_TURN, turns_to_go(view.hand))] if _free(view) else []


def scorers() -> tuple[DrawCards, StealCard, DrawAndDiscard, DiscardGroup, EndTurn]:
    """The five scorers; of equal scores the picker takes the first in this order."""
    return DrawCards(), StealCard(), DrawAndDiscard(), DiscardGroup(), EndTurn()
