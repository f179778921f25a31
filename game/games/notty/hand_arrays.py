"""Many hands of Notty at once, as arrays: the best cover of each, and what every card more or less would change.

The twin of :mod:`game.games.notty.cover` for whoever looks at many hands: networks, and training. It goes the same way.
The best runs of a colour depend on its nine counts alone: one table over all 3^9 of them tells how many cards they
hold, two more what a card added or taken changes. Over the sets that may be set aside, all ways are tried; of a set
that lacks one card the ways are told apart by the card, so that a hand's ways serve for its 45 possible next cards as
well.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.games.notty.groups import SHORTEST_RUN, SMALLEST_SET
from game.games.notty.hands import BITS, COLOURS, COPIES, KINDS, NUMBERS

Counts = NDArray[np.int8]
"""Hands: how many they hold of each kind, shaped (n, 45)."""
_COLOURS, _NUMBERS = len(COLOURS), len(NUMBERS)
_BASE = COPIES + 1
_POWERS = _BASE ** np.arange(_NUMBERS, dtype=np.int32)
_ROWS = _BASE**_NUMBERS
_LONGEST = 2 * SHORTEST_RUN - 1
"""A longer run is two runs."""
NOTHING = -100
"""Far below any cover: what is not possible."""


class Covers(NamedTuple):
    """What groups can hold of n hands."""

    best: NDArray[np.int8]
    """(n,): the most cards that disjoint groups can hold."""
    gains: NDArray[np.int8]
    """(n, 45): how many more they would hold with one more card of each kind; of a kind that is held twice, there is
    no third, and it is 0."""
    losses: NDArray[np.int8]
    """(n, 45): how many fewer with one card less of each kind; of a kind that is not held, 0."""


class _Tables(NamedTuple):
    """By the nine counts of a colour, as a number to the base 3 with the lowest for the 1."""

    runs: NDArray[np.int8]
    """(19683,): the most cards that runs can hold."""
    gains: NDArray[np.int8]
    """(19683, 9): how many more with one more of a number; 0 where two are held."""
    without: NDArray[np.int8]
    """(19683, 9): what they can hold with one less of a number; `NOTHING` where none is held."""
    held: NDArray[np.int16]
    """(19683,): which numbers are held, a sum of bits."""


@cache
def _tables() -> _Tables:
    counts = np.arange(_ROWS)[:, None] // _POWERS % _BASE
    runs = np.zeros(_ROWS, np.int8)
    for lowest in reversed(range(_NUMBERS)):
        for held in range(1, _BASE):
            rows = np.flatnonzero((counts[:, :lowest] == 0).all(axis=1) & (counts[:, lowest] == held))
            runs[rows] = runs[rows - _POWERS[lowest]]
            for length in range(SHORTEST_RUN, min(_LONGEST, _NUMBERS - lowest) + 1):
                able = rows[(counts[rows, lowest : lowest + length] > 0).all(axis=1)]
                rest = runs[able - _POWERS[lowest : lowest + length].sum()]
                runs[able] = np.maximum(runs[able], length + rest)
    rows = np.arange(_ROWS)[:, None]
    more, less = np.minimum(rows + _POWERS, _ROWS - 1), np.maximum(rows - _POWERS, 0)
    gains = np.where(counts < COPIES, runs[more] - runs[:, None], 0).astype(np.int8)
    without = np.where(counts > 0, runs[less], NOTHING).astype(np.int8)
    numbers = ((counts > 0) @ (1 << np.arange(_NUMBERS))).astype(np.int16)
    return _Tables(runs, gains, without, numbers)


class _Choices(NamedTuple):
    """What may be set aside of one number, by the colours in which it is held (a sum of bits, 32 in all): lists of the
    colours that go, laid end to end. Of a number that is held in `start[m]` to `start[m + 1]`."""

    start: NDArray[np.int64]
    """(33,): where each list begins."""
    taken: NDArray[np.int64]
    """The colours that go, as a sum of bits."""
    held: NDArray[np.int8]
    """How many cards the set holds, the one that it lacks included."""
    lacks: NDArray[np.int64]
    """The colours of which any one completes it, as a sum of bits; 0 for a whole set."""


def _choices(whole: bool) -> _Choices:
    """All whole sets of each number, or all that lack one card."""
    start, found = [0], list[tuple[int, int, int]]()
    for colours in range(1 << _COLOURS):
        absent = (1 << _COLOURS) - 1 - colours
        for taken in range(1 << _COLOURS):
            number = taken.bit_count()
            if taken & ~colours:
                continue
            if whole and number >= SMALLEST_SET:
                found.append((taken, number, 0))
            if not whole and number >= SMALLEST_SET - 1 and absent:
                found.append((taken, number + 1, absent))
        start.append(len(found))
    taken_, held, lacks = np.array(found, np.int64).T
    return _Choices(np.array(start), taken_, held.astype(np.int8), lacks)


_WHOLE, _LACKING = _choices(whole=True), _choices(whole=False)
_COLOUR_BITS = 1 << np.arange(_COLOURS)
_SPREAD = (np.arange(1 << _COLOURS)[:, None] & _COLOUR_BITS > 0).astype(np.int32)
"""(32, 5): a sum of bits of colours, as 1 and 0."""
_SIZE = _SPREAD.sum(axis=1)
"""(32,): how many colours a sum of bits stands for."""


class _Ways(NamedTuple):
    """Ways to set cards aside as sets, in no order."""

    hand: NDArray[np.int64]
    """Whose way it is."""
    rows: NDArray[np.int32]
    """(ways, 5): what is left of each colour, as the tables are numbered."""
    held: NDArray[np.int8]
    """How many cards are set aside, the one that a set lacks included."""

    def of(self, which: NDArray[np.int64]) -> "_Ways":
        """Some of these ways, in this order."""
        return _Ways(self.hand[which], self.rows[which], self.held[which])


class _Grown(NamedTuple):
    """What ways become with a set more."""

    ways: _Ways
    choice: NDArray[np.int64]
    """Which choice the set is."""
    before: NDArray[np.int64]
    """Of which way."""


def _with(ways: _Ways, number: NDArray[np.int64], colours: NDArray[np.int64], choices: _Choices) -> _Grown:
    """Each of these ways with each of the sets of a number set aside that it has cards for, the number being left in
    these colours; and which of the choices each is, and of which way."""
    first = choices.start[colours]
    many = choices.start[colours + 1] - first
    which = np.repeat(np.arange(len(many)), many)
    at = np.arange(len(which)) + np.repeat(first - np.cumsum(many) + many, many)
    rows = ways.rows[which] - _SPREAD[choices.taken[at]] * _POWERS[number[which], None]
    return _Grown(_Ways(ways.hand[which], rows, ways.held[which] + choices.held[at]), at, which)


def _whole_sets(counts: Counts) -> _Ways:
    """All ways for these hands to set whole sets aside; those of a hand follow each other."""
    columns = counts.reshape(-1, _COLOURS, _NUMBERS)
    held, rows = _tables().held, (columns @ _POWERS).astype(np.int32)
    ways = _Ways(np.arange(len(columns)), rows, np.zeros(len(columns), np.int8))
    cards, colours = columns.sum(axis=1), _COLOUR_BITS @ (columns > 0)
    for number in np.flatnonzero((_SIZE[colours] >= SMALLEST_SET).any(axis=0)):
        able = np.flatnonzero(_SIZE[colours[ways.hand, number]] >= SMALLEST_SET)
        before = ways.of(able)
        one = _with(before, np.full(len(able), number), colours[before.hand, number], _WHOLE).ways
        parts = [ways, one]
        again = np.flatnonzero(cards[one.hand, number] >= 2 * SMALLEST_SET)
        if len(again):
            twice = one.of(again)
            left = (held[twice.rows] >> number & 1) @ _COLOUR_BITS
            parts.append(_with(twice, np.full(len(again), number), left, _WHOLE).ways)
        ways = _Ways(*[np.concatenate(part) for part in zip(*parts, strict=True)])
    return ways.of(np.argsort(ways.hand, kind="stable"))


def best_of(counts: Counts) -> NDArray[np.int8]:
    """(n,): the most cards that disjoint groups can hold of these hands, (n, 45)."""
    if not len(counts):
        return np.zeros(0, np.int8)
    ways = _whole_sets(counts)
    value = _tables().runs[ways.rows].sum(axis=1, dtype=np.int8) + ways.held
    found: NDArray[np.int8] = np.maximum.reduceat(value, np.searchsorted(ways.hand, np.arange(len(counts))))
    return found


def covers(counts: Counts) -> Covers:
    """What groups can hold of these hands, (n, 45), and of each with a card more or less."""
    hands = len(counts)
    if not hands:
        return Covers(np.zeros(0, np.int8), np.zeros((0, len(KINDS)), np.int8), np.zeros((0, len(KINDS)), np.int8))
    tables, ways = _tables(), _whole_sets(counts)
    in_runs = tables.runs[ways.rows]
    value = in_runs.sum(axis=1, dtype=np.int8) + ways.held
    first = np.searchsorted(ways.hand, np.arange(hands))
    best = np.maximum.reduceat(value, first)
    with_one = np.maximum.reduceat(value[:, None, None] + tables.gains[ways.rows], first).reshape(hands, -1)
    apart = (value[:, None] - in_runs)[:, :, None]
    fewer = np.maximum.reduceat(apart + tables.without[ways.rows], first).reshape(hands, -1)
    _complete(with_one, ways)
    gains = np.where(counts < COPIES, with_one - best[:, None], 0).astype(np.int8)
    losses = np.where(counts > 0, best[:, None] - fewer, 0).astype(np.int8)
    return Covers(best, gains, losses)


def _complete(with_one: NDArray[np.int8], ways: _Ways) -> None:
    """Raise what hands hold with one card more, (n, 45), to what they would hold with sets that it completes."""
    tables = _tables()
    held = tables.held[ways.rows]
    colours = _COLOUR_BITS @ (held[:, :, None] >> np.arange(_NUMBERS) & 1)
    way, number = np.nonzero(_SIZE[colours] >= SMALLEST_SET - 1)
    grown, at, which = _with(ways.of(way), number, colours[way, number], _LACKING)
    value = tables.runs[grown.rows].sum(axis=1, dtype=np.int8) + grown.held
    lacking, colour = np.nonzero(_SPREAD[_LACKING.lacks[at]])
    kind = colour * _NUMBERS + number[which[lacking]]
    np.maximum.at(with_one, (grown.hand[lacking], kind), value[lacking])


def counts_of(hands: list[int]) -> Counts:
    """Packed hands (see :mod:`game.games.notty.hands`) as counts, (n, 45)."""
    raw = b"".join([hand.to_bytes(16, "little") for hand in hands])
    bits = np.unpackbits(np.frombuffer(raw, np.uint8).reshape(-1, 16), axis=1, bitorder="little")
    pairs = bits[:, : BITS * len(KINDS)].reshape(-1, len(KINDS), BITS)
    return (pairs[:, :, 0] + 2 * pairs[:, :, 1]).astype(np.int8)


def packed_of(counts: Counts) -> list[int]:
    """Hands given as counts, (n, 45), packed: the inverse of `counts_of`."""
    bits = np.zeros((len(counts), 128 // BITS, BITS), np.uint8)
    bits[:, : len(KINDS), 0] = counts & 1
    bits[:, : len(KINDS), 1] = counts >> 1
    raw = np.packbits(bits.reshape(len(counts), 128), axis=1, bitorder="little")
    return [int.from_bytes(row.tobytes(), "little") for row in raw]


def random_kinds(cards: Counts, rng: np.random.Generator) -> NDArray[np.int64]:
    """A card of each of these hands or decks, (n, 45), drawn at random: (n,)."""
    upto = cards.cumsum(axis=1, dtype=np.int64)
    mark = (rng.random(len(cards)) * upto[:, -1]).astype(np.int64)
    found: NDArray[np.int64] = (upto <= mark[:, None]).sum(axis=1)
    return found
