"""Text from elsewhere is shown without what a terminal or a reader would be led astray by."""

import json
from pathlib import Path
from typing import Any

import pytest

from game import __main__ as program
from game.__main__ import main
from game.base.safe_text import MOST_TOLD, escaped, say, shown, warn
from game.checkpoints import container
from game.checkpoints.container import CheckpointError
from game.cli import main as cli
from game.matches.replay import ReplayError, read
from game.matches.timeline import Timeline
from tests.recording import record_short_match
from tests.test_damaged_headers import HEADERS, inspected, packed

ODD = "red\x1b[31m\u202etxt\0"
"""An escape sequence, a sign that turns the direction of writing, and a NUL."""
SHOWN = "red\\x1b[31m\\u202etxt\\x00"


def test_what_is_not_printed_by_itself_is_shown_as_its_escape() -> None:
    assert shown("a\x1b[31m\u202eb\u200f\ud800\n c\t") == "a\\x1b[31m\\u202eb\\u200f\\ud800 c"
    assert escaped("a\n\x07", kept="\n") == "a\n\\x07"


def test_a_long_text_is_cut_with_an_ellipsis() -> None:
    assert shown("x" * 300) == "x" * 300
    assert shown("x" * 301) == "x" * 299 + "…"
    assert len(shown("\x1b" * 200)) == 300
    assert len(shown("x" * 1_000_000)) == 300


def test_what_is_said_has_its_lines_and_a_warning_has_one(capsys: pytest.CaptureFixture[str]) -> None:
    say(f"{ODD}\nnext")
    warn(f"{ODD}\nnext " + "x" * 1_000_000)
    told = capsys.readouterr()
    assert told.out == f"{SHOWN}\nnext\n"
    assert told.err.startswith(f"{SHOWN} next xxx")
    assert len(told.err) == 5001


def test_a_program_without_a_console_warns_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr", None)
    warn("nothing comes of it")


def test_the_name_of_a_file_brings_no_escape_along(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "red\x1b[31m.jsonl"
    path.write_text("no replay")
    assert main(["check", str(path)]) == 1
    told = capsys.readouterr().out
    assert "\x1b" not in told
    assert "red\\x1b[31m.jsonl" in told


def test_an_error_of_the_system_brings_none_along(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(_: object) -> int:
        raise FileNotFoundError(2, ODD, ODD)

    monkeypatch.setattr(cli, "run", fails)
    assert program.main(["list"]) == 1
    assert capsys.readouterr().err == f"error: {SHOWN}: {SHOWN}\n"


# --- replays -----------------------------------------------------------------------------------------------------


def rewritten(folder: Path, name: str, note: str) -> Path:
    """A recorded match whose first player is called so, with a note."""
    path = record_short_match(folder)
    head, *lines = path.read_text("utf-8").splitlines()
    record: dict[str, Any] = json.loads(head)
    record["players"][0]["name"] = name
    told = json.dumps({"type": "note", "player": None, "text": note})
    path.write_text("\n".join([json.dumps(record), lines[0], told, *lines[1:], ""]), "utf-8")
    return path


def test_names_and_notes_of_a_replay_are_shown_without_escapes(tmp_path: Path) -> None:
    timeline = Timeline.of(read(rewritten(tmp_path, ODD, ODD)))
    assert timeline.names[0] == SHOWN
    texts = [line.text for line in timeline.log.lines]
    assert SHOWN in texts
    assert any(text.startswith(f"{SHOWN} ") for text in texts)
    assert all(text.isprintable() for text in texts)


def test_a_note_is_shortened_and_a_name_of_a_million_letters_is_none(tmp_path: Path) -> None:
    timeline = Timeline.of(read(rewritten(tmp_path, "x" * 100, "x" * 1_000_000)))
    assert max(len(line.text) for line in timeline.log.lines) == MOST_TOLD
    with pytest.raises(ReplayError, match="line 1: a player's name is not a text of at most 100 signs"):
        read(rewritten(tmp_path, "x" * 1_000_000, ""))


def test_check_tells_a_fault_in_so_many_signs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = rewritten(tmp_path, "a", "")
    capsys.readouterr()
    head, *lines = path.read_text("utf-8").splitlines()
    path.write_text("\n".join([json.dumps(json.loads(head) | {"version": ODD + "x" * 1_000_000}), *lines, ""]), "utf-8")
    assert main(["check", str(path)]) == 1
    told = capsys.readouterr().out
    assert "it has version" in told
    assert len(told) == MOST_TOLD + 1


# --- checkpoints -----------------------------------------------------------------------------------------------


def header_with(text: str) -> dict[str, Any]:
    """A header of networks in which a text stands where nothing checks it."""
    header = dict(HEADERS["networks"])
    return header | {"parameters": header["parameters"] | {"method": text, text[:20]: text}}


def test_the_header_of_a_trained_file_is_told_without_escapes() -> None:
    status, out, errors = inspected(packed("networks", header_with(ODD)))
    assert (status, errors) == (0, "")
    assert SHOWN in out
    assert escaped(out, kept="\n") == out
    status, out, _ = inspected(packed("networks", header_with(ODD)), "--json")
    assert json.loads(out)["parameters"]["method"] == SHOWN


def test_a_header_with_a_text_of_a_million_letters_is_damaged(tmp_path: Path) -> None:
    path = tmp_path / "long.npz"
    for text in ("x" * 10_001, "x" * 1_000_000):
        path.write_bytes(packed("networks", header_with(text)))
        with pytest.raises(CheckpointError, match="damaged, or not a trained file"):
            container.read(path)
    path.write_bytes(packed("networks", header_with("x" * 10_000)))
    assert container.read(path).header["parameters"]["method"] == "x" * 10_000
