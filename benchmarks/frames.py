"""What the window costs: milliseconds to draw a frame.

Runs without a screen (SDL's dummy driver), so presenting is not part of it; drawing is the same.
"""

import os
import tempfile
import time
from statistics import median
from typing import Any

from benchmarks.measuring import Row
from game.games import registry
from game.games.seats import parse_seats
from game.matches.requests import TableRequest

SIZES = ((1280, 720), (1920, 1080))
_WARM_FRAMES = 300
_FRAMES = 400
_TRAININGS = (("nim", [1, 3, 5, 7]), ("nim", [15] * 8))
"""What is trained in the panel: at the largest piles a game takes longest, and the table grows fastest."""


def _drawn(game: registry.GameModule, size: tuple[int, int]) -> tuple[list[float], list[float]]:
    """Milliseconds of frames with the overlay on, of a table that stands still and of one where AIs play."""
    shown = _window(size)
    seats = parse_seats(game.name, [game.default_ai] * game.rules.seats[0])
    shown.begin(TableRequest(game.name, tuple(seats), {}, seed=5))
    for _ in range(_WARM_FRAMES):
        shown.frame(1 / 60)
    playing = [_frame(shown) for _ in range(_FRAMES)]
    shown.handle(_key("p"))
    for _ in range(60):
        shown.frame(1 / 60)
    still = [_frame(shown) for _ in range(_FRAMES)]
    shown.close()
    return still, playing


def _training(game: str, piles: list[int], size: tuple[int, int]) -> list[float]:
    """Milliseconds of the training panel's frames while it learns as much as fits beside them."""
    shown = _window(size)
    shown.begin(None)
    shown.show_training(registry.ai(game, "q-learner"), {"piles": piles})
    for _ in range(30):
        shown.frame(1 / 60)
    shown.handle(_key("3"))
    for _ in range(30):
        shown.frame(1 / 60)
    learning = [_frame(shown) for _ in range(_FRAMES)]
    shown.close()
    return learning


def _window(size: tuple[int, int]) -> Any:
    from game.app import display, window  # only here: the display's driver is chosen before

    display.SIZE = size
    return window.Window()


def _frame(shown: Any) -> float:
    began = time.perf_counter()
    shown.frame(1 / 60)
    return (time.perf_counter() - began) * 1000


def _key(name: str) -> Any:
    import pygame

    return pygame.event.Event(pygame.KEYDOWN, key=pygame.key.key_code(name), mod=0, unicode=name)


def _spread(taken: list[float]) -> str:
    worst = sorted(taken)[int(len(taken) * 0.99)]
    return f"{median(taken):.1f} ms, 99 of 100 below {worst:.1f} ms"


def rows() -> list[Row]:
    """Frame times of every table and of the training panel at both sizes."""
    with tempfile.TemporaryDirectory() as home:
        os.environ |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "TABLETALK_HOME": home}
        found = []
        for size in SIZES:
            at = f"at {size[0]} x {size[1]}"
            for game in registry.games():
                still, playing = _drawn(game, size)
                what = f"{game.title}: a frame with the overlay {at}"
                found.append(Row(f"{what}, nothing moving", f"{median(still):.1f} ms"))
                found.append(Row(f"{what}, AIs playing", _spread(playing)))
            for name, piles in _TRAININGS:
                what = f"training panel, {name} at {' '.join(map(str, piles))}: a frame {at}, learning at full speed"
                found.append(Row(what, _spread(_training(name, piles, size))))
        return found


if __name__ == "__main__":
    for row in rows():
        print(f"{row.what}: {row.figure}")
