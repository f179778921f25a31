"""Notty's move generator against brute force over single cards (see notty_brute)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.games.notty.hands import KINDS, each_kind, size, unpack
from game.games.notty.moves import DREW, HOLDS, RETURNED, STOLE, Move, MoveKind
from game.games.notty.rules import RULES, State
from tests import notty_brute
from tests.notty_positions import cards, legal, position, random_position

NAMES = {DREW: "draw", STOLE: "steal", HOLDS: "drawn", RETURNED: "done"}


def perft(state: State, depth: int) -> int:
    """How many sequences of `depth` moves there are, a steal counted once for each kind that it may bring; a deck that
    is shuffled is laid in order."""
    if depth == 0:
        return 1
    if state.to_move is None:
        return 0
    total = 0
    for move in legal(state):
        chances: list[object] = [None]
        if move.kind == MoveKind.STEAL:
            chances = list(each_kind(state.hands[move.value]))
        for chance in chances:
            after = state.copy()
            RULES.decide(after, move)
            if move.kind in (MoveKind.RETURN_CARD, MoveKind.DISCARD_GROUP):
                chance = tuple(sorted(after.deck))
            RULES.settle(after, move, chance)
            total += perft(after, depth - 1)
    return total


def card(kind: int) -> notty_brute.Card:
    colour, number = KINDS[kind].split("-")
    return colour, int(number)


def brute_position(state: State) -> notty_brute.Position:
    assert state.to_move is not None
    used = frozenset(name for bit, name in NAMES.items() if state.used & bit)
    hands = [[card(kind) for kind in unpack(hand)] for hand in state.hands]
    return notty_brute.Position(hands, [card(kind) for kind in state.deck], state.to_move, used)


def written(move: Move) -> notty_brute.Action:
    name = move.kind.name.lower()
    match move.kind:
        case MoveKind.DRAW | MoveKind.STEAL:
            return name, move.value
        case MoveKind.RETURN_CARD:
            return name, card(move.value)
        case MoveKind.DISCARD_GROUP:
            return name, tuple(sorted(card(kind) for kind in unpack(move.value)))
    return (name,)


# Each count was got by brute force, to its full depth; the test below repeats the first three, of the large hand two.
POSITIONS = {
    "dealt, two players": (position("r1 r2 g5 k9", "b9 b8 k1 y3", deck="r3 g7 y1 k4"), (9, 55, 302, 1749)),
    "dealt, three players": (
        position("r1 r2 g5 k9", "b9 b8", "y3", deck="r3 g7 y1 k4", to_move=1),
        (10, 55, 253, 1503),
    ),
    "groups": (position("2r1 2r2 2r3 r4 g4 y4 k4 b4", "b9 k1", deck="b4 r5"), (16, 178, 1552)),
    "a card drawn to discard one": (position("r1 r2 r3 2g5", "b9", used=HOLDS + DREW), (4, 9, 35, 169)),
    "almost over": (position("r1 r2 r3", "b9", "g1 g2 g3", deck="b8 b7 r4"), (10, 56, 316, 1653)),
    "nineteen": (position("2r1 2r3 2r5 2r7 2r9 2g1 2g3 2g5 2g7 g9", "b9", deck="r2"), (4, 29, 165)),
}


@pytest.mark.parametrize(("state", "counts"), POSITIONS.values(), ids=POSITIONS)
def test_counts_of_fixed_positions(state: State, counts: tuple[int, ...]) -> None:
    assert tuple(perft(state, depth + 1) for depth in range(len(counts))) == counts


@pytest.mark.parametrize(("state", "counts"), POSITIONS.values(), ids=POSITIONS)
def test_brute_force_still_gives_the_counts_of_fixed_positions(state: State, counts: tuple[int, ...]) -> None:
    repeated = counts[: 2 if max(map(size, state.hands)) > 14 else 3]
    assert tuple(notty_brute.perft(brute_position(state), depth + 1) for depth in range(len(repeated))) == repeated


def test_two_moves_counted_by_hand() -> None:
    # With a red 1 against a blue 9: draws of 1, 2, 3, a steal, draw to discard, next turn: 6. After a draw there are a
    # steal, draw to discard and next turn: 3, and with the red 2 and 3 a run: 4. The steal ends the match. After draw
    # to discard one of two is returned: 2. After next turn there are the same 6.
    state = position("r1", "b9", deck="r2 r3 k5")
    assert perft(state, 1) == 6
    assert perft(state, 2) == 3 + 4 + 4 + 0 + 2 + 6


@settings(max_examples=100)
@given(st.integers(0, 10**6), st.integers(2, 3))
def test_positions_of_random_play_against_brute_force(seed: int, players: int) -> None:
    state = random_position(seed, players)
    assert state.to_move is not None
    if size(state.hands[state.to_move]) > 14:
        return  # every subset of so many cards takes too long
    listed = [written(move) for move in legal(state)]
    expected = notty_brute.moves(brute_position(state))
    assert len(listed) == len(expected)
    assert set(listed) == expected


def test_no_move_of_a_full_hand_without_groups_is_forgotten() -> None:
    full = "2r1 2r3 2r5 2r7 2r9 2g1 2g3 2g5 2g7 2g9"
    assert [move.kind.name for move in legal(position(full, "b9"))] == ["DRAW_TO_DISCARD", "NEXT_TURN"]
    assert size(cards(full)) == 20
