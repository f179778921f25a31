"""Matches of Nim: the same through rules and world, recorded, and checked from the record."""

import json
from pathlib import Path
from typing import Any

import pytest

from game.agents import match
from game.games import registry
from game.games.nim.rules import RULES
from game.games.seats import parse_seats, setup
from game.matches import world
from game.matches.check import follow
from game.matches.replay import Recorder, ReplayError, read
from game.rules.options import parse_options

PAIRS = [("q-learner", "perfect"), ("random", "q-learner:untrained"), ("q-learner@epsilon=0.5", "random")]


def recorded(path: Path, specs: tuple[str, str], texts: list[str], through: str = "rules", seed: int = 7) -> bytes:
    """A match written down by either road."""
    seats = parse_seats("nim", list(specs))
    how = setup(RULES, seats, parse_options(RULES, texts))
    recorder = Recorder(path, RULES, seed, how, [seat.record() for seat in seats])
    if through == "world":
        world.play_match(RULES, how, seats, seed, recorder)
    else:
        agents = [agent for seat in seats if (agent := seat.agent())]
        match.play_match(RULES, how, agents, registry.ai("nim", "random").agent(), seed, recorder)
    return path.read_bytes()


@pytest.mark.parametrize("specs", PAIRS)
@pytest.mark.parametrize("texts", [[], ["piles=4,15,2", "first=1"], ["piles=1"]])
def test_rules_and_world_write_the_same_replay_byte_for_byte(
    tmp_path: Path, specs: tuple[str, str], texts: list[str]
) -> None:
    for seed in range(5):
        by_rules = recorded(tmp_path / "rules.jsonl", specs, texts, "rules", seed)
        assert by_rules == recorded(tmp_path / "world.jsonl", specs, texts, "world", seed)
        assert follow(read(tmp_path / "rules.jsonl")).ended


def test_the_lines_are_those_of_the_replay_page(tmp_path: Path) -> None:
    lines = [json.loads(line) for line in recorded(tmp_path / "a.jsonl", PAIRS[0], ["piles=1,2"]).splitlines()]
    assert lines[0]["options"]["piles"] == [1, 2]
    assert [player["trained"] is None for player in lines[0]["players"]] == [False, True]
    assert lines[1]["state"]["piles"] == [1, 2]
    assert [line["type"] for line in lines[-2:]] == ["round_end", "match_end"]
    assert "scores" not in lines[-2]
    assert lines[-1]["reason"] == "won"
    assert lines[-1]["winner"] == lines[-2]["winner"]


def test_the_first_player_that_is_chosen_starts(tmp_path: Path) -> None:
    for first in (0, 1):
        for seed in range(4):
            text = recorded(tmp_path / "a.jsonl", PAIRS[0], [f"first={first}"], "rules", seed)
            assert json.loads(text.splitlines()[1])["first"] == first


def with_options(path: Path, change: Any) -> Path:
    lines = path.read_text().splitlines()
    head = json.loads(lines[0])
    change(head["options"])
    path.write_text("\n".join([json.dumps(head), *lines[1:], ""]))
    return path


def test_a_replay_need_not_say_who_was_to_start_but_must_name_the_piles(tmp_path: Path) -> None:
    recorded(tmp_path / "a.jsonl", PAIRS[0], [])
    assert follow(read(with_options(tmp_path / "a.jsonl", lambda options: options.pop("first")))).ended
    with pytest.raises(ReplayError, match="options"):
        read(with_options(tmp_path / "a.jsonl", lambda options: options.pop("piles")))


@pytest.mark.parametrize("wrong", [{"piles": [0]}, {"piles": "1,3"}, {"piles": [True, 3]}, {"first": 2}, {"more": 1}])
def test_a_replay_with_other_options_is_refused(tmp_path: Path, wrong: dict[str, Any]) -> None:
    recorded(tmp_path / "a.jsonl", PAIRS[0], [])
    with pytest.raises(ReplayError, match="option"):
        read(with_options(tmp_path / "a.jsonl", lambda options: options.update(wrong)))


def test_a_replay_of_other_piles_than_its_options_is_refused(tmp_path: Path) -> None:
    recorded(tmp_path / "a.jsonl", PAIRS[0], [])
    path = with_options(tmp_path / "a.jsonl", lambda options: options.update(piles=[1, 3, 5]))
    with pytest.raises(ReplayError, match="line 2: piles of an opening"):
        follow(read(path))
