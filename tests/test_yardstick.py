"""The yardstick: mean losses and their intervals, whom a player played like, and how two orders agree."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.agents.agent import Agent, Candidate, Reason
from game.agents.judging import Weighed
from game.agents.pickers import Best
from game.analysis import yardstick
from game.analysis.judges import JudgeWords
from game.analysis.moments import read_match
from game.analysis.yardstick import (
    Mean,
    OwnMatches,
    SamePositions,
    _choice,
    agreement,
    likeness,
    mean_of,
    measured,
    opponents,
    played,
    played_like,
)
from game.cli.main import run
from game.games import registry
from game.games.entrants import entrants
from game.games.levels import NAMES
from game.games.seats import parse_seat, parse_seats
from game.matches import measured as kept
from game.matches.branching import branched
from game.matches.replay import read
from game.rules.protocol import Setup, usual_options
from game.training.spreading import Here
from tests.games import WITH_LEVELS

NIM = JudgeWords("nim", "perfect")


def row(ai: str, **told: Any) -> dict[str, Any]:
    return {"ai": ai} | told


def nim_yardstick(**losses: float) -> dict[str, Any]:
    return {"judge": "perfect", "trained": None, "ais": [row(ai, mean_loss=loss) for ai, loss in losses.items()]}


@pytest.fixture
def kept_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nothing ships: what a test keeps is all there is."""
    monkeypatch.setattr(kept, "_SHIPPED", tmp_path / "none.json")
    return tmp_path


# --- means -------------------------------------------------------------------------------------------------------


def test_the_mean_is_over_decisions_and_its_interval_over_matches() -> None:
    found = mean_of([[0.1, 0.3], [], [0.2], [0.2, 0.2]])
    assert found is not None
    assert found.loss == pytest.approx(0.2)
    assert (found.decisions, found.matches) == (5, 3)
    assert found.accuracy == 0.0
    assert found.interval[0] <= 0.2 <= found.interval[1]
    assert mean_of([[], []]) is None


def test_intervals_hold_the_true_mean_in_nineteen_of_twenty_cases() -> None:
    """Matches differ in strength and length, so that decisions of one are alike: counting decisions would be wrong."""
    rng, held = Random(1), 0
    for _ in range(400):
        matches = []
        for _ in range(30):
            level = rng.uniform(0.0, 0.2)
            matches.append([level + rng.uniform(0.0, 0.02) for _ in range(rng.randint(3, 12))])
        found = mean_of(matches)
        assert found is not None
        held += found.interval[0] <= 0.11 <= found.interval[1]
    assert 0.91 <= held / 400 <= 0.98


def test_a_match_as_it_is_played_is_the_one_that_is_recorded(tmp_path: Path) -> None:
    words = ["arena", "thirty_one", "greedy", "random", "--games", "1", "--seed", "3", "--record", str(tmp_path)]
    assert run(words) == 0
    recorded = read_match(tmp_path / "match-0001.jsonl")
    live = list(played("thirty_one", ["greedy", "random"], recorded.setup.options, 3))
    assert [(each.number, each.turn, each.player, each.move) for each in live] == [
        (each.number, each.turn, each.player, each.move) for each in recorded.moments
    ]
    assert [each.after for each in live] == [each.after for each in recorded.moments]
    assert [each.deal for each in live] == [each.deal for each in recorded.moments]


def test_perfect_loses_nothing_and_random_much_whoever_measures() -> None:
    options = {option.key: option.default for option in registry.game("nim").rules.options}
    work = SamePositions(NIM, opponents("nim"), options, 2, {"perfect": "perfect", "rash": "random"})
    told: list[int] = []
    found = measured(work, 24, 1, progress=told.append)
    perfect, rash = found["perfect"], found["rash"]
    assert perfect is not None
    assert rash is not None
    assert (perfect.loss, perfect.accuracy) == (0.0, 1.0)
    assert rash.loss > 0.6
    assert (perfect.decisions, perfect.matches) == (rash.decisions, rash.matches), (
        "they are asked at the same positions"
    )
    assert sum(told) == 24
    assert measured(work, 24, 1, Here(3)) == found


def test_an_ai_is_judged_in_matches_of_its_own() -> None:
    options = {option.key: option.default for option in registry.game("nim").rules.options}
    rash, perfect = (
        measured(OwnMatches(NIM, opponents("nim"), options, 2, ai, ai), 24, 1)[ai] for ai in ("random", "perfect")
    )
    assert rash is not None
    assert perfect is not None
    assert perfect.loss == 0.0
    assert rash.loss > 0.6
    assert rash.decisions < perfect.decisions, "each at positions of its own"
    work = OwnMatches(NIM, ("a", "b", "c"), {}, 2, "me", "me")
    assert [work._seats(seed) for seed in range(6)] == [
        ["me", "a"], ["a", "me"], ["me", "b"], ["b", "me"], ["me", "c"], ["c", "me"]
    ]  # fmt: skip
    three = replace(work, players=3)
    assert [three._seats(seed) for seed in range(3)] == [["me", "a", "b"], ["a", "me", "b"], ["a", "b", "me"]]


@dataclass(frozen=True)
class Few:
    """Weighs the first move of Nim, and those that are asked for, each worse than the one before."""

    error: float = 0.0
    exact: bool = False

    def weigh(self, view: Any, asked: Sequence[Any], rng: Random) -> list[Weighed]:
        legal = list(registry.game("nim").rules.legal_moves(view))
        return [Weighed(move, 0.8 - 0.01 * legal.index(move)) for move in dict.fromkeys([legal[0], *asked])]


def test_what_the_judge_does_not_consider_is_judged_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yardstick, "judge_once", lambda _: Few())
    monkeypatch.setattr(yardstick, "ONE_IN", 1)
    options = {option.key: option.default for option in registry.game("nim").rules.options}
    (lost,) = SamePositions(NIM, ("random",), options, 2, {"rash": "random", "perfect": "perfect"})(range(1, 2))
    assert max(lost["rash"]) > 0.0
    assert len(lost["rash"]) == len(lost["perfect"])


def test_an_ai_that_fails_plays_as_its_stand_in() -> None:
    rules = registry.game("nim").rules
    view = rules.view(rules.deal(Setup(2, usual_options(rules)), (), 0, Random(1)), 0)

    class Failing:
        name = "failing"

        def score(self, _view: Any, _rng: Random) -> list[Candidate]:
            raise RuntimeError

    class Wrong:
        name = "wrong"

        def score(self, _view: Any, _rng: Random) -> list[Candidate]:
            return [Candidate("nothing", 1.0, Reason("why"))]

    stand_in = parse_seat("nim", "perfect").agent()
    assert stand_in is not None
    usual = stand_in.choose(view, Random(1))
    assert usual is not None
    for scorers in ((Failing(),), (Wrong(),), ()):
        assert _choice(rules, Agent("odd", scorers, Best()), stand_in, view, Random(1)) == usual.move


def test_everybody_meets_everybody_in_turn_from_every_seat() -> None:
    work = SamePositions(NIM, ("a", "b"), {}, 2, {})
    assert [work._seats(seed) for seed in range(5)] == [["a", "a"], ["b", "a"], ["a", "b"], ["b", "b"], ["a", "a"]]
    three = replace(work, players=3)
    assert len({tuple(three._seats(seed)) for seed in range(8)}) == 8


def test_tables_of_fewer_games_are_measured_beside_the_ais() -> None:
    called = entrants("nim")
    assert {"q-learner-100", "q-learner-1000", "q-learner-10000"} < set(called)
    assert called["q-learner-100"].startswith("q-learner:")
    assert [ai.name for ai in registry.ais("nim")] == [
        name for name in called if "000" not in name and "100" not in name
    ]
    assert list(entrants("thirty_one")).count("page") == 1
    assert "expert" in entrants("jaipur")
    assert "deep-q" in entrants("notty")
    assert "deep-q-three" not in entrants("notty")


# --- what is told by it ------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("kept_here")
def test_whom_somebody_played_like_is_told_with_interval_and_number() -> None:
    assert likeness(NIM, mean_of([[0.0, 1.0]]), "You") == ""
    kept.keep(kept.kept_path(), "nim", "own_matches", nim_yardstick(perfect=0.0, club=0.25, random=0.8))
    assert likeness(NIM, mean_of([[0.0, 0.0, 1.0]]), "You") == (
        "You played like club: your decisions that count lost 33.3 points in the mean "
        "(95 % interval 0.0 to 98.7, of 3), club’s lose 25.0."
    )
    assert likeness(NIM, mean_of([[1.0]]), "lean").startswith("lean played like club: lean’s decisions")
    assert likeness(NIM, mean_of([[]]), "You") == ""
    assert likeness(JudgeWords("nim", "search"), mean_of([[1.0]]), "You") == ""


@pytest.mark.parametrize("game", WITH_LEVELS)
def test_nobody_is_told_to_have_played_like_random(game: str) -> None:
    """It loses little where hardly a move costs anything: at Notty less than `robber`, which is far stronger."""
    record = kept.found(game, "own_matches")
    assert record is not None
    (loss,) = [row["mean_loss"] for row in record["ais"] if row["ai"] == "random"]
    nearest = played_like(record, Mean(loss, (0.0, 1.0), 100, 1, 0.5))
    assert nearest is not None
    assert nearest.ai != "random"


@pytest.mark.usefixtures("kept_here")
def test_over_several_matches_it_is_told_from_a_hundred_decisions_on() -> None:
    kept.keep(kept.kept_path(), "nim", "own_matches", nim_yardstick(club=0.25))
    assert likeness(NIM, mean_of([[0.0] * 50, [1.0] * 49]), "You") == ""
    assert "of 100)" in likeness(NIM, mean_of([[0.0] * 50, [1.0] * 50]), "You")


def rated(**intervals: tuple[float, float]) -> dict[str, Any]:
    return {"ais": [row(ai, interval=list(bounds)) for ai, bounds in intervals.items()]}


def agreed(ratings: dict[str, Any], yardstick: dict[str, Any]) -> tuple[float, int, int]:
    found = agreement(ratings, yardstick)
    assert found is not None
    return round(found.correlation, 3), found.alike, found.pairs


def test_the_orders_agree_where_the_better_rated_lose_less() -> None:
    apart = rated(a=(1900, 2000), b=(1500, 1600), c=(1000, 1100))
    assert agreed(apart, nim_yardstick(a=0.0, b=0.1, c=0.2)) == (1, 3, 3)
    assert agreed(apart, nim_yardstick(a=0.2, b=0.1, c=0.0)) == (-1, 0, 3)
    assert agreed(apart, nim_yardstick(a=0.1, b=0.0, c=0.2)) == (0.5, 2, 3)


def test_overlapping_ratings_and_equal_losses_are_ties() -> None:
    close = rated(a=(1500, 1700), b=(1600, 1800), c=(1000, 1100))
    assert agreed(close, nim_yardstick(a=0.0, b=0.1, c=0.2)) == (0.866, 2, 2)
    assert agreed(close, nim_yardstick(a=0.2, b=0.1, c=0.2)) == (0.5, 1, 2)
    chain = rated(a=(1700, 1900), b=(1600, 1800), c=(1500, 1650), d=(1000, 1100))
    assert agreed(chain, nim_yardstick(a=0.0, b=0.1, c=0.2, d=0.3)) == (0.956, 4, 4)


def test_nothing_is_told_where_one_of_them_tells_no_ais_apart() -> None:
    assert agreement(rated(a=(1, 3), b=(2, 4)), nim_yardstick(a=0.0, b=0.1)) is None
    assert agreement(rated(a=(1, 2), b=(3, 4)), nim_yardstick(a=0.1, b=0.1)) is None
    assert agreement(rated(a=(1, 2)), nim_yardstick(b=0.1)) is None


# --- the command -------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("kept_here")
def test_the_command_measures_keeps_and_tells(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, as_json = tmp_path / "measured.json", tmp_path / "yardstick.json"
    ratings = rated(perfect=(1900, 2000), random=(1000, 1100))
    kept.keep(kept.kept_path(), "nim", "ratings", ratings)
    words = ["yardstick", "nim", "perfect", "random", "--games", "8", "--out", str(path)]
    assert run([*words, "--json", str(as_json)]) == 0
    heading, first, second, told = capsys.readouterr().out.splitlines()
    assert heading.split()[:3] == ["game", "AI", "mean"]
    assert (first.split()[1], second.split()[1]) == ("perfect", "random")
    assert told == "Nim: rank correlation with the ratings 1.000; the same order in 1 of 1 pair that ratings tell apart"
    record = json.loads(path.read_text())["games"]["nim"]["yardstick"]
    assert (record["judge"], record["between"], record["seed"]) == ("perfect", [*NAMES], 1)
    assert json.loads(as_json.read_text()) == {"nim": record}


@pytest.mark.usefixtures("kept_here")
def test_one_ai_is_measured_beside_those_that_are_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "measured.json")
    for words in (["perfect", "random"], ["club"], ["random"]):
        assert run(["yardstick", "nim", *words, "--games", "4", "--out", path]) == 0
    assert [line.split()[1] for line in capsys.readouterr().out.splitlines()[-4:-1]] == ["perfect", "club", "random"]
    before = Path(path).read_bytes()
    for words, told in ((["--seed", "2"], "seed 1, not 2"), (["--games", "5"], "games 4, not 5")):
        assert run(["yardstick", "nim", "random", "--games", "4", *words, "--out", path]) == 2
        assert f"holds other AIs of nim, measured with {told}" in capsys.readouterr().err
        assert Path(path).read_bytes() == before, "nothing is lost, and nothing unlike stands beside it"
    assert run(["yardstick", "nim", "random", "--own-matches", "--games", "4", "--out", path]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 3
    games = json.loads(Path(path).read_text())["games"]["nim"]
    assert (games["yardstick"]["games"], "between" in games["yardstick"]) == (4, True)
    assert (games["own_matches"]["games"], "against" in games["own_matches"]) == (4, True)
    assert run(["yardstick", "nim", "nobody", "--games", "4", "--out", path]) == 2
    assert "nobody called 'nobody'" in capsys.readouterr().err


@pytest.mark.usefixtures("kept_here")
def test_beside_a_record_that_does_not_tell_how_many_matches_nobody_is_measured(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "measured.json"
    words = ["yardstick", "nim", "random", "--own-matches", "--games", "4", "--out", str(path)]
    assert run(words) == 0
    record = kept.kept_in(path)["nim"]["own_matches"]
    kept.keep(path, "nim", "own_matches", {key: value for key, value in record.items() if key != "games"})
    capsys.readouterr()
    assert run(words) == 2
    assert "measured with games unknown, not 4" in capsys.readouterr().err


@pytest.mark.usefixtures("kept_here")
def test_who_is_left_out_is_not_measured(capsys: pytest.CaptureFixture[str]) -> None:
    most = [name for name in entrants("nim") if name not in ("perfect", "random")]
    words = [word for name in most for word in ("--without", name)]
    assert run(["yardstick", "nim", "--games", "2", *words]) == 0
    assert [line.split()[1] for line in capsys.readouterr().out.splitlines()[1:-1]] == ["perfect", "random"]
    assert run(["yardstick", "nim", "--games", "2", "--without", "nobody"]) == 2
    assert "--without: nobody is called 'nobody' at nim; choose from: " in capsys.readouterr().err


@pytest.mark.usefixtures("kept_here")
def test_an_analysis_tells_whom_everybody_played_like(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(yardstick, "LEAST_OF_SEVERAL", 12)
    kept.keep(kept.kept_path(), "nim", "own_matches", nim_yardstick(perfect=0.0, random=0.8))
    assert run(["arena", "nim", "perfect", "random", "--games", "6", "--seed", "1", "--record", str(tmp_path)]) == 0
    capsys.readouterr()
    assert run(["analyse", *map(str, sorted(tmp_path.glob("*.jsonl")))]) == 0
    told = capsys.readouterr().out
    assert told.count("\nperfect played like perfect: perfect’s decisions that count lost 0.0 points") == 6
    assert "\nOver 6 matches at nim: perfect played like perfect: perfect’s decisions" in told


@pytest.mark.usefixtures("kept_here")
def test_what_was_played_before_a_branch_says_nothing_of_who_played_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TABLETALK_HOME", str(tmp_path / "home"))
    kept.keep(kept.kept_path(), "nim", "own_matches", nim_yardstick(perfect=0.0, club=0.5))
    assert run(["arena", "nim", "perfect", "random", "--games", "1", "--seed", "4", "--record", str(tmp_path)]) == 0
    replay = read(tmp_path / "match-0001.jsonl")
    moves = [place for place, line in enumerate(replay.lines, 1) if line.record["type"] == "move"]
    early, late = (branched(replay, moves[at], parse_seats("nim", ["human", "random"]), 7, None) for at in (0, -2))
    for path, at in ((early, moves[0]), (late, moves[-2])):
        with open(path, "a") as file:
            file.writelines(json.dumps(line.record, separators=(",", ":")) + "\n" for line in replay.lines[at:])
    capsys.readouterr()
    assert run(["analyse", str(early)]) == 0
    assert "You played like perfect" in capsys.readouterr().out
    assert run(["analyse", str(late)]) == 0
    told = capsys.readouterr().out
    assert "You       " in told
    assert "played like" not in told, "the last moves are no choice, and those before were another's"


def test_what_ships_was_measured_by_the_judge_that_judges() -> None:
    """Else nobody would be told whom they played like."""
    for kind in ("yardstick", "own_matches"):
        record = kept.found("nim", kind)
        assert record is not None
        module = registry.game("nim")
        assert (record["judge"], record["trained"]) == (module.judge, JudgeWords("nim", module.judge).seat.trained)
        assert {row["ai"] for row in record["ais"]} >= set(NAMES)


@pytest.mark.parametrize("game", WITH_LEVELS)
@pytest.mark.parametrize("kind", ["yardstick", "own_matches"])
def test_what_ships_tells_how_many_matches_it_came_from(game: str, kind: kept.Kind) -> None:
    record = kept.found(game, kind)
    assert record is not None
    assert 0 < max(row["matches"] for row in record["ais"]) <= record["games"]
