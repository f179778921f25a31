"""The pictures of the Nim table at any size: pebbles, their shadows and rings, and boards with carved troughs."""

import numpy as np
import numpy.typing as npt
import pygame

from systems.view.toolkit import drawings, shadows
from systems.view.toolkit.cards import LIFT_STEPS
from systems.view.toolkit.drawings import Rgb, Size
from systems.view.toolkit.kept import kept

SHAPES = 8
ASPECT = 0.82
"""The height of the highest pebble, in parts of its width."""
Trough = tuple[int, int, int, int]
"""A trough in the pixels of its board: left, top, width, height."""

_DRAWN = ((230, 220, 203), (179, 165, 141), (117, 104, 81), (76, 66, 49))
# The tones of a pebble from the lit to the dark side; the drawings are made in the first.
TONES: tuple[tuple[Rgb, Rgb, Rgb, Rgb], ...] = (
    _DRAWN,
    ((206, 213, 217), (150, 160, 167), (91, 101, 109), (52, 60, 67)),
    ((228, 208, 206), (178, 148, 147), (115, 87, 89), (72, 50, 54)),
    ((190, 205, 218), (126, 146, 164), (71, 90, 109), (38, 52, 68)),
    ((216, 219, 196), (150, 158, 126), (92, 101, 72), (54, 61, 40)),
    ((240, 238, 231), (203, 199, 189), (147, 142, 132), (98, 93, 85)),
    ((238, 209, 174), (194, 146, 100), (130, 86, 50), (84, 52, 28)),
    ((170, 172, 180), (112, 115, 125), (70, 73, 84), (40, 42, 52)),
)
LOOKS = SHAPES * len(TONES)
_WOOD = ((112, 70, 44), (74, 44, 28))
"""The board where its grain is light, and where it is dark."""

Floats = npt.NDArray[np.float32]


@kept(512)
def pebble(look: int, size: int, dim: bool = False) -> pygame.Surface:
    """A pebble in a square of `size`; `look` (0 to LOOKS - 1) is its shape and tone; `dim`: it cannot be chosen."""
    if dim:
        return _faded(pebble(look, size))
    shape, tone = look % SHAPES, TONES[look // SHAPES % len(TONES)]
    swap = {drawings.hexadecimal(old): drawings.hexadecimal(new) for old, new in zip(_DRAWN, tone, strict=True)}
    svg = drawings.replaced(drawings.source(f"nim/pebble_{shape + 1}.svg"), swap)
    return drawings.pixels(svg, (size, size))


def _faded(pebble: pygame.Surface) -> pygame.Surface:
    """A copy that is darker and greyer, though not as much as a card: the trough it lies in is dark already."""
    picture = drawings.dimmed(pebble)
    veil = pebble.copy()
    veil.set_alpha(64)
    picture.blit(veil, (0, 0))
    return picture


def pebble_shadow(size: int, lift: float = 0.0) -> pygame.Surface:
    """The soft shadow of a pebble; `lift` (0..1, in six steps) makes it wider and softer."""
    return _shadow(size, round(min(1.0, max(0.0, lift)) * (LIFT_STEPS - 1)))


@kept(64)
def _shadow(size: int, step: int) -> pygame.Surface:
    """See `pebble_shadow`."""
    lift = step / (LIFT_STEPS - 1)
    blur = max(0.8, size * (0.045 + 0.055 * lift))
    margin = int(blur * 2.6) + 1
    across, down = _centred((size + 2 * margin, round(size * ASPECT) + 2 * margin))
    spread = np.hypot(across / (size * 0.47), down / (size * 0.35))
    disc = np.clip((1 - spread) * size * 0.4 + 0.5, 0, 1).astype(np.float32)
    soft = shadows.gaussian(disc, blur) * (0.78 - 0.22 * lift)
    return shadows.flat((8, 3, 2), (soft * 255).astype(np.uint8)).convert_alpha()


@kept(24)
def pebble_ring(size: int, colour: Rgb) -> pygame.Surface:
    """A bright line around a pebble of `size` with a glow on both sides; the middle is clear."""
    line, glow = max(1.6, size * 0.032), max(2.0, size * 0.07)
    half = (size * 0.5 + line * 1.3, size * ASPECT * 0.5 + line * 1.9)
    margin = int(line * 2 + glow * 2.2) + 1
    across, down = _centred((size + 2 * margin, round(size * ASPECT) + 2 * margin))
    part = np.maximum(np.hypot(across / half[0], down / half[1]), 1e-3)
    steep = np.hypot(across / half[0] ** 2, down / half[1] ** 2) / part
    distance = np.abs((part - 1) / np.maximum(steep, 1e-4))
    sharp = np.clip(line / 2 + 0.5 - distance, 0, 1)
    soft = 0.5 * np.exp(-((distance / glow) ** 2))
    alpha = np.maximum(sharp, soft)
    return shadows.flat(colour, (alpha * 255).astype(np.uint8)).convert_alpha()


@kept(8)
def trough_board(size: Size, troughs: tuple[Trough, ...], radius: int) -> pygame.Surface:
    """A board of walnut of `size` with rounded corners and these troughs carved into it."""
    picture = _wood(size)
    _bevel(picture, radius)
    carved: dict[Size, tuple[pygame.Surface, int]] = {}
    for left, top, width, height in troughs:
        if (width, height) not in carved:
            carved[width, height] = _carving((width, height))
        carving, margin = carved[width, height]
        picture.blit(carving, (left - margin, top - margin))
    return picture.convert_alpha()


def _centred(size: Size) -> tuple[Floats, Floats]:
    """For every pixel, how far it lies from the middle: across as a column, down as a row."""
    across = (np.arange(size[0], dtype=np.float32) + 0.5 - size[0] / 2)[:, None]
    down = (np.arange(size[1], dtype=np.float32) + 0.5 - size[1] / 2)[None, :]
    return across, down


def _box(size: Size, inner: tuple[float, float], radius: float) -> Floats:
    """How far (in pixels, negative inside) every pixel lies from the edge of a rounded box in the middle."""
    across, down = _centred(size)
    beyond = np.abs(across) - (inner[0] / 2 - radius), np.abs(down) - (inner[1] / 2 - radius)
    outside = np.hypot(np.maximum(beyond[0], 0), np.maximum(beyond[1], 0))
    distance = outside + np.minimum(np.maximum(beyond[0], beyond[1]), 0) - radius
    return distance.astype(np.float32)


def _wood(size: Size) -> pygame.Surface:
    """Walnut with its grain from left to right; worked out coarsely along the grain, where it changes slowly."""
    random = np.random.default_rng(11)
    length, depth = 72, max(8, size[1] // 2)
    bend = shadows.gaussian(random.normal(0, 1, (length, depth)).astype(np.float32), 9.0)
    bend /= max(1e-6, float(np.abs(bend).max()))
    y = np.linspace(0, 1, depth, dtype=np.float32)[None, :]
    rings = 0.5 + 0.5 * np.sin((y * 11 + bend * 1.5) * 2 * np.pi)
    streaks = random.normal(0, 1, (length, depth)).astype(np.float32)
    smooth = np.ones(9, dtype=np.float32) / 3
    streaks = np.stack([np.convolve(row, smooth, "same") for row in streaks.T], axis=1).astype(np.float32)
    light = np.clip(0.62 - 0.30 * rings**3 + 0.10 * streaks + 0.12 * (0.5 - y), 0, 1)[:, :, None]
    bright, dark = np.array(_WOOD[0]), np.array(_WOOD[1])
    levels = (dark + (bright - dark) * light).astype(np.uint8)
    picture = pygame.transform.smoothscale(pygame.surfarray.make_surface(levels), size)
    shadows.grain(picture)
    return picture.convert_alpha()


def _bevel(picture: pygame.Surface, radius: int) -> None:
    """Round the corners of a board, in place, and let light catch its upper edge."""
    size = picture.get_size()
    distance = _box(size, size, min(radius, min(size) / 2))
    edge = max(2.0, radius * 0.22)
    rim = np.clip(1 + distance / edge, 0, 1)
    upper = np.linspace(1, -1, size[1], dtype=np.float32)[None, :]
    shade = 1 + rim * np.where(upper > 0, 0.55, -0.45) * np.abs(upper) ** 0.3
    colours = pygame.surfarray.pixels3d(picture)
    colours[:] = np.clip(colours * shade[:, :, None], 0, 255).astype(np.uint8)
    del colours
    pygame.surfarray.pixels_alpha(picture)[:] = (np.clip(0.5 - distance, 0, 1) * 255).astype(np.uint8)


def _carving(size: Size) -> tuple[pygame.Surface, int]:
    """What a trough of `size` does to the wood: its hollow in shade, its lips in dark and light; and how many pixels
    the picture is larger on every side."""
    width, height = size
    lip = max(1.0, height * 0.022)
    margin = int(lip * 3) + 2
    full = (width + 2 * margin, height + 2 * margin)
    distance = _box(full, size, height / 2)
    inside = np.clip(0.5 - distance, 0, 1)
    blur = max(1.0, height * 0.085)
    fall = round(height * 0.09)
    walls = shadows.gaussian(np.pad(inside, 16)[16:-16, 16:-16], blur)
    walls = np.roll(walls, fall, axis=1)
    walls[:, :fall] = 0
    y = np.clip(_centred(full)[1] / height + 0.5, 0, 1)
    depth = 0.56 + 0.34 * (1 - walls) - 0.10 * y
    darkness = inside * np.clip(depth, 0, 0.93)
    ring = np.clip(lip * 1.2 - np.abs(distance - lip * 0.5) + 0.5, 0, 1) * (1 - inside)
    side = _centred(full)[1] / (height / 2)
    dark_lip, light_lip = ring * np.clip(-side, 0, 1) * 0.5, ring * np.clip(side, 0, 1) * 0.42
    picture = shadows.flat((10, 4, 2), (np.maximum(darkness, dark_lip) * 255).astype(np.uint8)).convert_alpha()
    glint = shadows.flat((255, 214, 160), (light_lip * 255).astype(np.uint8)).convert_alpha()
    picture.blit(glint, (0, 0))
    return picture, margin
