"""A user at a table of Notty with a position on it: cards found by name, buttons by their labels."""

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import esper
import pytest

from components.pieces import Card
from components.table import Pace
from game.games.notty.hands import ALL, KINDS, pack, unpack
from game.games.notty.rules import State
from game.games.seats import parse_seats
from game.matches.requests import TableRequest
from systems.snapshot import only
from systems.view.toolkit.widgets import Button
from tests.notty_positions import kind
from tests.window.audit import texts_drawn
from tests.window.desk import Desk, lay

Open = Callable[..., Desk]


def tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Open]:
    """Opens a table of Notty with a position on it; pieces move and AIs play at once."""
    monkeypatch.setenv("TABLETALK_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    opened: list[Desk] = []

    def open_with(
        state: State | None = None, *seats: str, size: tuple[int, int] = (1280, 720), **settings: Any
    ) -> Desk:
        chosen = seats or ("human", "random", "random")[: 3 if state is None else len(state.hands)]
        request = TableRequest("notty", tuple(parse_seats("notty", chosen)), {}, 5, tmp_path / f"{len(opened)}.jsonl")
        desk = Desk(request, size, **({"motion": "instant", "pace": 0.0} | settings))
        opened.append(desk)
        if state is not None:
            only(Pace).paused = True
            lay(desk, state)
            desk.until_ready()
        return desk

    yield open_with
    for desk in opened:
        desk.close()


def full_hands(*sizes: int, seed: int = 3) -> State:
    """Hands of these sizes, drawn at random."""
    deck = unpack(ALL)
    Random(seed).shuffle(deck)
    ends = [0, *itertools.accumulate(sizes)]
    hands = [pack(deck[start:end]) for start, end in itertools.pairwise(ends)]
    return State(hands, tuple(deck[ends[-1] :]), 0)


def hand(desk: Desk, player: int = 0) -> list[int]:
    return desk.table.stage.pieces_at("hand", player)


def card(desk: Desk, text: str) -> int:
    """The first of the viewer's cards of a kind, such as "r3"."""
    return next(entity for entity in hand(desk) if kind_of(entity) == KINDS[kind(text)])


def kind_of(entity: int) -> str:
    return esper.component_for_entity(entity, Card).kind


def point_at(desk: Desk, entity: int) -> None:
    desk.point(desk.open_spot(entity))
    desk.frame(2)


def packed(entities: Any) -> int:
    return pack(KINDS.index(kind_of(entity)) for entity in entities)


def button(desk: Desk, label: str) -> Button:
    desk.frame()
    (found,) = [each for each in desk.table.panel.moves if each.label == label]
    return found


def labels(desk: Desk, enabled: bool = True) -> list[str]:
    desk.frame()
    return [each.label for each in desk.table.panel.moves if each.enabled == enabled]


def press(desk: Desk, label: str) -> None:
    desk.click(button(desk, label).box)
    desk.frame(3)


def uses(desk: Desk) -> list[str]:
    """The column beside the buttons, from top to bottom."""
    with texts_drawn() as texts:
        desk.frame()
    return [words for words, box in texts if words in ("0×", "1×", "∞") and box.x > desk.table.panel.box.x]
