"""How far a hand of Notty is from empty: the most of its cards that disjoint groups can hold, exactly and fast.

A hand is taken apart in two steps. For every number held in four or more colours all ways are tried to set cards aside
as sets (no set, the one of five, each of four; a number held often enough may make two). What is left in each colour
can only make runs, and the best runs of a colour depend on its nine counts alone, of which there are 3^9: they are
worked out once each and remembered.
"""

from functools import cache, lru_cache

from game.rules.notty_groups import SHORTEST_RUN, SMALLEST_SET, columns_with_sets, groups, sets_of
from game.rules.notty_hands import COLOURS, EACH, NUMBERS, ONE, ROW, contains, distinct, each_kind, size

_COLOURS = range(len(COLOURS))
_FIRST_ROW = (1 << ROW) - 1
_COLUMN = sum(1 << (ROW * colour) for colour in _COLOURS)
_LONGEST = 2 * SHORTEST_RUN - 1
"""A longer run is two runs."""
_MOST_GAINED = _LONGEST
"""One card more joins no more cards of a colour than its longest single run: four that lay idle, and itself."""


@cache
def _in_runs(row: int) -> int:
    """The most cards of one colour, laid at the place of the first, that runs can hold."""
    if not row:
        return 0
    lowest = row & -row & EACH or (row & -row) >> 1
    best = _in_runs(row - lowest)
    run, card = lowest, lowest
    for length in range(2, _LONGEST + 1):
        card <<= 2
        if card > _FIRST_ROW or not row & (3 * card):
            break
        run += card
        if length >= SHORTEST_RUN:
            best = max(best, length + _in_runs(row - run))
    return best


def _runs(hand: int) -> int:
    """The most cards of a hand that runs alone can hold."""
    return (
        _in_runs(hand & _FIRST_ROW)
        + _in_runs(hand >> ROW & _FIRST_ROW)
        + _in_runs(hand >> 2 * ROW & _FIRST_ROW)
        + _in_runs(hand >> 3 * ROW & _FIRST_ROW)
        + _in_runs(hand >> 4 * ROW)
    )


def _with_sets(hand: int, columns: int) -> int:
    """The most cards that groups can hold, sets being made of these numbers only (a bit of the first row for each)."""
    if not columns:
        return _runs(hand)
    lowest = columns & -columns
    column = distinct(hand) & (_COLUMN * lowest)
    best = _with_sets(hand, columns - lowest)
    for group in sets_of(column):
        best = max(best, size(group) + _with_sets(hand - group, columns))
    return best


@lru_cache(maxsize=1 << 16)
def cover(hand: int) -> int:
    """The most cards of a hand that disjoint groups can hold."""
    columns = columns_with_sets(distinct(hand))
    return _with_sets(hand, columns) if columns else _runs(hand)


def leftover(hand: int) -> int:
    """How many cards are left when the best disjoint groups of a hand are taken away: 0 for a hand that can be emptied
    at once."""
    return size(hand) - cover(hand)


@lru_cache(maxsize=1 << 12)
def partition(hand: int) -> tuple[int, ...]:
    """Disjoint groups that hold as many cards of a hand as any can; the same for the same hand, larger ones first."""
    best, found, rest = cover(hand), list[int](), hand
    for group in sorted(groups(hand), key=lambda group: (-size(group), group)):
        while contains(rest, group) and best == size(group) + cover(rest - group):
            found.append(group)
            rest -= group
            best -= size(group)
    return tuple(found)


@cache
def _raising(row: int) -> tuple[int, ...]:
    """For one colour, laid at the place of the first: by how much more runs could hold, at least 1, 2, ... cards, the
    kinds that would do it when one card of them came."""
    held = _in_runs(row)
    gains = [0] * _MOST_GAINED
    for number in NUMBERS:
        card = ONE[number - 1]
        if not row & card << 1:
            for gain in range(_in_runs(row + card) - held):
                gains[gain] += card
    return tuple(gains)


def _ways(hand: int, columns: int, in_sets: int = 0) -> list[tuple[int, int]]:
    """Every way to set cards aside as sets of these numbers: how many cards go into sets, and the rest."""
    if not columns:
        return [(in_sets, hand)]
    lowest = columns & -columns
    found = _ways(hand, columns - lowest, in_sets)
    for group in sets_of(distinct(hand) & (_COLUMN * lowest)):
        found += _ways(hand - group, columns, in_sets + size(group))
    return found


@lru_cache(maxsize=1 << 14)
def wanted(hand: int) -> int:
    """The kinds of which one more card would raise the cover of a hand, packed, each once."""
    cards = distinct(hand)
    best = cover(hand)
    found = 0
    for in_sets, rest in _ways(hand, columns_with_sets(cards)):
        missed = best - in_sets - _runs(rest)
        if missed < _MOST_GAINED:
            for colour in _COLOURS:
                found |= _raising(rest >> ROW * colour & _FIRST_ROW)[missed] << ROW * colour
    for kind in each_kind(_completing_sets(hand, cards) & ~found):
        if cover(hand + ONE[kind]) > best:
            found |= ONE[kind]
    return found & ~(hand >> 1)


def _completing_sets(hand: int, cards: int) -> int:
    """Kinds that could be the fourth or fifth of a set, packed: those not held of numbers held in three colours or
    more, and all of those that may make a second set."""
    found = 0
    for number in NUMBERS:
        column = _COLUMN << 2 * (number - 1)
        colours = (cards & column).bit_count()
        if colours >= SMALLEST_SET - 1:
            found |= column & ~cards
            if size(hand & 3 * column) >= 2 * SMALLEST_SET - 1:
                found |= column & ~(hand >> 1)
    return found


def outs(hand: int, deck: int) -> int:
    """How many cards of a deck would, added to a hand, raise the number of its cards that groups can hold."""
    return size(deck & 3 * wanted(hand))
