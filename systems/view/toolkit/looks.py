"""How the user wants everything to look: one choice for the whole window, which whatever is drawn follows."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from game.base.settings import USUAL_PALETTE
from systems.view.toolkit import kept

K = TypeVar("K")
V = TypeVar("V")


@dataclass(frozen=True)
class Looks:
    """What was chosen."""

    palette: str = USUAL_PALETTE
    """The colours of suits and goods: one of game.base.settings.PALETTES."""


_now = Looks()


def now() -> Looks:
    """What is chosen now."""
    return _now


def choose(**changed: Any) -> None:
    """Let everything look otherwise from now on; pictures that were made are forgotten where that changes anything."""
    global _now
    chosen = replace(_now, **changed)
    if chosen != _now:
        _now = chosen
        kept.forget()


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
