"""How far a hand is from empty: exact, against brute force."""

from functools import cache
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from game.games.notty.cover import cover, leftover, outs, partition, wanted
from game.games.notty.groups import groups
from game.games.notty.hands import ALL, ONE, contains, count, pack, size
from tests.notty_positions import cards, kind

DECK = [each for each in range(45) for _ in (0, 1)]
CROWDED = [each for each in DECK if each % 9 < 3]
hands = st.one_of(
    st.integers(0, 16).flatmap(lambda size: st.permutations(DECK).map(lambda deck: pack(deck[:size]))),
    st.integers(0, 16).flatmap(lambda size: st.permutations(CROWDED).map(lambda deck: pack(deck[:size]))),
)


@cache
def best(hand: int) -> int:
    """The most cards that disjoint groups hold, by trying every group first."""
    return max((size(group) + best(hand - group) for group in groups(hand)), default=0)


@pytest.mark.parametrize(
    ("hand", "held"),
    [
        ("", 0),
        ("r1 r2 g5", 0),
        ("r1 r2 r3", 3),
        # The six of the run is better in the set; the longer run leaves three sixes over.
        ("r3 r4 r5 r6 g6 y6 k6", 7),
        # Two runs of three out of a run of six, or one run: the same.
        ("b1 b2 b3 b4 b5 b6", 6),
        # Twice the same run, and two sets of one number.
        ("2k4 2k5 2k6", 6),
        ("2r5 2g5 2y5 2k5", 8),
        ("2r5 2g5 2y5 k5 b5", 8),
        # A set of five, or the run of three with its five: not both.
        ("r5 g5 y5 k5 b5 b6 b7", 7),
        ("r5 g5 y5 k5 k6 k7", 4),
    ],
)
def test_covers_by_hand(hand: str, held: int) -> None:
    assert cover(cards(hand)) == held
    assert leftover(cards(hand)) == size(cards(hand)) - held


@settings(max_examples=150)
@given(hands)
@example(cards("2r1 2r2 2r3 2g1 2g2 2g3 2y1 2y2 2y3"))
def test_the_cover_is_that_of_brute_force(hand: int) -> None:
    assert cover(hand) == best(hand)


@given(hands)
def test_a_partition_is_of_disjoint_groups_that_hold_as_many(hand: int) -> None:
    found, rest = partition(hand), hand
    for group in found:
        assert group in groups(rest)
        assert contains(rest, group)
        rest -= group
    assert size(hand) - size(rest) == cover(hand)


@settings(max_examples=100)
@given(hands)
def test_wanted_are_the_cards_that_raise_the_cover(hand: int) -> None:
    raising = sum(ONE[each] for each in range(45) if count(hand, each) < 2 and cover(hand + ONE[each]) > cover(hand))
    assert wanted(hand) == raising
    deck = ALL - hand
    assert outs(hand, deck) == sum(count(deck, each) for each in range(45) if count(raising, each))


def test_a_full_hand_is_covered_as_brute_force_does() -> None:
    rng = Random(2)
    for pool in (DECK, [each for each in DECK if each % 9 < 5]):
        for _ in range(20):
            hand = pack(rng.sample(pool, 20))
            assert cover(hand) == best(hand)


def test_outs_are_counted_in_the_deck() -> None:
    hand = cards("r3 r4")
    assert wanted(hand) == cards("r2 r5")
    assert outs(hand, ALL - hand) == 4
    assert outs(hand, ALL - hand - ONE[kind("r2")]) == 3
