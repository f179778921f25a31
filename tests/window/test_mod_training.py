"""The training panel of a mod's AI, which learns in a worker: the window never waits for it, and outlives it."""

from pathlib import Path

import pytest

from game.agents.learning import Yardstick
from game.checkpoints import container
from game.checkpoints.tables import TableCodec
from game.games import registry
from game.games.seats import parse_seats
from game.learning import kept_strength
from game.learning.remote_table_trainer import RemoteTableTrainer
from game.learning.strength import GENERAL
from game.matches.requests import TableRequest
from game.mods import files as mod_files
from game.mods.mods import MODS
from game.rules.protocol import Setup
from game.training.q_training import Plan, TableTraining
from systems.view.screens.menu import MenuScreen
from systems.view.screens.training import TrainingScreen
from systems.view.screens.training_curve import MEAN_WON
from tests.mod_desk import A_MOD, drop, mod, taken
from tests.window.conftest import Open
from tests.window.desk import Desk

pytestmark = pytest.mark.usefixtures("no_mods")
SORTED = Path(__file__).resolve().parents[2] / "docs" / "mods" / "sorted_learner.py"
SMALL = {"piles": [1, 2, 3]}


@pytest.fixture
def desk(open_desk: Open) -> Desk:
    return open_desk(motion="instant", size=(1280, 720))


def panel(desk: Desk, text: str) -> TrainingScreen:
    """The panel of the learner of the documentation, its text perhaps changed."""
    drop("sorted_learner.py", text)
    taken()
    desk.window.show_training(registry.ai("nim", "sorted-learner"), SMALL)
    desk.frame()
    return desk.screen(TrainingScreen)


def test_it_learns_what_a_training_of_so_many_games_learns(desk: Desk) -> None:
    screen = panel(desk, SORTED.read_text())
    desk.keys("p")
    desk.until_told(lambda: screen.trainer.snapshot.games >= 30)
    desk.keys("p")
    desk.until_told(lambda: not screen.keeping.saving.busy)
    kept = container.read(screen.trainer.path)
    games = kept.header["statistics"]["games"]
    (ai,) = mod_files.load("sorted_learner", SORTED, None).ais
    assert ai.learner_spec is not None
    rules = registry.game("nim").rules
    training = TableTraining(Plan(rules, Setup(2, SMALL), ai.name, ai.learner_spec, ai.learner_spec.parameters, seed=1))
    training.run(games)
    assert TableCodec(ai.learner_spec.encoding).decoded(kept).table == training.learner.table
    assert screen.trainer.snapshot.games == games
    assert not screen.trainer.unkept


def test_how_well_it_plays_is_measured_where_it_learns_and_drawn(desk: Desk) -> None:
    screen = panel(desk, SORTED.read_text())
    desk.keys("p")
    desk.until_told(lambda: len(screen.trainer.strengths) > 1)
    assert screen.trainer.yardstick == GENERAL
    assert "won against random" in screen.trainer.curve.measured
    assert screen.curve.column == MEAN_WON
    assert all(found.played == GENERAL.rounds for found in screen.trainer.strengths)
    desk.keys("p")
    desk.until_told(lambda: not screen.keeping.saving.busy)
    assert kept_strength.kept(screen.trainer.path, GENERAL) == screen.trainer.strengths


def test_a_mod_may_name_its_yardstick(desk: Desk) -> None:
    text = SORTED.read_text().replace("unknown=1.0)", "unknown=1.0), yardstick=Yardstick('perfect', 2)")
    screen = panel(desk, text.replace("Registry, table", "Registry, Yardstick, table"))
    desk.keys("p")
    desk.until_told(lambda: screen.trainer.strengths)
    assert screen.trainer.yardstick == Yardstick("perfect", 2)


def test_it_learns_with_the_parameters_that_were_set(desk: Desk) -> None:
    drop("sorted_learner.py", SORTED.read_text().replace("(EPSILON,),", "__import__('game.modding').modding.LEARNING,"))
    taken()
    desk.window.show_training(registry.ai("nim", "sorted-learner"), SMALL, {"alpha": 0.25})
    desk.frame()
    screen = desk.screen(TrainingScreen)
    desk.keys("p")
    desk.until_told(lambda: "not measured" in screen.toasts.words)  # it cannot play: its picker lacks an epsilon
    desk.until_told(lambda: screen.trainer.snapshot.games >= 5)
    desk.keys("p")
    desk.until_told(lambda: not screen.keeping.saving.busy)
    learnt = container.read(screen.trainer.path).header["parameters"]
    assert (learnt["alpha"], learnt["epsilon"]) == (0.25, 0.2)


def test_it_goes_on_from_what_was_kept_and_forgets(desk: Desk) -> None:
    screen = panel(desk, SORTED.read_text())
    desk.keys("p")
    desk.until_told(lambda: screen.trainer.snapshot.games >= 5)
    desk.keys("escape")
    desk.until_told(lambda: isinstance(desk.window.screen, MenuScreen))
    kept = container.read(screen.trainer.path).header["statistics"]["games"]
    desk.window.show_training(registry.ai("nim", "sorted-learner"), SMALL)
    desk.frame(3)
    again = desk.screen(TrainingScreen)
    desk.until_told(lambda: again.trainer.snapshot.games == kept >= 5)
    desk.click(again.anew.box)
    desk.click(desk.dialog.buttons[0].box)
    assert again.trainer.snapshot.games == 0


def test_actions_stand_with_their_values_and_follow_the_position(desk: Desk) -> None:
    screen = panel(desk, SORTED.read_text())
    desk.until_told(lambda: screen.values)
    label = screen.trainer.rules.label
    assert [label(each.move) for each in screen.values][:2] == ["Take 1 from pile 1", "Take 1 from pile 2"]
    screen.play(screen.values[0].move)
    desk.until_told(lambda: screen.values)
    assert label(screen.values[0].move) == "Take 1 from pile 2"
    assert all(each.wins is not None for each in screen.values), "the exact verdict stands beside each"


def test_a_fault_stops_it_and_is_told_once(desk: Desk) -> None:
    screen = panel(desk, SORTED.read_text().replace("        return 0.0\n", "        return 1 / 0\n"))
    desk.keys("p")
    desk.until_told(lambda: not screen.running)
    assert "sorted-learner raised ZeroDivisionError" in screen.toasts.words
    assert mod("sorted_learner").learning.running, "an error is no reason to lose what was learnt"
    desk.keys("escape")
    desk.until_told(lambda: isinstance(desk.window.screen, MenuScreen))


def test_a_learner_that_never_comes_back_is_ended(desk: Desk) -> None:
    text = SORTED.read_text().replace("        return 0.0\n", "        while True:\n            pass\n")
    screen = panel(desk, text)
    desk.until_told(lambda: screen.values)
    MODS.think_seconds = 0.3
    desk.keys("p")
    desk.until_told(lambda: not screen.running)
    assert "sorted-learner thought for more than 0.3 s; what it has learnt" in screen.toasts.words


def test_who_sits_at_the_table_is_trained(open_desk: Open) -> None:
    drop("sorted_learner.py", SORTED.read_text())
    taken()
    desk = open_desk(motion="instant")
    desk.until_told(lambda: not MODS.loading)
    desk.menu._choose_game(registry.game("nim"))
    desk.frame(2)
    desk.seat(1, "sorted-learner")
    desk.keys("t", "return")
    desk.until_told(lambda: isinstance(desk.window.screen, TrainingScreen))
    assert desk.screen(TrainingScreen).trainer.ai.name == "sorted-learner"


@pytest.mark.parametrize("move", ["'take'", "None", "Move(9, 9)"])
def test_what_is_no_legal_move_is_not_shown(desk: Desk, move: str) -> None:
    text = SORTED.read_text().replace("list(enumerate(moves))", f"list(enumerate([{move}] * len(moves)))")
    screen = panel(desk, text)
    desk.until_told(lambda: screen.toasts.words)
    assert "values what is no legal move" in screen.toasts.words
    desk.frame(3)
    assert screen.values == []


def test_what_was_lost_with_the_process_is_not_kept_as_nothing(desk: Desk) -> None:
    """A table of nothing would stand before the one that ships."""
    counted = "        WinOrLose.ends = getattr(WinOrLose, 'ends', 0) + 1\n"
    hanging = f"{counted}        while WinOrLose.ends > 100:\n            pass\n        return 1.0 if player"
    screen = panel(desk, SORTED.read_text().replace("        return 1.0 if player", hanging))
    desk.until_told(lambda: screen.values)
    MODS.think_seconds = 0.3
    desk.keys("p")
    desk.until_told(lambda: not screen.running)
    assert screen.trainer.snapshot.games > 0
    mod("sorted_learner").learning.start()
    assert not screen.trainer.unkept, "a process that was started since has nothing to keep"
    desk.keys("escape")
    desk.until_told(lambda: isinstance(desk.window.screen, MenuScreen))
    assert not screen.trainer.path.exists()


def test_frames_leave_the_worker_alone_while_something_is_kept(desk: Desk) -> None:
    screen = panel(desk, SORTED.read_text())
    desk.until_told(lambda: screen.values)
    trainer = screen.trainer
    assert isinstance(trainer, RemoteTableTrainer)
    view = trainer.rules.view(screen.table.position, 0)
    screen.play(screen.values[0].move)
    with trainer._asking:
        assert trainer.values(trainer.rules.view(screen.table.position, 1)) == []
        assert trainer._request is None
        assert trainer.values(view) != [], "what is known is told all the same"
    desk.until_told(lambda: screen.values)


def test_a_mod_that_changes_at_the_table_loses_nothing_and_leaves_nothing_behind(open_desk: Open) -> None:
    path = drop("sorted_learner.py", SORTED.read_text())
    taken()
    seats = tuple(parse_seats("nim", ["sorted-learner", "sorted-learner"]))
    desk = open_desk(TableRequest("nim", seats, {}, seed=1), motion="instant", pace=1.0)
    first, old = desk.table, mod("sorted_learner")
    desk.until_told(lambda: len(first.session._states) > 3)
    made = len(first.session._states) - 1
    path.write_text(f"{path.read_text()}\n# changed\n")
    first.again()
    desk.until_told(lambda: desk.window.screen is not first)
    told, (before,), (after,) = first.toasts.words, first.session.learners, desk.table.session.learners
    assert "learns no more" not in told
    assert after is not before
    assert after.snapshot.actions == before.snapshot.actions >= made
    assert (old.worker.process, old.learning.process) == (None, None)
    assert mod("sorted_learner").learning.running


def test_a_table_that_another_comes_after_is_not_played_on(open_desk: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    drop("sorted_learner.py", SORTED.read_text())
    taken()
    seats = tuple(parse_seats("nim", ["sorted-learner", "sorted-learner"]))
    desk = open_desk(TableRequest("nim", seats, {}, seed=1), motion="instant", pace=0.0)
    first = desk.table
    desk.until_told(lambda: len(first.session._states) > 1)
    first.again()
    frames: list[object] = []
    monkeypatch.setattr(first, "frame", lambda *_: frames.append(1))
    desk.frame()
    assert desk.window.screen is not first
    assert not frames


def test_the_process_that_learns_is_there_before_somebody_sits_down(desk: Desk) -> None:
    drop("sorted_learner.py", SORTED.read_text())
    drop("sound.py", A_MOD.format(name="sound", about="plays"))
    taken()
    learning = mod("sorted_learner").learning
    desk.until_told(lambda: learning.running and not learning.starting)
    assert learning.generation == 1
    learning.end()
    desk.frame(5)
    assert learning.generation == 1, "what has ended is started again by whoever needs it"
    assert mod("sound").learning.generation == 0, "where nobody learns there is none"
