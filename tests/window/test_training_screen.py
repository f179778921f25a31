"""The training panel: learning with pause and speed, values beside verdicts, playing against what was learnt."""

import gc
from pathlib import Path
from threading import Event

import pytest

from game.checkpoints import container
from game.checkpoints.tables import TableCodec
from game.games import registry
from game.learning.table_trainer import TableTrainer
from systems.view.screens.menu import MenuScreen
from systems.view.screens.metrics_panel import MetricsBody
from systems.view.screens.table import TableScreen
from systems.view.screens.training import TrainingScreen
from tests.window.audit import texts_drawn
from tests.window.conftest import Open
from tests.window.desk import Desk


def open_training(desk: Desk) -> TrainingScreen:
    """The panel of Nim's learner at three small piles."""
    desk.window.show_training(registry.ai("nim", "q-learner"), {"piles": [1, 2, 3]})
    desk.frame(3)
    return desk.screen(TrainingScreen)


@pytest.fixture
def panel(open_desk: Open) -> tuple[Desk, TrainingScreen]:
    desk = open_desk(motion="instant", size=(1280, 720))
    return desk, open_training(desk)


def test_it_learns_only_while_it_runs(panel: tuple[Desk, TrainingScreen]) -> None:
    desk, screen = panel
    desk.frame(20)
    assert screen.trainer.snapshot.games == 0
    desk.keys("p")
    desk.frame(20)
    learnt = screen.trainer.snapshot.games
    assert learnt > 0
    desk.keys("p")
    stopped = screen.trainer.snapshot.games
    desk.frame(20)
    assert screen.trainer.snapshot.games == stopped


def test_a_slow_speed_plays_so_many_games_a_second(panel: tuple[Desk, TrainingScreen]) -> None:
    desk, screen = panel
    desk.keys("1")
    before = screen.trainer.snapshot.games
    desk.frame(64)
    assert screen.trainer.snapshot.games - before == 5


def test_stopping_keeps_what_was_learnt_and_the_panel_goes_on_with_it(panel: tuple[Desk, TrainingScreen]) -> None:
    desk, screen = panel
    desk.keys("p")
    desk.frame(30)
    desk.keys("p")
    games = screen.trainer.snapshot.games
    desk.until(lambda: not screen.saving.busy)
    assert screen.trainer.path.exists()
    desk.keys("escape")
    desk.until(lambda: isinstance(desk.window.screen, MenuScreen))
    again = open_training(desk)
    assert again.trainer.snapshot.games == games


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
    assert screen.trainer.snapshot.games == 0
    assert not screen.running


def test_one_plays_against_what_was_learnt(panel: tuple[Desk, TrainingScreen], folder: Path) -> None:
    desk, screen = panel
    desk.keys("3")
    desk.frame(30)
    path = screen.trainer.path
    desk.click(screen.against.box)
    desk.until(lambda: isinstance(desk.window.screen, TableScreen))
    table = desk.screen(TableScreen)
    assert [seat.name for seat in table.session.seats] == ["You", "q-learner"]
    assert table.session.seats[1].spec == "q-learner", "and it learns on"
    assert table.session.seats[1].trained == container.read(path).digest
    assert path.is_relative_to(folder)
    assert dict(table.session.setup.options)["piles"] == [1, 2, 3]


@pytest.fixture
def damaged(open_desk: Open, folder: Path) -> tuple[Desk, TrainingScreen, Path]:
    """The panel where a damaged file lies, something having been learnt."""
    path = folder / "trained" / "nim-q-learner-1-2-3.npz"
    path.parent.mkdir(parents=True)
    path.write_bytes(b"no table")
    desk = open_desk(motion="instant", size=(960, 540))
    screen = open_training(desk)
    desk.keys("p")
    desk.frame(10)
    desk.keys("p")
    desk.until(lambda: screen.dialog is not None)
    return desk, screen, path


def test_a_damaged_file_stays_where_it_is_unless_the_user_says_otherwise(
    damaged: tuple[Desk, TrainingScreen, Path],
) -> None:
    desk, screen, path = damaged
    with texts_drawn() as texts:
        desk.frame()
    assert any(path.name in words for words, _ in texts)
    desk.keys("escape")
    assert screen.dialog is None
    assert path.read_bytes() == b"no table"
    desk.keys("escape")
    desk.until(lambda: isinstance(desk.window.screen, MenuScreen))
    assert path.read_bytes() == b"no table"


def test_a_damaged_file_is_moved_aside_and_what_was_learnt_is_kept(
    damaged: tuple[Desk, TrainingScreen, Path],
) -> None:
    desk, screen, path = damaged
    desk.keys("return")
    desk.until(lambda: not screen.saving.busy)
    assert path.with_name(f"{path.name}.damaged").read_bytes() == b"no table"
    assert isinstance(screen.trainer, TableTrainer)
    kept, _ = TableCodec(screen.trainer.learner_spec.encoding).load(path, "nim", "q-learner")
    assert kept.statistics.games == screen.trainer.count > 0


def test_nothing_is_learnt_while_it_is_being_kept(panel: tuple[Desk, TrainingScreen]) -> None:
    desk, screen = panel
    desk.keys("p")
    desk.frame(20)
    keeping = Event()
    keep = screen.trainer.keep

    def held() -> bool:
        keeping.wait(60)
        return keep()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(screen.trainer, "keep", held)
        desk.keys("p")
        games = screen.trainer.snapshot.games
        desk.keys("p")
        desk.frame(20)
        assert screen.trainer.snapshot.games == games
        keeping.set()
        desk.until(lambda: not screen.saving.busy)
    desk.frame(20)
    assert screen.trainer.snapshot.games > games


def test_closing_the_window_waits_for_what_is_being_kept(panel: tuple[Desk, TrainingScreen]) -> None:
    desk, screen = panel
    desk.keys("p")
    desk.frame(20)
    desk.keys("p")
    desk.close()
    assert screen.trainer.path.exists()
    assert gc.isenabled()


def test_metrics_are_live_and_their_mean_can_be_chosen(panel: tuple[Desk, TrainingScreen]) -> None:
    desk, screen = panel
    desk.keys("3", "g")
    body = desk.dialog.body
    assert isinstance(body, MetricsBody)
    curve = body.curve()
    assert curve is not None
    before = curve.across[-1]
    desk.until(lambda: (body.curve() or curve).across[-1] > before)
    desk.until(lambda: len((body.curve() or curve).points) > 10)
    with texts_drawn() as texts:
        desk.frame()
    words = {words for words, _ in texts}
    assert {"Epsilon", "Values learnt", "How well it plays", "raw"} <= words
    body.window.set(10)
    with texts_drawn() as texts:
        desk.frame()
    assert "the last 10" in {words for words, _ in texts}
    desk.keys("escape")
    assert screen.dialog is None


def test_an_action_of_chance_is_played_on_the_table(open_desk: Open) -> None:
    desk = open_desk(motion="instant", size=(1280, 720))
    desk.window.show_training(registry.ai("notty", "q-learner"), {})
    desk.frame(3)
    screen = desk.screen(TrainingScreen)
    draw = next(at for at, each in enumerate(screen.values) if screen.trainer.rules.label(each.move) == "Draw a card")
    before = len(screen.stage.pieces_at("deck"))
    desk.click(screen.list.row_box(draw))
    desk.frame(2)
    assert len(screen.stage.pieces_at("deck")) == before - 1
