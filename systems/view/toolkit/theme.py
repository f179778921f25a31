"""Colours, sizes and durations shared by every screen.

Sizes are in units (see `canvas`), durations in seconds, colours are RGB or RGBA in 0..255.
"""

from dataclasses import dataclass
from functools import lru_cache

from systems.view.toolkit.drawings import Rgb
from systems.view.toolkit.fonts import Colour
from systems.view.toolkit.looks import ByPalette

# Inks.
TEXT: Colour = (241, 230, 214)
MUTED: Colour = (196, 180, 164)
FAINT: Colour = (150, 138, 134)
HEADING: Colour = (250, 222, 150)
GOLD: Colour = (236, 188, 100)
GOLD_LINE: Colour = (166, 126, 72, 235)
WARNING: Colour = (255, 170, 120)

# Grounds.
PANEL: Colour = (27, 17, 26, 212)
PANEL_SOLID: Colour = (38, 25, 35)
WELL: Colour = (66, 50, 60, 235)
DIM: Colour = (10, 5, 10, 165)
SHADOW: Colour = (8, 3, 8, 130)
FOCUS: Colour = (255, 236, 176)
BAR: Rgb = (236, 188, 100)
BAR_PLAIN: Colour = (160, 114, 96)
BAR_BACK: Colour = (70, 54, 66)

# What is told apart by its colour. tests/test_palettes.py measures those of the safe palette.
SIGNS: ByPalette[str, Colour] = ByPalette(
    {"good": (150, 214, 150), "bad": WARNING},
    safe={"good": (120, 207, 225), "bad": (252, 135, 4)},
)
"""What is good for somebody and what is bad: wins and losses, values above and below their middle."""

MARKS: ByPalette[str | None, Rgb] = ByPalette(
    {
        None: BAR,
        "inaccuracy": (243, 210, 122),
        "mistake": (255, 159, 90),
        "blunder": (255, 107, 94),
        "luck": (182, 240, 194),
    },
    safe={
        None: (255, 213, 109),
        "inaccuracy": (253, 243, 204),
        "mistake": (206, 155, 165),
        "blunder": (255, 127, 112),
        "luck": (135, 220, 236),
    },
)
"""Moves by what they lose, see game.analysis.decisions.CLASSES (None: nothing to name), and strokes of luck."""

CURVES: ByPalette[int, Colour] = ByPalette(
    dict(
        enumerate(
            (
                GOLD,
                (112, 180, 240),
                (150, 214, 150),
                (240, 128, 140),
                (196, 160, 250),
                (240, 240, 240),
                (120, 220, 220),
                (200, 140, 90),
            )
        )
    ),
    safe=dict(
        enumerate(
            (
                (243, 189, 71),
                (234, 248, 255),
                (155, 189, 134),
                (237, 109, 157),
                (117, 159, 233),
                (250, 243, 176),
                (162, 226, 198),
                (172, 123, 72),
            )
        )
    ),
)
"""Curves in one chart, by their places."""

CANDIDATES: ByPalette[int, Colour] = ByPalette(
    {0: BAR_PLAIN, 1: (255, 214, 110), 2: (120, 220, 235), 3: (211, 176, 255)},
    safe={0: (167, 123, 105), 1: (255, 216, 117), 2: (141, 223, 226), 3: (207, 164, 255)},
)
"""The best candidate and the two after it by their ranks, the same on cards, arrows and bars; 0: the bars of others."""

# Text sizes. Nothing is set below SMALL: at 960 x 540 that is 11 pixels.
SMALL = 15.0
BODY = 18.0
BUTTON = 21.0
SECTION = 24.0
TITLE = 32.0

# Shapes.
RADIUS = 14.0
BUTTON_RADIUS = 10.0
HAIRLINE = 1.6
ROW_HEIGHT = 46.0
GAP = 12.0

# Durations.
BLEND_SECONDS = 0.12
HINT_SECONDS = 0.5
REPEAT_DELAY_SECONDS = 0.4
REPEAT_SECONDS = 0.05
TOAST_SECONDS = 3.0
TOAST_FADE_SECONDS = 0.25


@dataclass(frozen=True, slots=True)
class Skin:
    """The colours of one state of a widget; `fill` runs down to `low`."""

    fill: Colour
    low: Colour
    rim: Colour
    ink: Colour


PRIMARY = Skin((172, 56, 66), (142, 40, 54), (232, 184, 98), (253, 243, 222))
PRIMARY_HOVER = Skin((200, 72, 80), (166, 52, 64), (255, 218, 134), (255, 251, 238))
PRIMARY_PRESSED = Skin((120, 32, 44), (140, 42, 54), (222, 172, 88), (248, 232, 206))

GILT = Skin((243, 211, 140), (222, 176, 94), (255, 236, 180), (56, 28, 26))
GILT_HOVER = Skin((255, 230, 168), (238, 198, 118), (255, 246, 214), (44, 20, 20))
GILT_PRESSED = Skin((214, 176, 104), (226, 184, 104), (240, 208, 146), (44, 20, 20))

PLAIN = Skin((60, 43, 54, 240), (48, 33, 44, 240), (170, 130, 76), (243, 228, 200))
PLAIN_HOVER = Skin((88, 63, 74, 245), (70, 48, 60, 245), (236, 190, 106), (255, 243, 216))
PLAIN_PRESSED = Skin((38, 25, 34, 245), (48, 32, 42, 245), (196, 150, 82), (236, 218, 190))

QUIET = Skin((90, 66, 76, 0), (90, 66, 76, 0), (170, 130, 76, 0), (240, 222, 190))
QUIET_HOVER = Skin((100, 74, 84, 150), (100, 74, 84, 150), (200, 156, 90, 120), (255, 243, 216))
QUIET_PRESSED = Skin((48, 32, 40, 190), (48, 32, 40, 190), (200, 156, 90, 150), (236, 218, 190))

DISABLED = Skin((72, 60, 66, 225), (64, 53, 59, 225), (112, 100, 100), (158, 147, 144))
QUIET_DISABLED = Skin((72, 60, 66, 0), (64, 53, 59, 0), (112, 100, 100, 0), (142, 131, 128))

FIELD = Skin((20, 12, 19, 240), (26, 17, 24, 240), (136, 104, 66), TEXT)
FIELD_HOVER = Skin((32, 20, 30, 240), (38, 25, 36, 240), (210, 166, 96), (255, 246, 230))


def mix(first: Colour, second: Colour, share: float) -> Colour:
    """The colour `share` (0..1) of the way from `first` to `second`; a missing alpha counts as 255."""
    start, end = (*first, 255)[:4], (*second, 255)[:4]
    red, green, blue, alpha = (round(a + (b - a) * share) for a, b in zip(start, end, strict=True))
    return (red, green, blue, alpha)


@lru_cache(maxsize=512)
def mix_skins(first: Skin, second: Skin, share: float) -> Skin:
    """The skin `share` (0..1) of the way from `first` to `second`."""
    return Skin(
        mix(first.fill, second.fill, share),
        mix(first.low, second.low, share),
        mix(first.rim, second.rim, share),
        mix(first.ink, second.ink, share),
    )
