"""Where everything kept for the user lies, how it is read, and how it is written without ever losing what was there.

Every file that the program reads or writes goes through here: regular files only, and new ones to write. What else may
stand at a path, a device, a pipe, a folder, might be waited for without end, or be destroyed.
"""

import contextlib
import glob
import hashlib
import itertools
import math
import os
import platform
import re
import stat
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from errno import EINVAL
from pathlib import Path

import platformdirs

from game.base.safe_text import warn
from game.rules.language import _, joined, ngettext, why_of

if sys.platform != "win32":
    import fcntl

_MB = 1 << 20
_ENDING = ".tmp"
_TEMPORARY = re.compile(r"\..+\.([0-9a-f]{6})-[a-z0-9_]{8}\.tmp")
"""The names of temporary files, with the machine on which they were made."""
_DAY = 86_400.0
_MOST_NAMED = 3
"""So many names of files are told in a sentence."""


class StorageError(OSError):
    """A file that could not be written or read; the text says which, why, and what to do."""


def home() -> Path:
    """The folder of the user's data: ``TABLETALK_HOME`` where that is set, else the platform's data folder."""
    asked = os.environ.get("TABLETALK_HOME")
    return Path(asked) if asked else Path(platformdirs.user_data_dir("tabletalk", appauthor=False))


def regular(path: str | os.PathLike[str], flags: int) -> int:
    """An opener for :func:`open` that opens regular files only, and creates no other: it never waits for anybody.

    A symbolic link stands for its target. Raises OSError, whose `strerror` says what else there is.
    """
    with contextlib.suppress(FileNotFoundError):
        _check_regular(os.stat(path).st_mode)  # before it is opened: that alone can set a device going
    waiting = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
    handle = os.open(path, flags & ~os.O_TRUNC | waiting, 0o666)
    try:
        _check_regular(os.fstat(handle).st_mode)
        if flags & os.O_TRUNC:
            os.ftruncate(handle, 0)
    except BaseException:
        os.close(handle)
        raise
    return handle


def _check_regular(mode: int) -> None:
    if stat.S_ISREG(mode):
        return
    kinds = {stat.S_IFDIR: "a folder", stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket"}
    raise OSError(EINVAL, f"it is {kinds.get(stat.S_IFMT(mode), 'a device')}, not a file")


def read_whole(path: Path, most: int, kind: str) -> bytes:
    """What a regular file holds; `kind` is what it is to be, in words. Raises StorageError, also where it is larger
    than `most` bytes: no more than that is ever read."""
    try:
        with open(path, "rb", opener=regular) as file:
            size = os.fstat(file.fileno()).st_size
            content = file.read(size + 1) if size <= most else b""
            # What tells no size, or grows, is read until it ends or is too much.
            while size <= most and len(content) <= most and (more := file.read(_MB)):
                content += more
    except (OSError, ValueError) as error:
        raise StorageError(_("{path} could not be read: {why}", path=str(path), why=why_of(error))) from error
    if size > most or len(content) > most:
        raise StorageError(f"{path} is larger than {most // _MB} MB, more than any {kind}")
    return content


def unwritable(path: Path) -> str | None:
    """Why no file can be written to this path, because of what stands there; None where that is nothing, or a regular
    file. A symbolic link stands for its target, which need not be there."""
    try:
        _target(path)
    except OSError as error:
        return why_of(error)
    return None


def _target(path: Path) -> Path:
    """The file that is meant by a path to write to, behind all symbolic links. Raises OSError where there is something
    else."""
    with contextlib.suppress(FileNotFoundError, NotADirectoryError):
        _check_regular(os.stat(path).st_mode)
    return Path(os.path.realpath(path))


def write_whole(path: Path, content: bytes) -> None:
    """Write a file under a temporary name and put it in place in one step; the old one stays until then.

    A symbolic link is kept, and its target written. Raises StorageError; the old file is then untouched.
    """
    temporary: str | None = None
    try:
        target = _target(path)
        target.parent.mkdir(parents=True, exist_ok=True)
        _clear(target.parent, f".{glob.escape(target.name)}.*{_ENDING}")
        handle, temporary = _begun(target)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
            os.chmod(temporary, _usual_mode())
            if sys.platform != "win32":  # in place before it is let go: a program that starts would clear it away
                os.replace(temporary, target)
        if sys.platform == "win32":  # which moves no open file
            os.replace(temporary, target)
    except BaseException as error:
        if temporary is not None:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
        if not isinstance(error, (OSError, ValueError)):
            raise  # an interrupt
        raise StorageError(_("{path} could not be written: {why}", path=str(path), why=why_of(error))) from error


@contextlib.contextmanager
def caching(path: Path, errors: tuple[type[Exception], ...] = (StorageError,)) -> Iterator[None]:
    """Let a cache in this file fail to be written, by one of these errors: that is told once a folder, in a line on
    standard error, and the work goes on."""
    try:
        yield
    except errors as error:
        if path.parent not in _uncached:
            _uncached.add(path.parent)
            warn(f"note: {error}; it is worked out again the next time")


_uncached: set[Path] = set()
"""The folders in which no cache could be written, as has been told."""


def begin(path: Path, content: bytes, new: bool = False) -> int:
    """A handle to write on a file that holds `content` from the first moment it is there: whoever is killed meanwhile
    leaves no file without it.

    What was there is replaced, but never by a `new` file: raises FileExistsError then, and OSError where it cannot be
    written; nothing has changed then. A symbolic link stands for its target.
    """
    target = _target(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    if sys.platform == "win32":  # which moves no open file
        handle, temporary = os.open(target, os.O_WRONLY | os.O_CREAT | (os.O_EXCL if new else os.O_TRUNC)), str(target)
    else:
        handle, temporary = _begun(target)
    try:
        while content:
            content = content[os.write(handle, content) :]
        if temporary != str(target):
            os.chmod(temporary, _usual_mode())
            if new:
                _take_name(temporary, target)
            else:
                os.replace(temporary, target)
    except BaseException:
        os.close(handle)
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise
    return handle


def _take_name(temporary: str, target: Path) -> None:
    """Give a temporary file the name that it is to have. Raises FileExistsError where something has it."""
    try:
        os.link(temporary, target)
        os.unlink(temporary)
    except FileExistsError:
        raise
    except OSError:  # a file system without links, as of a memory card: the name is taken first
        os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL))
        os.replace(temporary, target)


def latest_first(folder: Path, ending: str, most: int | None = None) -> list[Path]:
    """What a folder holds with names that end so, or the `most` of it that was written to last, the latest first; none
    where it cannot be read. What cannot even be looked at comes last: whoever reads it tells what is wrong with it."""
    try:
        with os.scandir(folder) as found:
            entries = [(_modified(entry), entry.path) for entry in found if entry.name.endswith(ending)]
    except OSError:
        return []
    return [Path(path) for _, path in sorted(entries, reverse=True)[:most]]


def left_out(paths: Sequence[Path]) -> str:
    """What to say of files that a list leaves out, for they cannot be read; empty where there are none."""
    names = joined([path.name for path in paths[:_MOST_NAMED]])
    return (
        ngettext(
            "{names} cannot be read, and is left out.",
            "{number} files cannot be read, and are left out: {names}.",
            len(paths),
            names=names,
        )
        if paths
        else ""
    )


def _modified(entry: os.DirEntry[str]) -> float:
    """When a file was written to last; before all others where that cannot be told, as of a link that leads nowhere."""
    try:
        return entry.stat().st_mtime
    except OSError:
        return -math.inf


# --- temporary files ---


def clear_up() -> None:
    """Remove the temporary files that programs which were killed while they wrote have left among the user's files;
    never one that is being written."""
    _clear(home(), f".*{_ENDING}")
    _clear(home(), f"*/.*{_ENDING}")


def _begun(target: Path) -> tuple[int, str]:
    """A new temporary file beside the one that it is to become, locked for as long as its handle is open: the system
    gives the lock back when a process ends, however that is. The name tells the machine, for locks of another one may
    not be seen here."""
    while True:
        handle, name = tempfile.mkstemp(_ENDING, f".{target.name}.{_machine()}-", target.parent)
        try:
            if sys.platform != "win32":
                with contextlib.suppress(OSError):  # a file system without locks
                    fcntl.flock(handle, fcntl.LOCK_EX)
            if os.fstat(handle).st_nlink or sys.platform == "win32":
                return handle, name
        except BaseException:  # an interrupt
            os.close(handle)
            os.unlink(name)
            raise
        os.close(handle)  # cleared away by a program that started, before it was locked


def _clear(folder: Path, pattern: str) -> None:
    with contextlib.suppress(OSError):
        for path in folder.glob(pattern):
            if made := _TEMPORARY.fullmatch(path.name):
                _clear_away(path, made[1])


def _clear_away(path: Path, machine: str) -> None:
    """Remove a temporary file that nobody writes any more: its lock can be had, or, where locks tell nothing, it is
    more than a day old."""
    with contextlib.suppress(OSError):
        if sys.platform == "win32" or machine != _machine():
            if time.time() - path.stat().st_mtime > _DAY:
                path.unlink()
            return
        with open(path, "r+b", opener=regular) as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            path.unlink()  # while it is locked, so that whoever has just made it and waits for the lock sees it gone


def _machine() -> str:
    return hashlib.sha256(platform.node().encode("utf-8", "replace")).hexdigest()[:6]


def move_aside(path: Path) -> Path:
    """Give a file that is in the way another name beside it, such as "x.npz.damaged"; its new path.

    Raises StorageError; the file is then where it was.
    """
    names = itertools.chain([".damaged"], (f".damaged-{number}" for number in itertools.count(2)))
    free = next(place for name in names if not os.path.lexists(place := path.with_name(path.name + name)))
    try:
        os.rename(path, free)
    except OSError as error:
        raise StorageError(_("{path} could not be moved aside: {why}", path=str(path), why=why_of(error))) from error
    return free


def _usual_mode() -> int:
    """The permissions that a new file of the user has; a temporary file's are narrower."""
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
