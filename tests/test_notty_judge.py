"""Notty's judge: which moves it weighs, by what, and what it makes of open hands."""

from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.agents.judging import Weighed
from game.analysis.judges import JudgeError, JudgeWords
from game.games import registry
from game.games.notty.action_values import LONG
from game.games.notty.deep_q import Networks, untrained
from game.games.notty.judge import NottyJudge
from game.games.notty.moves import DREW, HOLDS, NEXT_TURN, RETURNED, RETURNS, STOLE, Move, MoveKind
from game.games.notty.rules import RULES, State
from game.games.notty.training.parameters import TABLES
from tests.notty_positions import discard, legal, position, random_position

JUDGE = NottyJudge({players: Networks.of(untrained("deep-q", players)) for players in TABLES}, effort=0.25)
SEEDS = st.integers(0, 10**6)
PLAYERS = st.integers(2, 3)
GONE = "r1 r2 r3"
"""A hand that can go."""


def weighed(state: State, played: Move) -> list[Weighed]:
    return JUDGE.weigh(RULES.view(state, state.to_move or 0), [played], Random(1))


def chance(state: State, move: Move) -> float:
    return next(each.chance for each in weighed(state, move) if each.move == move)


@given(SEEDS, PLAYERS)
@settings(max_examples=20)
def test_every_legal_move_is_weighed_when_it_is_played(seed: int, players: int) -> None:
    state = random_position(seed, players)
    played = Random(seed).choice(legal(state))
    found = weighed(state, played)
    moves = [each.move for each in found]
    assert played in moves
    assert len(set(moves)) == len(moves)
    assert all(0.0 <= each.chance <= 1.0 and each.error == 0.0 for each in found)
    view = RULES.view(state, state.to_move or 0)
    for shares, each in zip(JUDGE.everybodys(view, found, Random(2)), found, strict=True):
        assert sum(shares) == pytest.approx(1.0)
        assert shares[view.player] == pytest.approx(each.chance)


def test_to_go_wins_and_to_take_a_last_card_loses() -> None:
    state = position(GONE, "b9")
    assert chance(state, discard(GONE)) == 1.0
    assert chance(state, Move(MoveKind.STEAL, 1)) == 0.0
    assert 0.0 < chance(state, NEXT_TURN) < 1.0
    kept = position("r1 r2 r3 k9", "b9 b8", used=HOLDS)
    assert chance(kept, RETURNS[35]) == 1.0
    assert chance(kept, RETURNS[0]) < 1.0


def test_moves_are_followed_in_some_worlds_and_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.games.notty.training.ends.TURN_LIMIT", 6)  # fresh networks would play on and on
    state = position(GONE, "b9")
    view = RULES.view(state, 0)
    out, robbing = discard(GONE), Move(MoveKind.STEAL, 1)
    sampled = JUDGE.sampled(view, [out, robbing, NEXT_TURN], Random(1))
    assert sampled[:2] == [[1.0] * 4, [0.0] * 4]
    ends = JUDGE.to_the_end(view, [out, robbing, NEXT_TURN], 3, Random(1))
    assert ends[:2] == [[1.0] * 3, [0.0] * 3]
    assert set(ends[2]) <= {0.0, 0.5, 1.0}


@given(SEEDS, PLAYERS)
@settings(max_examples=20)
def test_states_are_judged_alike_alone_and_together_whatever_the_deck(seed: int, players: int) -> None:
    states = [random_position(seed + each, players) for each in range(6)]
    states = [state for state in states if all(state.hands)]
    together = JUDGE.open_chances(states, Random(1))
    for state, shares in zip(states, together, strict=True):
        assert sum(shares) == pytest.approx(1.0)
        drawn = RULES.redraw(state, Random(seed))
        assert JUDGE.open_chances([drawn], Random(3))[0] == pytest.approx(shares, abs=1e-5)


def test_the_chance_of_a_position_is_that_of_its_best_move() -> None:
    loose = "r1 g3 y5 k7"
    for used, turns in product((0, DREW, STOLE, RETURNED, HOLDS), (0, LONG[2])):
        state = position(loose, "b1 b5", used=used)
        state.turns = turns
        best = max(each.chance for each in weighed(state, legal(state)[0]))
        assert JUDGE.open_chances([state], Random(1))[0][0] == pytest.approx(best, abs=1e-6)


def test_of_three_players_each_is_judged_from_its_own_seat() -> None:
    """Whoever sits where: the same hands in other seats give the same chances to those who hold them."""
    hands = ("r1 g3 y5 k7", "b1 b2 b5", "r8 r9 g7 g8 k3")
    first = position(*hands)
    turned = position(*hands[2:], *hands[:2])
    turned.to_move = 1
    one, other = JUDGE.open_chances([first, turned], Random(1))
    assert other == pytest.approx((one[2], one[0], one[1]), abs=1e-6)


def test_where_nothing_is_learnt_nothing_is_judged() -> None:
    assert registry.ai("notty", "expert").judge is not None
    with pytest.raises(JudgeError, match="no trained file"):
        JudgeWords("notty", "expert:untrained").judge()
