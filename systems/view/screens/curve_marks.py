"""The marks on the curve of an analysed match: which losses and strokes of luck have one, and what each looks like.

Each class has a shape of its own, so that nobody needs colours to tell them apart.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import cos, pi, sin

import pygame

from game.analysis.analysis import Analysis
from game.analysis.decisions import CLASSES, Decision
from game.analysis.luck import Stroke
from game.analysis.sentences import called_in_words
from game.rules.language import pgettext
from systems.view.toolkit import drawings, theme
from systems.view.toolkit.drawings import hexadecimal
from systems.view.toolkit.kept import kept

LUCKY = CLASSES["inaccuracy"]
"""A stroke of luck is marked that changed somebody's chance by as much as an inaccuracy."""
MARK = 18.0
"""The size of a mark, in units."""


def _star() -> str:
    """The corners of a star in a square of 20."""
    corners = [(9.0 if at % 2 == 0 else 3.9, at * pi / 5) for at in range(10)]
    return " ".join(f"{10 + far * sin(turn):.2f},{10.6 - far * cos(turn):.2f}" for far, turn in corners)


_INK = "#1b111a"
_MARKS: Mapping[str, str] = {
    "inaccuracy": f'<circle cx="10" cy="10" r="6" fill="{_INK}" stroke="{{ink}}" stroke-width="2.8"/>',
    "mistake": f'<path d="M1.5 3 H18.5 L10 18 Z" fill="{{ink}}" stroke="{_INK}" stroke-width="1.6"/>',
    "blunder": f'<path d="M4 4 L16 16 M16 4 L4 16" stroke="{_INK}" stroke-width="6.4" stroke-linecap="round"/>'
               '<path d="M4 4 L16 16 M16 4 L4 16" stroke="{ink}" stroke-width="3.8" stroke-linecap="round"/>',
    "luck": f'<polygon points="{_star()}" fill="{{ink}}" stroke="{_INK}" stroke-width="1"/>',
    "bad luck": f'<polygon points="{_star()}" fill="{_INK}" stroke="{{ink}}" stroke-width="1.7"/>',
}  # fmt: skip
"""What each mark looks like, as SVG in a square of 20, its colour left open."""
KINDS = tuple(_MARKS)
_LUCK_IN_WORDS = {"luck": pgettext("in a legend", "luck"), "bad luck": pgettext("in a legend", "bad luck")}


@kept(32)
def mark(kind: str, size: int) -> pygame.Surface:
    """The picture of a mark in a square of `size` pixels."""
    shape = _MARKS[kind].format(ink=hexadecimal(theme.MARKS.get(kind, theme.MARKS["luck"])))
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20">{shape}</svg>'
    return drawings.pixels(svg, (size, size))


@dataclass(frozen=True)
class Mark:
    """A mark on a curve: its kind, whose curve, after how many moves it stands, and where it leads: to the position
    that was decided in, or to the one that chance brought, `dealt` where that is a new round; `beside` where another
    one stands on the curve there."""

    kind: str
    player: int
    at: int
    decision: bool
    beside: bool = False
    dealt: bool = False


def marks(found: Analysis, looking: int) -> list[Mark]:
    """The marks of an analysis, by moves: losses where they were decided, luck where it came, beside a loss that was
    decided there."""
    lost = [Mark(each.called, each.player, each.move - 1, True) for each in found.decisions if each.called is not None]
    taken = {(each.player, each.at) for each in lost}
    struck = filter(None, [_lucky(each, looking) for each in found.luck])
    lucky = [replace(each, beside=(each.player, each.at) in taken) for each in struck]
    return sorted([*lost, *lucky], key=lambda each: (each.at, each.decision))


def _lucky(stroke: Stroke, looking: int) -> Mark | None:
    """The mark of a stroke of luck, on the curve of whoever looks where it changed enough for that one, else of whom it
    changed most for; None where that is too little."""
    player, gain = looking, stroke.gain[looking]
    if abs(gain) < LUCKY:
        player, gain = max(enumerate(stroke.gain), key=lambda each: abs(each[1]))
    kind = "luck" if gain > 0 else "bad luck"
    return Mark(kind, player, stroke.move, False, dealt=stroke.player is None) if abs(gain) >= LUCKY else None


def kind_of(point: Decision | Stroke, looking: int) -> str:
    """The mark that stands for a decision that lost something, or for a stroke of luck, to whoever looks."""
    if isinstance(point, Decision):
        return point.called or KINDS[0]
    return "luck" if point.gain[looking] > 0 else "bad luck"


def in_words(kind: str) -> str:
    """What a mark is called in the legend."""
    return _LUCK_IN_WORDS[kind] if kind in _LUCK_IN_WORDS else called_in_words(kind)
