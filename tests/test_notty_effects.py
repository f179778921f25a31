"""What a move of Notty decides, what chance adds to it, and the effects in which it is told."""

from random import Random

import pytest

from game.games.notty.hands import unpack
from game.games.notty.moves import DRAW_TO_DISCARD, DREW, NEXT_TURN, Move
from game.games.notty.rules import DECK, HANDS, RULES
from game.rules.protocol import Effect, Reordered, apply
from tests.effects import carried_out
from tests.notty_positions import cards, discard, draw, position, steal


def test_what_is_decided_is_apart_from_what_chance_adds() -> None:
    state = position("r1 r2 r3 k1", "b9 b5", deck="g7")
    for move in (draw(1), steal(1), DRAW_TO_DISCARD, NEXT_TURN):
        after = state.copy()
        RULES.decide(after, move)
        assert (after.hands, after.deck, after.to_move) == (state.hands, state.deck, 0), "nothing has been revealed yet"
    after = state.copy()
    RULES.decide(after, discard("r1 r2 r3"))
    assert after.hands[0] == cards("k1")
    assert after.deck == (*state.deck, *kinds_of("r1 r2 r3")), "not shuffled yet"


def kinds_of(text: str) -> list[int]:
    return unpack(cards(text))


@pytest.mark.parametrize("move", [draw(2), DRAW_TO_DISCARD, NEXT_TURN])
def test_what_the_deal_has_fixed_draws_no_random_number(move: Move) -> None:
    rng = Random(1)
    assert apply(RULES, position("r1", "b9"), move, rng) is None
    assert rng.random() == Random(1).random()


def test_effects_bring_the_deck_into_its_new_order() -> None:
    state = position("r1 r2 r3 k1", "b9")
    after, log = state.copy(), list[Effect]()
    apply(RULES, after, discard("r1 r2 r3"), Random(4), log)
    assert [type(effect).__name__ for effect in log] == ["Shift"] * 3 + ["Reordered", "FactsChanged", "TurnPassed"]
    board = carried_out(RULES.board(state), log)
    assert board == RULES.board(after)
    assert isinstance(log[3], Reordered)
    assert list(log[3].pieces) == board[DECK]


def test_drawn_cards_come_from_the_top_of_the_deck() -> None:
    state, log = position("r1", "b9", deck="g2 k8 k9"), list[Effect]()
    before = RULES.board(state)
    apply(RULES, state, draw(3), Random(1), log)
    assert carried_out(before, log, piles=[DECK])[HANDS[0]] == RULES.board(state)[HANDS[0]]


def test_a_state_differs_by_each_of_its_parts() -> None:
    state = position("r1 g5", "b9")
    others = [state.copy() for _ in range(6)]
    others[0].hands[1] = cards("b8")
    others[1].deck = others[1].deck[::-1]
    others[2].to_move = 1
    others[3].used = DREW
    others[4].turns = 1
    others[5].limit = 9
    assert [other == state for other in others] == [False] * 6
    assert state.copy() == state
