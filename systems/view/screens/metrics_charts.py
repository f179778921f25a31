"""The metrics of a training drawn on a canvas or into a picture: one chart for each column of its curve, and one for
all the opponents against whom matches were won."""

from math import inf
from pathlib import Path

import numpy as np
import pygame

from game.agents.network_learning import WON
from game.checkpoints.curves import is_share
from game.rules.language import _, joined, sentence
from game.rules.wording import counted
from game.training.metrics import Floats, LearningCurve, title
from systems.view.toolkit import pictures, theme
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.chart import Chart, draw_chart

WIDTH = 1600
"""The width of a picture in pixels; its height depends on its charts."""
_GAP = 26.0
_WIDE, _NARROW = 300.0, 220.0
"""How wide a chart is at least, and where rows would be lower than so much:"""
_LOW = 150.0
_HEAD = 62.0
_HEAD_PIXELS, _ROW_PIXELS = 130, 440


def charts_of(curve: LearningCurve, window: int = 1, logarithmic: bool = False) -> list[Chart]:
    """A chart for each column in which something was measured; several opponents have one together."""

    def chart(values: Floats, words: str, shares: bool, names: tuple[str, ...] = ()) -> Chart:
        return Chart(curve.across, values, curve.unit, words, shares, logarithmic, window, names)

    won = [name for name in curve.measured if name.startswith(WON)]
    together = won if len(won) > 1 else []
    charts = [chart(curve.values(name), title(name), is_share(name)) for name in curve.measured if name not in together]
    if together:
        values = np.column_stack([curve.values(name) for name in together])
        charts.append(chart(values, _("Matches won"), True, tuple(name.removeprefix(WON) for name in together)))
    return charts


def columns_for(charts: int, width: float, height: float = inf) -> int:
    """How many charts stand side by side: more where rows would be too low else."""
    most = charts if charts <= 3 else 2 if charts == 4 else 3
    usual, narrow = (min(max(1, int(width // least)), most) or 1 for least in (_WIDE, _NARROW))
    return usual if height / -(-charts // usual) >= _LOW else narrow


def draw_charts(page: Canvas, box: Box, charts: list[Chart]) -> None:
    """Draw charts into a box, row by row; with none, that nothing was measured."""
    if not charts:
        words = _("Nothing has been measured yet.")
        page.text(words, *box.centre, theme.BODY, theme.MUTED, "sans-italic", "centre", vertical="middle")
        return
    columns = columns_for(len(charts), box.w, box.h)
    rows = -(-len(charts) // columns)
    for number, row in enumerate(box.rows(rows, _GAP)):
        beside = charts[number * columns : (number + 1) * columns]
        for cell, chart in zip(row.columns(len(beside), _GAP), beside, strict=True):  # the last row is filled by fewer
            draw_chart(page, cell, chart)


def picture(curve: LearningCurve, window: int = 1, logarithmic: bool = False) -> pygame.Surface:
    """The metrics of a curve as a picture. Needs pygame's display, which may be one that shows nothing."""
    charts = charts_of(curve, window, logarithmic)
    rows = -(-len(charts) // columns_for(len(charts), WIDTH)) if charts else 1
    surface = pygame.Surface((WIDTH, _HEAD_PIXELS + rows * _ROW_PIXELS))
    surface.fill(theme.PANEL_SOLID[:3])
    page = Canvas(surface, WIDTH / 1280)
    inner = page.area.inset(30, 22)
    head, rest = inner.top_part(_HEAD)
    page.text(curve.named, head.x, head.y, theme.TITLE, theme.HEADING, "serif")
    words = mean_words(curve, window)
    room = head.w - page.text_size(curve.named, theme.TITLE, "serif")[0] - 24
    size = page.fitting_size(words, theme.BODY, room, "sans-italic")
    page.text(words, head.right, head.y + 14, size, theme.MUTED, "sans-italic", "right", room)
    draw_charts(page, rest, charts)
    return surface


def mean_words(curve: LearningCurve, window: int) -> str:
    """What the lines are: as measured, or a mean; and what the share is the share of."""
    if not len(curve.points):
        return _("no measurements yet")
    found = counted(len(curve.points), "{number:,} measurement", "{number:,} measurements")
    words = (
        _("{measurements}, not averaged", measurements=found)
        if window == 1
        else _(
            "{measurements}, faint; the bold lines are means of the last {number}", measurements=found, number=window
        )
    )
    if not curve.measure or "share" not in curve.measured:
        return words
    return joined([sentence(words), _("{what}: {measure}.", what=title("share"), measure=curve.measure)], " ")


def save_picture(path: Path, curve: LearningCurve, window: int = 1, logarithmic: bool = False) -> None:
    """Write the picture as a PNG, putting it in place in one step; opens no window. Raises StorageError."""
    pictures.save(path, lambda: picture(curve, window, logarithmic))
