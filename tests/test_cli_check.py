"""``tabletalk check``: replays are played again by the rules, and a fault is told with its line."""

import json
from pathlib import Path
from typing import Any

import pytest

from game.__main__ import main
from tests.recording import record_short_match


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    return record_short_match(tmp_path)


def checked(capsys: pytest.CaptureFixture[str], *paths: Path) -> tuple[int, list[str]]:
    """The exit status of check, and its lines."""
    capsys.readouterr()
    status = main(["check", *map(str, paths)])
    printed = capsys.readouterr()
    assert printed.err == ""
    return status, printed.out.splitlines()


def rewritten(path: Path, number: int, change: Any) -> Path:
    """A copy with one line changed, counted from 1: a function of its object, or other text."""
    lines = path.read_text(encoding="utf-8").splitlines()
    if callable(change):
        record = json.loads(lines[number - 1])
        change(record)
        lines[number - 1] = json.dumps(record)
    else:
        lines[number - 1] = change
    copy = path.with_name("changed.jsonl")
    copy.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return copy


def test_a_right_replay_is_ok(recorded: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert checked(capsys, recorded) == (0, [f"{recorded}: ok: 12 moves, finished"])


def test_an_unfinished_and_a_cut_replay_are_ok_and_said_to_be(
    recorded: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = recorded.read_text(encoding="utf-8").splitlines(keepends=True)
    unfinished, cut = recorded.with_name("unfinished.jsonl"), recorded.with_name("cut.jsonl")
    unfinished.write_text("".join(text[:4]), encoding="utf-8")
    cut.write_text("".join(text[:4]) + text[4][:20], encoding="utf-8")
    status, lines = checked(capsys, unfinished, cut)
    assert status == 0
    assert lines == [
        f"{unfinished}: ok: 2 moves, unfinished",
        f"{cut}: ok: 2 moves, unfinished; the last line is incomplete and was dropped",
    ]


def other_card(record: dict[str, Any]) -> None:
    market = record["state"]["market"]
    market[0] = "gold" if market[0] != "gold" else "silver"


def other_version(record: dict[str, Any]) -> None:
    record["version"] = 2


def other_player(record: dict[str, Any]) -> None:
    record["player"] = 1 - record["player"]


def other_winner(record: dict[str, Any]) -> None:
    record["winner"] = 1


@pytest.mark.parametrize(
    ("number", "change"),
    [
        (1, other_version),
        (1, "{}"),
        (3, "{"),
        (3, '{"type": "joke"}'),
        (4, other_card),
        (5, other_player),
        (20, other_winner),
    ],
)
def test_a_fault_is_told_with_its_line(
    number: int, change: Any, recorded: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    changed = rewritten(recorded, number, change)
    status, lines = checked(capsys, changed, recorded)
    assert status == 1
    assert lines[0].startswith(f"{changed}, line {number}: ")
    assert lines[1:] == [f"{recorded}: ok: 12 moves, finished"]


def test_foreign_missing_and_empty_files_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture, empty, missing = tmp_path / "picture.png", tmp_path / "empty.jsonl", tmp_path / "missing.jsonl"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00")
    empty.touch()
    status, lines = checked(capsys, picture, empty, missing, tmp_path)
    assert status == 1
    assert [line.split(":")[0] for line in lines[:2]] == [f"{picture}, line 1", f"{empty}, line 1"]
    assert str(missing) in lines[2]
    assert str(tmp_path) in lines[3]
    assert len(lines) == 4


def test_lives_change_only_when_a_round_ends(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(["arena", "thirty_one", "greedy", "random", "--games", "1", "--seed", "1", "--record", str(tmp_path)]) == 0
    )
    lines = (tmp_path / "match-0001.jsonl").read_text(encoding="utf-8").splitlines()
    rounds = [at for at, line in enumerate(lines) if '"type":"round"' in line.replace(": ", ":")]
    for at in rounds[:2]:

        def change(record: dict[str, Any]) -> None:
            record["state"]["lives"] = [1, 3] if record["state"]["lives"] != [1, 3] else [2, 3]

        status, told = checked(capsys, rewritten(tmp_path / "match-0001.jsonl", at + 1, change))
        assert status == 1
        assert f"line {at + 1}" in told[0]
        assert "lives" in told[0]


def test_who_was_chosen_to_start_starts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["arena", "nim", "perfect", "random", "--games", "1", "--set", "first=1", "--record", str(tmp_path)]
    assert main(words) == 0

    def other(record: dict[str, Any]) -> None:
        record["options"]["first"] = 0

    status, told = checked(capsys, rewritten(tmp_path / "match-0001.jsonl", 1, other))
    assert status == 1
    assert "line 2" in told[0]
