"""How far a hand of Notty is from empty: the most of its cards that disjoint groups can hold, exactly and fast.

A hand is taken apart in two steps. For every number held in four or more colours all ways are tried to set cards aside
as sets (no set, the one of five, each of four; a number held often enough may make two). What is left in each colour
can only make runs, and the best runs of a colour depend on its nine counts alone, of which there are 3^9: they are
worked out once each and remembered.
"""

from functools import cache, lru_cache

from game.rules.notty_groups import SHORTEST_RUN, columns_with_sets, runs_of, sets_of
from game.rules.notty_hands import EACH, NUMBERS, ONE, ROW, distinct, each_kind, size

_COLOURS = range(5)
_FIRST_ROW = (1 << ROW) - 1
_COLUMN = sum(1 << (ROW * colour) for colour in _COLOURS)
_LONGEST = 2 * SHORTEST_RUN - 1
"""A longer run is two runs."""


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
    from game.rules.notty_groups import groups

    best, found, rest = cover(hand), list[int](), hand
    for group in sorted(groups(hand), key=lambda group: (-size(group), group)):
        while all((rest >> 2 * kind) & 3 for kind in each_kind(group)) and best == size(group) + cover(rest - group):
            found.append(group)
            rest -= group
            best -= size(group)
    return tuple(found)


__all__ = ["NUMBERS", "ONE", "cover", "leftover", "partition", "runs_of"]
