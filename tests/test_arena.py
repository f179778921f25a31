"""Arenas: who meets whom with which seed, that every way of playing gives the same, and how it is counted."""

import csv
import json
import multiprocessing
import re
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.__main__ import main
from game.agents.agent import Candidate, Reason
from game.agents.pickers import Highest
from game.games import registry
from game.games.ai import AI
from game.matches.arena import Arena, Fixture, Outcome, Schedule, run
from game.matches.ratings import wilson
from game.training.spreading import HERE, Processes, spread_over
from tests.elsewhere import holding
from tests.portions import broken, seat_of_seed, sleepy

TIMES = {"seconds", "moves_per_second", "matches_per_second"}


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLETALK_HOME", str(tmp_path_factory.mktemp("home")))


def test_two_arenas_do_not_record_into_one_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["arena", "nim", "random", "perfect", "--games", "2", "--record", str(tmp_path / "games")]
    with holding(tmp_path / "games"):
        assert main(words) == 1
        assert "--record DIR" in capsys.readouterr().err
        assert list((tmp_path / "games").iterdir()) == []
    assert main(words) == 0


def fixtures(schedule: Schedule) -> list[Fixture]:
    return [schedule.fixture(number) for number in range(1, schedule.matches + 1)]


def arena(*words: str) -> None:
    assert main(["arena", "jaipur", *words]) == 0


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def untimed(path: Path) -> dict[str, Any]:
    return {key: value for key, value in json.loads(path.read_text()).items() if key not in TIMES}


# --- the schedule ------------------------------------------------------------------------------------------------


def test_every_pair_plays_with_seats_taking_turns_and_all_pairs_meet_the_same_deals() -> None:
    assert fixtures(Schedule(3, 3, seed=10)) == [
        Fixture(1, (0, 1), 10),
        Fixture(2, (1, 0), 11),
        Fixture(3, (0, 1), 12),
        Fixture(4, (0, 2), 10),
        Fixture(5, (2, 0), 11),
        Fixture(6, (0, 2), 12),
        Fixture(7, (1, 2), 10),
        Fixture(8, (2, 1), 11),
        Fixture(9, (1, 2), 12),
    ]


def test_same_deals_are_played_from_both_seats() -> None:
    assert fixtures(Schedule(2, 4, seed=10, same_deals=True)) == [
        Fixture(1, (0, 1), 10),
        Fixture(2, (1, 0), 10),
        Fixture(3, (0, 1), 11),
        Fixture(4, (1, 0), 11),
    ]


def test_at_one_table_everybody_sits_on_every_seat() -> None:
    rotated = fixtures(Schedule(3, 6, seed=1, one_table=True, same_deals=True))
    assert [fixture.seed for fixture in rotated] == [1, 1, 1, 2, 2, 2]
    assert {fixture.seats for fixture in rotated} == {(0, 1, 2), (1, 2, 0), (2, 0, 1)}
    for seat in range(3):
        assert sorted(fixture.seats[seat] for fixture in rotated[:3]) == [0, 1, 2]


# --- counting ----------------------------------------------------------------------------------------------------


def counted(schedule: Schedule, winners: Sequence[int | None]) -> Arena:
    """An arena with these winners, by seat, each after seven moves."""
    result = Arena(schedule)
    for number, winner in enumerate(winners, start=1):
        result.count(Outcome(number, winner, 7))
    return result


def test_a_win_belongs_to_who_sat_at_the_winning_seat() -> None:
    result = counted(Schedule(2, 4, seed=0), [0, 0, 1, None])
    (tally,) = result.tallies
    assert (tally.wins, tally.draws, tally.games) == ([1, 2], 1, 4)
    assert result.moves == 28


def test_a_rate_counts_a_draw_as_half() -> None:
    (result,) = counted(Schedule(2, 4, seed=0), [0, 1, None, None]).record("jaipur", ["x", "y"])["results"]
    assert result == {
        "a": "x",
        "b": "y",
        "a_wins": 2,
        "b_wins": 0,
        "draws": 2,
        "a_rate": 0.75,
        "a_interval": list(wilson(3, 4)),
    }


def test_draws_alone_leave_all_ratings_at_the_mean() -> None:
    drawn = counted(Schedule(3, 2, seed=0), [None] * 6)
    assert drawn.ratings(["x", "y", "z"]) == pytest.approx({"x": 1500, "y": 1500, "z": 1500})


def test_one_table_is_counted_by_player() -> None:
    # Seats: (0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 1, 2): players 0, 0, 1 win, then nobody.
    result = counted(Schedule(3, 4, seed=0, one_table=True), [0, 2, 2, None])
    rows = result.record("notty", ["x", "y", "z"])["results"]
    assert [(row["ai"], row["wins"], row["rate"]) for row in rows] == [
        ("x", 2, 0.625),
        ("y", 1, 0.375),
        ("z", 0, 0.125),
    ]
    assert rows[0]["interval"] == list(wilson(2.5, 4))
    rated = result.ratings(["x", "y", "z"])
    assert rated["x"] > rated["y"] > rated["z"]


# --- playing -----------------------------------------------------------------------------------------------------


@pytest.fixture
def workers_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers are started after the first match, whatever it took."""
    monkeypatch.setattr(Processes, "is_worth", lambda *_: True)


@pytest.mark.usefixtures("workers_at_once")
def test_workers_change_nothing_but_the_time() -> None:
    schedule = Schedule(3, 40, seed=5)
    told: list[int] = []
    alone = run(schedule, seat_of_seed)
    with closing(spread_over(3)) as three:
        shared = run(schedule, seat_of_seed, three, told.append)
    assert (alone.tallies, alone.moves) == (shared.tallies, shared.moves)
    assert sum(told) == schedule.matches == shared.matches


class Told:
    """A spread that takes work over once what is left takes as long as it says."""

    workers = 2

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.taken: list[range] = []

    def is_worth(self, seconds: float) -> bool:
        return seconds > self.seconds

    def each(self, work: Any, portions: Any) -> Any:
        self.taken = list(portions)
        return HERE.each(work, portions)

    def close(self) -> None:
        """Nothing to give back."""


@pytest.mark.parametrize(("worth", "played_here"), [(1.0, 3), (2.0, 4), (100.0, 20)])
def test_workers_are_started_when_the_matches_left_are_worth_it(
    monkeypatch: pytest.MonkeyPatch, worth: float, played_here: int
) -> None:
    now = 0.0
    monkeypatch.setattr(time, "perf_counter", lambda: now)

    def in_time(fixture: Fixture) -> Outcome:
        nonlocal now
        now += 0.4  # a second is left out, so 1.1 seconds are known to be left after three matches, 2.4 after four
        return seat_of_seed(fixture)

    spread = Told(worth)
    assert run(Schedule(2, 20, seed=1), in_time, spread).matches == 20
    assert [number for numbers in spread.taken for number in numbers] == list(range(played_here + 1, 21))


@pytest.mark.parametrize("workers", [1, 2])
def test_what_goes_wrong_in_a_match_is_told(workers: int) -> None:
    with pytest.raises(OSError, match="could not be written"):
        run(Schedule(2, 40, seed=5), broken, spread_over(workers))


@pytest.mark.usefixtures("workers_at_once")
def test_workers_end_with_the_arena() -> None:
    before = set(multiprocessing.active_children())
    with pytest.raises(OSError, match="match 2 could not"):
        run(Schedule(2, 40, seed=5), sleepy, spread_over(2))
    deadline = time.monotonic() + 20
    while set(multiprocessing.active_children()) - before:
        assert time.monotonic() < deadline, "a worker goes on with what nobody waits for"
        time.sleep(0.05)


@pytest.mark.usefixtures("workers_at_once")
def test_rules_and_world_and_workers_play_the_same_matches_byte_for_byte(tmp_path: Path) -> None:
    ways = {"rules": ["--through", "rules"], "world": ["--through", "world"], "workers": ["--workers", "2"]}
    for name, words in ways.items():
        where = ["--record", str(tmp_path / name), "--json", str(tmp_path / f"{name}.json")]
        arena("utility", "weighted", "random", "--games", "3", "--seed", "4", *words, *where)
    expected = contents(tmp_path / "rules")
    assert sorted(expected) == [f"match-{number:04}.jsonl" for number in range(1, 10)]
    for name in ("world", "workers"):
        assert contents(tmp_path / name) == expected
        assert untimed(tmp_path / f"{name}.json") == untimed(tmp_path / "rules.json")


@pytest.mark.parametrize("through", ["rules", "world"])
def test_a_round_is_one_round(tmp_path: Path, through: str) -> None:
    where = ["--record", str(tmp_path / "games"), "--json", str(tmp_path / "result.json")]
    arena("utility", "random", "--games", "2", "--seed", "3", "--unit", "round", "--through", through, *where)
    moves = 0
    for path in (tmp_path / "games").iterdir():
        types = [line["type"] for line in lines(path)]
        assert (types[0], types[1], types[-1]) == ("match", "round", "round_end")
        assert types[2:-1] == ["move"] * len(types[2:-1])
        moves += len(types) - 3
    assert json.loads((tmp_path / "result.json").read_text())["moves"] == moves


def test_the_winner_of_a_round_is_its_own(tmp_path: Path) -> None:
    where = ["--record", str(tmp_path / "games"), "--json", str(tmp_path / "result.json")]
    arena("utility", "random", "--games", "6", "--seed", "3", "--unit", "round", *where)
    wins = {"utility": 0, "random": 0}
    for path in (tmp_path / "games").iterdir():
        head, *_, end = lines(path)
        if end["winner"] is not None:
            wins[head["players"][end["winner"]]["ai"]] += 1
    (result,) = json.loads((tmp_path / "result.json").read_text())["results"]
    assert (result["a_wins"], result["b_wins"]) == (wins["utility"], wins["random"])


def test_same_deals_deal_both_seatings_alike(tmp_path: Path) -> None:
    arena("utility", "random", "--games", "4", "--seed", "8", "--same-deals", "--record", str(tmp_path))
    first, second, third, fourth = (lines(tmp_path / f"match-000{number}.jsonl") for number in (1, 2, 3, 4))
    assert first[1] == second[1]
    assert third[1] == fourth[1]
    assert first[1] != third[1]
    assert [player["ai"] for player in first[0]["players"]] == ["utility", "random"]
    assert [player["ai"] for player in second[0]["players"]] == ["random", "utility"]


def test_options_reach_the_matches(tmp_path: Path) -> None:
    arena("utility", "random", "--games", "1", "--seed", "1", "--set", "turn_limit=3", "--record", str(tmp_path))
    recorded = lines(tmp_path / "match-0001.jsonl")
    assert recorded[0]["options"] == {"turn_limit": 3}
    assert recorded[-1] == {"type": "match_end", "winner": None, "reason": "turn limit"}


@pytest.mark.parametrize("table", [False, True])
def test_json_has_exactly_the_keys_that_were_promised(tmp_path: Path, table: bool) -> None:
    path = tmp_path / "result.json"
    arena("utility", "random", "--games", "2", "--seed", "6", "--json", str(path), *["--table"] * table)
    result = json.loads(path.read_text())
    assert list(result) == [
        "game",
        "games",
        "seed",
        "results",
        "ratings",
        "moves",
        "seconds",
        "moves_per_second",
        "matches_per_second",
    ]
    pair = ["a", "b", "a_wins", "b_wins", "draws", "a_rate", "a_interval"]
    for row in result["results"]:
        assert list(row) == (["ai", "wins", "rate", "interval"] if table else pair)
    assert len(result["results"]) == (2 if table else 1)
    assert (result["game"], result["games"], result["seed"]) == ("jaipur", 2, 6)
    assert list(result["ratings"]) == ["utility", "random"]
    assert result["moves_per_second"] == pytest.approx(result["moves"] / result["seconds"])
    assert result["matches_per_second"] == pytest.approx(2 / result["seconds"])


def test_an_ai_may_meet_itself(tmp_path: Path) -> None:
    path = tmp_path / "result.json"
    arena("utility", "utility", "--games", "4", "--seed", "6", "--json", str(path))
    result = json.loads(path.read_text())
    (row,) = result["results"]
    assert (row["a"], row["b"], row["a_wins"] + row["b_wins"] + row["draws"]) == ("utility", "utility", 4)
    assert result["ratings"] == {"utility": 1500}


def test_utility_beats_random(capsys: pytest.CaptureFixture[str]) -> None:
    """Over 2,000 matches it won all but a few: 28 of 30 is far below what it does."""
    arena("utility", "random", "--games", "30", "--seed", "1")
    row = next(line.split() for line in capsys.readouterr().out.splitlines() if line.startswith("utility  random"))
    assert int(row[2]) >= 28


def test_a_table_of_the_results_is_written_as_csv(tmp_path: Path) -> None:
    where = ["--csv", str(tmp_path / "a.csv"), "--json", str(tmp_path / "a.json")]
    arena("utility", "random", "weighted", "--games", "2", "--seed", "6", *where)
    with open(tmp_path / "a.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    results = json.loads((tmp_path / "a.json").read_text("utf-8"))["results"]
    assert [(row["a"], row["b"], int(row["a_wins"]), float(row["a_low"])) for row in rows] == [
        (each["a"], each["b"], each["a_wins"], each["a_interval"][0]) for each in results
    ]


# --- AIs at fault --------------------------------------------------------------------------------------------------


class Failing:
    """Raises before it has thought so often, then takes the first legal move."""

    name = "failing"

    def __init__(self, faults: int) -> None:
        self._faults = faults

    def score(self, view: Any, rng: Random) -> list[Candidate]:
        self._faults -= 1
        if self._faults >= 0:
            raise ZeroDivisionError("no thought")
        return [Candidate(registry.game("nim").rules.legal_moves(view)[0], 1.0, Reason("the first"))]


@pytest.fixture
def at_fault() -> Iterator[None]:
    ais = [
        AI("broken", "nim", "is always at fault", lambda *_: [Failing(99)], lambda _: Highest()),
        AI("shaky", "nim", "is at fault once", lambda *_: [Failing(1)], lambda _: Highest()),
    ]
    for ai in ais:
        registry.register(ai)
    yield
    for ai in ais:
        registry.forget(ai)


@pytest.mark.usefixtures("at_fault")
@pytest.mark.parametrize("through", ["rules", "world"])
def test_matches_of_a_stand_in_alone_are_nobody_s_and_the_rows_of_who_was_at_fault_are_marked(
    through: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [tmp_path / "a.json", tmp_path / "a.csv"]
    words = ["arena", "nim", "broken", "random", "shaky", "--games", "4", "--seed", "1", "--through", through]
    assert main([*words, "--json", str(files[0]), "--csv", str(files[1])]) == 0
    told, result = capsys.readouterr(), json.loads(files[0].read_text())
    rows = {(row["a"], row["b"]): row for row in result["results"]}
    assert [row["left_out"] for row in rows.values()] == [4, 4, 0]
    assert [row["at_fault"] for row in rows.values()] == ["broken", "broken shaky", "shaky"]
    lost = [rows["broken", other] for other in ("random", "shaky")]
    assert [row[key] for row in lost for key in ("a_wins", "b_wins", "draws")] == [0] * 6
    assert set(result["ratings"]) == {"random", "shaky"}
    assert result["faults"]["broken"]["absent"] == 8
    assert result["faults"]["shaky"]["absent"] == 0
    with open(files[1], newline="", encoding="utf-8") as file:
        assert [(row["at_fault"], row["left_out"]) for row in csv.DictReader(file)] == [
            (row["at_fault"], str(row["left_out"])) for row in rows.values()
        ]
    assert re.search(r"^broken \* +not rated", told.out, re.MULTILINE)
    assert re.search(r"^shaky \* +\d", told.out, re.MULTILINE)
    assert main(["arena", "nim", "broken", "random", "--games", "2", "--through", through]) == 0  # nobody is rated
    assert "8 matches in which it made no move of its own are left out" in told.err
