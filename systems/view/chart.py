"""A line chart on a panel: values by a number that grows, with labelled grid lines."""

import math
from collections.abc import Sequence

import pygame

from systems.view import theme
from systems.view.canvas import Box, Canvas

_LEFT = 46.0
_BELOW = 22.0


def short(number: float) -> str:
    """A number in few signs: 1500 is "1.5k"."""
    for size, sign in ((1e6, "M"), (1e3, "k")):
        if number >= size:
            return f"{number / size:.3g}{sign}"
    return f"{number:.3g}"


def draw_shares(canvas: Canvas, box: Box, points: Sequence[tuple[float, float]], unit: str) -> None:
    """Draw shares (0 to 1, drawn as percent) by a number from 0 on; `unit` names the number. Points that are not
    numbers are left out."""
    plot = Box(box.x + _LEFT, box.y + 8, box.w - _LEFT - 6, box.h - _BELOW - 10)
    for step in range(5):
        y = plot.bottom - plot.h * step / 4
        canvas.shape(Box(plot.x, y, plot.w, 1.2), (255, 240, 210, 60 if step else 130), radius=0.6)
        if step % 2 == 0:
            canvas.text(f"{step * 25} %", plot.x - 7, y, theme.SMALL, theme.MUTED, align="right", vertical="middle")
    found = [(x, share) for x, share in points if not math.isnan(share)]
    most = max([1.0, *(x for x, _ in found)])
    canvas.text("0", plot.x, plot.bottom + 4, theme.SMALL, theme.MUTED)
    canvas.text(f"{short(most)} {unit}", plot.right, plot.bottom + 4, theme.SMALL, theme.MUTED, align="right")
    places = [_place(canvas, plot, x / most, share) for x, share in _thinned(found, canvas.px(plot.w))]
    if len(places) > 1:
        pygame.draw.aalines(canvas.surface, theme.GOLD[:3], False, places)
        lower = [(x, y + 1) for x, y in places]
        pygame.draw.aalines(canvas.surface, theme.GOLD[:3], False, lower)
    if places:
        radius = max(2, canvas.px(3.4))
        pygame.draw.aacircle(canvas.surface, theme.HEADING[:3], (round(places[-1][0]), round(places[-1][1])), radius)


def _place(canvas: Canvas, plot: Box, across: float, up: float) -> tuple[float, float]:
    x, y = plot.x + plot.w * across, plot.bottom - plot.h * min(1.0, max(0.0, up))
    return x * canvas.unit, y * canvas.unit


def _thinned(points: Sequence[tuple[float, float]], most: int) -> Sequence[tuple[float, float]]:
    """At most about `most` of the points, the last one among them: more cannot be told apart."""
    step = len(points) // max(1, most) + 1
    return [*points[:-1:step], *points[-1:]]
