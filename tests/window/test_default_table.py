"""A game that a mod brings, at the default table: found in the menu, played with the mouse and with keys, taken back,
recorded, gone on with, checked, stepped through."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from components.view import Stage
from game.cli.main import run
from game.games.seats import parse_seats
from game.matches.replay import read
from game.matches.requests import ReplayRequest, TableRequest
from game.mods.mods import MODS
from systems.snapshot import only
from systems.view.table.default_table import kind_of
from tests.window.desk import Desk

TIC_TAC_TOE = Path(__file__).parents[2] / "docs" / "mods" / "tic_tac_toe.py"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A home with the game in its mods folder."""
    monkeypatch.setenv("TABLETALK_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    (tmp_path / "home" / "mods").mkdir(parents=True)
    shutil.copy(TIC_TAC_TOE, tmp_path / "home" / "mods")
    yield tmp_path / "home"
    MODS.name(())
    MODS.end()


@pytest.fixture
def desk(home: Path, tmp_path: Path) -> Iterator[Desk]:
    """A table at which a human meets the random AI."""
    MODS.refresh()
    MODS.wait()
    seats = tuple(parse_seats("tic_tac_toe", ["human", "random"]))
    request = TableRequest("tic_tac_toe", seats, {}, 5, tmp_path / "match.jsonl")
    opened = Desk(request, (1280, 720), motion="instant", pace=0.0)
    yield opened
    opened.close()


def cells(desk: Desk) -> list[str]:
    """What lies in each cell."""
    return [kind_of(desk.table.stage.pieces_at(f"cell-{number}")[0]) for number in range(9)]


def marked(desk: Desk) -> int:
    return 9 - cells(desk).count("empty")


def test_the_menu_offers_the_game_as_long_as_its_mod_is_there(home: Path) -> None:
    desk = Desk(None, (1280, 720))
    try:
        for _ in range(2000):
            if len(desk.menu.game_choices) == 5:
                break
            desk.frame()
        assert [button.label for button in desk.menu.game_choices][-1] == "Tic-tac-toe"
        desk.click(desk.menu.game_choices[-1].box)
        assert "search" in [value for value, _ in desk.menu.chairs[1].options]
        (home / "mods" / "tic_tac_toe.py").unlink()
        MODS.refresh()
        desk.frame()
        assert len(desk.menu.game_choices) == 4
        assert desk.menu.game_choices[0].chosen
    finally:
        desk.close()


def test_a_match_is_played_taken_back_kept_gone_on_with_and_checked(desk: Desk, tmp_path: Path) -> None:
    desk.until_ready()
    stage, before = desk.table.stage, marked(desk)
    free = cells(desk).index("empty")
    desk.click_card(stage.pieces_at(f"cell-{free}")[0])
    desk.until_ready()
    assert cells(desk)[free] != "empty"
    assert marked(desk) == before + 2
    after = cells(desk)
    desk.keys("down")
    free = next(number for number in range(9) if cells(desk)[number] == "empty")
    rows = desk.table.view.pick_rows(stage)
    assert [len(row) for row in rows] == [3, 3, 3]
    row, column = next((at, cursor.index(stage.cursor)) for at, cursor in enumerate(rows) if stage.cursor in cursor)
    steps = ["up"] * (row - free // 3) + ["down"] * (free // 3 - row)
    steps += ["left"] * (column - free % 3) + ["right"] * (free % 3 - column)
    desk.keys(*steps, "space")
    desk.until_ready()
    assert cells(desk)[free] != "empty"
    assert marked(desk) == before + 4
    desk.keys("u")
    desk.until_ready()
    assert cells(desk) == after
    desk.close()
    replay = tmp_path / "match.jsonl"
    again = Desk(None, (1280, 720), motion="instant", pace=0.0)
    try:
        again.until_told(lambda: not MODS.loading and len(MODS.all) == 1)
        found = read(replay)
        assert not found.finished
        again.window.resume(found)
        again.frame()
        again.until_ready()
        assert cells(again) == after
    finally:
        again.close()
    assert run(["check", str(replay)]) == 0


def test_a_match_is_stepped_through(home: Path, tmp_path: Path) -> None:
    words = ["arena", "tic_tac_toe", "random", "random", "--games", "1", "--seed", "3", "--record", str(tmp_path)]
    assert run(words) == 0
    MODS.refresh()
    MODS.wait()
    desk = Desk(ReplayRequest(tmp_path / "match-0001.jsonl"), (960, 540), motion="instant")
    try:
        desk.keys("end")
        desk.frame(3)
        lying = [kind_of(only(Stage).pieces_at(f"cell-{number}")[0]) for number in range(9)]
        assert lying.count("empty") <= 4
        desk.keys("home")
        desk.frame(3)
        assert [kind_of(only(Stage).pieces_at(f"cell-{number}")[0]) for number in range(9)] == ["empty"] * 9
    finally:
        desk.close()
