"""Thirty-one's cards in arrays, and what is worth looking up about them: scores, sums, gains of a draw.

A card is a number as in :mod:`game.games.thirty_one.cards`; 52 stands for no card. A set of cards is a number with a
bit for each; its part of one suit, 13 bits, is an index into the tables below.

Tables are looked up with `take`: of a few rows that costs a fifth of an index in brackets, and of many rows no more.
"""

from functools import cache
from typing import TypeAlias

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
_SUIT_SHIFTS = rules.SUIT_SIZE * np.arange(4)
_SUIT_BITS = (1 << rules.SUIT_SIZE) - 1

_HELD = (np.arange(1 << rules.SUIT_SIZE)[:, None] >> _RANKS) & 1
_RANK_VALUES = VALUES[: rules.SUIT_SIZE]
SUIT_COUNT: Ints = _HELD.sum(axis=1)
"""How many cards a suit's part of a set has."""
SUIT_SUM: Ints = _HELD @ _RANK_VALUES
"""What they count together."""
_MOST = int(VALUES.max())
SUIT_WITH: Ints = np.stack([_HELD @ (value == _RANK_VALUES) for value in range(_MOST + 2)], axis=1)
"""``SUIT_WITH[part, value]``: how many of the part's cards count `value`, which is at most 12, more than any."""
SUIT_BEST: Ints = (_HELD * _RANK_VALUES).max(axis=1)
"""What the best of them counts, 0 where there is none."""
MOST_GAIN = _MOST
GAIN: Ints = np.stack([_HELD @ np.maximum(_RANK_VALUES - least, 0) for least in range(MOST_GAIN + 1)], axis=1)
"""``GAIN[part, least]``: by how much the part's cards exceed `least`, in sum, those below counting nothing."""


def by_suit(cards: Ints) -> Ints:
    """The four suits' parts of sets of cards: (n, 4) for (n,)."""
    found: Ints = (cards[:, None] >> _SUIT_SHIFTS) & _SUIT_BITS
    return found


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
