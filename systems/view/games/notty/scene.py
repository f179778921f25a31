"""Notty's picture in the menu: a run of five, a card of each colour."""

import pygame

from systems.view.games.notty import art
from systems.view.table.scenery import fan, grounded, lay
from systems.view.toolkit import backdrops
from systems.view.toolkit.drawings import Size
from systems.view.toolkit.kept import kept

_RUN = ("red-3", "green-4", "yellow-5", "black-6", "blue-7")


@kept(4)
def scene(size: Size) -> pygame.Surface:
    """The picture, opaque, exactly of a size in pixels; a shared one."""
    picture = grounded(backdrops.felt(size), size)
    lay(picture, art.DECK, fan(_RUN, (0.5, 0.52), 0.72, 0.155, 8.0))
    return picture
