"""Pictures: every kind has its own, each exactly as large as asked, kept once drawn, and whole when turned."""

from collections.abc import Callable, Iterator
from itertools import combinations

import numpy as np
import pygame
import pytest

from systems.view.games.jaipur import art
from systems.view.games.jaipur.art import DECK, KINDS
from systems.view.games.nim import art as nim_art
from systems.view.toolkit import backdrops, drawings, kept
from systems.view.toolkit.cards import CARD_ASPECT, card_outline, card_shadow

GOODS = tuple(kind for kind in KINDS if kind != "camel")
SIGNS = [
    "pause",
    "play",
    "step",
    "fast",
    "menu",
    "sound",
    "mute",
    "help",
    "eye",
    "undo",
    "settings",
    "back",
    "crown",
    "lamp",
    "close",
    "deck",
    "chart",
]


@pytest.fixture(autouse=True)
def _display(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A display that nobody sees; what was drawn for it is dropped afterwards."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((320, 200))
    yield
    kept.forget()
    pygame.quit()


def _alpha(picture: pygame.Surface) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """How strongly each pixel covers what is below, 0..1."""
    return pygame.surfarray.array_alpha(picture).astype(np.float64) / 255


def sign(name: str, size: int, colour: tuple[int, int, int]) -> pygame.Surface:
    """A sign of Jaipur, or of all tables."""
    return art.icon(name, size, colour) if name in KINDS else drawings.icon(name, size, colour)


def _border(picture: pygame.Surface) -> float:
    """The strongest alpha along the four edges."""
    alpha = _alpha(picture)
    return float(max(alpha[0].max(), alpha[-1].max(), alpha[:, 0].max(), alpha[:, -1].max()))


def _bytes(picture: pygame.Surface) -> bytes:
    """All of the picture."""
    return pygame.image.tobytes(picture, "RGBA")


@pytest.mark.parametrize("kind", [*KINDS, "back"])
@pytest.mark.parametrize("height", [60, 61, 95, 96, 181, 400])
def test_an_upright_card_is_exactly_as_large_as_asked_and_fills_it(kind: str, height: int) -> None:
    card = DECK.card(kind, height)
    assert card.get_size() == (round(height * CARD_ASPECT), height)
    assert _alpha(card).mean() > 0.96
    middle = _alpha(card)[:, height // 2]
    assert middle[0] > 0.9
    assert middle[-1] > 0.9


def test_signs_of_two_goods_differ_in_outline_without_any_colour() -> None:
    shapes = {kind: _alpha(art.icon(kind, 48, (255, 255, 255))) for kind in KINDS}
    for one, other in combinations(KINDS, 2):
        apart = np.abs(shapes[one] - shapes[other]).sum() / np.maximum(shapes[one], shapes[other]).sum()
        assert apart > 0.25, (one, other)


def test_pictures_on_cards_differ_in_grey() -> None:
    greys = {}
    for kind in KINDS:
        card = pygame.transform.grayscale(DECK.card(kind, 176))
        middle = pygame.surfarray.array_red(card)[25:100, 50:140].astype(np.float64)
        greys[kind] = (middle - middle.mean()) / middle.std()
    for one, other in combinations(KINDS, 2):
        assert (greys[one] * greys[other]).mean() < 0.75, (one, other)


def test_goods_have_their_own_accent_colour() -> None:
    assert set(KINDS) <= set(art.GOOD_COLOURS)
    assert len({art.GOOD_COLOURS[kind] for kind in KINDS}) == len(KINDS)


def test_the_same_call_returns_the_same_picture_until_all_are_dropped() -> None:
    def pictures() -> list[pygame.Surface]:
        return [
            DECK.card("gold", 120, 7.0),
            DECK.card("gold", 120, 7.0, dim=True),
            card_shadow(120, 7.0, 0.5),
            card_outline(120, 7.0, (255, 210, 90)),
            art.token("gold", 6, 40),
            art.bonus_token(3, None, 40),
            art.camel_token(40),
            art.seal(True, 40),
            drawings.icon("play", 24, (255, 255, 255)),
            art.palace((320, 200)),
            nim_art.pebble(9, 40),
            nim_art.pebble(9, 40, dim=True),
            nim_art.pebble_shadow(40, 0.5),
            nim_art.pebble_ring(40, (255, 210, 90)),
            nim_art.trough_board((120, 60), ((10, 10, 100, 40),), 8),
        ]

    first = pictures()
    assert all(a is b for a, b in zip(first, pictures(), strict=True))
    assert len({id(picture) for picture in first}) == len(first)
    kept.forget()
    assert not any(a is b for a, b in zip(first, pictures(), strict=True))


def test_angles_count_in_half_degrees_and_lift_in_steps() -> None:
    assert DECK.card("cloth", 90, 3.1) is DECK.card("cloth", 90, 2.9)
    assert DECK.card("cloth", 90, 3.0) is not DECK.card("cloth", 90, 3.5)
    assert len({id(card_shadow(90, 0, lift / 100)) for lift in range(101)}) == 6
    assert card_shadow(90, 0, 7.0) is card_shadow(90, 0, 1.0)


@pytest.mark.parametrize("angle", [-90.0, -12.0, -0.5, 0.5, 4.5, 12.0, 45.0, 179.0])
@pytest.mark.parametrize("height", [64, 181])
def test_turning_cuts_nothing_off_and_keeps_the_centre(angle: float, height: int) -> None:
    upright = _alpha(DECK.card("spice", height))
    turned = DECK.card("spice", height, angle)
    alpha = _alpha(turned)
    assert _border(turned) == 0
    assert alpha.sum() == pytest.approx(upright.sum(), rel=0.02)
    columns, rows = np.indices(alpha.shape)
    assert (columns * alpha).sum() / alpha.sum() == pytest.approx((alpha.shape[0] - 1) / 2, abs=0.6)
    assert (rows * alpha).sum() / alpha.sum() == pytest.approx((alpha.shape[1] - 1) / 2, abs=0.6)


def test_a_positive_angle_turns_against_the_clock() -> None:
    alpha = _alpha(DECK.card("back", 120, 10.0))
    top = int(np.argmax(alpha.max(axis=0) > 0.5))
    assert np.average(np.arange(alpha.shape[0]), weights=alpha[:, top + 2]) > alpha.shape[0] / 2


def test_a_turned_card_has_no_dark_fringe() -> None:
    card = DECK.card("back", 200, 9.0)
    alpha = pygame.surfarray.array_alpha(card)
    thin = (alpha > 60) & (alpha < 180)
    red = pygame.surfarray.array_red(card)[thin]
    edge = DECK.card("back", 200).get_at((1, 100)).r
    assert thin.any()
    assert abs(float(np.median(red)) - edge) < 30


@pytest.mark.parametrize("angle", [0.0, 8.5])
@pytest.mark.parametrize("height", [90, 181])
def test_shadow_and_outline_surround_the_card_about_one_centre(angle: float, height: int) -> None:
    card = DECK.card("gold", height, angle)
    for around in (card_shadow(height, angle), card_outline(height, angle, (255, 210, 90))):
        assert around.get_width() > card.get_width()
        assert around.get_height() > card.get_height()
        assert (around.get_width() - card.get_width()) % 2 == 0
        assert (around.get_height() - card.get_height()) % 2 == 0
        assert _border(around) < 0.03


def test_an_outline_leaves_the_face_to_be_seen() -> None:
    outline = card_outline(180, 5.0, (255, 210, 90))
    middle = outline.get_rect().inflate(-outline.get_width() // 2, -outline.get_height() // 2)
    assert _alpha(outline.subsurface(middle)).max() == 0
    assert _alpha(outline).max() > 0.95


def test_a_lifted_card_throws_a_wider_and_softer_shadow() -> None:
    low, high = card_shadow(180, 0, 0), card_shadow(180, 0, 1)
    assert high.get_width() > low.get_width()
    assert _alpha(high).max() < _alpha(low).max()


def test_a_card_that_cannot_be_chosen_is_darker_and_greyer_but_as_large() -> None:
    plain, dim = (DECK.card("diamond", 160, 6.0, dim=dim) for dim in (False, True))
    assert np.array_equal(_alpha(plain), _alpha(dim))
    levels = [pygame.surfarray.array3d(picture)[40:100, 50:130].astype(np.float64) for picture in (plain, dim)]
    spread = [np.ptp(level, axis=2).mean() for level in levels]
    assert levels[1].mean() < 0.75 * levels[0].mean()
    assert spread[1] < 0.6 * spread[0]


def test_numbers_on_coins_differ() -> None:
    assert len({_bytes(art.token("leather", value, 32)) for value in range(1, 8)}) == 7
    assert len({_bytes(art.token(good, 5, 32)) for good in GOODS}) == len(GOODS)
    assert len({_bytes(art.bonus_token(3, value, 40)) for value in (None, 1, 2, 3)}) == 4
    assert len({_bytes(art.bonus_token(size, None, 40)) for size in (3, 4, 5)}) == 3


@pytest.mark.parametrize("shows", [14, 20, 27])
def test_in_an_overlapping_row_the_part_that_shows_holds_the_whole_number(shows: int) -> None:
    diameter = 40
    columns = np.flatnonzero(_told_apart("gold", diameter, shows).any(axis=1))
    assert columns.min() >= diameter - shows - 2
    assert columns.max() <= diameter - 2


def test_a_whole_coin_keeps_its_number_in_the_middle() -> None:
    rows = np.flatnonzero(_told_apart("gold", 40, 0).any(axis=1))
    assert abs((rows.min() + rows.max()) / 2 - 19.5) <= 1.5
    assert _bytes(art.token("gold", 5, 40, 40)) == _bytes(art.token("gold", 5, 40))


def _told_apart(good: str, diameter: int, shows: int) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    """(column, row): where the numbers 1 and 2 on a coin differ."""
    one, two = (pygame.surfarray.array3d(art.token(good, value, diameter, shows)).astype(int) for value in (1, 2))
    found: np.ndarray[tuple[int, int], np.dtype[np.bool_]] = np.abs(one - two).max(axis=2) > 90
    return found


@pytest.mark.parametrize("value", [1, 7, 10])
def test_numbers_stay_on_their_coin(value: int) -> None:
    for picture in (art.token("silver", value, 30), art.bonus_token(5, value, 30)):
        assert picture.get_size() == (30, 30)
        assert _alpha(picture)[0, 0] == 0


@pytest.mark.parametrize("name", [*KINDS, *SIGNS])
def test_an_icon_has_the_colour_asked_for_alone(name: str) -> None:
    picture = sign(name, 28, (10, 200, 90))
    shown = _alpha(picture) > 0.5
    assert picture.get_size() == (28, 28)
    assert 0.1 < shown.mean() < 0.9
    assert np.all(pygame.surfarray.array3d(picture)[shown] == (10, 200, 90))


def test_all_icons_differ() -> None:
    assert len({_bytes(sign(name, 32, (0, 0, 0))) for name in (*KINDS, *SIGNS)}) == len(KINDS) + len(SIGNS)


@pytest.mark.parametrize("backdrop", [art.palace, backdrops.lamplight, backdrops.felt])
@pytest.mark.parametrize("size", [(960, 540), (401, 700), (1000, 300)])
def test_a_background_has_exactly_the_size_asked_and_no_holes(
    backdrop: Callable[[tuple[int, int]], pygame.Surface], size: tuple[int, int]
) -> None:
    picture = backdrop(size)
    assert picture.get_size() == size
    assert not picture.get_flags() & pygame.SRCALPHA
    assert pygame.surfarray.array3d(picture).max(axis=2).min() > 3


def test_seals_won_and_open_differ() -> None:
    assert _alpha(art.seal(True, 40)).mean() > 2 * _alpha(art.seal(False, 40)).mean()


def test_cards_are_not_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in (*KINDS, "back"):
        DECK.card(kind, 100)
    monkeypatch.setattr(pygame.image, "load_sized_svg", lambda *_: pytest.fail("drawn again"))
    for kind in (*KINDS, "back"):
        DECK.card(kind, 100)


def test_an_unknown_card_is_refused() -> None:
    with pytest.raises(ValueError, match="silk"):
        DECK.card("silk", 100)


def test_the_window_icon_needs_no_display_mode() -> None:
    pygame.display.quit()
    assert drawings.window_icon(64).get_size() == (64, 64)
