"""Words beside what they are about: a box with a tip that points there, clear of the pieces it tells of."""

import math
from collections.abc import Sequence
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray

from systems.view.toolkit import drawings, theme
from systems.view.toolkit.canvas import Box, Canvas, Point

WIDTHS = (330.0, 430.0, 530.0, 290.0)
"""How wide a box may be: wider, and so lower, or at last narrow, only where those before would cover something."""
_PAD, _GAP, _TIP = 16.0, 22.0, 20.0
_FARTHER, _STEPS = 20.0, 16
"""Where there is no room beside something, a box stands farther off, by so much at a time, so often at most."""
_OFF = 160.0
"""So many square units may rather be covered, of what counts least half as many, than that a box is one unit farther
off."""
_ACROSS = 12000.0
"""So many square units may rather be covered than that a box leaves the part where it should stand."""
_NEAR = 40.0
"""A narrow box that covers nothing is kept if it stands no farther off than this."""
_END = 36.0
"""So far from an end of its side a tip is at least, where a box does not stand in the middle."""
_SIZE = 18.0
_MARGIN = 10.0
FOOT = 34.0
"""What is kept below the words, for what else stands in the box."""


def around(boxes: list[Box]) -> Box | None:
    """The box that holds all of these; None where there are none."""
    if not boxes:
        return None
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    right, bottom = max(box.right for box in boxes), max(box.bottom for box in boxes)
    return Box(left, top, right - left, bottom - top)


def groups(boxes: list[Box], apart: float = 0.0) -> list[Box]:
    """Boxes that overlap, as cards of a fan do, or are less than so far apart, as one that holds them; all others as
    they are."""
    found: list[Box] = []
    for box in boxes:
        joined = box
        for other in [each for each in found if each.meets(joined.inset(-apart))]:
            found.remove(other)
            joined = around([other, joined]) or joined
        found.append(joined)
    return found


def placed(
    canvas: Canvas, words: str, targets: Sequence[Box], others: Sequence[Sequence[Box]], rooms: tuple[Box, Box]
) -> tuple[Box, Point, str]:
    """Where the box of some words stands within the first of these rooms, or else in the second around it, the place of
    its tip, and where that points ("up", "down", "left", "right"; nowhere, "", where something else lies between, which
    it would seem to mean).

    It stands below, above, at the left or right of the first of its `targets`, in the middle of that side or at an end
    of it, near or farther off: where it covers least of the targets, and then least of the `others`. Of these the first
    kind comes before all else; each of the rest counts twice as much as the next."""
    target, (home, room) = targets[0], rooms
    found: list[tuple[tuple[int, int, float], tuple[str, float, Box]]] = []
    for width in [each for each in WIDTHS if each + 2 * _MARGIN <= room.w] or [min(WIDTHS)]:
        height = canvas.paragraph_height(words, width - 2 * _PAD, _SIZE) + 2 * _PAD + FOOT
        places = [
            each for one in rooms if one is room or width <= one.w for each in _places(target, width, height, one)
        ]
        away = [_ACROSS * (box.x < home.x or box.right > home.right) for _way, _off, box in places]
        covered = [_covered([box for _way, _off, box in places], boxes) for boxes in (targets, *others)]
        parts = zip(places, zip(*covered, strict=True), away, strict=True)
        costs = [_cost(off * _OFF + beyond, each) for (_way, off, _box), each, beyond in parts]
        best = costs.index(min(costs))
        found.append((costs[best], places[best]))
        if places[best][1] <= _NEAR and not away[best] and not any(each[best] for each in covered):
            break
    way, _off, box = min(found, key=itemgetter(0))[1]
    return _pointing(box, way, target, others)


def kept(
    place: tuple[Box, Point, str], targets: Sequence[Box], others: Sequence[Sequence[Box]]
) -> tuple[Box, Point, str] | None:
    """A place that words have, as :func:`placed` gives it, with its tip moved to the first of other targets; None where
    it would cover one of these, or point past the first."""
    box, _tip, way = place
    x, y, target = *box.centre, targets[0]
    past = {"up": y < target.bottom, "down": y > target.y, "right": x > target.x, "left": x < target.right}
    if past.get(way, False) or any(box.meets(each) for each in targets):
        return None
    return _pointing(box, way, target, others)


def _pointing(box: Box, way: str, target: Box, others: Sequence[Sequence[Box]]) -> tuple[Box, Point, str]:
    """A box that points this way to a target, with the place of its tip: nowhere where something else lies between."""
    if not way:
        return box, box.centre, ""
    across = _within(target.centre[0], box.x + 24, box.right - 24)
    down = _within(target.centre[1], box.y + 24, box.bottom - 24)
    tip = {"up": (across, box.y), "down": (across, box.bottom), "right": (box.right, down), "left": (box.x, down)}[way]
    between = _between(tip, target, way)
    lying = [each for kind in others for each in kind if not each.meets(target)]
    return box, tip, "" if any(each.meets(between) for each in lying) else way


def _places(target: Box, width: float, height: float, room: Box) -> list[tuple[str, float, Box]]:
    """Where a box of this size could stand: which way it points, how much farther off than the nearest, and its box."""
    if room.right - target.right < WIDTHS[0] / 2:
        ways = ("right", "up", "down", "left")
    elif target.x - room.x < WIDTHS[0] / 2:
        ways = ("left", "up", "down", "right")
    else:
        ways = ("up", "down", "right", "left")
    return [
        (way, step * _FARTHER, _beside(target, way, end, (width, height), _GAP + step * _FARTHER, room))
        for step in range(_STEPS)
        for end in (0, -1, 1, -2, 2)
        for way in ways
    ]


def _between(tip: Point, target: Box, way: str) -> Box:
    """What lies between a tip and the side of the target that it points to."""
    x, y = tip
    if way in ("up", "down"):
        top, bottom = (target.bottom, y) if way == "up" else (y, target.y)
        return Box(x, top, 0.0, max(0.0, bottom - top))
    left, right = (x, target.x) if way == "right" else (target.right, x)
    return Box(left, y, max(0.0, right - left), 0.0)


def _beside(target: Box, way: str, end: int, size: tuple[float, float], gap: float, room: Box) -> Box:
    """A box of a size beside a target to which it points this way: in the middle of that side, or with its tip at an
    `end` of its own side, -1 or 1, or of both, -2 or 2, so far off; within the room."""
    width, height = size
    x, y = target.centre[0] - width / 2, target.centre[1] - height / 2
    if end:
        side = math.copysign(1.0, end)
        x += side * (width / 2 - _END + (max(0.0, target.w / 2 - _END) if abs(end) > 1 else 0.0))
        y += side * (height / 2 - _END + (max(0.0, target.h / 2 - _END) if abs(end) > 1 else 0.0))
    left, top = {
        "up": (x, target.bottom + gap),
        "down": (x, target.y - gap - height),
        "right": (target.x - gap - width, y),
        "left": (target.right + gap, y),
    }[way]
    return Box(
        _within(left, room.x + _MARGIN, room.right - width - _MARGIN),
        _within(top, room.y + _MARGIN, room.bottom - height - _MARGIN),
        width,
        height,
    )


def _cost(away: float, covered: Sequence[int]) -> tuple[int, int, float]:
    """What speaks against a place that is so bad by where it lies, and covers so much of the targets, and of each kind
    of others."""
    target, first, *rest = covered
    return target, first, sum(each << (len(rest) - rank) for rank, each in enumerate(rest)) + away


def _covered(places: Sequence[Box], others: Sequence[Box]) -> list[int]:
    """How much of other boxes each of these covers, in whole square units; all at once, as a step has hundreds."""
    if not others:
        return [0] * len(places)
    one, other = _edges(places)[:, None], _edges(others)
    sides = np.minimum(one[..., 2:], other[..., 2:]) - np.maximum(one[..., :2], other[..., :2])
    return [round(area) for area in np.maximum(sides, 0.0).prod(axis=2).sum(axis=1).tolist()]


def _edges(boxes: Sequence[Box]) -> NDArray[np.float64]:
    """Left, top, right and bottom of boxes, (n, 4)."""
    return np.array([(box.x, box.y, box.right, box.bottom) for box in boxes])


def draw_callout(canvas: Canvas, words: str, box: Box, tip: Point, way: str) -> None:
    """Draw the box with its words and its tip, if that points anywhere."""
    if way:
        picture = drawings.icon(f"tip_{way}", canvas.px(_TIP), theme.GOLD[:3])
        across = {"left": -1.0, "right": 1.0}.get(way, 0.0) * _TIP * 0.36
        down = {"up": -1.0, "down": 1.0}.get(way, 0.0) * _TIP * 0.36
        canvas.picture(picture, tip[0] + across, tip[1] + down)
    canvas.panel(box, fill=theme.PANEL_SOLID, rim=theme.GOLD)
    canvas.paragraph(words, Box(box.x + _PAD, box.y + _PAD - 4, box.w - 2 * _PAD, 0), _SIZE)


def _within(value: float, low: float, high: float) -> float:
    return max(low, min(value, high))
