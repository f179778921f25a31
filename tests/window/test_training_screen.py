"""The training panel: learning with pause and speed, values beside verdicts, playing against what was learnt."""

import gc
import math
import re
from dataclasses import replace
from pathlib import Path
from threading import Event

import numpy as np
import pytest

from components.view import Stage
from game.checkpoints import container
from game.checkpoints.tables import TableCodec
from game.games import registry
from game.games.characters import name_of
from game.learning.milestones import SMOOTH
from game.learning.own_table_trainer import OwnTableTrainer
from game.learning.rival_service import RivalService
from game.rules import translation
from game.rules.protocol import Setup
from game.rules.translation import translated
from game.training.metrics import title
from game.training.q_training import Plan, TableTraining
from systems.view.screens.comparison_dialog import ComparisonDialog, suggestion
from systems.view.screens.menu import MenuScreen
from systems.view.screens.metrics_panel import MetricsBody
from systems.view.screens.table import TableScreen
from systems.view.screens.training import TrainingScreen
from systems.view.screens.training_curve import together
from systems.view.toolkit.fields import TextField
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
    desk.until(lambda: not screen.keeping.saving.busy)
    assert screen.trainer.path.exists()
    desk.keys("escape")
    desk.until(lambda: isinstance(desk.window.screen, MenuScreen))
    again = open_training(desk)
    assert again.trainer.snapshot.games == games


def test_actions_call_players_as_the_table_does(open_desk: Open) -> None:
    desk = open_desk(motion="instant", size=(1280, 720))
    desk.window.show_training(registry.ai("notty", "q-learner"), {})
    desk.frame(3)
    screen = desk.screen(TrainingScreen)
    assert f"Steal from {name_of(screen.trainer.ai)} 2" in screen.list.named


def test_long_words_of_an_action_are_broken_and_not_set_too_small(open_desk: Open) -> None:
    desk = open_desk(motion="instant", size=(960, 540))
    desk.window.show_training(registry.ai("jaipur", "neural"), {})
    desk.frame(3)
    screen = desk.screen(TrainingScreen)
    long = max(screen.list.named, key=len)
    row = screen.list.named.index(long)
    short = screen.list.named.index(min(screen.list.named, key=len))
    assert screen.list.row_box(row).h > screen.list.row_box(short).h
    screen.list.reveal(row)
    desk.frame(3)
    with texts_drawn() as texts:
        desk.frame()
    lines = [words for words, box in texts if words in long and len(words) > 3 and box.x > 800]
    assert " ".join(lines) == long


def test_a_click_on_a_stone_plays_its_move_and_undo_goes_back(panel: tuple[Desk, TrainingScreen]) -> None:
    desk, screen = panel
    stones = screen.table.view.pick_rows(screen.table.stage)
    desk.click(screen.table.place_of(stones[1][0]))
    assert screen.table.position.piles == (1, 0, 3)
    desk.keys("u")
    assert screen.table.position.piles == (1, 2, 3)


def test_the_heads_of_columns_stand_above_them(panel: tuple[Desk, TrainingScreen]) -> None:
    desk, _ = panel
    with texts_drawn() as texts:
        desk.frame()
    ends = {words: box.right for words, box in texts}
    verdict = ends.get("loses", ends.get("wins"))
    assert ends["exact"] == pytest.approx(verdict, abs=0.8)
    assert ends["learnt value"] == pytest.approx(ends["+0.00"], abs=0.8)


def test_an_action_that_is_chosen_in_the_list_is_played(panel: tuple[Desk, TrainingScreen]) -> None:
    desk, screen = panel
    move = screen.values[2].move
    desk.click(screen.list.row_box(2))
    assert screen.table.position.piles[move.pile] == (1, 2, 3)[move.pile] - move.stones


def test_forgetting_starts_anew(panel: tuple[Desk, TrainingScreen]) -> None:
    desk, screen = panel
    desk.keys("p")
    desk.frame(20)
    desk.click(screen.anew.box)
    assert screen.trainer.snapshot.games > 0, "it asks first"
    desk.click(desk.dialog.buttons[0].box)
    assert screen.trainer.snapshot.games == 0
    assert not screen.running


def test_closing_keeps_what_was_learnt_and_starting_anew_keeps_it_beside(panel: tuple[Desk, TrainingScreen]) -> None:
    desk, screen = panel
    path = screen.trainer.path
    desk.keys("p")
    desk.frame(20)
    desk.click(screen.leave.box)
    desk.until(lambda: isinstance(desk.window.screen, MenuScreen))
    learnt = path.read_bytes()
    assert container.games_in(container.read(path)) > 0
    desk.window.show_training(screen.trainer.ai, screen.trainer.setup.options)
    desk.frame(2)
    again = desk.screen(TrainingScreen)
    desk.click(again.anew.box)
    desk.click(desk.dialog.buttons[0].box)
    desk.keys("p")
    desk.frame(20)
    desk.click(again.leave.box)
    desk.until(lambda: isinstance(desk.window.screen, MenuScreen))
    assert container.previous_of(path).read_bytes() == learnt != path.read_bytes()


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
    desk.until(lambda: not screen.keeping.saving.busy)
    assert path.with_name(f"{path.name}.damaged").read_bytes() == b"no table"
    assert isinstance(screen.trainer, OwnTableTrainer)
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
        desk.until(lambda: not screen.keeping.saving.busy)
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
    assert {"Explores", "Values learnt", "How well it plays", "raw"} <= words
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
    before = len(screen.table.stage.pieces_at("deck"))
    desk.click(screen.list.row_box(draw))
    desk.frame(2)
    assert len(screen.table.stage.pieces_at("deck")) == before - 1


# --- the stage ---------------------------------------------------------------------------------------------------


def learnt(desk: Desk, screen: TrainingScreen, games: int) -> None:
    """Let the learner play so many games, and the panel see them."""
    assert isinstance(screen.trainer, OwnTableTrainer)
    screen.trainer.training.run(games)
    screen.trainer._measured_at = 0.0
    desk.frame(3)


def test_values_lie_as_heat_on_the_pieces_that_make_their_moves(panel: tuple[Desk, TrainingScreen]) -> None:
    desk, screen = panel
    learnt(desk, screen, 300)
    values = {(each.move.pile, each.move.stones): each.value for each in screen.values}
    found = screen.table.heat(screen.values)
    rows = screen.table.view.pick_rows(screen.table.stage)
    assert {entity for row in rows for entity in row} == set(found)
    for pile, row in enumerate(rows):
        for place, stone in enumerate(row):
            assert found[stone] == values[pile, len(row) - place], "a click takes it with all to its right"
    with texts_drawn() as texts:
        desk.frame()
    best = max(values.values())
    assert f"{best:+.2f}".replace("-", "\N{MINUS SIGN}") in [words for words, _ in texts]


def test_nothing_is_hot_while_nothing_is_learnt(panel: tuple[Desk, TrainingScreen]) -> None:
    desk, _screen = panel
    with texts_drawn() as texts:
        desk.frame()
    assert "+0.00" not in [words for words, box in texts if box.right < 800]


def test_milestones_are_named_and_told_when_they_come(panel: tuple[Desk, TrainingScreen]) -> None:
    desk, screen = panel
    with texts_drawn() as texts:
        desk.frame()
    assert any(words.startswith("What it can do will stand here") for words, _ in texts)
    screen.running = True
    learnt(desk, screen, 600)
    assert "Finds every winning move since game" in screen.toasts.words
    with texts_drawn() as texts:
        desk.frame()
    assert any(words.startswith("Finds every winning move") for words, box in texts if box.x > 900)


def comparing(desk: Desk, screen: TrainingScreen, alpha: str) -> ComparisonDialog:
    """The dialog that asks what is to differ, after this was typed."""
    desk.keys("c")
    dialog = screen.dialog
    assert isinstance(dialog, ComparisonDialog)
    (field, *_others) = dialog.body.fields
    assert isinstance(field, TextField)
    field.set(alpha)
    desk.frame()
    return dialog


def test_a_second_learner_with_other_parameters_learns_beside_it(panel: tuple[Desk, TrainingScreen]) -> None:
    desk, screen = panel
    learnt(desk, screen, 300)
    desk.click(comparing(desk, screen, "0.05").done.box)
    rival = screen.comparison.rival
    assert rival is not None
    assert rival.given["alpha"] == 0.05
    desk.until_told(lambda: rival.count >= 300 and rival.values(screen.table.seen))
    names = [learner.name for learner in screen.comparison.learners]
    assert names == ["alpha 0.5", "alpha 0.05"]
    assert [each.move for each in rival.values(screen.table.seen)] == [each.move for each in screen.values]
    assert rival.curve.across[-1] >= 300
    with texts_drawn() as texts:
        desk.frame()
    assert sum(words.startswith("alpha 0.05") for words, _ in texts) == 2, "in the figures and in the legend"
    desk.keys("c")
    assert screen.comparison.rival is None


def test_a_comparison_says_what_differs_and_suggests_a_difference(panel: tuple[Desk, TrainingScreen]) -> None:
    desk, screen = panel
    desk.keys("c")
    dialog = screen.dialog
    assert isinstance(dialog, ComparisonDialog)
    assert dialog.title == "Compare Kito with another one"
    assert dialog.body.given == {"alpha": "0.125"}, "a quarter, as four times as much is more than there is"
    desk.frame()
    assert dialog.body.words.endswith("What differs: alpha 0.125 instead of 0.5.")
    assert dialog.done.enabled


def test_numbers_of_a_comparison_are_told_and_typed_as_the_language_writes_them(
    panel: tuple[Desk, TrainingScreen],
) -> None:
    desk, screen = panel
    desk.window.change(language="de")
    dialog = comparing(desk, screen, "0,25")
    assert dialog.body.given == {"alpha": "0.25"}
    assert translated(dialog.body.words).endswith("Verschieden ist: alpha 0,25 statt 0,5.")
    with texts_drawn() as texts:
        desk.frame()
    told = {translated(words) for words, _box in texts}
    desk.window.change(language="")
    assert {"0,25", "0,1"} <= told, "what is typed, and what is usual"
    assert not [words for words in told if re.search(r"\b0\.\d", words)]


def test_the_chart_of_matches_won_against_somebody_is_titled_in_the_language() -> None:
    assert title("won against utility") == "Won against utility"
    translation.choose("de")
    assert translated(title("won against utility")) == "Gewonnen gegen utility"
    translation.choose("en")


@pytest.mark.parametrize("alpha", ["", "0.5", "0.50"])
def test_learners_that_are_alike_are_not_compared(panel: tuple[Desk, TrainingScreen], alpha: str) -> None:
    desk, screen = panel
    dialog = comparing(desk, screen, alpha)
    assert not dialog.done.enabled
    assert dialog.body.words.endswith("Nothing differs yet: both would learn alike.")
    desk.keys("return")
    assert screen.comparison.rival is None


def test_a_suggested_difference_is_one_that_can_be() -> None:
    assert suggestion({"alpha": "0.001"}) == {"alpha": "0.004"}
    assert suggestion({"alpha": "0.3"}) == {"alpha": "0.075"}


def test_the_second_learner_learns_as_a_training_with_these_parameters_does() -> None:
    ai = registry.ai("nim", "q-learner")
    assert ai.learner_spec is not None
    rules = registry.game("nim").rules
    how = Setup(2, {option.key: option.default for option in rules.options} | {"piles": [1, 2, 3]})
    answer = RivalService().run(1, "nim", "q-learner", how, {"alpha": 0.05}, 1, 250, None)
    parameters = replace(ai.learner_spec.parameters, alpha=0.05)
    training = TableTraining(Plan(rules, how, ai.name, ai.learner_spec, parameters, 1))
    training.run(250)
    assert answer["snapshot"]["games"] == 250
    assert answer["curve"] == [tuple(point) for point in training.curve]
    assert answer["snapshot"]["progress"]["pairs"] == training.progress().pairs


def test_curves_over_different_games_stand_in_one_chart() -> None:
    one, other = np.array([[10.0, 20.0], [0.1, 0.2]]), np.array([[20.0, 30.0], [0.5, 0.6]])
    across, values = together((one[0], one[1]), (other[0], other[1]))
    assert across.tolist() == [10, 20, 30]
    np.testing.assert_array_equal(values, [[0.1, math.nan], [0.2, 0.5], [math.nan, 0.6]])


def test_a_loss_says_what_it_measures(panel: tuple[Desk, TrainingScreen]) -> None:
    _desk, screen = panel
    for loss in ("value_loss", "chance_loss", "difference_loss"):
        assert screen.curve._measure(loss).endswith("less is better")


def test_where_a_game_has_no_measure_the_curve_tells_what_is_won_against_a_yardstick(open_desk: Open) -> None:
    desk = open_desk(motion="instant", size=(1280, 720))
    desk.window.show_training(registry.ai("jaipur", "q-learner"), {})
    desk.frame(3)
    screen = desk.screen(TrainingScreen)
    with texts_drawn() as texts:
        desk.frame()
    assert any(words.startswith("Share of 100 games won against Vera") for words, _ in texts)
    desk.keys("p")
    desk.until_told(lambda: screen.trainer.strengths)
    (found, *_more) = screen.trainer.strengths
    assert (found.games, found.played) == (0, 100)
    desk.keys("p")
    desk.until_told(lambda: not screen.meter.busy)  # one more may have been begun meanwhile
    lately = screen.trainer.strengths[-SMOOTH:]
    won = sum(each.won for each in lately) / len(lately)
    with texts_drawn() as texts:
        desk.frame()
    words = [words for words, _ in texts]
    assert "Against Vera" in words
    assert any(text.startswith(f"{won:.0f} % ±") for text in words)


def test_it_says_whom_it_meets_beside_itself(open_desk: Open) -> None:
    desk = open_desk(motion="instant", size=(1280, 720))
    desk.window.show_training(registry.ai("notty", "q-learner"), {})
    desk.frame(3)
    desk.keys("1")
    with texts_drawn() as texts:
        desk.frame()
    assert "Learning by playing itself, and Dado every 4 games" in [words for words, _ in texts]


def test_heat_follows_the_values_and_asks_only_once_a_position_what_clicks_mean(
    panel: tuple[Desk, TrainingScreen], monkeypatch: pytest.MonkeyPatch
) -> None:
    desk, screen = panel
    desk.frame(5)
    table = screen.table
    asked: list[int] = []
    real = table.view.picks

    def picks(stage: Stage, entity: int) -> list[int]:
        asked.append(entity)
        return real(stage, entity)

    monkeypatch.setattr(table.view, "picks", picks)
    table.heat(screen.values)
    asked.clear()
    low = [each._replace(value=0.1) for each in screen.values]
    high = [each._replace(value=0.7) for each in screen.values]
    assert set(table.heat(low).values()) == {0.1}
    assert set(table.heat(high).values()) == {0.7}
    assert not asked
    screen.play(screen.values[0].move)
    desk.frame(5)
    assert set(table.heat(screen.values)) < set(asked), "anew, and fewer stones are left"
