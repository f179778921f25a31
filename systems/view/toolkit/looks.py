"""How the user wants everything to look: one choice for the whole window, which whatever is drawn follows."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from game.base.settings import USUAL_PALETTE
from systems.view.toolkit import kept

K = TypeVar("K")
V = TypeVar("V")


@dataclass(frozen=True)
class Looks:
    """What was chosen."""

    palette: str = USUAL_PALETTE
    """The colours that tell things apart: one of game.base.settings.PALETTES."""
    contrast: bool = False
    """Whether words and panels stand out as much as can be."""
    still: bool = field(default=False, compare=False)
    """Whether nothing moves of itself: what changes is at once as it will be. The pictures are the same."""


_now = Looks()


def now() -> Looks:
    """What is chosen now."""
    return _now


def choose(**changed: Any) -> None:
    """Let everything look otherwise from now on; pictures that were made are forgotten where that changes anything."""
    global _now
    before, _now = _now, replace(_now, **changed)
    if _now != before:
        kept.forget()


Colour = tuple[int, int, int] | tuple[int, int, int, int]
_MIDDLE = 0.18
"""Words that are lighter than this, in relative luminance, stand on a dark ground, the others on a light one."""
_TOWARDS = 0.72
"""So far words go towards white, or black, and keep the rest of their colour."""
_GROUND: Colour = (12, 7, 12)


def ink(colour: Colour) -> Colour:
    """The colour that words are written in: the given one, or with high contrast one farther from its ground."""
    if not _now.contrast:
        return colour
    end = 255 if luminance(colour) > _MIDDLE else 0
    red, green, blue = (round(value + (end - value) * _TOWARDS) for value in colour[:3])
    return (red, green, blue, *colour[3:])


def ground(colour: Colour) -> Colour:
    """The colour of a panel: the given one, or with high contrast a dark one that nothing shows through."""
    return _GROUND if _now.contrast else colour


def luminance(colour: Colour) -> float:
    """How light a colour is, 0 to 1: the relative luminance of WCAG 2.2."""
    shares = [value / 255 for value in colour[:3]]
    red, green, blue = (each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


class ByPalette(Mapping[K, V]):
    """Something of every kind, such as its colour, by the palette that is chosen: a mapping as any other."""

    def __init__(self, usual: Mapping[K, V], **others: Mapping[K, V]) -> None:
        """What it is in the usual palette, and in the others by their names; a kind that another says nothing of is as
        usual."""
        self.usual = usual
        self._others = {name: {**usual, **palette} for name, palette in others.items()}

    def of(self, palette: str) -> Mapping[K, V]:
        """What it is in a palette."""
        return self._others.get(palette, self.usual)

    def __getitem__(self, kind: K) -> V:
        return self.of(_now.palette)[kind]

    def __iter__(self) -> Iterator[K]:
        return iter(self.usual)

    def __len__(self) -> int:
        return len(self.usual)
