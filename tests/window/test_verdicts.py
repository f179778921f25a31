"""The overlay where exact play is known: what it says of every action stands beside what the AI thinks of it."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from game.games import registry
from game.games.nim.record import Move
from game.games.seats import parse_seats
from game.matches.requests import TableRequest
from systems.view.table import thoughts
from systems.view.table.thoughts import ThoughtRow
from tests.window.audit import texts_drawn
from tests.window.conftest import Open
from tests.window.desk import Desk, table


def at_nim(open_desk: Open, *seats: str, **settings: Any) -> Desk:
    options = {"piles": [1, 2], "first": 0}
    request = TableRequest("nim", tuple(parse_seats("nim", seats)), options, 5)
    desk = open_desk(request, motion="instant", **({"pace": 0.0} | settings))
    desk.until(lambda: desk.table.panel.thoughts.thought is not None and rows(desk))
    return desk


def rows(desk: Desk) -> Sequence[ThoughtRow]:
    thought = desk.table.panel.thoughts.thought
    assert thought is not None
    return thought.rows


VERDICTS = {Move(0, 1): False, Move(1, 1): False, Move(1, 2): True}
"""From 1 2 only both stones of the second pile leave a single one to the other player."""


@pytest.mark.parametrize("ai", ["q-learner", "q-learner:untrained", "random", "perfect"])
def test_every_action_of_any_ai_has_its_verdict(open_desk: Open, ai: str) -> None:
    desk = at_nim(open_desk, ai, "random", pace=9.0)
    assert {row.move: row.wins for row in rows(desk)} == VERDICTS


def test_a_hint_has_them_too_and_they_are_drawn(open_desk: Open) -> None:
    desk = at_nim(open_desk, "human", "random", hint=True)
    desk.until_ready()
    assert {row.move: row.wins for row in rows(desk)} == VERDICTS
    with texts_drawn() as texts:
        desk.table.stage.settled = False
        desk.frame()
    said = sorted(words for words, _ in texts if words in ("wins", "loses"))
    assert said == ["loses", "loses", "wins"]


def test_where_exact_play_is_not_known_nothing_is_said(open_desk: Open) -> None:
    desk = open_desk(table("human", "random"), motion="instant", pace=0.0, hint=True)
    desk.until_ready()
    assert {row.wins for row in rows(desk)} == {None}


def test_what_no_verdict_can_be_looked_up_for_has_none() -> None:
    verdicts: Mapping[Any, bool] = VERDICTS
    assert thoughts._verdict(verdicts, [1, 2]) is None
    assert thoughts._verdict(verdicts, "nonsense") is None
    assert registry.game("jaipur").verdicts is None
