"""What lies behind everything: a dusk for Jaipur, a screen by lamplight for the menu, felt for the rest."""

from collections.abc import Callable, Sequence

import numpy as np
import pygame

from systems.view.toolkit import drawings, shadows
from systems.view.toolkit.drawings import Rgb, Size

Stops = Sequence[tuple[float, Rgb]]

DUSK: Stops = (
    (0, (139, 71, 46)),
    (0.22, (128, 60, 44)),
    (0.5, (80, 38, 44)),
    (0.78, (43, 21, 37)),
    (1, (27, 14, 28)),
)
NIGHT: Stops = ((0, (42, 22, 44)), (0.5, (52, 25, 44)), (1, (24, 13, 27)))
FELT: Stops = ((0, (33, 88, 74)), (0.5, (31, 84, 70)), (1, (24, 68, 57)))


def background(game: str, size: Size) -> pygame.Surface:
    """An opaque picture of `size` in the display's format: "jaipur", "menu", or felt for any other game."""
    painters: dict[str, Callable[[Size], pygame.Surface]] = {"jaipur": _palace, "menu": _lamplight}
    picture = painters.get(game, _felt)(size)
    shadows.grain(picture)
    return picture.convert()


def _gradient(stops: Stops, size: Size) -> pygame.Surface:
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


def _palace(size: Size) -> pygame.Surface:
    """Domes and oriels before an evening sky; they fill the width and fade out below the middle."""
    picture = _gradient(DUSK, size)
    scale = max(size[0] / 1600, size[1] / 900)
    width, height = round(1600 * scale), round(700 * scale)
    skyline = drawings.pixels(drawings.source("jaipur/skyline.svg"), (width, height))
    picture.blit(skyline, ((size[0] - width) // 2, round(size[1] - 900 * scale) // 3))
    shadows.vignette(picture, 0.55)
    return picture


def _lamplight(size: Size) -> pygame.Surface:
    """A pierced screen of stars, lit from the middle and lost in the dark at the edges."""
    picture = _gradient(NIGHT, size)
    screen = pygame.Surface(size)
    side = max(40, round(size[1] / 6))
    tile = drawings.silhouette("shared/jali.svg", side, (70, 42, 30))
    for x in range((size[0] // 2) % side - side, size[0], side):
        for y in range((size[1] // 2) % side - side, size[1], side):
            screen.blit(tile, (x, y))
    shadows.vignette(screen, 1.0)
    picture.blit(screen, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    _glow(picture, (0.5, 0.34), 1.15, (78, 42, 22))
    shadows.vignette(picture, 0.6)
    return picture


def _felt(size: Size) -> pygame.Surface:
    """Green felt under a lamp."""
    picture = _gradient(FELT, size)
    _glow(picture, (0.5, 0.42), 1.0, (14, 26, 22))
    shadows.vignette(picture, 0.5)
    return picture
