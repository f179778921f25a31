"""A user at a table of Thirty-one: cards found by name, whole turns by mouse or by keyboard."""

from pathlib import Path
from typing import Any

import esper

from components.table import MatchOver, Pace, Progress
from components.view import Goal
from game.games.seats import parse_seats
from game.games.thirty_one.cards import KINDS
from game.games.thirty_one.moves import Move, MoveKind
from game.games.thirty_one.rules import State
from game.games.thirty_one.state import House, Standing
from game.matches.requests import TableRequest
from systems.human import HumanTurn
from systems.snapshot import maybe, only
from systems.view.games.thirty_one.layout import kind_of
from tests.window.desk import Desk, lay

AT_ONCE = {"motion": "instant", "pace": 0.0}
"""Settings with which pieces move and AIs play at once."""


def request(*seats: str, seed: int = 5, record: Path | None = None, house: House = House()) -> TableRequest:  # noqa: B008
    """A table of Thirty-one."""
    return TableRequest("thirty_one", tuple(parse_seats("thirty_one", seats)), house._asdict(), seed, record)


def lay_position(desk: Desk, state: State) -> None:
    """Lay a position on the table; AIs wait."""
    only(Pace).paused = True
    only(Progress).standing = Standing(state.lives)
    lay(desk, state)
    desk.frame(2)


def hand(desk: Desk, player: int = 0) -> list[int]:
    """The cards of a hand, as they lie from left to right."""
    return list(desk.table.stage.pieces_at("hand", player))


def kinds(desk: Desk, player: int = 0) -> list[str]:
    return [kind_of(entity) for entity in hand(desk, player)]


def card(desk: Desk, kind: str) -> int:
    """The card of a kind, wherever it lies."""
    return next(entity for pieces in desk.table.stage.zones.values() for entity in pieces if kind_of(entity) == kind)


def top(desk: Desk) -> int:
    """The top of the discard pile."""
    return int(desk.table.stage.pieces_at("discard")[-1])


def face_up(entity: int) -> bool:
    return bool(esper.component_for_entity(entity, Goal).pose.face == 1.0)


def words(desk: Desk) -> str:
    """What the table says at the moment: its latest note."""
    return str(desk.table.toasts.words)


def target(desk: Desk, move: Move) -> int:
    """The card to click for a move that is not a call."""
    if move.kind == MoveKind.DRAW_DECK:
        return int(desk.table.stage.pieces_at("deck")[0])
    if move.kind == MoveKind.TAKE_DISCARD:
        return top(desk)
    return next(entity for entity, kind in zip(hand(desk), kinds(desk), strict=True) if kind == _kind(move))


def _kind(move: Move) -> str:
    return KINDS[move.card]


def play_by_mouse(desk: Desk, move: Move) -> None:
    """Make a move by one click."""
    if move.kind == MoveKind.CALL:
        (button,) = [each for each in desk.table.panel.moves if each.label == "Call"]
        desk.click(button.box)
    else:
        desk.click_card(target(desk, move))
    desk.frame(4)


def play_by_keys(desk: Desk, move: Move) -> None:
    """Make a move by the keyboard."""
    if move.kind == MoveKind.CALL:
        desk.keys("c")
    else:
        desk.walk_to(target(desk, move))
        desk.keys("space")
    desk.frame(4)


def until_due(desk: Desk) -> Any:
    """Let frames pass until the human can choose, going on after rounds; the turn, or None once the match is over."""

    def due() -> bool:
        if maybe(MatchOver) is not None:
            return True
        if desk.window.screen.dialog is not None:
            desk.keys("return")
        return desk.ready

    desk.until(due)
    desk.frame(2)
    return None if maybe(MatchOver) is not None else maybe(HumanTurn)
