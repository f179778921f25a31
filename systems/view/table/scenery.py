"""Small pictures of tables, as the menu shows them: cards laid on a ground, at any size."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import pygame

from systems.view.toolkit.cards import Deck, card_shadow
from systems.view.toolkit.drawings import Size

Place = tuple[float, float]
"""A point in parts of a picture's width and height."""


@dataclass(frozen=True)
class Laid:
    """A card on a picture: its kind, its middle, its height in parts of the picture's, and how far it is turned
    counter-clockwise, in degrees."""

    kind: str
    at: Place
    height: float
    angle: float = 0.0


def lay(picture: pygame.Surface, deck: Deck, cards: Iterable[Laid]) -> None:
    """Draw cards with their shadows on a picture, in place, one over another."""
    for card in cards:
        height = round(card.height * picture.get_height())
        put(picture, card_shadow(height, card.angle, 0.3), (card.at[0] + 0.008, card.at[1] + 0.03))
        put(picture, deck.card(card.kind, height, card.angle), card.at)


def fan(kinds: Sequence[str], middle: Place, height: float, step: float = 0.14, turn: float = 9.0) -> list[Laid]:
    """Cards of these kinds held as in a hand: each `step` of the width from the next, turned by `turn` degrees more."""
    offsets = [place - (len(kinds) - 1) / 2 for place in range(len(kinds))]
    return [
        Laid(kind, (middle[0] + offset * step, middle[1] + 0.014 * offset * offset), height, -turn * offset)
        for kind, offset in zip(kinds, offsets, strict=True)
    ]


def put(picture: pygame.Surface, part: pygame.Surface, at: Place) -> None:
    """Draw a part with its middle at a place of the picture."""
    width, height = picture.get_size()
    picture.blit(part, part.get_rect(center=(round(at[0] * width), round(at[1] * height))))


def grounded(ground: pygame.Surface, size: Size) -> pygame.Surface:
    """A copy of a ground to draw on, of exactly this size."""
    return ground.copy() if ground.get_size() == size else pygame.transform.smoothscale(ground, size)
