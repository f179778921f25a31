"""Everything larger: what has no room in the window is scrolled, by the pointer at an edge, by keys, by the focus."""

import re
from collections.abc import Callable
from pathlib import Path
from shutil import copytree

import esper
import pygame
import pytest

from benchmarks import every_screen as pictured
from components.pieces import Token, Zone
from components.view import Goal
from game.cli.main import run
from game.games.seats import parse_seats
from game.matches.replay import matches_folder, read
from game.matches.requests import TableRequest
from systems.view.screens.settings_dialog import settings_dialog
from systems.view.toolkit.canvas import COMPACT, Box
from systems.view.toolkit.panning import Pan, page_size
from tests.games import GAMES, table_of
from tests.window.audit import colliding, texts_cut, texts_drawn, within
from tests.window.conftest import Open
from tests.window.desk import Desk
from tests.window.test_languages import SCREENS as PAGES


def _keys(*names: str) -> Callable[[Desk], None]:
    def show(desk: Desk) -> None:
        desk.window.to_menu()
        desk.frame(2)
        desk.keys(*names)

    return show


def _table(game: str) -> Callable[[Desk], None]:
    def show(desk: Desk) -> None:
        desk.window.show_table(TableRequest(game, tuple(parse_seats(game, table_of(game))), {}, 5, None, 1.0))
        desk.until_table()

    return show


SCREENS: dict[str, Callable[[Desk], None]] = {
    **PAGES,
    "rules": _keys("f1"),
    "matches": _keys("r"),
    "more": _keys("m"),
    **{game: _table(game) for game in GAMES},
}


MORE = (
    "guide-jaipur", "hint-notty", "hint-thirty_one", "board-nim", "board-position-nim", "practice", "end-nim",
    "menu-metrics", "training-networks", "tournaments", "tournament",
)  # fmt: skip
"""Of the screens that pictures are made of those that are not above."""
SMALLEST = (960, 540)
WALKED = [(name, SMALLEST, 2.0) for name in (*SCREENS, *MORE)]
WALKED += [(name, (1920, 1080), 2.0) for name in ("menu", "settings", "jaipur", "tournament")]
WALKED += [(name, (961, 1300), 2.0) for name in ("settings", "notty", "board-nim")]
WALKED += [
    (name, (1280, 720), 1.2)
    for name in (
        *GAMES,
        "guide-jaipur",
        "board-nim",
        "tournament",
        "tournaments",
        "menu",
        "statistics",
        "training-networks",
    )
]


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a recorded match of the games whose boards are shown."""
    out = tmp_path_factory.mktemp("recorded")
    for game in ("nim", "jaipur"):
        arena = ["arena", game, "random", "random", "--games", "1", "--seed", "5", "--record", str(out)]
        assert run(arena) == 0
        (out / "match-0001.jsonl").rename(out / f"{game}-5.jsonl")
    return out


@pytest.fixture
def match(folder: Path, recorded: Path) -> None:
    """These matches lie among those of the user."""
    copytree(recorded, matches_folder(), dirs_exist_ok=True)


@pytest.mark.usefixtures("match")
@pytest.mark.parametrize(("name", "size", "scale"), WALKED, ids=lambda part: str(part).replace(", ", "x"))
def test_nothing_is_cut_and_the_keyboard_is_seen_everywhere(
    name: str, size: tuple[int, int], scale: float, open_desk: Open
) -> None:
    desk = open_desk(size=size, motion="instant", pace=0.0, scale=scale)
    if name in SCREENS:
        SCREENS[name](desk)
    else:
        pictured.SCREENS[name](desk.window)
    desk.frame(3)
    canvas = desk.window.canvas
    with texts_drawn(scale) as texts, texts_cut() as cut:
        desk.frame()
    shown = [text for text in texts if text[0] != "Tabletalk"]  # its shadow lies below it
    assert shown
    assert cut == set()
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


@pytest.mark.usefixtures("match")
def test_large_words_on_a_plate_stay_clear_of_the_tokens(open_desk: Open) -> None:
    desk = open_desk(size=SMALLEST, motion="instant", scale=2.0)
    desk.window.show_replay(read(matches_folder() / "jaipur-5.jsonl"))
    desk.frame(2)
    viewer = desk.viewer
    viewer.read_all()
    viewer.go(next(at for at, frame in enumerate(viewer.frames) if frame.moves == 20))
    desk.frame(3)
    assert viewer.board is not None
    part, scale = viewer.board.table(desk.window.canvas)
    with texts_drawn(2.0) as texts:
        desk.frame()
    points = [box for words, box in texts if re.fullmatch(r"\d+ (points?|\+ \d+ bonus)", words)]
    tokens = [
        part.y + (goal.pose.y - goal.pose.height / 2) * scale
        for _, (goal, _token, zone) in esper.get_components(Goal, Token, Zone)
        if zone.name in ("taken", "bonuses")
    ]
    assert points
    assert all(min(top for top in tokens if top > box.centre[1]) >= box.bottom - 0.2 * box.h for box in points)


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
    assert desk.menu.chosen.name == "notty"


def test_the_pointer_at_an_edge_pushes_the_view(open_desk: Open) -> None:
    desk = open_desk(size=(960, 540), scale=2.0)
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
    assert (round(canvas.view.right), round(canvas.view.bottom)) == COMPACT
    assert not desk.window.display.pushed, "there is no more"
    desk.send(pygame.MOUSEMOTION, pos=(2, 2), rel=(0, 0), buttons=(0, 0, 0))
    desk.send(pygame.WINDOWLEAVE)
    desk.frame(10)
    assert round(canvas.view.right) == COMPACT[0], "a pointer that has left pushes no more"


def test_keys_move_the_view(open_desk: Open) -> None:
    desk = open_desk(size=(960, 540), motion="instant", scale=1.5)
    desk.frame()
    canvas = desk.window.canvas
    desk.send(pygame.KEYDOWN, key=pygame.K_DOWN, mod=pygame.KMOD_LCTRL, unicode="")
    assert canvas.view.y > 0
    assert canvas.view.x == 0


@pytest.mark.painted
def test_keys_make_everything_larger_and_show_the_whole_and_back(open_desk: Open) -> None:
    desk = open_desk(size=(960, 540), motion="instant", scale=1.5)

    def press(key: int) -> float:
        desk.send(pygame.KEYDOWN, key=key, mod=pygame.KMOD_LCTRL, unicode="")
        desk.frame()
        return desk.window.settings.scale

    assert press(pygame.K_PLUS) == 1.6
    assert press(pygame.K_KP_MINUS) == 1.5
    assert press(pygame.K_0) == 1.0
    assert within(desk.window.canvas.area, desk.window.canvas.view)
    assert press(pygame.K_MINUS) == 1.0
    assert press(pygame.K_0) == 1.5


def test_a_table_is_laid_out_for_the_room_that_is_left(open_desk: Open) -> None:
    request = TableRequest("jaipur", tuple(parse_seats("jaipur", table_of("jaipur"))), {}, 5, None, 1.0)
    desk = open_desk(request, size=(1280, 720), motion="instant", pace=0.0, scale=1.25)
    canvas = desk.window.canvas
    assert within(canvas.area, canvas.view), "all of it is seen"
    assert round(canvas.width) == 1024
    desk.window.to_menu()
    desk.frame(2)
    assert round(desk.window.canvas.width) == 1024, "the menu as well"


def test_where_nothing_glides_the_pointer_pushes_by_steps() -> None:
    pan = Pan((2000, 1000), (1000, 500))
    pan.point((999, 250))
    assert not pan.update(0.3, still=True)
    assert pan.update(0.3, still=True)
    assert pan.view.topleft == (250, 0)
    assert not pan.update(0.3, still=True)


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
    ("seen", "unit", "page"),
    [
        ((1280, 720), 1.0, (1280, 720)),
        ((1280, 720), 2.0, (2560, 1440)),
        ((960, 540), 1.125, (1440, 810)),
        ((2560, 720), 1.5, (2560, 1080)),
        ((2560, 720), 2.0, (2560, 1440)),
    ],
)
def test_a_page_is_as_large_as_it_must(seen: tuple[int, int], unit: float, page: tuple[int, int]) -> None:
    assert page_size(seen, (1280, 720), unit) == page


def test_what_is_brought_into_view_moves_it_no_more_than_needed() -> None:
    pan = Pan((2000, 1000), (1000, 500))
    assert not pan.reveal(pygame.Rect(100, 100, 50, 50))
    assert pan.reveal(pygame.Rect(1200, 100, 100, 50))
    assert pan.view == pygame.Rect(1300 + 30 - 1000, 0, 1000, 500)
    assert pan.reveal(pygame.Rect(0, 900, 3000, 50))
    assert pan.view.topleft == (0, 480)
