"""The panel on the left: the same table beside it, and pointer and keys find everything where it is."""

import esper
import pytest

from components.view import Goal
from game.games.seats import parse_seats
from game.matches.requests import TableRequest
from systems.view.table.layout import side_box, table_box
from systems.view.toolkit.widgets import Widget
from tests.games import GAMES, usual_ai
from tests.window.audit import colliding, texts_drawn, within
from tests.window.conftest import Open
from tests.window.desk import Desk


def at_table(open_desk: Open, game: str) -> Desk:
    request = TableRequest(game, tuple(parse_seats(game, ("human", usual_ai(game)))), {}, 6)
    desk = open_desk(request, motion="instant", pace=0.0, hint=True, left_handed=True)
    desk.until_ready()
    return desk


@pytest.mark.parametrize("game", GAMES)
def test_the_table_stands_right_of_its_panel(open_desk: Open, game: str) -> None:
    desk = at_table(open_desk, game)
    stage, panel = desk.table.stage, desk.table.panel
    table, side = table_box(stage), side_box(stage)
    assert side.right <= table.x
    assert table.right == desk.window.canvas.width
    shown = [widget for widget in panel.group.widgets if widget.visible and widget is not panel.pieces]
    assert all(within(widget.box, side) for widget in shown)
    for place, pieces in stage.zones.items():
        for piece in pieces if place != ("taken", None) else ():  # Nim's stones of nobody are out of sight
            pose = esper.component_for_entity(piece, Goal).pose
            assert table.contains((pose.x, pose.y)), place
    with texts_drawn() as texts:
        desk.resize(976, 549)
        desk.frame()
    assert colliding(texts) == []
    assert all(within(box, desk.window.canvas.area) for _, box in texts)
    assert within(desk.table.view.prompt(stage), table)


@pytest.mark.parametrize("game", GAMES)
def test_the_arrows_lead_to_the_panel_and_back(open_desk: Open, game: str) -> None:
    desk = at_table(open_desk, game)
    panel, stage = desk.table.panel, desk.table.stage
    pieces: Widget = panel.pieces
    desk.keys("down")
    cursor = stage.cursor
    for _ in range(60):
        if panel.group.focused is not pieces:
            break
        cursor = stage.cursor
        desk.keys("left")
    assert panel.group.focused in panel.group.widgets
    assert panel.group.focused is not pieces
    for _ in range(12):
        desk.keys("right")
        if panel.group.focused is pieces:
            break
    assert stage.cursor == cursor, "back where it came from"
    desk.keys("right")
    assert panel.group.focused is pieces
    pose = esper.component_for_entity(cursor, Goal).pose if cursor is not None else None
    assert pose is not None
    assert desk.table.view.piece_at((pose.x, pose.y)) is not None


def test_a_move_is_made_by_pointer(open_desk: Open) -> None:
    desk = at_table(open_desk, "jaipur")
    before = desk.table.session.move_number
    desk.play_by_mouse(desk.best_move())
    assert desk.table.session.move_number > before
