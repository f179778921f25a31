"""Which of equal pieces a human picked: what a replay tells of it, and what is refused there."""

import json
from pathlib import Path
from typing import Any

import esper
import pytest

from components.pieces import SelectedCard
from game.matches.check import follow
from game.matches.replay import ReplayError, read
from game.matches.session import Session
from systems.snapshot import pieces_at
from tests.jaipur_positions import take
from tests.tables import RULES, confirm, lying, table

Lines = list[dict[str, Any]]


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Session:
    """A match of two humans in whose market lie two goods that are alike, and three camels."""
    monkeypatch.setenv("TABLETALK_HOME", str(tmp_path))
    for seed in range(1000):
        session = Session("jaipur", table("human", "human"), seed=seed, record=tmp_path / "match.jsonl")
        session.world.frame(0.0)
        first, second, *camels = RULES.state_record(session.states[0])["market"]
        if first == second != "camel" and camels == ["camel"] * 3:
            return session
        session.close()
    raise AssertionError("no such deal")


def taken(session: Session, *places: int) -> Lines:
    """The replay, once the good in the market has been taken with the pieces in these places picked."""
    good = lying("market")[0][1]
    pieces = pieces_at("market")
    confirm(session.world, take(good), [pieces[place] for place in places])
    session.world.frame(0.0)
    session.close()
    assert session.recorder is not None
    return [json.loads(line) for line in session.recorder.path.read_text(encoding="utf-8").splitlines()]


def test_it_is_told_last_and_only_where_others_were_picked(session: Session) -> None:
    line = taken(session, 1)[-1]
    assert list(line) == ["type", "player", "move", "state", "picked"]
    assert line["picked"] == [["market", 1]]


def test_nothing_is_told_of_what_would_have_been_picked_anyway(session: Session) -> None:
    assert list(taken(session, 0)[-1]) == ["type", "player", "move", "state"]
    assert esper.get_component(SelectedCard) == []


@pytest.mark.parametrize(
    ("picked", "why"),
    [
        (None, "not a list of pairs"),
        ({}, "not a list of pairs"),
        ([1], "not a list of pairs"),
        ([["market"]], "not a list of pairs"),
        ([["market", 1, 1]], "not a list of pairs"),
        ([["market", True]], "not a list of pairs"),
        ([["market", 1.0]], "not a list of pairs"),
        ([[1, "market"]], "not a list of pairs"),
        ([["hand", 1]], "picks nothing from the zone 'hand'"),
        ([["market", -1]], "no piece -1"),
        ([["market", 5]], "no piece 5"),
        ([["market", 10**30]], "no piece 1000"),
        ([["market", 1], ["market", 1]], "picked twice"),
        ([["market", 2]], "not those of the move"),
        ([["market", 0], ["market", 1]], "not those of the move"),
        ([], "not those of the move"),
        ([["market", 0]], "left out"),
    ],
    ids=str,
)
def test_pieces_that_a_move_cannot_have_picked_are_refused(session: Session, picked: Any, why: str) -> None:
    lines = taken(session, 1)
    assert session.recorder is not None
    path = session.recorder.path
    follow(read(path))
    lines[-1]["picked"] = picked
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    with pytest.raises(ReplayError, match=f"line {len(lines)}: picked .*{why}"):
        follow(read(path))


def test_only_a_move_has_picked_pieces(session: Session) -> None:
    lines = taken(session, 1)
    assert session.recorder is not None
    path = session.recorder.path
    lines[1]["picked"] = [["market", 1]]
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    with pytest.raises(ReplayError, match="line 2: not an object of exactly the keys"):
        follow(read(path))
