"""What holds at every turn of Jaipur, whatever is played."""

import json
from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.games.jaipur.moves import LegalMoves, Move, MoveKind
from game.games.jaipur.rules import (
    BONUS_PILES,
    DECK,
    DISCARD,
    HANDS,
    HERDS,
    MARKET,
    RULES,
    TAKEN,
    TAKEN_BONUSES,
    TOKEN_PILES,
    State,
)
from game.rules.multisets import pack
from game.rules.protocol import Effect, FactsChanged, Form, KnownChanged, Piece, Setup, Shift, TurnPassed
from tests import jaipur_brute
from tests.effects import carried_out, unordered
from tests.jaipur_positions import dealt, random_position, random_round

SEEDS = st.integers(0, 10**6)
CARDS = {"diamond": 6, "gold": 6, "silver": 6, "cloth": 8, "spice": 8, "leather": 10, "camel": 11}
FRESH_TOKENS = Counter(
    piece for place, pieces in RULES.board(State()).items() if place in TOKEN_PILES + BONUS_PILES for piece in pieces
)
LONGEST = 300
"""More turns than any round of this random play has needed; one that reaches it does not end."""


class NoChance(Random):
    """A source of chance that nobody may draw from."""

    def random(self) -> float:
        raise AssertionError("chance was drawn")

    def getrandbits(self, k: int, /) -> int:
        raise AssertionError("chance was drawn")


def pieces(state: State) -> Counter[Piece]:
    return Counter(piece for lying in RULES.board(state).values() for piece in lying)


@given(SEEDS)
def test_cards_and_tokens_are_conserved(seed: int) -> None:
    for *_, after in random_round(seed):
        every = pieces(after)
        assert {piece.kind: number for piece, number in every.items() if piece.form is Form.CARD} == CARDS
        assert Counter({piece: n for piece, n in every.items() if piece.form is Form.TOKEN}) == FRESH_TOKENS


@given(SEEDS)
def test_limits_hold_and_turns_alternate(seed: int) -> None:
    for before, _, _, after in random_round(seed):
        board = RULES.board(after)
        assert all(len(board[hand]) <= 7 for hand in HANDS)
        assert all(piece.kind != "camel" for hand in HANDS for piece in board[hand])
        assert all(piece.kind == "camel" for herd in HERDS for piece in board[herd])
        assert after.turns == before.turns + 1
        if after.to_move is not None:
            assert before.to_move == 1 - after.to_move
            assert len(board[MARKET]) == 5


@given(SEEDS)
def test_a_round_ends_by_three_kinds_or_by_the_market_and_only_then(seed: int) -> None:
    for *_, after in random_round(seed, limit=LONGEST):
        board = RULES.board(after)
        sold_out = sum(not board[place] for place in TOKEN_PILES)
        assert (after.to_move is None) == (sold_out >= 3 or len(board[MARKET]) < 5)
        assert after.turns < LONGEST


def test_random_play_sees_every_kind_of_end_and_of_bonus() -> None:
    # Otherwise the other tests of this file would prove less than they seem to.
    last = [list(random_round(seed))[-1][3] for seed in range(120)]
    assert {RULES.round_end(state, RULES.new_standing(Setup(2))).why[:9] for state in last} == {
        "The deck ",
        "Three kin",
    }
    assert {pile for state in last for taken in state.bonuses_taken for pile, _ in taken} == {0, 1, 2}


def test_legal_moves_are_a_sequence() -> None:
    legal = LegalMoves(pack([0, 1, 2, 3, 6]), pack([4, 4, 5]), 2)
    listed = list(legal)
    assert (legal[-1], legal[-len(listed)], legal[3:9]) == (listed[-1], listed[0], listed[3:9])
    for index in (len(listed), -len(listed) - 1):
        with pytest.raises(IndexError):
            legal[index]


# Any move at all: kinds of cards in any number, of which few are right, and legal moves with one thing changed.
ANY_MOVE = st.builds(
    Move,
    st.sampled_from(MoveKind),
    st.lists(st.integers(0, 6), max_size=4).map(pack),
    st.lists(st.integers(0, 6), max_size=4).map(pack),
)
CHANGES = st.tuples(
    st.integers(0, 10**6), st.sampled_from(["market", "hand", "kind"]), st.integers(0, 7), st.booleans()
)


def changed(move: Move, what: str, kind: int, more: bool) -> Move:
    """The move with one card more or less, possibly less than none, or one of no kind; or of another kind of move."""
    card = 16**kind if more else -(16**kind)
    if what == "market":
        return move._replace(market=move.market + card)
    if what == "hand":
        return move._replace(hand=move.hand + card)
    return move._replace(kind=MoveKind(kind % 4))


@settings(max_examples=150)
@given(SEEDS, st.lists(ANY_MOVE, max_size=20), st.lists(CHANGES, max_size=40))
def test_moves_are_refused_exactly_when_brute_force_does_not_find_them(
    seed: int, strange: list[Move], changes: list[tuple[int, str, int, bool]]
) -> None:
    state = random_position(seed)
    assert state.to_move is not None
    view = RULES.view(state, state.to_move)
    market, hand = jaipur_brute.names(view.market), jaipur_brute.names(view.hand)
    assert market is not None
    assert hand is not None
    legal = jaipur_brute.moves(market, hand, view.herds[0])
    listed = RULES.legal_moves(view)
    near = [changed(listed[index % len(listed)], what, kind, more) for index, what, kind, more in changes]
    for move in strange + near:
        assert (RULES.refusal(view, move) is None) == (jaipur_brute.written(move) in legal), move


@given(SEEDS)
def test_effects_carried_out_on_a_table_give_the_state_after_the_move(seed: int) -> None:
    piles = {DECK, *TOKEN_PILES, *BONUS_PILES}
    known = [RULES.known(dealt(seed), player) for player in (0, 1)]
    for before, _, log, after in random_round(seed):
        board = carried_out(RULES.board(before), log, piles)
        expected = RULES.board(after)
        assert unordered(board) == unordered(expected)
        assert all(board[place] == expected[place] for place in (*piles, DISCARD))
        facts = [effect.facts for effect in log if isinstance(effect, FactsChanged)][-1]
        for effect in log:
            if isinstance(effect, KnownChanged):
                known[effect.player] = effect.kinds
        assert isinstance(log[-1], TurnPassed)
        assert RULES.from_board(board, facts, known, log[-1].player) == after


@given(SEEDS)
def test_deciding_touches_nothing_of_chance_and_settling_does_the_rest(seed: int) -> None:
    for before, move, log, after in random_round(seed):
        state, halves = before.copy(), list[Effect]()
        RULES.decide(state, move, halves)
        assert not any(isinstance(effect, Shift) and effect.source in (DECK, *BONUS_PILES) for effect in halves)
        assert (state.deck, state.deck_at, state.bonuses) == (before.deck, before.deck_at, before.bonuses)
        assert (state.bonuses_taken, state.to_move, state.turns) == (before.bonuses_taken, before.to_move, before.turns)
        RULES.draw_chance(state, move, NoChance())
        RULES.settle(state, move, None, halves)
        assert (state, halves) == (after, log)


@given(SEEDS)
def test_a_move_says_which_pieces_it_picks(seed: int) -> None:
    places = (MARKET, *HANDS, *HERDS)
    for before, move, log, _ in random_round(seed):
        assert before.to_move is not None
        picked = Counter(RULES.chosen(RULES.view(before, before.to_move), move))
        shifts = [effect for effect in log if isinstance(effect, Shift) and effect.source in places]
        assert picked == Counter((shift.source, shift.piece) for shift in shifts)


@given(SEEDS)
def test_tokens_taken_are_those_that_left_the_piles(seed: int) -> None:
    for before, move, log, after in random_round(seed):
        gained = [effect for effect in log if isinstance(effect, Shift) and effect.target in TAKEN + TAKEN_BONUSES]
        assert before.to_move is not None
        assert all(shift.target.player == before.to_move for shift in gained)
        assert move.kind == MoveKind.SELL or not gained
        scores = [state.goods_score(before.to_move) + state.bonus_score(before.to_move) for state in (before, after)]
        assert scores[1] - scores[0] == sum(shift.piece.value for shift in gained)


@given(SEEDS)
def test_records_give_back_the_dealt_state_and_every_move(seed: int) -> None:
    state = dealt(seed, limit=77)
    record = json.loads(json.dumps(RULES.state_record(state)))
    assert RULES.state_from_record(record, Setup(2, {"turn_limit": 77})) == state
    for _, move, _, after in random_round(seed):
        record = json.loads(json.dumps(RULES.move_record(move)))
        assert RULES.move_from_record(record, RULES.state_record(after)) == (move, None)
