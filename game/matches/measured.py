"""What was measured of the AIs of each game: kept in one file that ships, so that people are told without waiting.

The commands ``ratings``, ``levels`` and ``yardstick`` each keep a record of a game, as they found it last; those of
games or AIs that are not ours are kept among the user's data. Whoever tells of an AI asks :func:`words_of`.
"""

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, TypeAlias

from game.base import locks
from game.base.storage import StorageError, home, read_whole
from game.rules.language import _, joined

Kind: TypeAlias = Literal["ratings", "levels", "yardstick", "own_matches"]
"""The command that a record comes from; ``yardstick`` has two."""
Record: TypeAlias = Mapping[str, Any]
VERSION = 1
_MOST_BYTES = 4 << 20
_SHIPPED = Path(__file__).resolve().parents[2] / "assets" / "measured.json"


def kept_path() -> Path:
    """Where what is measured here is kept."""
    return home() / "measured.json"


def keep(path: Path, game: str, kind: Kind, record: Record) -> None:
    """Put what was measured of a game into a file, in the place of what a command of this kind found before. Raises
    StorageError, also where the file holds something else."""

    def merged() -> bytes:
        games = kept_in(path)
        games[game] = dict(games.get(game, {})) | {kind: dict(record)}
        content = {"version": VERSION, "games": {name: games[name] for name in sorted(games)}}
        return (json.dumps(content, indent=1, ensure_ascii=False) + "\n").encode("utf-8")

    locks.update(path, merged)


def kept_in(path: Path) -> dict[str, Any]:
    """The records of a file, by game and command; none where there is no file. Raises StorageError where it holds
    something else."""
    return _read(path) if path.exists() else {}


def found(game: str, kind: Kind) -> Record | None:
    """What was measured of a game: as it ships, else as it was found here; None where nothing was."""
    for path in (_SHIPPED, kept_path()):
        record = _of(path, _stamp(path)).get(game, {}).get(kind)
        if record is not None:
            return dict(record)
    return None


def words_of(game: str, ai: str, called: Callable[[str], str] = str) -> str:
    """What was measured of an AI, in words, as "rated 1612 against a mean of 1500, wins 75 % against club"; empty where
    nothing was. `called` says what another AI is called."""
    try:
        return joined([*_rated(game, ai), *_steps(game, ai, called)])
    except (LookupError, TypeError, ValueError):  # a file that somebody has written by hand
        return ""


def _rated(game: str, ai: str) -> list[str]:
    rows = (found(game, "ratings") or {"ais": []})["ais"]
    return [_("rated {rating:.0f} against a mean of 1500", rating=row["rating"]) for row in rows if row["ai"] == ai]


def _steps(game: str, ai: str, called: Callable[[str], str]) -> list[str]:
    rows = (found(game, "levels") or {"steps": []})["steps"]
    return [
        _("wins {share:.0f} % against {other}", share=100 * row["rate"], other=called(row["against"]))
        for row in rows
        if row["ai"] == ai
    ]


# --- the file ----------------------------------------------------------------------------------------------------


def _read(path: Path) -> dict[str, Any]:
    """The games of a file. Raises StorageError where it holds something else."""
    raw = read_whole(path, _MOST_BYTES, "what was measured")
    try:
        content = json.loads(raw)
        if content["version"] != VERSION or not all(isinstance(each, dict) for each in content["games"].values()):
            raise ValueError(f"it is not version {VERSION}")
        return dict(content["games"])
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
        raise StorageError(f"{path} does not hold what was measured: {error}") from None


def _stamp(path: Path) -> tuple[int, int] | None:
    """What tells whether a file is still the one that was read; None where there is none."""
    try:
        seen = path.stat()
    except OSError:
        return None
    return seen.st_mtime_ns, seen.st_size


@lru_cache(maxsize=8)
def _of(path: Path, stamp: tuple[int, int] | None) -> dict[str, Any]:
    """The games of a file; none where it is damaged or not there: then nothing is told."""
    try:
        return {} if stamp is None else _read(path)
    except StorageError:
        return {}
