"""What AIs think is recorded where it is asked for: alike wherever they think, and checked when it is read."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from components.table import Pace
from game.agents.agent import Candidate, Considered, Estimate, Reason
from game.agents.pickers import Best, Weighted
from game.cli.main import run
from game.games import registry
from game.games.ai import AI
from game.games.nim import rules as nim
from game.games.nim.record import Move
from game.games.notty import rules as notty
from game.games.notty.moves import Move as NottyMove
from game.games.notty.moves import MoveKind
from game.games.seats import parse_seats
from game.matches.check import follow
from game.matches.replay import ReplayError, read
from game.matches.session import Session
from game.matches.thoughts import thought_record
from game.matches.timeline import Timeline
from game.rules.protocol import Setup
from systems.snapshot import only
from tests.mods.sound import Growing

PILES = {"piles": [1, 2], "first": 0}


class Astray:
    """Considers a move that is not legal first, and chooses it; its words are of several lines."""

    name = "astray"

    def score(self, view: Any, rng: Random) -> list[Candidate]:
        legal = [Candidate(move, 1, Reason("two\nlines")) for move in nim.RULES.legal_moves(view)]
        return [Candidate(Move(0, 9), 5.0, Reason("wrong")), *legal]


@pytest.fixture(autouse=True)
def _ais() -> Iterator[None]:
    """An AI that thinks in a process of its own in the window, and shows chances; one that goes astray."""
    slow = AI("growing", "nim", "slow", lambda rules, _: [Growing(rules, 2)], lambda _: Weighted())
    astray = AI("astray", "nim", "wrong", lambda *_: [Astray()], lambda _: Best())
    for ai in (slow, astray):
        registry.register(ai)
    yield
    for ai in (slow, astray):
        registry.forget(ai)


def arena(folder: Path, *words: str, ais: tuple[str, str] = ("growing", "astray")) -> Path:
    """The replay of one match of an arena with thoughts."""
    given = ["--games", "1", "--seed", "3", "--record", str(folder), "--thoughts", "--set", "piles=1,2"]
    assert run(["arena", "nim", *ais, *given, "--set", "first=0", *words]) == 0
    return folder / "match-0001.jsonl"


def at_a_table(path: Path) -> Path:
    """The same match as the window plays it: slow AIs think in processes of their own."""
    session = Session("nim", parse_seats("nim", ["growing", "astray"]), PILES, 3, path, thoughts=True)
    only(Pace).waits_for_thoughts = True
    while not session.finished:
        session.world.frame(0.1)
    session.close()
    return path


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_thoughts_are_recorded_byte_for_byte_alike_wherever_they_are_thought(tmp_path: Path) -> None:
    by_rules = arena(tmp_path / "rules").read_bytes()
    assert by_rules == arena(tmp_path / "world", "--through", "world").read_bytes()
    assert by_rules == at_a_table(tmp_path / "table.jsonl").read_bytes()
    assert b'"type":"thought"' in by_rules


def test_each_stands_before_its_move_with_what_its_ai_shows(tmp_path: Path) -> None:
    found = lines(arena(tmp_path))
    for number, line in enumerate(found):
        if line["type"] == "move":
            thought = next(each for each in reversed(found[:number]) if each["type"] == "thought")
            assert thought["player"] == line["player"]
    first = found[2]
    assert list(first) == ["type", "player", "ai", "chosen", "candidates"]
    assert (first["type"], first["player"], first["ai"]) == ("thought", 0, "growing")
    candidate = first["candidates"][first["chosen"]]
    assert candidate["move"] == found[3]["move"]
    assert list(candidate) == ["move", "score", "reason", "chance", "visits", "line"]
    assert (candidate["reason"], candidate["visits"], candidate["line"]) == ("after 2 steps", 2, "and so on")
    assert candidate["chance"] == candidate["score"]


def test_what_is_not_legal_is_left_out_and_the_fault_is_noted_after_it(tmp_path: Path) -> None:
    found = lines(arena(tmp_path, ais=("astray", "growing")))
    assert [line["type"] for line in found[:5]] == ["match", "round", "thought", "note", "move"]
    thought = found[2]
    assert thought["chosen"] is None
    assert [row["score"] for row in thought["candidates"]] == [1.0, 1.0, 1.0]
    assert {row["reason"] for row in thought["candidates"]} == {"two lines"}


def test_they_can_be_read_again_and_neither_they_nor_notes_make_frames_of_their_own(tmp_path: Path) -> None:
    replay = read(arena(tmp_path))
    assert follow(replay).ended
    assert any(line.record["type"] == "note" for line in replay.lines)
    timeline = Timeline.of(replay)
    *played, end = timeline.frames
    states = [line.record["state"] for line in replay.lines if "state" in line.record]
    assert [replay.rules.state_record(frame.state) for frame in played] == states
    assert timeline.log.lines[end.log_line].text == "astray wins the match"


DAMAGES: dict[str, Callable[[dict[str, Any]], object]] = {
    "another player's": lambda line: line.update(player=1),
    "nobody's": lambda line: line.update(player=None),
    "a player that is a truth value": lambda line: line.update(player=False),
    "an AI without a name": lambda line: line.update(ai=None),
    "a choice that is not there": lambda line: line.update(chosen=9),
    "a choice before the first": lambda line: line.update(chosen=-1),
    "no candidates": lambda line: line.update(candidates=None),
    "a candidate that is none": lambda line: line.update(candidates=[3], chosen=0),
    "a key too many": lambda line: line.update(more=1),
    "an illegal move": lambda line: line["candidates"][0].update(move={"kind": "take", "pile": 0, "count": 9}),
    "no move": lambda line: line["candidates"][0].update(move=None),
    "a candidate's key too many": lambda line: line["candidates"][0].update(more=1),
    "a candidate's key too few": lambda line: line["candidates"][0].pop("reason"),
    "a score in words": lambda line: line["candidates"][0].update(score="1"),
    "a score without end": lambda line: line["candidates"][0].update(score=float("inf")),
    "a chance of more than 1": lambda line: line["candidates"][0].update(chance=1.1),
    "an error below 0": lambda line: line["candidates"][0].update(error=-0.1),
    "half a visit": lambda line: line["candidates"][0].update(visits=0.5),
    "visits below none": lambda line: line["candidates"][0].update(visits=-1),
    "a line that is a number": lambda line: line["candidates"][0].update(line=1),
    "a reason that is a number": lambda line: line["candidates"][0].update(reason=1),
}


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    ai = AI("grown", "nim", "slow", lambda rules, _: [Growing(rules, 2)], lambda _: Weighted())
    registry.register(ai)
    found = lines(arena(tmp_path_factory.mktemp("sound"), ais=("grown", "random")))
    registry.forget(ai)
    return found


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_thought_is_named_with_its_line(damage: str, recorded: list[dict[str, Any]], tmp_path: Path) -> None:
    changed = json.loads(json.dumps(recorded))
    DAMAGES[damage](changed[2])
    path = tmp_path / "damaged.jsonl"
    path.write_text("".join(f"{json.dumps(line)}\n" for line in changed))
    with pytest.raises(ReplayError, match="line 3: "):
        follow(read(path))


def test_a_match_gone_on_with_records_thoughts_as_it_did(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    session = Session("nim", parse_seats("nim", ["random", "random"]), PILES, 3, path, thoughts=True)
    while not any(line.record["type"] == "move" for line in read(path).lines):
        session.world.frame(0.0)
    session.close()
    assert not read(path).finished
    session = Session.resumed(read(path))
    while not session.finished:
        session.world.frame(0.0)
    session.close()
    types = [line["type"] for line in lines(path)]
    assert types.count("thought") == types.count("move") > 1


def test_a_theft_is_thought_of_without_its_card_and_extremes_stay_finite() -> None:
    state = notty.RULES.deal(Setup(2), notty.RULES.new_standing(Setup(2)), 0, Random(1))
    view = notty.RULES.view(state, 0)
    steal = Candidate(NottyMove(MoveKind.STEAL, 1), float("inf"), Reason("x"), Estimate(error=0.25, expected=3.0))
    line = thought_record(notty.RULES, Considered(0, "robber", view, [steal], 0))
    move = {"kind": "steal", "target": 1}
    assert line["candidates"] == [{"move": move, "score": 1e300, "reason": "x", "error": 0.25}]


def test_an_arena_records_thoughts_only_with_a_folder(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["arena", "nim", "random", "perfect", "--thoughts"]) == 2
    assert "--record DIR" in capsys.readouterr().err
