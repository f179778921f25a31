"""Groups of cards that may be discarded: runs, and sets of four or five colours; all of a hand's, each once.

A hand holds at most 28 runs in a colour (as many as there are ways to choose both ends) and 6 sets of a number: 194
groups at most, found without ever looking at a subset that is none. A group names kinds, so equal cards make one group.
"""

from functools import cache

from game.games.notty.hands import (
    COLOURS,
    EACH,
    KINDS,
    NUMBERS,
    ONE,
    ROW,
    colour_of,
    distinct,
    each_kind,
    kind_of,
    number_of,
)

SHORTEST_RUN = 3
SMALLEST_SET = 4
_FIRST_ROW = (1 << ROW) - 1
_FIRST_NUMBERS = EACH & _FIRST_ROW
"""Each number of the first colour."""
_SHIFTS = tuple(range(0, ROW * len(COLOURS), ROW))
_ROWS = tuple(_FIRST_ROW << (ROW * colour) for colour in range(len(COLOURS)))
_COLUMN = sum(1 << (ROW * colour) for colour in range(len(COLOURS)))
"""The 1 of every colour."""


@cache
def runs_of(row: int) -> tuple[int, ...]:
    """All runs of the distinct cards of one colour, by their first number, then by length."""
    kinds = set(each_kind(row))
    found = []
    for first in sorted(kinds):
        run, kind = 0, first
        while kind in kinds and colour_of(kind) == colour_of(first):
            run += ONE[kind]
            kind += 1
            if kind - first >= SHORTEST_RUN:
                found.append(run)
    return tuple(found)


@cache
def sets_of(column: int) -> tuple[int, ...]:
    """All sets of the distinct cards of one number: that of five colours first, then those of four."""
    cards = [ONE[kind] for kind in each_kind(column)]
    if len(cards) < SMALLEST_SET:
        return ()
    if len(cards) == SMALLEST_SET:
        return (column,)
    return (column, *[column - card for card in reversed(cards)])


def columns_with_sets(cards: int) -> int:
    """The 1-row of the numbers that distinct cards hold in four colours or more, two bits a number."""
    missing = missing_twice = 0
    absent = EACH & ~cards
    for shift in _SHIFTS:
        row = absent >> shift
        missing_twice |= missing & row
        missing |= row
    return _FIRST_NUMBERS & ~missing_twice


def groups(hand: int) -> list[int]:
    """Every group of a hand as kinds, each once: runs by colour, then sets by number."""
    cards = distinct(hand)
    found: list[int] = []
    for row in _ROWS:
        if cards & row:
            found += runs_of(cards & row)
    columns = columns_with_sets(cards)
    while columns:
        lowest = columns & -columns
        found += sets_of(cards & (_COLUMN * lowest))
        columns -= lowest
    return found


def is_group(cards: int) -> bool:
    """Whether these cards, all of them together, are one group."""
    return cards == distinct(cards) and cards in groups(cards)


def is_run(group: int) -> bool:
    """Whether a group is a run; else it is a set."""
    kinds = each_kind(group)
    return colour_of(kinds[0]) == colour_of(kinds[-1])


def reach(kind: int) -> int:
    """Every kind that some smallest group holds together with `kind`: its number in other colours, and the numbers of
    its colour at most two away; one card of each."""
    colour, number = colour_of(kind), number_of(kind)
    near = [near for near in range(number - 2, number + 3) if near in NUMBERS and near != number]
    cards = sum(ONE[kind_of(colour, each)] for each in near)
    return cards + sum(ONE[kind_of(other, number)] for other in range(len(COLOURS)) if other != colour)


REACH = tuple(reach(kind) for kind in range(len(KINDS)))
