"""Pictures of cards: faces, shadows and outlines at any size and angle, drawn once and kept.

Every function returns a shared surface: blit it, never draw on it. A display mode must be set. All sizes are in pixels.
Pictures of one card at one height and angle have the same centre.
"""

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from systems.view.toolkit import drawings, shadows
from systems.view.toolkit.drawings import Rgb, Size
from systems.view.toolkit.kept import kept, kept_pictures

CARD_ASPECT: float = 250 / 352
LIFT_STEPS = 6


@dataclass(frozen=True, eq=False)
class Deck:
    """A kind of cards; any where it has no `kinds`. `face` draws one upright, or the "back", as it is at a size but so
    many times as large; `faded` makes the picture of one that cannot be chosen."""

    kinds: frozenset[str] | None
    face: Callable[[str, Size, int], pygame.Surface]
    faded: Callable[[pygame.Surface], pygame.Surface] = drawings.dimmed

    def card(self, kind: str, height: int, angle: float = 0.0, dim: bool = False) -> pygame.Surface:
        """A card, or the "back", turned counter-clockwise by `angle` degrees (to the nearest half); `dim`: it cannot be
        chosen. Upright it has exactly `card_size(height)`; turned, it is as much larger as it must be.

        Raises ValueError for a kind that is not in the deck.
        """
        if kind != "back" and self.kinds is not None and kind not in self.kinds:
            raise ValueError(f"there is no card called {kind}")
        return _card(self, kind, height, _halves(angle), dim)

    def large(self, kind: str, height: int) -> pygame.Surface:
        """A card drawn twice as large, upright, its colours multiplied by alpha: all that are turned are made of it."""
        return _large(self, kind, height)


def card_size(height: int) -> Size:
    """Width and height of an upright card."""
    return max(1, round(height * CARD_ASPECT)), height


def _halves(angle: float) -> float:
    """`angle` to the nearest half degree, from -180 up to 180."""
    return (round(angle * 2) / 2 + 180) % 360 - 180


@kept_pictures(120)
def _upright(deck: Deck, kind: str, height: int) -> pygame.Surface:
    """A card as drawn for `height`."""
    return deck.face(kind, card_size(height), 1)


@kept_pictures(120)
def _large(deck: Deck, kind: str, height: int) -> pygame.Surface:
    """See `Deck.large`."""
    return deck.face(kind, card_size(height), 2).premul_alpha()


@kept_pictures(200)
def _card(deck: Deck, kind: str, height: int, angle: float, dim: bool) -> pygame.Surface:
    """See `Deck.card`; `angle` is a multiple of a half."""
    if dim:
        return deck.faded(_card(deck, kind, height, angle, False))
    if angle == 0:
        return _upright(deck, kind, height)
    return shadows.rotated(_large(deck, kind, height), angle, card_size(height)).convert_alpha()


def card_shadow(height: int, angle: float = 0.0, lift: float = 0.0) -> pygame.Surface:
    """The soft shadow of a card; `lift` (0..1, in six steps) makes it wider and softer. So soft a shadow need not turn
    by every degree: that of a lifted card turns in steps of four."""
    step = round(min(1.0, max(0.0, lift)) * (LIFT_STEPS - 1))
    return _shadow(height, _halves(angle if step == 0 else 4 * round(angle / 4)), step)


@kept_pictures(60)
def _shadow(height: int, angle: float, step: int) -> pygame.Surface:
    """See `card_shadow`."""
    return shadows.turned_softly(_soft(height, step), angle, card_size(height)).convert_alpha()


@kept(24)
def _soft(height: int, step: int) -> pygame.Surface:
    """The shadow of an upright card, which those of turned ones are made of."""
    lift = step / (LIFT_STEPS - 1)
    blur = height * (0.026 + 0.05 * lift)
    size = card_size(height)
    alpha = shadows.blurred_box(size, shadows.corner(height), blur, int(blur * 2.6) + 2)
    strength = 0.62 - 0.16 * lift
    return shadows.flat((10, 3, 8), (alpha * strength).astype("uint8"))


def card_outline(height: int, angle: float, colour: Rgb) -> pygame.Surface:
    """A bright line around a card with a glow outside it; the middle is clear."""
    return _outline(height, _halves(angle), colour)


@kept(64)
def _outline(height: int, angle: float, colour: Rgb) -> pygame.Surface:
    """See `card_outline`."""
    size = card_size(height)
    if angle == 0:
        return drawings.glowing_frame(size, height, colour).convert_alpha()
    return shadows.rotated(_large_frame(height, colour), angle, size).convert_alpha()


@kept(8)
def _large_frame(height: int, colour: Rgb) -> pygame.Surface:
    """An upright outline twice as large, its colours multiplied by alpha: those of turned cards are made of it."""
    width = card_size(height)[0]
    return drawings.glowing_frame((width * 2, height * 2), height * 2, colour).premul_alpha()
