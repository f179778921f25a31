"""Statistics of a person: the index of recorded matches, what they come to, and a rating against fixed opponents."""

import csv
import io
import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from math import inf, isnan, log10
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

from game.analysis import kept
from game.analysis.account import Lost
from game.analysis.people import index as index_module
from game.analysis.people import rating as rating_module
from game.analysis.people.analysing import OwnMatches
from game.analysis.people.index import NAME, Index, Judged, Recorded, judged
from game.analysis.people.newcomers import usual_opponent, won_by_game
from game.analysis.people.rating import Result, opponents_of, rating
from game.analysis.people.statistics import as_csv, curves, grouped, opponents, statistics
from game.analysis.remote import Analyses
from game.cli.main import run
from game.games import registry
from game.games.seats import parse_seats
from game.matches import measured
from game.matches.branching import branched
from game.matches.notes import LENT, TAKEN_BACK
from game.matches.replay import matches_folder, read
from tests.stress.kept import record_match

BENT = {
    "no text": (b'"name":"You"', b'"name":"Y\xffu"'),
    "no JSON": (b'[{"name"', b'{{"name"'),
    "other columns": (b"name, size,", b"name, sise,"),
}
"""Bytes of an index, and what they have become."""
YOU: dict[str, Any] = {"name": "You", "ai": None, "parameters": {}, "trained": None}


DEPARTS = index_module.departs


@pytest.fixture(autouse=True)
def unchecked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Most matches here follow no rules: what is looked at of them is read without."""
    monkeypatch.setattr(index_module, "departs", lambda _: iter(()))


def player(ai: str, **told: Any) -> dict[str, Any]:
    return {"name": ai, "ai": ai, "parameters": {}, "trained": None} | told


def write_match(
    name: str, players: list[dict[str, Any]], winner: int | None = 0, over: bool = True, at: int = 0
) -> Path:
    """A replay as far as the index looks at it; it follows no rules."""
    head = {"type": "match", "format": "tabletalk-replay", "version": 1, "game": "nim", "seed": 1, "options": {}}
    lines: list[dict[str, Any]] = [head | {"players": players}, {"type": "round"}, {"type": "move"}, {"type": "move"}]
    lines += [{"type": "match_end", "winner": winner, "reason": "won"}] if over else []
    path = matches_folder() / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines))
    os.utime(path, (1_000_000 + at, 1_000_000 + at))
    return path


def found() -> list[Recorded]:
    """The matches of an index that was just brought up to date."""
    with closing(Index()) as index:
        list(index.update())
        return index.recorded()


def names() -> list[str]:
    return [match.name for match in found()]


# --- the index ---------------------------------------------------------------------------------------------------


def test_matches_of_one_person_are_found_the_oldest_first() -> None:
    write_match("b.jsonl", [YOU, player("club")], winner=0, at=2)
    write_match("a.jsonl", [player("random"), YOU], winner=0, at=3)
    write_match("c.jsonl", [YOU, player("club")], over=False, at=1)
    write_match("watched.jsonl", [player("club"), player("random")])
    write_match("two.jsonl", [YOU | {"name": "Player 1"}, YOU | {"name": "Player 2"}])
    write_match("drawn.jsonl", [YOU, player("club"), player("club")], winner=None, at=4)
    (matches_folder() / "letter.jsonl").write_text("Dear Sir\n")
    (matches_folder() / "empty.jsonl").write_text("")
    matches = found()
    assert [(each.name, each.person, each.finished, each.result, each.moves) for each in matches] == [
        ("c.jsonl", 0, False, None, 2),
        ("b.jsonl", 0, True, 1.0, 2),
        ("a.jsonl", 1, True, 0.0, 2),
        ("drawn.jsonl", 0, True, pytest.approx(1 / 3), 2),
    ]
    assert [each.judged for each in matches] == [None] * 4
    assert opponents(matches[3]) == "club and club"


def test_a_match_that_check_refuses_counts_for_nothing_and_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    looked = list[str]()

    def departs(path: Path) -> Any:
        looked.append(path.name)
        return DEPARTS(path)

    monkeypatch.setattr(index_module, "departs", departs)
    for name in ("whole", "wrong", "still going"):
        path = matches_folder() / f"{name}.jsonl"
        record_match(path, "nim", ["random", "random"], 1)
        first, *lines, last = path.read_text().splitlines()
        head, record = json.loads(first), json.loads(last)
        lines.insert(0, json.dumps(head | {"players": [YOU, head["players"][1]]}, separators=(",", ":")))
        lines += [last] * (name == "whole")
        lines += [json.dumps(record | {"winner": 1 - record["winner"]}, separators=(",", ":"))] * (name == "wrong")
        path.write_text("".join(f"{line}\n" for line in lines))
    for _ in range(2):
        assert sorted(names()) == ["still going.jsonl", "whole.jsonl"]
    assert sorted(looked) == ["whole.jsonl", "wrong.jsonl"], "once each"
    assert run(["check", str(matches_folder() / "wrong.jsonl")]) == 1
    capsys.readouterr()
    assert run(["statistics"]) == 0
    printed = capsys.readouterr()
    assert "note: left out, for check refuses them: 1 of the recorded files (wrong.jsonl)" in printed.err
    assert "Of all 1 matches" in printed.out


def lent_match(name: str, by_hand: int, lent: int, taken_back: int = 0, before: int = 0) -> None:
    """A match with so many moves of its person's own, so many that an AI made for it, more of these that were taken
    back, and a round of so many own moves before, as far as the index looks at it."""
    path = write_match(name, [YOU, player("club")])
    lines = path.read_text().splitlines()
    own, note = {"type": "move", "player": 0}, {"type": "note", "player": 0, "text": str(LENT)}
    more: list[dict[str, Any]] = [own] * before + [{"type": "round"}]
    more += [own, {"type": "move", "player": 1}] * by_hand + [note, own] * lent
    for _ in range(taken_back):
        more += [note, own, {"type": "undo", "to": by_hand * 2 + lent}]
    lines[2:4] = [json.dumps(line, separators=(",", ":")) for line in more]
    path.write_text("\n".join(lines) + "\n")


def test_a_match_that_an_ai_mostly_played_for_its_person_is_nobodys() -> None:
    lent_match("own.jsonl", 3, 0)
    lent_match("half.jsonl", 3, 3)
    lent_match("mostly.jsonl", 3, 4)
    lent_match("taken back.jsonl", 3, 1, taken_back=5)
    lent_match("second round.jsonl", 3, 4, taken_back=5, before=2)
    assert {each.name: each.lent for each in found()} == {
        "own.jsonl": 0, "half.jsonl": 3, "taken back.jsonl": 1, "second round.jsonl": 4
    }  # fmt: skip


@pytest.mark.parametrize(("lines", "marked"), [
    ([], False),
    ([{"type": "undo", "to": 0, "redrawn": {"seed": 1}, "state": {}}], False),
    ([{"type": "note", "player": None, "text": str(TAKEN_BACK)}], True),
    ([{"type": "undo", "to": 0, "state": {}}], True),
])  # fmt: skip
def test_four_wins_with_take_backs_make_no_streak_no_rating_and_no_next_opponent(
    lines: list[dict[str, Any]], marked: bool, own: OwnMatches, capsys: pytest.CaptureFixture[str]
) -> None:
    """An undo of an older file put the same deck back, and nothing tells what had been seen of it."""
    for number in range(4):
        path = write_match(f"{number}.jsonl", [YOU, player("club")])
        head, *rest = path.read_text().splitlines()
        more = [json.dumps(line, separators=(",", ":")) for line in lines]
        path.write_text("\n".join([head, *rest[:3], *more, *rest[3:]]) + "\n")
    matches = found()
    told = statistics(matches)
    assert [match.taken_back for match in matches] == [marked] * 4
    assert (told.matches, told.won, told.taken_back) == (4, 4, 4 * marked)
    assert (told.now, told.longest) == ((None, 0) if marked else (("won", 4), 4))
    assert told.rated == (0 if marked else 4)
    assert won_by_game(own)["nim"] == (0 if marked else 4)
    assert [row["taken_back"] for row in csv.DictReader(io.StringIO(as_csv(matches)))] == [str(int(marked))] * 4
    assert run(["statistics"]) == 0
    assert ("4 with moves taken back" in capsys.readouterr().out) == marked


def test_only_what_has_changed_is_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(4):
        write_match(f"{number}.jsonl", [YOU, player("club")], at=number)
    with closing(Index()) as index:
        assert list(index.update()) == [3, 2, 1, 0]
        assert list(index.update()) == []
    write_match("1.jsonl", [YOU, player("club")], winner=1, at=9)
    (matches_folder() / "2.jsonl").unlink()
    with closing(Index()) as index:
        assert list(index.update()) == [0]
        assert [(each.name, each.result) for each in index.recorded()] == [
            ("0.jsonl", 1.0), ("3.jsonl", 1.0), ("1.jsonl", 0.0)
        ]  # fmt: skip


def test_what_was_read_before_an_end_is_kept() -> None:
    for number in range(4):
        write_match(f"{number}.jsonl", [YOU, player("club")])
    with closing(Index()) as index:
        steps = index.update()
        next(steps)
        next(steps)
        steps.close()
    with closing(Index()) as index:
        assert list(index.update()) == [1, 0]


@pytest.mark.parametrize(
    "damage", ["nonsense", "other version", "cut", "a folder", "other tables", "no text", "no JSON", "other columns"]
)
def test_a_damaged_index_is_made_again_from_the_files(damage: str) -> None:
    write_match("a.jsonl", [YOU, player("club")])
    path = matches_folder() / NAME
    assert names() == ["a.jsonl"]
    if damage == "nonsense":
        path.write_bytes(b"no database" * 1000)
    elif damage == "other version":
        with closing(sqlite3.connect(path)) as rows:
            rows.execute("PRAGMA user_version = 99")
    elif damage == "cut":
        path.write_bytes(path.read_bytes()[:5000])
    elif damage in BENT:
        whole = path.read_bytes()
        assert BENT[damage][0] in whole
        path.write_bytes(whole.replace(*BENT[damage]))
    elif damage == "a folder":
        path.unlink()
        path.mkdir()
    else:
        path.unlink()
        with closing(sqlite3.connect(path)) as rows:
            rows.execute("CREATE TABLE letters (text)")
            rows.commit()
    assert names() == ["a.jsonl"]
    write_match("b.jsonl", [YOU, player("club")], at=1)
    assert names() == ["a.jsonl", "b.jsonl"]


def test_an_index_that_another_program_writes_is_no_obstacle() -> None:
    write_match("a.jsonl", [YOU, player("club")])
    assert names() == ["a.jsonl"]
    write_match("b.jsonl", [YOU, player("club")], at=1)
    with closing(sqlite3.connect(matches_folder() / NAME)) as rows:
        rows.execute("BEGIN EXCLUSIVE")
        assert names() == ["a.jsonl", "b.jsonl"]
    assert names() == ["a.jsonl", "b.jsonl"]


def test_an_analysis_is_found_by_the_match_s_digest(tmp_path: Path) -> None:
    assert run(["arena", "nim", "random", "perfect", "--games", "1", "--seed", "1", "--record", str(tmp_path)]) == 0
    replay = (tmp_path / "match-0001.jsonl").read_text().splitlines(keepends=True)
    head = json.loads(replay[0])
    head["players"][0] = YOU
    path = matches_folder() / "own.jsonl"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps(head, separators=(",", ":")) + "\n" + "".join(replay[1:]))
    (match,) = found()
    assert match.judged is None
    assert run(["analyse", str(path)]) == 0
    (match,) = found()
    assert match.judged is not None
    assert match.judged.lost.decisions > 0
    assert match.judged.luck == 0.0
    assert match.judged.lost.decisions >= match.judged.lost.loss
    with open(path, "a") as file:
        file.write('{"type":"note","player":null,"text":"x"}\n')
    (match,) = found()
    assert match.judged is None


@pytest.mark.parametrize("other", [{"effort": 0.02}, {"effort": 4.0}, {"seed": 2}, {"judge": "search"}])
def test_only_the_analysis_by_the_usual_judge_effort_and_seed_counts(tmp_path: Path, other: dict[str, Any]) -> None:
    """Of another, in which every move that lost something is another one, no number may come."""
    assert run(["arena", "nim", "random", "perfect", "--games", "1", "--seed", "2", "--record", str(tmp_path)]) == 0
    first, _, rest = (tmp_path / "match-0001.jsonl").read_text().partition("\n")
    path = write_match("own.jsonl", [YOU, player("perfect")])
    path.write_text(json.dumps(json.loads(first) | {"players": [YOU, player("perfect")]}) + "\n" + rest)
    assert run(["analyse", str(path)]) == 0
    ((usual, analysis),) = [(each, one) for each in kept.folder().glob("*.json") if (one := kept.load(each))]
    twisted = [replace(each, player=0, called="blunder", loss=1.0, counts=True) for each in analysis.decisions]
    kept.store(usual.with_name("other.json"), replace(analysis, decisions=twisted, **other))

    def told() -> tuple[Judged | None, list[int], set[str]]:
        with closing(Index()) as index:
            list(index.update())
            return index.recorded()[0].judged, [each.move for each in index.mistakes("nim")], index.analysed()

    own = [each for each in analysis.decisions if each.player == 0 and each.called is not None]
    judgement, moves, names = told()
    assert judgement == judged(analysis, 0)
    assert moves == [each.move for each in own] != [each.move for each in twisted]
    assert names == {"own.jsonl"}
    lent = [twisted[0], *[replace(each, lent=True) for each in twisted[1:]]]
    kept.store(usual, replace(analysis, decisions=lent))
    assert told()[1] == [twisted[0].move], "what an AI played for its person is no mistake to practise"
    usual.unlink()
    assert told() == (None, [], set())


def test_a_match_played_on_from_another_is_nobody_s_own(tmp_path: Path) -> None:
    """Else what an AI played, or what was played before, would be told as a person's decisions and results."""
    assert run(["arena", "nim", "random", "perfect", "--games", "1", "--seed", "1", "--record", str(tmp_path)]) == 0
    replay = read(tmp_path / "match-0001.jsonl")
    last = max(place for place, line in enumerate(replay.lines) if line.record["type"] == "move")
    path = branched(replay, last, parse_seats("nim", ["human", "perfect"]), 7, None)
    with open(path, "a") as file:
        for line in replay.lines[last:]:
            file.write(json.dumps(line.record, separators=(",", ":")) + "\n")
    assert run(["analyse", str(path)]) == 0
    with closing(Index()) as index:
        list(index.update())
        assert index.analysed() == {path.name}
        assert index.recorded() == []
        assert index.mistakes("nim") == []


# --- statistics --------------------------------------------------------------------------------------------------


def recorded(
    result: float | None, rival: str = "club", game: str = "nim", judged: Judged | None = None, lent: int = 0
) -> Recorded:
    return Recorded("m.jsonl", 1e6, "d", game, {}, [YOU, player(rival)], 0, lent, 9, result is not None, result, judged)


def test_results_streaks_losses_and_luck() -> None:
    judged = [Judged(Lost(0.3, 4, 3), 0.2), Judged(Lost(0.1, 6, 6), -0.1)]
    told = statistics(
        [
            recorded(1.0, judged=judged[0]), recorded(1.0), recorded(0.0), recorded(None),
            recorded(0.5), recorded(0.0, judged=judged[1]), recorded(0.0),
        ]
    )  # fmt: skip
    assert (told.matches, told.won, told.drawn, told.lost) == (6, 2, 1, 3)
    assert told.rate == pytest.approx(2.5 / 6)
    assert (told.now, told.longest) == (("lost", 2), 2)
    assert told.analysed == 2
    assert told.mean is not None
    assert told.mean.loss == pytest.approx(0.04)
    assert told.mean.accuracy == pytest.approx(0.9)
    assert told.luck == pytest.approx(0.05)
    nothing = statistics([recorded(None)])
    assert (nothing.matches, nothing.mean, nothing.now, nothing.rating) == (0, None, None, None)


def test_groups_come_in_the_order_of_their_size() -> None:
    matches = [recorded(1.0, "club"), recorded(0.0, "random"), recorded(1.0, "random"), recorded(None, "lean")]
    groups = grouped(matches, opponents)
    assert {name: each.matches for name, each in groups.items()} == {"random": 2, "club": 1}
    assert list(groups) == ["random", "club"]


def test_curves_have_a_number_for_each_match_and_none_where_nothing_is_known() -> None:
    drawn = curves([recorded(1.0, judged=Judged(Lost(0.3, 4, 3), 0.2)), recorded(None), recorded(0.0)])
    assert drawn.results == [1.0, 0.0]
    assert drawn.losses[0] == pytest.approx(7.5)
    assert drawn.luck[0] == pytest.approx(20.0)
    assert isnan(drawn.losses[1])
    assert isnan(drawn.luck[1])


def test_the_curve_of_a_rating_goes_on_in_the_order_of_the_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.analysis.people.statistics.opponents_of", lambda _: (1500.0,))
    matches = [recorded(share) for share in [0.0, 1.0] * 5 + [1.0] * 5]
    drawn = curves(matches)
    told = [rating([Result((1500.0,), each.result or 0.0) for each in matches[:number]]) for number in drawn.rated_at]
    assert drawn.rated_at == list(range(10, 16))
    assert drawn.ratings == [each and each.value for each in told] == sorted(drawn.ratings)


def test_matches_as_csv() -> None:
    rows = list(
        csv.DictReader(io.StringIO(as_csv([recorded(1.0, judged=Judged(Lost(0.2, 4, 3), 0.1)), recorded(None)])))
    )
    assert [row["result"] for row in rows] == ["1.0", ""]
    assert (rows[0]["mean_loss"], rows[0]["accuracy"], rows[0]["luck"], rows[0]["decisions"]) == (
        "0.05", "0.75", "0.1", "4"
    )  # fmt: skip
    assert (rows[1]["mean_loss"], rows[0]["opponents"]) == ("", "club")


# --- the rating --------------------------------------------------------------------------------------------------


def test_a_rating_gives_the_points_that_were_made() -> None:
    """Against one opponent the most likely rating is known: 400 log10 of the odds away from it."""
    found = rating([Result((1500.0,), 1.0)] * 15 + [Result((1500.0,), 0.0)] * 5)
    assert found is not None
    assert found.value == pytest.approx(1500 + 400 * log10(3), abs=1e-6)
    assert found.low < 1500 + 400 * log10(3) < found.high
    assert found.matches == 20
    halves = rating([Result((1500.0,), 0.5)] * 10)
    assert halves is not None
    assert halves.value == pytest.approx(1500.0)
    table = rating([Result((1500.0, 1500.0), 1.0)] * 5 + [Result((1500.0, 1500.0), 0.0)] * 10)
    assert table is not None
    assert table.value == pytest.approx(1500.0)


def test_below_ten_matches_there_is_none_and_of_wins_alone_a_least_one() -> None:
    assert rating([Result((1500.0,), 1.0)] * 9) is None
    best = rating([Result((1500.0,), 1.0)] * 10)
    assert best is not None
    assert (best.value, best.high) == (None, inf)
    assert best.low == pytest.approx(1500 + 400 * log10(0.8252 / 0.1748), abs=1.0)  # .8252 ^ 10 = exp(-1.9207)
    worst = rating([Result((1500.0,), 0.0)] * 10)
    assert worst is not None
    assert (worst.value, worst.low) == (None, -inf)
    assert worst.high == pytest.approx(3000 - best.low)


def test_the_interval_holds_a_known_strength_in_nineteen_of_twenty_cases() -> None:
    rng, held, rivals = Random(4), 0, (1300.0, 1500.0, 1700.0)
    for _ in range(200):
        results = []
        for number in range(30):
            rival = rivals[number % 3]
            results.append(Result((rival,), float(rng.random() < 1 / (1 + 10 ** ((rival - 1580) / 400)))))
        found = rating(results)
        assert found is not None
        held += found.low <= 1580 <= found.high
    assert 0.90 <= held / 200 <= 0.99


def test_only_opponents_with_a_shipped_rating_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [{"ai": "club", "rating": 1700.0}, {"ai": "random", "rating": 1100.0}, {"ai": "q-learner", "rating": 1900.0}]
    monkeypatch.setattr(measured, "_SHIPPED", tmp_path / "measured.json")
    measured.keep(tmp_path / "measured.json", "nim", "ratings", {"ais": rows})
    rating_module._shipped.cache_clear()
    match = recorded(1.0)
    try:
        assert opponents_of(match) == (1700.0,)
        assert opponents_of(match._replace(players=[player("random"), YOU], person=1)) == (1100.0,)
        assert opponents_of(match._replace(players=[YOU, player("club", parameters={"x": 1})])) is None
        assert opponents_of(match._replace(players=[YOU, player("q-learner", trained="0" * 64)])) is None
        assert opponents_of(recorded(1.0, "perfect")) is None
        assert opponents_of(recorded(1.0, "perfect", "no game")) is None
    finally:
        rating_module._shipped.cache_clear()


@pytest.mark.parametrize(("game", "option", "counts"), [
    ("nim", "piles=1,3,5,7", True), ("nim", "piles=7", False),
    ("jaipur", "seals=2", True), ("jaipur", "seals=3", False), ("thirty_one", "caller_safe=on", False),
])  # fmt: skip
def test_a_match_with_other_options_does_not_count_for_the_rating(
    game: str, option: str, counts: bool, tmp_path: Path
) -> None:
    """The AIs' ratings were measured with the usual ones; at Nim with one pile whoever begins wins."""
    asked = ["--set", option, "--games", "1", "--seed", "1", "--record", str(tmp_path)]
    assert run(["arena", game, "random", "beginner", *asked]) == 0
    first, _, rest = (tmp_path / "match-0001.jsonl").read_text().partition("\n")
    path = write_match("own.jsonl", [])
    path.write_text(json.dumps(json.loads(first) | {"players": [YOU, player("beginner")]}) + "\n" + rest)
    told = statistics(found())
    assert (told.matches, told.rated) == (1, int(counts))


# --- the command -------------------------------------------------------------------------------------------------


def test_the_command_tells_and_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["statistics"]) == 0
    assert "play one" in capsys.readouterr().out
    for number in range(12):
        write_match(f"{number}.jsonl", [YOU, player("club")], winner=number % 2, at=number)
    write_match("z.jsonl", [YOU, player("random")], winner=0, at=99)
    path = tmp_path / "matches.csv"
    assert run(["statistics", "nim", "--csv", str(path)]) == 0
    heading, everything, club, rash, streaks = capsys.readouterr().out.splitlines()
    assert heading.split()[:3] == ["game", "against", "matches"]
    assert everything.split()[:6] == ["Nim", "all", "13", "7", "0", "6"]
    assert club.split()[:8] == ["club", "12", "6", "0", "6", "1", "lost", "1"]
    assert rash.split()[:8] == ["random", "1", "1", "0", "0", "1", "won", "1"]
    assert rash.split()[-1] == "-"
    assert streaks == "Of all 13 matches the last one won; the longest streak of wins is 1."
    assert len(path.read_text().splitlines()) == 14
    assert run(["statistics", "jaipur"]) == 0
    assert "play one" in capsys.readouterr().out


# --- newcomers ---------------------------------------------------------------------------------------------------


class Nobody:
    """Judges who are never asked."""


@pytest.fixture
def own() -> Iterator[OwnMatches]:
    """A person's own matches, as the screens of a window have them."""
    with closing(OwnMatches(lambda: cast(Analyses, Nobody()))) as matches:
        yield matches


def test_a_newcomer_meets_the_weakest_level_and_after_three_wins_at_the_game_the_next(own: OwnMatches) -> None:
    nim, jaipur = registry.game("nim"), registry.game("jaipur")
    for number in range(3):
        own.stop()
        assert usual_opponent(nim, won_by_game(own)["nim"]) == "beginner"
        write_match(f"lost-{number}.jsonl", [YOU, player("casual")], winner=1)
        write_match(f"won-{number}.jsonl", [YOU, player("casual")])
    own.stop()
    won = won_by_game(own)
    assert won["nim"] == 3
    assert usual_opponent(nim, won["nim"]) == "casual"
    assert usual_opponent(jaipur, won["jaipur"]) == "beginner"


def test_whoever_wins_on_meets_the_strongest_level_in_the_end() -> None:
    met = [usual_opponent(registry.game("jaipur"), won) for won in range(0, 18, 3)]
    assert met == ["beginner", "casual", "club", "expert", "expert", "expert"]


def test_matches_are_read_from_the_index_once_until_a_file_has_changed(
    own: OwnMatches, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_match("one.jsonl", [YOU, player("casual")])
    assert own.read(60.0)
    asked, recorded = list[int](), own.index.recorded

    def counted() -> list[Recorded]:
        asked.append(1)
        return recorded()

    monkeypatch.setattr(own.index, "recorded", counted)
    for _ in range(3):
        own.stop()
        assert own.read(60.0)
        assert [match.name for match in own.recorded] == ["one.jsonl"]
    assert len(asked) == 1
    write_match("two.jsonl", [YOU, player("casual")])
    own.stop()
    assert own.read(60.0)
    assert len(own.recorded) == 2


def test_what_was_read_is_kept_where_reading_stops_half_way(own: OwnMatches) -> None:
    for number in range(3):
        write_match(f"{number}.jsonl", [YOU, player("casual")])
    own.stop()
    assert not own.read(0.0)
    own.stop()
    with closing(Index()) as index:
        assert len(index.recorded()) == 1
        assert len(list(index.update())) == 2


def test_a_game_without_levels_has_one_opponent_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "ais", lambda _: [registry.ai("nim", "perfect")])
    nim = registry.game("nim")
    assert usual_opponent(nim, 0) == nim.default_ai
