"""Notty's utility AI, whose scores are turns saved, and the lean player that it is measured against."""

from random import Random
from statistics import mean
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.agents.agent import Candidate
from game.agents.pickers import Best
from game.games import registry
from game.games.notty.cover import leftover
from game.games.notty.group_maker import DrawAndDiscard, StealCard, room_of, swapped, turns, turns_to_go, with_cards
from game.games.notty.hands import ONE, each_kind, unpack
from game.games.notty.moves import DRAW_TO_DISCARD, DREW, HOLDS, NEXT_TURN, RETURNED, Move, MoveKind
from game.games.notty.rules import RULES, View
from tests.notty_positions import cards, discard, draw, give_back, play, position, random_position

SEEDS = st.integers(0, 10**6)
PLAYERS = st.integers(2, 3)


def view_of(*hands: str, **more: Any) -> View:
    state = position(*hands, **more)
    assert state.to_move is not None
    return RULES.view(state, state.to_move)


def test_best_takes_the_highest_score_whatever_its_sign() -> None:
    def candidates(*scores: float) -> list[Candidate]:
        return [Candidate(None, score, None) for score in scores]  # type: ignore[arg-type]  # a picker reads no reason

    assert Best().pick(candidates(-3, -1, -2), Random(1)) == 1
    assert Best().pick(candidates(0, 2, 2), Random(1)) == 1
    assert Best().pick([], Random(1)) is None


def group_maker(view: View, seed: int = 1) -> Move:
    candidate = registry.ai("notty", "group-maker").agent().choose(view, Random(seed))
    assert candidate is not None
    move: Move = candidate.move
    return move


def test_turns_rise_with_the_cards_left_over_and_the_room() -> None:
    assert turns(0, 17) == 0
    assert turns_to_go(cards("r1 r2 r3")) == 1, "the turn has ended before it was discarded"
    assert [turns(left, 0) for left in range(6)] == sorted({turns(left, 0) for left in range(6)})
    assert turns(2, 0) < turns(2, 3) < turns(2, 9)


@given(SEEDS)
def test_what_a_card_saves_is_the_mean_over_all_that_may_come(seed: int) -> None:
    view = RULES.view(random_position(seed), 0)
    deck = unpack(view.unseen)
    room = room_of(view.hand)
    if room:
        after = [turns(leftover(view.hand + ONE[kind]), room - 1) for kind in deck]
        assert with_cards(view.hand, view.unseen, 1) == pytest.approx(mean(after))


def test_a_swap_is_worth_what_its_best_returns_are_on_the_average() -> None:
    view = view_of("r3 r4 r5 k9 k8 b1", "b9 b8")
    after = []
    for kind in unpack(view.unseen):
        drawn = view.hand + ONE[kind]
        after.append(min(turns(leftover(drawn - ONE[each]), room_of(view.hand)) for each in each_kind(drawn)))
    assert swapped(view.hand, view.unseen) == pytest.approx(mean(after))


def test_a_hand_that_can_go_goes() -> None:
    state = position("r3 r4 r5 r6 g6 y6 k6", "b9 b8 b1")
    while state.to_move is not None:
        state = play(state, group_maker(RULES.view(state, 0)))
    assert state.winner == 0


def test_a_group_is_kept_while_other_cards_are_left_over() -> None:
    move = group_maker(view_of("r3 r4 r5 k9 g1 y7", "b9 b8 b1"))
    assert move.kind != MoveKind.DISCARD_GROUP


def test_nobody_is_robbed_of_the_last_card() -> None:
    for seed in range(10):
        assert group_maker(view_of("r3 g9", "b9", used=9), seed).kind != MoveKind.STEAL
    assert StealCard().score(view_of("r3 g9", "b9"), Random(1))[0].score < 0


def test_the_least_useful_card_is_returned() -> None:
    assert group_maker(view_of("r3 r4 r5 k9 k8 b1", "b9 b8", used=HOLDS)) == give_back("b1")
    scored = DrawAndDiscard().score(view_of("r3 r4 r5 k9", "b9 b8", used=HOLDS), Random(1))
    assert max(scored, key=lambda candidate: candidate.score).move == give_back("k9")


@given(SEEDS, PLAYERS)
def test_the_group_maker_s_candidates_are_legal_and_there_once(seed: int, players: int) -> None:
    state = random_position(seed, players)
    assert state.to_move is not None
    view = RULES.view(state, state.to_move)
    found = registry.ai("notty", "group-maker").agent().think(view, Random(seed))
    moves = [candidate.move for candidate in found]
    assert set(moves) == set(RULES.legal_moves(view))
    assert len(set(moves)) == len(moves)
    for candidate in found:
        assert str(candidate.reason)
        assert candidate.score <= turns_to_go(view.hand)
        if candidate.move == NEXT_TURN:
            assert candidate.score == 0


# The lean player


def lean(*hands: str, **more: Any) -> Move:
    found = registry.ai("notty", "lean").agent().choose(view_of(*hands, **more), Random(1))
    assert found is not None
    move: Move = found.move
    return move


def test_the_lean_player_discards_at_once_and_draws_only_at_three_cards_or_fewer() -> None:
    assert lean("r1 r2 r3 k9", "b9 b8") == discard("r1 r2 r3")
    assert lean("r1 g2 k9", "b9 b8") == draw(1)
    assert lean("r1 g2 k9 b5", "b9 b8") == DRAW_TO_DISCARD
    assert lean("r1 g2 k9 b5", "b9 b8", used=HOLDS).kind == MoveKind.RETURN_CARD
    assert lean("r1 g2 k9", "b9 b8", used=DREW | RETURNED) == NEXT_TURN
