"""How far a judge's own differences between two moves lie from the truth: measured once, against play to the end.

It is kept beside the weights that it belongs to, in ``assets/<game>/judge.json``; the command ``judge-error`` measures
it (:mod:`game.analysis.judge_error`).
"""

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from game.base.storage import StorageError, read_whole, write_whole

_MOST_BYTES = 1 << 16
_ASSETS = Path(__file__).resolve().parents[2] / "assets"


def shipped_path(game: str) -> Path:
    """Where what was measured at a game ships."""
    return _ASSETS / game / "judge.json"


@lru_cache(maxsize=16)
def shipped_error(game: str) -> float:
    """One standard error of the differences of a game's judge, in chances of the match, as it ships; 0 where nothing
    was measured. Raises StorageError where the file is damaged."""
    path = shipped_path(game)
    if not path.exists():
        return 0.0
    try:
        return float(json.loads(read_whole(path, _MOST_BYTES, "error of a judge"))["error"])
    except (ValueError, TypeError, LookupError, RecursionError) as error:
        raise StorageError(f"{path} does not hold the error of a judge: {error}") from None


def write(path: Path, record: Mapping[str, Any]) -> None:
    """Keep what was measured. Raises StorageError."""
    write_whole(path, (json.dumps(record, indent=1) + "\n").encode("utf-8"))
