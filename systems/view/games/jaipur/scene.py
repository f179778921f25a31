"""Jaipur's picture in the menu: three cards before the town, and tokens on the merchant's counter."""

import pygame

from systems.view.games.jaipur import art
from systems.view.table.scenery import fan, grounded, lay, put
from systems.view.toolkit.drawings import Size
from systems.view.toolkit.kept import kept

_COUNTER = 0.8
"""Where the counter begins, in parts of the height."""
_WOOD, _EDGE = (70, 28, 40), (196, 138, 76)
_TOKENS = (("cloth", 5, 0.1), ("diamond", 7, 0.255), ("diamond", 5, 0.335), ("gold", 6, 0.6), ("gold", 5, 0.68),
           ("spice", 5, 0.9))  # fmt: skip


@kept(4)
def scene(size: Size) -> pygame.Surface:
    """The picture, opaque, exactly of a size in pixels; a shared one."""
    picture = grounded(art.palace((size[0], round(size[1] * 1.5))).subsurface((0, 0, *size)), size)
    lay(picture, art.DECK, fan(("silver", "diamond", "camel"), (0.5, 0.42), 0.7, 0.225, 4.0))
    top = round(size[1] * _COUNTER)
    pygame.draw.rect(picture, _WOOD, (0, top, size[0], size[1] - top))
    pygame.draw.rect(picture, _EDGE, (0, top, size[0], max(1, size[1] // 80)))
    for kind, value, x in _TOKENS:
        put(picture, art.token(kind, value, round(size[1] * 0.155)), (x, 0.9))
    return picture
