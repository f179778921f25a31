"""A result on the table: the side panel beside it can be used, and what is opened over it gives way to it again."""

import pytest

from components.table import Pace, Progress, RoundOver
from systems.snapshot import maybe, only
from systems.view.screens.table import TableScreen
from systems.view.table.results import ScoreBody
from systems.view.toolkit.canvas import Box
from systems.view.toolkit.widgets import Button
from tests import jaipur_positions
from tests.thirty_one_desk import AT_ONCE, lay_position, request
from tests.thirty_one_positions import position
from tests.window.audit import overlap
from tests.window.conftest import Open
from tests.window.desk import Desk, lay, table

SIZES = [(960, 540), (1280, 720), (1000, 900), (2200, 560)]


def ended(desk: Desk, rest: int = 64) -> Desk:
    """The table of Jaipur once a round, of which little is left, has been played to its end and its result has been
    told for so many frames."""
    desk.until_ready()
    lay(
        desk,
        jaipur_positions.position(
            "2 camel, gold, cloth, spice",
            ("2 leather, 2 cloth", "2 diamond, 3 spice"),
            (2, 1),
            deck="leather, camel, gold",
            tokens=(0, 0, 3, 2, 1, 2),
        ),
    )
    while desk.table.dialog is None:
        desk.until(lambda: desk.ready or desk.table.dialog is not None)
        if desk.table.dialog is None:
            desk.frame(2)
            desk.play_by_keys(desk.best_move())
    desk.frame(rest)
    return desk


@pytest.fixture
def told(open_desk: Open) -> Desk:
    """A table of Jaipur with a result over it, and an AI's thoughts beside it."""
    return ended(open_desk(table("human", "utility"), motion="instant", pace=0.0, open_thinking=True))


def test_seals_are_read_out_as_each_has_won_them(told: Desk) -> None:
    body = told.dialog.body
    assert isinstance(body, ScoreBody)
    won = only(RoundOver).end.record["seals"]
    assert sorted(won) == [0, 1]
    names = told.table.company.names
    assert f"Seals of excellence: {names[0]}: {won[0]}, {names[1]}: {won[1]}." in list(map(str, body.said))


def test_pointing_at_a_candidate_beside_a_result_shows_it_on_the_table(told: Desk) -> None:
    thoughts = told.table.panel.thoughts
    assert thoughts.thought is not None
    foreseen = []
    for row in range(len(thoughts.thought.rows)):
        thoughts.list.scroller.to(thoughts.list._tops[row], at_once=True)
        told.frame()
        told.point(thoughts.list.row_box(row).centre)
        told.frame()
        assert thoughts.list.hover_index == row
        foreseen.append(told.table.stage.foreseen)
    assert any(foreseen), "as far as it tells its cards"
    told.point(told.dialog.buttons[0].box.centre)
    told.frame()
    assert told.table.stage.foreseen == ()
    assert told.dialog.buttons[0].hovered


def test_the_overlay_is_switched_beside_a_result_by_key_and_by_button(told: Desk) -> None:
    result = told.dialog
    eye = next(tool for tool in told.table.panel.tools.buttons if tool.shortcut == "O")
    told.keys("o")
    assert not told.window.settings.overlay
    told.click(eye.box)
    assert told.window.settings.overlay
    assert told.dialog is result
    assert only(Progress).round_number == 1


def test_what_is_opened_over_a_result_gives_way_to_it_again(told: Desk) -> None:
    result = told.dialog
    for key, title in (("f1", "How to play Jaipur"), ("s", "Settings")):
        told.keys(key)
        assert told.dialog.title == title
        told.keys("o")
        assert told.window.settings.overlay, "what lies under another dialog has no keys"
        told.keys("escape")
        told.frame()
        assert told.dialog is result
    told.keys("return")
    told.until(lambda: only(Progress).round_number == 2)
    told.frame(3)
    assert told.table.dialog is None


def test_the_dialogs_keys_are_not_the_tables(told: Desk) -> None:
    result, cursor = told.dialog, told.table.stage.cursor
    told.keys("up", "down", "left", "tab")
    assert told.dialog is result
    assert told.table.stage.cursor == cursor
    told.keys("escape")
    assert isinstance(told.window.screen, TableScreen)
    told.until(lambda: only(Progress).round_number == 2)


def test_the_focus_ring_is_on_the_result_and_not_on_the_panel(told: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    panel, ringed = told.table.panel, []
    monkeypatch.setattr(Button, "draw_focus", lambda button, _: ringed.append(button))
    panel.group.focus(panel.moves[0], by_keyboard=True)
    told.keys("tab")
    told.frame(2)
    assert ringed
    assert panel.moves[0] not in ringed
    told.keys("escape")
    told.until(lambda: told.table.dialog is None)
    told.frame(2)
    assert panel.group.focused in ringed


def test_what_is_pressed_in_the_first_second_of_a_result_is_meant_for_the_last_move(open_desk: Open) -> None:
    told = ended(open_desk(table("human", "utility"), motion="instant", pace=0.0), rest=1)
    result = told.dialog
    told.keys("return", "return", "escape", "space")
    told.click(result.buttons[-1].box)
    assert told.dialog is result
    told.frame(64)
    told.keys("return")
    assert told.table.dialog is None


def test_a_click_on_the_table_under_a_result_does_nothing(told: Desk) -> None:
    result = told.dialog
    told.table.toasts.clear()
    told.click((30.0, 30.0))
    told.click(result.panel.centre)
    assert told.dialog is result
    assert told.table.toasts.words == ""


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_result_lies_over_the_table_and_not_over_the_panel(told: Desk, size: tuple[int, int]) -> None:
    told.resize(*size)
    told.frame(2)
    stage, panel = told.table.stage, told.table.panel
    assert overlap(told.dialog.panel, panel.box) <= 0
    assert told.dialog.panel.centre[0] == pytest.approx(panel.box.x / 2)
    assert told.dialog.place == Box(0.0, 0.0, panel.box.x, stage.height)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_result_between_the_hands_keeps_its_place_when_the_window_changes(
    open_desk: Open, size: tuple[int, int]
) -> None:
    desk = open_desk(request("human", "greedy", "greedy"), size=(1280, 720), **AT_ONCE)
    over = position("AS KS 4D", "5S 6H 7D", "8S 9H 9D", turns=5, caller=2)
    over.to_move = None
    over.known = over.hands[:]
    lay_position(desk, over)
    only(Pace).paused = False
    desk.until(lambda: desk.table.dialog is not None)
    assert maybe(RoundOver) is not None
    desk.resize(*size)
    desk.frame(2)
    assert desk.dialog.place == desk.table.view.result_box(desk.table.stage)
    assert not desk.table.between.result_veils


def test_a_dialog_that_is_no_result_takes_all_keys(open_desk: Open) -> None:
    desk = open_desk(table("human", "human"), motion="instant", pace=0.0)
    desk.until(lambda: desk.table.dialog is not None)
    desk.keys("o", "s")
    assert desk.window.settings.overlay
    assert desk.dialog.title.startswith("Pass the screen")
