"""Pieces glide to where the layout wants them: when they set out, how they go, and when they are there."""

import itertools
import math

import esper
import pytest

from components.table import Pace
from components.view import Goal, Moving, Pose, Stage
from systems.snapshot import only
from systems.view.table.animation import GLIDE_SECONDS, NUDGE_SECONDS, STAGGER_SECONDS, AnimationSystem, between

HERE, NEAR, FAR = Pose(100, 100, 80), Pose(150, 100, 80), Pose(500, 100, 80)


@pytest.fixture
def system() -> AnimationSystem:
    esper.create_entity(Stage(), Pace())
    return AnimationSystem()


def pieces(*ways: tuple[Pose, Pose]) -> list[Moving]:
    """Pieces that lie somewhere and are wanted elsewhere."""
    found = []
    for order, (now, goal) in enumerate(ways):
        found.append(Moving(now, now, now))
        esper.create_entity(Goal(goal, float(order)), found[-1])
    return found


def test_a_piece_that_is_first_seen_is_just_there_unless_it_comes_from_somewhere(system: AnimationSystem) -> None:
    there, comes = esper.create_entity(Goal(FAR)), esper.create_entity(Goal(FAR, entrance=HERE))
    system.process(0.0)
    assert esper.component_for_entity(there, Moving).now == FAR
    assert esper.component_for_entity(comes, Moving).now == HERE


@pytest.mark.parametrize(("goal", "seconds"), [(NEAR, NUDGE_SECONDS), (FAR, GLIDE_SECONDS)])
def test_a_way_takes_its_time_and_no_longer(system: AnimationSystem, goal: Pose, seconds: float) -> None:
    (moving,) = pieces((HERE, goal))
    system.process(seconds / 2)
    assert HERE.x < moving.now.x < goal.x
    assert not only(Stage).settled
    system.process(seconds * 0.8)  # the frame in which it arrives takes longer than the way
    assert moving.now == goal
    assert only(Stage).settled


def test_pieces_that_set_out_together_follow_each_other_in_their_order(system: AnimationSystem) -> None:
    first, nudged, second, third = pieces((HERE, FAR), (HERE, NEAR), (HERE, FAR), (HERE, FAR))
    system.process(0.0)
    assert [each.delay for each in (first, nudged, second, third)] == [0.0, 0.0, STAGGER_SECONDS, 2 * STAGGER_SECONDS]
    system.process(STAGGER_SECONDS)
    assert first.now.x > HERE.x
    assert second.now == third.now == HERE


def test_the_table_is_busy_as_long_as_something_is_on_a_long_way(system: AnimationSystem) -> None:
    (moving,) = pieces((HERE, NEAR))
    system.process(0.01)
    assert not only(Pace).busy
    pieces((HERE, FAR))
    only(Stage).settled = False
    system.process(NUDGE_SECONDS)
    assert moving.arrived
    assert only(Pace).busy
    system.process(GLIDE_SECONDS)
    assert not only(Pace).busy


@pytest.mark.parametrize("motion", [math.inf, 4.0])
def test_all_arrive_at_once_where_that_is_asked_for(system: AnimationSystem, motion: float) -> None:
    stage = only(Stage)
    stage.motion, stage.skip = motion, math.isfinite(motion)
    for moving in pieces((HERE, FAR), (HERE, NEAR), (NEAR, FAR)):
        system.process(0.001)
        assert moving.now == moving.goal
    assert not stage.skip


def test_faster_motion_takes_less_time(system: AnimationSystem) -> None:
    only(Stage).motion = 2.0
    (moving,) = pieces((HERE, FAR))
    system.process(GLIDE_SECONDS / 2)
    assert moving.now == FAR


def test_a_piece_that_is_wanted_elsewhere_on_its_way_turns_off_from_where_it_is(system: AnimationSystem) -> None:
    (moving,) = pieces((HERE, FAR))
    system.process(GLIDE_SECONDS / 2)
    on_the_way = moving.now
    esper.get_component(Goal)[0][1].pose = HERE
    system.process(0.0)
    assert moving.start == on_the_way
    assert moving.now == on_the_way


def test_a_way_is_eased_at_both_ends_and_an_arched_one_lifted_in_the_middle() -> None:
    poses = [between(HERE, FAR, share / 10, arched=True) for share in range(11)]
    steps = [after.x - before.x for before, after in itertools.pairwise(poses)]
    assert (poses[0], poses[10]) == (HERE, FAR)
    assert steps[0] < steps[4]
    assert steps[9] < steps[5]
    assert max(poses, key=lambda pose: pose.lift) == min(poses, key=lambda pose: pose.y) == poses[5]
    assert {between(HERE, FAR, share / 10, arched=False).lift for share in range(11)} == {0.0}
