"""What `search` makes of Notty's positions, many at a time, is what `deep-q` makes of each of them."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.agents.agent import Candidate
from game.agents.playouts import Considered
from game.agents.search import Search
from game.games.notty.deep_q import DeepQ
from game.games.notty.judge import NottyJudge
from game.games.notty.long_match import LONG
from game.games.notty.moves import HOLDS, RETURNS, Move, MoveKind
from game.games.notty.playouts import PLAYOUTS, TOLD, told
from game.games.notty.rules import RULES, View
from game.games.notty.search_outlook import NetworkOutlook
from tests.notty_networks import NETWORKS, OUTLOOKS
from tests.notty_positions import discard, position, random_position

OUTLOOK = NetworkOutlook(NETWORKS, NottyJudge(NETWORKS, OUTLOOKS))
SEEDS = st.integers(0, 10**6)
GONE = "r1 r2 r3"
"""A hand that can go."""


def ordered(view: View) -> list[Candidate]:
    """What `deep-q` considers but to discard a group of a hand that cannot go, the best first."""
    found = DeepQ(NETWORKS).score(view, Random(1))
    goes = all(each.move.kind == MoveKind.DISCARD_GROUP for each in found)
    found = [each for each in found if goes or each.move.kind != MoveKind.DISCARD_GROUP]
    return sorted(found, key=lambda each: -each.score)


@given(SEEDS, st.integers(2, 3))
@settings(max_examples=30)
def test_moves_are_in_the_order_of_deep_q(seed: int, players: int) -> None:
    states = [random_position(seed + each, players) for each in range(6)]
    states[0].turns = states[1].turns = LONG[players]
    views = [RULES.view(state, state.to_move) for state in states if state.to_move is not None]
    together = OUTLOOK.considered([Considered(view, Random(0)) for view in views])
    for view, moves in zip(views, together, strict=True):
        found = ordered(view)
        scores = {each.move: each.score for each in found}
        assert {*moves} == scores.keys()
        assert [scores[move] for move in moves] == pytest.approx([each.score for each in found], abs=1e-5)


def test_hands_that_act_that_go_and_that_return_a_card_can_be_asked_about_together() -> None:
    states = [position(GONE, "b9"), position("r1 r2 r3 k9", "b9 b8", used=HOLDS), position("r1 g3 y5 k7", "b1 b5")]
    views = [RULES.view(state, 0) for state in states]
    goes, gives, acts = OUTLOOK.considered([Considered(view, Random(0)) for view in views])
    assert goes == [discard(GONE)]
    assert gives == [RETURNS[35]], "whatever else is returned, more cards are left over"
    assert {move.kind for move in acts} == {MoveKind.DRAW, MoveKind.STEAL, MoveKind.DRAW_TO_DISCARD}


def test_positions_are_worth_what_the_judge_tells() -> None:
    states = [position("r1 g3 y5 k7", "b1 b5"), position("r1 r2 g5", "b1 b5 k7 k8 g1 g2"), position(GONE, "b9")]
    worths = OUTLOOK.worths(states)
    assert [sum(worth) for worth in worths] == pytest.approx([1.0] * 3)
    assert tuple(worths[2]) == (1.0, 0.0)
    assert worths[0] != worths[1]


def test_small_leads_count_for_less_once_nobody_robs() -> None:
    """The fit is to matches that were not long; the judge tells long ones as they come."""
    state = position("r1 g3 y5 k7", "b1 b5")
    slopes = []
    for turns in (0, LONG[2] - 4, LONG[2], LONG[2] + 40):
        state.turns = turns
        slopes.append(told(RULES.view(state, 0)).slope)
    assert slopes[0] == pytest.approx(TOLD[2].slope)
    assert slopes[0] > slopes[1] > slopes[2] == slopes[3] == pytest.approx(1.0)
    assert told(RULES.view(position("r1", "b1 b5", "k3"), 0)).slope == 1.0


def test_what_ships_goes_when_it_can_and_takes_no_last_card() -> None:
    *_, last = Search(RULES, 24, PLAYOUTS).score(RULES.view(position(GONE, "b9"), 0), Random(1))
    assert last[0].move == discard(GONE)
    assert last[0].estimate is not None
    assert last[0].estimate.chance == pytest.approx(1.0, abs=0.1)
    robbing = next(each for each in last if each.move == Move(MoveKind.STEAL, 1))
    assert robbing.score == 0.0
