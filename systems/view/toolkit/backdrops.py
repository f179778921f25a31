"""What lies behind everything: felt at tables, elsewhere a pierced screen by lamplight."""

from collections.abc import Sequence

import numpy as np
import pygame

from systems.view.toolkit import drawings, shadows
from systems.view.toolkit.drawings import Rgb, Size
from systems.view.toolkit.kept import kept

Stops = Sequence[tuple[float, Rgb]]

_NIGHT: Stops = ((0, (42, 22, 44)), (0.5, (52, 25, 44)), (1, (24, 13, 27)))
_FELT: Stops = ((0, (33, 88, 74)), (0.5, (31, 84, 70)), (1, (24, 68, 57)))


def gradient(stops: Stops, size: Size) -> pygame.Surface:
    """Bands of colour from top to bottom, blended; `stops` are parts of the height with their colours."""
    places = np.linspace(0, 1, 256)
    at = [stop[0] for stop in stops]
    column = np.stack([np.interp(places, at, [stop[1][c] for stop in stops]) for c in range(3)], axis=-1)
    strip = pygame.surfarray.make_surface(np.repeat(column[None].astype(np.uint8), 2, axis=0))
    return pygame.transform.smoothscale(strip, size)


def _glow(picture: pygame.Surface, centre: tuple[float, float], reach: float, colour: Rgb) -> None:
    """Add light of `colour` around `centre` (in parts of the picture), out to `reach` of its height."""
    width, height = picture.get_size()
    x, y = np.ogrid[0:1:96j, 0:1:64j]
    across, down = (x - centre[0]) * width / height, y - centre[1]
    fall = np.clip(1 - np.sqrt(across * across + down * down) / reach, 0, 1) ** 2
    levels = (fall[:, :, None] * np.array(colour)).astype(np.uint8)
    light = pygame.transform.smoothscale(pygame.surfarray.make_surface(levels), (width, height))
    picture.blit(light, (0, 0), special_flags=pygame.BLEND_RGB_ADD)


def finished(picture: pygame.Surface, edges: float) -> pygame.Surface:
    """A backdrop, darkened towards its `edges` in place and with a little grain, in the display's format."""
    shadows.vignette(picture, edges)
    shadows.grain(picture)
    return picture.convert()


@kept(3)
def lamplight(size: Size) -> pygame.Surface:
    """A pierced screen of stars, lit from the middle and lost in the dark at the edges."""
    picture = gradient(_NIGHT, size)
    screen = pygame.Surface(size)
    side = max(40, round(size[1] / 6))
    tile = drawings.silhouette("shared/jali.svg", side, (70, 42, 30))
    for x in range((size[0] // 2) % side - side, size[0], side):
        for y in range((size[1] // 2) % side - side, size[1], side):
            screen.blit(tile, (x, y))
    shadows.vignette(screen, 1.0)
    picture.blit(screen, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    _glow(picture, (0.5, 0.34), 1.15, (78, 42, 22))
    return finished(picture, 0.6)


@kept(3)
def felt(size: Size) -> pygame.Surface:
    """Green felt under a lamp."""
    picture = gradient(_FELT, size)
    _glow(picture, (0.5, 0.42), 1.0, (14, 26, 22))
    return finished(picture, 0.5)
