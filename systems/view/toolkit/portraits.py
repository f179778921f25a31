"""Portraits: people put together from the drawings in `assets/people`, as cards with an arch and as round pictures."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pygame

from systems.view.toolkit import drawings, shadows
from systems.view.toolkit.drawings import Rgb, Size
from systems.view.toolkit.kept import kept

_FRONT = "<!-- front -->"
"""What stands before it in a drawing lies behind the person's shoulders, what follows before the face."""
_DRAWN = {
    "skin": ("#f4cfa6", "#dda878", "#b0703f"),
    "hair": ("#6a4130", "#3a2019", "#26140f"),
    "robe": ("#d8444c", "#8c1626"),
    "hat": ("#4f82cc", "#1f3a78"),
    "ground": ("#e58a97", "#c63d52", "#7a1426"),
}
"""The tones that the drawings are made in, from light to dark."""
_HEAD = (125.0, 176.0)
_HALF = 82.0
"""The middle of a head on its card, and half the side of the square that its round picture shows."""
_RING = (236, 196, 116)

SKINS: dict[str, tuple[str, ...]] = {
    "light": ("#fbe0c4", "#ecc19c", "#c08a62"),
    "tan": ("#f4cfa6", "#dda878", "#b0703f"),
    "brown": ("#dca273", "#b87a4b", "#804a28"),
    "dark": ("#a8714c", "#7d4c2e", "#4e2a18"),
}
HAIRS: dict[str, tuple[str, ...]] = {
    "brown": ("#8a5a3c", "#55331f", "#361d12"),
    "black": ("#57443f", "#2c1d1c", "#170e10"),
    "grey": ("#f2efea", "#c4beb8", "#8c8580"),
    "red": ("#d0743c", "#94441c", "#5e2810"),
}
CLOTHS: dict[str, tuple[str, ...]] = {
    "red": ("#d8444c", "#8c1626"),
    "blue": ("#4f82cc", "#1f3a78"),
    "green": ("#4ba274", "#185236"),
    "gold": ("#f0bc4e", "#a8701a"),
    "violet": ("#9a6cc4", "#4c2a78"),
    "white": ("#fffaf0", "#cfc2aa"),
    "rose": ("#f07a90", "#a82650"),
    "slate": ("#76869a", "#36425a"),
}
GROUNDS: dict[str, tuple[str, ...]] = {
    "teal": ("#9cd0dc", "#2f8296", "#0d3c4c"),
    "green": ("#a4d8b0", "#2f8a5c", "#0f4430"),
    "red": ("#e58a97", "#c63d52", "#7a1426"),
    "violet": ("#c4a8e4", "#7a4cb4", "#3c2068"),
    "gold": ("#f0d68a", "#c2962a", "#6c4a0c"),
    "slate": ("#bccad8", "#6c7f96", "#344252"),
    "copper": ("#eebc96", "#b8683c", "#662f16"),
}


@dataclass(frozen=True)
class Person:
    """What somebody looks like: the names of tones, the drawings of dress and face, and further drawings in the order
    in which they lie over each other."""

    ground: str
    skin: str
    hair: str
    robe: str
    hat: str = "blue"
    dress: str = "robe"
    face: str = "face"
    pieces: tuple[str, ...] = ()


def card(person: Person, size: Size) -> pygame.Surface:
    """A person in the arch of a card of this size, without a name; a shared picture."""
    return _card(person, size)


def bust(person: Person, diameter: int) -> pygame.Surface:
    """The head of a person in a ring; a shared picture."""
    return _bust(person, diameter)


@kept(48)
def _card(person: Person, size: Size) -> pygame.Surface:
    frame = drawings.source("shared/parchment.svg")
    figure = f'<g transform="translate(-10 -23.1) scale(1.08)">{_figure(person)}</g>'
    return _pixels(frame.replace("<!-- picture -->", figure), person, size)


@kept(96)
def _bust(person: Person, diameter: int) -> pygame.Surface:
    left, top, side = _HEAD[0] - _HALF, _HEAD[1] - _HALF, 2 * _HALF
    light, middle, dark = _DRAWN["ground"]
    svg = f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {side} {side}">
<defs><radialGradient id="around" gradientUnits="userSpaceOnUse" cx="110" cy="140" r="110">
<stop offset="0" stop-color="{light}"/><stop offset=".5" stop-color="{middle}"/><stop offset="1" stop-color="{dark}"/>
</radialGradient></defs>
<rect x="{left}" y="{top}" width="{side}" height="{side}" fill="url(#around)"/>{_figure(person)}</svg>"""
    picture = _pixels(svg, person, (diameter, diameter))
    distance = _distance_from_middle(diameter)
    line = max(1.5, diameter * 0.035)
    pygame.surfarray.pixels_alpha(picture)[:] = (np.clip(diameter / 2 - distance, 0, 1) * 255).astype(np.uint8)
    ring = np.clip(diameter / 2 - distance, 0, 1) * np.clip(distance - diameter / 2 + line + 0.5, 0, 1)
    picture.blit(shadows.flat(_RING, (ring * 255).astype(np.uint8)), (0, 0))
    return picture


def _distance_from_middle(diameter: int) -> npt.NDArray[np.float64]:
    """How far, in pixels, every pixel of a square lies from its middle."""
    x, y = np.ogrid[0.5:diameter, 0.5:diameter]
    distance: npt.NDArray[np.float64] = np.hypot(x - diameter / 2, y - diameter / 2)
    return distance


def _figure(person: Person) -> str:
    """The inside of a drawing of somebody, in the tones in which it was drawn."""
    parts = [_part(name) for name in person.pieces]
    behind = [back for back, _ in parts]
    before = [front for _, front in parts]
    middle = [drawings.inside(f"people/{name}.svg") for name in (person.dress, "head")]
    # Beards lie under the features of the face, all else over them.
    beards = [front for name, front in zip(person.pieces, before, strict=True) if name in _UNDER_FACE]
    over = [front for name, front in zip(person.pieces, before, strict=True) if name not in _UNDER_FACE]
    tones = drawings.inside("people/tones.svg")
    return "".join([tones, *behind, *middle, *beards, drawings.inside(f"people/{person.face}.svg"), *over])


_UNDER_FACE = frozenset({"beard", "age"})


def _part(name: str) -> tuple[str, str]:
    """What of a drawing lies behind somebody, and what before."""
    back, found, front = drawings.inside(f"people/{name}.svg").partition(_FRONT)
    return (back, front) if found else ("", back)


def _pixels(svg: str, person: Person, size: Size) -> pygame.Surface:
    """A drawing in the tones of a person."""
    tones = {
        "skin": SKINS[person.skin],
        "hair": HAIRS[person.hair],
        "robe": CLOTHS[person.robe],
        "hat": CLOTHS[person.hat],
        "ground": GROUNDS[person.ground],
    }
    swap = {old: new for key, new_tones in tones.items() for old, new in zip(_DRAWN[key], new_tones, strict=True)}
    return drawings.pixels(drawings.replaced(svg, swap), size)


def colour(name: str) -> Rgb:
    """The middle tone of a ground."""
    red, green, blue = bytes.fromhex(GROUNDS[name][1][1:])
    return red, green, blue
