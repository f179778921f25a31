"""The training panel of a mod's AI, which learns in a worker: the window never waits for it, and outlives it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from game import catalogue, mod_files, trained_files
from game.mods import MODS
from game.rules.protocol import Setup
from game.training.q_training import Plan, Training
from systems.view.menu_screen import MenuScreen
from systems.view.training_screen import TrainingScreen
from tests.mod_desk import drop, mod, taken
from tests.window.conftest import Open
from tests.window.desk import Desk

SORTED = Path(__file__).resolve().parents[2] / "docs" / "mods" / "sorted_learner.py"
SMALL = {"piles": [1, 2, 3]}


@pytest.fixture(autouse=True)
def _none_left(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No mods before and after, and all the time they need."""
    monkeypatch.setattr(MODS, "_asked_think_seconds", True)
    monkeypatch.setattr(MODS, "think_seconds", 60.0)
    yield
    MODS.name(())
    MODS.end()


@pytest.fixture
def desk(open_desk: Open) -> Desk:
    return open_desk(motion="instant", size=(1280, 720))


def until(desk: Desk, fact: Callable[[], object]) -> None:
    """Let frames pass until something is so that comes from a process: far more of them than any machine needs."""
    for _ in range(200_000):
        if fact():
            return
        desk.frame()
    raise AssertionError("it did not come about")


def panel(desk: Desk, text: str) -> TrainingScreen:
    """The panel of the learner of the documentation, its text perhaps changed."""
    drop("sorted_learner.py", text)
    taken()
    desk.window.show_training(catalogue.ai("nim", "sorted-learner"), SMALL)
    desk.frame()
    return desk.screen(TrainingScreen)


def test_it_learns_what_a_training_of_so_many_games_learns(desk: Desk) -> None:
    screen = panel(desk, SORTED.read_text())
    desk.keys("p")
    until(desk, lambda: screen.room.games >= 30)
    desk.keys("p")
    until(desk, lambda: not screen.keeper.busy)
    kept = trained_files.read(screen.room.path)
    games = kept.header["statistics"]["games"]
    (ai,) = mod_files.load("sorted_learner", SORTED, None).ais
    assert ai.recipe is not None
    rules = catalogue.game("nim").rules
    training = Training(Plan(rules, Setup(2, SMALL), ai.name, ai.recipe, ai.recipe.parameters, seed=1))
    training.run(games)
    assert trained_files.table_of(kept, ai.recipe.encoding).table == training.learner.table
    assert screen.room.games == games
    assert not screen.room.unkept


def test_it_goes_on_from_what_was_kept_and_forgets(desk: Desk) -> None:
    screen = panel(desk, SORTED.read_text())
    desk.keys("p")
    until(desk, lambda: screen.room.games >= 5)
    desk.keys("escape")
    until(desk, lambda: isinstance(desk.window.screen, MenuScreen))
    kept = trained_files.read(screen.room.path).header["statistics"]["games"]
    desk.window.show_training(catalogue.ai("nim", "sorted-learner"), SMALL)
    desk.frame(3)
    again = desk.screen(TrainingScreen)
    assert again.room.games == kept >= 5
    desk.click(again.anew.box)
    assert again.room.games == 0


def test_actions_stand_with_their_values_and_follow_the_position(desk: Desk) -> None:
    screen = panel(desk, SORTED.read_text())
    until(desk, lambda: screen.values)
    label = screen.room.rules.label
    assert [label(each.move) for each in screen.values][:2] == ["Take 1 from pile 1", "Take 1 from pile 2"]
    screen.play(screen.values[0].move)
    until(desk, lambda: screen.values)
    assert label(screen.values[0].move) == "Take 1 from pile 2"
    assert all(each.wins is not None for each in screen.values), "the exact verdict stands beside each"


def test_a_fault_stops_it_and_is_told_once(desk: Desk) -> None:
    screen = panel(desk, SORTED.read_text().replace("        return 0.0\n", "        return 1 / 0\n"))
    desk.keys("p")
    until(desk, lambda: not screen.running)
    assert "sorted-learner raised ZeroDivisionError" in screen.toasts.words
    assert mod("sorted_learner").learning.running, "an error is no reason to lose what was learnt"
    desk.keys("escape")
    until(desk, lambda: isinstance(desk.window.screen, MenuScreen))


def test_a_learner_that_never_comes_back_is_ended(desk: Desk) -> None:
    text = SORTED.read_text().replace("        return 0.0\n", "        while True:\n            pass\n")
    screen = panel(desk, text)
    MODS.think_seconds = 0.3
    desk.keys("p")
    until(desk, lambda: not screen.running)
    assert "sorted-learner thought for more than 0.3 s; what it has learnt" in screen.toasts.words


def test_who_sits_at_the_table_is_trained(open_desk: Open) -> None:
    drop("sorted_learner.py", SORTED.read_text())
    taken()
    desk = open_desk(motion="instant")
    until(desk, lambda: not MODS.loading)
    desk.menu._choose_game(catalogue.game("nim"))
    desk.frame(2)
    chair = desk.menu.chairs[1]
    for _ in chair.options:
        if chair.value != "sorted-learner":
            desk.click((chair.control.right - 10, chair.control.centre[1]))
    desk.keys("t")
    until(desk, lambda: isinstance(desk.window.screen, TrainingScreen))
    assert desk.screen(TrainingScreen).room.ai.name == "sorted-learner"
