"""A line chart on a canvas: values by a number that grows, raw or as a rolling mean, with labelled grid lines. One
curve, or several, whose names stand in a legend."""

import math
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import pygame

from game.rules.language import _, joined, pgettext, with_minus
from game.training.metrics import Floats, rolling_mean
from systems.view.toolkit import theme
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.draw_list import draw_by
from systems.view.toolkit.fonts import Colour

_LEFT = 56.0
_BELOW = 24.0
_TITLE = 28.0
_LABEL_GAP = 14.0
_LEGEND = 19.0
_SWATCH = 16.0
_BADGE = 22.0
_FAINT = 0.4
_GLOW = 30
"""How much there is of the colour below a line, of 255."""
_GRID: Colour = (255, 240, 210, 60)
_GROUND: Colour = (255, 240, 210, 130)


def short(number: float) -> str:
    """A number in few signs: 15000 is "15,000", 150000 is "150k"."""
    if abs(number) >= 1e6:
        return with_minus(_("{number:.3g}M", number=number / 1e6))
    if abs(number) >= 1e5:
        return with_minus(_("{number:.3g}k", number=number / 1e3))
    if abs(number) >= 1e3:
        return with_minus(_("{number:,}", number=round(number)))
    return with_minus(_("{number:.3g}", number=number))


@dataclass(frozen=True, eq=False)
class Chart:
    """What a chart shows: `values` by `across`, which rises and counts `unit`; what is not a number is left out.

    Several curves have `values` of shape (marks, curves), and `names`, a legend's.

    Shares are drawn in percent, from 0 to 100. With a `window` above 1 the values are drawn faintly, and on top of
    them their rolling mean over so many marks. A chart with a `title` also tells its latest value.
    """

    across: Floats
    values: Floats
    unit: str
    title: str = ""
    shares: bool = False
    logarithmic: bool = False
    window: int = 1
    names: tuple[str, ...] = ()
    marks: tuple[tuple[float, str], ...] = ()
    """What is marked along the axis: where, and by which short words."""
    pulse: float = 0.0
    """How far the latest value glows: 0 for not at all, up to 1."""
    ratings: bool = False
    """Whether its values are ratings, which are written without a mark for thousands, for they count nothing."""

    def told(self, value: float) -> str:
        """A value that is no share, in few signs."""
        return f"{value:.0f}" if self.ratings else short(value)

    def with_marks(self, marks: tuple[tuple[float, str], ...], pulse: float) -> "Chart":
        """The same with these marks along the axis, its latest value glowing so far."""
        return replace(self, marks=marks, pulse=pulse)

    @property
    def curves(self) -> list[Floats]:
        """The values, curve by curve."""
        return list(self.values.T) if self.names else [self.values]

    @cached_property
    def lines(self) -> list[Floats]:
        """The values that the chart is about, curve by curve, where something was measured: the rolling mean, or as
        they are."""
        if self.window == 1:
            return self.curves
        means = ((values, rolling_mean(values, self.window)) for values in self.curves)
        return [np.where(np.isfinite(values), mean, np.nan) for values, mean in means]


@dataclass(frozen=True)
class Axis:
    """How numbers from `low` to `high`, which is more, lie on an axis."""

    low: float
    high: float
    logarithmic: bool = False

    def share(self, numbers: Floats) -> Floats:
        """How far along the axis numbers lie: 0 at its beginning, 1 at its end, held to that."""
        if self.logarithmic:
            low, high = math.log(self.low), math.log(self.high)
            along: Floats = (np.log(np.maximum(numbers, self.low)) - low) / (high - low)
        else:
            along = (numbers - self.low) / (self.high - self.low)
        return np.clip(along, 0.0, 1.0)

    def ticks(self, most: int) -> list[float]:
        """Round numbers on the axis, in rising order: where they are evenly spaced about `most` (at least 1), but two
        at the least."""
        if self.logarithmic:
            powers = range(math.floor(math.log10(self.low)), math.ceil(math.log10(self.high)) + 1)
            few = math.log10(self.high / self.low) <= 2
            steps = [step * 10.0**power for power in powers for step in ((1, 2, 5) if few else (1,))]
            return [tick for tick in steps if self.low <= tick <= self.high]
        ticks: list[float] = []
        while len(ticks) < 2:  # as few as one would not tell how far apart numbers lie
            step = _round_step((self.high - self.low) / most)
            first, last = math.ceil(self.low / step - 1e-9), math.floor(self.high / step + 1e-9)
            ticks = [float(f"{number * step:.12g}") for number in range(first, last + 1)]
            most += 1
        return ticks


def _round_step(least: float) -> float:
    """The least of 1, 2 and 5 times a power of ten that is no less than `least`."""
    power: float = 10.0 ** math.floor(math.log10(least))
    return next(step * power for step in (1.0, 2.0, 5.0, 10.0) if step * power >= least * (1 - 1e-9))


def axis_across(chart: Chart) -> Axis:
    """The axis of what is counted: from 0, or, where it is logarithmic, from the first mark."""
    high = float(chart.across[-1])
    if chart.logarithmic and high > (low := max(1.0, float(chart.across[0]))):
        return Axis(low, high, True)
    return Axis(0.0, max(1.0, high))


def axis_up(chart: Chart) -> Axis:
    """The axis of the values: all the chart is about, and but for rare outliers the raw values too, from 0 where that
    is near."""
    if chart.shares:
        return Axis(0.0, 1.0)
    line, raw = (found[np.isfinite(found)] for found in (np.concatenate(chart.lines), chart.values))
    low = min(float(line.min()), float(np.quantile(raw, 0.01)))
    high = max(float(line.max()), float(np.quantile(raw, 0.99)))
    if high - low <= 1e-9 * max(1.0, abs(high)):
        room = abs(high) / 2 or 0.5
        low, high = low - room, high + room
    if 0 <= low <= high / 2:
        low = 0.0
    return Axis(low, high + 0.04 * (high - low))


def draw_chart(canvas: Canvas, box: Box, chart: Chart) -> None:
    """Draw a chart into a box, with all its labels."""
    if chart.title:
        head, box = box.top_part(_TITLE)
        _draw_title(canvas, head, chart)
    if chart.names:
        box = box.top_part(_draw_legend(canvas, box, chart))[1]
    plot = Box(box.x + _LEFT, box.y + 8, box.w - _LEFT - 8, box.h - _BELOW - 10)
    if not np.isfinite(chart.values).any():
        canvas.shape(Box(plot.x, plot.bottom, plot.w, 1.2), _GROUND, radius=0.6)
        canvas.text(
            _("nothing measured yet"),
            *plot.centre,
            theme.SMALL,
            theme.MUTED,
            "sans-italic",
            "centre",
            vertical="middle",
        )
        return
    across, up = axis_across(chart), axis_up(chart)
    _draw_grid(canvas, plot, up, chart)
    _draw_counts(canvas, plot, across, chart.unit)
    for place, (values, line) in enumerate(zip(chart.curves, chart.lines, strict=True)):
        found = np.isfinite(line)
        if not found.any():
            continue
        along, ink = across.share(chart.across[found]), _ink(place)
        if not chart.names:
            _draw_fill(canvas, plot, along, up.share(line[found]), ink)
        if chart.window > 1:
            _draw_line(canvas, plot, along, up.share(values[found]), _faint(ink), 1.0)
        _draw_line(canvas, plot, along, up.share(line[found]), ink, 2.4)
        latest = plot.x + plot.w * along[-1], plot.bottom - plot.h * up.share(line[found])[-1]
        if chart.pulse:
            canvas.disc(latest, 5 + round(6 * chart.pulse), (*ink[:3], 70))
        canvas.disc(latest, 3.4, (ink if chart.names else theme.HEADING)[:3])
    _draw_marks(canvas, plot, across, chart.marks)


def draw_spark(canvas: Canvas, box: Box, chart: Chart) -> None:
    """Draw nothing but the lines of a chart, for where there is little room."""
    for place, line in enumerate(chart.lines):
        found = np.isfinite(line)
        if found.any() and box.h >= 6:
            along, height = axis_across(chart).share(chart.across[found]), axis_up(chart).share(line[found])
            _draw_line(canvas, box, along, height, _ink(place), 1.6)


def latest(chart: Chart) -> str:
    """The latest value of a chart of one curve, in words."""
    return _latest(chart, chart.lines[0])


def _draw_marks(canvas: Canvas, plot: Box, across: Axis, marks: tuple[tuple[float, str], ...]) -> None:
    """A thin upright line for each mark, and its words on a badge at the top; badges keep clear of each other."""
    free = plot.x
    for where, words in sorted(marks):
        x = plot.x + plot.w * float(across.share(np.array([where]))[0])
        left = min(max(x - _BADGE / 2, free), plot.right - _BADGE)
        free = left + _BADGE + 3
        canvas.shape(Box(x - 0.8, plot.y + _BADGE, 1.6, plot.h - _BADGE), (*theme.HEADING[:3], 90))
        canvas.shape(Box(left, plot.y, _BADGE, _BADGE), theme.HEADING, radius=_BADGE / 2)
        middle = left + _BADGE / 2, plot.y + _BADGE / 2
        canvas.text(words, *middle, theme.SMALL, theme.PANEL_SOLID, "sans-bold", "centre", vertical="middle")


def _ink(place: int) -> Colour:
    """The colour of a curve."""
    return theme.CURVES[place % len(theme.CURVES)]


def _faint(ink: Colour) -> Colour:
    """The colour of raw values beside their mean in `ink`."""
    red, green, blue = (round(_FAINT * ink[part] + (1 - _FAINT) * theme.PANEL_SOLID[part]) for part in range(3))
    return red, green, blue


def _latest(chart: Chart, line: Floats) -> str:
    """The latest value of a line, as it is told; empty where there is none."""
    found = line[np.isfinite(line)]
    if not found.size:
        return ""
    latest = float(found[-1])
    return _("{share:.1f} %", share=100 * latest) if chart.shares else chart.told(latest)


def _draw_legend(canvas: Canvas, box: Box, chart: Chart) -> float:
    """Draw the names of the curves, each with its latest value, side by side as far as they fit; their height."""
    x, y = box.x, box.y
    for place, (name, line) in enumerate(zip(chart.names, chart.lines, strict=True)):
        words = joined([name, _latest(chart, line)], ": ")
        width = min(box.w, _SWATCH + 5 + canvas.text_size(words, theme.SMALL)[0])
        if x > box.x and x + width > box.right:
            x, y = box.x, y + _LEGEND
        canvas.shape(Box(x, y + _LEGEND / 2 - 1, _SWATCH, 3), _ink(place), radius=1.5)
        canvas.text(words, x + _SWATCH + 5, y, theme.SMALL, theme.TEXT, max_width=width - _SWATCH - 5)
        x += width + _LABEL_GAP
    return y + _LEGEND - box.y


def _draw_title(canvas: Canvas, box: Box, chart: Chart) -> None:
    latest = "" if chart.names else _latest(chart, chart.lines[0])
    shown = canvas.text(latest, box.right - 8, box.y, 19, theme.GOLD, "serif-bold", "right")
    room = shown.x - box.x - 10
    size = canvas.fitting_size(chart.title, 19, room, "serif")
    canvas.text(chart.title, box.x, box.y + 19 - size, size, theme.HEADING, "serif", max_width=room)


def _draw_grid(canvas: Canvas, plot: Box, up: Axis, chart: Chart) -> None:
    """Level lines, labelled; the lowest is the ground."""
    ticks = up.ticks(min(6, max(2, round(plot.h / 32))))
    if chart.shares:
        ticks = [0.0, 0.25, 0.5, 0.75, 1.0] if plot.h >= 60 else [0.0, 0.5, 1.0]
    sparse = chart.shares and plot.h < 150
    for number, tick in enumerate(ticks):
        y = plot.bottom - plot.h * float(up.share(np.array([tick]))[0])
        canvas.shape(Box(plot.x, y, plot.w, 1.2), _GRID, radius=0.6)
        if not (sparse and number % 2):
            words = _("{share:.0f} %", share=100 * tick) if chart.shares else chart.told(tick)
            canvas.text(words, plot.x - 7, y, theme.SMALL, theme.MUTED, align="right", vertical="middle")
    canvas.shape(Box(plot.x, plot.bottom, plot.w, 1.2), _GROUND, radius=0.6)


_UNITS = {
    "games": pgettext("what a chart counts", "games"),
    "rounds": pgettext("what a chart counts", "rounds"),
    "match": pgettext("what a chart counts", "match"),
    "actions": pgettext("what a chart counts", "actions"),
}
"""What people call what measurements count."""


def _draw_counts(canvas: Canvas, plot: Box, across: Axis, unit: str) -> None:
    """The whole numbers below the ground, as many as there is room for, and to their left what they count."""
    name = canvas.text(_UNITS.get(unit, unit), plot.x - _LEFT, plot.bottom + 5, theme.SMALL, theme.MUTED)
    free = name.right + 3
    for tick in filter(float.is_integer, across.ticks(max(2, round(plot.w / 64)))):
        x = plot.x + plot.w * float(across.share(np.array([tick]))[0])
        words = short(tick)
        width = canvas.text_size(words, theme.SMALL)[0]
        left = min(x - width / 2, plot.right + 8 - width)
        if left >= free:
            canvas.shape(Box(x - 0.6, plot.bottom, 1.2, 5), _GROUND, radius=0.6)
            canvas.text(words, left, plot.bottom + 5, theme.SMALL, theme.MUTED)
            free = left + width + _LABEL_GAP


def _draw_line(canvas: Canvas, plot: Box, along: Floats, height: Floats, ink: Colour, width: float) -> None:
    """A line through places given as shares of the plot."""
    points, thick = _points(canvas, plot, along, height), max(1, canvas.px(width))
    if len(points) < 2:
        return
    rect = canvas.rect(plot).inflate(4 + 2 * thick, 4 + 2 * thick)
    shifts = range(-(thick // 2), thick - thick // 2)

    def draw(surface: pygame.Surface, place: pygame.Rect) -> None:
        x, y = place.x - rect.x, place.y - rect.y
        for right, below in {*((0, shift) for shift in shifts), *((shift, 0) for shift in shifts)}:  # level and steep
            moved = [(left + x + right, down + y + below) for left, down in points]
            pygame.draw.aalines(surface, ink[:3], False, moved)

    draw_by(canvas.surface, draw, rect, (tuple(points), ink, thick))


def _draw_fill(canvas: Canvas, plot: Box, along: Floats, height: Floats, ink: Colour) -> None:
    """A glow between a line through places given as shares of the plot and the ground."""
    points, rect = _points(canvas, plot, along, height), canvas.rect(plot)
    if len(points) < 2 or not rect.w or not rect.h:
        return

    def draw(surface: pygame.Surface, place: pygame.Rect) -> None:
        glow = pygame.Surface(rect.size, pygame.SRCALPHA)
        shape = [(left - rect.x, down - rect.y) for left, down in points]
        pygame.draw.polygon(glow, (*ink[:3], _GLOW), [(shape[0][0], rect.h), *shape, (shape[-1][0], rect.h)])
        surface.blit(glow, place)

    draw_by(canvas.surface, draw, rect, (tuple(points), ink, "glow"))


def _points(canvas: Canvas, plot: Box, along: Floats, height: Floats) -> list[tuple[float, float]]:
    """The pixels of places given as shares of the plot, no more than can be told apart."""
    x = (plot.x + plot.w * along) * canvas.unit
    y = (plot.bottom - plot.h * height) * canvas.unit
    return _thinned(x, y)


def _thinned(x: Floats, y: Floats) -> list[tuple[float, float]]:
    """The highest and the lowest point of every column of pixels, and the last point: no more can be told apart."""
    pixel = x.astype(np.int64)
    starts = np.flatnonzero(np.diff(pixel, prepend=pixel[0] - 1))
    if len(x) <= 2 * len(starts):
        turns, level = np.full(len(y), True), y.round(2)
        turns[1:-1] = (level[1:-1] != level[:-2]) | (level[1:-1] != level[2:])  # short lines in a row look dotted
        return list(zip(x[turns].tolist(), y[turns].tolist(), strict=True))
    ends = np.column_stack([np.minimum.reduceat(y, starts), np.maximum.reduceat(y, starts)])
    points = [(left, down) for left, pair in zip(x[starts].tolist(), ends.tolist(), strict=True) for down in pair]
    return [*points, (float(x[-1]), float(y[-1]))]
