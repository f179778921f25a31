"""Analyses kept under the user's data: each is thought once, and shown at once the next time."""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from game.analysis.batches import go_straight_on
from game.analysis.judges import VERSION
from game.base.storage import StorageError, caching, home, read_whole, write_whole
from game.checkpoints.places import shipped_digests
from game.games.judge_error import shipped_error

if TYPE_CHECKING:  # what analyses is loaded once there is an analysis
    from game.analysis.analysis import Analysis, Work

_MOST_BYTES = 64 << 20


def folder() -> Path:
    """Where analyses are kept."""
    return home() / "analyses"


def kept_path(work: "Work", weights: str | None) -> Path:
    """Where the analysis is kept that comes of some work, by a judge whose checkpoint has the digest `weights`: another
    place once any of what a judge may rest on has changed, be it another file that ships with the game."""
    words = work.words
    key: list[object] = [work.digest, words.ai, weights, words.effort, work.seed, VERSION, work.baseline.digest]
    key += [shipped_error(words.game), shipped_digests(words.game)]
    return folder() / f"{hashlib.sha256(json.dumps(key).encode()).hexdigest()}.json"


def load(path: Path) -> "Analysis | None":
    """The analysis that is kept there; None where none is, or none that can be read: it is then thought again."""
    from game.analysis.analysis import read_record

    with suppress(StorageError, LookupError, TypeError, ValueError, AttributeError, RecursionError):
        return read_record(json.loads(read_whole(path, _MOST_BYTES, "analysis")))
    return None


def store(path: Path, analysis: "Analysis", give_way: Callable[[], None] = go_straight_on) -> None:
    """Keep an analysis, as far as that can be, and `give_way` to whoever waits between small pieces of the work."""
    with caching(path):
        write_whole(path, "".join(_written(analysis.record(""), give_way)).encode("utf-8"))


def _written(record: Mapping[str, Any], give_way: Callable[[], None]) -> Iterator[str]:
    """A record as JSON, entry by entry of its lists: while a whole value is written, no other thread can run."""
    opened = "{"
    for name, value in record.items():
        yield f"{opened}{_json(name)}:"
        opened = ","
        if not isinstance(value, list | tuple):
            yield _json(value)
            continue
        for place, each in enumerate(value):
            yield f"{',' if place else '['}{_json(each)}"
            give_way()
        yield "]" if value else "[]"
    yield "}"


def _json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))
