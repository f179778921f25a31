"""How far a hand of Notty is from empty: the most of its cards that disjoint groups can hold, exactly and fast.

A hand is taken apart in two steps. For every number held in four or more colours all ways are tried to set cards aside
as sets (no set, the one of five, each of four; a number held often enough may make two). What is left in each colour
can only make runs, and the best runs of a colour depend on its nine counts alone, of which there are 3^9: they are
worked out once each and remembered.
"""

from collections.abc import Iterator
from functools import cache, lru_cache

from game.games.notty.groups import SHORTEST_RUN, SMALLEST_SET, columns_with_sets, groups, sets_of
from game.games.notty.hands import (
    BITS,
    COLOURS,
    COPIES,
    EACH,
    KEPT,
    NUMBERS,
    ONE,
    ROW,
    contains,
    count,
    distinct,
    each_kind,
    pack,
    size,
)

_COLOURS = range(len(COLOURS))
_FIRST_ROW = (1 << ROW) - 1
_COLUMN = sum(1 << (ROW * colour) for colour in _COLOURS)
_WINDOWS = tuple(pack(range(first, first + SHORTEST_RUN)) for first in range(len(NUMBERS) - SHORTEST_RUN + 1))
"""The cards of every shortest run of a colour."""
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


@cache
def _tied(row: int, together: int) -> int:
    """The kinds of one colour, laid at the place of the first, that stand with others among three numbers in a row,
    `together` of them held at least, packed, each once: 3 for those that lie in a run, 2 for those that one more card
    may join to one."""
    cards, found = distinct(row), 0
    for window in _WINDOWS:
        if (cards & window).bit_count() >= together:
            found |= cards & window
    return found


def _all_tied(cards: int, together: int) -> int:
    """The same for all colours."""
    found = 0
    for colour in _COLOURS:
        found |= _tied(cards >> ROW * colour & _FIRST_ROW, together) << ROW * colour
    return found


def _sets_to_try(column: int, tied: int, twice: bool) -> tuple[tuple[int, ...], bool]:
    """The sets of a number that the best groups may hold, and whether they may hold none of them.

    A card that no run can use is free for a set: to leave out a tied one alone can gain anything. Where two sets of
    the number are possible, all ways are tried.
    """
    found = sets_of(column)
    if twice:
        return found, True
    tied &= column
    return tuple([group for group in found if not column - group & ~tied]), bool(tied)


def _ways(hand: int, together: int) -> list[tuple[int, int]]:
    """Ways to set cards aside as sets, the best among them: how many cards go into sets, and the rest. `together`: 3
    where the rest is to make runs, 2 where one more card is to come."""
    cards = distinct(hand)
    columns = columns_with_sets(cards)
    ways = [(0, hand)]
    if not columns:
        return ways
    tied = _all_tied(cards, together)
    while columns:
        lowest = columns & -columns
        columns -= lowest
        column = _COLUMN * lowest
        twice = size(hand & 3 * column) >= 2 * SMALLEST_SET
        groups, none = _sets_to_try(cards & column, tied, twice)
        with_one = [(held + size(group), rest - group) for held, rest in ways for group in groups]
        with_two = _second_sets(with_one, column) if twice else []
        ways = (ways if none else []) + with_one + with_two
    return ways


def _second_sets(ways: list[tuple[int, int]], column: int) -> list[tuple[int, int]]:
    return [(held + size(group), rest - group) for held, rest in ways for group in sets_of(distinct(rest) & column)]


@lru_cache(maxsize=KEPT)
def cover(hand: int) -> int:
    """The most cards of a hand that disjoint groups can hold."""
    return max([held + _runs(rest) for held, rest in _ways(hand, SHORTEST_RUN)])


def leftover(hand: int) -> int:
    """How many cards are left when the best disjoint groups of a hand are taken away: 0 for a hand that can be emptied
    at once."""
    return size(hand) - cover(hand)


@lru_cache(maxsize=KEPT)
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
    """For one colour, laid at the place of the first: the kinds of which one more card would let runs hold at least 1,
    2, ... more cards."""
    held = _in_runs(row)
    gains = [0] * _MOST_GAINED
    for number in NUMBERS:
        card = ONE[number - 1]
        if not row & card << 1:
            for gain in range(_in_runs(row + card) - held):
                gains[gain] += card
    return tuple(gains)


@lru_cache(maxsize=KEPT)
def raising(hand: int) -> tuple[int, ...]:
    """The kinds of which one more card would raise the cover of a hand by at least 1, 2, ... cards, packed."""
    cards, best = distinct(hand), cover(hand)
    found = [0] * _MOST_GAINED
    for in_sets, rest in _ways(hand, SHORTEST_RUN - 1):
        missed = best - in_sets - _runs(rest)
        for colour in _COLOURS:
            for gain, kinds in enumerate(_raising(rest >> ROW * colour & _FIRST_ROW)[missed:]):
                if not kinds:
                    break
                found[gain] |= kinds << ROW * colour
    for gained, kinds in _completed_sets(hand, cards, best):
        for gain in range(min(gained, _MOST_GAINED)):
            found[gain] |= kinds
    lacking = ~(hand >> 1)
    return tuple([kinds & lacking for kinds in found])


def _completed_sets(hand: int, cards: int, best: int) -> Iterator[tuple[int, int]]:
    """What kinds gain as the fourth or fifth of a set: the gain in cards, and the kinds, packed."""
    column = _COLUMN
    for _ in NUMBERS:
        held = cards & column
        colours = held.bit_count()
        if colours == SMALLEST_SET - 1:
            # Whichever colour comes, the set is made of it and of those that are held.
            yield SMALLEST_SET + cover(hand - held) - best, column - held
        elif colours >= SMALLEST_SET:
            two_sets = size(hand & 3 * column) >= 2 * SMALLEST_SET - 1
            for kind in each_kind(column if two_sets else column - held):
                if count(hand, kind) < COPIES:
                    yield cover(hand + ONE[kind]) - best, ONE[kind]
        column <<= BITS


def wanted(hand: int) -> int:
    """The kinds of which one more card would raise the cover of a hand, packed, each once."""
    return raising(hand)[0]


def outs(hand: int, deck: int) -> int:
    """How many cards of a deck would, added to a hand, raise the number of its cards that groups can hold."""
    return size(deck & 3 * wanted(hand))
