"""Nim's rules page, line by line, and its move generator against brute force."""

import json
from collections.abc import Sequence
from fractions import Fraction
from math import comb, factorial
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.games.nim.record import Move
from game.games.nim.rules import GONE, PILES, RULES, STONE, Facts, State, moves_of, pack, unpack
from game.rules.options import parse_options
from game.rules.protocol import Effect, MatchEnd, OptionError, RecordError, Setup, Shift, TurnPassed, first_player
from tests import nim_brute

setups = st.lists(st.integers(1, 15), min_size=1, max_size=8)
positions = st.lists(st.integers(0, 15), min_size=1, max_size=8)


def setup(*texts: str) -> Setup:
    return Setup(2, parse_options(RULES, list(texts)))


def play(state: State, *moves: tuple[int, int]) -> State:
    """The state after these moves, each checked to be legal; the state given stays as it is."""
    state = state.copy()
    for move in moves:
        assert state.to_move is not None
        assert RULES.refusal(RULES.view(state, state.to_move), Move(*move)) is None
        RULES.decide(state, Move(*move))
        RULES.settle(state, Move(*move), None)
    return state


def perft(state: State, depth: int) -> int:
    if depth == 0:
        return 1
    if state.to_move is None:
        return 0
    legal = RULES.legal_moves(RULES.view(state, state.to_move))
    return sum(perft(play(state, move), depth - 1) for move in legal)


# Set-up


def test_piles_are_one_three_five_and_seven_unless_they_are_chosen() -> None:
    assert RULES.deal(setup(), (), 0, Random(1)).piles == (1, 3, 5, 7)
    assert RULES.deal(setup("piles=3,4,5"), (), 1, Random(1)).piles == (3, 4, 5)
    assert RULES.deal(setup("piles=15"), (), 1, Random(1)).to_move == 1


@pytest.mark.parametrize("text", ["", "0", "16", "1,,3", "1,2,3,4,5,6,7,8,9", "-1", "1.5", "three", "1;3", "9" * 5000])
def test_other_piles_are_refused_by_name(text: str) -> None:
    with pytest.raises(OptionError, match="1 to 8 piles of 1 to 15 stones"):
        parse_options(RULES, [f"piles={text}"])


def test_the_first_player_is_drawn_unless_it_is_chosen() -> None:
    drawn = {first_player(setup(), Random(seed)) for seed in range(20)}
    assert drawn == {0, 1}
    for chosen in (0, 1):
        assert {first_player(setup(f"first={chosen}"), Random(seed)) for seed in range(20)} == {chosen}
    with pytest.raises(OptionError, match="lot, 0 or 1"):
        parse_options(RULES, ["first=2"])


def test_a_choice_of_the_first_player_draws_nothing() -> None:
    rng = Random(1)
    first_player(setup("first=1"), rng)
    assert rng.random() == Random(1).random()


# Moves


def test_a_turn_takes_one_or_more_stones_from_one_pile() -> None:
    view = RULES.view(State([1, 0, 2]), 0)
    assert list(RULES.legal_moves(view)) == [(0, 1), (2, 1), (2, 2)]


@pytest.mark.parametrize(
    ("move", "why"),
    [
        (Move(0, 0), "a turn takes one stone or more"),
        (Move(0, -1), "a turn takes one stone or more"),
        (Move(1, 4), "pile 2 has only 3 stones"),
        (Move(0, 2), "pile 1 has only 1 stone"),
        (Move(2, 1), "pile 3 is empty"),
        (Move(3, 1), "there is no pile 4; there are 3 piles"),
        (Move(-1, 1), "there is no pile 0; there are 3 piles"),
        (Move(True, 1), "pile and count are not whole numbers"),
        (Move(0, 1.0), "pile and count are not whole numbers"),  # type: ignore[arg-type]  # what a broken AI may do
        ((0, 1), "(0, 1) is not a move of Nim"),
    ],
)
def test_other_moves_are_refused_in_words(move: Any, why: str) -> None:
    assert RULES.refusal(RULES.view(State([1, 3, 0]), 0), move) == why


def test_nobody_moves_out_of_turn_or_after_the_end() -> None:
    state = State([2])
    assert RULES.refusal(RULES.view(state, 1), Move(0, 1)) == "it is not this player's turn"
    assert RULES.refusal(RULES.view(play(state, (0, 2)), 1), Move(0, 1)) == "the round is over"


def test_players_take_turns() -> None:
    state = play(State([1, 3]), (1, 2))
    assert (state.piles, state.to_move) == ((1, 1), 1)
    assert play(state, (0, 1)).to_move == 0


@pytest.mark.parametrize("first", [0, 1])
def test_whoever_takes_the_last_stone_loses(first: int) -> None:
    state = play(State([1, 2], to_move=first), (0, 1), (1, 2))
    assert state.to_move is None
    end = RULES.round_end(state, ())
    assert (end.winner, end.scores, end.record) == (first, None, {})
    assert RULES.after_round((), first, end).end == MatchEnd(first, "won")


@pytest.mark.parametrize("piles", [(1, 3, 5, 7), (3, 4, 5), (1,), (2, 2), (1, 1, 1, 1), (15, 1), (4, 0, 2)])
def test_counts_of_the_move_tree_agree_with_brute_force(piles: tuple[int, ...]) -> None:
    for depth in range(4 if sum(piles) > 12 else 6):
        assert perft(State(piles), depth) == nim_brute.sequences(piles, depth)


def sequences_by_formula(piles: Sequence[int], depth: int) -> int:
    """How many sequences of moves there are, counted without playing: k moves in a pile of n choose k of the n sizes it
    can be left at, and the moves of the piles are shuffled together in every way."""
    series = [Fraction(1)] + [Fraction(0)] * depth
    for count in piles:
        of_pile = [Fraction(comb(count, k), factorial(k)) for k in range(depth + 1)]
        series = [sum((series[k] * of_pile[n - k] for k in range(n + 1)), Fraction(0)) for n in range(depth + 1)]
    return int(series[depth] * factorial(depth))


@pytest.mark.parametrize("piles", [(1, 3, 5, 7), (3, 4, 5), (2, 9), (1, 1, 1, 2)])
def test_counts_of_the_move_tree_agree_with_a_formula(piles: tuple[int, ...]) -> None:
    for depth in (1, 2, 3, 4):
        assert perft(State(piles), depth) == sequences_by_formula(piles, depth)


def test_counts_of_the_move_tree_by_hand() -> None:
    # One pile twice: 3 + 10 + 21 pairs of sizes; two piles: 2 (1 3 + 1 5 + 1 7 + 3 5 + 3 7 + 5 7) = 172.
    assert [perft(State((1, 3, 5, 7)), depth) for depth in (1, 2)] == [16, 34 + 172]


@given(positions)
def test_moves_are_those_of_brute_force(piles: list[int]) -> None:
    expected = [(pile, taken) for pile, taken, _ in nim_brute.moves(tuple(piles))]
    assert list(moves_of(pack(piles))) == expected
    assert unpack(pack(piles), len(piles)) == tuple(piles)


@given(setups, st.integers(0, 1), st.randoms(use_true_random=False))
def test_a_round_takes_every_stone_and_ends_with_a_winner(piles: list[int], first: int, rng: Random) -> None:
    state = State(piles, to_move=first)
    moves = 0
    while (player := state.to_move) is not None:
        legal = RULES.legal_moves(RULES.view(state, player))
        before, log = sum(state.piles), list[Effect]()
        move = rng.choice(legal)
        RULES.decide(state, move, log)
        RULES.settle(state, move, None, log)
        moves += 1
        assert sum(state.piles) == before - move.stones
        assert log[: move.stones] == [Shift(STONE, PILES[move.pile], GONE)] * move.stones
        assert log[-1] == TurnPassed(state.to_move)
        board = RULES.board(state)
        assert sum(map(len, board.values())) == sum(piles)
        assert RULES.from_board(board, RULES.facts(state), [(), ()], state.to_move) == state
    assert not any(state.piles)
    last = first if moves % 2 else 1 - first
    assert state.winner == 1 - last


# At the table


def test_picked_stones_that_make_no_move_are_explained() -> None:
    view = RULES.view(State([1, 3]), 0)
    assert RULES.why_no_move(view, [(PILES[0], STONE), (PILES[1], STONE)]) == (
        "A turn takes stones from one pile, not from 2."
    )
    assert "taken stay" in RULES.why_no_move(view, [(GONE, STONE)])


def test_moves_have_words() -> None:
    assert RULES.describe(Move(1, 1)) == "took 1 stone from pile 2"
    assert RULES.describe(Move(0, 3)) == "took 3 stones from pile 1"
    assert RULES.label(Move(2, 4)) == "Take 4 from pile 3"
    assert RULES.kind_name(Move(2, 4)) in RULES.kinds


def test_a_state_differs_by_each_of_its_parts() -> None:
    state = State([1, 2])
    others = [State([2, 1]), State([1, 2], [1, 3]), State([1, 2], to_move=1), State([1, 2])]
    others[-1].winner = 0
    assert [other == state for other in others] == [False] * 4
    assert RULES.facts(State([0], [3])) == Facts((3,), None)


# Records


def test_the_records_are_those_of_the_replay_page() -> None:
    state = play(State([1, 3, 5, 7]), (1, 3))
    assert json.dumps(RULES.state_record(state)) == '{"to_move": 1, "piles": [1, 0, 5, 7]}'
    assert json.dumps(RULES.move_record(Move(2, 3))) == '{"kind": "take", "pile": 2, "count": 3}'
    assert RULES.move_from_record({"kind": "take", "pile": 2, "count": 3}, None) == (Move(2, 3), None)


@pytest.mark.parametrize(
    "record",
    [
        None,
        {},
        {"kind": "draw"},
        {"kind": "take", "pile": 0},
        {"kind": "take", "pile": 0, "count": 1, "more": 1},
        {"kind": "take", "pile": "0", "count": 1},
        {"kind": "take", "pile": 0, "count": True},
    ],
)
def test_other_moves_of_a_record_are_refused(record: Any) -> None:
    with pytest.raises(RecordError):
        RULES.move_from_record(record, None)


@pytest.mark.parametrize(
    "record",
    [
        None,
        {"piles": [1, 3, 5, 7]},
        {"to_move": 0},
        {"to_move": None, "piles": [1, 3, 5, 7]},
        {"to_move": 2, "piles": [1, 3, 5, 7]},
        {"to_move": True, "piles": [1, 3, 5, 7]},
        {"to_move": 0, "piles": [1, 3, 5]},
        {"to_move": 0, "piles": [True, 3, 5, 7]},
        {"to_move": 0, "piles": "1,3,5,7"},
    ],
)
def test_other_openings_of_a_record_are_refused(record: Any) -> None:
    with pytest.raises(RecordError):
        RULES.state_from_record(record, setup())
