"""Candidates on the table: outlined pieces, an arrow from where to where, ghosts of how pieces would lie, and a label.

Each of the three best has a colour and a pattern of its own, the same on pieces, arrows and in the list of candidates.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise, product

import esper

from components.view import Foreseen, Goal, Stage
from systems.view.table.foresight import Foreseer, Outlook, Spot
from systems.view.table.game_view import GameView
from systems.view.table.layout import table_box
from systems.view.toolkit import lines, theme
from systems.view.toolkit.canvas import Box, Canvas, Point
from systems.view.toolkit.cards import CARD_ASPECT
from systems.view.toolkit.fonts import Colour
from systems.view.toolkit.lines import Line, Pattern

_OUTLINE, _ARROW, _HEAD = 3.2, 4.0, 17.0
_PILL, _BADGE, _LABEL = 34.0, 26.0, 17.0
_CLEAR = 7.0
"""How far an outline lies outside its piece, and an arrow begins outside of what it leads away from."""
_APART = 22.0
"""Nearer to each other arrows are hard to tell apart."""
_LAPPED = 0.1
"""A ghost may lie over so much of another."""
_COVERED = 0.75
"""Where several candidates are shown a ghost may lie over so much of pieces that stay."""
_BENDS = (0.1, -0.1, 0.2, -0.2, 0.32, -0.32)
_PLACES = (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1)
_PATTERNS = (Pattern.SOLID, Pattern.DASHED, Pattern.DOTTED)
_OTHER: Colour = (240, 230, 214)
_INK: Colour = (42, 24, 20)


def colour_of(rank: int) -> Colour:
    """The colour of the candidate of a rank from 1: those after the third have one in common."""
    return theme.CANDIDATES[rank - 1] if rank <= len(theme.CANDIDATES) else _OTHER


def pattern_of(rank: int) -> Pattern:
    """How the lines of a candidate are broken."""
    return _PATTERNS[rank - 1] if rank <= len(_PATTERNS) else Pattern.SOLID


def draw_badge(canvas: Canvas, middle: Point, rank: int, size: float = _BADGE) -> None:
    """The number of a candidate on a disc of its colour."""
    colour = colour_of(rank)
    canvas.shape(Box.around(middle, size, size), colour, rim=_INK, rim_width=1.2, radius=size / 2)
    canvas.text(f"{rank}", *middle, size * 0.65, _INK, "sans-bold", "centre", vertical="middle")


@dataclass(frozen=True)
class _Arrow:
    """An arrow, in units, and the candidate that it belongs to."""

    rank: int
    points: tuple[Point, ...]


class ForeseenMarks:
    """Draws the candidates that a stage shows; what they would do is found once for a position."""

    def __init__(self, view: GameView) -> None:
        self._view = view
        self._foreseer = Foreseer(view)
        self._key: object = None
        self._outlooks: list[tuple[Foreseen, Outlook]] = []

    def draw(self, canvas: Canvas, stage: Stage) -> None:
        """Draw them over the table, the best one uppermost."""
        if not stage.foreseen:
            return
        key = (stage.foreseen, stage.laid_out, canvas.surface.get_size())
        if key != self._key:
            self._key = key
            self._outlooks = [(each, self._foreseer.outlook(canvas, stage, each)) for each in stage.foreseen]
        shown = self._draw_ghosts(canvas)
        for each, outlook in reversed(self._outlooks):
            along = [spot for way in outlook.ways if not way.picked and not way.by_chance for spot in way.sources]
            for spot in (*outlook.picked, *along, *shown[each]):
                _draw_outline(canvas, spot, each.rank)
        arrows = self._arrows()
        for arrow in reversed(arrows):
            _draw_arrow(canvas, arrow)
        self._draw_labels(canvas, stage, arrows)

    def _draw_ghosts(self, canvas: Canvas) -> dict[Foreseen, list[Spot]]:
        """Draw the pieces as they would lie, but not over those of a better candidate, nor, of several, where they hide
        what stays; what is drawn of each."""
        shown: dict[Foreseen, list[Spot]] = {}
        lying = _pieces() if len(self._outlooks) > 1 else []
        for each, outlook in self._outlooks:
            ghosts = [spot for way in outlook.ways for spot in way.ghosts]
            before = [spot.box for spots in shown.values() for spot in spots]
            going = [spot.box for spot in (*outlook.picked, *(spot for way in outlook.ways for spot in way.sources))]
            staying = [box for box in lying if _overlap(box, going) < _COVERED]
            free = outlook.picture is not None and not any(
                _overlap(ghost.box, before) > _LAPPED or _overlap(ghost.box, staying) > _COVERED for ghost in ghosts
            )
            shown[each] = ghosts if free else []
            if free and outlook.picture is not None:
                canvas.surface.blit(outlook.picture, outlook.corner)
        return shown

    def _arrows(self) -> list[_Arrow]:
        """The arrows of all candidates, bent so that they cross each other and pieces of others as little as can be."""
        found: list[_Arrow] = []
        for each, outlook in self._outlooks:
            others = [_around(other.picked) for one, other in self._outlooks if one is not each and other.picked]
            for way in outlook.ways:
                if not (way.picked or (way.by_chance and not outlook.picked)):
                    continue
                start, end = _around(way.sources), _around(way.targets)
                tries = [_trimmed(lines.arc(start.centre, end.centre, bend), start, end) for bend in _BENDS]
                best = min(tries, key=lambda points: _in_the_way(points, found, others))
                if len(best) > 3:
                    found.append(_Arrow(each.rank, best))
        return found

    def _draw_labels(self, canvas: Canvas, stage: Stage, arrows: Sequence[_Arrow]) -> None:
        """Draw what each candidate is called, on its first arrow; else over its pieces, or where is told what is to be
        done."""
        room = table_box(stage).inset(4)
        taken: list[Box] = []
        lying = _pieces()
        for each, outlook in self._outlooks:
            width = _BADGE + 30 + canvas.text_size(each.label, _LABEL, "sans-bold")[0]
            pill = Box(0, 0, min(width, room.w), _PILL)
            own = next((arrow.points for arrow in arrows if arrow.rank == each.rank), None)
            middles = self._middles(stage, outlook, own)
            heads = [Box.around(arrow.points[-1], 2 * _HEAD, 2 * _HEAD) for arrow in arrows]
            places = [_held(Box.around(middle, pill.w, pill.h), room) for middle in middles]
            place = min(places, key=partial(_unfit, taken, [*heads, *lying]))
            taken.append(place)
            _draw_label(canvas, place, each)

    def _middles(self, stage: Stage, outlook: Outlook, arrow: Sequence[Point] | None) -> list[Point]:
        """Where a label may stand, the best place first."""
        if arrow is not None:
            return [arrow[round(share * (len(arrow) - 1))] for share in _PLACES]
        if outlook.picked:
            box = _around(outlook.picked)
            return [(box.centre[0], box.y - _PILL * 0.7), (box.centre[0], box.bottom + _PILL * 0.7)]
        x, y = self._view.prompt(stage).centre
        return [(x, y - step * (_PILL + 6)) for step in range(1, 4)]


def _around(spots: Iterable[Spot]) -> Box:
    """The box around the middles of pieces and the size of one of them."""
    boxes = [spot.box for spot in spots]
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    return Box(left, top, max(box.right for box in boxes) - left, max(box.bottom for box in boxes) - top)


def _trimmed(points: Sequence[Point], start: Box, end: Box) -> tuple[Point, ...]:
    """A curve without what lies over where it begins and where it ends."""
    first, last = start.inset(-_CLEAR), end.inset(-_CLEAR)
    outside = [not first.contains(point) for point in points]
    begin = next((at for at, out in enumerate(outside) if out), len(points))
    inside = next((at for at in range(begin, len(points)) if last.contains(points[at])), len(points))
    return tuple(points[begin:inside])


def _in_the_way(points: Sequence[Point], others: Sequence[_Arrow], boxes: Sequence[Box]) -> float:
    """How much a curve crosses: arrows count most, then what other candidates outline."""
    if len(points) < 2:
        return 1e9
    coarse = _coarse(points)
    crossings = sum(_crossings(coarse, _coarse(arrow.points)) for arrow in others)
    close = sum(math.dist(one, two) < _APART for arrow in others for one, two in product(coarse, _coarse(arrow.points)))
    covered = sum(box.contains(point) for box in boxes for point in coarse)
    return 20.0 * crossings + 2.0 * close + covered


def _coarse(points: Sequence[Point]) -> list[Point]:
    """A curve by fewer points."""
    return [*points[::4], points[-1]]


def _crossings(one: Sequence[Point], other: Sequence[Point]) -> int:
    return sum(_cross(a, b, c, d) for a, b in pairwise(one) for c, d in pairwise(other))


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two stretches cross."""
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _side(a: Point, b: Point, point: Point) -> float:
    return (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])


def _held(box: Box, room: Box) -> Box:
    """A box moved into a room."""
    x = min(max(box.x, room.x), room.right - box.w)
    return Box(x, min(max(box.y, room.y), room.bottom - box.h), box.w, box.h)


def _overlap(box: Box, others: Iterable[Box]) -> float:
    """How much of a box lies under others."""
    found = 0.0
    for other in others:
        across = min(box.right, other.right) - max(box.x, other.x)
        down = min(box.bottom, other.bottom) - max(box.y, other.y)
        found += max(0.0, across) * max(0.0, down)
    return found / (box.w * box.h)


def _unfit(labels: Sequence[Box], lying: Sequence[Box], box: Box) -> float:
    """How ill a place fits a label: least of all over another, rather not over pieces."""
    return 10.0 * _overlap(box.inset(-3), labels) + min(1.0, _overlap(box, lying))


def _pieces() -> list[Box]:
    """The boxes of the pieces that are seen."""
    return [
        Box.around((goal.pose.x, goal.pose.y), goal.pose.height * CARD_ASPECT, goal.pose.height)
        for _, goal in esper.get_component(Goal)
        if not goal.covered
    ]


def _draw_outline(canvas: Canvas, spot: Spot, rank: int) -> None:
    """A line around a piece, in the colour and the pattern of its candidate."""
    box, unit = spot.box.inset(-_OUTLINE), canvas.unit
    radius = spot.pose.height * 0.075 if spot.is_card else box.h / 2
    middle, size = (spot.pose.x * unit, spot.pose.y * unit), (box.w * unit, box.h * unit)
    points = lines.rounded_box(middle, size, radius * unit, spot.pose.angle)
    _blit(canvas, Line(points, _OUTLINE * unit, colour_of(rank), pattern_of(rank), closed=True))


def _draw_arrow(canvas: Canvas, arrow: _Arrow) -> None:
    unit = canvas.unit
    points = tuple([(x * unit, y * unit) for x, y in arrow.points])
    _blit(canvas, Line(points, _ARROW * unit, colour_of(arrow.rank), pattern_of(arrow.rank), head=_HEAD * unit))


def _blit(canvas: Canvas, line: Line) -> None:
    picture, corner = lines.drawn(line)
    canvas.surface.blit(picture, corner)


def _draw_label(canvas: Canvas, box: Box, foreseen: Foreseen) -> None:
    colour = colour_of(foreseen.rank)
    canvas.shape(box, theme.PANEL_SOLID, rim=colour, rim_width=2.0, radius=box.h / 2, shadow=6.0)
    draw_badge(canvas, (box.x + 6 + _BADGE / 2, box.centre[1]), foreseen.rank)
    left = box.x + _BADGE + 14
    canvas.text(
        foreseen.label, left, box.centre[1], _LABEL, theme.TEXT, "sans-bold",
        max_width=box.right - 10 - left, vertical="middle",
    )  # fmt: skip
