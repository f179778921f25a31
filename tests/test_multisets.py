"""Packed multisets against plain counting."""

from collections import Counter
from collections.abc import Callable
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.rules import multisets

KINDS = st.integers(0, 15)
FEW = st.lists(KINDS, max_size=15)
"""Lists of kinds; none occurs more than 15 times."""


@given(FEW)
def test_packing_keeps_every_count(kinds: list[int]) -> None:
    packed = multisets.pack(kinds)
    assert {kind: multisets.count(packed, kind) for kind in range(16)} == {k: kinds.count(k) for k in range(16)}
    assert multisets.size(packed) == len(kinds)
    assert multisets.unpack(packed) == sorted(kinds)


def test_one_is_a_single_card_and_fifteen_are_the_most() -> None:
    assert multisets.unpack(multisets.one(3)) == [3]
    assert multisets.unpack(15 * multisets.one(3) + multisets.one(4)) == [3] * 15 + [4]


@given(FEW)
def test_the_order_of_packing_makes_no_difference(kinds: list[int]) -> None:
    assert multisets.pack(sorted(kinds)) == multisets.pack(sorted(kinds, reverse=True)) == multisets.pack(kinds)


@given(st.lists(KINDS, max_size=14))
def test_few_is_size_up_to_fourteen(kinds: list[int]) -> None:
    assert multisets.few(multisets.pack(kinds)) == len(kinds)


@given(st.lists(KINDS, max_size=7), st.lists(KINDS, max_size=7))
def test_adding_and_taking_away_are_plus_and_minus(some: list[int], others: list[int]) -> None:
    together = multisets.pack(some) + multisets.pack(others)
    assert together == multisets.pack(some + others)
    assert multisets.unpack(together - multisets.pack(others)) == sorted(some)


@given(FEW)
def test_support_covers_exactly_the_kinds_that_occur(kinds: list[int]) -> None:
    mask = multisets.support(multisets.pack(kinds))
    assert {kind for kind in range(16) if multisets.count(mask, kind)} == set(kinds)
    assert {multisets.count(mask, kind) for kind in range(16)} <= {0, 15}


@given(st.lists(st.integers(0, 3), max_size=8), st.lists(st.integers(0, 3), max_size=4))
def test_contains_is_at_least_as_many_of_each(kinds: list[int], part: list[int]) -> None:
    expected = Counter(part) <= Counter(kinds)
    assert multisets.contains(multisets.pack(kinds), multisets.pack(part)) == expected


@given(st.lists(st.integers(0, 6), max_size=9), st.integers(0, 6))
def test_subsets_are_the_combinations_without_doubles(kinds: list[int], size: int) -> None:
    found = multisets.subsets(multisets.pack(kinds), size)
    assert len(found) == len(set(found))
    assert {tuple(multisets.unpack(part)) for part in found} == set(combinations(sorted(kinds), size))


def test_nothing_has_only_nothing_in_it() -> None:
    assert multisets.subsets(0, 0) == [0]
    assert multisets.subsets(0, 1) == []
    assert multisets.unpack(0) == []
    assert multisets.support(0) == 0
    assert multisets.contains(0, 0)


@pytest.mark.parametrize("reader", [multisets.size, multisets.unpack])
def test_below_zero_nothing_is_counted(reader: Callable[[int], object]) -> None:
    with pytest.raises(ValueError, match="no multiset is below zero"):
        reader(multisets.pack([1]) - multisets.pack([2]))
