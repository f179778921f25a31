"""The tactician of Thirty-one: it gathers tens and aces, watches what the next player wants, and calls late.

It judges a hand by an estimate of its own: the highest sum in one suit of values that were tuned in play, where a ten
or an ace counts far more than its points and a small card nothing, because 31 is what wins rounds. All scores of
candidates are in these values.
"""

from functools import lru_cache
from random import Random
from typing import NamedTuple

from game.brains.agent import Candidate, Reason
from game.brains.thirty_one_greedy import may_draw, must_discard
from game.brains.thirty_one_outlook import Outlook
from game.rules.thirty_one import View
from game.rules.thirty_one_cards import BEST, BIT, SUITS, VALUES, cards_of, points, suit_of
from game.rules.thirty_one_moves import CALL, DRAW_DECK, TAKE_DISCARD, legal_moves
from game.rules.thirty_one_words import CARD_NAMES

_TEN, _ACE = 10, 11
_SUIT_MASKS = tuple(sum(BIT[card] for card in range(52) if suit_of(card) == suit) for suit in range(len(SUITS)))


class Taste(NamedTuple):
    """What the tactician makes of cards and moves, tuned in play against the greedy player."""

    ace: float = 13.9
    ten: float = 10.9
    number: float = -7.8
    take: float = 0.92
    best: float = 100.0
    throw_ace: float = -5.3
    throw_ten: float = -2.7
    feed: float = -0.019
    spurned: float = 0.27
    call_at: float = 30.0


def card_worth(card: int, taste: Taste) -> float:
    """What a card of a suit that is gathered is worth: that of aces and tens is given, others are their points and
    `number`."""
    points = VALUES[card]
    return taste.ace if points == _ACE else taste.ten if points == _TEN else points + taste.number


@lru_cache(maxsize=8)
def by_taste(taste: Taste) -> Outlook:
    """Hands judged by the highest sum, in one suit, of what its cards are worth."""
    worths = tuple([card_worth(card, taste) for card in range(52)])

    def worth(hand: int) -> float:
        sums = [0.0] * len(SUITS)
        for card in cards_of(hand):
            sums[suit_of(card)] += worths[card]
        return max(sums)

    return Outlook(worth)


class DrawOrTake:
    name = "draw or take"

    def __init__(self, taste: Taste) -> None:
        self.taste = taste
        self._outlook = by_taste(taste)

    def score(self, view: View, rng: Random) -> list[Candidate]:
        if not may_draw(view):
            return []
        hand, top = view.hand, view.discard[-1]
        expected = self._outlook.expected(view)
        taken = self._outlook.swapped(hand)[top] - self.taste.take
        return [
            Candidate(DRAW_DECK, expected, Reason("")),
            Candidate(TAKE_DISCARD, taken, Reason("")),
        ]


class ThrowAway:
    name = "discard"

    def __init__(self, taste: Taste) -> None:
        self.taste = taste
        self._outlook = by_taste(taste)

    def score(self, view: View, rng: Random) -> list[Candidate]:
        if not must_discard(view):
            return []
        hand, left = view.hand, view.left
        known, thrown = view.known[left], view.thrown[left]
        found = []
        for move in legal_moves(view):
            card = move.card
            kept = hand ^ BIT[card]
            v = VALUES[card]
            t = self.taste
            total = self._outlook.worth(kept)
            if points(kept) == BEST:
                total += t.best
            total += t.throw_ace if v == 11 else t.throw_ten if v == 10 else 0
            suit = _SUIT_MASKS[suit_of(card)]
            total += t.feed * v * sum(VALUES[c] for c in cards_of(known & suit))
            total += t.spurned * min(2, (thrown & suit).bit_count()) * v / 10
            found.append(Candidate(move, total, Reason("")))
        return found


class CallLate:
    name = "call"

    def __init__(self, taste: Taste) -> None:
        self.taste = taste

    def score(self, view: View, rng: Random) -> list[Candidate]:
        if not may_draw(view) or view.caller is not None:
            return []
        calls = points(view.hand) >= self.taste.call_at and not view.first_turn
        return [Candidate(CALL, 1000.0 if calls else -1000, Reason(""))]


def tactician(taste: Taste = Taste()):
    return CallLate(taste), DrawOrTake(taste), ThrowAway(taste)
