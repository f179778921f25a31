"""Reduced motion: nothing on any screen moves of itself; what the user does shows at once as it will stay."""

from pathlib import Path

import pygame
import pytest

from benchmarks import every_screen as pictured
from game.cli.main import run
from game.matches.replay import matches_folder
from systems.view.screens.menu import MenuScreen
from tests.window.conftest import Open
from tests.window.desk import Desk

NAMES = (
    "menu", "menu-matches", "menu-settings", "menu-more", "menu-metrics", "rules-jaipur", "guide-nim", "hint-notty",
    "board-nim", "end-nim", "statistics", "mods", "practice", "training", "tournaments", "tournament",
)  # fmt: skip
"""All screens, of those that are alike one."""
LOADING = 6
"""After so many frames a screen has read what it shows."""


@pytest.fixture
def match(folder: Path) -> Path:
    """A recorded match, which is shown on the board, in lists and in statistics."""
    out = matches_folder()
    assert run(["arena", "nim", "random", "random", "--games", "1", "--seed", "5", "--record", str(out)]) == 0
    return (out / "match-0001.jsonl").rename(out / "nim-5.jsonl")


def stands(desk: Desk, frames: int = 3) -> bool:
    """Whether the picture of the next frame is that of the frames after it."""
    desk.frame()
    return all(not changed(desk) for _ in range(frames))


def changed(desk: Desk) -> bool:
    """Let a frame pass; whether it shows anything else than the one before."""
    desk.frame()
    return desk.window.rest.still_for == 0.0


@pytest.mark.usefixtures("match")
@pytest.mark.parametrize("name", NAMES)
def test_a_screen_stands_still_whatever_is_done(name: str, open_desk: Open) -> None:
    desk = open_desk(motion="instant", pace=0.0)
    pictured.SCREENS[name](desk.window)
    desk.frame(LOADING)
    assert stands(desk)
    for key in ("tab", "tab", "down", "page down"):
        desk.send(pygame.KEYDOWN, key=pygame.key.key_code(key), mod=0, unicode="")
        desk.send(pygame.KEYUP, key=pygame.key.key_code(key), mod=0)
        assert stands(desk), key
    width, height = desk.window.display.surface.get_size()
    for share in (0.3, 0.9):
        desk.send(pygame.MOUSEMOTION, pos=(int(width * share), height // 2), rel=(0, 0), buttons=(0, 0, 0))
        assert stands(desk), "something lights up"
        desk.send(pygame.MOUSEWHEEL, x=0, y=-2, precise_x=0.0, precise_y=-2.0, flipped=False)
        assert stands(desk), "something is scrolled"
    desk.window.screen.tell("Something has happened.")
    assert stands(desk)


def test_the_same_moves_where_it_may(open_desk: Open) -> None:
    desk = open_desk()
    desk.frame(LOADING)
    tile = desk.screen(MenuScreen).tables.tiles[-1]
    desk.point(tile.box.centre)
    assert not stands(desk)
    desk.frame(20)
    desk.menu.tell("Something has happened.")
    assert not stands(desk)
