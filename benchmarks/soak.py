"""AIs play for an hour in the window, at full speed, the four tables in turn: is its memory flat, is any frame late?

``python -m benchmarks.soak [--minutes N] [--table SECONDS]``. Without a screen (SDL's dummy driver). Frames are told by
CPU time, so that what else the machine does counts less; those of the first second of a table are told apart, and every
new match at the same seats opens a table of its own. Memory is
that of the window's process, with its workers' beside it. Exit status 1 where memory or a frame is over its limit.
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from typing import NamedTuple

import psutil

from game.games import registry
from game.games.seats import parse_seats
from game.matches.requests import TableRequest

_SETTLED = 10.0
"""Minutes after which memory is to be flat."""
_FIRST = 1.0
"""Seconds of a table in which pictures are made."""
_MOST_APART = 5.0
"""By so many per cent memory may differ then."""
_LONGEST = 50.0
"""So many milliseconds a frame may take after a table's first second."""


class Late(NamedTuple):
    """A frame that took too long: at which table, how many seconds after it was opened, and what was seen then."""

    table: str
    after: float
    milliseconds: float
    seen: str

    def __str__(self) -> str:
        return f"{self.table}, {self.after:.1f} s after opening: {self.milliseconds:.0f} ms, {self.seen}"


def main() -> None:
    """Play, and tell what was measured every minute and at the end."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--table", type=float, default=60.0, metavar="SECONDS", help="how long a table is played at")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        os.environ |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "TABLETALK_HOME": home}
        sys.exit(_play(60 * asked.minutes, asked.table))


def _play(seconds: float, at_table: float) -> int:
    """The exit status."""
    from game.app.window import Window  # only here: the display's driver is chosen before

    window, process = Window(), psutil.Process()
    began, told = time.monotonic(), 0
    frames: list[float] = []
    first: list[float] = []
    screen: object = None
    late: list[Late] = []
    memory: list[tuple[float, float]] = []
    window.begin(None)
    for request in _tables():
        window.show_table(request)
        opened = since = time.monotonic()
        while (now := time.monotonic()) - opened < at_table and now - began < seconds:
            seen_before, before = _seen(window.screen), time.process_time()
            window.frame(1 / 60)
            taken = 1000 * (time.process_time() - before)
            if window.screen is not screen:
                screen, since = window.screen, now
            if now - since <= _FIRST:
                first.append(taken)
            else:
                frames.append(taken)
                if taken > _LONGEST:
                    seen = f"{seen_before}, then {_seen(window.screen)}"
                    late.append(Late(request.game, now - since, taken, seen))
                    print(late[-1], flush=True)
            if window.screen.dialog is not None and hasattr(window.screen, "again"):
                window.screen.again()  # the next match of this table
            if (now - began) // 60 >= told:
                told += 1
                memory.append(((now - began) / 60, process.memory_info().rss / 1e6))
                print(
                    f"minute {memory[-1][0]:.0f}: {memory[-1][1]:.0f} MB, workers {_workers(process):.0f} MB, "
                    f"{len(frames):,} frames, {request.game}",
                    flush=True,
                )
        if time.monotonic() - began >= seconds:
            break
    window.close()
    print(f"the longest frame in the first second of a table: {max(first):.0f} ms")
    return _tell(sorted(frames), late, [used for minute, used in memory if minute >= _SETTLED])


def _tables() -> Iterator[TableRequest]:
    """The tables, again and again, each with other deals."""
    for number in count(1):
        for game in registry.games():
            seats = tuple(parse_seats(game.name, [game.default_ai] * game.rules.seats[0]))
            yield TableRequest(game.name, seats, {}, seed=number, speed=float("inf"))


def _seen(screen: object) -> str:
    """What a frame shows, in a word or two."""
    dialog = getattr(screen, "dialog", None)
    return "play" if dialog is None else f"dialog {getattr(dialog, 'title', type(dialog).__name__)}"


def _workers(process: psutil.Process) -> float:
    """Megabytes of the processes that this one has started."""
    used = 0.0
    for worker in process.children(recursive=True):
        with suppress(psutil.Error):  # it has just ended
            used += worker.memory_info().rss / 1e6
    return used


def _tell(frames: list[float], late: list[Late], settled: list[float]) -> int:
    """Tell the figures and the verdict; the exit status."""
    print(
        f"{len(frames):,} frames after the first second of a table, the longest {frames[-1]:.0f} ms, "
        f"{len(late)} over {_LONGEST:.0f} ms"
    )
    apart = 0.0
    if settled:
        low, high = min(settled), max(settled)
        apart = 100 * (high / low - 1)
        print(f"memory from minute {_SETTLED:.0f} on: {low:.0f} to {high:.0f} MB, {apart:.1f} % apart")
    holds = not late and apart <= _MOST_APART
    print("verdict: holds" if holds else f"verdict: fails (at most {_MOST_APART:.0f} % apart, no late frame)")
    return not holds


if __name__ == "__main__":
    main()
