"""Soft pictures: blurred shadows, glowing outlines, noise, and clean rotation of pictures with alpha."""

import math

import numpy as np
import numpy.typing as npt
import pygame

from systems.view.toolkit.kept import kept

Size = tuple[int, int]
Rgb = tuple[int, int, int]
Floats = npt.NDArray[np.float32]
_FRAME = 4
"""So many clear pixels around a picture that is turned let its edges run out."""


def corner(height: int) -> int:
    """The radius of a card's corners at a height of `height` pixels."""
    return max(2, round(height * 19 / 352))


def flat(colour: Rgb, alpha: npt.NDArray[np.uint8]) -> pygame.Surface:
    """A picture of one colour everywhere, seen as strongly as `alpha` (by column and row) says."""
    picture = pygame.Surface(alpha.shape, pygame.SRCALPHA)
    picture.fill((*colour, 0))
    pygame.surfarray.pixels_alpha(picture)[:] = alpha
    return picture


def _straight(premultiplied: pygame.Surface) -> pygame.Surface:
    """The same picture with its colours divided by alpha again; drawn in place. Only its edges are gone through: what
    is opaque stays as it is, and what is clear is not seen."""
    alpha = pygame.surfarray.pixels2d(premultiplied).T >> premultiplied.get_shifts()[3]  # as the pixels lie in memory
    edges = np.nonzero(alpha - 1 < 254)  # a clear pixel's becomes the largest number there is
    colours = pygame.surfarray.pixels3d(premultiplied).swapaxes(0, 1)
    shares = 255 / alpha[edges].astype(np.float32)[:, None]
    colours[edges] = np.minimum(255, colours[edges] * shares + 0.5).astype(np.uint8)
    del colours
    return premultiplied


def rotated(twice: pygame.Surface, angle: float, size: Size) -> pygame.Surface:
    """`twice`, a picture at twice its size whose colours are multiplied by alpha, turned by `angle` degrees and scaled
    down to its own size.

    No corner is cut, and width and height stay odd or even as `size` is, so that pictures of one card (its face,
    shadow, outline) lie exactly on each other. At half the size every pixel is blended from as much of the large
    picture as it covers, so turning and scaling in one step is as sharp as one by one, at a third of the cost.
    """
    (wide, high), cosine, sine = twice.get_size(), math.cos(math.radians(angle)), math.sin(math.radians(angle))
    framed = pygame.Surface((wide + 2 * _FRAME, high + 2 * _FRAME), pygame.SRCALPHA)
    # pygame takes the corner of a pixel for its middle, before and after it turns, and makes pictures of even sizes.
    across, down = 1 - size[0] % 2, 1 - size[1] % 2
    place = (
        _FRAME + round(0.5 - across * cosine + down * sine),
        _FRAME + round(0.5 - across * sine - down * cosine),
    )
    framed.blit(twice, place, special_flags=pygame.BLEND_RGBA_ADD)
    turned = pygame.transform.rotozoom(framed, angle, 0.5)
    width, height = turned.get_size()
    room = pygame.Surface((_like(width, size[0]), _like(height, size[1])), pygame.SRCALPHA)
    room.blit(turned, (0, 0), special_flags=pygame.BLEND_RGBA_ADD)
    return _straight(room)


def turned_softly(picture: pygame.Surface, angle: float, size: Size) -> pygame.Surface:
    """A soft picture of one colour turned about its centre; see `rotated` for `size`."""
    if angle == 0:
        return picture
    turned = pygame.transform.rotozoom(picture, angle, 1.0)
    width, height = turned.get_size()
    room = pygame.Surface((_like(width, size[0]), _like(height, size[1])), pygame.SRCALPHA)
    room.fill((*picture.get_at((0, 0))[:3], 0))
    room.blit(turned, (0, 0), special_flags=pygame.BLEND_RGBA_ADD)
    return room


def _like(number: int, model: int) -> int:
    """The smallest number from `number` on that is odd or even as `model` is."""
    return number + (number + model) % 2


def blurred_box(size: Size, radius: int, blur: float, margin: int) -> npt.NDArray[np.uint8]:
    """The alpha, by column and row, of a rounded box of `size` blurred by `blur` pixels, with `margin` around.

    Worked out at a quarter of the size, where blur allows: nobody sees the difference, and it is quick.
    """
    shrink = max(1, min(4, int(blur)))
    full = (size[0] + 2 * margin, size[1] + 2 * margin)
    small = pygame.Surface((-(-full[0] // shrink), -(-full[1] // shrink)), pygame.SRCALPHA)
    small.fill((0, 0, 0, 0))
    box = pygame.Rect(0, 0, max(1, size[0] // shrink), max(1, size[1] // shrink))
    box.center = small.get_rect().center
    pygame.draw.rect(small, (255, 255, 255, 255), box, border_radius=max(1, radius // shrink))
    alpha = gaussian(pygame.surfarray.array_alpha(small).astype(np.float32), blur / shrink)
    picture = flat((0, 0, 0), np.clip(alpha, 0, 255).astype(np.uint8))
    return pygame.surfarray.array_alpha(pygame.transform.smoothscale(picture, full))


def gaussian(values: Floats, sigma: float) -> Floats:
    """`values` blurred along both axes by a gaussian of `sigma` cells; what lies outside counts as zero."""
    reach = max(1, int(sigma * 2.6 + 0.5))
    weights = np.exp(-0.5 * (np.arange(-reach, reach + 1) / max(sigma, 0.3)) ** 2)
    weights = (weights / weights.sum()).astype(np.float32)
    for axis in (0, 1):
        values = _blur_along(values, weights, axis)
    return values


def _blur_along(values: Floats, weights: Floats, axis: int) -> Floats:
    """`values` folded with `weights` along one axis."""
    reach = len(weights) // 2
    pads = [(reach, reach) if a == axis else (0, 0) for a in (0, 1)]
    padded = np.pad(values, pads)
    length = values.shape[axis]
    total = np.zeros_like(values)
    for k, weight in enumerate(weights):
        part = padded[k : k + length] if axis == 0 else padded[:, k : k + length]
        total += weight * part
    return total


@kept(2)
def noise(side: int = 256) -> npt.NDArray[np.int16]:
    """A square tile of grain, the same each time, roughly normal with a deviation of 2.2 levels."""
    random = np.random.default_rng(7)
    return np.rint(random.normal(0.0, 2.2, (side, side))).astype(np.int16)


def grain(picture: pygame.Surface) -> None:
    """Lay fine grain over an opaque picture, in place; it hides the bands of a gradient too."""
    tile = noise()
    for sign, flag in ((1, pygame.BLEND_RGB_ADD), (-1, pygame.BLEND_RGB_SUB)):
        levels = np.clip(tile * sign, 0, 255).astype(np.uint8)
        speckle = pygame.surfarray.make_surface(np.repeat(levels[:, :, None], 3, axis=2))
        for x in range(0, picture.get_width(), tile.shape[0]):
            for y in range(0, picture.get_height(), tile.shape[1]):
                picture.blit(speckle, (x, y), special_flags=flag)


def vignette(picture: pygame.Surface, strength: float) -> None:
    """Darken an opaque picture towards its corners, in place: there by `strength` (0..1)."""
    x, y = np.ogrid[-1:1:96j, -1:1:64j]
    fall = 1 - strength * ((x * x + y * y) / 2) ** 1.3
    levels = np.repeat((fall * 255).astype(np.uint8)[:, :, None], 3, axis=2)
    mask = pygame.transform.smoothscale(pygame.surfarray.make_surface(levels), picture.get_size())
    picture.blit(mask, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
