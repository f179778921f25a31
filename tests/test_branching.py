"""Branches: any position of a recorded match played on from, as a match of its own that can be checked."""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from game.cli.main import run
from game.games.seats import parse_seats
from game.matches.branching import branched
from game.matches.check import follow
from game.matches.replay import Replay, ReplayError, read
from game.matches.session import Session
from game.matches.timeline import Timeline
from tests.games import GAMES, hides_something, usual_ai

SEED = 77


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Replay]:
    @cache
    def record(game: str) -> Replay:
        folder = tmp_path_factory.mktemp(game)
        asked = ["--games", "1", "--seed", "1", "--record", str(folder)]
        assert run(["arena", game, usual_ai(game), "random", *asked]) == 0
        return read(folder / "match-0001.jsonl")

    return record


def lines_to(replay: Replay, moves: int) -> int:
    """How many lines lead to the position after so many moves."""
    places = [place for place, line in enumerate(replay.lines, start=1) if line.record["type"] == "move"]
    return places[moves - 1]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("redrawn", [None, 0, 1])
def test_a_branch_goes_on_where_the_match_stood(
    game: str, redrawn: int | None, recorded: Callable[[str], Replay]
) -> None:
    replay = recorded(game)
    at = lines_to(replay, 4)
    path = branched(replay, at, parse_seats(game, ["human", "random"]), SEED, redrawn)
    found = read(path)
    assert found.head["branch"]["move"] == 4
    assert [player["ai"] for player in found.head["players"]] == [None, "random"]
    position = follow(found)
    before = follow(Replay(path, found.head, replay.lines[:at], 0)).state
    if redrawn is None:
        assert replay.rules.state_record(position.state) == replay.rules.state_record(before)
    else:
        assert replay.rules.view(position.state, redrawn) == replay.rules.view(before, redrawn)
    assert Timeline.of(found).frames[-1].moves == 4


def test_what_a_player_could_not_know_lies_anew(recorded: Callable[[str], Replay]) -> None:
    replay = recorded("jaipur")
    path = branched(replay, lines_to(replay, 4), parse_seats("jaipur", ["human", "random"]), SEED, 0)
    record = read(path).lines[-1].record
    before = replay.lines[lines_to(replay, 4) - 1].record["state"]
    assert record["type"] == "undo"
    assert record["state"]["market"] == before["market"]
    assert record["state"]["hands"][0] == before["hands"][0]
    assert record["state"]["deck"] != before["deck"]


@pytest.mark.parametrize("game", GAMES)
def test_a_branch_is_gone_on_with_at_a_table_and_can_be_branched_again(
    game: str, recorded: Callable[[str], Replay]
) -> None:
    replay = recorded(game)
    first = branched(replay, lines_to(replay, 3), parse_seats(game, ["human", "random"]), SEED, 0)
    session = Session.resumed(read(first))
    assert not session.finished
    told = next(line.text for line in session.log.lines if line.text.startswith("Played on from here"))
    assert ("drawn anew" in told) == hides_something(game)
    session.close()
    found = read(first)
    again = branched(found, len(found.lines), parse_seats(game, ["random", "random"]), SEED + 1, 1)
    assert follow(read(again)).state.to_move is not None
    assert again != first


def test_a_branch_that_was_bent_is_refused(recorded: Callable[[str], Replay], tmp_path: Path) -> None:
    replay = recorded("jaipur")
    path = branched(replay, lines_to(replay, 4), parse_seats("jaipur", ["human", "random"]), SEED, 0)
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    bent = tmp_path / "bent.jsonl"

    def refused(told: str) -> None:
        bent.write_text("".join(json.dumps(line) + "\n" for line in lines))
        with pytest.raises(ReplayError, match=told):
            follow(read(bent))

    deck = lines[-1]["state"]["deck"]
    deck[0] = "leather" if deck[0] == "camel" else "camel"
    refused("by the rules")
    lines[-1]["redrawn"] = {"player": 5, "seed": 1}
    refused("index of a player")
    lines[0]["branch"] = {"of": "x", "move": 4}
    refused("branch")


def test_nothing_is_branched_off_where_no_round_is_played(recorded: Callable[[str], Replay]) -> None:
    replay = recorded("nim")
    with pytest.raises(ReplayError, match="no round"):
        branched(replay, len(replay.lines), parse_seats("nim", ["human", "random"]), SEED, None)
