"""AIs play for an hour in the window, at full speed, the four tables in turn: is its memory flat, is any frame late?

``python -m benchmarks.soak [--minutes N] [--table SECONDS]``. Without a screen (SDL's dummy driver). Frames are told by
CPU time, so that what else the machine does counts less, and by the clock, too, which tells how far judges and AIs that
think beside them give way; those of the first second of a table are told apart, and every new match at the same seats
opens a table of its own. It begins at the menu, as play does for everybody, where each game is chosen once, until all
is made that its table will need. Memory is that of the window's process, with its workers' beside it. Exit status 1
where memory or a frame is over its limit.
"""

import argparse
import os
import sys
import tempfile
import time
import weakref
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import accumulate, count
from typing import Any, NamedTuple

import psutil

from benchmarks.frames import look_at, open_window
from game.games import registry
from game.games.seats import parse_seats
from game.matches.requests import TableRequest

_FRAME = 1 / 60
"""Seconds that pass from frame to frame."""
_SETTLED = 10
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
    window = open_window()
    for game in registry.games():
        look_at(window, game)
    measured = _Measured()
    for request in _tables():
        window.show_table(request)
        opened = time.monotonic()
        while measured.passed < seconds and time.monotonic() - opened < at_table:
            measured.frame(window, request.game)
            if window.screen.dialog is not None and hasattr(window.screen, "again"):
                window.screen.again()  # the next match of this table
        if measured.passed >= seconds:
            break
    window.close()
    return measured.tell()


class _Taken(Counter[int]):
    """How many frames took so many tenths of a millisecond: what is measured must not grow, as memory is measured."""

    def note(self, milliseconds: float) -> None:
        """One more frame."""
        self[round(10 * milliseconds)] += 1

    def __str__(self) -> str:
        most = f"99 of 100 below {self._share(0.99)}, 999 of 1,000 below {self._share(0.999)}"
        return f"median {self._share(0.5)} ms, {most}"

    def _share(self, share: float) -> float:
        """Milliseconds that no more than this share of the frames took."""
        tenths = sorted(self)
        reached = accumulate(self[each] for each in tenths)
        return next(each for each, seen in zip(tenths, reached, strict=True) if seen >= share * self.total()) / 10


class _Measured:
    """What was measured of all frames, and of memory once a minute."""

    def __init__(self) -> None:
        self._process = psutil.Process()
        self._began = self._since = time.monotonic()
        self._screen: Callable[[], object] = lambda: None
        """The screen that was seen last, unless it is gone: not held, or it would outlive its time."""
        self._first = 0.0
        """Milliseconds of the longest frame of a table's first second."""
        self._frames = _Taken()
        self._by_clock = _Taken()
        self._late: list[Late] = []
        self._memory: list[float] = []
        """Megabytes, minute by minute."""

    @property
    def passed(self) -> float:
        """Seconds since the first table was opened."""
        return time.monotonic() - self._began

    def frame(self, window: Any, game: str) -> None:
        """Show a frame and measure it."""
        seen_before, clock, before = _seen(window.screen), time.perf_counter(), time.process_time()
        window.frame(_FRAME)
        taken, by_clock = 1000 * (time.process_time() - before), 1000 * (time.perf_counter() - clock)
        if window.screen is not self._screen():
            self._screen, self._since = weakref.ref(window.screen), time.monotonic()
        after = time.monotonic() - self._since
        if after <= _FIRST:
            self._first = max(self._first, taken)
        else:
            self._frames.note(taken)
            self._by_clock.note(by_clock)
        if after > _FIRST and taken > _LONGEST:
            self._late.append(Late(game, after, taken, f"{seen_before}, then {_seen(window.screen)}"))
            print(self._late[-1], flush=True)
        if self.passed // 60 >= len(self._memory):
            self._look_at_memory(game)

    def _look_at_memory(self, game: str) -> None:
        minute, used = len(self._memory), self._process.memory_info().rss / 1e6
        self._memory.append(used)
        workers = f"workers {_workers(self._process):.0f} MB"
        print(f"minute {minute}: {used:.0f} MB, {workers}, {self._frames.total():,} frames, {game}", flush=True)

    def tell(self) -> int:
        """Tell the figures and the verdict; the exit status."""
        print(f"the longest frame in the first second of a table: {self._first:.0f} ms")
        print(
            f"{self._frames.total():,} frames after the first second of a table, "
            f"the longest {max(self._frames) / 10:.0f} ms, {len(self._late)} over {_LONGEST:.0f} ms"
        )
        print(f"of CPU time {self._frames}; by the clock {self._by_clock}")
        apart = 0.0
        settled = self._memory[_SETTLED:]
        if settled:
            low, high = min(settled), max(settled)
            apart = 100 * (high / low - 1)
            print(f"memory from minute {_SETTLED} on: {low:.0f} to {high:.0f} MB, {apart:.1f} % apart")
        holds = not self._late and apart <= _MOST_APART
        print("verdict: holds" if holds else f"verdict: fails (at most {_MOST_APART:.0f} % apart, no late frame)")
        return not holds


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


if __name__ == "__main__":
    main()
