"""The pictures of the Thirty-one table at any size: a French deck of our own drawing, its back, and lives as hearts."""

import re

import pygame

from systems.view.toolkit import drawings, fonts
from systems.view.toolkit.cards import Deck
from systems.view.toolkit.drawings import Rgb, Size
from systems.view.toolkit.kept import kept
from systems.view.toolkit.looks import ByPalette

SUITS = {"S": "spade", "H": "heart", "D": "diamond", "C": "club"}
"""The suits by their letters, each with the name of its shape."""
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
KINDS = tuple(f"{rank}{suit}" for suit in SUITS for rank in RANKS)
INKS: ByPalette[str, Rgb] = ByPalette(
    {"S": (30, 32, 46), "H": (190, 28, 40), "D": (190, 28, 40), "C": (30, 32, 46)},
    safe={"S": (29, 31, 46), "H": (155, 8, 24), "D": (180, 88, 20), "C": (11, 108, 75)},
)
"""The colour of a suit on paper."""
BRIGHT: ByPalette[str, Rgb] = ByPalette(
    {"S": (226, 230, 240), "H": (255, 122, 112), "D": (255, 122, 112), "C": (226, 230, 240)},
    safe={"S": (223, 225, 236), "H": (242, 111, 101), "D": (252, 189, 91), "C": (107, 201, 161)},
)
"""The colour of a suit on a dark ground."""
SMALL = 112
"""Below this height in pixels a card is a large rank and one large pip: pips and courts could not be told apart."""

_WIDTH, _HEIGHT = 250, 352
_DRAWN_INK = ("#d8343f", "#a8141f")
_PIP_INK: ByPalette[str, tuple[str, str]] = ByPalette(
    {"S": ("#41455e", "#171824"), "H": _DRAWN_INK, "D": _DRAWN_INK, "C": ("#41455e", "#171824")},
    safe={
        "S": ("#41434f", "#191b28"),
        "H": ("#ab303d", "#850715"),
        "D": ("#c0733a", "#9b4c11"),
        "C": ("#328468", "#095d40"),
    },
)
# A court is drawn in the tones of hearts: of robe, silk and hair, the light and the dark one.
_DRAWN_COURT = ("#d8444c", "#8c1626", "#3f6cab", "#1c3766", "#9a6232", "#5a3214")
_COURTS: dict[str, tuple[str, ...]] = {
    "S": ("#4a6cae", "#1d2f5c", "#b84556", "#6d1a2c", "#5a4a48", "#251c1e"),
    "H": _DRAWN_COURT,
    "D": ("#e2763a", "#a03c12", "#3c9088", "#174e4c", "#e6bc62", "#a8782c"),
    "C": ("#4f9a68", "#1d5034", "#80599c", "#44295c", "#b9764a", "#743c1e"),
}
_LEFT, _MIDDLE, _RIGHT = 84.0, 125.0, 166.0
_TOP, _BOTTOM = 62.0, 290.0
_PIP = 45.0
_SIDES = {4: (0.0, 1.0), 6: (0.0, 0.5, 1.0), 8: (0.0, 1 / 3, 2 / 3, 1.0)}
# Of every number: how many of its pips stand in two columns, and where the others stand in the middle.
_PIPS: dict[str, tuple[int, tuple[float, ...]]] = {
    "2": (0, (0.0, 1.0)),
    "3": (0, (0.0, 0.5, 1.0)),
    "4": (4, ()),
    "5": (4, (0.5,)),
    "6": (6, ()),
    "7": (6, (0.25,)),
    "8": (6, (0.25, 0.75)),
    "9": (8, (0.5,)),
    "10": (8, (1 / 6, 5 / 6)),
}


def face(kind: str, size: Size, times: int) -> pygame.Surface:
    """A card of `kind`, or its "back", upright, drawn afresh: as it is at `size`, but `times` as large."""
    large = (size[0] * times, size[1] * times)
    if kind == "back":
        return drawings.pixels(_back(), large)
    rank, suit = kind[:-1], kind[-1]
    small = size[1] < SMALL
    svg = drawings.source("thirty_one/card.svg").replace("<!-- face -->", _large_pip(suit) if small else _face(kind))
    card = drawings.pixels(drawings.replaced(svg, dict(zip(_DRAWN_INK, _PIP_INK[suit], strict=True))), large)
    _write_rank(card, rank, INKS[suit], small)
    return card


def faded(card: pygame.Surface) -> pygame.Surface:
    """A copy that is darker and greyer; its suit can still be told, as a hand is read by suits."""
    picture = drawings.dimmed(card)
    veil = card.copy()
    veil.set_alpha(80)
    picture.blit(veil, (0, 0))
    return picture


DECK = Deck(frozenset(KINDS), face, faded)


@kept(8)
def life(left: bool, size: int) -> pygame.Surface:
    """A heart in a square of `size`: a life that is left, or the hollow place of one that is lost."""
    return drawings.pixels(drawings.source(f"thirty_one/life{'' if left else '_lost'}.svg"), (size, size))


def suit(letter: str, size: int, colour: Rgb) -> pygame.Surface:
    """The shape of a suit ("S", "H", "D", "C") in one colour, in a square of `size`."""
    return drawings.icon(SUITS[letter], size, colour, "thirty_one")


# --- what is set into a card ---


def _face(kind: str) -> str:
    """The pips or the court of a card, and the small pips under its ranks."""
    rank, suit = kind[:-1], kind[-1]
    corners = _both_ways(_pip(suit, 27.5, 95, 36))
    if rank == "A":
        return corners + _pip(suit, 125, 176, 124) + _inlay(suit)
    return corners + (_court(rank, suit) if rank in "JQK" else _pips(rank, suit))


def _large_pip(suit: str) -> str:
    """The one pip of a small card, left of the middle: it shows when the next card lies over the right edge."""
    return _pip(suit, 112, 248, 138)


def _pips(rank: str, suit: str) -> str:
    sides, middle = _PIPS[rank]
    places = [(x, share) for x in (_LEFT, _RIGHT) for share in _SIDES.get(sides, ())]
    places += [(_MIDDLE, share) for share in middle]
    return "".join(_pip(suit, x, _TOP + share * (_BOTTOM - _TOP), _PIP, share > 0.5) for x, share in places)


def _pip(suit: str, x: float, y: float, size: float, turned: bool = False) -> str:
    """The shape of a suit with its middle at a point of the card."""
    shape = drawings.inside(f"thirty_one/icon_{SUITS[suit]}.svg").replace("#fff", "url(#ink)")
    turn = "rotate(180) " if turned else ""
    return f'<g transform="translate({x} {y}) {turn}scale({size / 200}) translate(-100 -100)">{shape}</g>'


def _inlay(suit: str) -> str:
    """The line inside an ace's pip."""
    shape = drawings.inside(f"thirty_one/icon_{SUITS[suit]}.svg")
    line = shape.replace('fill="#fff"', 'fill="none" stroke="#fcf6ea" stroke-opacity=".75" stroke-width="5"')
    return f'<g transform="translate(125 178) scale(0.46) translate(-100 -104)">{line}</g>'


def _court(rank: str, suit: str) -> str:
    """A court in its frame, twice, with the pip of its suit in two corners of the frame."""
    figure = drawings.inside(f"thirty_one/court_{rank}.svg")
    defined = re.search(r"<defs>.*?</defs>", figure, re.DOTALL)
    half = figure if defined is None else figure.replace(defined.group(), "")
    twice = f'{"" if defined is None else defined.group()}<g>{half}</g><g transform="rotate(180 125 176)">{half}</g>'
    frame = drawings.inside("thirty_one/court.svg").replace("<!-- figure -->", twice)
    tones = dict(zip(_DRAWN_COURT, _COURTS[suit], strict=True))
    return drawings.replaced(frame, tones) + _both_ways(_pip(suit, 71, 52, 31))


def _both_ways(part: str) -> str:
    """A part of a card, and the same turned about the card's middle."""
    return f'{part}<g transform="rotate(180 125 176)">{part}</g>'


def _write_rank(card: pygame.Surface, rank: str, ink: Rgb, small: bool) -> None:
    """Write the rank into two corners, or large into one."""
    unit = card.get_height() / _HEIGHT
    high, middle, width = (112, (68, 78), 100) if small else (50, (27.5, 47), 38)
    picture = _rank(rank, round(high * unit), round(width * unit), ink)
    place = round(middle[0] * unit - picture.get_width() / 2), round(middle[1] * unit - picture.get_height() / 2)
    card.blit(picture, place)
    if not small:
        turned = pygame.transform.rotate(picture, 180)
        card.blit(
            turned,
            (card.get_width() - place[0] - turned.get_width(), card.get_height() - place[1] - turned.get_height()),
        )


def _rank(rank: str, high: int, width: int, ink: Rgb) -> pygame.Surface:
    """A rank that is `high` pixels, its tail too, and narrowed where it is wider than `width`."""
    letters = fonts.text(rank, round(high / 0.67), ink, "serif-bold")
    used = letters.get_bounding_rect(min_alpha=40)
    cut = letters.subsurface(used)
    wanted = min(width, used.w), min(high, used.h)
    return cut if wanted == used.size else pygame.transform.smoothscale(cut, wanted)


def _back() -> str:
    """The back with the four suits set into their places."""
    svg = drawings.source("thirty_one/back.svg")
    for name in SUITS.values():
        svg = svg.replace(f"<!-- {name} -->", drawings.inside(f"thirty_one/icon_{name}.svg").replace("#fff", "#f6d58e"))
    return svg
