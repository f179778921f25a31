"""A table belongs to its settings: at others its AI is untrained, and that is said."""

import json
from pathlib import Path

import pytest

from game.__main__ import main
from game.games import registry
from game.games.seats import parse_seat, parse_seats, untrained_words
from game.matches.session import Session
from game.rules.protocol import Setup

WORDS = "q-learner has learnt 1 3 5 7 only"


@pytest.mark.parametrize(
    ("spec", "piles", "said"),
    [
        ("q-learner", [3, 4, 5], WORDS),
        ("q-learner", [1, 3, 5, 7], ""),
        ("q-learner", [7, 5, 3, 1], "q-learner has learnt 1 3 5 7 only"),
        ("q-learner:untrained", [3, 4, 5], ""),  # it was asked for as it is
        ("perfect", [3, 4, 5], ""),
        ("human", [3, 4, 5], ""),
    ],
)
def test_it_is_said_of_tables_of_other_piles_only(spec: str, piles: list[int], said: str | None) -> None:
    assert untrained_words(parse_seat("nim", spec), Setup(2, {"piles": piles})) == said


@pytest.mark.parametrize(
    ("piles", "usual"), [([1, 3, 5, 7], "q-learner"), ([2, 4, 6], "expert"), ([7, 5, 3, 1], "expert")]
)
def test_the_default_opponent_and_the_hint_know_every_pile(piles: list[int], usual: str) -> None:
    nim = registry.game("nim")
    assert registry.usual_ai(nim, {"piles": piles}).name == usual
    assert registry.advising_ai(nim, {"piles": piles}).name == "expert"


def test_arena_says_it_beside_its_results(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    result = tmp_path / "result.json"
    words = ["arena", "nim", "q-learner", "random", "q-learner", "--games", "2", "--set", "piles=3,4,5"]
    assert main([*words, "--json", str(result)]) == 0
    printed = capsys.readouterr()
    assert printed.err == f"note: q-learner: {WORDS}\n"
    assert "has learnt" not in printed.out
    assert "has learnt" not in json.dumps(json.loads(result.read_text()))


def test_arena_says_nothing_where_all_is_well(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "nim", "q-learner", "random", "--games", "2"]) == 0
    assert capsys.readouterr().err == ""


def test_the_log_of_a_table_says_it_and_its_replay_needs_no_note(tmp_path: Path) -> None:
    record = tmp_path / "match.jsonl"
    session = Session("nim", parse_seats("nim", ["human", "q-learner"]), {"piles": [3, 4, 5]}, 1, record)
    assert [line.text for line in session.log.lines] == [f"{WORDS}."]
    session.close()
    assert [json.loads(line)["type"] for line in record.read_text().splitlines()] == ["match"]
