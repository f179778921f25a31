"""A user at a table of Nim: piles and bowls by their numbers, whole takes by mouse."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import esper
import pytest

from components.pieces import SelectedCard
from components.view import Goal
from game.games.nim.record import Move
from game.games.seats import parse_seats
from game.matches.requests import TableRequest
from tests.window.desk import Desk

Open = Callable[..., Desk]


def tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Open]:
    """Opens a table of Nim at which seat 0 begins; pieces move and AIs play at once."""
    monkeypatch.setenv("TABLETALK_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    opened: list[Desk] = []

    def open_with(*seats: str, piles: Any = (1, 3, 5, 7), size: tuple[int, int] = (1280, 720), **settings: Any) -> Desk:
        options = {"piles": list(piles), "first": 0}
        record = tmp_path / f"{len(opened)}.jsonl"
        request = TableRequest("nim", tuple(parse_seats("nim", seats or ("human", "perfect"))), options, 5, record)
        opened.append(Desk(request, size, **({"motion": "instant", "pace": 0.0} | settings)))
        return opened[-1]

    yield open_with
    for desk in opened:
        desk.close()


def pile(desk: Desk, number: int) -> list[int]:
    """The stones of a pile, counted from 1, from left to right."""
    return desk.table.stage.pieces_at(f"pile-{number - 1}")


def taken(desk: Desk, player: int) -> int:
    return len(desk.table.stage.pieces_at("taken", player))


def click(desk: Desk, stone: int) -> None:
    """Click in the middle of a stone and let two frames pass."""
    pose = esper.component_for_entity(stone, Goal).pose
    desk.click((pose.x, pose.y))
    desk.frame()


def picked() -> set[int]:
    return {stone for stone, _ in esper.get_component(SelectedCard)}


def offers(desk: Desk) -> list[Move]:
    return [offer.move for offer in desk.turn.offers]
