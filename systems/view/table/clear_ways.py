"""Where the arrows and labels of candidates go: clear of words and numbers, of each other, and of pieces as far as can
be."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import product
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from systems.view.toolkit.canvas import Box, Point

CLEAR = 7.0
"""How far an arrow begins outside of what it leads away from."""
_APART = 22.0
"""Nearer to each other arrows are hard to tell apart."""
_MEETING = 120.0
"""So near to its end an arrow may come near others, which lead there too."""
_CROSSING, _OUTSIDE, _MET, _WORDS, _LONG, _SWUNG, _CLOSE, _OUTLINED, _PIECE = 20, 12, 6, 3, 1, 1, 0.5, 0.25, 0.08
"""How ill it is that an arrow crosses another; that a point of it lies outside the table; that it crosses another where
both end; that a point lies over words; that it is twice as long as it might be; that it is bent two ways; that a point
lies near a point of another arrow, over what another candidate outlines, over a piece."""
_BENDS = (0.1, -0.1, 0.2, -0.2, 0.32, -0.32, 0.45, -0.45)
_LEANS = (0.5, 0.1, 0.9)
"""Where along its way an arrow is bent most: in the middle, as it begins, as it ends."""
_SWINGS = ((0.3, -0.3), (-0.3, 0.3), (0.6, -0.3), (-0.6, 0.3), (0.3, -0.6), (-0.3, 0.6))
"""How far aside an arrow is drawn that is bent one way, then the other."""
_SHARES = (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9, 0.05, 0.0)
"""Where on its arrow a label may stand, the best place first."""
_BESIDE, _HEAD = 10.0, 34.0
"""How far beside its arrow a label may stand; the room that an arrow's head takes."""
_ROW = 42.0
"""A label that finds no room where it should stand does so a row or two higher or lower, or one beside itself."""
_COVERED, _NO_ROOM = 0.12, 0.4
"""It stays where it covers no more than so; where it would cover so much everywhere, it has no room."""
_AROUND = np.array((-3.0, -3.0, 3.0, 3.0))
"""What is free between it and another one."""
_TOUCHED, _HIDDEN = 0.03, 0.5
"""Over more than so much of itself it lies over a piece, and does not just touch it; an arrow of which it covers a
larger share is not seen."""
_STEPS, _COARSE = 48, 4
"""The steps of a curve; one of so many is looked at where that is enough."""

Corners: TypeAlias = NDArray[np.float64]
"""(n, 4): left, top, right and bottom of boxes."""
_Points: TypeAlias = NDArray[np.float64]
"""(..., 2)"""


@dataclass(frozen=True)
class Arrow:
    """An arrow, in units, and the candidate that it belongs to."""

    rank: int
    points: tuple[Point, ...]

    @cached_property
    def coarse(self) -> _Points:
        """Its curve by fewer points."""
        return np.array([*self.points[::_COARSE], self.points[-1]])


@dataclass(frozen=True)
class Ground:
    """The table that arrows and labels stay on, and what lies there that they keep clear of: words and numbers most,
    then pieces."""

    room: Box
    told: Sequence[Box]
    pieces: Sequence[Box]


def corners(boxes: Iterable[Box]) -> Corners:
    """The corners of boxes."""
    return np.array([(box.x, box.y, box.right, box.bottom) for box in boxes], np.float64).reshape(-1, 4)


def overlap(box: Box, others: Corners) -> float:
    """How much of a box lies under others."""
    return float(_covered(corners([box]), others)[0])


def _covered(boxes: Corners, others: Corners) -> NDArray[np.float64]:
    """How much of each of these boxes lies under others."""
    one = boxes[:, None]
    sides = np.minimum(one[..., 2:], others[:, 2:]) - np.maximum(one[..., :2], others[:, :2])
    lying = np.maximum(sides, 0.0).prod(axis=2).sum(axis=1)
    found: NDArray[np.float64] = lying / (boxes[:, 2:] - boxes[:, :2]).prod(axis=1)
    return found


# --- arrows ------------------------------------------------------------------------------------------------------


def way(start: Box, end: Box, arrows: Sequence[Arrow], outlined: Sequence[Box], ground: Ground) -> tuple[Point, ...]:
    """The points of an arrow between two boxes that is least in the way; fewer than four where they nearly touch."""
    # What it leads to, and from, it may lie over.
    told = corners(box for box in ground.told if not box.contains(start.centre) and not box.contains(end.centre))
    lying = corners(box for box in ground.pieces if not start.contains(box.centre) and not end.contains(box.centre))
    curves, seen = _curves(start, end)
    outside = seen & ~_over(curves, corners([ground.room]))[..., 0]
    ill = np.where(seen.sum(axis=1) > 1, 0.0, 1e9) + _LONG * _lengthened(curves) + _OUTSIDE * outside.sum(axis=1)
    ill[-len(_SWINGS) :] += _SWUNG
    for weight, boxes in ((_WORDS, told), (_OUTLINED, corners([*outlined, start])), (_PIECE, lying)):
        ill += weight * (_over(curves, boxes).sum(axis=2) * seen).sum(axis=1)
    ends = curves[np.arange(len(curves)), np.maximum(0, curves.shape[1] - 1 - seen[:, ::-1].argmax(axis=1))]
    early = seen & (_far(curves - ends[:, None]) > _MEETING)
    for arrow in arrows:
        near = _far(curves[:, :, None] - arrow.coarse) < _APART
        before, all_along = (_crossings(curves, part, arrow.coarse) for part in (early, seen))
        met = np.where(_far(ends - arrow.coarse[-1]) < _MEETING, _MET, _CROSSING)
        ill += _CLOSE * (near.sum(axis=2) * early).sum(axis=1) + _CROSSING * before + met * (all_along - before)
    best = int(ill.argmin())
    return tuple([(float(x), float(y)) for x, y in curves[best][seen[best]]])


def _curves(start: Box, end: Box) -> tuple[_Points, NDArray[np.bool_]]:
    """(ways, points, 2), (ways, points): ways from box to box, the simplest first, and which of their points are seen:
    not those over where they begin and end."""
    one, other = np.array(start.centre), np.array(end.centre)
    along = other - one
    aside = np.array([-along[1], along[0]])
    bent = np.array([one + along * lean + aside * bend * 2 for lean, bend in product(_LEANS, _BENDS)])[:, None]
    out = np.array([one + along * 0.3 + aside * first for first, _ in _SWINGS])[:, None]
    back = np.array([one + along * 0.7 + aside * then for _, then in _SWINGS])[:, None]
    share = np.linspace(0.0, 1.0, _STEPS + 1)[:, None]
    rest = 1 - share
    arcs = rest**2 * one + 2 * share * rest * bent + share**2 * other
    swings = rest**3 * one + 3 * share * rest**2 * out + 3 * share**2 * rest * back + share**3 * other
    curves = np.concatenate([arcs, swings])
    left = np.logical_or.accumulate(~_over(curves, corners([start.inset(-CLEAR)]))[..., 0], axis=1)
    there = np.logical_or.accumulate(left & _over(curves, corners([end.inset(-CLEAR)]))[..., 0], axis=1)
    return curves, left & ~there


def _lengthened(curves: _Points) -> NDArray[np.float64]:
    """By what share of the straight way each of these ways from one point to another is longer; rounded, for those that
    are bent to one side are as long as those that are bent to the other."""
    straight = max(1.0, float(_far(curves[0, -1] - curves[0, 0])))
    found: NDArray[np.float64] = np.round(_far(np.diff(curves, axis=1)).sum(axis=1) / straight - 1, 3)
    return found


def _over(points: _Points, boxes: Corners) -> NDArray[np.bool_]:
    """(..., boxes): which points lie over which boxes."""
    x, y = points[..., :1], points[..., 1:]
    found: NDArray[np.bool_] = (x >= boxes[:, 0]) & (x < boxes[:, 2]) & (y >= boxes[:, 1]) & (y < boxes[:, 3])
    return found


def _far(apart: _Points) -> NDArray[np.float64]:
    """How far points lie apart."""
    found: NDArray[np.float64] = np.hypot(apart[..., 0], apart[..., 1])
    return found


def _crossings(curves: _Points, seen: NDArray[np.bool_], other: _Points) -> NDArray[np.int_]:
    """How often what is seen of each of these curves crosses another."""
    a, b, c, d = curves[:, :-1, None], curves[:, 1:, None], other[:-1], other[1:]
    crossed = (_side(a, b, c) * _side(a, b, d) < 0) & (_side(c, d, a) * _side(c, d, b) < 0)
    found: NDArray[np.int_] = (crossed.any(axis=2) & seen[:, :-1] & seen[:, 1:]).sum(axis=1)
    return found


def _side(a: _Points, b: _Points, point: _Points) -> NDArray[np.float64]:
    """On which side of the line from one point to another points lie, by the sign."""
    way, to = b - a, point - a
    found: NDArray[np.float64] = way[..., 0] * to[..., 1] - way[..., 1] * to[..., 0]
    return found


# --- labels ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Label:
    """What a candidate of a rank is called takes so much room, in units, and should stand around these points, the best
    one first; around the `farther` ones only where it would cover something; and where it has no room there either, so
    much of it as is `least` wide stands around the first ones."""

    rank: int
    width: float
    height: float
    middles: Sequence[Point]
    farther: Sequence[Point] = ()
    least: float = 0.0


def places(labels: Iterable[Label], arrows: Sequence[Arrow], ground: Ground) -> list[Box]:
    """Where labels stand, each where it is least in the way of those before it and of all else."""
    found: list[Box] = []
    told = corners(ground.told)
    lying = corners([*(Box.around(arrow.points[-1], _HEAD, _HEAD) for arrow in arrows), *ground.pieces])
    for label in labels:
        size = min(label.width, ground.room.w), label.height
        own = [np.array(arrow.points) for arrow in arrows if arrow.rank == label.rank]
        others = [arrow.coarse for arrow in arrows if arrow.rank != label.rank]
        unfit = partial(_unfit, corners(found), own, others, lying, told)
        tries = _held(label.middles, size, ground.room)
        ill = unfit(tries)
        if label.farther and ill.min() > _COVERED:
            tries = np.concatenate([tries, _held(label.farther, size, ground.room)])
            ill = unfit(tries)
        if label.least and ill.min() > _NO_ROOM:
            size = label.least, label.height
            tries = _held(label.middles, size, ground.room)
            ill = unfit(tries)
        x, y, *_ = map(float, tries[ill.argmin()])
        found.append(Box(x, y, *size))
    return found


def beside(arrow: Arrow, width: float) -> list[Point]:
    """Where a label so wide may stand at its arrow: upon it, else at either side."""
    points = [arrow.points[round(share * (len(arrow.points) - 1))] for share in _SHARES]
    aside = width / 2 + _BESIDE
    return [*points, *((x + side * aside, y) for side in (1, -1) for x, y in points)]


def farther_off(middles: Iterable[Point], width: float) -> list[Point]:
    """Where a label so wide may stand that finds no room around any of these points: the nearest rows first."""
    steps = [(x, y) for y in (1, -1, 2, -2, 0) for x in (0.0, 0.5, -0.5, 1.0, -1.0, 1.5, -1.5) if x or y]
    return [(x + across * (width + _BESIDE), y + down * _ROW) for across, down in steps for x, y in middles]


def _unfit(
    labels: Corners, own: Sequence[_Points], others: Sequence[_Points], lying: Corners, told: Corners, boxes: Corners
) -> NDArray[np.float64]:
    """How ill each of these places fits a label: least of all at another or over it, if only by a corner, rather not
    over words, other arrows and pieces, nor over most of an arrow of its own; of places that are as good, the nearest
    to its arrow is best."""
    words, pieces = _covered(boxes, told), np.minimum(1.0, _covered(boxes, lying))
    met = _covered(boxes + _AROUND, labels)
    ill = np.where(met > 0, 2.0 + 10.0 * met, 0.0)
    ill += np.where(words > 0, 1.0 + 4.0 * words, 0.0) + np.where(pieces > _TOUCHED, 0.15 + pieces, pieces)
    for arrow in others:
        ill += 0.25 * _over(arrow, boxes).sum(axis=0)
    for arrow in own:
        ill += 0.5 * (_over(arrow, boxes).mean(axis=0) > _HIDDEN)
    if own:
        points, one = np.concatenate(own), boxes[:, None]
        ill += 0.0001 * _far(np.maximum(0.0, np.maximum(one[..., :2] - points, points - one[..., 2:]))).min(axis=1)
    return ill


def _held(middles: Sequence[Point], size: tuple[float, float], room: Box) -> Corners:
    """The boxes of a size around these points, moved into a room."""
    least, most = (room.x, room.y), (room.right - size[0], room.bottom - size[1])
    upper = np.clip(np.array(middles) - np.array(size) / 2, least, most)
    return np.concatenate([upper, upper + size], axis=1)
