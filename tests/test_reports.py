"""Reports of errors that nobody expected: what they say, that they are few and small, and the command line's."""

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from game.__main__ import main
from game.base import reports
from game.cli import list as list_command


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TABLETALK_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("TABLETALK_DEBUG", raising=False)
    monkeypatch.setattr(reports, "_written", {})
    reports._events.clear()
    return tmp_path / "home"


def error_of(number: int = 0, text: str = "boom") -> Exception:
    """An error with a traceback; its place depends on the number."""
    try:
        exec(compile("\n" * number + "raise RuntimeError(text)", "planted.py", "exec"), {"text": text})
    except RuntimeError as error:
        return error
    raise AssertionError


def written() -> list[Path]:
    return sorted(reports.folder().glob("*.txt"))


def test_a_report_says_what_helps_to_find_the_cause() -> None:
    for number in range(250):
        reports.note("KeyDown", {"key": number})
    found = reports.report(error_of(), "showing a frame")
    assert found.path is not None
    text = found.path.read_text()
    for words in (reports.program_version(), "showing a frame", "Python", "platform", "numpy ", "RuntimeError: boom"):
        assert words in text
    assert 'File "planted.py", line 1' in text
    assert text.count("KeyDown") == 200
    assert "key=249" in text
    assert "key=49\n" not in text
    assert str(found.path) in found.where


def test_where_the_pointer_went_stands_once() -> None:
    for place in ((1, 1), (2, 2), (3, 3)):
        reports.note("MouseMotion", {"pos": place}, replaces=True)
    text = reports.report(error_of(), "trying").path
    assert text is not None
    assert text.read_text().count("MouseMotion") == 1
    assert "tuple(3, 3)" in text.read_text()


def test_the_same_error_is_written_once_and_others_remove_the_oldest() -> None:
    first = reports.report(error_of(), "trying").path
    assert first is not None
    os.utime(first, (1, 1))
    again = reports.report(error_of(), "trying")
    assert (again.path, again.again) == (first, True)
    for number in range(1, 25):
        reports.report(error_of(number), "trying")
        assert len(written()) <= reports.MOST_REPORTS
    assert not any('"planted.py", line 1,' in path.read_text() for path in written())
    assert len(written()) == reports.MOST_REPORTS
    found = reports.report(error_of(), "trying").path
    assert found is not None
    assert '"planted.py", line 1,' in found.read_text(), "a name that is taken again is another report"


@pytest.mark.parametrize("letter", ["x", "ß", "\ud800"])
def test_no_report_is_large(letter: str) -> None:
    found = reports.report(error_of(text=letter * 10**6), "trying").path
    assert found is not None
    assert 10_000 < found.stat().st_size <= reports.MOST_BYTES
    assert "The last 0 events" in found.read_text()


class Hostile:
    def __repr__(self) -> str:
        raise AssertionError("no code of others is run")

    __str__ = __repr__


def nested() -> Any:
    found: Any = (1,)
    for _ in range(60):
        found = (found, found)
    return found


@pytest.mark.parametrize(
    "value",
    [Hostile(), nested(), 10**6000, "x" * 10**6, [Hostile()] * 1000, "line\nbreak"],
    ids=["hostile", "nested", "large", "long", "many", "broken"],
)
def test_whatever_happened_is_told_in_one_short_line(value: Any) -> None:
    reports.note("MoveMade", {"move": value})
    found = reports.report(error_of(), "trying").path
    assert found is not None
    (line,) = (line for line in found.read_text().splitlines() if "MoveMade" in line)
    assert len(line) < 2000
    assert found.read_text().endswith(f"{line}\n")


def test_where_nothing_can_be_written_the_report_says_why(home: Path) -> None:
    home.write_text("in the way")
    found = reports.report(error_of(), "trying")
    assert found.path is None
    assert "RuntimeError: boom" in found.where
    assert "could not be written" in found.where


def planted(*_: Any) -> int:
    raise RuntimeError("boom\nboom")


@pytest.mark.parametrize("debugging", [False, True])
def test_a_command_that_fails_tells_so_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], debugging: bool
) -> None:
    if debugging:
        monkeypatch.setenv("TABLETALK_DEBUG", "1")
    monkeypatch.setattr(list_command, "COMMAND", replace(list_command.COMMAND, run=planted))
    assert main(["list"]) == 1
    told = capsys.readouterr()
    (report,) = written()
    lines = told.err.splitlines()
    assert lines[-1] == (
        f"error: an error that nobody expected, while running 'list'. What happened is written down in {report}."
    )
    assert told.out == ""
    assert ("Traceback" in told.err) == debugging
    assert len(lines) == 1 or debugging
    assert "Traceback" in report.read_text()
