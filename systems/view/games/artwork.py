"""Everything that is drawn as a picture, at any size, made once and kept.

Every function returns a shared surface: blit it, never draw on it. A display mode must be set. All sizes are
in pixels. Pictures of one card (face, shadow, outline) at one height and angle have the same centre.
"""

from functools import lru_cache

import pygame

from systems.view.games.jaipur import art as artwork_jaipur
from systems.view.games.jaipur.art import GOOD_COLOURS as GOOD_COLOURS
from systems.view.games.nim import art as artwork_nim
from systems.view.games.nim.art import LOOKS as LOOKS
from systems.view.games.nim.art import Trough
from systems.view.games.notty import art as artwork_notty
from systems.view.games.thirty_one import art as artwork_thirty_one
from systems.view.table import backdrops
from systems.view.toolkit import drawings, shadows
from systems.view.toolkit.drawings import Rgb, Size

CARD_ASPECT: float = 250 / 352
LIFT_STEPS = 6
KINDS: dict[str, tuple[str, ...]] = {
    "jaipur": (*artwork_jaipur.KINDS, "back"),
    "notty": (*artwork_notty.KINDS, "back"),
    "thirty_one": (*artwork_thirty_one.KINDS, "back"),
}
_SHAPES = frozenset(artwork_notty.SHAPES.values())
_FACES = {"jaipur": artwork_jaipur.face, "notty": artwork_notty.face, "thirty_one": artwork_thirty_one.face}
_FADED = {"jaipur": drawings.dimmed, "notty": artwork_notty.faded, "thirty_one": artwork_thirty_one.faded}


def card_size(height: int) -> Size:
    """Width and height of an upright card."""
    return max(1, round(height * CARD_ASPECT)), height


def card(game: str, kind: str, height: int, angle: float = 0.0, dim: bool = False) -> pygame.Surface:
    """A card, turned counter-clockwise by `angle` degrees (to the nearest half); `dim`: it cannot be chosen.

    Upright it has exactly `card_size(height)`; turned, it is as much larger as it must be.
    """
    if kind not in KINDS[game]:
        raise ValueError(f"{game} has no card called {kind}")
    return _card(game, kind, height, _halves(angle), dim)


def _halves(angle: float) -> float:
    """`angle` to the nearest half degree, from -180 up to 180."""
    return (round(angle * 2) / 2 + 180) % 360 - 180


@lru_cache(maxsize=320)
def _upright(game: str, kind: str, height: int, times: int) -> pygame.Surface:
    """A card as drawn for `height`, at once or twice that size: turned cards are made from the latter."""
    return _FACES[game](kind, card_size(height), times)


@lru_cache(maxsize=420)
def _card(game: str, kind: str, height: int, angle: float, dim: bool) -> pygame.Surface:
    """See `card`; `angle` is a multiple of a half."""
    if dim:
        return _FADED[game](_card(game, kind, height, angle, False))
    if angle == 0:
        return _upright(game, kind, height, 1)
    return shadows.rotated(_upright(game, kind, height, 2), angle, card_size(height)).convert_alpha()


def card_shadow(height: int, angle: float = 0.0, lift: float = 0.0) -> pygame.Surface:
    """The soft shadow of a card; `lift` (0..1, in six steps) makes it wider and softer."""
    step = round(min(1.0, max(0.0, lift)) * (LIFT_STEPS - 1))
    return _shadow(height, _halves(angle), step)


@lru_cache(maxsize=96)
def _shadow(height: int, angle: float, step: int) -> pygame.Surface:
    """See `card_shadow`."""
    lift = step / (LIFT_STEPS - 1)
    blur = height * (0.026 + 0.05 * lift)
    size = card_size(height)
    alpha = shadows.blurred_box(size, shadows.corner(height), blur, int(blur * 2.6) + 2)
    strength = 0.62 - 0.16 * lift
    soft = shadows.flat((10, 3, 8), (alpha * strength).astype("uint8"))
    return shadows.turned_softly(soft, angle, size).convert_alpha()


def card_outline(height: int, angle: float, colour: tuple[int, int, int]) -> pygame.Surface:
    """A bright line around a card with a glow outside it; the middle is clear."""
    return _outline(height, _halves(angle), colour)


@lru_cache(maxsize=64)
def _outline(height: int, angle: float, colour: Rgb) -> pygame.Surface:
    """See `card_outline`."""
    size = card_size(height)
    if angle == 0:
        return drawings.glowing_frame(size, height, colour).convert_alpha()
    twice = drawings.glowing_frame((size[0] * 2, size[1] * 2), height * 2, colour)
    return shadows.rotated(twice, angle, size).convert_alpha()


@lru_cache(maxsize=128)
def token(good: str, value: int, diameter: int, shift: float = 0.0) -> pygame.Surface:
    """A coin in the good's colour with its number; `shift` moves the number sideways, in diameters.

    In a row of overlapping coins let `shift` put the number into the part that shows: see `token_shift`.
    """
    return artwork_jaipur.coin(good, value, diameter, shift).convert_alpha()


def token_shift(step: float, diameter: int) -> float:
    """The `shift` for a coin of which only `step` pixels show on the right, the coin before it on top."""
    return 0.0 if step >= diameter * 0.72 else round((0.94 - step / diameter) / 2 * 0.92, 2)


@lru_cache(maxsize=64)
def bonus_token(size: int, value: int | None, diameter: int) -> pygame.Surface:
    """The bonus for selling `size` (3, 4, 5) cards: face down without a `value`; pips count the cards."""
    return artwork_jaipur.bonus(size, value, diameter).convert_alpha()


@lru_cache(maxsize=8)
def camel_token(diameter: int) -> pygame.Surface:
    """The token for the larger herd, worth 5."""
    return artwork_jaipur.camel_coin(diameter).convert_alpha()


@lru_cache(maxsize=16)
def seal(won: bool, diameter: int) -> pygame.Surface:
    """A seal of red wax, or the faint place of one that is not won yet."""
    path = "jaipur/seal_won.svg" if won else "jaipur/seal_open.svg"
    return drawings.pixels(drawings.source(path), (diameter, diameter))


@lru_cache(maxsize=512)
def pebble(look: int, size: int, dim: bool = False) -> pygame.Surface:
    """A pebble in a square of `size`; `look` (0 to LOOKS - 1) is its shape and tone; `dim`: it cannot be chosen."""
    if dim:
        return artwork_nim.faded(pebble(look, size))
    return artwork_nim.pebble(look, size)


def pebble_shadow(size: int, lift: float = 0.0) -> pygame.Surface:
    """The soft shadow of a pebble; `lift` (0..1, in six steps) makes it wider and softer."""
    return _pebble_shadow(size, round(min(1.0, max(0.0, lift)) * (LIFT_STEPS - 1)))


@lru_cache(maxsize=64)
def _pebble_shadow(size: int, step: int) -> pygame.Surface:
    """See `pebble_shadow`."""
    return artwork_nim.shadow(size, step / (LIFT_STEPS - 1))


@lru_cache(maxsize=24)
def pebble_ring(size: int, colour: tuple[int, int, int]) -> pygame.Surface:
    """A bright line with a glow around a pebble of `size`; the middle is clear."""
    return artwork_nim.ring(size, colour)


@lru_cache(maxsize=8)
def trough_board(size: tuple[int, int], troughs: tuple[Trough, ...], radius: int) -> pygame.Surface:
    """A wooden board of `size` with troughs (left, top, width, height on the board) carved into it."""
    return artwork_nim.board(size, troughs, radius)


@lru_cache(maxsize=8)
def life(left: bool, size: int) -> pygame.Surface:
    """A heart in a square of `size`: a life of the Thirty-one table, or the hollow place of one that is lost."""
    return artwork_thirty_one.life(left, size)


@lru_cache(maxsize=48)
def suit(letter: str, size: int, colour: tuple[int, int, int]) -> pygame.Surface:
    """The shape of a suit ("S", "H", "D", "C") in one colour, in a square of `size`."""
    return drawings.silhouette(f"thirty_one/icon_{artwork_thirty_one.SUITS[letter]}.svg", size, colour)


@lru_cache(maxsize=256)
def icon(name: str, size: int, colour: tuple[int, int, int]) -> pygame.Surface:
    """A sign of one colour in a square of `size`: a good, "camel", a shape of Notty ("star"), or one of
    `assets/shared/icon_*.svg`."""
    folder = "jaipur" if name in artwork_jaipur.KINDS else "notty" if name in _SHAPES else "shared"
    return drawings.silhouette(f"{folder}/icon_{name}.svg", size, colour)


@lru_cache(maxsize=3)
def background(game: str, size: tuple[int, int]) -> pygame.Surface:
    """What lies behind everything, opaque, exactly of `size`: for "jaipur", "menu", or felt for other games."""
    return backdrops.background(game, size)


@lru_cache(maxsize=4)
def window_icon(size: int) -> pygame.Surface:
    """The picture of the program for the window's title and the taskbar; needs no display mode."""
    return drawings.raw_pixels(drawings.source("shared/window.svg"), (size, size))


def prepare(game: str, height: int) -> None:
    """Draw all upright cards of a height now, so that no frame has to wait for one."""
    for kind in KINDS[game]:
        card(game, kind, height)


def forget() -> None:
    """Drop every picture that was kept: after the display has been shut down they are void."""
    kept = (
        _upright,
        _card,
        _shadow,
        _outline,
        token,
        bonus_token,
        camel_token,
        seal,
        pebble,
        _pebble_shadow,
        pebble_ring,
        trough_board,
        life,
        suit,
        icon,
        background,
        window_icon,
    )
    for function in kept:
        function.cache_clear()
    for module in (artwork_jaipur, artwork_notty, drawings, shadows):
        module.forget()
