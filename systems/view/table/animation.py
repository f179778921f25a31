"""ANIMATE: pieces glide to where the layout wants them; what is true never waits for them."""

import math

import esper

from components.table import Pace
from components.view import Goal, Moving, Pose, Stage
from systems.snapshot import only

GLIDE_SECONDS = 0.42
NUDGE_SECONDS = 0.14
"""For moves within a hand: making room, lifting."""
STAGGER_SECONDS = 0.045
"""Between pieces that set out together, as when cards are dealt."""
_FAR = 90.0
"""How many units make a glide; below it is a nudge."""
_MOST_STAGGERED = 14


class AnimationSystem(esper.Processor):
    """Moves every piece that has a goal, and keeps the table busy while any of them is on a long way."""

    def process(self, seconds: float) -> None:
        stage = only(Stage)
        if stage.settled:
            stage.skip = False
            return
        setting_out = 0
        busy, settled = False, True
        for entity, goal in sorted(esper.get_component(Goal), key=_order):
            moving = esper.try_component(entity, Moving)
            if moving is None:
                first = goal.entrance or goal.pose
                moving = Moving(first, first, first)
                esper.add_component(entity, moving)
            if goal.pose != moving.goal:
                setting_out += _set_out(moving, goal.pose, min(setting_out, _MOST_STAGGERED))
            if moving.arrived:
                continue
            _advance(moving, seconds * stage.motion, stage.skip or math.isinf(stage.motion))
            settled = settled and moving.arrived
            busy = busy or not (moving.arrived or moving.duration <= NUDGE_SECONDS)
        stage.skip = False
        stage.settled = settled
        only(Pace).busy = busy


def _order(row: tuple[int, Goal]) -> float:
    return row[1].order


def _set_out(moving: Moving, goal: Pose, before: int) -> bool:
    """Send a piece on its way; whether the way is long, so that the next one waits a little."""
    far = math.dist((moving.now.x, moving.now.y), (goal.x, goal.y)) > _FAR or moving.now.face != goal.face
    moving.start, moving.goal, moving.seconds = moving.now, goal, 0.0
    moving.duration = GLIDE_SECONDS if far else NUDGE_SECONDS
    moving.delay = before * STAGGER_SECONDS if far else 0.0
    return far


def _advance(moving: Moving, seconds: float, at_once: bool) -> None:
    moving.seconds += seconds
    if at_once:
        moving.seconds = moving.delay + moving.duration
    share = (moving.seconds - moving.delay) / moving.duration
    if share >= 1:
        moving.now = moving.goal
    elif share > 0:
        moving.now = between(moving.start, moving.goal, share, arched=moving.duration > NUDGE_SECONDS)


def between(start: Pose, goal: Pose, share: float, arched: bool) -> Pose:
    """The pose at a share (0 to 1) of the way: eased at both ends, lifted in the middle of an arched one."""
    eased = share * share * (3 - 2 * share)
    values = [a + (b - a) * eased for a, b in zip(start, goal, strict=True)]
    if arched:
        arch = 4 * eased * (1 - eased)
        values[1] -= 26 * arch
        values[5] = max(values[5], 0.8 * arch)
    return Pose(*values)
