"""Candidates on the table: outlined pieces, an arrow from where to where, ghosts of how pieces would lie, and a label.

Each of the three best has a colour and a pattern of its own, the same on pieces, arrows and in the list of candidates.
"""

from collections.abc import Iterable

import esper

from components.view import Foreseen, Goal, Stage
from systems.view.table.clear_ways import Arrow, Ground, Label, beside, corners, overlap, places, way
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
_LAPPED = 0.1
"""A ghost may lie over so much of another."""
_COVERED = 0.75
"""Where several candidates are shown a ghost may lie over so much of pieces that stay."""
_PATTERNS = (Pattern.SOLID, Pattern.DASHED, Pattern.DOTTED)
_OTHER: Colour = (240, 230, 214)
_INK: Colour = (42, 24, 20)


def colour_of(rank: int) -> Colour:
    """The colour of the candidate of a rank from 1: those after the third have one in common."""
    return theme.CANDIDATES.get(rank, _OTHER)


def pattern_of(rank: int) -> Pattern:
    """How the lines of a candidate are broken."""
    return _PATTERNS[rank - 1] if rank <= len(_PATTERNS) else Pattern.SOLID


def draw_badge(canvas: Canvas, middle: Point, rank: int, size: float = _BADGE) -> None:
    """The number of a candidate on a disc of its colour."""
    colour = colour_of(rank)
    canvas.shape(Box.around(middle, size, size), colour, rim=_INK, rim_width=1.2, radius=size / 2)
    canvas.text(f"{rank}", *middle, size * 0.65, _INK, "sans-bold", "centre", vertical="middle")


class ForeseenMarks:
    """Draws the candidates that a stage shows; all that is drawn of them is found once for a position."""

    def __init__(self, view: GameView) -> None:
        self._view = view
        self._foreseer = Foreseer(view)
        self._key: object = None
        self._outlooks: list[tuple[Foreseen, Outlook]] = []
        self._arrows: list[Arrow] = []
        self._labels: list[tuple[Foreseen, Box]] = []

    def draw(self, canvas: Canvas, stage: Stage) -> None:
        """Draw them over the table, the best one uppermost."""
        if not stage.foreseen:
            return
        key = (stage.foreseen, stage.laid_out, canvas.surface.get_size(), canvas.unit)
        if key != self._key:
            self._key = key
            self._outlooks = [(each, self._foreseer.outlook(canvas, stage, each)) for each in stage.foreseen]
            ground = Ground(table_box(stage).inset(4), self._view.told_at(stage), _pieces())
            self._arrows = self._led(ground)
            self._labels = self._labelled(canvas, stage, ground)
        shown = self._draw_ghosts(canvas)
        for each, outlook in reversed(self._outlooks):
            along = [spot for way in outlook.ways if not way.picked and not way.by_chance for spot in way.sources]
            for spot in (*outlook.picked, *along, *shown[each]):
                _draw_outline(canvas, spot, each.rank)
        for arrow in reversed(self._arrows):
            _draw_arrow(canvas, arrow)
        for each, box in self._labels:
            _draw_label(canvas, box, each)

    def _draw_ghosts(self, canvas: Canvas) -> dict[Foreseen, list[Spot]]:
        """Draw the pieces as they would lie, but not over those of a better candidate, nor, of several, where they hide
        what stays; what is drawn of each."""
        shown: dict[Foreseen, list[Spot]] = {}
        lying = _pieces() if len(self._outlooks) > 1 else []
        for each, outlook in self._outlooks:
            ghosts = [spot for way in outlook.ways for spot in way.ghosts]
            before = corners(spot.box for spots in shown.values() for spot in spots)
            sources = (spot for way in outlook.ways for spot in way.sources)
            going = corners(spot.box for spot in (*outlook.picked, *sources))
            staying = corners(box for box in lying if overlap(box, going) < _COVERED)
            free = outlook.picture is not None and not any(
                overlap(ghost.box, before) > _LAPPED or overlap(ghost.box, staying) > _COVERED for ghost in ghosts
            )
            shown[each] = ghosts if free else []
            if free and outlook.picture is not None:
                canvas.surface.blit(outlook.picture, outlook.corner)
        return shown

    def _led(self, ground: Ground) -> list[Arrow]:
        """The arrows of all candidates."""
        found: list[Arrow] = []
        for each, outlook in self._outlooks:
            others = [_around(other.picked) for one, other in self._outlooks if one is not each and other.picked]
            for leads in outlook.ways:
                if leads.picked or (leads.by_chance and not outlook.picked):
                    points = way(_around(leads.sources), _around(leads.targets), found, others, ground)
                    if len(points) > 3:
                        found.append(Arrow(each.rank, points))
        return found

    def _labelled(self, canvas: Canvas, stage: Stage, ground: Ground) -> list[tuple[Foreseen, Box]]:
        """Where is told what each candidate is called."""
        labels = []
        for each, outlook in self._outlooks:
            width = _BADGE + 30 + canvas.text_size(each.label, _LABEL, "sans-bold")[0]
            labels.append(Label(each.rank, width, _PILL, self._middles(stage, each, outlook, width)))
        return list(zip(stage.foreseen, places(labels, self._arrows, ground), strict=True))

    def _middles(self, stage: Stage, foreseen: Foreseen, outlook: Outlook, width: float) -> list[Point]:
        """Where a label may stand, the best place first: at its arrow, else over its pieces, or where is told what is
        to be done."""
        arrow = next((arrow for arrow in self._arrows if arrow.rank == foreseen.rank), None)
        if arrow is not None:
            return beside(arrow, width)
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


def _draw_arrow(canvas: Canvas, arrow: Arrow) -> None:
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
