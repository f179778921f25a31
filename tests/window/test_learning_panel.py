"""What is learnt at a table, in the window: the panel, reset and copy, the next match, and leaving."""

from pathlib import Path

import pytest

from game.checkpoints import container, places
from game.games import registry
from game.games.seats import parse_seats
from game.learning.learner import Learner
from game.matches.requests import TableRequest
from systems.view.screens.table import TableScreen
from systems.view.table.learning_panel import LearningBody
from systems.view.toolkit.dialogs import Dialog
from systems.view.toolkit.fields import TextField
from tests.window.audit import texts_drawn
from tests.window.conftest import Open
from tests.window.desk import Desk

SIZES = [(960, 540), (1280, 720)]
NAME = "notty-q-learner-any-table.npz"


def open_table(open_desk: Open, *seats: str, size: tuple[int, int] = (1280, 720), game: str = "notty") -> Desk:
    request = TableRequest(game, tuple(parse_seats(game, seats)), {}, 5)
    return open_desk(request, size, motion="instant", pace=0.0)


def press(desk: Desk, label: str) -> None:
    """Press a button of the open dialog."""
    (button,) = [button for button in desk.dialog.buttons if button.label == label]
    desk.click(button.box)


def panel(desk: Desk) -> Dialog:
    desk.keys("f2")
    assert isinstance(desk.dialog.body, LearningBody)
    return desk.dialog


def learner_of(desk: Desk) -> Learner:
    learner = desk.table.session.learners[0]
    assert isinstance(learner, Learner)
    return learner


def let_play(desk: Desk, actions: int) -> None:
    goal = learner_of(desk).actions + actions
    desk.until(lambda: learner_of(desk).actions >= goal)


@pytest.mark.parametrize("size", SIZES)
def test_the_panel_shows_what_is_learnt_and_fits_every_window(open_desk: Open, size: tuple[int, int]) -> None:
    desk = open_table(open_desk, "q-learner", "q-learner-plus", "random", size=size)
    let_play(desk, 5)
    dialog = panel(desk)
    with texts_drawn() as texts:
        desk.frame()
    words = [text for text, _ in texts]
    learner = learner_of(desk)
    for figure in (f"{learner.games:,}", f"{learner.actions:,}", f"{learner.pairs:,}", "5.0 %"):
        assert figure in words
    assert any(NAME in text for text in words)
    area = desk.table.canvas.area
    assert area.x <= dialog.panel.x
    assert dialog.panel.right <= area.right
    assert dialog.panel.bottom <= area.bottom
    moves = learner.actions
    desk.frame(30)
    assert learner.actions == moves, "the match waits while one reads"


def test_each_learner_and_each_curve_can_be_chosen(open_desk: Open) -> None:
    desk = open_table(open_desk, "q-learner", "q-learner-plus", "random")
    body = panel(desk).body
    assert isinstance(body, LearningBody)
    assert [name for _, name in body.learner_choice.options] == ["Kito", "Kiran"]
    desk.click((body.learner_choice.control.right - 10, body.learner_choice.control.centre[1]))
    assert body.learner.ai.name == "q-learner-plus"
    for column, _ in body.column_choice.options:
        assert body.column_choice.value == column
        desk.click((body.column_choice.control.right - 10, body.column_choice.control.centre[1]))


def test_at_nim_the_curve_is_the_share_of_positions_won(open_desk: Open) -> None:
    desk = open_table(open_desk, "human", "q-learner", game="nim")
    body = panel(desk).body
    assert isinstance(body, LearningBody)
    assert [column for column, _ in body.column_choice.options] == ["share", "pairs", "epsilon"]
    assert dict(body.column_choice.options)["epsilon"] == "Explores" in dict(body.figures()), "one word for one thing"
    assert "Epsilon" not in dict(body.figures())
    assert body.notes()[0][0].startswith("100.0 %: share of the 335 winning positions")


def test_a_table_where_nobody_learns_has_no_such_button(open_desk: Open) -> None:
    desk = open_table(open_desk, "human", "q-learner:untrained")
    assert "F2" not in [button.shortcut for button in desk.table.panel.tools.buttons]
    desk.keys("f2")
    assert desk.table.dialog is None


def test_nothing_is_forgotten_before_it_is_confirmed(open_desk: Open, folder: Path) -> None:
    desk = open_table(open_desk, "q-learner", "random")
    let_play(desk, 3)
    learner = learner_of(desk)
    panel(desk)
    press(desk, "Reset…")
    actions = learner.actions
    desk.keys("return")
    assert isinstance(desk.dialog.body, LearningBody), "Enter cancels"
    assert learner.actions == actions
    press(desk, "Reset…")
    press(desk, "Start from nothing")
    assert (learner.games, learner.actions, learner.pairs) == (0, 0, 0)
    assert desk.table.dialog is None
    assert "forgotten" in desk.table.toasts.words
    assert container.read(folder / "trained" / NAME).header["statistics"]["games"] == 0
    panel(desk)
    press(desk, "Reset…")
    press(desk, "Back to shipped table")
    assert learner.games == 800
    assert not (folder / "trained" / NAME).exists()


def test_a_copy_goes_where_the_user_says(open_desk: Open, folder: Path, tmp_path: Path) -> None:
    desk = open_table(open_desk, "q-learner", "random")
    let_play(desk, 3)
    panel(desk)
    press(desk, "Export…")
    (field,) = desk.dialog.body.widgets
    assert isinstance(field, TextField)
    proposed = Path(field.text)
    assert proposed.parent == folder / "trained"
    desk.keys("return")
    assert str(proposed) in desk.table.toasts.words
    assert places.own_checkpoints("notty", "q-learner") == [proposed]

    panel(desk)
    press(desk, "Export…")
    (field,) = desk.dialog.body.widgets
    assert isinstance(field, TextField)
    assert field.text != str(proposed)
    field.set(str(proposed))
    press(desk, "Export")
    with texts_drawn() as texts:
        desk.frame()
    assert "choose another name" in " ".join(text for text, _ in texts), "and asks again"
    (field,) = desk.dialog.body.widgets
    assert isinstance(field, TextField)
    field.set(str(tmp_path / "elsewhere" / "mine"))
    press(desk, "Export")
    assert (tmp_path / "elsewhere" / "mine.npz").exists()


def test_the_next_match_is_played_by_what_was_learnt(open_desk: Open, folder: Path) -> None:
    desk = open_table(open_desk, "q-learner", "random")
    first = desk.table.session
    desk.table.set_speed(float("inf"))
    desk.until(lambda: desk.table.dialog is not None)
    desk.frame(64)  # a result rests a second
    press(desk, "Play again")
    desk.frame(2)
    second = desk.table.session
    assert second is not first
    assert second.learners == first.learners
    assert second.seats[0].trained == container.read(folder / "trained" / NAME).digest != first.seats[0].trained


@pytest.mark.parametrize("how", ["escape", "closed"])
def test_leaving_keeps_what_was_learnt(open_desk: Open, folder: Path, how: str) -> None:
    desk = open_table(open_desk, "q-learner", "random")
    let_play(desk, 7)
    learner = learner_of(desk)
    path = folder / "trained" / NAME
    assert not path.exists()
    if how == "escape":
        desk.keys("escape")
        desk.frame(2)
    else:
        desk.close()
    assert container.read(path).header["statistics"]["actions"] == learner.actions > 0


def test_a_damaged_file_is_told_of_at_the_table(open_desk: Open, folder: Path) -> None:
    path = folder / "trained" / NAME
    path.parent.mkdir(parents=True)
    path.write_bytes(b"no table")
    desk = open_table(open_desk, "human", "q-learner")
    desk.frame()
    assert str(path) in desk.table.toasts.words
    body = panel(desk).body
    assert isinstance(body, LearningBody)
    assert [text for text, minded in body.notes() if minded and str(path) in text]
    press(desk, "Reset…")
    press(desk, "Back to shipped table")
    desk.keys("escape", "escape")
    desk.frame(2)
    assert path.read_bytes() == b"no table"


def test_training_and_playing_take_turns(open_desk: Open) -> None:
    desk = open_desk(motion="instant", pace=0.0, size=(1280, 720))
    ai = registry.ai("nim", "q-learner")
    desk.window.show_training(ai, {"piles": [1, 2, 3]})
    desk.frame(2)
    trainer = desk.window.screen.trainer  # type: ignore[attr-defined]
    trainer.training.run(40)
    desk.window.to_menu()
    desk.frame(2)
    seats = tuple(parse_seats("nim", ["q-learner", "q-learner"]))
    desk.window.show_table(TableRequest("nim", seats, {"piles": [1, 2, 3]}, 5))
    desk.frame()
    assert learner_of(desk).games == 40
    desk.until(lambda: isinstance(desk.window.screen, TableScreen) and desk.table.session.finished)
    desk.window.show_training(ai, {"piles": [1, 2, 3]})
    desk.frame(2)
    assert desk.window.screen.trainer is trainer  # type: ignore[attr-defined]
    assert trainer.training.games == 41
    assert not trainer.unkept
