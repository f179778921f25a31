"""The folder of mods: the Mods screen puts an example there, opens it in the platform's file manager, and says where it
lies when there is none."""

import sys
from pathlib import Path

import pytest

from game.games import registry
from game.mods.files import folder as mods_folder
from game.mods.mods import MODS
from systems.view.screens.mods import ModsScreen
from tests.window.audit import texts_drawn
from tests.window.conftest import Open
from tests.window.desk import Desk

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the opener is a script on the PATH")


def at_mods(open_desk: Open) -> Desk:
    desk = open_desk(motion="instant")
    desk.window.show_mods()
    desk.frame(2)
    return desk


def opener(folder: Path, script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this be all that the PATH holds to open folders with."""
    folder.mkdir()
    path = folder / "xdg-open"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))


def test_where_there_are_none_an_example_is_a_click_away_and_no_path_is_told(open_desk: Open) -> None:
    desk = at_mods(open_desk)
    with texts_drawn() as texts:
        desk.frame()
    assert "No mods yet" in {words for words, _ in texts}
    assert not [words for words, _ in texts if str(mods_folder()) in words or "docs/" in words]
    desk.click(desk.screen(ModsScreen).example.box)
    desk.until_told(lambda: MODS.all and not MODS.loading)
    assert [(mod.name, mod.refused) for mod in desk.screen(ModsScreen).rows] == [("tic_tac_toe", "")]
    assert not desk.screen(ModsScreen).example.visible
    desk.keys("escape")
    desk.frame(3)
    desk.choose_game(registry.game("tic_tac_toe").title)
    desk.keys("return")
    desk.until_table()


def test_turning_to_a_fifth_table_leaves_no_table_chosen_that_is_out_of_sight(open_desk: Open) -> None:
    desk = at_mods(open_desk)
    desk.click(desk.screen(ModsScreen).example.box)
    desk.until_told(lambda: any(game.name == "tic_tac_toe" for game in registry.games()) and not MODS.loading)
    desk.keys("escape")
    desk.frame(3)
    tables = desk.menu.tables
    desk.choose_game(tables.tiles[0].game.title)
    desk.click(tables.on.box)
    assert tables.tiles[4].visible
    assert not tables.tiles[0].visible
    assert tables.chosen is tables.tiles[1]
    assert desk.menu.chosen is tables.chosen.game


def test_an_example_that_cannot_be_put_there_is_told(open_desk: Open) -> None:
    desk = at_mods(open_desk)
    mods_folder().write_text("in the way")
    desk.click(desk.screen(ModsScreen).example.box)
    assert "could not be written" in desk.screen(ModsScreen).toasts.words
    assert desk.screen(ModsScreen).example.visible


@linux
def test_the_folder_is_made_and_opened(open_desk: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = tmp_path / "told"
    opener(tmp_path / "bin", f'echo "$1" > {told}', monkeypatch)
    desk = at_mods(open_desk)
    desk.tab_to(desk.screen(ModsScreen).open)
    desk.keys("return")
    assert mods_folder().is_dir()
    desk.until_told(lambda: told.exists() and told.read_text())
    assert told.read_text().strip() == str(mods_folder())
    desk.until_told(lambda: desk.screen(ModsScreen)._opening is None)
    assert desk.screen(ModsScreen).toasts.words == ""


@linux
@pytest.mark.parametrize("script", [None, "exit 3"])
def test_where_nothing_opens_it_the_path_is_told(
    open_desk: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str | None
) -> None:
    if script is None:
        monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    else:
        opener(tmp_path / "bin", script, monkeypatch)
    desk = at_mods(open_desk)
    desk.keys("o")
    desk.until_told(lambda: desk.screen(ModsScreen).toasts.words)
    assert str(mods_folder()) in desk.screen(ModsScreen).toasts.words
