"""Lines of any shape as pictures: solid, dashed or dotted, on a dark casing, with an arrow's head where one is asked
for. Drawn at twice the size and scaled down; all sizes are in pixels."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise

import pygame

from systems.view.toolkit.fonts import Colour
from systems.view.toolkit.shapes import cache

Point = tuple[float, float]
_TWICE = 2
_DARK: Colour = (22, 10, 18, 255)
CASING = 1.6
"""How far the dark casing of a line lies beyond it,"""
_CASING_SHARE = 0.45
"""and at most so many of its widths."""


class Pattern(Enum):
    """How a line is broken: for how many widths it is drawn, for how many it is not, and how many widths it is wide:
    dots are larger, for their casing would drown them."""

    SOLID = (0.0, 0.0, 1.0)
    DASHED = (3.4, 2.6, 1.0)
    DOTTED = (0.0, 3.0, 1.6)


@dataclass(frozen=True)
class Line:
    """A line through points, closed where it is `closed`; one with a `head` ends in an arrow's head of that length."""

    points: tuple[Point, ...]
    width: float
    colour: Colour
    pattern: Pattern = Pattern.SOLID
    closed: bool = False
    head: float = 0.0


def drawn(line: Line) -> tuple[pygame.Surface, tuple[int, int]]:
    """The picture of a line, shared, and where its upper left corner lies."""
    margin = line.width + line.head + 4
    left = math.floor(min(x for x, _ in line.points) - margin)
    top = math.floor(min(y for _, y in line.points) - margin)
    right = math.ceil(max(x for x, _ in line.points) + margin)
    bottom = math.ceil(max(y for _, y in line.points) + margin)
    size = max(1, right - left), max(1, bottom - top)
    return cache.get((line, left, top), lambda: _picture(line, (left, top), size)), (left, top)


def dense(points: Sequence[Point], apart: float = 2.0) -> list[Point]:
    """The points of a closed line, so many that none are farther apart."""
    found = []
    for one, other in pairwise([*points, points[0]]):
        steps = max(1, math.ceil(math.dist(one, other) / apart))
        found += [
            (one[0] + (other[0] - one[0]) * step / steps, one[1] + (other[1] - one[1]) * step / steps)
            for step in range(steps)
        ]
    return found


def filled(points: Sequence[Point]) -> tuple[pygame.Surface, tuple[int, int]]:
    """A black picture of what lies within these points, and where its upper left corner lies."""
    left, top = (math.floor(min(point[side] for point in points)) - 1 for side in (0, 1))
    right, bottom = (math.ceil(max(point[side] for point in points)) + 1 for side in (0, 1))
    large = pygame.Surface(((right - left) * _TWICE, (bottom - top) * _TWICE), pygame.SRCALPHA, 32)
    pygame.draw.polygon(large, (0, 0, 0, 255), [((x - left) * _TWICE, (y - top) * _TWICE) for x, y in points])
    return pygame.transform.smoothscale(large, ((right - left), (bottom - top))), (left, top)


def _picture(line: Line, corner: Point, size: tuple[int, int]) -> pygame.Surface:
    large = pygame.Surface((size[0] * _TWICE, size[1] * _TWICE), pygame.SRCALPHA, 32)
    large.fill((*_DARK[:3], 0))
    points = [((x - corner[0]) * _TWICE, (y - corner[1]) * _TWICE) for x, y in line.points]
    width, head = line.width * _TWICE, line.head * _TWICE
    if line.closed:
        points.append(points[0])
    end = points[-1]
    if head:
        points = _cut(points, head * 0.7)
    stamps = list(_stamps(points, width, line.pattern))
    radius, casing = round(width * line.pattern.value[2] / 2), min(CASING * _TWICE, _CASING_SHARE * width)
    for more, colour in ((casing, _DARK), (0.0, line.colour)):
        for point in stamps:
            pygame.draw.circle(large, colour, point, radius + round(more))
        if head:
            pygame.draw.polygon(large, colour, _head(points[-1], end, head, more))
    return pygame.transform.smoothscale(large, size)


def _stamps(points: Sequence[Point], width: float, pattern: Pattern) -> Iterator[Point]:
    """The middles of the discs that make a line, broken by its pattern."""
    on, off, _thick = (part * width for part in pattern.value)
    step = max(1.0, width / 8)  # so close that their edge is even
    whole = sum(math.dist(one, other) for one, other in pairwise(points))
    if off:  # whole periods, so that a closed line ends as it begins
        period = whole / max(1, round(whole / (on + off)))
        on = on * period / (on + off)
    walked, due = 0.0, 0.0
    for one, other in pairwise(points):
        length = math.dist(one, other)
        while due <= walked + length:
            share = (due - walked) / length if length else 0.0
            yield one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share
            due += step
            if off and due % period > on:
                due = (due // period + 1) * period
        walked += length


def _cut(points: Sequence[Point], length: float) -> list[Point]:
    """A line without the last `length` of it; at least its first two points are left."""
    kept = list(points)
    while len(kept) > 2 and math.dist(kept[-1], points[-1]) < length:
        kept.pop()
    return kept


def _head(base: Point, tip: Point, length: float, more: float) -> list[Point]:
    """The corners of an arrow's head, larger by `more` on all sides."""
    turn = math.atan2(tip[1] - base[1], tip[0] - base[0])
    along, across = (math.cos(turn), math.sin(turn)), (-math.sin(turn), math.cos(turn))
    half, back = length * 0.5 + more * 1.3, length + more
    front = tip[0] + along[0] * more * 1.6, tip[1] + along[1] * more * 1.6
    foot = tip[0] - along[0] * back, tip[1] - along[1] * back
    return [front, *((foot[0] + side * across[0] * half, foot[1] + side * across[1] * half) for side in (1, -1))]


def rounded_box(middle: Point, size: tuple[float, float], radius: float, angle: float = 0.0) -> tuple[Point, ...]:
    """The points around a box with round corners, turned counter-clockwise by `angle` degrees; a circle where the
    radius is half its size."""
    half = size[0] / 2 - radius, size[1] / 2 - radius
    turn = math.radians(angle)
    found = []
    for quarter, (right, down) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        for step in range(9):
            bend = math.pi / 2 * (quarter + step / 8)
            x, y = right * half[0] + radius * math.cos(bend), down * half[1] + radius * math.sin(bend)
            found.append((
                middle[0] + x * math.cos(turn) + y * math.sin(turn),
                middle[1] - x * math.sin(turn) + y * math.cos(turn),
            ))  # fmt: skip
    return tuple(found)
