"""The training panel: learning with pause and speed, values beside verdicts, playing against what was learnt."""

from pathlib import Path

import pytest

from game import catalogue
from systems.view.table_screen import TableScreen
from systems.view.training_screen import TrainingScreen
from tests.window.conftest import Open
from tests.window.desk import Desk


def open_training(desk: Desk) -> TrainingScreen:
    """The panel of Nim's learner at three small piles."""
    desk.window.show_training(catalogue.ai("nim", "q-learner"), {"piles": [1, 2, 3]})
    desk.frame(3)
    return desk.screen(TrainingScreen)


@pytest.fixture
def panel(open_desk: Open) -> tuple[Desk, TrainingScreen]:
    desk = open_desk(motion="instant", size=(1280, 720))
    return desk, open_training(desk)


def test_it_learns_only_while_it_runs(panel: tuple[Desk, TrainingScreen]) -> None:
    desk, screen = panel
    desk.frame(20)
    assert screen.room.training.games == 0
    desk.keys("p")
    desk.frame(20)
    learnt = screen.room.training.games
    assert learnt > 0
    desk.keys("p")
    stopped = screen.room.training.games
    desk.frame(20)
    assert screen.room.training.games == stopped


def test_a_slow_speed_plays_so_many_games_a_second(panel: tuple[Desk, TrainingScreen]) -> None:
    desk, screen = panel
    desk.keys("1")
    before = screen.room.training.games
    desk.frame(64)
    assert screen.room.training.games - before == 5


def test_stopping_keeps_what_was_learnt_and_the_panel_goes_on_with_it(panel: tuple[Desk, TrainingScreen]) -> None:
    desk, screen = panel
    desk.keys("p")
    desk.frame(30)
    desk.keys("p")
    games = screen.room.training.games
    assert screen.room.path.exists()
    desk.keys("escape")
    desk.frame(2)
    assert desk.menu is not None
    again = open_training(desk)
    assert again.room.training.games == games


def test_a_click_on_a_stone_plays_its_move_and_undo_goes_back(panel: tuple[Desk, TrainingScreen]) -> None:
    desk, screen = panel
    stones = screen.view.pick_rows(screen.stage)
    desk.click(screen.place_of(stones[1][0]))
    assert screen.positions[-1].piles == (1, 0, 3)
    desk.keys("u")
    assert screen.positions[-1].piles == (1, 2, 3)


def test_an_action_that_is_chosen_in_the_list_is_played(panel: tuple[Desk, TrainingScreen]) -> None:
    desk, screen = panel
    move = screen.values[2].move
    desk.click(screen.list.row_box(2))
    assert screen.positions[-1].piles[move.pile] == (1, 2, 3)[move.pile] - move.stones


def test_forgetting_starts_anew(panel: tuple[Desk, TrainingScreen]) -> None:
    desk, screen = panel
    desk.keys("p")
    desk.frame(20)
    desk.click(screen.anew.box)
    assert screen.room.training.games == 0
    assert not screen.running


def test_one_plays_against_what_was_learnt(panel: tuple[Desk, TrainingScreen], folder: Path) -> None:
    desk, screen = panel
    desk.keys("3")
    desk.frame(30)
    path = screen.room.path
    desk.click(screen.against.box)
    desk.frame(3)
    table = desk.screen(TableScreen)
    assert [seat.name for seat in table.session.seats] == ["You", "q-learner"]
    assert table.session.seats[1].spec == f"q-learner:{path}"
    assert path.is_relative_to(folder)
    assert dict(table.session.setup.options)["piles"] == [1, 2, 3]


def test_a_damaged_file_is_told_of_and_kept(open_desk: Open, folder: Path) -> None:
    desk = open_desk(motion="instant", size=(960, 540))
    path = folder / "trained" / "nim-q-learner-1-2-3.npz"
    path.parent.mkdir(parents=True)
    path.write_bytes(b"no table")
    screen = open_training(desk)
    assert str(path) in screen.toasts.words
    desk.keys("p")
    desk.frame(10)
    desk.keys("p", "escape")
    assert path.read_bytes() == b"no table"
