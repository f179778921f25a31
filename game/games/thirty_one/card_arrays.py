"""Thirty-one's cards in arrays, and what is worth looking up about them: scores, sums, gains of a draw.

A card is a number as in :mod:`game.games.thirty_one.cards`; 52 stands for no card. A set of cards is a number with a
bit for each; its part of one suit, 13 bits, is an index into the tables below.

Tables are looked up with `take`: of a few rows that costs a fifth of an index in brackets, and of many rows no more.
"""

from functools import cache, reduce
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.games.thirty_one import cards as rules

Ints: TypeAlias = NDArray[np.int64]
Bools: TypeAlias = NDArray[np.bool_]

NO_CARD = rules.CARDS
THIRTY_ONE = 2 * rules.BEST
"""The best score: scores are kept twice as large, so that 30.5 is a whole number."""
DECK: Ints = np.arange(rules.CARDS)
"""All cards."""
VALUES: Ints = np.array([*rules.VALUES, 0])
"""What a card counts; no card counts 0."""
SUITS: Ints = np.array([*map(rules.suit_of, range(rules.CARDS)), 0])
"""The suit of a card; no card stands with the first, where it counts nothing."""
POINTS: Ints = VALUES[:, None] * (SUITS[:, None] == np.arange(4))
"""``POINTS[card, suit]``: what a card counts in each suit."""
BITS: Ints = np.array([*rules.BIT, 0])
"""The set that holds only this card; no card is the empty set."""
_RANKS = np.arange(rules.SUIT_SIZE)
SUIT_SHIFTS: Ints = rules.SUIT_SIZE * np.arange(4)
"""Where each suit begins in a set."""
SUIT_PARTS = 1 << rules.SUIT_SIZE
"""So many are the parts of one suit, the rows of tables of them."""

_HELD = (np.arange(SUIT_PARTS)[:, None] >> _RANKS) & 1
_RANK_VALUES = VALUES[: rules.SUIT_SIZE]
SUIT_COUNT: Ints = _HELD.sum(axis=1)
"""How many cards a suit's part of a set has."""
SUIT_SUM: Ints = _HELD @ _RANK_VALUES
"""What they count together."""
SUIT_TENS: Ints = _HELD @ (_RANK_VALUES == 10)
"""How many tens and courts it has."""
SUIT_ACE: Ints = _HELD[:, -1]
"""Whether it has the ace, 1 or 0."""
_MOST = int(VALUES.max())
SUIT_BEST: Ints = (_HELD * _RANK_VALUES).max(axis=1)
"""What the best of them counts, 0 where there is none."""
_LOWEST = np.where(_HELD, _RANK_VALUES, _MOST).min(axis=1)
SUIT_BASE: Ints = SUIT_SUM - np.where(SUIT_COUNT == rules.HAND_SIZE, _LOWEST, 0)
"""What a card that is drawn to this part of a hand adds to: all it counts; but of four cards of a suit the lowest goes,
which is the lowest of the three or the drawn one."""


def by_suit(cards: Ints, shifts: Ints = SUIT_SHIFTS) -> Ints:
    """The four suits' parts of sets of cards, (..., 4) for (...); in another order, if its `shifts` are given."""
    found: Ints = (cards[..., None] >> shifts) & (SUIT_PARTS - 1)
    return found


def highest(scores: NDArray[Any]) -> NDArray[Any]:
    """The highest of each row's few numbers, (n,): much faster than `max`."""
    return reduce(np.maximum, scores.T)


def summed(values: NDArray[Any]) -> NDArray[Any]:
    """The sum of each row's few numbers, added up in their order, (n,): much faster than `sum`."""
    return reduce(np.add, values.T)


def card_by_card(parts: Ints) -> Ints:
    """1 for each card that is in a set of these four parts, else 0: (n, 52) for (n, 4)."""
    return ((parts[:, :, None] >> _RANKS) & 1).reshape(len(parts), rules.CARDS)


# --- hands -------------------------------------------------------------------------------------------------------

_ANY = rules.CARDS + 1
_PLACES: Ints = np.array([_ANY * _ANY, _ANY, 1])


def hand_index(hands: Ints) -> Ints:
    """Where hands stand in a table of all of them, like `scores`: (...) for (..., 3)."""
    found: Ints = hands @ _PLACES
    return found


def swap_index(hands: Ints, card: Ints) -> Ints:
    """Where hands (..., 3) stand once a card (..., 1) has taken the place of each of their own, (..., 3)."""
    found: Ints = hand_index(hands)[..., None] + (card - hands) * _PLACES
    return found


_WITHOUT_EACH = np.array([
    [0, _PLACES[0], _PLACES[0], _PLACES[0]],
    [_PLACES[1], 0, _PLACES[1], _PLACES[1]],
    [_PLACES[2], _PLACES[2], 0, _PLACES[2]],
    [_PLACES[0], _PLACES[1], _PLACES[2], 0],
])  # fmt: skip


def index_without_each(four: Ints) -> Ints:
    """Where stand what is left of four cards without the first, the second and so on: (n, 4) for (n, 4)."""
    found: Ints = four.dot(_WITHOUT_EACH)
    return found


@cache
def _hand_points() -> Ints:
    """What every hand of three counts in each suit, whatever the order of its cards."""
    first, second, third = POINTS[:, None, None], POINTS[None, :, None], POINTS[None, None, :]
    return (first + second + third).reshape(-1, len(rules.SUITS))


@cache
def scores(three_of_a_kind: bool = False) -> NDArray[np.uint8]:
    """Twice the score of every hand of three, whatever the order of its cards: look up at `hand_index`. With the house
    rule, three of a kind count 30.5."""
    twice = 2 * _hand_points().max(axis=1)
    if three_of_a_kind:
        rank = np.array([*map(rules.rank_of, rules.DECK_CARDS), -1])
        first, second, third = rank[:, None, None], rank[None, :, None], rank[None, None, :]
        same = (first == second) & (second == third) & (first >= 0)
        twice = np.where(same.reshape(-1), int(2 * rules.THREE_ALIKE), twice)
    found: NDArray[np.uint8] = twice.astype(np.uint8)
    return found


def hand_union(hands: Ints) -> Ints:
    """Hands (n, 3) as sets, (n,)."""
    cards = BITS.take(hands)
    found: Ints = cards[:, 0] | cards[:, 1] | cards[:, 2]
    return found


_LEVELS = 32
"""Whole scores, and what a card may have to count, are lower."""
_LEVEL_OF_BASE: Ints = SUIT_PARTS * SUIT_BASE
_ASKED: Ints = SUIT_PARTS * np.stack([np.arange(2 * _LEVELS) // 2, np.full(2 * _LEVELS, _LEVELS + rules.BEST)], axis=1)
"""What is looked up at twice a score, see `prospects`, and how far before that by a suit's base."""


_EACH_SUIT = np.ones(len(rules.SUITS), dtype=np.int16)


@cache
def _cards_by_level() -> NDArray[np.int16]:
    """By level, of every suit's part of a set: by how much its cards exceed it, in sum, those below counting nothing;
    then, how many of them count just so much."""
    levels, values = np.arange(_LEVELS, dtype=np.float32), _RANK_VALUES[:, None]
    told = np.concatenate([np.maximum(values - levels, 0), values == levels], axis=1)
    found: NDArray[np.int16] = (told.T @ _HELD.T.astype(np.float32)).astype(np.int16)
    return found


def prospects(score: Ints, own: Ints, unseen: Ints, number: int = 2) -> NDArray[np.int16]:
    """What hands of twice these scores (n,) may draw, by the four suits' parts (n, 4) of the hands and of the unseen
    cards, (n, 2), or the first `number` of it: by how much the best discard after a draw raises the score, summed over
    the unseen cards; and how many of these make 31 so. Three of a kind count nothing of their own.

    The best three of the four score the greater of the old score and the card's value plus its suit's base; any other
    discard scores no more.
    """
    at = (unseen - _LEVEL_OF_BASE.take(own))[:, None] + _ASKED.take(score, axis=0)[:, :number, None]
    found: NDArray[np.int16] = _cards_by_level().take(at).dot(_EACH_SUIT)
    return found


def suit_points(hands: Ints) -> Ints:
    """What hands count in each suit: (n, 4) for (n, 3)."""
    return _hand_points().take(hand_index(hands), axis=0)


def sorted_three(first: Ints, second: Ints, third: Ints) -> Ints:
    """The three cards of every row in order: (n, 3) for three columns (n,)."""
    low, high = np.minimum(first, second), np.maximum(first, second)
    found = np.empty((len(first), 3), dtype=np.int64)
    np.minimum(low, third, out=found[:, 0])
    middle = np.maximum(low, third)
    np.minimum(middle, high, out=found[:, 1])
    np.maximum(middle, high, out=found[:, 2])
    return found
