"""Thirty-one's picture in the menu: the best hand there is, a card that nobody sees, and the lives of a player."""

import pygame

from systems.view.games.thirty_one import art
from systems.view.table.scenery import Laid, fan, grounded, lay, put
from systems.view.toolkit import backdrops
from systems.view.toolkit.drawings import Size
from systems.view.toolkit.kept import kept


@kept(4)
def scene(size: Size) -> pygame.Surface:
    """The picture, opaque, exactly of a size in pixels; a shared one."""
    picture = grounded(backdrops.felt(size), size)
    lay(picture, art.DECK, [Laid("back", (0.15, 0.54), 0.6, 9.0)])
    lay(picture, art.DECK, fan(("KH", "10H", "AH"), (0.54, 0.52), 0.74, 0.17, 7.0))
    for place in range(3):
        put(picture, art.life(place < 2, round(size[1] * 0.14)), (0.91, 0.3 + 0.22 * place))
    return picture
