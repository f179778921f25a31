"""Damaged files of every kind: read by every command that reads such files, and by the window; nothing is lost."""

import io
import json
import os
import resource
import sys
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from game.analysis.people.analysing import OwnMatches
from game.analysis.people.index import NAME as INDEX
from game.analysis.people.practice import Course, Solved
from game.app.window import Window
from game.base import settings
from game.base.storage import StorageError
from game.matches import measured
from game.matches.requests import ReplayRequest
from tests.games import GAMES
from tests.stress.commands import call
from tests.stress.kept import any_value, furnish, look_at_all

FILES = 24
"""So many files are damaged in a trial."""


def play(rng: Random, home: Path, files: int = FILES) -> None:
    """Damage files and have them read; raises where the program does not answer as it should."""
    furnish(home, rng)
    matches = sorted((home / "matches").glob("*.jsonl"))
    tables, networks = shipped()
    for number in range(files):
        match rng.randrange(6):
            case 0 | 1:
                replay_damaged(rng, rng.choice(matches))
            case 2:
                trained_damaged(rng, home, rng.choice([*tables, *networks]), number)
            case 3:
                settings_damaged(rng)
            case 4:
                other_damaged(rng, home)
            case 5:
                disk_full(rng, home)
        if number % 10 == 9:
            window_opens(rng, home)


def shipped() -> tuple[list[Path], list[Path]]:
    """The tables and the networks that ship."""
    assets = Path(__file__).resolve().parents[2] / "assets"
    found = [path for game in GAMES for path in sorted((assets / game).glob("*.npz"))]
    return [path for path in found if "neural" not in path.name], [path for path in found if "neural" in path.name]


def replay_damaged(rng: Random, path: Path) -> None:
    """A damaged replay is told of by `check` and by the viewer, and stays as it is."""
    whole = path.read_bytes()
    with changed(path, damaged_lines(rng, whole)):
        call(["check", str(path)])
        window_opens(rng, path.parent.parent, ReplayRequest(path) if rng.random() < 0.3 else None)


def trained_damaged(rng: Random, home: Path, source: Path, number: int) -> None:
    """A damaged file of a table or of networks is told of by every command that reads one, and stays as it is."""
    game, ai = source.parent.name, source.stem
    if ai not in call(["list"]).out:
        ai = "q-learner"
    path = home / f"damaged-{number}.npz"
    path.write_bytes(damaged_archive(rng, source.read_bytes()))
    with changed(path, path.read_bytes()):
        call(["inspect", str(path)])
        call(["inspect", str(path), "--json"])
        call(["plot", str(path), "--out", str(home / "curve.png")])
        call(["arena", game, f"{ai}:{path}", "random", "--games", "2", "--seed", "1"])
        call(["train", game, ai, "--from", str(path), "--out", str(home / "on.npz"), "--games", "1"])
    path.unlink()


def settings_damaged(rng: Random) -> None:
    """Of damaged settings what is right is used, and nothing else."""
    path = settings.settings_path()
    kept = json.loads(path.read_text("utf-8"))
    for key in rng.sample(sorted(kept), 3):
        kept[key] = any_value(rng)
    text = json.dumps(kept, ensure_ascii=rng.random() < 0.5).encode("utf-8", "surrogatepass")
    with changed(path, rng.choice((text, bent(rng, text)))):
        found = settings.load()
        assert found.motion in settings.MOTIONS
        assert 0 <= found.effects <= 1


def other_damaged(rng: Random, home: Path) -> None:
    """Of what else the program keeps for itself, a damaged file hinders nothing, and stays as it is unless it is worked
    out again."""
    caches = [home / "matches" / INDEX, *(home / "analyses").glob("*.json")]
    others = [*(home / "tournaments").iterdir(), *(home / "standings").iterdir(), *home.glob("*.json")]
    path = rng.choice([*caches, *others])
    whole = path.read_bytes()
    content = rng.choice((bent(rng, whole), whole[: rng.randrange(len(whole))]))
    if path.suffix == ".json" and rng.random() < 0.4:
        content = json.dumps(replaced(rng, json.loads(whole))).encode()
    with changed(path, content) if path in others else nullcontext(path.write_bytes(content)):
        everything_is_used(rng, home)


def everything_is_used(rng: Random, home: Path) -> None:
    """Commands and screens that read what the program keeps for itself."""
    call(["statistics"])
    (match,) = (home / "matches").glob("nim-*.jsonl")
    assert call(["analyse", str(match)]).status == 0
    window = Window()
    try:
        window.begin(None)
        for show in (window.show_tournaments, window.show_statistics, window.to_menu):
            show()
            for _ in range(rng.randrange(1, 4)):
                window.frame(1 / 60)
    finally:
        window.close()
    Course.of("nim", OwnMatches(lambda: window.analyses))
    measured.found("nim", "levels")


def disk_full(rng: Random, home: Path) -> None:
    """Where files cannot grow, what was there stays whole, and nothing but what is to be kept fails."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    written = os.environ.get("PYTHONDONTWRITEBYTECODE", ""), sys.dont_write_bytecode
    os.environ["PYTHONDONTWRITEBYTECODE"], sys.dont_write_bytecode = (
        "1",
        True,
    )  # it would be cut off, beside the sources
    resource.setrlimit(resource.RLIMIT_FSIZE, (rng.choice((0, 10, 2000)), hard))
    try:
        everything_is_used(rng, home)
        call(["train", "nim", "q-learner", "--games", "60", "--replace"])
        with suppress(StorageError):
            settings.save(settings.Settings(), "muted")
        with suppress(StorageError):
            Solved.load().add("full")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        os.environ["PYTHONDONTWRITEBYTECODE"], sys.dont_write_bytecode = written
    look_at_all(home)


def window_opens(rng: Random, home: Path, request: Any = None) -> None:
    """The window opens on what lies in the folder, and its menu can be used."""
    window = Window()
    try:
        try:
            window.begin(request)
        except ValueError:  # the command would say in one line why it cannot be shown
            window.begin(None)
        for _ in range(rng.randrange(2, 6)):
            window.frame(1 / 60)
    finally:
        window.close()


@contextmanager
def changed(path: Path, content: bytes) -> Iterator[None]:
    """A file holds something else for a while; nobody may change it meanwhile."""
    before = path.read_bytes()
    path.write_bytes(content)
    yield
    assert path.read_bytes() == content, f"{path} was changed"
    path.write_bytes(before)


# --- how files are damaged ---------------------------------------------------------------------------------------


def bent(rng: Random, content: bytes) -> bytes:
    """Bytes changed, lost, doubled or added somewhere."""
    found = bytearray(content)
    for _ in range(rng.choice((1, 1, 3, 30))):
        at = rng.randrange(len(found) + 1)
        length = rng.choice((1, 1, 4, 100))
        match rng.randrange(5):
            case 0:
                found[at : at + length] = rng.randbytes(length)
            case 1:
                del found[at : at + length]
            case 2:
                found[at:at] = found[at : at + length]
            case 3:
                found[at:at] = rng.choice((b"\0", b"\n", b"{", b"[" * 5000, b"\xff\xfe", b"9" * 5000, b'"', b"-"))
            case 4:
                del found[at:]
    return bytes(found)


def damaged_lines(rng: Random, whole: bytes) -> bytes:
    """A replay with bent bytes, or with lines that are lost, doubled, exchanged or hold something else."""
    if rng.random() < 0.3:
        return bent(rng, whole)
    lines = whole.splitlines(keepends=True)
    at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    match rng.randrange(5):
        case 0:
            del lines[at]
        case 1:
            lines.insert(at, lines[other])
        case 2:
            lines[at], lines[other] = lines[other], lines[at]
        case _:
            record = replaced(rng, json.loads(lines[at]))
            lines[at] = json.dumps(record).encode() + b"\n"
    return b"".join(lines)


def replaced(rng: Random, value: Any) -> Any:
    """A value of JSON with one part of it, at any depth, replaced, lost or added."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        key = rng.choice(list(value))
        if rng.random() < 0.1:
            return {name: kept for name, kept in value.items() if name != key}
        if rng.random() < 0.1:
            return value | {"extra": any_value(rng)}
        return value | {key: replaced(rng, value[key])}
    if isinstance(value, list) and value and rng.random() < 0.8:
        at = rng.randrange(len(value))
        if rng.random() < 0.2:
            return value[:at] + value[at + 1 :]
        return [*value[:at], replaced(rng, value[at]), *value[at + 1 :]]
    return any_value(rng)


def damaged_archive(rng: Random, whole: bytes) -> bytes:
    """A checkpoint with bent bytes, or whose header or arrays hold something else."""
    if rng.random() < 0.3:
        return bent(rng, whole)
    with zipfile.ZipFile(io.BytesIO(whole)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    name = rng.choice(sorted(members))
    damages: tuple[Callable[[Random, bytes], bytes], ...] = (bent, _other_header, _other_numbers)
    members[name] = rng.choice(damages)(rng, members[name])
    if rng.random() < 0.1:
        del members[name]
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for member, content in members.items():
            archive.writestr(zipfile.ZipInfo(member), content)  # a date would differ from run to run
    return made.getvalue()


def _other_header(rng: Random, content: bytes) -> bytes:
    """An array of bytes that hold JSON, with other JSON in it; other arrays are bent."""
    array = _array(content)
    try:
        header = json.loads(array.tobytes() if array.dtype == np.uint8 else str(array))
    except (ValueError, RecursionError):
        return bent(rng, content)
    text = json.dumps(replaced(rng, header))
    return _bytes_of(np.frombuffer(text.encode(), np.uint8) if array.dtype == np.uint8 else np.array(text))


def _other_numbers(rng: Random, content: bytes) -> bytes:
    """An array of another shape or type, or with numbers that fit nowhere."""
    array = _array(content).copy()
    match rng.randrange(4):
        case 0:
            array = array.reshape(-1)[: rng.randrange(array.size + 1)]
        case 1:
            array = np.zeros(array.shape, rng.choice(["float32", "int8", "U8", "complex128"]))
        case 2 if array.dtype.kind == "f" and array.size:
            array.reshape(-1)[rng.randrange(array.size)] = rng.choice((np.nan, np.inf, 1e308, -1e30))
        case _ if array.dtype.kind in "iu" and array.size:
            array.reshape(-1)[rng.randrange(array.size)] = np.iinfo(array.dtype).max
    return _bytes_of(array)


def _array(content: bytes) -> np.ndarray[Any, np.dtype[Any]]:
    found: np.ndarray[Any, np.dtype[Any]] = np.load(io.BytesIO(content), allow_pickle=False)
    return found


def _bytes_of(array: np.ndarray[Any, np.dtype[Any]]) -> bytes:
    made = io.BytesIO()
    np.save(made, array, allow_pickle=False)
    return made.getvalue()
