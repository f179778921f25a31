"""The pictures of the Jaipur table at any size: dusk behind it, card faces, coins and seals, and their colours."""

import pygame

from game.games.jaipur.tables import NAME
from game.rules.translation import translated
from systems.view.toolkit import backdrops, drawings, fonts
from systems.view.toolkit.cards import Deck
from systems.view.toolkit.drawings import Rgb, Size
from systems.view.toolkit.kept import kept
from systems.view.toolkit.looks import ByPalette

KINDS = ("diamond", "gold", "silver", "cloth", "spice", "leather", "camel")
SMALL = 96  # below this height a card has no name: its picture is larger instead
CREAM = (255, 246, 222)
_WHOLE = 0.72
"""Of a coin that shows so much of its width the number stands in the middle all the same."""
NUMBER, FILLED = 0.62, 1.25
"""How large the letters of a coin's number are, in diameters, and at most in widths of the part that shows."""

TONES: ByPalette[str, tuple[Rgb, Rgb, Rgb]] = ByPalette(
    {
        "diamond": ((229, 138, 151), (198, 61, 82), (122, 20, 38)),
        "gold": ((236, 208, 122), (194, 150, 42), (110, 77, 12)),
        "silver": ((190, 203, 215), (118, 135, 154), (54, 66, 79)),
        "cloth": ((174, 145, 219), (116, 72, 176), (58, 28, 104)),
        "spice": ((138, 199, 154), (60, 140, 88), (22, 69, 40)),
        "leather": ((205, 161, 132), (154, 96, 56), (75, 39, 17)),
        "camel": ((143, 198, 214), (47, 125, 151), (18, 63, 85)),
    },
    safe={
        "diamond": ((218, 146, 155), (192, 67, 82), (96, 34, 41)),
        "gold": ((218, 192, 123), (192, 147, 27), (96, 74, 14)),
        "silver": ((177, 182, 187), (120, 130, 138), (60, 65, 69)),
        "cloth": ((173, 141, 209), (113, 59, 176), (56, 30, 88)),
        "spice": ((181, 206, 175), (128, 171, 117), (64, 86, 58)),
        "leather": ((181, 147, 122), (127, 68, 25), (64, 34, 12)),
        "camel": ((131, 187, 221), (41, 138, 197), (20, 69, 98)),
    },
)
"""Of each kind: the light, middle and dark tone of its arch and its coins."""
GOOD_COLOURS: ByPalette[str, Rgb] = ByPalette(
    {
        "diamond": (240, 128, 144),
        "gold": (240, 202, 92),
        "silver": (192, 206, 220),
        "cloth": (184, 148, 238),
        "spice": (122, 206, 146),
        "leather": (219, 158, 114),
        "camel": (122, 194, 216),
    },
    safe={
        "diamond": (252, 79, 86),
        "gold": (241, 204, 91),
        "silver": (184, 215, 246),
        "cloth": (182, 150, 237),
        "spice": (193, 210, 163),
        "leather": (177, 147, 135),
        "camel": (123, 169, 175),
    },
)
"""The colour of each kind as it is seen on a dark ground."""


_DUSK: backdrops.Stops = (
    (0, (139, 71, 46)),
    (0.22, (128, 60, 44)),
    (0.5, (80, 38, 44)),
    (0.78, (43, 21, 37)),
    (1, (27, 14, 28)),
)


@kept(3)
def palace(size: Size) -> pygame.Surface:
    """What lies behind the table: domes and oriels before an evening sky; they fill the width and fade out below the
    middle."""
    picture = backdrops.gradient(_DUSK, size)
    scale = max(size[0] / 1600, size[1] / 900)
    width, height = round(1600 * scale), round(700 * scale)
    skyline = drawings.pixels(drawings.source("jaipur/skyline.svg"), (width, height))
    picture.blit(skyline, ((size[0] - width) // 2, round(size[1] - 900 * scale) // 3))
    return backdrops.finished(picture, 0.55)


def _tones(kind: str) -> dict[str, str]:
    """What to swap in a drawing made in the diamond's tones to have it in those of `kind`."""
    pairs = zip(TONES.usual["diamond"], TONES[kind], strict=True)
    return {drawings.hexadecimal(old): drawings.hexadecimal(new) for old, new in pairs}


def face(kind: str, size: Size, times: int) -> pygame.Surface:
    """A card of `kind`, or its "back", upright, drawn afresh: as it is at `size`, but `times` as large."""
    large = (size[0] * times, size[1] * times)
    if kind == "back":
        return drawings.pixels(drawings.source("jaipur/back.svg"), large)
    small = size[1] < SMALL
    paper = "jaipur/card_small.svg" if small else "shared/parchment.svg"
    frame = drawings.replaced(drawings.source(paper), _tones(kind))
    place = "translate(26 137.5) scale(.99)" if small else "translate(37 123) scale(.88)"
    picture = f'<g transform="{place}">{drawings.inside(f"jaipur/{kind}.svg")}</g>'
    card = drawings.pixels(frame.replace("<!-- picture -->", picture), large)
    if not small:
        _letter(card, kind, max(10.0, size[1] * 0.078) * times)
    return card


DECK = Deck(frozenset(KINDS), face)


def _letter(card: pygame.Surface, kind: str, pixels: float) -> None:
    """Write the name below the arch, and set the good's sign into both upper corners."""
    width, height = card.get_size()
    _, middle, ink = TONES[kind]
    name = _name(name_of(kind), round(pixels), ink)
    if name.get_width() > width * 0.82:
        name = _name(name_of(kind), int(pixels * 0.82 * width / name.get_width()), ink)
    card.blit(name, name.get_rect(center=(round(width / 2), round(height * 0.9175))))
    side = round(height * 0.098)
    sign = drawings.silhouette(f"jaipur/icon_{kind}.svg", side, middle)
    for x in (0.158, 0.842):
        card.blit(sign, sign.get_rect(center=(round(width * x), round(height * 0.117))))


def name_of(kind: str) -> str:
    """What a card says that it is, in the language that is chosen."""
    return translated(NAME[KINDS.index(kind)])


@kept(64)
def _name(words: str, pixels: int, ink: Rgb) -> pygame.Surface:
    """The name in capitals, spaced, the first a little taller; cropped to the height of capitals."""
    signs = words.upper()
    sizes = [round(pixels * 1.16)] + [pixels] * (len(signs) - 1)
    letters = [fonts.text(c, s, ink, "serif") for c, s in zip(signs, sizes, strict=True)]
    spacing = pixels * 0.07
    width = sum(letter.get_width() for letter in letters) + round(spacing * (len(letters) - 1))
    top = fonts.font("serif", sizes[0]).get_ascent()
    line = pygame.Surface((width, top + 2), pygame.SRCALPHA)
    line.fill((*ink, 0))
    x = 0.0
    for letter, size in zip(letters, sizes, strict=True):
        line.blit(letter, (round(x), top - fonts.font("serif", size).get_ascent()))
        x += letter.get_width() + spacing
    used = line.get_bounding_rect(min_alpha=60)
    return line.subsurface(pygame.Rect(0, used.top, width, used.height)).copy()


def icon(kind: str, size: int, colour: Rgb) -> pygame.Surface:
    """The sign of a good, or of camels, in a square of `size`."""
    return drawings.icon(kind, size, colour, "jaipur")


@kept(16)
def seal(won: bool, diameter: int) -> pygame.Surface:
    """A seal of red wax, or the faint place of one that is not won yet."""
    path = "jaipur/seal_won.svg" if won else "jaipur/seal_open.svg"
    return drawings.pixels(drawings.source(path), (diameter, diameter))


@kept(128)
def token(good: str, value: int, diameter: int, shows: int = 0) -> pygame.Surface:
    """A coin in the good's colour with its number. Where others lie on it, of which the first covers all but so many
    pixels at the right that it `shows`, the number stands there, as large as it may be."""
    svg = drawings.replaced(drawings.source("jaipur/coin.svg"), _tones(good))
    picture = drawings.pixels(svg, (diameter, diameter))
    covered = 0 < shows < diameter * _WHOLE
    pixels = diameter * NUMBER if not covered else min(diameter * NUMBER, shows * FILLED)
    x = diameter - 0.5 * shows - 0.02 * diameter if covered else 0.5 * diameter
    engrave(picture, str(value), round(pixels), (x, diameter * 0.5), TONES[good][2])
    return picture


@kept(64)
def bonus_token(size: int, value: int | None, diameter: int) -> pygame.Surface:
    """The bonus for selling `size` (3, 4, 5) cards: face down without a `value`; pips count the cards."""
    picture = drawings.pixels(drawings.source(f"jaipur/bonus{size}.svg"), (diameter, diameter))
    words = f"×{size}" if value is None else str(value)
    pixels = round(diameter * (0.42 if value is None else 0.5))
    engrave(picture, words, pixels, (diameter * 0.5, diameter * 0.56), (26, 14, 24))
    return picture


@kept(8)
def camel_token(diameter: int) -> pygame.Surface:
    """The token of whoever has the larger herd: a camel above its worth, 5."""
    svg = drawings.replaced(drawings.source("jaipur/coin.svg"), _tones("camel"))
    picture = drawings.pixels(svg, (diameter, diameter))
    side = round(diameter * 0.42)
    for colour, drop in ((TONES["camel"][2], max(1, diameter // 50)), (CREAM, 0)):
        sign = drawings.silhouette("jaipur/icon_camel.svg", side, colour)
        picture.blit(sign, sign.get_rect(center=(diameter * 0.5 + drop, diameter * 0.33 + drop)))
    engrave(picture, "5", round(diameter * 0.4), (diameter * 0.5, diameter * 0.7), TONES["camel"][2])
    return picture


def engrave(picture: pygame.Surface, words: str, pixels: int, centre: tuple[float, float], edge: Rgb) -> None:
    """Write `words` onto `picture` in cream with an `edge` around, their ink centred on `centre`; figures of one size
    stand equally high."""
    ink, upright = (fonts.text(each, pixels, CREAM, "serif-bold") for each in (words, "0"))
    across, down = (each.get_bounding_rect(min_alpha=40) for each in (ink, upright))
    left, top = round(centre[0] - across.centerx), round(centre[1] - down.centery)
    around = fonts.text(words, pixels, edge, "serif-bold")
    reach = max(1, round(pixels / 16))
    for dx in (-reach, 0, reach):
        for dy in (-reach, 0, reach, reach * 2):
            picture.blit(around, (left + dx, top + dy))
    picture.blit(ink, (left, top))
