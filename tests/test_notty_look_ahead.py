"""What Notty's actions lead to: counted out by the rules, move by move."""

from collections import Counter
from random import Random

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from game.games.notty import look_ahead
from game.games.notty.action_values import VALUES, Judged, judged
from game.games.notty.cover import leftover
from game.games.notty.deep_q import untrained
from game.games.notty.hands import MOST_DRAWN, unpack
from game.games.notty.look_ahead import looked_ahead
from game.games.notty.moves import HOLDS, MoveKind
from game.games.notty.rules import RULES, State
from game.games.notty.training.parameters import TABLES
from game.games.notty.view_arrays import move_of, seen_by
from game.rules.protocol import apply
from tests.notty_positions import position, random_position

NETWORKS = {players: untrained("deep-q", players).networks[VALUES] for players in TABLES}
LOOSE = "r1 g3 y5 k7"
NEAR = "r1 r2 r3 g7 g8 b1"
"""Two of six left over: some cards let it go, one alone by draw and discard."""


def told(state: State, ahead: bool, seed: int = 1) -> Judged:
    view = RULES.view(state, state.to_move or 0)
    seen, used = seen_by(view), np.array([view.used])
    found = judged(NETWORKS[view.players], seen, used)
    if not ahead:
        return found
    return looked_ahead(NETWORKS[view.players], seen, used, found, np.random.default_rng(seed))


def choosing(seed: int, players: int) -> State:
    """A position in which an action is to be chosen."""
    state = random_position(seed, players)
    assume(state.to_move is not None and not state.used & HOLDS and leftover(state.hands[state.to_move]))
    return state


def worth(state: State) -> float:
    """What the best is worth to the mover, once a card is returned where one must be."""
    view = RULES.view(state, state.to_move or 0)
    if not view.must_return:
        return 1.0 if not leftover(view.hand) else float(told(state, ahead=False).best[0])
    fewest = min(leftover(after(state, move).hands[view.player]) for move in RULES.legal_moves(view))
    returned = [after(state, move) for move in RULES.legal_moves(view)]
    return max(worth(then) for then in returned if leftover(then.hands[view.player]) == fewest)


def after(state: State, move: object, top: int | None = None) -> State:
    """The state after a move, this kind of card lying where it is drawn from."""
    then = state.copy()
    if top is not None:
        deck = list(then.deck)
        deck.remove(top)
        then.deck = (top, *deck)
        assert RULES.view(then, 0) == RULES.view(state, 0)
    apply(RULES, then, move, Random(1))
    return then


@given(st.integers(0, 10**6), st.integers(2, 3))
@settings(max_examples=15)
def test_a_card_that_is_drawn_alone_is_counted_out_over_all_kinds(seed: int, players: int) -> None:
    state = choosing(seed, players)
    view, before, found = RULES.view(state, state.to_move or 0), told(state, False), told(state, True)
    for action in np.flatnonzero(found.able[0]).tolist():
        move = move_of(view, action)
        if move.kind in (MoveKind.STEAL, MoveKind.DRAW_TO_DISCARD) or (move.kind == MoveKind.DRAW and move.value > 1):
            continue
        if move.kind == MoveKind.NEXT_TURN or found.able[0].sum() == 1:
            assert found.values[0, action] == before.values[0, action]
            continue
        kinds = Counter(state.deck)
        mean = sum(number * worth(after(state, move, kind)) for kind, number in kinds.items()) / len(state.deck)
        assert found.values[0, action] == pytest.approx((before.values[0, action] + mean) / 2, abs=1e-5)


@given(st.integers(0, 10**6), st.integers(2, 3))
@settings(max_examples=15)
def test_a_theft_is_counted_out_over_the_cards_of_that_hand(seed: int, players: int) -> None:
    state = choosing(seed, players)
    view, before, found = RULES.view(state, state.to_move or 0), told(state, False), told(state, True)
    for rival in range(1, players):
        action = MOST_DRAWN + rival - 1
        if not found.able[0, action]:
            continue
        target = move_of(view, action).value
        ends = []
        for kind in unpack(state.hands[target]):
            then = state.copy()
            RULES.decide(then, move_of(view, action))
            RULES.settle(then, move_of(view, action), kind)
            ends.append(worth(then))
        assert found.values[0, action] == pytest.approx((before.values[0, action] + np.mean(ends)) / 2, abs=1e-5)


@pytest.mark.parametrize("action", [1, 2, MOST_DRAWN + 1])
@pytest.mark.parametrize("hand", [LOOSE, NEAR])
def test_what_is_looked_at_stands_for_all_cards_that_may_come(
    action: int, hand: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(look_ahead, "DRAWS", 3000)
    monkeypatch.setattr(look_ahead, "SWAPS", 3000)
    state = position(hand, "b1 b2 k9")
    view, before, found = RULES.view(state, 0), told(state, False), told(state, True)
    rng, ends = Random(1), []
    for _ in range(3000):
        then = RULES.sample(view, rng)
        apply(RULES, then, move_of(view, action), rng)
        ends.append(worth(then))
    mean, error = np.mean(ends), np.std(ends) / 3000**0.5
    assert 2 * found.values[0, action] - before.values[0, action] == pytest.approx(mean, abs=6 * error)
    assert error < 0.01


def test_a_swap_that_goes_out_is_worth_the_match() -> None:
    state = position("r1 r2 r4", "b1 b2 k9")
    before, found = told(state, False), told(state, True)
    swap = MOST_DRAWN + 1
    assert 2 * found.values[0, swap] - before.values[0, swap] > before.best[0]
