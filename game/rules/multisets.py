"""Multisets of up to 16 kinds, packed into one int: four bits hold the count of each kind, at most 15.

Adding and taking away whole multisets is then ``+`` and ``-``, and a multiset is its own dictionary key.
"""

from collections.abc import Iterable
from functools import lru_cache

BITS = 4
FULL = 15


def one(kind: int) -> int:
    """The multiset that holds one of `kind`."""
    return 1 << (BITS * kind)


_ONES = tuple([one(kind) for kind in range(16)])


def count(packed: int, kind: int) -> int:
    """How many of `kind` there are."""
    return (packed >> (BITS * kind)) & FULL


def size(packed: int) -> int:
    """How many there are in all; ValueError below zero, where more was taken away than there was."""
    if packed < 0:
        raise ValueError("no multiset is below zero")
    total = 0
    while packed:
        total += packed & FULL
        packed >>= BITS
    return total


def few(packed: int) -> int:
    """How many there are in all, at once, where they are 14 at most: 16 leaves 1 when divided by 15, so a
    number leaves what the sum of its digits leaves."""
    return packed % 15


def pack(kinds: Iterable[int]) -> int:
    """The multiset of these kinds, in any order, with repeats."""
    return sum(map(_ONES.__getitem__, kinds))


def unpack(packed: int) -> list[int]:
    """The kinds, in rising order, with repeats; ValueError below zero."""
    if packed < 0:
        raise ValueError("no multiset is below zero")
    kinds: list[int] = []
    kind = 0
    while packed:
        kinds.extend([kind] * (packed & FULL))
        packed >>= BITS
        kind += 1
    return kinds


def support(packed: int) -> int:
    """A mask with all four bits set for every kind that occurs."""
    mask = 0
    shift = 0
    while packed >> shift:
        if (packed >> shift) & FULL:
            mask |= FULL << shift
        shift += BITS
    return mask


def contains(packed: int, part: int) -> bool:
    """Whether every kind occurs in `packed` at least as often as in `part`."""
    while part:
        if (part & FULL) > (packed & FULL):
            return False
        part >>= BITS
        packed >>= BITS
    return True


def subsets(packed: int, of_size: int) -> list[int]:
    """Every distinct multiset of `of_size` that is contained in `packed`, each once: those with fewest of kind 0 first,
    of equal ones those with fewest of kind 1, and so on."""
    return list(_subsets(packed, of_size))


@lru_cache(maxsize=1 << 10)
def _subsets(packed: int, of_size: int) -> tuple[int, ...]:
    """What is chosen of kind 0, before every choice of the others: those, moved down by a kind, recur often."""
    if not of_size:
        return (0,)
    if not packed:
        return ()
    others = packed >> BITS
    return tuple(
        [
            number | part << BITS
            for number in range(min(packed & FULL, of_size) + 1)
            for part in _subsets(others, of_size - number)
        ]
    )
