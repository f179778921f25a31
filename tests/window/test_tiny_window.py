"""A window that a desktop makes smaller than can be drawn in, and does not let grow: it is drawn scaled down, can be
used, and is as before once it has grown."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pygame
import pytest

from game.app.display import LEAST_SIZE
from game.games import registry
from game.games.seats import parse_seats
from game.matches.replay import matches_folder
from game.matches.requests import ReplayRequest, TableRequest
from systems.view.table.layer import TableLayer
from systems.view.toolkit.scaled import Size, drawn_size
from tests.games import GAMES, table_of
from tests.tables import recorded, through_rules
from tests.tables import table as seats
from tests.window.audit import texts_drawn
from tests.window.conftest import Open
from tests.window.desk import Desk, table
from tests.window.test_results import ended

SIZES = [(1, 1), (1, 2000), (3000, 1), (40, 40)]
USUAL = (1280, 720)
AT_ONCE = {"size": USUAL, "motion": "instant", "pace": 0.0}


def insist(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the desktop keep the window at the size that the user gives it."""
    monkeypatch.setattr("game.app.display._sized", lambda _: pygame.display.get_surface())


def at_menu(open_desk: Open, *keys: str) -> Desk:
    desk = open_desk(**AT_ONCE)
    desk.keys(*keys)
    assert (desk.window.screen.dialog is not None) == bool(keys)
    return desk


def at_parameters(open_desk: Open) -> Desk:
    desk = at_menu(open_desk)
    desk.choose_game("Nim")
    desk.seat(1, "q-learner")
    desk.click(desk.menu.seats.more.box)
    desk.click(desk.dialog.buttons[0].box)
    assert desk.dialog.title
    return desk


def at_table(open_desk: Open, game: str, *keys: str) -> Desk:
    options = {"piles": [1, 2, 3]} if game == "nim" else {}
    desk = open_desk(TableRequest(game, tuple(parse_seats(game, table_of(game))), options, 5, None), **AT_ONCE)
    desk.until_ready()
    desk.keys(*keys)
    assert (desk.table.dialog is not None) == bool(keys)
    return desk


def at_training(open_desk: Open, game: str, name: str) -> Desk:
    desk = at_menu(open_desk)
    desk.window.show_training(registry.ai(game, name), {})
    desk.frame(3)
    return desk


def at_mods(open_desk: Open) -> Desk:
    desk = at_menu(open_desk)
    desk.window.show_mods()
    desk.frame(2)
    return desk


def at_replay(open_desk: Open) -> Desk:
    desk = open_desk(ReplayRequest(kept_match()), **AT_ONCE)
    desk.viewer.go(20)
    desk.frame(2)
    return desk


def at_result(open_desk: Open) -> Desk:
    return ended(open_desk(table("human", "utility"), **AT_ONCE))


def at_end(open_desk: Open) -> Desk:
    request = TableRequest("nim", tuple(parse_seats("nim", ("random", "perfect"))), {"piles": [1, 2]}, 5, None)
    desk = open_desk(request, **AT_ONCE)
    desk.until(lambda: desk.table.dialog is not None)
    desk.frame(60)
    return desk


def at_fault(open_desk: Open) -> Desk:
    desk = at_table(open_desk, "jaipur")
    desk.may_fail = True
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TableLayer, "draw", lambda *_: 1 // 0)
        desk.frame()
    assert desk.window.guard.page is not None
    return desk


PLACES: dict[str, Callable[[Open], Desk]] = {
    "menu": at_menu,
    "settings": lambda open_desk: at_menu(open_desk, "s"),
    "matches": lambda open_desk: at_menu(open_desk, "r"),
    "rules": lambda open_desk: at_menu(open_desk, "f1"),
    "parameters": at_parameters,
    **{game: partial(at_table, game=game) for game in GAMES},
    "rules at a table": lambda open_desk: at_table(open_desk, "notty", "f1"),
    "what is learnt": lambda open_desk: at_table(open_desk, "nim", "f2"),
    "result": at_result,
    "end": at_end,
    "replay": at_replay,
    "training": lambda open_desk: at_training(open_desk, "nim", "q-learner"),
    "training of networks": lambda open_desk: at_training(open_desk, "thirty_one", "neural"),
    "mods": at_mods,
    "fault": at_fault,
}


def kept_match() -> Path:
    """A round that lies among the matches."""
    path = matches_folder() / "jaipur-5.jsonl"
    if not path.exists():
        recorded(path, through_rules, seats("utility", "random"), 5, rounds=1)
    return path


def texts(desk: Desk) -> set[str]:
    """All that is written, but for pictures that are kept for this size."""
    desk.resize(1296, 729)
    desk.frame()
    desk.resize(*USUAL)
    with texts_drawn() as found:
        desk.frame()
    return {words for words, _ in found}


@pytest.mark.painted
@pytest.mark.parametrize("place", PLACES)
def test_a_window_is_alive_at_any_size_and_recovers(
    open_desk: Open, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept_match()
    desk = PLACES[place](open_desk)
    before = texts(desk)
    assert len(before) > 3
    insist(monkeypatch)
    for size in SIZES:
        desk.resize(*size)
        desk.frame(3)
        assert pygame.display.get_window_size() == size
        assert all(
            side >= least for side, least in zip(desk.window.display.surface.get_size(), LEAST_SIZE, strict=True)
        )
        for kind, more in ((pygame.MOUSEMOTION, {"rel": (0, 0), "buttons": (0, 0, 0)}), (pygame.WINDOWLEAVE, {})):
            desk.send(kind, pos=(0, 0), **more)
            desk.frame()
    shown = pygame.display.get_surface()
    assert shown is not None
    assert len({tuple(shown.get_at((x, y))) for x in range(40) for y in range(40)}) > 4, "a picture is seen"
    assert len(before & texts(desk)) > len(before) / 2, "what was seen is seen again, but for lists that were scrolled"
    assert desk.window.display.surface is pygame.display.get_surface()


def test_full_screen_may_be_made_tiny_too(open_desk: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = at_table(open_desk, "jaipur")
    desk.keys("f11")
    assert desk.window.settings.fullscreen
    with monkeypatch.context() as patch:
        insist(patch)
        desk.resize(1, 1)
        desk.frame(2)
    desk.keys("f11")
    desk.frame(2)
    assert desk.window.display.surface.get_size() == pygame.display.get_window_size() == USUAL


@pytest.mark.parametrize("size", [(640, 360), (320, 540), (1200, 135)])
def test_one_points_and_types_where_it_is_seen(open_desk: Open, size: Size, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = at_menu(open_desk)
    insist(monkeypatch)
    desk.resize(*size)
    desk.frame(2)
    pixels = desk._pixels

    def seen(point: tuple[float, float]) -> tuple[int, int]:
        drawn = zip(pixels(point), size, desk.window.display.surface.get_size(), strict=True)
        across, down = (round(at * shown / whole) for at, shown, whole in drawn)
        return across, down

    monkeypatch.setattr(desk, "_pixels", seen)
    desk.keys("m")
    desk.click(desk.menu.seed.box)
    desk.type("42")
    assert desk.menu.seed.text == "42"
    desk.keys("escape")
    desk.choose_game("Notty")
    assert desk.menu.chosen.name == "notty"


@pytest.mark.parametrize(
    ("shown", "drawn"),
    [
        ((960, 540), (960, 540)),
        ((1500, 900), (1500, 900)),
        ((480, 270), (960, 540)),
        ((500, 500), (960, 960)),
        ((1200, 270), (2200, 540)),
        ((3000, 1), (3000, 540)),
        ((1, 2000), (960, 2200)),
        ((0, 0), (960, 540)),
    ],
)
def test_a_small_window_is_drawn_in_its_shape(shown: Size, drawn: Size) -> None:
    assert drawn_size(shown, LEAST_SIZE) == drawn
