"""The menu: who can be told apart in its chairs, and where its fields and buttons stand."""

import pygame
import pytest

from game.matches.session import resumable
from systems.view.screens.parameters_dialog import ParametersDialog
from systems.view.screens.training import TrainingScreen
from systems.view.toolkit.canvas import Box
from systems.view.toolkit.controls import Labelled
from systems.view.toolkit.fields import TextField
from tests.window.audit import colliding, texts_drawn, within
from tests.window.conftest import Open
from tests.window.desk import Desk, table

SIZES = [(960, 540), (1280, 720)]


def choose(desk: Desk, title: str) -> None:
    desk.click(next(button for button in desk.menu.game_choices if button.label == title).box)
    desk.frame(2)


@pytest.mark.parametrize("size", SIZES)
def test_the_list_of_a_chair_shows_every_name_whole(open_desk: Open, size: tuple[int, int]) -> None:
    desk = open_desk(size=size, motion="instant")
    choose(desk, "Thirty-one")
    chair = desk.menu.chairs[1]
    chair.pick(0)
    names = {name for _, name in chair.options}
    assert {"neural-vs-greedy", "neural-vs-greedy, untrained"} <= names
    desk.click(chair.control)
    seen: set[str] = set()
    for _ in range(2):
        with texts_drawn() as texts:
            desk.frame(30)
        seen |= {words for words, _ in texts}
        desk.keys("end")
    assert names <= seen
    assert within(chair._list.box, desk.menu.canvas.area)


def test_a_chair_tells_who_sits_there(open_desk: Open) -> None:
    desk = open_desk(motion="instant")
    choose(desk, "Thirty-one")
    chair = desk.menu.chairs[1]
    values = [value for value, _ in chair.options]
    chair.pick(values.index("neural-vs-greedy"))
    assert chair.hint.startswith("neural-vs-greedy: the networks of neural, but trained against greedy")
    chair.pick(values.index("human"))
    assert chair.hint == ""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("title", ["Jaipur", "Nim", "Notty", "Thirty-one"])
def test_fields_stand_below_one_another_and_buttons_within_the_panel_s_sides(
    open_desk: Open, size: tuple[int, int], title: str
) -> None:
    desk = open_desk(size=size, motion="instant")
    choose(desk, title)
    menu = desk.menu
    labelled = [widget for widget in menu.group.widgets if isinstance(widget, Labelled) and len(widget.label) <= 12]
    lefts = {round(widget.control.x) for widget in labelled if widget.box.x < menu.canvas.width / 2 - 1}
    assert len(lefts) == 1
    panel = menu._panel
    shown = [widget for widget in menu.group.widgets if widget.visible]
    assert [each for each in shown if each.box.x < panel.x - 0.5 or each.box.right > panel.right + 0.5] == []
    with texts_drawn() as texts:
        desk.frame()
    assert [words for words, _ in texts if words.endswith("…")] == []


# --- places ---


def standing(desk: Desk) -> dict[str, Box]:
    """Where everything stands that all games have."""
    menu = desk.menu
    desk.frame(2)
    tabs = {f"tab {button.label}": button.box for button in menu.game_choices}
    feet = (menu.matches, menu.rules, menu.options, menu.mods, menu.leave)
    rest = {"panel": menu._panel, "seed": menu.seed.box, "start": menu.start.box, "continue": menu.resume.box}
    return tabs | rest | {f"foot {button.label}": button.box for button in feet}


@pytest.mark.parametrize("size", [(960, 540), (1280, 720), (1920, 1080), (1000, 900)])
def test_nothing_jumps_from_game_to_game_nor_with_continue_nor_with_more_seats(
    open_desk: Open, size: tuple[int, int]
) -> None:
    desk = open_desk(size=size, motion="instant", pace=0.0)
    first = standing(desk)
    for unfinished in (False, True):
        assert desk.menu.resume.visible is unfinished
        for title in ("Jaipur", "Nim", "Notty", "Thirty-one"):
            choose(desk, title)
            assert standing(desk) == first, title
            for chair in desk.menu.chairs:
                chair.pick(1)
            assert standing(desk) == first, f"{title}, all chairs taken"
        shown = [widget.box for widget in desk.menu.group.widgets if widget.visible]
        assert all(within(box, desk.menu.canvas.area) for box in shown)
        if not unfinished:
            desk.window.show_table(table("human", "utility"))
            desk.frame(2)
            desk.keys("escape")
            desk.frame(2)


# --- parameters ---


def at_notty(desk: Desk) -> Desk:
    """The menu with Notty's learner at the second chair."""
    choose(desk, "Notty")
    chair = desk.menu.chairs[1]
    chair.pick([value for value, _ in chair.options].index("q-learner"))
    desk.frame(2)
    return desk


def asked(desk: Desk) -> ParametersDialog:
    """The open dialog, which asks for parameters."""
    assert isinstance(desk.dialog, ParametersDialog)
    return desk.dialog


def set_by_keys(desk: Desk, key: str, text: str) -> None:
    """Type a parameter of the second chair's AI, by the keyboard alone."""
    desk.tab_to(desk.menu.gears[1])
    desk.keys("return")
    desk.tab_to(next(field for field in asked(desk).body.fields if field.label == key))
    desk.keys("end", *["backspace"] * 8)
    desk.type(text)


@pytest.mark.parametrize("size", SIZES)
def test_the_parameters_of_an_ai_are_set_by_the_keyboard_and_are_in_the_replay(
    open_desk: Open, size: tuple[int, int]
) -> None:
    desk = at_notty(open_desk(size=size, motion="instant", pace=0.0))
    set_by_keys(desk, "alpha", "1.5")
    with texts_drawn() as texts:
        desk.dialog.draw(desk.window.canvas)
    assert "alpha needs a number from 0 to 1" in {words for words, _ in texts}
    assert "how much the future counts, 0 to 1; 0.9 by default" in {words for words, _ in texts}
    assert [words for words, _ in texts if words.endswith("…")] == []
    assert within(desk.dialog.panel, desk.menu.canvas.area)
    assert colliding(texts) == []
    desk.keys("return")
    assert desk.dialog.is_open, "what is wrong is not taken over"
    desk.keys("backspace", "backspace", "backspace")
    desk.type("0.5")
    desk.keys("return")
    assert desk.menu.dialog is None
    assert desk.menu.chairs[1].value == "q-learner@alpha=0.5"
    desk.menu._start()
    desk.until(lambda: desk.window.screen is not None and "round" in desk.types())
    assert [player["parameters"] for player in desk.replay().head["players"]] == [{}, {"alpha": 0.5}]
    desk.keys("escape")
    desk.frame(2)
    assert desk.menu.toasts.words == "Your match waits under Continue."
    assert desk.menu.chairs[1].value == "q-learner@alpha=0.5"
    assert resumable(desk.replay())
    desk.keys("c")
    desk.frame(2)
    assert desk.table.session.seats[1].parameters == {"alpha": 0.5}


def test_defaults_leave_no_parameter_and_cancel_all_as_it_was(open_desk: Open) -> None:
    desk = at_notty(open_desk(motion="instant"))
    set_by_keys(desk, "gamma", "0.25")
    desk.keys("return")
    set_by_keys(desk, "gamma", "0.75")
    desk.keys("escape")
    assert desk.menu.chairs[1].value == "q-learner@gamma=0.25"
    set_by_keys(desk, "floor", "0.1")
    desk.click(asked(desk).defaults.box)
    assert all(isinstance(field, TextField) and field.text == "" for field in asked(desk).body.fields[:5])
    desk.click(asked(desk).done.box)
    assert desk.menu.chairs[1].value == "q-learner"


@pytest.mark.parametrize("text", ["0.5,gamma=1", "0.5@1", "a/b", "nan"])
def test_no_value_breaks_the_words_that_ask_for_a_seat(open_desk: Open, text: str) -> None:
    desk = at_notty(open_desk(motion="instant"))
    set_by_keys(desk, "alpha", text)
    assert list(asked(desk).body.faults) == ["alpha"]


def test_the_training_panel_learns_with_the_parameters_of_the_chair(open_desk: Open) -> None:
    desk = at_notty(open_desk(motion="instant"))
    set_by_keys(desk, "alpha", "0.5")
    desk.keys("return", "t")
    desk.frame(2)
    trainer = desk.screen(TrainingScreen).trainer
    assert trainer.given == {"alpha": 0.5}
    assert trainer.training.plan.parameters.alpha == 0.5  # type: ignore[attr-defined]  # a trainer of this process
    assert pygame.display.get_caption()[0] == "Notty - Tabletalk"


def test_who_has_no_parameters_offers_none(open_desk: Open) -> None:
    desk = open_desk(motion="instant")
    assert [gear.enabled for gear in desk.menu.gears] == [False, False]
    assert desk.menu.gears[1].hint == "beginner has no parameters"


def test_the_window_s_title_names_the_game(open_desk: Open) -> None:
    desk = open_desk(table("human", "utility"))
    assert pygame.display.get_caption()[0] == "Jaipur - Tabletalk"
    desk.keys("escape")
    desk.frame(2)
    assert pygame.display.get_caption()[0] == "Tabletalk"
    desk.window.show_replay(desk.replay())
    desk.frame(2)
    assert pygame.display.get_caption()[0] == "Jaipur - Tabletalk"
