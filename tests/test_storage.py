"""Files are written whole or not at all."""

import os
from errno import ENOSPC
from pathlib import Path

import pytest

from game.storage import StorageError, home, write_whole


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
