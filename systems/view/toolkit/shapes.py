"""Anti-aliased rounded boxes and strokes as pictures, from exact distances, kept in a bounded cache.

All sizes here are pixels. Pictures are shared by all callers, so never draw on one.
"""

from dataclasses import dataclass, replace
from itertools import pairwise
from math import ceil

import numpy as np
import numpy.typing as npt
import pygame

from systems.view.toolkit.fonts import Colour
from systems.view.toolkit.kept import PictureCache, forgetting

Floats = npt.NDArray[np.floating]
Points = tuple[tuple[float, float], ...]

_CACHE_BYTES = 32 * 1024 * 1024
_MOST_LARGE = 4
"""There is room for so many of the largest picture, so that what a frame of a large window shows is there in the next
one."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A rounded box: `fill` at the top runs to `low` at the bottom, with a rim just inside its edge.

    `shadow_blur` is how far the shadow reaches beyond the box (0: no shadow); it falls by a third of that.
    """

    width: int
    height: int
    radius: float
    fill: Colour
    low: Colour
    rim: Colour
    rim_width: float = 0.0
    shadow: Colour = (0, 0, 0, 0)
    shadow_blur: float = 0.0

    @property
    def margin(self) -> int:
        """How many pixels the picture is wider than the box on each side, for the shadow."""
        return ceil(self.shadow_blur * 4 / 3)


cache = PictureCache(_MOST_LARGE, _CACHE_BYTES)
forgetting(cache.clear)


def rounded(shape: Shape) -> pygame.Surface:
    """The picture of `shape`, larger than the box by `shape.margin` on every side."""
    return cache.get(shape, lambda: _rounded(shape))


def stroke(points: Points, size: int, width: float, colour: Colour) -> pygame.Surface:
    """A line `width` pixels thick, with round ends, through `points` in 0..1 of a square of `size` pixels."""
    return cache.get((points, size, width, colour), lambda: _stroke(points, size, width, colour))


def _distance(width: float, height: float, radius: float, x: Floats, y: Floats) -> Floats:
    """The signed distance from points, counted from the centre, to a rounded box's edge (inside: < 0)."""
    radius = min(radius, width / 2, height / 2)
    across = np.abs(x) - (width / 2 - radius)
    down = np.abs(y) - (height / 2 - radius)
    outside = np.sqrt(np.square(np.maximum(across, 0)) + np.square(np.maximum(down, 0)))
    distance: Floats = outside + np.minimum(np.maximum(across, down), 0) - radius
    return distance


def _rounded(shape: Shape) -> pygame.Surface:
    """Compute a small picture with all corners, then draw its middle out: inner columns are all alike, and so are inner
    rows where the colour does not run. Shapes that differ in size alone share the small one."""
    least = 2 * (2 * shape.margin + ceil(shape.radius) + 2) + 1
    width = min(shape.width, least)
    height = min(shape.height, least) if shape.fill == shape.low else shape.height
    if (width, height) == (shape.width, shape.height):
        return _picture(*_layers(shape))
    small = rounded(replace(shape, width=width, height=height))
    across, down = shape.width - width, shape.height - height
    return _drawn_out(small, (small.get_width() + across, small.get_height() + down))


def _drawn_out(small: pygame.Surface, size: tuple[int, int]) -> pygame.Surface:
    """A picture made larger by repeating the column and the row in its middle."""
    picture = pygame.Surface(size, pygame.SRCALPHA, 32)
    across = _bands(small.get_width(), size[0])
    for top, high, y, tall in _bands(small.get_height(), size[1]):
        for left, wide, x, long in across:
            part = small.subsurface((left, top, wide, high))
            if (wide, high) != (long, tall):
                part = pygame.transform.scale(part, (long, tall))
            picture.blit(part, (x, y), special_flags=pygame.BLEND_RGBA_ADD)
    return picture


def _bands(short: int, long: int) -> tuple[tuple[int, int, int, int], ...]:
    """How a length becomes a longer one: where its bands begin and how long they are, before and after. The pixel in
    its middle is drawn out."""
    middle = short // 2
    rest = short - middle - 1
    grown = long - middle - rest
    return (0, middle, 0, middle), (middle, 1, middle, grown), (middle + 1, rest, middle + grown, rest)


def _layers(shape: Shape) -> tuple[Floats, Floats]:
    """The colours (0..255) and opacities (0..1) of `shape`."""
    margin, width, height = shape.margin, shape.width, shape.height
    x = (np.arange(width + 2 * margin, dtype=np.float32) + 0.5 - margin - width / 2)[:, None]
    y = (np.arange(height + 2 * margin, dtype=np.float32) + 0.5 - margin - height / 2)[None, :]
    distance = _distance(width, height, shape.radius, x, y)
    whole = np.clip(0.5 - distance, 0, 1)
    inner = np.clip(0.5 - distance - shape.rim_width, 0, 1) if shape.rim_width else whole
    run = np.clip((y + height / 2) / height, 0, 1)[..., None]
    top, bottom = _rgba(shape.fill), _rgba(shape.low)
    ground = top + (bottom - top) * run
    rim = _rgba(shape.rim)
    ground_alpha = inner * ground[..., 3]
    rim_alpha = (whole - inner) * rim[3]
    shadow = _shadow(shape, x, y) * (1 - whole)
    alpha = ground_alpha + rim_alpha + shadow
    weighted = ground_alpha[..., None] * ground[..., :3] + rim_alpha[..., None] * rim[:3]
    weighted = weighted + shadow[..., None] * _rgba(shape.shadow)[:3]
    return weighted / np.maximum(alpha, 1e-6)[..., None], alpha


def _shadow(shape: Shape, x: Floats, y: Floats) -> Floats:
    if not shape.shadow_blur:
        return np.zeros((x.shape[0], y.shape[1]), dtype=np.float32)
    fall = shape.shadow_blur / 3
    radius = shape.radius + fall
    distance = _distance(shape.width, shape.height, radius, x, y - fall)
    share = np.clip(0.5 - distance / (2 * shape.shadow_blur), 0, 1)
    soft: Floats = share * share * (3 - 2 * share) * _rgba(shape.shadow)[3]
    return soft


def _stroke(points: Points, size: int, width: float, colour: Colour) -> pygame.Surface:
    centres = np.arange(size, dtype=np.float32) + 0.5
    x, y = centres[:, None], centres[None, :]
    nearest = np.full((size, size), np.inf, dtype=np.float32)
    for (x0, y0), (x1, y1) in pairwise(points):
        ax, ay, dx, dy = x0 * size, y0 * size, (x1 - x0) * size, (y1 - y0) * size
        share = np.clip(((x - ax) * dx + (y - ay) * dy) / max(dx * dx + dy * dy, 1e-6), 0, 1)
        nearest = np.minimum(nearest, np.hypot(x - ax - share * dx, y - ay - share * dy))
    red, green, blue, opacity = _rgba(colour)
    alpha = np.clip(0.5 + width / 2 - nearest, 0, 1) * opacity
    return _picture(np.broadcast_to(np.array([red, green, blue]), (size, size, 3)), alpha)


def _rgba(colour: Colour) -> Floats:
    """Red, green and blue in 0..255 and opacity in 0..1."""
    red, green, blue, alpha = (*colour, 255)[:4]
    return np.array([red, green, blue, alpha / 255], dtype=np.float32)


def _picture(red_green_blue: Floats, alpha: Floats) -> pygame.Surface:
    picture = pygame.Surface(alpha.shape, pygame.SRCALPHA, 32)
    pygame.surfarray.pixels3d(picture)[...] = np.rint(np.clip(red_green_blue, 0, 255)).astype(np.uint8)
    pygame.surfarray.pixels_alpha(picture)[...] = np.rint(np.clip(alpha, 0, 1) * 255).astype(np.uint8)
    return picture
