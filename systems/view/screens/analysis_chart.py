"""The curve of an analysed match: every player's chance move by move, rounds, and what changed it.

Losses and strokes of luck stand on the curve of the player whom they concern. Whoever looks has a whole line, the
others broken ones.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pygame

from game.analysis.analysis import Analysis
from game.rules.language import _
from systems.view.screens.curve_marks import KINDS, MARK, Mark, in_words, mark, marks
from systems.view.toolkit import drawings, looks, pictures, theme
from systems.view.toolkit.canvas import Box, Canvas, Point
from systems.view.toolkit.drawings import Rgb, hexadecimal
from systems.view.toolkit.fonts import Colour
from systems.view.toolkit.kept import kept
from systems.view.toolkit.looks import ByPalette

SIZE = 1600, 900
_UNITS = 1280
_GRID: Colour = (255, 240, 210, 46)
_ROUND: Colour = (236, 188, 100, 130)
_AHEAD: Colour = (10, 5, 10, 90)
_TICKS = (0.0, 0.5, 1.0)
LINES: ByPalette[int, Rgb] = ByPalette(
    {0: (255, 214, 110), 1: (143, 208, 230), 2: (211, 176, 255), 3: (150, 214, 150)},
    safe={0: (255, 212, 93), 1: (186, 226, 238), 2: (205, 172, 255), 3: (100, 199, 138)},
)
"""The lines of whoever looks, then of the others."""
_DASHES = ("", "7 5", "2 4", "11 4 2 4")
_LEGEND = 24.0
_SAMPLE, _APART = 33.0, 18.0
"""What the piece of a line takes before a name in the legend, and what lies between its parts."""
_ROW = 19.0
"""How far a second row of names is below the first."""
_BELOW = 22.0
_LEFT = 52.0
_RIGHT = 14.0
_PILL = 22.0
_NEAR = 11.0
"""So near to a mark, in units, the pointer means it."""


@dataclass(frozen=True)
class Plot:
    """Where a curve lies: its box, and how many moves it goes through."""

    box: Box
    moves: int

    def x(self, move: float) -> float:
        """Where the position after so many moves stands."""
        return self.box.x + self.box.w * move / max(1, self.moves)

    def y(self, chance: float) -> float:
        """How high a chance stands."""
        return self.box.bottom - self.box.h * chance

    def move_at(self, x: float) -> int:
        """After how many moves the position stands that is nearest to a place."""
        return min(self.moves, max(0, round((x - self.box.x) / max(1.0, self.box.w) * self.moves)))


@dataclass(frozen=True)
class Curve:
    """What a chart shows: an analysis, as far as it has grown, of a match of so many moves, the names of its players,
    who looks, and the rounds: after how many moves each begins, and how it ended, in words."""

    found: Analysis
    moves: int
    names: Sequence[str]
    looking: int
    rounds: Sequence[tuple[int, str]]

    def plot(self, box: Box) -> Plot:
        """Where the curve lies in the box of the chart."""
        head = _LEGEND + _PILL
        return Plot(
            Box(box.x + _LEFT, box.y + head, box.w - _LEFT - _RIGHT, max(20.0, box.h - head - _BELOW)), self.moves
        )

    def chance(self, player: int, move: int) -> float | None:
        """A player's chance after so many moves; None where it is not known yet."""
        return self.found.curve[move][player] if move < len(self.found.curve) else None

    @property
    def marks(self) -> list[Mark]:
        """The marks on the lines, by moves."""
        return marks(self.found, self.looking)

    def ink(self, player: int) -> Rgb:
        """The colour of a player's line."""
        return LINES[self._place(player) % len(LINES)]

    def dashes(self, player: int) -> str:
        """How a player's line is broken, as SVG has it; empty: it is whole."""
        return _DASHES[self._place(player) % len(_DASHES)]

    def _place(self, player: int) -> int:
        """Whoever looks comes first, the others in the order of their seats."""
        return (player - self.looking) % len(self.names)


class Chart:
    """Draws a curve; what does not change from frame to frame is kept as a picture."""

    def __init__(self) -> None:
        self._key: object = None
        self._lines: pygame.Surface | None = None

    def draw(self, canvas: Canvas, box: Box, curve: Curve, changes: int, title: str) -> Plot:
        """Draw a curve in a box, anew where `changes` has changed; where it lies."""
        more = _draw_legend(canvas, box, curve, title)
        plot = curve.plot(Box(box.x, box.y + more, box.w, box.h - more))
        _draw_grid(canvas, plot, curve)
        key = (changes, canvas.rect(plot.box).size, curve.looking, len(curve.found.curve), looks.now())
        if key != self._key or self._lines is None:
            self._key, self._lines = key, _lines(curve, canvas.rect(plot.box).size, canvas.unit)
        canvas.surface.blit(self._lines, canvas.rect(plot.box).topleft)
        _draw_rounds(canvas, plot, curve)
        for each in curve.marks:
            _draw_mark(canvas, place_of(plot, curve, each), each.kind)
        return plot


def place_of(plot: Plot, curve: Curve, each: Mark) -> Point:
    """Where a mark stands."""
    chance = curve.chance(each.player, each.at)
    if chance is None:
        chance = 0.5
    aside = 0.0 if not each.beside else MARK if chance > 0.9 else -MARK  # above 100 % there is no room
    return plot.x(each.at), plot.y(chance) + aside


def mark_at(plot: Plot, curve: Curve, point: Point) -> Mark | None:
    """The mark that a pointer at a point means."""

    def far(each: Mark) -> float:
        x, y = place_of(plot, curve, each)
        return max(abs(point[0] - x), abs(point[1] - y))

    return min((each for each in curve.marks if far(each) <= _NEAR), key=far, default=None)


def draw_cursor(canvas: Canvas, plot: Plot, move: int) -> None:
    """Draw where in the match the table stands: a line, and the number of the move."""
    x, words = plot.x(move), f"{move} / {plot.moves}"
    canvas.shape(Box(x - 0.9, plot.box.y, 1.8, plot.box.h), (255, 250, 235), radius=0.9)
    width = canvas.text_size(words, theme.SMALL, "sans-bold")[0] + 18
    left = min(plot.box.right + _RIGHT - width, max(plot.box.x, x - width / 2))  # the marks of the axis stay free
    pill = Box(left, plot.box.y - _PILL, width, _PILL - 2)
    canvas.shape(pill, (255, 250, 235), radius=10)
    canvas.text(words, *pill.centre, theme.SMALL, theme.PANEL_SOLID, "sans-bold", "centre", vertical="middle")


def draw_ahead(canvas: Canvas, plot: Plot, curve: Curve) -> Box:
    """Shade what is still to be judged of a curve that grows; its box."""
    left = plot.x(max(0, len(curve.found.curve) - 1))
    ahead = Box(left, plot.box.y, plot.box.right - left, plot.box.h)
    if ahead.w > 1:
        canvas.shape(ahead, _AHEAD, radius=0)
    return ahead


def draw_progress(canvas: Canvas, plot: Plot, ahead: Box, words: str) -> None:
    """Say how far a curve has grown, over the lines of rounds and the cursor in what is ahead of it."""
    room = canvas.text_size(words, theme.SMALL)[0] + 16
    middle = min(plot.box.right - room / 2, max(plot.box.x + room / 2, ahead.centre[0]))
    canvas.shape(Box(middle - room / 2, plot.y(0.5) - 26, room, 24), theme.PANEL_SOLID, radius=10)
    canvas.text(words, middle, plot.y(0.5) - 14, theme.SMALL, theme.TEXT, "sans", "centre", vertical="middle")


# --- the parts ---------------------------------------------------------------------------------------------------


def _draw_legend(canvas: Canvas, box: Box, curve: Curve, title: str) -> float:
    """The title, the players with their lines, and at the right the marks; marks, then the title, are left out rather
    than names cut off, and at last names stand in two rows. How much more height than one row that takes."""
    middle, inner = box.y + 11, box.w - 22
    players = [(curve.looking + at) % len(curve.names) for at in range(len(curve.names))]
    names, heading = _names_room(canvas, curve, players, 16), canvas.text_size(title, 20, "serif")[0] + _APART
    if heading + names <= inner:
        if heading + names + _kinds_room(canvas) <= inner:
            _draw_kinds(canvas, box.right - 10, middle)
        x = canvas.text(title, box.x + 12, middle, 20, theme.HEADING, "serif", vertical="middle").right + _APART
        _draw_players(canvas, Box(x, middle, box.right - 10 - x, 0), curve, players, 16)
        return 0.0
    size = 16.0 if names <= inner else theme.SMALL
    several = len(players) > 1 and _names_room(canvas, curve, players, size) > inner
    half = (len(players) + 1) // 2 if several else len(players)
    for number, row in enumerate(filter(None, (players[:half], players[half:]))):
        _draw_players(canvas, Box(box.x + 12, middle + number * _ROW, inner, 0), curve, row, size)
    return _ROW if several else 0.0


def _names_room(canvas: Canvas, curve: Curve, players: Sequence[int], size: float) -> float:
    """How wide these players with their lines are."""
    return sum(canvas.text_size(curve.names[player], size)[0] + _SAMPLE + _APART for player in players) - _APART


def _draw_players(canvas: Canvas, row: Box, curve: Curve, players: Sequence[int], size: float) -> None:
    """Players with their lines, one beside another; `row` has their middle as its top."""
    x, fits = row.x, _names_room(canvas, curve, players, size) <= row.w + 0.5
    room = None if fits else max(24.0, (row.w + _APART) / len(players) - _SAMPLE - _APART)
    for player in players:
        line = Box(x, row.y - 3, 26, 6)
        canvas.picture(
            _sample(curve.ink(player), curve.dashes(player), canvas.rect(line).size), line.x, line.y, "topleft"
        )
        name = curve.names[player]
        drawn = canvas.text(name, x + _SAMPLE, row.y, size, theme.TEXT, max_width=room, vertical="middle")
        x = drawn.right + _APART


def _kinds_room(canvas: Canvas) -> float:
    """How wide the marks with their names are."""
    return sum(canvas.text_size(in_words(kind), theme.SMALL)[0] + 30 for kind in KINDS)


def _draw_kinds(canvas: Canvas, right: float, middle: float) -> float:
    """The marks with their names, ending at `right`; where they begin."""
    for kind in reversed(KINDS):
        words = in_words(kind)
        left = canvas.text(words, right, middle, theme.SMALL, theme.MUTED, align="right", vertical="middle").x
        canvas.picture(mark(kind, canvas.px(MARK - 3)), left - 12, middle)
        right = left - 30
    return right


@kept(32)
def _sample(ink: Rgb, dashes: str, size: tuple[int, int]) -> pygame.Surface:
    """A piece of a player's line, for the legend."""
    width, height = max(2, size[0]), max(2, size[1])
    style = f'stroke-dasharray="{dashes}"' if dashes else ""
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 26 6"><path d="M1 3 H25" stroke="{hexadecimal(ink)}" '
        f'stroke-width="{2.2 if dashes else 3}" {style}/></svg>'
    )
    return drawings.pixels(svg, (width, height))


def _draw_grid(canvas: Canvas, plot: Plot, curve: Curve) -> None:
    """Level lines in percent."""
    for tick in _TICKS:
        y = plot.y(tick)
        canvas.shape(Box(plot.box.x, y - 0.6, plot.box.w, 1.2), _GRID, radius=0.6)
        words = f"{tick * 100:.0f} %"
        canvas.text(words, plot.box.x - 8, y, theme.SMALL, theme.MUTED, align="right", vertical="middle")


def _draw_rounds(canvas: Canvas, plot: Plot, curve: Curve) -> None:
    """A line where each round begins, and below the curve how it ended."""
    starts = [start for start, _words in curve.rounds]
    ends = [*starts[1:], plot.moves][: len(starts)]
    for number, ((start, words), end) in enumerate(zip(curve.rounds, ends, strict=True), start=1):
        left, right = plot.x(start), plot.x(end)
        if start:
            canvas.shape(Box(left - 0.6, plot.box.y, 1.2, plot.box.h + _BELOW - 4), _ROUND, radius=0.6)
        told = (words, _("Round {round}", round=number), str(number))
        fitting = [each for each in told if canvas.text_size(each, theme.SMALL)[0] <= right - left - 8]
        if fitting and len(curve.rounds) > 1:
            middle = (left + right) / 2
            canvas.text(fitting[0], middle, plot.box.bottom + 3, theme.SMALL, theme.MUTED, align="centre")


def _lines(curve: Curve, size: tuple[int, int], unit: float) -> pygame.Surface:
    """All players' lines as one picture, whoever looks on top, with a ground below."""
    width, height = max(2, size[0]), max(2, size[1])
    players = [(curve.looking + at) % len(curve.names) for at in range(len(curve.names))]
    drawn = "".join(_line(curve, player, (width, height), unit) for player in reversed(players))
    return drawings.pixels(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">{drawn}</svg>', (width, height)
    )


def _line(curve: Curve, player: int, size: tuple[int, int], unit: float) -> str:
    """A player's line as SVG; of whoever looks with a ground that fades downwards."""
    width, height = size
    points = [
        (at * width / max(1, curve.moves), min(height - unit, max(unit, height * (1 - chances[player]))))
        for at, chances in enumerate(curve.found.curve)
    ]
    if not points:
        return ""
    path = " ".join(f"{x:.2f},{y:.2f}" for x, y in points)
    ink, dashes = hexadecimal(curve.ink(player)), curve.dashes(player)
    scaled = " ".join(f"{float(each) * unit:.2f}" for each in dashes.split())
    style = f'stroke-dasharray="{scaled}"' if dashes else ""
    line = (
        f'<polyline points="{path}" fill="none" stroke="{ink}" stroke-width="{(2.0 if dashes else 3.0) * unit:.2f}" '
        f'stroke-linejoin="round" {style}/>'
    )
    left, right = f"{points[0][0]:.2f},{height}", f"{points[-1][0]:.2f},{height}"
    ground = f'<polygon points="{left} {path} {right}" fill="{ink}" fill-opacity="0.16"/>'
    return line if dashes else ground + line


def _draw_mark(canvas: Canvas, centre: Point, kind: str) -> None:
    canvas.picture(mark(kind, canvas.px(MARK)), *centre)


# --- the picture of a command ------------------------------------------------------------------------------------


def picture(found: Analysis, title: str) -> pygame.Surface:
    """The curve as a picture. Needs pygame's display, which may be one that shows nothing."""
    surface = pygame.Surface(SIZE)
    surface.fill(theme.PANEL_SOLID[:3])
    page = Canvas(surface, SIZE[0] / _UNITS)
    inner = page.area.inset(40, 26)
    page.text(title, inner.x, inner.y, page.fitting_size(title, theme.TITLE, inner.w, "serif"), theme.HEADING, "serif")
    names = [str(player["name"]) for player in found.players]
    deals = [(stroke.move, _("Round {round}", round=stroke.round)) for stroke in found.luck if stroke.event == "deal"]
    curve = Curve(found, max(1, len(found.curve) - 1), names, 0, deals)
    Chart().draw(page, Box(inner.x, inner.y + 52, inner.w, inner.h - 52), curve, 0, _("Chance to win"))
    return surface


def save_picture(path: Path, found: Analysis, title: str) -> None:
    """Write the picture as a PNG. Raises StorageError."""
    make: Callable[[], pygame.Surface] = partial(picture, found, title)
    pictures.save(path, make)
