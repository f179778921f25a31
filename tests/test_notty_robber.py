"""Notty's robber: the group-maker's parts, and a theft from its nearest rival in every turn."""

from random import Random

from game.agents.agent import Candidate
from game.games import registry
from game.games.notty.moves import DREW, RETURNED, MoveKind
from game.games.notty.robber import nearest
from game.games.notty.rules import RULES, State, View
from tests.notty_positions import discard, play, position, steal

LOOSE = "r1 g3 y5 k7"
FULL = "2r1 2r4 2r7 2g2 2g5 2g8 2y1 2y4 2y7 2k2"
"""Twenty cards without a group."""


def view_of(state: State) -> View:
    assert state.to_move is not None
    return RULES.view(state, state.to_move)


def choice(state: State) -> Candidate:
    found = registry.ai("notty", "robber").agent().choose(view_of(state), Random(1))
    assert found is not None
    return found


def test_it_robs_whoever_is_nearest_to_going_out() -> None:
    near, far = "b1 b2 b3 k9", "b5 r9 g7 y2"
    assert choice(position(LOOSE, far, near)).move == steal(2)
    assert choice(position(LOOSE, near, far)).move == steal(1)
    assert str(choice(position(LOOSE, near, far)).reason).startswith("nearest to going out: 1 of 4 left over")
    single = str(choice(position("r1", near, far)).reason)
    assert single.startswith("nearest to going out: 1 of 4 left over"), "the own single card is none to steal"


def test_of_equal_rivals_it_robs_the_next_to_move() -> None:
    assert nearest(view_of(position("b5 r9", LOOSE, "r2 g4 y6 k8", to_move=2))) == 0
    assert nearest(view_of(position(LOOSE, "b5 r9 g7 y2", "b5 r9 g7 y2"))) == 1


def test_it_never_takes_a_last_card() -> None:
    state = position(LOOSE, "b5", "b1 r9 g7 y2 k4")
    assert choice(state).move == steal(2)
    assert str(choice(state).reason).startswith(
        "nearest to going out of those with more than one card: 5 of 5 left over"
    )
    assert choice(position(LOOSE, "b5")).move.kind != MoveKind.STEAL


def test_it_robs_once_a_turn_and_only_with_room() -> None:
    after = play(position(LOOSE, "b1 b2 b3 k9"), steal(1))
    assert choice(after).move.kind != MoveKind.STEAL
    assert choice(position(FULL, "b1 b2 b3 k9")).move.kind != MoveKind.STEAL


def test_a_hand_that_can_go_goes_before_it_robs() -> None:
    state = position("r3 r4 r5 r6 g6 y6 k6", "b9 b8 b1")
    while state.to_move is not None:
        state = play(state, choice(state).move)
    assert state.winner == 0
    assert choice(position("r3 r4 r5", "b1 b2 b3")).move == discard("r3 r4 r5")


def test_for_the_rest_it_plays_as_the_group_maker_does() -> None:
    group_maker = registry.ai("notty", "group-maker").agent()
    view = view_of(position("r3 r4 r5 g6 y6 k6 b9", "b9 b8 b1 k3", used=DREW))
    theirs = [each for each in group_maker.think(view, Random(1)) if each.move.kind != MoveKind.STEAL]
    own = [each for each in registry.ai("notty", "robber").agent().think(view, Random(1)) if each.move != steal(1)]
    assert sorted(own) == sorted(theirs)
    used = view_of(position("r3 r4 r5 g6 y6 k6 b9", "b9 b8 b1 k3", used=DREW | RETURNED | 2))
    assert sorted(registry.ai("notty", "robber").agent().think(used, Random(1))) == sorted(
        group_maker.think(used, Random(1))
    )
