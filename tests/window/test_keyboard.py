"""Everything can be reached by the keyboard: Tab goes round on every screen and past everything that can be used, and
the arrows lead from the cards to the panel and back."""

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from components.table import MatchOver
from game.games import registry
from game.games.seats import parse_seats
from game.matches.requests import TableRequest
from systems.snapshot import maybe
from systems.view.table.move_buttons import MoveButton
from systems.view.table.pieces import TablePieces
from systems.view.toolkit.canvas import Canvas
from systems.view.toolkit.scrolling import ScrollList
from systems.view.toolkit.widgets import Widget
from tests.games import GAMES
from tests.tables import recorded, through_rules
from tests.tables import table as seats
from tests.window.audit import overlap
from tests.window.conftest import Open
from tests.window.desk import Desk, table

SIZES = [(960, 540), (1280, 720)]


def tab(desk: Desk, back: bool = False) -> Widget:
    """Press Tab, with Shift to go back; what has the keyboard then, which is seen."""
    mods = pygame.KMOD_SHIFT if back else 0
    desk.send(pygame.KEYDOWN, key=pygame.K_TAB, mod=mods, unicode="")
    desk.send(pygame.KEYUP, key=pygame.K_TAB, mod=mods)
    desk.frame()
    group = desk.group
    found = group.focused
    assert found is not None
    assert group.by_keyboard
    assert found.visible
    assert overlap(found.box, desk.window.screen.canvas.area) > 0
    return found


def walked(desk: Desk, back: bool = False) -> list[Widget]:
    """What Tab stops at, until it is back where it began."""
    found = [tab(desk, back)]
    while (following := tab(desk, back)) is not found[0]:
        assert following not in found, "it goes round in a part of the screen"
        found.append(following)
    return found


def check_round(desk: Desk) -> None:
    """Tab stops at everything that can be used, and back it goes the other way round."""
    there = walked(desk)
    usable = [widget for widget in desk.group.widgets if widget.focusable and widget.visible and widget.enabled]
    idle = [widget for widget in usable if isinstance(widget, ScrollList | TablePieces) and not widget.takes_focus]
    assert [widget for widget in usable if widget not in [*there, *idle]] == []
    back = walked(desk, back=True)
    start = back.index(there[0])
    assert [back[start], *(back[start + 1 :] + back[:start])[::-1]] == there


def at_table(open_desk: Open, game: str, *names: str, size: tuple[int, int] = (960, 540)) -> Desk:
    request = TableRequest(game, tuple(parse_seats(game, names)), {}, 6)
    return open_desk(request, size=size, motion="instant", pace=0.0, hint=True)


@pytest.mark.parametrize("game", GAMES)
def test_tab_goes_round_at_every_table(open_desk: Open, game: str) -> None:
    desk = at_table(open_desk, game, "human", registry.game(game).default_ai)
    desk.until_ready()
    panel = desk.table.panel
    check_round(desk)
    stops = walked(desk)
    assert {panel.pieces, *panel.moves, *[tool for tool in panel.tools.buttons if tool.enabled]} <= set(stops)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_the_arrows_lead_from_the_cards_to_the_panel_and_back(
    open_desk: Open, game: str, size: tuple[int, int]
) -> None:
    desk = at_table(open_desk, game, "human", registry.game(game).default_ai, size=size)
    desk.until_ready()
    group, stage = desk.table.panel.group, desk.table.stage
    pieces: Widget = desk.table.panel.pieces
    desk.keys("down")
    cursor = stage.cursor
    assert cursor is not None
    for _ in range(60):
        if group.focused is not pieces:
            break
        cursor = stage.cursor
        desk.keys("right")
    assert group.focused is not pieces
    assert stage.cursor is None, "one thing has the keyboard"
    for _ in range(12):
        desk.keys("left")
        if group.focused is pieces:
            break
    assert stage.cursor == cursor, "back where it came from"
    button: Widget = desk.table.panel.moves[-1]
    desk.tab_to(button)
    for _ in range(12):
        desk.keys("left")
        if group.focused is pieces:
            break
    assert stage.cursor is not None


def test_a_move_that_cannot_be_made_says_why_to_the_keyboard(open_desk: Open) -> None:
    desk = at_table(open_desk, "jaipur", "human", "utility")
    desk.until_ready()
    button = next(button for button in desk.table.panel.moves if not button.enabled)
    assert isinstance(button, MoveButton)
    desk.tab_to(button)
    desk.table.toasts.clear()
    desk.keys("return")
    assert desk.table.toasts.words == button.hint
    assert desk.types()[-1] == "round"


def test_tab_goes_round_where_ais_are_watched(open_desk: Open) -> None:
    desk = at_table(open_desk, "jaipur", "utility", "random")
    desk.keys("p")
    desk.frame(3)
    check_round(desk)
    assert desk.table.panel.pieces not in walked(desk)


@pytest.mark.parametrize("game", GAMES)
def test_tab_goes_round_in_the_menu(open_desk: Open, game: str) -> None:
    desk = open_desk(motion="instant")
    desk.choose_game(registry.game(game).title)
    check_round(desk)


@pytest.fixture
def match(folder: Path) -> Path:
    """A recorded round of Jaipur."""
    path = folder / "matches" / "jaipur-5.jsonl"
    recorded(path, through_rules, seats("utility", "random"), 5, rounds=1)
    return path


@pytest.mark.parametrize("key", ["s", "f1", "r", "m", "t"])
@pytest.mark.usefixtures("match")
def test_tab_goes_round_in_the_dialogs_of_the_menu(open_desk: Open, key: str) -> None:
    desk = open_desk(motion="instant")
    desk.keys(key)
    check_round(desk)
    desk.keys("escape")
    assert desk.menu.dialog is None


def show_mods(desk: Desk) -> None:
    desk.window.show_mods()


def train(game: str, name: str) -> Callable[[Desk], None]:
    return lambda desk: desk.window.show_training(registry.ai(game, name), {})


@pytest.mark.parametrize(
    "show", [show_mods, train("nim", "q-learner"), train("thirty_one", "neural")], ids=["mods", "table", "networks"]
)
def test_tab_goes_round_on_the_other_screens(open_desk: Open, show: Callable[[Desk], None]) -> None:
    desk = open_desk(motion="instant")
    show(desk)
    desk.frame(3)
    check_round(desk)


def test_tab_goes_round_in_the_replay_viewer(open_desk: Open, match: Path) -> None:
    desk = open_desk(motion="instant")
    desk.window.show_replay(desk.replay())
    desk.frame(3)
    desk.viewer.go(3)
    check_round(desk)


def test_the_keyboard_s_place_is_seen_when_its_widget_goes(open_desk: Open) -> None:
    desk = at_table(open_desk, "jaipur", "human", "utility")
    desk.table.change(open_thinking=True)
    desk.until_ready()
    desk.play_by_keys(desk.best_move())
    desk.until_ready()
    panel = desk.table.panel
    desk.tab_to(panel.tab)
    desk.keys("o")
    focused = panel.group.focused
    assert focused is not None
    assert focused.visible
    drawn = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Canvas, "ring", lambda _, box, **_more: drawn.append(box))
        desk.frame()
    assert any(overlap(box, focused.box) > 0 for box in drawn) or desk.table.stage.cursor is not None


def test_a_whole_match_by_the_keyboard_alone(open_desk: Open) -> None:
    desk = open_desk(table("human", "random"), motion="instant", pace=0.0)
    while True:
        desk.until(lambda: desk.ready or desk.table.dialog is not None)
        if desk.table.dialog is not None and maybe(MatchOver) is not None:
            break
        if desk.table.dialog is not None:
            desk.frame(64)  # a result rests a second
            desk.keys("return")
        else:
            desk.frame(2)
            desk.play_by_keys(desk.best_move())
    assert desk.types()[-1] == "match_end"
    check_round(desk)
