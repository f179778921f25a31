"""The menu: who can be told apart in its chairs, and where its fields and buttons stand."""

import pytest

from systems.view.controls import Labelled
from tests.window.audit import texts_drawn, within
from tests.window.conftest import Open
from tests.window.desk import Desk

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
    assert chair.hint.startswith("neural-vs-greedy: the same networks, trained against greedy")
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
