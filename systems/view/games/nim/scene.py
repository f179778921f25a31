"""Nim's picture in the menu: pebbles in carved troughs."""

import pygame

from systems.view.games.nim import art
from systems.view.table.scenery import put
from systems.view.toolkit.drawings import Size
from systems.view.toolkit.kept import kept

_PILES = (1, 3, 5)
_LEFT, _WIDE, _HIGH = 0.1, 0.8, 0.27
"""Where troughs begin and how long and high they are, in parts of the picture."""


@kept(4)
def scene(size: Size) -> pygame.Surface:
    """The picture, opaque, exactly of a size in pixels; a shared one."""
    width, height = size
    tops = [round(height * (0.06 + place * 0.305)) for place in range(len(_PILES))]
    troughs = tuple((round(width * _LEFT), top, round(width * _WIDE), round(height * _HIGH)) for top in tops)
    picture = pygame.Surface(size)
    picture.blit(art.trough_board(size, troughs, 0), (0, 0))
    stone, look = round(height * 0.24), 0
    for pile, (left, top, _, high) in zip(_PILES, troughs, strict=True):
        for place in range(pile):
            at = (left + high * 0.62 + place * stone * 1.04) / width, (top + high / 2) / height
            put(picture, art.pebble_shadow(stone), (at[0], at[1] + 0.015))
            put(picture, art.pebble(look * 37 % art.LOOKS, stone), at)
            look += 1
    return picture
