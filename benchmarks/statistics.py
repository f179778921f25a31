"""How soon 10,000 recorded matches are there: from the index, and where it must be made again."""

import json
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from benchmarks.measuring import Row
from game.analysis.people.index import Index
from game.analysis.people.statistics import curves, grouped, statistics
from game.cli.main import run

MATCHES = 10_000


def rows() -> list[Row]:
    """The row of the README's table."""
    with tempfile.TemporaryDirectory() as folder, _home(Path(folder)):
        matches = _recorded(Path(folder) / "matches")
        with closing(Index(matches)) as index:
            made = _seconds(lambda: list(index.update()))
        opened = _seconds(lambda: _opened(matches))
    told = f"{MATCHES:,} recorded matches"
    return [
        Row(f"{told}: opened with all statistics and curves, from the index", f"{opened:.2f} s of CPU"),
        Row(f"{told}: the index made again from the files, between frames", f"{made:.1f} s of CPU"),
    ]


def _opened(folder: Path) -> None:
    with closing(Index(folder)) as index:
        list(index.update())
        matches = index.recorded()
    assert len(matches) == MATCHES
    statistics(matches)
    curves(matches)
    grouped(matches, lambda match: match.game)


def _seconds(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


def _recorded(folder: Path) -> Path:
    """So many files of one match of Jaipur, a person at the first seat."""
    assert run(["arena", "jaipur", "utility", "club", "--games", "1", "--seed", "1", "--record", str(folder)]) == 0
    (one,) = folder.glob("*.jsonl")
    first, _, rest = one.read_text().partition("\n")
    head = json.loads(first)
    head["players"][0] |= {"name": "You", "ai": None}
    one.unlink()
    for number in range(MATCHES):
        path = folder / f"jaipur-{number}.jsonl"
        path.write_text(json.dumps(head | {"seed": number}, separators=(",", ":")) + "\n" + rest)
        os.utime(path, (1_700_000_000 + 60 * number,) * 2)
    return folder


@contextmanager
def _home(path: Path) -> Iterator[None]:
    """A data folder of its own."""
    before = os.environ.get("TABLETALK_HOME")
    os.environ["TABLETALK_HOME"] = str(path)
    try:
        yield
    finally:
        if before is None:
            del os.environ["TABLETALK_HOME"]
        else:
            os.environ["TABLETALK_HOME"] = before
