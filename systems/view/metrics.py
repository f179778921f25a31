"""The metrics of a training drawn on a canvas or into a picture: one chart for each column of its course."""

import io
from pathlib import Path

import pygame

from game.courses import SHARES, Course, title
from game.storage import write_whole
from systems.view import theme
from systems.view.canvas import Box, Canvas
from systems.view.chart import Chart, draw_chart

PICTURE = (1600, 900)
"""The size of a picture, in pixels; one of many charts is higher."""
_GAP = 26.0
_HEAD = 62.0
_ROW_PIXELS = 400


def charts_of(course: Course, window: int = 1, logarithmic: bool = False) -> list[Chart]:
    """A chart for each column in which something was measured."""
    return [
        Chart(course.across, course.values(name), course.unit, title(name), name in SHARES, logarithmic, window)
        for name in course.measured
    ]


def columns_for(charts: int, width: float) -> int:
    """How many charts stand side by side."""
    fitting = max(1, int(width // 300))
    return min(fitting, charts if charts <= 3 else 2 if charts == 4 else 3) or 1


def draw_charts(canvas: Canvas, box: Box, charts: list[Chart]) -> None:
    """Draw charts into a box, row by row; with none, that nothing was measured."""
    if not charts:
        words = "Nothing has been measured yet."
        canvas.text(words, *box.centre, theme.BODY, theme.MUTED, "sans-italic", "centre", vertical="middle")
        return
    columns = columns_for(len(charts), box.w)
    rows = -(-len(charts) // columns)
    cells = [cell for row in box.rows(rows, _GAP) for cell in row.columns(columns, _GAP)]
    for cell, chart in zip(cells, charts, strict=False):
        draw_chart(canvas, cell, chart)


def picture(course: Course, window: int = 1, logarithmic: bool = False) -> pygame.Surface:
    """The metrics of a course as a picture. Needs pygame's display, which may be one that shows nothing."""
    charts = charts_of(course, window, logarithmic)
    rows = -(-len(charts) // columns_for(len(charts), PICTURE[0])) if charts else 1
    surface = pygame.Surface((PICTURE[0], max(PICTURE[1], 120 + rows * _ROW_PIXELS)))
    surface.fill(theme.PANEL_SOLID[:3])
    canvas = Canvas(surface, PICTURE[0] / 1280)
    inner = canvas.area.inset(30, 22)
    head, rest = inner.top_part(_HEAD)
    canvas.text(f"{course.ai} at {course.game}", head.x, head.y, theme.TITLE, theme.HEADING, "serif")
    canvas.text(mean_words(course, window), head.right, head.y + 14, theme.BODY, theme.MUTED, "sans-italic", "right")
    draw_charts(canvas, rest, charts)
    return surface


def mean_words(course: Course, window: int) -> str:
    """What the lines are: as measured, or a mean."""
    marks = f"{len(course.marks):,} marks"
    return f"{marks}, as measured" if window == 1 else f"{marks}; on top, the mean of the last {window} of them"


def save_picture(path: Path, course: Course, window: int = 1, logarithmic: bool = False) -> None:
    """Write the picture as a PNG, putting it in place in one step. Raises StorageError."""
    buffer = io.BytesIO()
    pygame.image.save(picture(course, window, logarithmic), buffer, "metrics.png")
    write_whole(path, buffer.getvalue())
