"""Notty's groups: all of them, each once, and quickly."""

import time
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from game.games.notty.groups import REACH, groups, is_group, is_run
from game.games.notty.hands import ALL, COPIES, KINDS, ONE, contains, count, distinct, each_kind, pack, size, unpack
from tests import notty_brute
from tests.notty_positions import cards, kind

DECK = [kind for kind in range(len(KINDS)) for _ in range(COPIES)]
hands = st.integers(0, 14).flatmap(lambda size: st.permutations(DECK).map(lambda deck: pack(deck[:size])))
crowded = st.lists(st.sampled_from([kind for kind in DECK if kind % 9 < 4]), max_size=13).filter(
    lambda kinds: all(kinds.count(kind) <= COPIES for kind in kinds)
)
"""Few numbers, so that groups abound."""


def brute(hand: int) -> set[tuple[tuple[str, int], ...]]:
    return notty_brute.groups([written(kind) for kind in unpack(hand)])


def written(kind: int) -> tuple[str, int]:
    colour, number = KINDS[kind].split("-")
    return colour, int(number)


def as_written(group: int) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(written(kind) for kind in unpack(group)))


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("", []),
        ("r1 r2", []),
        ("r1 r2 r4", []),
        ("r1 r2 r3", ["r1 r2 r3"]),
        ("r7 r8 r9 g1 g2", ["r7 r8 r9"]),
        # A run does not go on in the next colour, nor from 9 to 1.
        ("r8 r9 g1 g2", []),
        ("r1 r9 r2", []),
        # Four in a row hold two runs of three: overlapping groups are all there.
        ("b4 b5 b6 b7", ["b4 b5 b6", "b4 b5 b6 b7", "b5 b6 b7"]),
        # Two alike make one group, as equal cards are one kind.
        ("2k4 2k5 2k6", ["k4 k5 k6"]),
        ("r5 g5 y5", []),
        ("r5 g5 y5 k5", ["r5 g5 y5 k5"]),
        ("2r5 2g5 y5", []),
        (
            "r5 g5 y5 k5 b5",
            ["r5 g5 y5 k5", "r5 g5 y5 b5", "r5 g5 k5 b5", "r5 y5 k5 b5", "g5 y5 k5 b5", "r5 g5 y5 k5 b5"],
        ),
        # The red 5 belongs to a run and to a set.
        ("r3 r4 r5 g5 y5 b5", ["r3 r4 r5", "r5 g5 y5 b5"]),
    ],
)
def test_groups_by_hand(hand: str, expected: list[str]) -> None:
    found = groups(cards(hand))
    assert len(found) == len(expected)
    assert set(found) == {cards(group) for group in expected}


@settings(max_examples=150)
@given(hands | crowded.map(pack))
@example(cards("r1 r2 r3 r4 g1 g2 g3 y1 y2 k1 b1 2b2"))
def test_groups_are_those_of_brute_force(hand: int) -> None:
    found = groups(hand)
    assert len(found) == len(set(found))
    assert {as_written(group) for group in found} == brute(hand)


@given(st.sets(st.integers(0, 44), min_size=1, max_size=6).map(pack) | crowded.filter(bool).map(pack))
def test_what_is_a_group_is_what_the_page_says(hand: int) -> None:
    assert is_group(hand) == notty_brute.a_group(as_written(hand))


def test_runs_and_sets_are_told_apart() -> None:
    assert is_run(cards("y2 y3 y4"))
    assert not is_run(cards("r2 g2 y2 k2"))


def test_no_hand_has_more_than_194_groups() -> None:
    found = groups(ALL)
    assert len(found) == len(set(found)) == 5 * 28 + 9 * 6


def test_all_groups_of_twenty_cards_take_less_than_a_millisecond() -> None:
    rng = Random(1)
    full = [pack(rng.sample(DECK, 20)) for _ in range(200)]
    full.append(cards("r1 r2 r3 r4 r5 r6 r7 r8 r9 g1 g2 g3 g4 g5 g6 g7 g8 g9 y1 y2"))
    took = []
    for hand in full:
        started = time.perf_counter()
        groups(hand)
        took.append(time.perf_counter() - started)
    assert sorted(took)[len(took) // 2] < 0.001


@given(st.lists(st.sampled_from(range(45)), max_size=20).filter(lambda kinds: all(kinds.count(k) < 3 for k in kinds)))
def test_hands_are_multisets(held: list[int]) -> None:
    hand = pack(held)
    assert unpack(hand) == sorted(held)
    assert size(hand) == len(held)
    assert [count(hand, kind) for kind in range(45)] == [held.count(kind) for kind in range(45)]
    assert each_kind(hand) == unpack(distinct(hand)) == sorted(set(held))
    assert all(contains(hand, pack(held[:number])) for number in range(len(held) + 1))
    assert not contains(hand, hand + ONE[held[0]]) if held and held.count(held[0]) == 1 else True


def test_what_is_within_reach_of_a_card() -> None:
    assert REACH[kind("g1")] == cards("g2 g3 r1 y1 k1 b1")
    assert REACH[kind("b5")] == cards("b3 b4 b6 b7 r5 g5 y5 k5")
