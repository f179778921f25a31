"""Files that a program keeps for itself while it writes them, so that two programs on one data folder ruin nothing:
for as long as it works on one (`hold`), or for the moment in which it changes one (`update`).

The locks are the operating system's, on empty files in the data folder: they end with the process that holds them,
however that ends. What has been left behind is cleared away when a program locks for the first time.
"""

import contextlib
import hashlib
import os
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from game.base.safe_text import warn
from game.base.storage import StorageError, home, write_whole
from game.rules.language import _, why_of

if TYPE_CHECKING:
    from filelock import BaseFileLock

PATIENCE = 0.1
"""Seconds to wait for a file: another program may only just be clearing its lock away."""
_POLL = 0.02
_UPDATE_PATIENCE = 5.0
"""Seconds to wait for a file that others only keep while they write it: a disk may be slow."""


class InUseError(StorageError):
    """Another program keeps the file for itself at present; the text says which file."""


@dataclass
class _Lock:
    """A lock of this process: the system's, or None and what there is to tell of that; and how often it is held."""

    system: "BaseFileLock | None"
    trouble: str | None
    held: int = 0


class Hold:
    """A file that this program keeps for itself until `close`. Where nothing can be locked it is not kept from others;
    the first time `trouble` tells why."""

    def __init__(self, key: str, trouble: str | None) -> None:
        self.trouble = trouble
        self._key: str | None = key

    def close(self) -> None:
        """Leave the file to others, once nobody else in this program holds it; a second time does nothing."""
        key, self._key = self._key, None
        if key is not None:
            _let_go(key)

    def __enter__(self) -> "Hold":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def hold(path: Path, patience: float = PATIENCE) -> Hold:
    """Keep a file, which need not be there yet, from other programs. This program may hold it several times over.

    Raises InUseError where another program holds it, and goes on to for so many seconds.
    """
    key = os.path.normcase(os.path.realpath(path))
    with _guard:
        lock = _locks.get(key)
        if lock is None:
            lock = _locks[key] = _locked(path, key, patience)
        lock.held += 1
        return Hold(key, lock.trouble)


def update(path: Path, merged: Callable[[], bytes]) -> None:
    """Replace a file that other windows and programs write too: `merged` reads it again and returns what it is to hold,
    with what is theirs in it, while nobody else can write. Raises StorageError, and what `merged` raises: the file is
    then as it was."""
    with _updating, hold(path, _UPDATE_PATIENCE) as held:
        if held.trouble is not None:
            warn(f"tabletalk: {held.trouble}")
        write_whole(path, merged())


_updating = threading.Lock()
"""Held by the thread that updates a file: locks keep other programs away, not other threads of this one."""
_locks: dict[str, _Lock] = {}
"""The locks of this process, by the file that each is for."""
_guard = threading.Lock()
_cleared: set[Path] = set()
"""The folders in which this process has cleared away what was left behind."""
_unlockable: set[Path] = set()
"""The folders in which it could lock nothing."""


def _folder() -> Path:
    return home() / "locks"


def _let_go(key: str) -> None:
    with _guard:
        lock = _locks[key]
        lock.held -= 1
        if lock.held == 0:
            del _locks[key]
            if lock.system is not None:
                _end(lock.system)


def _locked(path: Path, key: str, patience: float) -> _Lock:
    """The system's lock for a file. Raises InUseError."""
    from filelock import Timeout  # only here: it is slow to load, and most commands lock nothing

    folder = _folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _clear(folder)
        lock = _lock_file(folder / f"{hashlib.sha256(key.encode(errors='surrogateescape')).hexdigest()[:32]}.lock")
        lock.acquire(timeout=patience, poll_interval=_POLL)
    except Timeout:
        raise InUseError(_("{path} is in use by another window or program", path=str(path))) from None
    except OSError as error:
        first = folder not in _unlockable
        _unlockable.add(folder)
        why = _(
            "Files cannot be locked in {folder} ({why}): use one window or program at a time",
            folder=str(folder),
            why=why_of(error),
        )
        return _Lock(None, why if first else None)
    return _Lock(lock, None)


def _lock_file(path: Path) -> "BaseFileLock":
    from filelock import FileLock

    # Never a mere file that says "locked": one would stay behind a process that was killed.
    return FileLock(path, thread_local=False, fallback_to_soft=False)


def _end(lock: "BaseFileLock") -> None:
    """Let a lock go, and its file with it; whoever waits for that file sees that it is gone, and makes another."""
    with contextlib.suppress(OSError):
        if sys.platform != "win32":  # there filelock does it, when the file can be removed
            os.unlink(lock.lock_file)
        lock.release()


def _clear(folder: Path) -> None:
    """Clear away the files of locks whose programs have been killed; once in a process."""
    from filelock import Timeout

    if folder in _cleared:
        return
    _cleared.add(folder)
    for path in folder.glob("*.lock"):
        with contextlib.suppress(Timeout, OSError):
            lock = _lock_file(path)
            lock.acquire(blocking=False)
            _end(lock)
