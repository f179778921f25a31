"""What the window costs: milliseconds of CPU time to draw a frame.

Runs without a screen (SDL's dummy driver), so presenting is not part of it; drawing is the same. ``python -m
benchmarks.frames [WIDTHxHEIGHT]...`` measures at some sizes only.
"""

import gc
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stdout
from io import StringIO
from math import inf
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from benchmarks.measuring import Row
from game.base import garbage
from game.cli.main import run
from game.games import registry
from game.games.seats import parse_seats
from game.matches.replay import read
from game.matches.requests import TableRequest

SIZES = ((1280, 720), (1920, 1080), (2560, 1440), (3840, 2160))
TRAINED_AT = SIZES[:3]
_MENU_FRAMES = 300
"""So many frames somebody looks at the menu before the table is opened, which is made ready meanwhile."""
_FRAMES = 900
_FIRST = 60
"""The frames of a table's first second; the one that opens it is told apart."""
_TRAINING_FRAMES = 400
_TRAININGS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("nim", {"piles": [1, 3, 5, 7]}),
    ("nim", {"piles": [15] * 8}),
    ("jaipur", {}),
    ("notty", {}),
)
"""What is trained in the panel: at Nim's largest piles the table grows fastest, at Notty a game takes longest."""
_LONG = ["arena", "notty", "random", "random", "--games", "1", "--seed", "5", "--set", "turn_limit=1100"]
"""A match whose replay has more than 3,500 lines."""


class Drawn(NamedTuple):
    """Milliseconds of CPU time of a table's frames with the overlay on: of the one that opens it, of those of its first
    second, of all that follow while AIs play, and of those in which it stands still."""

    opening: float
    first: list[float]
    playing: list[float]
    still: list[float]


def _drawn(game: registry.GameModule, size: tuple[int, int], speed: float = 1.0) -> Drawn:
    """A table at which AIs play at a speed, opened from the menu."""
    shown = open_window(size)
    look_at(shown, game)
    seats = parse_seats(game.name, [game.default_ai] * game.rules.seats[0])
    opening = _taken(lambda: shown.show_table(TableRequest(game.name, tuple(seats), {}, seed=5, speed=speed)))
    opening += _frame(shown) + _frame(shown)  # the table stands in the second one
    first = [_frame(shown) for _ in range(_FIRST)]
    playing = [_frame(shown) for _ in range(_FRAMES)]
    shown.handle(key("p"))
    for _ in range(_FIRST):
        shown.frame(1 / 60)
    still = [_frame(shown) for _ in range(_FIRST)]
    shown.close()
    return Drawn(opening, first, playing, still)


def _training(game: str, options: dict[str, Any], size: tuple[int, int]) -> list[float]:
    """Milliseconds of the training panel's frames while it learns as much as fits beside them."""
    shown = open_window(size)
    shown.show_training(registry.ai(game, "q-learner"), options)
    for _ in range(30):
        shown.frame(1 / 60)
    shown.handle(key("3"))
    for _ in range(30):
        shown.frame(1 / 60)
    learning = [_frame(shown) for _ in range(_TRAINING_FRAMES)]
    shown.close()
    return learning


def _replay(size: tuple[int, int]) -> Row:
    """What it takes to open a long replay from the menu, reading it among it, and to go to its end and beginning."""
    with tempfile.TemporaryDirectory() as folder:
        with redirect_stdout(StringIO()):
            run([*_LONG, "--record", folder])
        (path,) = Path(folder).iterdir()
        shown = open_window(size)
        look_at(shown, registry.game("notty"))
        opening = _taken(lambda: shown.show_replay(read(path))) + _frame(shown) + _frame(shown)
        while not shown.screen.resting:
            shown.frame(1 / 60)
        end, home = (_pressed(shown, name) for name in ("end", "home"))
        shown.close()
        lines = len(path.read_bytes().splitlines())
    return Row(f"a replay of {lines:,} lines: opening it; End; Home", f"{opening:.0f} ms; {end:.0f}; {home:.0f}")


def open_window(size: tuple[int, int] | None = None) -> Any:
    """A window that shows the menu, as the program opens it: once it is seen, Python searches only what is made from
    then on for garbage."""
    gc.collect()  # windows before this one
    garbage.put_off()
    from game.app import display, window  # only here: the display's driver is chosen before

    if size is not None:
        display.SIZE = size
    shown = window.Window()
    shown.begin(None)
    shown.frame(1 / 60)
    garbage.look_again()
    return shown


def look_at(shown: Any, game: registry.GameModule) -> None:
    """Choose a game in the menu, until nothing is left to be made for its table."""
    shown.handle(key(str(list(registry.games()).index(game) + 1)))
    for _ in range(_MENU_FRAMES):
        shown.frame(1 / 60)
    while not shown.screen.resting:  # frames pass faster here than for people, but not the thread that loads code
        shown.frame(1 / 60)


def _frame(shown: Any) -> float:
    return _taken(lambda: shown.frame(1 / 60))


def _pressed(shown: Any, name: str) -> float:
    """Milliseconds until what a key asks for is seen."""
    return _taken(lambda: shown.handle(key(name))) + _frame(shown)


def _taken(do: Callable[[], object]) -> float:
    """Milliseconds of CPU time."""
    began = time.process_time()
    do()
    return (time.process_time() - began) * 1000


def key(name: str) -> Any:
    """The event of a key that is pressed."""
    import pygame

    return pygame.event.Event(pygame.KEYDOWN, key=pygame.key.key_code(name), mod=0, unicode=name)


def _spread(taken: list[float]) -> str:
    worst = sorted(taken)[int(len(taken) * 0.99)]
    return f"{median(taken):.1f} ms, 99 of 100 below {worst:.1f} ms"


def rows(sizes: Sequence[tuple[int, int]] = SIZES) -> list[Row]:
    """Frames of every table at these sizes, at the smallest at the highest speed too, and of the training panel."""
    with tempfile.TemporaryDirectory() as home:
        os.environ |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "TABLETALK_HOME": home}
        return [row for size in sizes for row in _rows_at(size)]


def _rows_at(size: tuple[int, int]) -> Iterator[Row]:
    at = f"at {size[0]} x {size[1]}"
    for game in registry.games():
        drawn = _drawn(game, size)
        what = f"{game.title}: a frame with the overlay {at}"
        yield Row(f"{game.title}: opening the table {at}", f"{drawn.opening:.0f} ms")
        yield Row(f"{what}, AIs playing, the first second", _spread(drawn.first))
        yield Row(f"{what}, AIs playing, then", _spread(drawn.playing))
        yield Row(f"{what}, nothing moving", f"{median(drawn.still):.1f} ms")
        if size == SIZES[0]:
            yield Row(f"{what}, AIs playing at the highest speed", _spread(_drawn(game, size, inf).playing))
    if size == SIZES[0]:
        yield _replay(size)
    for name, options in _TRAININGS if size in TRAINED_AT else ():
        told = "".join(f" at {' '.join(map(str, piles))}" for piles in options.values())
        what = f"training panel, {name}{told}: a frame {at}, learning at full speed"
        yield Row(what, _spread(_training(name, options, size)))


if __name__ == "__main__":
    asked = [tuple(map(int, words.split("x"))) for words in sys.argv[1:]]
    for row in rows([(width, height) for width, height in asked] or SIZES):
        print(f"{row.what}: {row.figure}", flush=True)
