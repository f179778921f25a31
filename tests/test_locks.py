"""Files that one program keeps from others: held, given back however a program ends, and nothing left behind."""

import sys
import threading
from pathlib import Path

import filelock
import pytest

from game.base import locks
from game.base.locks import InUseError
from tests.elsewhere import holding


def left_behind(home: Path) -> list[Path]:
    return sorted((home / "locks").iterdir())


def test_a_file_is_kept_from_other_programs_until_the_one_that_holds_it_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    with holding(path) as other:
        with pytest.raises(InUseError, match=r"match\.jsonl is in use"):
            locks.hold(path)
        locks.hold(tmp_path / "another.jsonl").close()
        other.kill()
        other.wait()
        locks.hold(path).close()


def test_one_file_has_one_lock_whatever_it_is_called(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "link").symlink_to(tmp_path)
    monkeypatch.chdir(tmp_path)
    with holding(tmp_path / "match.jsonl"):
        for name in (Path("match.jsonl"), tmp_path / "link" / "match.jsonl"):
            with pytest.raises(InUseError):
                locks.hold(name)


def test_a_program_may_hold_a_file_several_times_over(home: Path, tmp_path: Path) -> None:
    path = tmp_path / "table.npz"
    first, second = locks.hold(path), locks.hold(path)
    first.close()
    first.close()
    assert len(left_behind(home)) == 1, "it is still held"
    second.close()
    assert left_behind(home) == []
    with holding(path), pytest.raises(InUseError):
        locks.hold(path)


def test_what_is_held_in_one_thread_can_be_let_go_in_another(home: Path, tmp_path: Path) -> None:
    hold = locks.hold(tmp_path / "table.npz")
    thread = threading.Thread(target=hold.close)
    thread.start()
    thread.join()
    assert left_behind(home) == []


@pytest.mark.skipif(sys.platform == "win32", reason="filelock clears up there")
def test_locks_of_killed_programs_are_cleared_away_and_held_ones_are_not(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with holding(*[tmp_path / f"{number}" for number in range(5)]) as other:
        other.kill()
        other.wait()
    assert len(left_behind(home)) == 5
    monkeypatch.setattr(locks, "_cleared", set())
    with holding(tmp_path / "in use"):
        assert len(left_behind(home)) == 1, "another program has cleared up as it began"
        locks.hold(tmp_path / "mine").close()
        assert len(left_behind(home)) == 1
        with pytest.raises(InUseError):
            locks.hold(tmp_path / "in use")


def test_where_nothing_can_be_locked_one_is_told_and_goes_on(home: Path, tmp_path: Path) -> None:
    home.mkdir(exist_ok=True)
    (home / "locks").write_text("in the way")
    hold = locks.hold(tmp_path / "table.npz")
    assert "(File exists)" in str(hold.trouble)
    assert locks.hold(tmp_path / "another.npz").trouble is None, "one is told once"
    hold.close()


def test_a_file_system_without_locks_is_told_of_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_locks(lock: filelock.FileLock, **_: object) -> None:
        raise OSError(38, "Function not implemented")

    monkeypatch.setattr(filelock.FileLock, "acquire", no_locks)
    hold = locks.hold(tmp_path / "table.npz")
    assert "Function not implemented" in str(hold.trouble)
    hold.close()
