"""Candidates on the table: outlined pieces, an arrow from where to where, ghosts of how pieces would lie, and a label.

Each of the three best has a colour and a pattern of its own, the same on pieces, arrows and in the list of candidates.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

import esper
import pygame

from components.pieces import Card
from components.view import Foreseen, Goal, Stage
from systems.view.table.clear_ways import Arrow, Ground, Label, beside, corners, farther_off, overlap, places, way
from systems.view.table.foresight import Foreseer, Outlook, Spot, Way
from systems.view.table.game_view import GameView
from systems.view.table.layout import table_box
from systems.view.toolkit import lines, looks, theme
from systems.view.toolkit.canvas import Box, Canvas, Point
from systems.view.toolkit.fonts import Colour
from systems.view.toolkit.lines import Line, Pattern

_OUTLINE, _ARROW, _HEAD = 3.2, 4.0, 17.0
_PILL, _BADGE, _RIM, _LABEL = 34.0, 26.0, 6.0, 17.0
_LAPPED = 0.1
"""A ghost may lie over so much of another."""
_COVERED = 0.75
"""Where several candidates are shown a ghost may lie over pieces with so much of itself."""
_FANNED = 0.03
"""A card of a fan lies over more than so much of the one before it."""
_TALL = 0.65
"""So many heights above and below its middle a card of a fan hides the line around the one before it."""
_ROWS = 24.0
"""Rows of pieces of one place lie no farther apart."""
_CORNER = 0.075
"""How round the corners of a card are, in heights of it."""
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
        self._ghosts: dict[Foreseen, list[Spot]] = {}
        self._over: dict[Foreseen, list[Spot]] = {}
        """The cards that stay and lie over ghosts."""
        self._pictures: list[tuple[pygame.Surface, tuple[int, int]]] = []
        """The ghosts and the lines around them, and where each lies in pixels."""
        self._lines: list[tuple[pygame.Surface, tuple[int, int]]] = []
        """The lines around what is picked and what would go, and the arrows."""
        self._arrows: list[Arrow] = []
        self._labels: list[tuple[Foreseen, Box]] = []

    def draw(self, canvas: Canvas, stage: Stage) -> None:
        """Draw them over the pieces, the best one uppermost, but for their labels."""
        if not stage.foreseen:
            return
        key = (stage.foreseen, stage.laid_out, canvas.surface.get_size(), canvas.unit, looks.now())
        if key != self._key:
            self._key = key
            self._outlooks = [(each, self._foreseer.outlook(canvas, stage, each)) for each in stage.foreseen]
            self._pictures = self._shown(canvas)
            lying = _pieces()
            ground = Ground(table_box(stage).inset(4), self._view.told_at(stage), [each.box for each in lying])
            self._arrows = self._led(ground, lying)
            self._lines = list(self._drawn_lines(canvas, lying))
            self._labels = self._labelled(canvas, stage, ground)
        for picture, corner in (*self._pictures, *self._lines):
            canvas.surface.blit(picture, corner)

    def draw_labels(self, canvas: Canvas, stage: Stage) -> None:
        """Draw what the candidates are called, where they have been drawn."""
        for each, box in self._labels if stage.foreseen else ():
            _draw_label(canvas, box, each)

    def _drawn_lines(self, canvas: Canvas, lying: Sequence[Spot]) -> Iterator[tuple[pygame.Surface, tuple[int, int]]]:
        """Pictures of the lines around what candidates pick and what would go, beneath the next cards of a fan, then
        of the arrows: those of the best one last."""
        for each, outlook in reversed(self._outlooks):
            along = [spot for way in outlook.ways if not way.picked and not way.by_chance for spot in way.sources]
            for spot in _uppermost((*outlook.picked, *along)):
                yield from map(lines.drawn, _outlined(canvas, spot, each.rank, _fanned_over(spot, lying)))
        for arrow in reversed(self._arrows):
            yield lines.drawn(_line_of(canvas, arrow))

    def _shown(self, canvas: Canvas) -> list[tuple[pygame.Surface, tuple[int, int]]]:
        """Pictures of the pieces as they would lie, beneath what stays; but not over those of a better candidate, nor,
        of several, over what lies there now: one's own cards are to be read."""
        self._ghosts, self._over = {}, {}
        pictures = []
        lying = _pieces()
        kept_clear = corners(spot.box for spot in lying if len(self._outlooks) > 1)
        for each, outlook in self._outlooks:
            ghosts = [spot for way in outlook.ways for spot in way.ghosts]
            before = corners(spot.box for spots in self._ghosts.values() for spot in spots)
            sources = (spot for way in outlook.ways for spot in way.sources)
            going = corners(spot.box for spot in (*outlook.picked, *sources))
            staying = [spot for spot in lying if overlap(spot.box, going) < _COVERED]
            stay = corners(spot.box for spot in staying)
            hidden = any(overlap(ghost.box, stay) > _COVERED for ghost in ghosts)
            lapped = any(overlap(ghost.box, before) > _LAPPED for ghost in ghosts)
            lapped |= any(overlap(ghost.box, kept_clear) > _COVERED for ghost in ghosts)
            free = outlook.picture is not None and not lapped
            self._ghosts[each] = ghosts if free else []
            upright = [spot for spot in staying if spot.is_card and not spot.pose.angle]
            self._over[each] = upright if free and not hidden else []
            if free and outlook.picture is not None:
                over, corner = self._over[each], outlook.corner
                pictures.append((_beneath(canvas, outlook.picture, corner, over), corner))
                around = [lines.drawn(_outline(canvas, ghost, each.rank)) for ghost in _uppermost(ghosts)]
                pictures += [(_beneath(canvas, *one, over, _clear_of_lines(canvas)), one[1]) for one in around]
        return pictures

    def _led(self, ground: Ground, lying: Sequence[Spot]) -> list[Arrow]:
        """The arrows of all candidates."""
        found: list[Arrow] = []
        for each, outlook in self._outlooks:
            others = [_around(other.picked) for one, other in self._outlooks if one is not each and other.picked]
            for leads in outlook.ways:
                if leads.picked or (leads.by_chance and not outlook.picked):
                    start = _around(leads.sources)
                    end = _free_of(_around(leads.targets), start, [spot.box for spot in self._over[each]])
                    points = way(_begin(end, leads, lying), end, found, others, ground)
                    edge = _edge(end, start, ground.pieces)
                    if not self._ghosts[each] and edge is not None and _crosses(points, end, ground.pieces):
                        points = way(_begin(edge, leads, lying), edge, found, others, _before(edge, start, ground))
                    if len(points) > 3:
                        found.append(Arrow(each.rank, points))
        return found

    def _labelled(self, canvas: Canvas, stage: Stage, ground: Ground) -> list[tuple[Foreseen, Box]]:
        """Where is told what each candidate is called."""
        labels = []
        for each, outlook in self._outlooks:
            width = _BADGE + 30 + canvas.text_size(each.label, _LABEL, "sans-bold")[0]
            middles = self._middles(stage, each, outlook, width)
            labels.append(Label(each.rank, width, _PILL, middles, farther_off(middles, width), _BADGE + 2 * _RIM))
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


def _uppermost(spots: Sequence[Spot]) -> list[Spot]:
    """Pieces but for those that lie beneath others of them: a pile has one line around it."""
    return [
        spot for place, spot in enumerate(spots)
        if all(overlap(spot.box, corners([later.box])) <= _COVERED for later in spots[place + 1 :])
    ]  # fmt: skip


def _pieces() -> list[Spot]:
    """Where the pieces lie that are seen, the lowest first."""
    rows = sorted(esper.get_component(Goal), key=lambda row: row[1].order)
    return [Spot(goal.pose, esper.has_component(entity, Card)) for entity, goal in rows if not goal.covered]


def _fanned_over(spot: Spot, lying: Sequence[Spot]) -> list[Spot]:
    """The cards that lie over a part of a card."""
    if not spot.is_card or spot not in lying:
        return []
    later = lying[lying.index(spot) + 1 :]
    return [each for each in later if each.is_card and _FANNED < overlap(spot.box, corners([each.box])) <= _COVERED]


def _beneath(
    canvas: Canvas, picture: pygame.Surface, corner: tuple[int, int], over: Iterable[Spot], clear: float = 0.0
) -> pygame.Surface:
    """What is seen of a picture where cards lie over it, so far `clear` of them."""
    seen = picture.copy()
    for card in over:
        hole, (left, top) = lines.filled(_edge_of(canvas, card, clear))
        seen.blit(hole, (left - corner[0], top - corner[1]), special_flags=pygame.BLEND_RGBA_SUB)
    return seen


def _clear_of_lines(canvas: Canvas) -> float:
    """So far from a card ends a line that goes on beneath it, and its casing: none is seen at its other side."""
    return 1.5 * _OUTLINE + (lines.CASING + 1) / canvas.unit


def _free_of(box: Box, start: Box, over: Iterable[Box]) -> Box:
    """The edge, towards the start of an arrow, of what is seen of a box beside cards of its row that lie over it; the
    box, if none does, or if nothing is seen of it."""
    left, right = box.x, box.right
    for card in over:
        if card.x < box.right and box.x < card.right and card.y < box.centre[1] < card.bottom:
            if card.centre[0] < box.centre[0]:
                left = max(left, card.right)
            else:
                right = min(right, card.x)
    if (left, right) == (box.x, box.right) or right <= left:
        return box
    return Box(left, box.y if start.centre[1] < box.centre[1] else box.bottom, right - left, 1.0)


def _crosses(points: Iterable[Point], end: Box, lying: Iterable[Box]) -> bool:
    """Whether an arrow goes over pieces that lie beside those that it leads to."""
    beside = [box for box in lying if not end.contains(box.centre)]
    return any(box.contains(point) for point in points for box in beside)


def _edge(end: Box, start: Box, lying: Sequence[Box]) -> Box | None:
    """Where an arrow ends that would go over what stands on pieces that lie beside the end of its way: the edge of
    these that it comes to first; None if none lies there."""
    if not overlap(end, corners(lying)):
        return None
    down = start.centre[1] < end.centre[1]
    edge = end.y if down else end.bottom
    for box in sorted(lying, key=lambda box: box.y, reverse=down):
        beside = box.x < end.right and end.x < box.right
        before = box.y > start.bottom if down else box.bottom < start.y
        if beside and before and box.y - _ROWS <= edge <= box.bottom + _ROWS:
            edge = min(edge, box.y) if down else max(edge, box.bottom)
    return Box(end.x, edge, end.w, 1.0)


def _before(edge: Box, start: Box, ground: Ground) -> Ground:
    """The ground on the side of an edge where an arrow starts that ends there."""
    room = ground.room
    if start.centre[1] < edge.y:
        return replace(ground, room=Box(room.x, room.y, room.w, edge.y - room.y))
    return replace(ground, room=Box(room.x, edge.bottom, room.w, room.bottom - edge.bottom))


def _begin(end: Box, leads: Way, lying: Sequence[Spot]) -> Box:
    """Where an arrow begins: at the piece that lies next to the end, where it is seen; where pieces are many of which
    chance takes some, at their edge, halfway between its middle and the part that lies next to the end."""
    if not leads.by_chance or len(leads.sources) == len(leads.targets):
        nearest = min(leads.sources, key=lambda spot: math.dist(spot.box.centre, end.centre))
        return _free_of(nearest.box, end, [each.box for each in _fanned_over(nearest, lying)])
    box = _around(leads.sources)
    width = box.w / len(leads.sources)
    next_to = max(box.x + width / 2, min(end.centre[0], box.right - width / 2))
    edge = box.bottom if box.centre[1] < end.centre[1] else box.y
    return Box.around(((box.centre[0] + next_to) / 2, edge), width, 1.0)


def _outline(canvas: Canvas, spot: Spot, rank: int) -> Line:
    """The line around a piece, in the colour and the pattern of its candidate."""
    points = _edge_of(canvas, spot, _OUTLINE)
    return Line(points, _OUTLINE * canvas.unit, colour_of(rank), pattern_of(rank), closed=True)


def _outlined(canvas: Canvas, spot: Spot, rank: int, over: Sequence[Spot]) -> list[Line]:
    """The line around a piece, but for what cards of a fan lie over; no dot or dash of it is cut."""
    whole = _outline(canvas, spot, rank)
    points = lines.dense(whole.points)
    clear, unit = _clear_of_lines(canvas), canvas.unit
    seen = [not any(_covers(card, (x / unit, y / unit), clear) for card in over) for x, y in points]
    if all(seen):
        return [whole]
    first = seen.index(False)
    runs = groupby([*range(first, len(points)), *range(first)], lambda place: seen[place])
    found = [tuple([points[place] for place in run]) for is_seen, run in runs if is_seen]
    return [replace(whole, points=run, closed=False) for run in found if len(run) > 1]


def _covers(card: Spot, point: Point, clear: float) -> bool:
    """Whether a card of a fan lies over a point, or so near that a line would be seen at its other side."""
    dx, dy, turn = point[0] - card.pose.x, point[1] - card.pose.y, math.radians(card.pose.angle)
    across, down = dx * math.cos(turn) - dy * math.sin(turn), dx * math.sin(turn) + dy * math.cos(turn)
    return abs(across) <= card.box.w / 2 + clear and abs(down) <= card.box.h * _TALL


def _edge_of(canvas: Canvas, spot: Spot, beyond: float) -> tuple[Point, ...]:
    """The points so far beyond the edge of a piece, in pixels."""
    box, unit = spot.box.inset(-beyond), canvas.unit
    radius = spot.pose.height * _CORNER if spot.is_card else box.h / 2
    middle, size = (spot.pose.x * unit, spot.pose.y * unit), (box.w * unit, box.h * unit)
    return lines.rounded_box(middle, size, radius * unit, spot.pose.angle)


def _line_of(canvas: Canvas, arrow: Arrow) -> Line:
    """The line that an arrow is drawn as, in the colour and the pattern of its candidate."""
    unit = canvas.unit
    points = tuple([(x * unit, y * unit) for x, y in arrow.points])
    return Line(points, _ARROW * unit, colour_of(arrow.rank), pattern_of(arrow.rank), head=_HEAD * unit)


def _draw_label(canvas: Canvas, box: Box, foreseen: Foreseen) -> None:
    colour = colour_of(foreseen.rank)
    canvas.shape(box, theme.PANEL_SOLID, rim=colour, rim_width=2.0, radius=box.h / 2, shadow=6.0)
    draw_badge(canvas, (box.x + _RIM + _BADGE / 2, box.centre[1]), foreseen.rank)
    if box.w <= _BADGE + 2 * _RIM:  # no room for more than its number, which the list of candidates has too
        return
    left = box.x + _BADGE + 14
    canvas.text(
        foreseen.label, left, box.centre[1], _LABEL, theme.TEXT, "sans-bold",
        max_width=box.right - 10 - left, vertical="middle",
    )  # fmt: skip
