"""What is true at every moment of Notty, whatever is played."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.games.notty.hands import ALL, each_kind, pack, size, unpack
from game.games.notty.moves import DREW, HOLDS, RETURNED, STOLE, Move, MoveKind
from game.games.notty.rules import DECK, HANDS, RULES, State, View
from game.rules.protocol import Effect, apply
from tests.effects import carried_out
from tests.notty_positions import legal, random_position, random_round

SEEDS = st.integers(0, 10**6)
PLAYERS = st.integers(2, 3)
SHARES = st.sampled_from([0.0, 0.5, 1.0])


def check(state: State) -> None:
    """What holds of every state."""
    lying = [*state.deck, *(kind for hand in state.hands for kind in unpack(hand))]
    assert pack(lying) == ALL
    assert len(lying) == 90
    for player, hand in enumerate(state.hands):
        holds = state.used & HOLDS and player == state.to_move
        assert size(hand) <= (21 if holds else 20)
    assert not (state.used & HOLDS and state.used & RETURNED)
    assert state.hands.count(0) <= 1
    assert (state.to_move is None) == (0 in state.hands)
    assert len(state.deck) >= 90 - 41 - 20


@settings(max_examples=100)
@given(SEEDS, PLAYERS, SHARES)
def test_cards_are_conserved_and_hands_limited(seed: int, players: int, share: float) -> None:
    for before, move, after in random_round(seed, players, 120, share):
        check(before)
        check(after)
        player = before.to_move
        assert player is not None
        if after.to_move is not None:
            passed = (player + 1) % players if move.kind == MoveKind.NEXT_TURN else player
            assert after.to_move == passed
        assert after.turns == before.turns + (move.kind == MoveKind.NEXT_TURN)


@given(SEEDS, PLAYERS, SHARES)
def test_each_of_the_first_three_actions_happens_at_most_once_a_turn(seed: int, players: int, share: float) -> None:
    turn: Counter[MoveKind] = Counter()
    for _, move, after in random_round(seed, players, 150, share):
        turn[move.kind] += 1
        assert all(
            turn[kind] <= 1 for kind in (MoveKind.DRAW, MoveKind.STEAL, MoveKind.DRAW_TO_DISCARD, MoveKind.RETURN_CARD)
        )
        if move.kind == MoveKind.NEXT_TURN:
            assert after.used == 0
            turn.clear()
        else:
            assert bool(after.used & DREW) == bool(turn[MoveKind.DRAW])
            assert bool(after.used & STOLE) == bool(turn[MoveKind.STEAL])
            assert bool(after.used & HOLDS) == (turn[MoveKind.DRAW_TO_DISCARD] > turn[MoveKind.RETURN_CARD])
            assert bool(after.used & RETURNED) == bool(turn[MoveKind.RETURN_CARD])


@given(SEEDS, PLAYERS, st.randoms(use_true_random=False))
def test_what_is_legal_is_what_is_not_refused(seed: int, players: int, rng: Random) -> None:
    state = random_position(seed, players)
    assert state.to_move is not None
    view = RULES.view(state, state.to_move)
    allowed = set(RULES.legal_moves(view))
    tried = [Move(kind, value) for kind in MoveKind for value in range(-1, 46)]
    hand = each_kind(view.hand)
    subsets = [pack(rng.sample(hand, min(len(hand), number))) for number in (3, 4, 5) for _ in range(20)]
    tried += [Move(MoveKind.DISCARD_GROUP, cards) for cards in subsets]
    tried += list(allowed)
    assert {move for move in tried if RULES.refusal(view, move) is None} == allowed


@given(SEEDS, PLAYERS)
def test_no_card_in_hand_hides_and_none_appears(seed: int, players: int) -> None:
    state = random_position(seed, players)
    rng = Random(seed)
    for move in legal(state):
        after, log = state.copy(), list[Effect]()
        apply(RULES, after, move, rng, log)
        check(after)
        assert carried_out(RULES.board(state), log)[DECK] == RULES.board(after)[DECK]
        assert sum(after.hands) + pack(after.deck) == ALL
        assert set(RULES.board(after)) == {DECK, *HANDS[:players]}


@given(SEEDS, PLAYERS, st.randoms(use_true_random=False))
def test_the_order_of_the_deck_never_shows(seed: int, players: int, rng: Random) -> None:
    state = random_position(seed, players)
    other = state.copy()
    other.deck = tuple(rng.sample(state.deck, len(state.deck)))
    for player in range(players):
        view = RULES.view(state, player)
        assert RULES.view(other, player) == view
        assert list(RULES.legal_moves(RULES.view(other, player))) == list(RULES.legal_moves(view))
        sample = RULES.sample(view, rng)
        assert RULES.view(sample, player) == view
        assert sorted(sample.deck) == sorted(state.deck)


def test_samples_shuffle_the_deck() -> None:
    view: View = RULES.view(random_position(1), 0)
    assert len({RULES.sample(view, Random(seed)).deck for seed in range(20)}) == 20


@pytest.mark.parametrize("players", [2, 3])
def test_random_play_meets_every_kind_of_move(players: int) -> None:
    met = Counter(move.kind for seed in range(5) for _, move, _ in random_round(seed, players, 200))
    assert set(met) == set(MoveKind)
