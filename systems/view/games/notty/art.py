"""The pictures of the Notty table at any size: bold cards, each colour with a shape of its own, and their back."""

import pygame

from systems.view.toolkit import drawings, fonts
from systems.view.toolkit.cards import Deck, card_size
from systems.view.toolkit.drawings import Rgb, Size
from systems.view.toolkit.kept import kept
from systems.view.toolkit.looks import ByPalette

SHAPES = {"red": "star", "green": "leaf", "yellow": "sun", "black": "moon", "blue": "drop"}
"""The shape of every colour, so that colour is never the only sign."""
KINDS = tuple(f"{colour}-{number}" for colour in SHAPES for number in range(1, 10))
SMALL = 126  # below this height in pixels the shape is larger, so that it can be told apart in a fan
_LEAST_DRAWN = 128
"""Cards that will be turned are drawn this many pixels high, or twice, four times, ... as high."""

_DRAWN = ("#ee6552", "#c23428", "#7a1812")
TONES: ByPalette[str, tuple[Rgb, Rgb, Rgb, Rgb]] = ByPalette(
    {
        "red": ((238, 101, 82), (194, 52, 40), (122, 24, 18), (190, 44, 34)),
        "green": ((62, 184, 124), (16, 128, 80), (6, 72, 44), (12, 112, 70)),
        "yellow": ((248, 194, 58), (218, 142, 10), (116, 70, 2), (170, 108, 0)),
        "black": ((92, 88, 100), (40, 38, 46), (14, 12, 18), (42, 38, 48)),
        "blue": ((98, 160, 234), (34, 96, 186), (12, 46, 112), (30, 88, 176)),
    },
    safe={
        "red": ((222, 127, 126), (198, 35, 32), (99, 18, 16), (178, 21, 18)),
        "green": ((115, 181, 154), (13, 128, 81), (6, 64, 40), (14, 113, 69)),
        "yellow": ((235, 190, 113), (220, 143, 10), (110, 72, 5), (179, 114, 4)),
        "black": ((133, 131, 137), (45, 42, 51), (22, 21, 26), (45, 41, 49)),
        "blue": ((130, 158, 218), (40, 88, 191), (20, 44, 96), (22, 76, 183)),
    },
)
"""Of each colour: the light, middle and dark tone of its cards, and the ink of its numbers."""
BRIGHT: ByPalette[str, Rgb] = ByPalette(
    {
        "red": (246, 116, 98),
        "green": (84, 206, 146),
        "yellow": (255, 214, 92),
        "black": (176, 170, 186),
        "blue": (124, 180, 246),
    },
    safe={
        "red": (246, 116, 100),
        "green": (123, 235, 168),
        "yellow": (252, 213, 78),
        "black": (175, 169, 185),
        "blue": (112, 174, 245),
    },
)
"""The colours as they are seen on a dark ground."""


def face(kind: str, size: Size, times: int) -> pygame.Surface:
    """A card of `kind`, or its "back", upright, drawn afresh: as it is at `size`, but `times` as large."""
    large = (size[0] * times, size[1] * times)
    if kind == "back":
        return drawings.pixels(_back(), large)
    colour, number = kind.split("-")
    small = size[1] < SMALL
    card = _blank(colour, large, small).copy() if times == 1 else _scaled_blank(colour, large, small)
    pixels = round(large[1] * (0.52 if small else 0.46))
    ink = fonts.text(number, pixels, TONES[colour][3], "round")
    used = ink.get_bounding_rect(min_alpha=60)
    middle = (large[0] * (117 if small else 125) / 250, large[1] * (184 if small else 176) / 352)
    card.blit(ink, (round(middle[0] - used.centerx), round(middle[1] - used.centery)))
    return card


def faded(card: pygame.Surface) -> pygame.Surface:
    """A copy that is darker and greyer; its colour can still be told, as a hand is read by colours."""
    picture = drawings.dimmed(card)
    veil = card.copy()
    veil.set_alpha(96)
    picture.blit(veil, (0, 0))
    return picture


def _scaled_blank(colour: str, size: Size, small: bool) -> pygame.Surface:
    """The same for a card that will be turned, and so never be seen pixel by pixel: scaled from one of few sizes, as
    hands that grow take cards of another size all at once."""
    high = _LEAST_DRAWN
    while high < size[1]:
        high *= 2
    return pygame.transform.smoothscale(_blank(colour, card_size(high), small), size)


@kept(64)
def _blank(colour: str, size: Size, small: bool) -> pygame.Surface:
    """A card of a colour without its number: the costly part, shared by nine cards."""
    swap = {old: drawings.hexadecimal(new) for old, new in zip(_DRAWN, TONES[colour][:3], strict=True)}
    svg = drawings.replaced(drawings.source("notty/card_small.svg" if small else "notty/card.svg"), swap)
    shape = drawings.inside(f"notty/icon_{SHAPES[colour]}.svg")
    shade = shape.replace("#fff", drawings.hexadecimal(TONES[colour][2]))
    return drawings.pixels(svg.replace("<!-- shape -->", shape).replace("<!-- shade -->", shade), size)


def _back() -> str:
    """The back with the five shapes set into their places, each in its colour."""
    svg = drawings.source("notty/back.svg")
    for colour, shape in SHAPES.items():
        picture = drawings.inside(f"notty/icon_{shape}.svg").replace("#fff", drawings.hexadecimal(BRIGHT[colour]))
        svg = svg.replace(f"<!-- {shape} -->", picture)
    return svg


def shape(colour: str, size: int) -> pygame.Surface:
    """The shape of a colour, in it, in a square of `size`."""
    return drawings.icon(SHAPES[colour], size, BRIGHT[colour], "notty")


DECK = Deck(frozenset(KINDS), face, faded)
