"""Everything larger: what has no room in the window is scrolled, by the pointer at an edge, by keys, by the focus."""

from collections.abc import Callable

import pygame
import pytest

from game.games.seats import parse_seats
from game.matches.requests import TableRequest
from systems.view.screens.settings_dialog import settings_dialog
from systems.view.toolkit.canvas import Box
from systems.view.toolkit.panning import Pan, page_size
from tests.window.audit import colliding, texts_drawn, within
from tests.window.conftest import Open
from tests.window.desk import Desk
from tests.window.test_languages import SCREENS as PAGES
from tests.window.test_languages import SEATS

SIZES = [(960, 540), (1280, 720), (961, 1300)]


def _keys(*names: str) -> Callable[[Desk], None]:
    def show(desk: Desk) -> None:
        desk.window.to_menu()
        desk.frame(2)
        desk.keys(*names)

    return show


def _table(game: str) -> Callable[[Desk], None]:
    def show(desk: Desk) -> None:
        desk.window.show_table(TableRequest(game, tuple(parse_seats(game, SEATS[game])), {}, 5, None, 1.0))
        desk.until_table()

    return show


SCREENS: dict[str, Callable[[Desk], None]] = {
    **PAGES,
    "rules": _keys("f1"),
    "matches": _keys("r"),
    "more": _keys("m"),
    **{game: _table(game) for game in SEATS},
}


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", SCREENS)
def test_nothing_is_cut_and_the_keyboard_is_seen_everywhere(name: str, size: tuple[int, int], open_desk: Open) -> None:
    desk = open_desk(size=size, motion="instant", pace=0.0, scale=2.0)
    SCREENS[name](desk)
    desk.frame(3)
    canvas = desk.window.canvas
    with texts_drawn() as texts:
        desk.frame()
    shown = [text for text in texts if text[0] != "Tabletalk"]  # its shadow lies below it
    assert shown
    assert [words for words, box in shown if not within(box, canvas.area)] == []
    if desk.window.screen.dialog is None:
        assert colliding(shown) == []
    else:
        assert within(desk.dialog.panel, canvas.view)
    group = desk.group
    for _ in range(min(24, len(group.widgets))):
        desk.keys("tab")
        desk.frame(2, seconds=1.0)  # lists glide to what is chosen
        if group.focused is not None and group.by_keyboard:
            assert within(group.focused.box, group.focused.clip or canvas.area, 1.0)
            assert within(as_much_as_fits(group.focused.box, canvas.view), canvas.view, 1.0)


def as_much_as_fits(box: Box, view: Box) -> Box:
    """The upper left part of a box, no larger than the view: a list may be taller than what is seen at once."""
    return Box(box.x, box.y, min(box.w, view.w), min(box.h, view.h))


def test_the_pointer_presses_what_it_is_seen_on(open_desk: Open) -> None:
    desk = open_desk(size=(960, 540), motion="instant", scale=2.0)
    desk.frame()
    tile = next(tile for tile in desk.menu.tables.tiles if tile.label == "Notty")
    desk.tab_to(tile)
    view, unit = desk.window.canvas.view, desk.window.canvas.unit
    at = tile.box.x - view.x + 40, tile.box.y - view.y + 30
    pos = (round(at[0] * unit), round(at[1] * unit))
    for kind in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        more = {"rel": (0, 0), "buttons": (0, 0, 0)} if kind == pygame.MOUSEMOTION else {"button": 1}
        desk.send(kind, pos=pos, **more)
    desk.frame()
    assert desk.menu._game.name == "notty"


def test_the_pointer_at_an_edge_pushes_the_view(open_desk: Open) -> None:
    desk = open_desk(size=(960, 540), motion="instant", scale=2.0)
    desk.frame()
    canvas = desk.window.canvas
    assert (canvas.view.x, canvas.view.y) == (0, 0)
    desk.send(pygame.MOUSEMOTION, pos=(958, 538), rel=(0, 0), buttons=(0, 0, 0))
    assert desk.window.display.pushed
    desk.frame(10)
    assert canvas.view.x > 0
    assert canvas.view.y > 0
    desk.frame(200)
    assert within(canvas.view, canvas.area, 0.1)
    assert (round(canvas.view.right), round(canvas.view.bottom)) == (1280, 720)
    assert not desk.window.display.pushed, "there is no more"
    desk.send(pygame.MOUSEMOTION, pos=(2, 2), rel=(0, 0), buttons=(0, 0, 0))
    desk.send(pygame.WINDOWLEAVE)
    desk.frame(10)
    assert round(canvas.view.right) == 1280, "a pointer that has left pushes no more"


def test_keys_move_the_view(open_desk: Open) -> None:
    desk = open_desk(size=(960, 540), motion="instant", scale=1.5)
    desk.frame()
    canvas = desk.window.canvas
    desk.send(pygame.KEYDOWN, key=pygame.K_DOWN, mod=pygame.KMOD_LCTRL, unicode="")
    assert canvas.view.y > 0
    assert canvas.view.x == 0


@pytest.mark.painted
def test_what_is_seen_is_what_the_page_has_there(open_desk: Open) -> None:
    desk = open_desk(size=(960, 540), motion="instant", scale=2.0)
    desk.frame(2)
    desk.send(pygame.KEYDOWN, key=pygame.K_RIGHT, mod=pygame.KMOD_LCTRL, unicode="")
    desk.frame()
    shown = pygame.display.get_surface()
    assert shown is not None
    part = desk.window.display.seen
    inner = pygame.Rect(0, 0, 950, 530)  # beside the bars that tell where on the page it lies
    assert pygame.image.tobytes(shown.subsurface(inner), "RGB") == pygame.image.tobytes(part.subsurface(inner), "RGB")


def test_the_size_takes_effect_at_once(desk: Desk) -> None:
    desk.window.screen.dialog = settings_dialog(desk.window.settings, desk.window.change)
    desk.frame()
    desk.window.change(scale=1.5)
    desk.frame(2)
    assert within(desk.dialog.panel, desk.window.canvas.view)
    assert desk.window.canvas.unit == pytest.approx(0.75 * 1.5)
    desk.window.change(scale=1.0)
    desk.frame()
    assert desk.window.display.surface is pygame.display.get_surface()


@pytest.mark.parametrize(
    ("seen", "scale", "page"),
    [
        ((1280, 720), 1.0, (1280, 720)),
        ((1280, 720), 2.0, (2560, 1440)),
        ((960, 540), 1.5, (1440, 810)),
        ((2560, 720), 1.5, (2560, 1080)),
        ((2560, 720), 2.0, (2560, 1440)),
    ],
)
def test_a_page_is_as_large_as_it_must(seen: tuple[int, int], scale: float, page: tuple[int, int]) -> None:
    assert page_size(seen, (1280, 720), scale) == page


def test_what_is_brought_into_view_moves_it_no_more_than_needed() -> None:
    pan = Pan((2000, 1000), (1000, 500))
    assert not pan.reveal(pygame.Rect(100, 100, 50, 50))
    assert pan.reveal(pygame.Rect(1200, 100, 100, 50))
    assert pan.view == pygame.Rect(1300 + 30 - 1000, 0, 1000, 500)
    assert pan.reveal(pygame.Rect(0, 900, 3000, 50))
    assert pan.view.topleft == (0, 480)
