"""Positions to practise: those that ship, one's own mistakes, what is drawn anew, what a verdict says."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.agents.judging import Weighed
from game.analysis.decisions import Judgement, judgement
from game.analysis.judges import JudgeWords
from game.analysis.people import practice
from game.analysis.people.practice import (
    Course,
    Exercise,
    Finding,
    Solved,
    make,
    recall,
    shipped,
    shipped_path,
    verdict,
)
from game.cli.main import run
from game.games import registry
from game.games.nim.record import Move
from game.rules.options import full_options
from game.rules.protocol import AnyRules, Setup
from game.training.spreading import Here

NIM = registry.game("nim")
GAMES = [game.name for game in registry.games() if shipped_path(game.name).exists()]
OPTIONS = {option.key: option.default for option in NIM.rules.options}


@pytest.mark.parametrize("game", GAMES)
def test_fifty_positions_ship_and_are_still_the_ones_that_were_found(game: str) -> None:
    """They name matches of AIs, which must play on as they did: else the command makes others."""
    exercises = shipped(game)
    assert len(exercises) == len({each.key for each in exercises}) == 50
    record = json.loads(shipped_path(game).read_text())
    words = JudgeWords(game, registry.game(game).judge)
    assert (record["judge"], record["trained"]) == (words.ai, words.seat.trained)
    for exercise in [exercises[0], exercises[24], exercises[49]]:
        recalled = recall(exercise)
        assert practice.key_of(game, recalled.view) == exercise.key
        assert recalled.moment.number == exercise.move


def test_nim_has_positions() -> None:
    assert "nim" in GAMES


@pytest.mark.parametrize("game", GAMES)
def test_what_the_player_could_not_know_is_drawn_anew_and_nothing_else(game: str) -> None:
    recalled = recall(shipped(game)[0])
    drawn = [recalled.drawn(Random(seed)) for seed in range(8)]
    for state in drawn:
        assert recalled.rules.view(state, recalled.moment.player) == recalled.view
    if recalled.rules.hidden_hands:
        assert any(state != drawn[0] for state in drawn)


def test_every_nim_position_that_ships_has_a_move_that_wins_and_one_that_loses() -> None:
    judge = JudgeWords("nim", "perfect").judge()
    shares = []
    for exercise in shipped("nim"):
        view = recall(exercise).view
        found = judgement(judge, NIM.rules, view, (), Random(1))
        assert found.counts
        shares.append(sum(each.chance for each in found.candidates) / len(found.candidates))
    assert shares == sorted(shares, reverse=True)


def test_the_same_seed_makes_the_same_positions_whoever_plays() -> None:
    work, told = Finding(JudgeWords("nim", "perfect"), 2, OPTIONS), list[int]()
    found = make(work, 12, 1, progress=told.append)
    assert sum(told) == len(found) == 12
    assert [each.ease for each in found] == sorted([each.ease for each in found], reverse=True)
    assert make(work, 12, 1, Here(3)) == found
    assert make(work, 12, 99) != found


def test_the_command_makes_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "practice.json"
    assert run(["practice", "nim", "--positions", "5", "--out", str(path)]) == 0
    assert f"nim: 5 positions, kept in {path}" in capsys.readouterr().out
    assert len(json.loads(path.read_text())["positions"]) == 5


def judged(best: float, other: float) -> Judgement:
    weighed = [Weighed(Move(0, 1), other), Weighed(Move(3, 7), best)]
    return Judgement(weighed, weighed[1], False, True)


def test_a_position_is_solved_below_five_points() -> None:
    exact = verdict(judged(0.62, 0.4), NIM.rules, Move(3, 7))
    assert (exact.solved, exact.words) == (True, "Nothing is better: with your move the chance to win is 62 %.")
    near = verdict(judged(0.62, 0.58), NIM.rules, Move(0, 1))
    assert (near.solved, near.words) == (
        True,
        "With your move the chance to win is 58 %, with the best one, “Take 7 from pile 4”, 62 %.",
    )
    far = verdict(judged(0.62, 0.57), NIM.rules, Move(0, 1))
    assert not far.solved
    assert far.best == "The best is “Take 7 from pile 4”: with it the chance to win is 62 %."


def exercises(*keys: str) -> list[Exercise]:
    return [Exercise(key, "nim", 1, 1.0) for key in keys]


def test_a_course_goes_on_with_what_is_not_solved() -> None:
    solved = Solved.load()
    solved.add("b")
    solved.add("b")
    course = Course(exercises("a", "b", "c"), Solved.load())
    assert (course.exercise.key, course.number_solved) == ("a", 1)
    course.go_on()
    assert course.exercise.key == "c"
    course.go_on()
    assert course.exercise.key == "a"
    for key in "abc":
        course.solved.add(key)
    course.go_on()
    assert course.exercise.key == "b"
    assert Course(exercises("a", "b", "c"), Solved.load()).place == 0


@pytest.mark.parametrize("text", ["", "[]", '{"solved": 1}', "nonsense"])
def test_damaged_notes_of_what_was_solved_count_as_none(text: str) -> None:
    Solved.path().parent.mkdir(parents=True, exist_ok=True)
    Solved.path().write_text(text)
    assert Solved.load().keys == set()


def test_house_rules_tell_positions_apart_only_where_they_are_not_as_usual() -> None:
    rules = registry.game("jaipur").rules
    views = [dealt_view(rules, options) for options in ({}, {"hand_limit": 7}, {"hand_limit": 5})]
    usual, said, odd = [practice.key_of("jaipur", view) for view in views]
    assert usual == said != odd


def dealt_view(rules: AnyRules, options: dict[str, int]) -> Any:
    how = Setup(2, full_options(rules, options))
    return rules.view(rules.deal(how, rules.new_standing(how), 0, Random(3)), 0)
