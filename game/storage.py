"""Where everything kept for the user lies, and how it is written without ever losing what was there."""

import contextlib
import itertools
import os
import tempfile
from pathlib import Path

import platformdirs


class StorageError(OSError):
    """A file that could not be written or read; the text says which, why, and what to do."""


def home() -> Path:
    """The folder of the user's data: ``TABLETALK_HOME`` where that is set, else the platform's data folder."""
    asked = os.environ.get("TABLETALK_HOME")
    return Path(asked) if asked else Path(platformdirs.user_data_dir("tabletalk", appauthor=False))


def write_whole(path: Path, content: bytes) -> None:
    """Write a file under a temporary name and put it in place in one step; the old one stays until then.

    Raises StorageError; the old file is then untouched.
    """
    temporary: str | None = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, _usual_mode())
        os.replace(temporary, path)
    except OSError as error:
        if temporary is not None:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
        raise StorageError(f"{path} could not be written: {error.strerror or error}") from error


def move_aside(path: Path) -> Path:
    """Give a file that is in the way another name beside it, such as "x.npz.damaged"; its new path.

    Raises StorageError; the file is then where it was.
    """
    names = itertools.chain([".damaged"], (f".damaged-{number}" for number in itertools.count(2)))
    free = next(place for name in names if not os.path.lexists(place := path.with_name(path.name + name)))
    try:
        os.rename(path, free)
    except OSError as error:
        raise StorageError(f"{path} could not be moved aside: {error.strerror or error}") from error
    return free


def _usual_mode() -> int:
    """The permissions that a new file of the user has; a temporary file's are narrower."""
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
