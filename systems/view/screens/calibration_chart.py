"""A reliability table as a picture: what was shown across, what came true up, and how many decisions lie where."""

from pathlib import Path

import pygame

from game.matches.calibration import Bin, Calibration
from game.rules.language import _
from game.rules.wording import counted
from systems.view.toolkit import pictures, theme
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.draw_list import draw_by
from systems.view.toolkit.fonts import Colour

SIZE = 1200, 1320
_UNITS = 1000
"""The width of the picture in units."""
_GRID: Colour = (255, 240, 210, 60)
_TRUE: Colour = (255, 240, 210, 150)
_TICKS = (0.0, 0.25, 0.5, 0.75, 1.0)
_COUNTS = 150.0
"""The height of the bars that tell how many decisions a bin has."""


def picture(found: Calibration, title: str) -> pygame.Surface:
    """The table as a picture. Needs pygame's display, which may be one that shows nothing."""
    surface = pygame.Surface(SIZE)
    surface.fill(theme.PANEL_SOLID[:3])
    page = Canvas(surface, SIZE[0] / _UNITS)
    inner = page.area.inset(40, 30)
    size = page.fitting_size(title, theme.TITLE, inner.w, "serif")
    page.text(title, inner.x, inner.y, size, theme.HEADING, "serif", max_width=inner.w)
    page.text(_words(found), inner.x, inner.y + 44, theme.BODY, theme.MUTED, "sans-italic", max_width=inner.w)
    _draw_plot(page, Box(inner.x + 70, inner.y + 92, inner.w - 90, inner.w - 190), found)
    _draw_counts(page, Box(inner.x + 70, inner.bottom - _COUNTS, inner.w - 90, _COUNTS - 30), found)
    return surface


def save_picture(path: Path, found: Calibration, title: str) -> None:
    """Write the picture as a PNG. Raises StorageError."""
    pictures.save(path, lambda: picture(found, title))


def _words(found: Calibration) -> str:
    low, high = found.interval
    return _(
        "{matches}, {decisions}; mean error {error:.1f} points ({low:.1f} to {high:.1f})",
        matches=counted(found.matches, "{number:,} match", "{number:,} matches"),
        decisions=counted(found.decisions, "{number:,} decision", "{number:,} decisions"),
        error=100 * found.mean_error,
        low=100 * low,
        high=100 * high,
    )


def _draw_plot(page: Canvas, plot: Box, found: Calibration) -> None:
    for tick in _TICKS:
        x, y = plot.x + plot.w * tick, plot.bottom - plot.h * tick
        page.shape(Box(plot.x, y, plot.w, 1.2), _GRID, radius=0.6)
        page.shape(Box(x, plot.y, 1.2, plot.h), _GRID, radius=0.6)
        words = f"{tick * 100:.0f} %"
        page.text(words, plot.x - 10, y, theme.SMALL, theme.MUTED, align="right", vertical="middle")
        page.text(words, x, plot.bottom + 8, theme.SMALL, theme.MUTED, align="centre")
    page.text(_("came true"), plot.x + 10, plot.y + 6, theme.BODY, theme.TEXT)
    page.text("shown", plot.right - 10, plot.bottom - 32, theme.BODY, theme.TEXT, align="right")
    _draw_line(page, (plot.x, plot.bottom), (plot.right, plot.y), _TRUE, 1.6)
    for each in found.bins:
        _draw_bin(page, plot, each)


def _draw_bin(page: Canvas, plot: Box, each: Bin) -> None:
    """A point with its interval."""
    x = plot.x + plot.w * each.shown
    low, high = (plot.bottom - plot.h * bound for bound in each.interval)
    page.shape(Box(x - 1.2, high, 2.4, max(2.4, low - high)), theme.GOLD, radius=1.2)
    for end in (low, high):
        page.shape(Box(x - 7, end - 1.2, 14, 2.4), theme.GOLD, radius=1.2)
    page.disc((x, plot.bottom - plot.h * each.came_true), 6, theme.HEADING)


def _draw_counts(page: Canvas, plot: Box, found: Calibration) -> None:
    """How many decisions every bin has, below it."""
    most = max((each.decisions for each in found.bins), default=1)
    for each in found.bins:
        left, width = plot.x + plot.w * each.low, plot.w * (each.high - each.low)
        height = max(2.0, (plot.h - 24) * each.decisions / most)
        page.shape(Box(left + 6, plot.bottom - height, width - 12, height), theme.BAR_PLAIN, radius=3)
        words = f"{each.decisions:,}"
        page.text(words, left + width / 2, plot.bottom + 6, theme.SMALL, theme.MUTED, align="centre", max_width=width)
    page.text("decisions", plot.x, plot.y - 4, theme.SMALL, theme.MUTED)


def _draw_line(page: Canvas, start: tuple[float, float], end: tuple[float, float], ink: Colour, width: float) -> None:
    ends = [(x * page.unit, y * page.unit) for x, y in (start, end)]
    (left, upper), (right, lower) = ends

    def draw(surface: pygame.Surface, _: pygame.Rect) -> None:
        for shift in range(max(1, page.px(width))):
            pygame.draw.aaline(surface, ink[:3], (left, upper + shift), (right, lower + shift))

    draw_by(page.surface, draw, page.surface.get_rect(), (start, end, ink, width))
