"""The user's own checkpoints: where they lie, and how they are found."""

import re
from functools import cache
from pathlib import Path

from game.base.storage import StorageError, home
from game.checkpoints.container import CheckpointError, check_for, digest_of, read

_SETTING_NAME = re.compile(r"[\w .,+=()-]{0,100}")
"""What a setting may be called, as files are named for it."""


_ASSETS = Path(__file__).resolve().parents[2] / "assets"


def shipped(game: str, name: str) -> Path:
    """Where a file of this name lies that ships with a game, if it does."""
    return _ASSETS / game / name


@cache
def shipped_digests(game: str) -> tuple[str, ...]:
    """The digests of all trained files that ship with a game, by their names; none for a game of a mod."""
    return tuple(digest_of(path) for path in sorted((_ASSETS / game).glob("*.npz")))


def folder() -> Path:
    """Where the user's checkpoints lie."""
    return home() / "trained"


def own_path(game: str, ai: str, setting_name: str) -> Path:
    """Where a training is kept unless another file is asked for: "nim-q-learner-1-3-5-7.npz". Raises ValueError where
    no file can be named for such a setting."""
    if not isinstance(setting_name, str) or not _SETTING_NAME.fullmatch(setting_name):
        raise ValueError(f"a setting called {setting_name!r:.60}: up to 100 letters, digits, spaces and .,+=()-_")
    return folder() / f"{'-'.join([game, ai, *setting_name.split()])}.npz"


def own_checkpoints(game: str, ai: str) -> list[Path]:
    """The user's readable checkpoints of an AI, by name."""
    found = []
    for path in sorted(folder().glob("*.npz")):
        try:
            check_for(read(path), game, ai)
        except CheckpointError:
            continue
        found.append(path)
    return found


def unreadable() -> list[Path]:
    """The user's checkpoints that no list offers, for they cannot be read, by name."""
    found = []
    for path in sorted(folder().glob("*.npz")):
        try:
            read(path)
        except CheckpointError:
            found.append(path)
    return found


def find(name: str) -> Path:
    """The file that a name means: a path, or the name of one of the user's checkpoints, with or without its
    ending."""
    path = Path(name)
    own = (folder() / name, folder() / f"{name}.npz")
    return next((each for each in (path, *own) if each.is_file()), path)


def with_digest(digest: str, paths: list[Path]) -> Path | None:
    """The first of these files whose bytes have this SHA-256."""
    for path in paths:
        try:
            if digest_of(path) == digest:
                return path
        except StorageError:
            continue
    return None
