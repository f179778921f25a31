"""Watched matches that are pruned, and what never is."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from game.matches.pruning import prune

HOLD = """
import sys
from pathlib import Path
from game.base import locks
locks.hold(Path(sys.argv[1]))
print("held", flush=True)
input()
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TABLETALK_HOME", str(tmp_path / "home"))
    (tmp_path / "matches").mkdir()
    return tmp_path / "matches"


def match(folder: Path, name: str, age: float, *ais: str | None) -> Path:
    """A file that begins as a match of these AIs, None: a human, and was last written to so long ago."""
    path = folder / f"{name}.jsonl"
    path.write_text(json.dumps({"type": "match", "players": [{"ai": ai} for ai in ais]}) + "\n")
    os.utime(path, (1e9 - age, 1e9 - age))
    return path


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_the_latest_watched_matches_stay_and_everything_that_was_played(folder: Path) -> None:
    for age in range(5):
        match(folder, f"watched-{age}", age, "random", "utility")
        match(folder, f"played-{age}", age, None, "utility")
    assert prune(folder, 2) == 3
    assert names(folder) == {"watched-0.jsonl", "watched-1.jsonl", *(f"played-{age}.jsonl" for age in range(5))}


def test_what_is_damaged_or_no_match_stays(folder: Path) -> None:
    contents = (b"", b"{", b"[]", b'{"players": 3}', b'{"players": []}', b'{"players": [1]}', b"\xff\n")
    for number, content in enumerate(contents):
        (folder / f"{number}.jsonl").write_bytes(content)
    (folder / "index.sqlite").write_bytes(b"")
    os.mkfifo(folder / "fifo.jsonl")
    assert prune(folder, 0) == 0
    assert len(names(folder)) == len(contents) + 2


def test_what_another_program_writes_stays(folder: Path) -> None:
    held, free = (match(folder, name, 1, "random", "random") for name in ("held", "free"))
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(held)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        assert prune(folder, 0) == 1
        other.communicate("\n")
    assert held.exists()
    assert not free.exists()


def test_a_folder_that_is_not_there_holds_nothing(tmp_path: Path) -> None:
    assert prune(tmp_path / "none", 0) == 0
