"""How a chance comes out, drawn: a strip of sampled outcomes."""

from collections.abc import Sequence

from systems.view.toolkit import theme
from systems.view.toolkit.canvas import Box, Canvas

_BINS = 24


def draw_spread(canvas: Canvas, box: Box, chances: Sequence[float], came: float | None = None) -> None:
    """A strip of sampled outcomes: how often the chance came to what, from 0 at the left to 100 % at the right; `came`
    is marked by a stroke, where it is told."""
    canvas.shape(Box(box.x, box.bottom - 1.2, box.w, 1.2), theme.FAINT, radius=0.6)
    canvas.shape(Box(box.centre[0] - 0.6, box.y, 1.2, box.h), theme.BAR_BACK, radius=0.6)
    counts = [0] * _BINS
    for chance in chances:
        counts[min(_BINS - 1, int(chance * _BINS))] += 1
    most = max([1, *counts])
    for place, (column, count) in enumerate(zip(box.columns(_BINS, 1), counts, strict=True)):
        if count:
            height = max(1.5, box.h * count / most)
            ink = theme.BAR if place >= _BINS // 2 else theme.BAR_PLAIN
            canvas.shape(Box(column.x, box.bottom - height, column.w, height), ink, radius=1)
    if came is not None:
        canvas.shape(Box(box.x + box.w * came - 1.5, box.y - 3, 3, box.h + 3), theme.GOLD, radius=1.5)
