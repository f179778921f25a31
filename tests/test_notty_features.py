"""What Notty's networks see: covers and features over arrays, against the same worked out one by one."""

from collections.abc import Sequence
from itertools import pairwise
from math import sqrt
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.games.notty.action_values import discards_of
from game.games.notty.choices import useful
from game.games.notty.cover import cover, leftover
from game.games.notty.hand_arrays import best_of, counts_of, covers, packed_of
from game.games.notty.hands import ALL, ONE, colour_of, count, each_kind, number_of, pack, size, unpack
from game.games.notty.moves import DREW, HOLDS, RETURNED, STOLE, MoveKind
from game.games.notty.open_features import (
    GROUPS,
    actions_of,
    inputs_of,
    packed_hands,
    possible,
    returns_of,
    rows_of,
    sensible,
)
from game.games.notty.rules import RULES, State
from tests.notty_positions import cards, legal, random_position

SEEDS = st.integers(0, 10**6)
PLAYERS = st.integers(2, 3)


def random_hand(seed: int) -> int:
    """A hand of up to 20 cards, of all or of few numbers or colours: runs and sets, also twice, are frequent."""
    rng = Random(seed)
    numbers, colours = rng.sample(range(1, 10), rng.randrange(1, 10)), rng.sample(range(5), rng.randrange(1, 6))
    pool = [kind for kind in unpack(ALL) if number_of(kind) in numbers or colour_of(kind) in colours]
    return pack(rng.sample(pool, min(len(pool), rng.randrange(1, 21))))


@given(st.lists(SEEDS, min_size=1, max_size=4))
def test_covers_are_those_of_single_hands(seeds: list[int]) -> None:
    hands = [random_hand(seed) for seed in seeds]
    counts = counts_of(hands)
    assert packed_of(counts) == hands
    found = covers(counts)
    assert best_of(counts).tolist() == found.best.tolist() == [cover(hand) for hand in hands]
    for hand, gains, losses in zip(hands, found.gains.tolist(), found.losses.tolist(), strict=True):
        more = [cover(hand + ONE[kind]) - cover(hand) if count(hand, kind) < 2 else 0 for kind in range(45)]
        less = [cover(hand) - cover(hand - ONE[kind]) if count(hand, kind) else 0 for kind in range(45)]
        assert (gains, losses) == (more, less)


@pytest.mark.parametrize(
    ("hand", "best", "card", "gain"),
    [
        ("r1 r2", 0, "r3", 3),
        ("2r3 2g3 2y3 2k3", 8, "b3", 1),
        ("2r3 2g3 2y3 1k3", 4, "k3", 4),  # a second set
        ("r3 g3 y3 k1 k2 k4", 0, "k3", 4),  # a set of four beats a run of four only in being one of two ways
        ("r3 g3 y3 k3 k4 k5", 4, "b3", 3),  # the set lets the black 3 go into a run
    ],
)
def test_worked_hands(hand: str, best: int, card: str, gain: int) -> None:
    found = covers(counts_of([cards(hand)]))
    assert found.best.tolist() == [best]
    assert found.gains[0, each_kind(cards(card))[0]] == gain


def test_no_hands_have_no_covers() -> None:
    assert covers(counts_of([])).gains.shape == (0, 45)
    assert best_of(counts_of([])).shape == (0,)


# Features


def slow_hand(hand: int, deck: int) -> list[float]:
    """The 18 features of a hand, one by one."""
    held, left = size(hand), leftover(hand)
    own = [held / 20, float(held == 20), max(0, 3 - (20 - held)) / 3, left / 8, sqrt(left) / 3]
    own += [float(left == each) for each in range(6)]
    lost = [leftover(hand - ONE[kind]) - left for kind in unpack(hand)]
    own += [sum(lost) / held, useful(hand) / held]
    return own + [slow_share(hand, deck, least) for least in (1, 2, 3, left + 1, max(left, 1))]


def slow_share(hand: int, source: int, least: int) -> float:
    """The share of some cards that raise the cover of a hand by at least so much."""
    gains = [cover(hand + ONE[kind]) - cover(hand) for kind in unpack(source)]
    return sum(gain >= least for gain in gains) / len(gains)


def slow_row(hands: Sequence[int], used: int) -> list[float]:
    deck = ALL - sum(hands)
    row = [each for hand in hands for each in slow_hand(hand, deck)]
    for theirs in hands[1:]:
        row += [slow_share(hands[0], theirs, least) for least in (1, 2, leftover(hands[0]) + 1)]
    row += [*[float(used & bit > 0) for bit in (DREW, STOLE, RETURNED)], size(deck) / 90]
    for theirs in hands[1:]:
        row += [slow_share(theirs, hands[0], least) for least in (1, 2, leftover(theirs) + 1)]
    return [*row, *[each for hand in hands for each in slow_losses(hand)]]


def slow_losses(hand: int) -> list[float]:
    """The shares of a hand's cards whose loss costs its groups at least 1, 2, 3 cards."""
    lost = [cover(hand) - cover(hand - ONE[kind]) for kind in unpack(hand)]
    return [sum(each >= least for each in lost) / len(lost) for least in (1, 2, 3)]


@given(SEEDS, PLAYERS, st.sampled_from([0, DREW, DREW | STOLE, RETURNED]))
def test_features_are_those_worked_out_one_by_one(seed: int, players: int, used: int) -> None:
    hands = random_position(seed, players).hands
    (row,) = rows_of(packed_hands(hands).of(None), np.array([used]))
    assert len(row) == inputs_of(players)
    assert row.tolist() == pytest.approx(slow_row(hands, used), abs=1e-6)


def test_inputs_are_those_of_the_study_and_what_thefts_cost() -> None:
    assert [inputs_of(2), inputs_of(3)] == [43 + 3 + 2 * 3, 64 + 2 * 3 + 3 * 3]


# What can be done


@given(SEEDS, PLAYERS)
def test_what_is_possible_is_what_the_rules_allow(seed: int, players: int) -> None:
    state = random_position(seed, players)
    player = state.to_move
    assert player is not None
    if state.used & HOLDS:
        return
    sizes = np.array([[size(state.hands[(player + step) % players]) for step in range(players)]])
    able = possible(sizes, np.array([state.used]))[0].tolist()
    moves = [(move.kind, move.value) for move in legal(state)]
    thefts = [(MoveKind.STEAL, (player + step) % players) for step in range(1, players)]
    every = [*[(MoveKind.DRAW, number) for number in (1, 2, 3)], *thefts]
    every += [(MoveKind.DRAW_TO_DISCARD, 0), (MoveKind.NEXT_TURN, 0)]
    assert len(every) == actions_of(players)
    assert able == [each in moves for each in every]


@given(SEEDS, PLAYERS)
def test_something_sensible_is_left(seed: int, players: int) -> None:
    rng = Random(seed)
    sizes = np.array([[rng.randrange(1, 21) for _ in range(players)] for _ in range(8)])
    used = np.array([rng.choice([0, DREW, STOLE]) | rng.choice([0, RETURNED]) for _ in range(8)])
    able = sensible(sizes, used)
    assert able.any(axis=1).all()
    assert not able[:, 3:-2][sizes[:, 1:] == 1].any(), "a last card is never taken"
    assert able[:, -1].tolist() == (used & RETURNED > 0).tolist(), "a turn has its draw and discard"


@given(SEEDS)
def test_the_cards_that_may_be_returned_leave_the_fewest(seed: int) -> None:
    hand = random_hand(seed)
    hands = packed_hands([hand])
    found = returns_of(hands.counts, hands.losses)
    left = {kind: leftover(hand - ONE[kind]) for kind in each_kind(hand)}
    assert found.kind.tolist() == [kind for kind, each in left.items() if each == min(left.values())]
    assert packed_of(found.then.counts) == [hand - ONE[kind] for kind in found.kind.tolist()]


@given(SEEDS)
def test_the_groups_that_may_be_discarded_leave_no_more_cards_over(seed: int) -> None:
    hand = random_hand(seed)
    found = discards_of(packed_hands([hand]))
    groups = set(packed_of(GROUPS[found.group]))
    rules = [move.value for move in RULES.legal_moves(RULES.view(position_of(hand), 0)) if size(move.value) <= 5]
    expected = {group for group in rules if size(group) > 2 and leftover(hand - group) == leftover(hand)}
    assert groups == expected
    assert all(before <= after for before, after in pairwise(found.row.tolist()))


def position_of(hand: int) -> State:
    """A state in which the first player has this hand."""
    state = random_position(1)
    rest = unpack(ALL - hand)
    state.hands, state.deck, state.to_move, state.used = [hand, pack(rest[:4])], tuple(rest[4:]), 0, DREW | STOLE
    return state
