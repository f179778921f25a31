"""A few screens held by small pictures of them: that nothing is missing, has moved, or lies over something else.

Pictures are compared 64 pixels wide, so that how fonts are smoothed does not count. After a change that is meant, look
at the new pictures and keep them: ``REMAKE_IMAGES=1 pytest tests/window/test_images.py``.
"""

import os
from collections.abc import Callable
from functools import partial
from itertools import combinations
from pathlib import Path

import numpy as np
import pygame
import pytest
from numpy.typing import NDArray

from game.app.window import Window
from game.games import registry
from game.games.seats import parse_seats
from game.matches.requests import TableRequest
from systems.view.screens.menu import MenuScreen
from tests.window.conftest import Open

KEPT = Path(__file__).parent / "images"
SIZE = (64, 36)
MEAN, WORST = 4.0, 48.0
"""How far, of 255, pictures may differ in the mean, and in any one of their pixels."""

Pixels = NDArray[np.float64]


def _menu(window: Window) -> None:
    window.to_menu()


def _rules(window: Window, game: str) -> None:
    window.to_menu()
    window.frame(1 / 30, [])
    menu = window.screen
    assert isinstance(menu, MenuScreen)
    menu._choose_game(registry.game(game))
    menu.doors.rules.activate()


def _guide(window: Window, game: str) -> None:
    window.show_guide(registry.game(game))


def _table(window: Window, game: str) -> None:
    window.show_table(TableRequest(game, tuple(parse_seats(game, ["human", "random"])), {}, 5))


SCREENS: dict[str, Callable[[Window], None]] = {
    "menu": _menu,
    "rules-jaipur": partial(_rules, game="jaipur"),
    "guide-notty": partial(_guide, game="notty"),
    "table-jaipur": partial(_table, game="jaipur"),
    "table-thirty_one": partial(_table, game="thirty_one"),
    "table-nim": partial(_table, game="nim"),
}


def seen(open_desk: Open, name: str) -> pygame.Surface:
    """A screen, small, at the beginning of what it shows."""
    desk = open_desk(size=(1280, 720), motion="instant", pace=30.0)
    SCREENS[name](desk.window)
    for _ in range(12):
        desk.frame()
    return pygame.transform.smoothscale(desk.window.display.surface, SIZE)


def pixels(picture: pygame.Surface) -> Pixels:
    """The colours of a picture, each from 0 to 255."""
    return pygame.surfarray.array3d(picture).astype(np.float64)


def apart(one: Pixels, other: Pixels) -> tuple[float, float]:
    """How far pictures differ: in the mean, and in the pixel where they differ most."""
    difference = np.abs(one - other).mean(axis=2)
    return float(difference.mean()), float(difference.max())


@pytest.mark.painted
@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_looks_as_it_did(open_desk: Open, name: str) -> None:
    picture, path = seen(open_desk, name), KEPT / f"{name}.png"
    if os.environ.get("REMAKE_IMAGES"):
        KEPT.mkdir(exist_ok=True)
        pygame.image.save(picture, path)
    mean, worst = apart(pixels(picture), pixels(pygame.image.load(path)))
    assert mean <= MEAN
    assert worst <= WORST


def test_no_two_of_them_would_be_taken_for_each_other() -> None:
    kept = {path.stem: pixels(pygame.image.load(path)) for path in KEPT.glob("*.png")}
    assert set(kept) == set(SCREENS)
    for one, other in combinations(kept.values(), 2):
        mean, worst = apart(one, other)
        assert mean > MEAN
        assert worst > WORST


def test_a_missing_card_is_seen() -> None:
    whole = pixels(pygame.image.load(KEPT / "table-jaipur.png"))
    lacking = whole.copy()
    lacking[22:26, 11:18] = lacking[2, 20]  # the place of a card of the market
    assert apart(whole, lacking)[1] > WORST
