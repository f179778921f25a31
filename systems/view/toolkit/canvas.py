"""A surface, or a list of what is drawn on one, with a unit: places and sizes in units are drawn at the true pixels.

One unit is `min(width / 1280, height / 720)` pixels of the surface, so a window of any shape measures at
least 1280 x 720 units.
"""

import math
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Literal, NamedTuple

import pygame

from game.rules.translation import chosen, translated
from systems.view.toolkit import fonts, looks, shapes, theme
from systems.view.toolkit.draw_list import Ground, KeptPart
from systems.view.toolkit.fonts import Colour

LOGICAL_WIDTH = 1280
LOGICAL_HEIGHT = 720
COMPACT = (1024, 576)
"""Where everything is enlarged, screens are laid out for so much at least, which is less than the logical size."""

# Capital letters of both typefaces are two thirds of the type size high: text is centred by its capitals.
_CAPITALS = 0.66
_LEAST_OF_TRANSLATED = 0.6
"""To this share of its size, but not below theme.SMALL, a translation is set smaller before it is cut: they come out up
to 1.4 times as long."""

Align = Literal["left", "centre", "right"]
Vertical = Literal["top", "middle"]
Anchor = Literal["centre", "topleft"]
Point = tuple[float, float]


def unit_of(size: tuple[int, int]) -> float:
    """How many pixels a unit has on a surface of a size that is seen whole."""
    return min(size[0] / LOGICAL_WIDTH, size[1] / LOGICAL_HEIGHT)


class Box(NamedTuple):
    """A rectangle in units."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        """The x of the right edge."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """The y of the lower edge."""
        return self.y + self.h

    @property
    def centre(self) -> Point:
        """The point in the middle."""
        return (self.x + self.w / 2, self.y + self.h / 2)

    @classmethod
    def around(cls, centre: Point, w: float, h: float) -> "Box":
        """The box of size `w` x `h` with its middle at `centre`."""
        return cls(centre[0] - w / 2, centre[1] - h / 2, w, h)

    def contains(self, point: Point) -> bool:
        """Whether `point` is inside; the right and lower edges are not."""
        return self.x <= point[0] < self.right and self.y <= point[1] < self.bottom

    def kept_in(self, other: "Box") -> "Box":
        """The box, shifted as little as can be so that it lies in the other one, which must have room for it."""
        x, y = min(max(self.x, other.x), other.right - self.w), min(max(self.y, other.y), other.bottom - self.h)
        return Box(x, y, self.w, self.h)

    def meets(self, other: "Box") -> bool:
        """Whether some of both lies in the same place; edges that touch do not."""
        return self.x < other.right and other.x < self.right and self.y < other.bottom and other.y < self.bottom

    def common(self, other: "Box") -> "Box":
        """What lies in both boxes; empty, within this one, where they do not meet."""
        x, y = min(max(self.x, other.x), self.right), min(max(self.y, other.y), self.bottom)
        return Box(x, y, max(0.0, min(self.right, other.right) - x), max(0.0, min(self.bottom, other.bottom) - y))

    def joined(self, other: "Box") -> "Box":
        """The smallest box around both."""
        x, y = min(self.x, other.x), min(self.y, other.y)
        return Box(x, y, max(self.right, other.right) - x, max(self.bottom, other.bottom) - y)

    def inset(self, across: float, down: float | None = None) -> "Box":
        """The box smaller by `across` at the left and right, by `down` (else `across`) above and below."""
        down = across if down is None else down
        return Box(self.x + across, self.y + down, max(0.0, self.w - 2 * across), max(0.0, self.h - 2 * down))

    def moved(self, dx: float, dy: float) -> "Box":
        """The box shifted by (dx, dy)."""
        return Box(self.x + dx, self.y + dy, self.w, self.h)

    def left_part(self, width: float, gap: float = 0.0) -> tuple["Box", "Box"]:
        """Split into a left part `width` wide and the rest after a `gap`."""
        rest = max(0.0, self.w - width - gap)
        return Box(self.x, self.y, width, self.h), Box(self.x + width + gap, self.y, rest, self.h)

    def side_part(self, width: float, gap: float, at_left: bool) -> tuple["Box", "Box"]:
        """Split into a part `width` wide at the right edge, or the left one, and the rest beside it after a `gap`."""
        if at_left:
            return self.left_part(width, gap)
        rest = max(0.0, self.w - width - gap)
        return Box(self.right - width, self.y, width, self.h), Box(self.x, self.y, rest, self.h)

    def top_part(self, height: float, gap: float = 0.0) -> tuple["Box", "Box"]:
        """Split into an upper part `height` high and the rest after a `gap`."""
        rest = max(0.0, self.h - height - gap)
        return Box(self.x, self.y, self.w, height), Box(self.x, self.y + height + gap, self.w, rest)

    def columns(self, count: int, gap: float = 0.0) -> list["Box"]:
        """Split into `count` (at least 1) equal columns with `gap` between."""
        width = (self.w - gap * (count - 1)) / count
        return [Box(self.x + i * (width + gap), self.y, width, self.h) for i in range(count)]

    def rows(self, count: int, gap: float = 0.0) -> list["Box"]:
        """Split into `count` (at least 1) equal rows with `gap` between."""
        height = (self.h - gap * (count - 1)) / count
        return [Box(self.x, self.y + i * (height + gap), self.w, height) for i in range(count)]


@lru_cache(maxsize=2048)
def _fitted(words: str, pixels: int, width: int, face: str) -> str:
    return fonts.ellipsised(words, pixels, width, face)


@lru_cache(maxsize=2048)
def _measured(words: str, pixels: int, face: str) -> tuple[int, int]:
    return fonts.text_size(words, pixels, face)


@lru_cache(maxsize=512)
def _fitting_pixels(words: str, pixels: int, width: int, face: str, least: int) -> int:
    while pixels > least and fonts.text_width(words, pixels, face) > width:
        pixels -= 1
    return pixels


@lru_cache(maxsize=512)
def _wrapped(words: str, pixels: int, width: int, face: str) -> tuple[str, ...]:
    return tuple(fonts.wrapped(words, pixels, width, face))


class Canvas:
    """Draws text, panels and pictures on `surface`; needs a display mode to have been set. Texts that are messages are
    translated here, and only here, so that a change of language shows at once."""

    def __init__(self, surface: Ground, unit: float | None = None, least_text: float = 0.0) -> None:
        """Measure `surface`, or take `unit` pixels a unit; make a new canvas when the window is resized. No text is
        set smaller than `least_text`: for a picture that is drawn at less than its full size."""
        self.surface = surface
        self.least_text = least_text
        self.unit = unit_of(surface.get_size()) if unit is None else unit
        self.width = surface.get_width() / self.unit
        self.height = surface.get_height() / self.unit
        self.view = self.area
        """What is seen of it; where it is larger than the window, what must be seen at once is placed in here."""
        self.minded: Box | None = None
        """Where the keyboard is, for whoever moves the view."""

    @property
    def area(self) -> Box:
        """The whole surface."""
        return Box(0.0, 0.0, self.width, self.height)

    @property
    def measures(self) -> tuple[float, str]:
        """What the lengths of words depend on: the unit, and the language."""
        return self.unit, chosen()

    def px(self, units: float) -> int:
        """The nearest whole number of pixels to `units`."""
        return round(units * self.unit)

    def _type(self, size: float) -> int:
        """The pixels of a text size."""
        return self.px(max(size, self.least_text))

    def rect(self, box: Box) -> pygame.Rect:
        """The pixels of `box`; boxes that share an edge in units share it in pixels."""
        left, top = self.px(box.x), self.px(box.y)
        return pygame.Rect(left, top, self.px(box.right) - left, self.px(box.bottom) - top)

    def to_units(self, pos: tuple[float, float]) -> Point:
        """The point in units of a position in pixels, such as an event's."""
        return (pos[0] / self.unit, pos[1] / self.unit)

    @contextmanager
    def clip(self, box: Box) -> Iterator[None]:
        """Draw only inside `box` (and inside the clip in force) for the length of a `with` block."""
        before = self.surface.get_clip()
        self.surface.set_clip(self.rect(box).clip(before))
        try:
            yield
        finally:
            self.surface.set_clip(before)

    def draw_kept(self, part: KeptPart, key: Hashable, draw: Callable[[], None]) -> None:
        """Draw with `draw`, or again what it drew for an equal key, which holds all that it depends on but the canvas,
        the language and the looks; None: draw in any case."""
        if key is None:
            draw()
        else:
            part.draw(self.surface, (self.unit, self.least_text, self.view, key), draw)

    # --- text ---

    def text_size(self, words: str, size: float, face: str = "sans") -> tuple[float, float]:
        """The width and the line height, in units, of one line of text."""
        width, height = _measured(translated(words), self._type(size), face)
        return (width / self.unit, height / self.unit)

    def fitting_size(
        self, words: str, size: float, width: float, face: str = "sans", least: float = theme.SMALL
    ) -> float:
        """The greatest text size up to `size`, but not below `least`, at which `words` are no wider than `width`."""
        return (
            _fitting_pixels(translated(words), self._type(size), self._room(width), face, self._type(least)) / self.unit
        )

    def fits(self, words: str, size: float, width: float, face: str = "sans") -> bool:
        """Whether `text` draws words whole within a `max_width`, a translation smaller where it has to."""
        pixels, shown = self._type(size), translated(words)
        least = pixels if shown is words else self._least_translated(pixels)
        return _measured(shown, least, face)[0] <= self._room(width)

    def _least_translated(self, pixels: int) -> int:
        """The fewest pixels that a translation is set in, whose text has so many."""
        return min(pixels, max(round(pixels * _LEAST_OF_TRANSLATED), self._type(theme.SMALL)))

    def text(
        self,
        words: str,
        x: float,
        y: float,
        size: float = theme.BODY,
        colour: Colour = theme.TEXT,
        face: str = "sans",
        align: Align = "left",
        max_width: float | None = None,
        vertical: Vertical = "top",
    ) -> Box:
        """Draw one line and return the box it covers.

        `x` is the left end, the centre or the right end by `align`; `y` is the top of the line, or with
        "middle" the middle of its capitals. Text wider than `max_width` is cut with an
        ellipsis; a translation is first set smaller.
        """
        pixels, shown = self._type(size), translated(words)
        if max_width is not None:
            if shown is not words:
                pixels = _fitting_pixels(shown, pixels, self._room(max_width), face, self._least_translated(pixels))
            shown = _fitted(shown, pixels, self._room(max_width), face)
        words = shown
        picture = fonts.text(words, pixels, looks.ink(colour), face)
        width, height = picture.get_size()
        left = self.px(x) - {"left": 0, "centre": width // 2, "right": width}[align]
        top = self.px(y)
        if vertical == "middle":
            ascent = fonts.font(fonts.face_for(words, face), pixels).get_ascent()
            top = round(y * self.unit - ascent + pixels * _CAPITALS / 2)
        self.surface.blit(picture, (left, top))
        return Box(left / self.unit, top / self.unit, width / self.unit, height / self.unit)

    def lines(self, words: str, width: float, size: float = theme.BODY, face: str = "sans") -> tuple[str, ...]:
        """`words` broken into lines no wider than `width`; a newline always breaks."""
        return _wrapped(translated(words), self._type(size), self._room(width), face)

    def paragraph_height(
        self, words: str, width: float, size: float = theme.BODY, face: str = "sans", leading: float = 1.32
    ) -> float:
        """The height `paragraph` would use."""
        return len(self.lines(words, width, size, face)) * max(size, self.least_text) * leading

    def paragraph(
        self,
        words: str,
        box: Box,
        size: float = theme.BODY,
        colour: Colour = theme.TEXT,
        face: str = "sans",
        align: Align = "left",
        leading: float = 1.32,
    ) -> float:
        """Draw wrapped text from the top of `box`, `leading` sizes a line; return the height used.

        Text that is too long runs on below the box: measure it first with `paragraph_height`.
        """
        x = {"left": box.x, "centre": box.x + box.w / 2, "right": box.right}[align]
        size = max(size, self.least_text)
        lines = self.lines(words, box.w, size, face)
        for number, line in enumerate(lines):
            if line:
                self.text(line, x, box.y + number * size * leading, size, colour, face, align, box.w)
        return len(lines) * size * leading

    def _room(self, width: float) -> int:
        """The whole pixels in `width`; a hair more, so that a width measured by `text_size` is enough for its text."""
        return math.floor(width * self.unit + 0.01)

    # --- pictures and shapes ---

    def picture(self, surface: pygame.Surface, x: float, y: float, anchor: Anchor = "centre") -> None:
        """Draw `surface`, whose size is in pixels, with its centre or its top left corner at (x, y)."""
        left, top = self.px(x), self.px(y)
        if anchor == "centre":
            left, top = left - surface.get_width() // 2, top - surface.get_height() // 2
        self.surface.blit(surface, (left, top))

    def shape(
        self,
        box: Box,
        fill: Colour,
        low: Colour | None = None,
        rim: Colour = (0, 0, 0, 0),
        rim_width: float = 0.0,
        radius: float = theme.RADIUS,
        shadow: float = 0.0,
    ) -> None:
        """Draw a rounded box: fill running down to `low`, rim inside, shadow `shadow` units soft."""
        if box.w <= 0 or box.h <= 0:
            return
        rect = self.rect(box)
        rect.size = max(1, rect.w), max(1, rect.h)  # a hairline is thinner than a pixel where units are small
        rim_pixels = max(1.0, rim_width * self.unit) if rim_width else 0.0
        made = shapes.Shape(
            rect.w,
            rect.h,
            radius * self.unit,
            fill,
            fill if low is None else low,
            rim,
            rim_pixels,
            theme.SHADOW if shadow else (0, 0, 0, 0),
            shadow * self.unit,
        )
        self.surface.blit(shapes.rounded(made), (rect.x - made.margin, rect.y - made.margin))

    def panel(
        self,
        box: Box,
        *,
        radius: float = theme.RADIUS,
        fill: Colour = theme.PANEL,
        rim: Colour = theme.GOLD_LINE,
        shadow: bool = True,
    ) -> None:
        """Draw a panel with a hairline and, with `shadow`, a soft shadow around it."""
        fill, rim = looks.ground(fill), looks.ink(rim)
        self.shape(box, fill, rim=rim, rim_width=theme.HAIRLINE, radius=radius, shadow=14.0 if shadow else 0.0)

    def disc(self, centre: Point, radius: float, colour: Colour) -> None:
        """Draw a filled circle."""
        self.shape(Box.around(centre, 2 * radius, 2 * radius), colour, radius=radius)

    def bar(self, box: Box, fraction: float, colour: Colour = theme.BAR, back: Colour = theme.BAR_BACK) -> None:
        """Draw a bar with round ends, filled from the left to `fraction` (held to 0..1)."""
        radius = box.h / 2
        self.shape(box, back, radius=radius)
        share = min(1.0, max(0.0, fraction))
        if share > 0:
            self.shape(Box(box.x, box.y, max(box.h, box.w * share), box.h), colour, radius=radius)

    def signed_bar(self, box: Box, value: float, above: Colour, below: Colour) -> None:
        """Draw a bar from the middle, which is 0, to the right for values up to 1, to the left for those down to -1."""
        self.shape(box, theme.BAR_BACK, radius=box.h / 2)
        half = box.w / 2 * min(1.0, abs(value))
        if half > 0.5:
            left = box.centre[0] - (half if value < 0 else 0)
            self.shape(Box(left, box.y, half, box.h), above if value > 0 else below, radius=box.h / 2)

    def ring(self, box: Box, colour: Colour = theme.FOCUS, width: float = 2.0, radius: float = theme.RADIUS) -> None:
        """Draw a rounded outline just inside `box`."""
        self.shape(box, (*colour[:3], 0), rim=colour, rim_width=width, radius=radius)

    def stroke(self, points: shapes.Points, centre: Point, size: float, colour: Colour, width: float = 2.2) -> None:
        """Draw a line through `points`, in 0..1 of the square of `size` units around `centre`."""
        picture = shapes.stroke(points, max(1, self.px(size)), max(1.0, width * self.unit), colour)
        self.picture(picture, *centre)

    def dim(self, colour: Colour = theme.DIM) -> None:
        """Darken everything drawn so far, as behind a dialog."""
        size = self.surface.get_size()
        self.surface.blit(shapes.cache.get(("dim", size, colour), lambda: _veil(size, colour)), (0, 0))


def _veil(size: tuple[int, int], colour: Colour) -> pygame.Surface:
    veil = pygame.Surface(size)
    veil.fill(colour[:3])
    veil.set_alpha(colour[3] if len(colour) == 4 else 255)
    return veil
