"""Pictures of cards that nobody has drawn: a shape and a colour for each suit, and the kind in words and numbers."""

import re
from typing import NamedTuple

import pygame

from systems.view.toolkit import drawings, fonts
from systems.view.toolkit.drawings import Rgb, Size
from systems.view.toolkit.looks import ByPalette

COLOURS: ByPalette[int, Rgb] = ByPalette(
    dict(
        enumerate(
            (
                (196, 70, 62),
                (52, 112, 184),
                (58, 132, 76),
                (196, 138, 28),
                (128, 78, 168),
                (36, 138, 140),
                (204, 104, 44),
                (104, 104, 116),
            )
        )
    ),
    safe=dict(
        enumerate(
            (
                (156, 4, 18),
                (21, 113, 252),
                (65, 133, 84),
                (208, 144, 20),
                (121, 67, 151),
                (28, 167, 162),
                (190, 80, 9),
                (103, 106, 119),
            )
        )
    ),
)
"""Of suits for which a game says no colour."""
_SHAPES = (
    "M100 12 L188 100 L100 188 L12 100 Z",
    "M100 10 A90 90 0 1 0 100 190 A90 90 0 1 0 100 10 Z",
    "M100 14 L190 178 L10 178 Z",
    "M22 22 H178 V178 H22 Z",
    "M100 8 L124 72 L192 74 L138 116 L157 182 L100 144 L43 182 L62 116 L8 74 L76 72 Z",
    "M100 8 C120 60 170 90 170 132 A70 62 0 0 1 30 132 C30 90 80 60 100 8 Z",
    "M56 18 H144 L188 100 L144 182 H56 L12 100 Z",
    "M72 16 H128 V72 H184 V128 H128 V184 H72 V128 H16 V72 H72 Z",
)
SHAPES = len(_SHAPES)
_INK: Rgb = (46, 36, 38)
_SMALL = 96
"""Below this height in pixels a card is its index and its shape, both larger."""
_NUMBERED = re.compile(r"(\D*?)[\s_-]*(\d+)")


class Named(NamedTuple):
    """A kind as it is read: its suit in words, and its number where it has one."""

    suit: str
    number: str


def named(kind: str) -> Named:
    """The suit and the number of a kind: "oak 7" is a 7 of oak."""
    found = _NUMBERED.fullmatch(kind)
    return Named(kind, "") if found is None else Named(found[1], found[2])


def face(kind: str, shape: int, colour: Rgb, size: Size, times: int) -> pygame.Surface:
    """A card upright, as it is at `size`, but `times` as large."""
    large = (size[0] * times, size[1] * times)
    suit, number = named(kind)
    small = size[1] < _SMALL
    dark, light = _mixed(colour, (0, 0, 0), 0.35), _mixed(colour, (255, 255, 255), 0.22)
    sign = f'<path d="{_SHAPES[shape % SHAPES]}" fill="url(#suit)" stroke="{dark}" stroke-width="5"/>'
    middle = "translate(35 140) scale(.9)" if small else "translate(55 92) scale(.7)"
    mark = "" if small or not number else f'<g transform="translate(20 66) scale(.17)">{sign}</g>'
    svg = f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 250 352">
<defs>
<linearGradient id="paper" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="0" y2="352">
<stop offset="0" stop-color="#fffdf6"/><stop offset="1" stop-color="#f0e6d2"/></linearGradient>
<linearGradient id="suit" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="60" y2="200">
<stop offset="0" stop-color="{light}"/><stop offset="1" stop-color="{drawings.hexadecimal(colour)}"/></linearGradient>
</defs>
<rect x="0" y="0" width="250" height="352" rx="21" fill="{dark}"/>
<rect x="3" y="3" width="244" height="346" rx="18" fill="{drawings.hexadecimal(colour)}"/>
<rect x="9" y="9" width="232" height="334" rx="14" fill="url(#paper)"/>
{mark}<g transform="rotate(180 125 176)">{mark}</g>
<g transform="{middle}">{sign}</g>
</svg>"""
    card = drawings.pixels(svg, large)
    _write(card, suit, number, dark, small)
    return card


def _write(card: pygame.Surface, suit: str, number: str, dark: str, small: bool) -> None:
    """Write the number into the corners and onto the shape, and the suit below it; a small card has an index alone."""
    unit = card.get_height() / 352
    ink = tuple(bytes.fromhex(dark[1:]))
    colour: Rgb = (ink[0], ink[1], ink[2])
    if small:
        _put(card, number or suit, 92 * unit if number else 54 * unit, (125, 78), 210 * unit, colour)
        return
    if number:
        _put(card, number, 58 * unit, (37, 38), 46 * unit, colour)
        turned = pygame.transform.rotate(_written(number, 58 * unit, 46 * unit, colour), 180)
        where = card.get_width() - 37 * unit - turned.get_width() / 2, card.get_height() - 38 * unit
        card.blit(turned, (round(where[0]), round(where[1] - turned.get_height() / 2)))
        _put(card, number, 84 * unit, (125, 166), 110 * unit, (255, 253, 246))
    _put(card, suit, 40 * unit, (125, 270), (132 if number else 200) * unit, _INK)


def _put(card: pygame.Surface, words: str, pixels: float, middle: tuple[float, float], width: float, ink: Rgb) -> None:
    """Write words around a point of the card, at most so wide."""
    if words:
        picture = _written(words, pixels, width, ink)
        unit = card.get_height() / 352
        card.blit(picture, picture.get_rect(center=(round(middle[0] * unit), round(middle[1] * unit))))


def _written(words: str, pixels: float, width: float, ink: Rgb) -> pygame.Surface:
    """Words as large as they fit, cut to what is seen of them."""
    size = round(pixels)
    while size > 6 and fonts.text_width(words, size, "serif-bold") > width:
        size -= 1
    picture = fonts.text(words, size, ink, "serif-bold")
    return picture.subsurface(picture.get_bounding_rect(min_alpha=40))


def back(size: Size, times: int) -> pygame.Surface:
    """The back of every card: a lattice of gold on red."""
    lines = "".join(f"M{x} 18 L{x + 316} 334 M{x + 316} 18 L{x} 334 " for x in range(-300, 250, 29))
    svg = f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 250 352">
<defs><linearGradient id="red" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="80" y2="352">
<stop offset="0" stop-color="#7c3044"/><stop offset="1" stop-color="#451a2c"/></linearGradient></defs>
<rect x="0" y="0" width="250" height="352" rx="21" fill="#2c0f1a"/>
<rect x="2" y="2" width="246" height="348" rx="19" fill="#f4ead6"/>
<rect x="13" y="13" width="224" height="326" rx="12" fill="url(#red)"/>
<path d="{lines}" fill="none" stroke="#e2b266" stroke-opacity=".34" stroke-width="2.4"/>
<rect x="7" y="7" width="236" height="338" rx="16" fill="none" stroke="#f4ead6" stroke-width="12"/>
<rect x="18" y="18" width="214" height="316" rx="9" fill="none" stroke="#e2b266" stroke-width="3"/>
<path d="M125 128 L164 176 L125 224 L86 176 Z" fill="#5c2236" stroke="#f0cc84" stroke-width="4"/>
<path d="M125 152 L145 176 L125 200 L105 176 Z" fill="#f0cc84"/>
</svg>"""
    return drawings.pixels(svg, (size[0] * times, size[1] * times))


def _mixed(colour: Rgb, other: Rgb, share: float) -> str:
    """A colour some way to another, as SVG writes it."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(colour, other, strict=True))
    return drawings.hexadecimal((red, green, blue))
