"""The replay viewer: all positions by keys, buttons, slider and log; its help; what it tells."""

from pathlib import Path
from typing import Any

import pytest

from game.matches.replay import read
from game.matches.requests import ReplayRequest
from systems.view.screens.menu import MenuScreen
from systems.view.screens.rules import REPLAY_KEYS, RulesBody
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.widgets import Button
from tests.tables import held_state, recorded, through_rules
from tests.tables import table as seats
from tests.window.audit import texts_drawn, within
from tests.window.conftest import Open
from tests.window.desk import Desk


@pytest.fixture
def viewed(open_desk: Open, folder: Path) -> Desk:
    """A finished match in the viewer."""
    path = folder / "matches" / "jaipur-8.jsonl"
    recorded(path, through_rules, seats("utility", "random"), 8)
    return open_desk(ReplayRequest(path), motion="instant")


def test_the_viewer_steps_through_all_positions_both_ways(viewed: Desk, folder: Path) -> None:
    replay = read(folder / "matches" / "jaipur-8.jsonl")
    steps = [line.record["state"] for line in replay.lines if "state" in line.record]
    rules = replay.rules

    def on_the_table() -> Any:
        return rules.state_record(held_state())

    frames = [rules.state_record(still.state) for still in viewed.viewer.frames]
    assert [state for place, state in enumerate(frames) if not place or state != frames[place - 1]] == steps
    for at in range(1, len(frames)):
        viewed.keys("right")
        assert on_the_table() == frames[at]
    assert not viewed.viewer.forward.enabled
    viewed.keys("right")
    assert viewed.viewer.at == len(frames) - 1
    for at in reversed(range(len(frames) - 1)):
        viewed.keys("left")
        assert on_the_table() == frames[at]
    assert not viewed.viewer.back.enabled


def test_the_viewer_plays_by_itself_to_the_end(viewed: Desk) -> None:
    viewed.viewer.go(len(viewed.viewer.frames) - 4)
    viewed.keys("p")
    viewed.until(lambda: not viewed.viewer.playing)
    assert viewed.viewer.at == len(viewed.viewer.frames) - 1


def test_a_line_of_the_log_leads_to_its_position(viewed: Desk) -> None:
    viewed.keys("3")
    viewed.click(viewed.viewer.list.row_box(5))
    assert viewed.viewer.frames[viewed.viewer.at].log_line == 5
    assert viewed.viewer.log.lines[5].text.startswith(tuple(viewed.viewer.names))


def test_the_viewer_changes_nothing_on_disk(viewed: Desk, folder: Path) -> None:
    path = folder / "matches" / "jaipur-8.jsonl"
    raw = path.read_bytes()
    viewed.keys("right", "right", "left", "escape")
    viewed.frame()
    assert viewed.menu.waiting.button.visible is False
    assert path.read_bytes() == raw


# --- first and last, help, mute ---


@pytest.mark.parametrize("by_keys", [True, False], ids=["keys", "buttons"])
def test_home_and_end_lead_to_the_first_and_the_last_position(viewed: Desk, by_keys: bool) -> None:
    viewer = viewed.viewer
    last = len(viewer.frames) - 1
    assert not viewer.first.enabled
    for at, key, button in ((last, "end", viewer.last), (0, "home", viewer.first)):
        if by_keys:
            viewed.keys(key)
        else:
            viewed.click(button.box)
        viewed.frame()
        assert viewer.at == at
        assert not button.enabled
        assert held_state() == viewer.frames[at].state


def test_home_and_end_are_the_viewers_whatever_has_the_focus(viewed: Desk) -> None:
    viewer = viewed.viewer
    viewed.keys("3")
    viewed.click(viewer.list.row_box(5))
    assert viewer.group.focused is viewer.list
    viewed.keys("end")
    assert viewer.at == len(viewer.frames) - 1
    viewed.keys("home")
    assert viewer.at == 0


def test_every_button_has_an_icon_of_its_own_and_tells_its_key(viewed: Desk) -> None:
    tools = viewed.viewer.tools
    assert [tool.shortcut for tool in tools] == ["Esc", "Home", "Left", "P", "Right", "End", "F1"]
    assert all(f"({tool.shortcut})" in tool.hint for tool in tools)


def test_f1_tells_the_keys_of_the_viewer_and_holds_the_match(viewed: Desk) -> None:
    viewed.keys("p")
    viewed.keys("f1")
    body = viewed.dialog.body
    assert isinstance(body, RulesBody)
    heading, sections = body.pages[body.shown]
    assert heading == "Keys"
    assert {section.keys for section in sections} >= {keys for keys, _ in REPLAY_KEYS}
    assert not any("{" in section.words for section in sections)
    told = {key for keys, _ in REPLAY_KEYS for key in keys.split(", ")}
    board = viewed.viewer.board
    assert board is not None
    buttons = [each for each in (*board.widgets, board.practise) if isinstance(each, Button)]
    assert {button.shortcut for button in buttons if button.shortcut} <= told
    at = viewed.viewer.at
    viewed.frame(200)
    viewed.keys("right", "end")
    assert viewed.viewer.at == at
    viewed.keys("escape")
    assert viewed.window.screen.dialog is None
    viewed.until(lambda: viewed.viewer.at > at)


def test_m_switches_sounds_and_says_so(viewed: Desk) -> None:
    viewed.keys("m")
    assert viewed.window.settings.muted
    assert viewed.viewer.toasts.words == "Sounds are off."
    viewed.keys("m")
    assert not viewed.window.settings.muted


@pytest.mark.parametrize("size", [(960, 540), (1920, 1080)], ids=str)
def test_what_is_told_stays_over_the_table(viewed: Desk, size: tuple[int, int]) -> None:
    viewed.resize(*size)
    viewer = viewed.viewer
    viewed.keys("end")
    with texts_drawn() as texts:
        viewed.frame()
    assert viewer.board is not None
    scale = viewer.board.table(viewer.canvas)[1]
    line = Box(*[part * scale for part in viewer.view.prompt(viewer._stage)])
    told = viewer.log.lines[viewer.frames[-1].log_line].text
    assert [box for words, box in texts if words == told and within(box, line, 2)]


def test_a_line_of_the_log_fills_the_rows_it_was_measured_for(viewed: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    viewed.resize(961, 1300)
    rows = viewed.viewer.list
    viewed.keys("3")
    viewed.frame(2)
    drawn: dict[str, float] = {}
    draw = Canvas.paragraph

    def noted(canvas: Canvas, words: str, box: Box, *rest: Any, **more: Any) -> float:
        drawn[words] = draw(canvas, words, box, *rest, **more)
        return drawn[words]

    monkeypatch.setattr(Canvas, "paragraph", noted)
    viewed.frame()
    told = [(index, line.text) for index, line in enumerate(viewed.viewer.log.lines) if line.text in drawn]
    assert len(told) > 5
    for index, words in told:
        assert rows.row_box(index).h == pytest.approx(drawn[words] + 10)


# --- a match that is read while it is shown ---


@pytest.fixture
def slowly(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line is read at once, and one beside each frame."""
    for name in ("_AT_ONCE", "_A_FRAME"):
        monkeypatch.setattr(f"systems.view.screens.replay.{name}", 0.0)


@pytest.mark.usefixtures("slowly")
def test_a_match_is_shown_while_it_is_read_and_its_end_as_soon_as_it_is_known(viewed: Desk, folder: Path) -> None:
    positions = len([line for line in read(folder / "matches" / "jaipur-8.jsonl").lines if "state" in line.record])
    first = len(viewed.viewer.frames)
    assert 0 < first < positions
    viewed.keys("end")
    assert viewed.viewer.at < positions - 1
    viewed.until(lambda: viewed.viewer.at >= positions - 1)
    assert viewed.viewer.at == len(viewed.viewer.frames) - 1
    assert len(viewed.viewer.list) == len(viewed.viewer.log.lines)


@pytest.mark.usefixtures("slowly")
def test_who_goes_elsewhere_meanwhile_is_not_taken_to_the_end(viewed: Desk) -> None:
    viewed.keys("end", "home")
    viewed.until(lambda: viewed.viewer.resting)
    assert viewed.viewer.at == 0


@pytest.mark.usefixtures("slowly")
def test_a_match_that_departs_from_the_rules_further_on_is_told_of_by_the_menu(open_desk: Open, folder: Path) -> None:
    path = folder / "matches" / "jaipur-8.jsonl"
    recorded(path, through_rules, seats("utility", "random"), 8)
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:40], lines[60], *lines[41:]]) + "\n")
    desk = open_desk(ReplayRequest(path), motion="instant")
    desk.until(lambda: isinstance(desk.window.screen, MenuScreen))
    assert "line 41" in desk.menu.toasts.words
