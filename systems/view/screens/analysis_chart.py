"""The curve of an analysed match as a picture: every player's chance move by move, rounds, and what changed it.

Losses and strokes of luck stand on the curve of the player whom they are told of, each class with a shape of its own,
so that nobody needs colours to tell them apart.
"""

from collections.abc import Sequence
from pathlib import Path

import pygame

from game.analysis.analysis import Analysis
from game.analysis.decisions import CLASSES
from systems.view.toolkit import pictures, theme
from systems.view.toolkit.canvas import Box, Canvas, Point
from systems.view.toolkit.fonts import Colour

SIZE = 1600, 900
_UNITS = 1280
_GRID: Colour = (255, 240, 210, 60)
_ROUND: Colour = (255, 240, 210, 120)
_TICKS = (0.0, 0.25, 0.5, 0.75, 1.0)
LUCKY = CLASSES["inaccuracy"]
"""A stroke of luck is marked that changed somebody's chance by as much as an inaccuracy."""
_MARK = 7.0
SHAPES: dict[str, tuple[Point, ...]] = {
    "inaccuracy": ((-1, 0), (1, 0)),
    "mistake": ((0, 1.1), (-1.1, -0.9), (1.1, -0.9)),
    "blunder": ((0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0)),
    "luck": ((-0.35, -1.2), (0.35, -1.2), (0.35, -0.35), (1.2, -0.35), (1.2, 0.35), (0.35, 0.35), (0.35, 1.2),
             (-0.35, 1.2), (-0.35, 0.35), (-1.2, 0.35), (-1.2, -0.35), (-0.35, -0.35)),
}  # fmt: skip
"""The corners of each mark, in halves of its size; an inaccuracy is a circle."""


def picture(found: Analysis, title: str) -> pygame.Surface:
    """The curve as a picture. Needs pygame's display, which may be one that shows nothing."""
    surface = pygame.Surface(SIZE)
    surface.fill(theme.PANEL_SOLID[:3])
    page = Canvas(surface, SIZE[0] / _UNITS)
    inner = page.area.inset(40, 26)
    page.text(title, inner.x, inner.y, page.fitting_size(title, theme.TITLE, inner.w, "serif"), theme.HEADING, "serif")
    _draw_legend(page, inner, [str(player["name"]) for player in found.players])
    plot = Box(inner.x + 60, inner.y + 92, inner.w - 70, inner.h - 130)
    _draw_ground(page, plot, found)
    for player in range(len(found.players)):
        _draw_curve(page, plot, [chances[player] for chances in found.curve], _ink(player))
    _draw_marks(page, plot, found)
    return surface


def save_picture(path: Path, found: Analysis, title: str) -> None:
    """Write the picture as a PNG. Raises StorageError."""
    pictures.save(path, lambda: picture(found, title))


def _ink(player: int) -> Colour:
    return theme.CURVES[player % len(theme.CURVES)]


def _draw_legend(page: Canvas, inner: Box, names: Sequence[str]) -> None:
    x, y = inner.x, inner.y + 46
    for player, name in enumerate(names):
        page.shape(Box(x, y + 10, 18, 3), _ink(player), radius=1.5)
        x = page.text(name, x + 25, y, theme.BODY, theme.TEXT).right + 26
    for kind in SHAPES:
        _draw_mark(page, (x + 8, y + 12), kind, theme.HEADING)
        x = page.text(kind, x + 22, y, theme.BODY, theme.MUTED).right + 22


def _draw_ground(page: Canvas, plot: Box, found: Analysis) -> None:
    """Level lines in percent, a line at the end of each round, and the numbers of the moves."""
    for tick in _TICKS:
        y = plot.bottom - plot.h * tick
        page.shape(Box(plot.x, y, plot.w, 1.2), _GRID, radius=0.6)
        page.text(f"{tick * 100:.0f} %", plot.x - 10, y, theme.SMALL, theme.MUTED, align="right", vertical="middle")
    rounds = [(stroke.move, stroke.round) for stroke in found.luck if stroke.event == "deal"]
    for move, number in rounds if len(rounds) > 1 else []:
        x = _across(plot, found, move)
        page.shape(Box(x - 0.6, plot.y, 1.2, plot.h), _ROUND, radius=0.6)
        page.text(f"round {number}", x + 6, plot.y - 2, theme.SMALL, theme.MUTED)
    step = max(1, round(len(found.curve) / 12 / 5) * 5)
    for move in range(0, len(found.curve), step):
        page.text(f"{move}", _across(plot, found, move), plot.bottom + 8, theme.SMALL, theme.MUTED, align="centre")


def _across(plot: Box, found: Analysis, move: int) -> float:
    return plot.x + plot.w * move / max(1, len(found.curve) - 1)


def _draw_curve(page: Canvas, plot: Box, chances: Sequence[float], ink: Colour) -> None:
    last = max(1, len(chances) - 1)
    points = [
        ((plot.x + plot.w * at / last) * page.unit, (plot.bottom - plot.h * chance) * page.unit)
        for at, chance in enumerate(chances)
    ]
    for shift in range(max(1, page.px(2.4)) if len(points) > 1 else 0):
        pygame.draw.aalines(page.surface, ink[:3], False, [(x, y + shift) for x, y in points])


def _draw_marks(page: Canvas, plot: Box, found: Analysis) -> None:
    for stroke in found.luck:
        player = max(range(len(stroke.gain)), key=lambda each: abs(stroke.gain[each]))
        if abs(stroke.gain[player]) >= LUCKY:
            _draw_at(page, plot, found, stroke.move, player, "luck")
    for decision in found.decisions:
        if decision.called is not None:
            _draw_at(page, plot, found, decision.move, decision.player, decision.called)


def _draw_at(page: Canvas, plot: Box, found: Analysis, move: int, player: int, kind: str) -> None:
    """A mark on a player's curve."""
    y = plot.bottom - plot.h * found.curve[move][player]
    _draw_mark(page, (_across(plot, found, move), y), kind, _ink(player))


def _draw_mark(page: Canvas, centre: Point, kind: str, ink: Colour) -> None:
    x, y = centre
    if kind == "inaccuracy":
        pygame.draw.aacircle(page.surface, ink[:3], (round(x * page.unit), round(y * page.unit)), page.px(_MARK - 1.5))
        return
    corners = [((x + dx * _MARK) * page.unit, (y + dy * _MARK) * page.unit) for dx, dy in SHAPES[kind]]
    pygame.draw.polygon(page.surface, ink[:3], corners)
    pygame.draw.aalines(page.surface, theme.PANEL_SOLID[:3], True, corners)
