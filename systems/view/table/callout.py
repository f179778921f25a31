"""Words beside what they are about: a box with a tip that points there, clear of the pieces it tells of."""

from collections.abc import Sequence

from systems.view.toolkit import drawings, theme
from systems.view.toolkit.canvas import Box, Canvas, Point

WIDTH = 330.0
_PAD, _GAP, _TIP = 16.0, 22.0, 20.0
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


def groups(boxes: list[Box]) -> list[Box]:
    """Boxes that overlap, as cards of a fan do, as one that holds them; all others as they are."""
    found: list[Box] = []
    for box in boxes:
        joined = box
        for other in [each for each in found if _overlap(each, joined)]:
            found.remove(other)
            joined = around([other, joined]) or joined
        found.append(joined)
    return found


def _overlap(one: Box, other: Box) -> bool:
    return one.x < other.right and other.x < one.right and one.y < other.bottom and other.y < one.bottom


def placed(
    canvas: Canvas, words: str, targets: Sequence[Box], others: Sequence[Box], room: Box
) -> tuple[Box, Point, str]:
    """Where the box of some words stands within the room: below, above, at the left or right of the first of its
    `targets`, where it covers least of them, and then least of the `others`; with the place of its tip, and where that
    points ("up", "down", "left", "right")."""
    target = targets[0]
    height = canvas.paragraph_height(words, WIDTH - 2 * _PAD, _SIZE) + 2 * _PAD + FOOT
    x, y = target.centre[0] - WIDTH / 2, target.centre[1] - height / 2
    corners = {
        "up": (x, target.bottom + _GAP),
        "down": (x, target.y - _GAP - height),
        "right": (target.x - _GAP - WIDTH, y),
        "left": (target.right + _GAP, y),
    }
    boxes = {
        way: Box(
            _within(left, room.x + _MARGIN, room.right - WIDTH - _MARGIN),
            _within(top, room.y + _MARGIN, room.bottom - height - _MARGIN),
            WIDTH,
            height,
        )
        for way, (left, top) in corners.items()
    }
    if room.right - target.right < WIDTH / 2:
        ways = ("right", "up", "down", "left")
    elif target.x - room.x < WIDTH / 2:
        ways = ("left", "up", "down", "right")
    else:
        ways = ("up", "down", "right", "left")
    way = min(ways, key=lambda each: (_covered(boxes[each], targets), _covered(boxes[each], others)))
    box = boxes[way]
    across = _within(target.centre[0], box.x + 24, box.right - 24)
    down = _within(target.centre[1], box.y + 24, box.bottom - 24)
    tip = {"up": (across, box.y), "down": (across, box.bottom), "right": (box.right, down), "left": (box.x, down)}[way]
    return box, tip, way


def _covered(box: Box, others: Sequence[Box]) -> float:
    """How much of other boxes a box covers, in whole square units."""
    return round(sum(_area_of_both(box, other) for other in others))


def _area_of_both(one: Box, other: Box) -> float:
    across = min(one.right, other.right) - max(one.x, other.x)
    down = min(one.bottom, other.bottom) - max(one.y, other.y)
    return max(0.0, across) * max(0.0, down)


def draw_callout(canvas: Canvas, words: str, box: Box, tip: Point, way: str) -> None:
    """Draw the box with its words and its tip."""
    picture = drawings.icon(f"tip_{way}", canvas.px(_TIP), theme.GOLD[:3])
    across = {"left": -1.0, "right": 1.0}.get(way, 0.0) * _TIP * 0.36
    down = {"up": -1.0, "down": 1.0}.get(way, 0.0) * _TIP * 0.36
    canvas.picture(picture, tip[0] + across, tip[1] + down)
    canvas.panel(box, fill=theme.PANEL_SOLID, rim=theme.GOLD)
    canvas.paragraph(words, Box(box.x + _PAD, box.y + _PAD - 4, box.w - 2 * _PAD, 0), _SIZE)


def _within(value: float, low: float, high: float) -> float:
    return max(low, min(value, high))
