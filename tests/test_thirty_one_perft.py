"""Thirty-one's rules against brute force (see thirty_one_brute): counts of the move tree, and whole rounds in step."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.games.thirty_one.cards import KINDS, kinds_of, score
from game.games.thirty_one.moves import Move, MoveKind
from game.games.thirty_one.rules import State
from game.games.thirty_one.state import FROM_DISCARD, House
from tests import thirty_one_brute
from tests.thirty_one_positions import legal, play, position, random_round, result

NAMES = {MoveKind.DRAW_DECK: "deck", MoveKind.TAKE_DISCARD: "take", MoveKind.CALL: "call"}


def perft(state: State, depth: int) -> int:
    """How many sequences of `depth` moves there are."""
    if depth == 0:
        return 1
    return sum(perft(play(state, move), depth - 1) for move in legal(state))


def brute_position(state: State, player: int | None = None) -> thirty_one_brute.Position:
    to_move = state.to_move if player is None else player
    assert to_move is not None
    return thirty_one_brute.Position(
        tuple(tuple(kinds_of(hand)) for hand in state.hands),
        tuple(KINDS[card] for card in state.deck[state.deck_at :]),
        tuple(KINDS[card] for card in state.discard),
        state.lives,
        to_move,
        state.caller,
        state.turns,
        None if state.drawn is None else KINDS[state.drawn],
        state.drawn_from is FROM_DISCARD,
        {card: holder for holder, known in enumerate(state.known) for card in kinds_of(known)},
    )


def written(move: Move) -> thirty_one_brute.Action:
    return ("discard", KINDS[move.card]) if move.kind == MoveKind.DISCARD else (NAMES[move.kind],)


# Each count was got by brute force, to its full depth; the test below repeats the first four.
POSITIONS = {
    "dealt, two players": (position("KS QS 5S", "4D 3D 5C", deck="2H 3H 4H"), (3, 7, 21, 63, 196, 441)),
    "31 is near": (position("AS KS 5S", "4D 3D 5C", pile="QS", deck="JS 3H 4H"), (3, 7, 15, 45, 140, 315)),
    "called": (position("KS QS 5S", "4D 3D 5C", "9S 8S 2C", pile="3C", caller=2, turns=5), (2, 7, 14, 49, 0)),
    "the deck runs out": (
        position("KS QS 5S", "4D 3D 5C", deck="2H 3H", short=True, turns=44),
        (3, 9, 28, 63, 148, 297),
    ),
    "the last turns": (position("KS QS 5S", "4D 3D 5C", turns=198), (3, 9, 28, 49, 0)),
    "somebody is out": (position("KS QS 5S", "", "4D 3D 5C", "9S 8S 3C", to_move=3), (3, 7, 21, 63, 196, 539)),
}


@pytest.mark.parametrize(("state", "counts"), POSITIONS.values(), ids=POSITIONS)
def test_counts_of_fixed_positions(state: State, counts: tuple[int, ...]) -> None:
    assert tuple(perft(state, depth + 1) for depth in range(len(counts))) == counts


@pytest.mark.parametrize(("state", "counts"), POSITIONS.values(), ids=POSITIONS)
def test_brute_force_still_gives_the_counts_of_fixed_positions(state: State, counts: tuple[int, ...]) -> None:
    found = tuple(thirty_one_brute.perft(brute_position(state), depth + 1) for depth in range(4))
    assert found == counts[:4]


def test_two_moves_counted_by_hand() -> None:
    # Draw, take or call. After the draw one of four is discarded, after taking one of three; the call is under the gun
    # and ends the round.
    state = position("KS QS 5S", "4D 3D 5C")
    assert perft(state, 1) == 3
    assert perft(state, 2) == 4 + 3 + 0


HOUSES = st.builds(House, st.booleans(), st.booleans())
TABLES = st.sampled_from([(3, 3), (1, 1), (2, 3, 1), (3, 0, 2), (3, 3, 3, 3), (1, 0, 2, 1), (0, 2, 0, 1)])


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), TABLES, HOUSES, st.sampled_from([0.0, 0.05, 0.5]))
def test_whole_rounds_go_as_by_brute_force(seed: int, lives: tuple[int, ...], house: House, calls: float) -> None:
    alike, safe = house
    state = None
    for before, move, after in random_round(seed, len(lives), calls, lives, house):
        position_before = brute_position(before)
        assert {written(each) for each in legal(before)} == thirty_one_brute.moves(position_before)
        assert len(legal(before)) == len(set(legal(before)))
        expected = thirty_one_brute.after(position_before, written(move))
        assert thirty_one_brute.is_over(expected) == (after.to_move is None)
        if after.to_move is not None:
            found = brute_position(after)
            assert [set(hand) for hand in found.hands] == [set(hand) for hand in expected.hands]
            assert (found.deck, found.pile, found.player) == (expected.deck, expected.pile, expected.player)
            assert (found.caller, found.turns, found.drawn) == (expected.caller, expected.turns, expected.drawn)
            assert found.seen == expected.seen
        state = after
    if state is None:
        return  # 31 was dealt
    scores, _, lost, left = result(state)
    assert scores is not None
    over = brute_position(state, 0)
    assert list(scores) == [thirty_one_brute.score(hand, alike) for hand in over.hands]
    assert lost == thirty_one_brute.lost(over, alike, safe)
    assert left == [own - loss for own, loss in zip(lives, lost, strict=True)]


@given(st.sets(st.integers(0, 51), min_size=0, max_size=3), st.booleans())
def test_scores_are_those_of_brute_force(hand: set[int], alike: bool) -> None:
    packed = sum(1 << card for card in hand)
    assert score(packed, alike) == thirty_one_brute.score(tuple(KINDS[card] for card in hand), alike)
