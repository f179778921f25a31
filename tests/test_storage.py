"""Files are written whole or not at all."""

import os
import platform
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from errno import ENOSPC
from pathlib import Path
from typing import Any

import pytest

from game.__main__ import main
from game.base.storage import StorageError, begin, clear_up, home, read_whole, regular, unwritable, write_whole
from game.cli import running
from tests.odd_files import ODD, make_odd

ROOT = Path(__file__).parents[1]
posix = pytest.mark.skipif(os.name != "posix", reason="locks and kills are otherwise there")


def files(folder: Path) -> set[str]:
    return {path.name for path in folder.rglob("*")}


def test_a_file_is_written_and_replaced(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "file.json"
    for content in (b"one", b"", b"\x00\xff" * 100_000):
        write_whole(path, content)
        assert path.read_bytes() == content
        assert files(path.parent) == {"file.json"}


@pytest.mark.parametrize("step", ["fsync", "replace"])
@pytest.mark.parametrize("old", [b"what was there", None])
def test_a_failure_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, old: bytes | None
) -> None:
    path = tmp_path / "file.json"
    if old is not None:
        path.write_bytes(old)
    before = files(tmp_path)

    def fail(*_: object) -> None:
        assert len(files(tmp_path)) == len(before) + 1, "the new content is under a name of its own"
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr(os, step, fail)
    with pytest.raises(StorageError) as refused:
        write_whole(path, b"new")
    assert str(path) in str(refused.value)
    assert "No space left on device" in str(refused.value)
    assert files(tmp_path) == before
    assert old is None or path.read_bytes() == old


def test_the_old_file_is_whole_until_the_new_one_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file.json"
    path.write_bytes(b"old")
    seen: list[tuple[bytes, bytes]] = []
    replace = os.replace

    def watched(source: str, target: Path) -> None:
        seen.append((Path(source).read_bytes(), target.read_bytes()))
        replace(source, target)

    monkeypatch.setattr(os, "replace", watched)
    write_whole(path, b"new")
    assert seen == [(b"new", b"old")]
    assert path.read_bytes() == b"new"


def test_what_is_in_the_way_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"in the way")
    (tmp_path / "folder").mkdir()
    for path in (tmp_path / "file" / "below", tmp_path / "folder"):
        with pytest.raises(StorageError) as refused:
            write_whole(path, b"new")
        assert str(path) in str(refused.value)
    assert files(tmp_path) == {"file", "folder"}
    assert (tmp_path / "file").read_bytes() == b"in the way"


@posix
@pytest.mark.parametrize("mask", [0o022, 0o077])
def test_a_file_may_be_read_by_whom_the_user_s_files_may_be_read(tmp_path: Path, mask: int) -> None:
    before = os.umask(mask)
    try:
        write_whole(tmp_path / "whole", b"1")
        os.close(begin(tmp_path / "begun", b"1"))
    finally:
        os.umask(before)
    assert [stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("whole", "begun")] == [0o666 & ~mask] * 2


def test_tests_leave_the_folder_alone_that_the_environment_names(tmp_path: Path) -> None:
    """A run of tests that learn, record and measure, started by somebody with a folder of matches."""
    (tmp_path / "kept").write_text("mine")
    words = ["tests/test_statistics.py", "-n0", "-k", "command or newcomer", "-p", "no:cacheprovider"]
    environment = os.environ | {"TABLETALK_HOME": str(tmp_path)}
    ran = subprocess.run([sys.executable, "-m", "pytest", *words], cwd=ROOT, env=environment, capture_output=True)
    assert ran.returncode == 0, ran.stdout.decode()
    assert files(tmp_path) == {"kept"}


def test_home_is_where_the_environment_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLETALK_HOME", str(tmp_path))
    assert home() == tmp_path
    for unset in ("", None):
        if unset is None:
            monkeypatch.delenv("TABLETALK_HOME")
        else:
            monkeypatch.setenv("TABLETALK_HOME", unset)
        assert home().is_absolute()
        assert home().name == "tabletalk"


# --- regular files only ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ODD)
@pytest.mark.parametrize("linked", [False, True], ids=["itself", "by a link"])
def test_what_is_no_file_is_neither_read_nor_written_nor_waited_for(tmp_path: Path, kind: str, linked: bool) -> None:
    odd = make_odd(tmp_path / "odd", kind)
    path = odd
    if linked:
        path = tmp_path / "link"
        path.symlink_to(odd)
    before = odd.lstat()
    with pytest.raises(StorageError) as unread:
        read_whole(path, 10, "file")
    assert str(unread.value) == f"{path} could not be read: it is {ODD[kind]}, not a file"
    with pytest.raises(StorageError) as unwritten:
        write_whole(path, b"new")
    assert str(unwritten.value) == f"{path} could not be written: it is {ODD[kind]}, not a file"
    assert unwritable(path) == f"it is {ODD[kind]}, not a file"
    for mode in ("wb", "r+b", "ab"):
        with pytest.raises(OSError, match="not a file"):
            open(path, mode, opener=regular).close()
    after = odd.lstat()
    assert (after.st_mode, after.st_rdev, after.st_ino) == (before.st_mode, before.st_rdev, before.st_ino)
    assert files(tmp_path) == ({"odd", "link"} if linked else {"odd"})


@pytest.mark.parametrize("there", [True, False], ids=["a target", "no target yet"])
def test_a_link_is_kept_and_its_target_written(tmp_path: Path, there: bool) -> None:
    (tmp_path / "far").mkdir()
    target, link = tmp_path / "far" / "target.json", tmp_path / "link.json"
    link.symlink_to(Path("far") / "target.json")
    if there:
        target.write_bytes(b"old")
    assert unwritable(link) is None
    write_whole(link, b"new")
    assert target.read_bytes() == b"new"
    assert link.readlink() == Path("far") / "target.json"
    assert files(tmp_path) == {"far", "target.json", "link.json"}
    if not there:
        target.unlink()
    with open(link, "w", opener=regular) as file:
        file.write("newer")
    assert target.read_bytes() == b"newer"
    assert link.is_symlink()


def test_a_link_in_a_circle_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "one").symlink_to(tmp_path / "other")
    (tmp_path / "other").symlink_to(tmp_path / "one")
    with pytest.raises(StorageError, match="could not be written"):
        write_whole(tmp_path / "one", b"new")
    assert unwritable(tmp_path / "one")
    assert files(tmp_path) == {"one", "other"}


def test_a_file_is_replaced_by_what_is_written_from_its_beginning(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"a long old text")
    with open(path, "w", opener=regular) as file:
        file.write("new")
    assert path.read_bytes() == b"new"
    with open(path, "r+", opener=regular) as file:
        assert file.read() == "new"


def test_a_file_of_the_most_bytes_is_read_and_one_byte_more_is_not(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"x" * (2 << 20))
    assert read_whole(path, 2 << 20, "replay") == b"x" * (2 << 20)
    path.write_bytes(b"x" * ((2 << 20) + 1))
    with pytest.raises(StorageError) as refused:
        read_whole(path, 2 << 20, "replay")
    assert str(refused.value) == f"{path} is larger than 2 MB, more than any replay"


class _Endless:
    """A file that says it is empty and never comes to an end."""

    def __init__(self, path: Path) -> None:
        path.touch()
        self.file = path.open("rb")
        self.given = 0

    def read(self, size: int) -> bytes:
        self.given += size
        return b"x" * size

    def fileno(self) -> int:
        return self.file.fileno()

    def __enter__(self) -> "_Endless":
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()


def test_of_a_file_that_tells_no_size_no_more_is_read_than_allowed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    endless = _Endless(tmp_path / "file")
    monkeypatch.setattr("builtins.open", lambda *_, **__: endless)
    with pytest.raises(StorageError, match="larger than 3 MB"):
        read_whole(Path("endless"), 3 << 20, "file")
    assert endless.given <= (4 << 20) + 1


def test_a_file_of_a_system_that_tells_no_size_is_read_to_its_end() -> None:
    status = Path("/proc/self/cmdline")
    if not status.exists():
        pytest.skip("needs a file that tells no size")
    assert read_whole(status, 1 << 20, "file") == status.read_bytes()


# --- temporary files of programs that were killed ---

_WRITES = """
import os, sys
from pathlib import Path
from game.base.storage import write_whole
def fsync(handle):
    print("begun", flush=True)
    sys.stdin.readline()
os.fsync = fsync
write_whole(Path(sys.argv[1]), b"new")
"""


@contextmanager
def writing(path: Path) -> Iterator["subprocess.Popen[str]"]:
    """A program that is in the middle of writing a file, until it is sent a line."""
    pipe = subprocess.PIPE
    program = subprocess.Popen([sys.executable, "-c", _WRITES, str(path)], stdin=pipe, stdout=pipe, text=True)
    try:
        assert program.stdout is not None
        assert program.stdout.readline() == "begun\n"
        yield program
    finally:
        program.kill()
        program.communicate()


@posix
@pytest.mark.parametrize("name", ["settings.json", "trained/mine [1].npz"])
def test_what_a_killed_program_has_left_is_cleared_away_and_what_a_running_one_writes_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv("TABLETALK_HOME", str(tmp_path))
    path = tmp_path / name
    with writing(path) as killed, writing(path) as running:
        killed.kill()
        killed.wait()
        assert len(files(path.parent) - {"trained", path.name}) == 2
        own = path.parent / ".foreign.tmp"
        own.write_text("somebody's own")
        clear_up()
        assert len(files(path.parent) - {"trained", path.name}) == 2, "the running program's, and what is no such file"
        running.communicate("go on\n")
        assert running.returncode == 0
    assert path.read_bytes() == b"new"
    assert files(path.parent) - {"trained"} == {path.name, own.name}


@posix
def test_what_a_killed_program_has_left_beside_a_file_goes_when_that_is_written_again(tmp_path: Path) -> None:
    path = tmp_path / "mine [1].npz"
    with writing(path) as killed:
        killed.kill()
        killed.wait()
    assert len(files(tmp_path)) == 1
    write_whole(path, b"newer")
    assert files(tmp_path) == {path.name}


@posix
def test_what_another_machine_may_still_be_writing_is_left_for_a_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLETALK_HOME", str(tmp_path))
    with writing(tmp_path / "settings.json") as killed:
        killed.kill()
        killed.wait()
    (left,) = tmp_path.iterdir()
    monkeypatch.setattr(platform, "node", lambda: "another-machine")
    clear_up()
    assert left.exists()
    os.utime(left, (time.time() - 90_000,) * 2)
    clear_up()
    assert not left.exists()


@posix
def test_a_file_cleared_away_before_it_was_locked_is_begun_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = tempfile.mkstemp
    removed: list[str] = []

    def swept(*words: Any) -> tuple[int, str]:
        handle, name = made(*words)
        if not removed:
            removed.append(name)
            os.unlink(name)
        return handle, name

    monkeypatch.setattr(tempfile, "mkstemp", swept)
    write_whole(tmp_path / "file", b"new")
    assert removed
    assert files(tmp_path) == {"file"}


def test_the_program_clears_up_when_it_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    cleared: list[bool] = []
    monkeypatch.setattr(running, "clear_up", lambda: cleared.append(True))
    assert main(["list"]) == 0
    assert cleared == [True]


def test_an_interrupt_leaves_no_temporary_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_whole(tmp_path / "file", b"new")
    assert files(tmp_path) == set()
