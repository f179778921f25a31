"""What share of a core the window takes while nothing happens: the menu, and each table while a person is to move.

``python -m benchmarks.idle [--seconds N]``. The window's own loop runs, naps and all; told is the CPU time of its
process by the clock, with its threads, and of its workers beside it. Without a screen (SDL's dummy driver), or, where
SDL_VIDEODRIVER says so, in a real window: ``SDL_VIDEODRIVER=x11 xvfb-run python -m benchmarks.idle``.
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from threading import Timer
from typing import Any

import psutil

from benchmarks.frames import look_at, open_window
from benchmarks.measuring import Row
from game.games import registry
from game.games.seats import parse_seats
from game.matches.requests import TableRequest

SECONDS = 20.0
"""So long each screen is left alone."""
SETTLED = 10.0
"""Seconds before that, in which a screen comes to rest."""


def idle(shown: Any, seconds: float) -> tuple[float, float]:
    """What share of a core the loop of this window takes while it is left alone: its process, and all below it. The
    window is closed then."""
    marks: list[tuple[float, float, float]] = []

    def mark() -> None:
        marks.append((time.monotonic(), time.process_time(), _of_workers()))

    def end() -> None:
        mark()
        shown.quit()

    timers = [Timer(SETTLED, mark), Timer(SETTLED + seconds, end)]
    for timer in timers:
        timer.start()
    shown.run()
    if len(marks) < len(timers):  # it was closed by somebody else
        for timer in timers:
            timer.cancel()
        raise KeyboardInterrupt
    (began, own, workers), (ended, own_then, workers_then) = marks
    return (own_then - own) / (ended - began), (workers_then - workers) / (ended - began)


def _of_workers() -> float:
    """Seconds of CPU that the processes below this one have taken."""
    total = 0.0
    for child in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):
            total += sum(child.cpu_times()[:2])
    return total


def _open(shown: Any, game: registry.GameModule) -> None:
    """Open a table at which a person sits, to be waited for."""
    look_at(shown, game)
    others = ["random"] * (game.rules.seats[0] - 1)
    shown.show_table(TableRequest(game.name, tuple(parse_seats(game.name, ["human", *others])), {}, seed=5))


def rows(seconds: float = SECONDS) -> Iterator[Row]:
    """The menu, then every table."""
    games = list(registry.games())
    screens = [("the menu", partial(look_at, game=games[0]))]
    screens += [(f"{game.title}, a person to move", partial(_open, game=game)) for game in games]
    for name, show in screens:
        shown = open_window()
        show(shown)
        own, workers = idle(shown, seconds)
        shown.close()
        yield Row(f"share of a core, idle: {name}", f"{100 * own:.2f} %, its workers {100 * workers:.2f} %")


def main(words: list[str]) -> int:
    """Measure each screen for so many seconds; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.idle")
    parser.add_argument("--seconds", type=float, default=SECONDS)
    seconds = parser.parse_args(words).seconds
    with tempfile.TemporaryDirectory() as home:
        os.environ["TABLETALK_HOME"] = home
        os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
        os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
        for row in rows(seconds):
            print(f"{row.what}: {row.figure}", flush=True)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
