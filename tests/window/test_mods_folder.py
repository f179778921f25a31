"""The Mods screen opens its folder in the platform's file manager, and says where it lies when there is none."""

import sys
from pathlib import Path

import pytest

from game.mods.files import folder as mods_folder
from systems.view.screens.mods import ModsScreen
from tests.window.conftest import Open
from tests.window.desk import Desk

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the opener is a script on the PATH")


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


def test_the_folder_is_made_and_opened(open_desk: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = tmp_path / "told"
    opener(tmp_path / "bin", f'echo "$1" > {told}', monkeypatch)
    desk = at_mods(open_desk)
    desk.keys("tab", "return")
    assert mods_folder().is_dir()
    desk.until_told(lambda: told.exists() and told.read_text())
    assert told.read_text().strip() == str(mods_folder())
    desk.until_told(lambda: desk.screen(ModsScreen)._opening is None)
    assert desk.screen(ModsScreen).toasts.words == ""


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
