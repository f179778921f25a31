"""Where the arrows and labels of candidates go: clear of words and numbers, of each other, and of pieces as far as can
be."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise, product

from systems.view.toolkit import lines
from systems.view.toolkit.canvas import Box, Point

CLEAR = 7.0
"""How far an arrow begins outside of what it leads away from."""
_APART = 22.0
"""Nearer to each other arrows are hard to tell apart."""
_MEETING = 120.0
"""So near to its end an arrow may come near others, which lead there too."""
_OUTSIDE, _CROSSING, _WORDS, _CLOSE, _OUTLINED, _PIECE = 50.0, 20.0, 3.0, 2.0, 1.0, 0.3
"""How ill it is that a point of an arrow lies outside the table; that it crosses another; that a point lies over words,
near another arrow, over what another candidate outlines, over a piece."""
_BENDS = (0.1, -0.1, 0.2, -0.2, 0.32, -0.32, 0.45, -0.45)
_LEANS = (0.5, 0.1, 0.9)
"""Where along its way an arrow is bent most: in the middle, as it begins, as it ends."""
_SHARES = (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9)
"""Where on its arrow a label may stand, the best place first."""
_BESIDE, _HEAD = 10.0, 34.0
"""How far beside its arrow a label may stand; the room that an arrow's head takes."""


@dataclass(frozen=True)
class Arrow:
    """An arrow, in units, and the candidate that it belongs to."""

    rank: int
    points: tuple[Point, ...]

    @property
    def coarse(self) -> list[Point]:
        """Its curve by fewer points."""
        return _coarse(self.points)


@dataclass(frozen=True)
class Ground:
    """The table that arrows and labels stay on, and what lies there that they keep clear of: words and numbers most,
    then pieces."""

    room: Box
    told: Sequence[Box]
    pieces: Sequence[Box]


def way(start: Box, end: Box, arrows: Sequence[Arrow], outlined: Sequence[Box], ground: Ground) -> tuple[Point, ...]:
    """The points of an arrow between two boxes that is least in the way; fewer than four where they nearly touch."""
    # What it leads to, and from, it may lie over.
    inside = [box for box in ground.told if not box.contains(start.centre) and not box.contains(end.centre)]
    pieces = [box for box in ground.pieces if not start.contains(box.centre) and not end.contains(box.centre)]
    best, least = tuple[Point, ...](), math.inf
    for points in _curves(start, end):
        cost = _in_the_way(points, arrows, outlined, Ground(ground.room, inside, pieces))
        if cost < least:
            best, least = points, cost
        if cost == 0.0:
            break
    return best


def _curves(start: Box, end: Box) -> Iterator[tuple[Point, ...]]:
    """Ways from box to box, the simplest first, without what lies over where they begin and end."""
    first, last = start.inset(-CLEAR), end.inset(-CLEAR)
    for lean, bend in product(_LEANS, _BENDS):
        points = lines.arc(start.centre, end.centre, bend, lean)
        outside = [not first.contains(point) for point in points]
        begin = next((at for at, out in enumerate(outside) if out), len(points))
        inside = next((at for at in range(begin, len(points)) if last.contains(points[at])), len(points))
        yield tuple(points[begin:inside])


def _in_the_way(points: Sequence[Point], arrows: Sequence[Arrow], outlined: Sequence[Box], ground: Ground) -> float:
    """How ill a curve lies."""
    if len(points) < 2:
        return 1e9
    coarse = _coarse(points)
    before_its_end = [point for point in coarse if math.dist(point, coarse[-1]) > _MEETING]
    others = [arrow.coarse for arrow in arrows]
    return (
        _OUTSIDE * sum(not ground.room.contains(point) for point in coarse)
        + _CROSSING * sum(_crossings(coarse, other) for other in others)
        + _CLOSE * sum(math.dist(one, two) < _APART for other in others for one, two in product(before_its_end, other))
        + _WORDS * _covered(points, ground.told)
        + _OUTLINED * _covered(coarse, outlined)
        + _PIECE * _covered(coarse, ground.pieces)
    )


def _covered(points: Sequence[Point], boxes: Iterable[Box]) -> int:
    """How many points lie over boxes."""
    return sum(box.contains(point) for box in boxes for point in points)


@dataclass(frozen=True)
class Label:
    """What a candidate of a rank is called takes so much room, in units, and may stand around these points, the best
    one first."""

    rank: int
    width: float
    height: float
    middles: Sequence[Point]


def places(labels: Iterable[Label], arrows: Sequence[Arrow], ground: Ground) -> list[Box]:
    """Where labels stand, each where it is least in the way of those before it and of all else."""
    found: list[Box] = []
    heads = [Box.around(arrow.points[-1], _HEAD, _HEAD) for arrow in arrows]
    for label in labels:
        size = min(label.width, ground.room.w), label.height
        tries = [_held(Box.around(middle, *size), ground.room) for middle in label.middles]
        lines_of_others = [arrow.coarse for arrow in arrows if arrow.rank != label.rank]
        found.append(min(tries, key=partial(_unfit, found, lines_of_others, [*heads, *ground.pieces], ground.told)))
    return found


def beside(arrow: Arrow, width: float) -> list[Point]:
    """Where a label so wide may stand at its arrow: upon it, else at either side."""
    points = [arrow.points[round(share * (len(arrow.points) - 1))] for share in _SHARES]
    aside = width / 2 + _BESIDE
    return [*points, *((x + side * aside, y) for side in (1, -1) for x, y in points)]


def _unfit(
    labels: Sequence[Box], others: Sequence[Sequence[Point]], pieces: Sequence[Box], told: Sequence[Box], box: Box
) -> float:
    """How ill a place fits a label: least of all over another, rather not over words, other arrows and pieces."""
    crossed = sum(_covered(line, [box]) for line in others)
    lying, words = min(1.0, overlap(box, pieces)), overlap(box, told)
    return 10.0 * overlap(box.inset(-3), labels) + (1.0 + 4.0 * words if words else 0.0) + lying + 0.1 * crossed


def overlap(box: Box, others: Iterable[Box]) -> float:
    """How much of a box lies under others."""
    found = 0.0
    for other in others:
        across = min(box.right, other.right) - max(box.x, other.x)
        down = min(box.bottom, other.bottom) - max(box.y, other.y)
        found += max(0.0, across) * max(0.0, down)
    return found / (box.w * box.h)


def _coarse(points: Sequence[Point]) -> list[Point]:
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
