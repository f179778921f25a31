"""Thirty-one's cards as whole numbers, and what is worth looking up about them: scores, sums, gains of a draw.

A card is ``13 * suit + rank``: suits S H D C are 0 to 3, ranks 2 to ace 0 to 12; 52 stands for no card. A set of cards
is a ``uint64`` with a bit for each; its part of one suit, 13 bits, is an index into the tables below.
"""

from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.games.thirty_one import cards as rules

Ints: TypeAlias = NDArray[np.int64]
Bits: TypeAlias = NDArray[np.uint64]
Bools: TypeAlias = NDArray[np.bool_]

NO_CARD = 52
VALUES: Ints = np.array([*rules.VALUES, 0])
"""What a card counts; no card counts 0."""
SUITS: Ints = np.array([*map(rules.suit_of, range(52)), 0])
"""The suit of a card; no card stands with the first, where it counts nothing."""
BITS: Bits = np.array([*(1 << card for card in range(52)), 0], dtype=np.uint64)
"""The set that holds only this card; no card is the empty set."""
ALL = np.uint64(rules.ALL)
_SUIT_SHIFTS = np.array([0, 13, 26, 39], dtype=np.uint64)
_SUIT_BITS = np.uint64(0x1FFF)

_MASKS = np.arange(1 << 13)
_HELD = (_MASKS[:, None] >> np.arange(13)) & 1
_RANK_VALUES = VALUES[:13]
SUIT_COUNT: Ints = _HELD.sum(axis=1)
"""How many cards a suit's part of a set has."""
SUIT_SUM: Ints = _HELD @ _RANK_VALUES
"""What they count together."""
SUIT_WITH: Ints = np.stack([_HELD @ (value == _RANK_VALUES) for value in range(12)], axis=1)
"""``SUIT_WITH[part, value]``: how many of the part's cards count `value`."""
MOST_GAIN = 11
GAIN: Ints = np.stack([_HELD @ np.maximum(_RANK_VALUES - least, 0) for least in range(MOST_GAIN + 1)], axis=1)
"""``GAIN[part, least]``: by how much the part's cards exceed `least`, in sum, those below counting nothing."""


def by_suit(cards: Bits) -> Ints:
    """The four suits' parts of sets of cards: (n, 4) for (n,)."""
    return ((cards[:, None] >> _SUIT_SHIFTS) & _SUIT_BITS).astype(np.int64)


@lru_cache
def scores(three_of_a_kind: bool = False) -> NDArray[np.uint8]:
    """Twice the score of every hand of three, whatever the order of its cards: look up at `hand_index`. With the house
    rule, three of a kind count 30.5."""
    cards = np.arange(53)
    first, second, third = cards[:, None, None], cards[None, :, None], cards[None, None, :]
    best = np.zeros((53, 53, 53), dtype=np.int64)
    for suit in range(4):
        in_suit = np.where(suit == SUITS, VALUES, 0)
        best = np.maximum(best, in_suit[first] + in_suit[second] + in_suit[third])
    twice = 2 * best
    if three_of_a_kind:
        rank = np.where(cards == NO_CARD, -1, cards % 13)
        same = (rank[first] == rank[second]) & (rank[second] == rank[third]) & (rank[first] >= 0)
        twice = np.where(same, int(2 * rules.THREE_ALIKE), twice)
    found: NDArray[np.uint8] = twice.astype(np.uint8).reshape(-1)
    return found


def hand_index(first: Any, second: Any, third: Any) -> Ints:
    """Where a hand stands in `scores`."""
    found: Ints = (first * 53 + second) * 53 + third
    return found


def sorted_three(first: Ints, second: Ints, third: Ints) -> Ints:
    """The three cards of every row in order: (n, 3) for three columns (n,)."""
    low, high = np.minimum(first, second), np.maximum(first, second)
    found = np.empty((len(first), 3), dtype=np.int64)
    np.minimum(low, third, out=found[:, 0])
    middle = np.maximum(low, third)
    np.minimum(middle, high, out=found[:, 1])
    np.maximum(middle, high, out=found[:, 2])
    return found
