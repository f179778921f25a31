"""AIs play for an hour in the window, at full speed, the four tables in turn: is its memory flat, is any frame late?

``python -m benchmarks.soak [--minutes N] [--table SECONDS]``. Without a screen (SDL's dummy driver). Frames are told by
CPU time, so that what else the machine does counts less; those of the first second of a table are told apart.
"""

import argparse
import os
import tempfile
import time
from collections.abc import Iterator
from itertools import count

import psutil

from game.games import registry
from game.games.seats import parse_seats
from game.matches.requests import TableRequest

_SETTLED = 10.0
"""Minutes after which memory is to be flat."""
_FIRST = 1.0
"""Seconds of a table in which pictures are made."""


def main() -> None:
    """Play, and tell what was measured every minute and at the end."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--table", type=float, default=60.0, metavar="SECONDS", help="how long a table is played at")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        os.environ |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "TABLETALK_HOME": home}
        _play(60 * asked.minutes, asked.table)


def _play(seconds: float, at_table: float) -> None:
    from game.app.window import Window  # only here: the display's driver is chosen before

    window, process = Window(), psutil.Process()
    began, told, late = time.monotonic(), 0, 0
    frames: list[float] = []
    memory: list[tuple[float, float]] = []
    window.begin(None)
    for request in _tables():
        window.show_table(request)
        opened = time.monotonic()
        while (now := time.monotonic()) - opened < at_table and now - began < seconds:
            before = time.process_time()
            window.frame(1 / 60)
            taken = 1000 * (time.process_time() - before)
            if now - opened > _FIRST:
                frames.append(taken)
                late += taken > 50
            if window.screen.dialog is not None and hasattr(window.screen, "again"):
                window.screen.again()  # the next match of this table
            if (now - began) // 60 >= told:
                told += 1
                memory.append(((now - began) / 60, process.memory_info().rss / 1e6))
                print(f"minute {memory[-1][0]:.0f}: {memory[-1][1]:.0f} MB, {len(frames):,} frames", flush=True)
        if time.monotonic() - began >= seconds:
            break
    window.close()
    _tell(sorted(frames), late, [used for minute, used in memory if minute >= _SETTLED])


def _tables() -> Iterator[TableRequest]:
    """The tables, again and again, each with other deals."""
    for number in count(1):
        for game in registry.games():
            seats = tuple(parse_seats(game.name, [game.default_ai] * game.rules.seats[0]))
            yield TableRequest(game.name, seats, {}, seed=number, speed=float("inf"))


def _tell(frames: list[float], late: int, settled: list[float]) -> None:
    print(
        f"{len(frames):,} frames after the first second of a table, the longest {frames[-1]:.0f} ms, {late} over 50 ms"
    )
    if settled:
        low, high = min(settled), max(settled)
        print(f"memory from minute {_SETTLED:.0f} on: {low:.0f} to {high:.0f} MB, {100 * (high / low - 1):.1f} % apart")


if __name__ == "__main__":
    main()
