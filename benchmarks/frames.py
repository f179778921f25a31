"""What the window costs: milliseconds to draw a frame, and from the start of the program to its first frame.

Runs without a screen (SDL's dummy driver), so presenting is not part of it; drawing is the same.
"""

import os
import subprocess
import sys
import tempfile
import time
from statistics import median
from typing import Any

from benchmarks.measuring import Row

SIZES = ((1280, 720), (1920, 1080))
_WARM_FRAMES = 400
_FRAMES = 600
_STARTS = 5


def _drawn(size: tuple[int, int]) -> tuple[list[float], list[float]]:
    """Milliseconds of frames with the overlay on, of a table that stands still and of one where AIs play."""
    from game import window
    from game.requests import TableRequest
    from game.seats import parse_seats

    window.SIZE = size
    shown = window.Window()
    shown.begin(TableRequest("jaipur", tuple(parse_seats("jaipur", ["utility", "weighted"])), {}, seed=5))
    for _ in range(_WARM_FRAMES):
        shown.frame(1 / 60)
    playing = [_frame(shown) for _ in range(_FRAMES)]
    shown.handle(_key("p"))
    for _ in range(60):
        shown.frame(1 / 60)
    still = [_frame(shown) for _ in range(_FRAMES)]
    shown.close()
    return still, playing


def _frame(shown: Any) -> float:
    began = time.perf_counter()
    shown.frame(1 / 60)
    return (time.perf_counter() - began) * 1000


def _key(name: str) -> Any:
    import pygame

    return pygame.event.Event(pygame.KEYDOWN, key=pygame.key.key_code(name), mod=0, unicode=name)


_FIRST_FRAME = """
import time
began = time.perf_counter()
from game import window
shown = window.Window()
shown.begin({request})
shown.frame(1 / 60)
print((time.perf_counter() - began) * 1000)
"""
_TABLE = """__import__("game.requests").requests.TableRequest("jaipur", tuple(
    __import__("game.seats").seats.parse_seats("jaipur", ["human", "utility"])), {}, seed=5)"""


def _start(request: str) -> float:
    """Milliseconds from the start of a new Python to the first frame; Python's own start counts too."""
    code = _FIRST_FRAME.format(request=request)
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
    return (time.perf_counter() - began) * 1000


def rows() -> list[Row]:
    """Frame times at both sizes, and the time from start to first frame of menu and table."""
    with tempfile.TemporaryDirectory() as home:
        os.environ |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "TABLETALK_HOME": home}
        found = []
        for size in SIZES:
            still, playing = _drawn(size)
            worst = sorted(playing)[int(len(playing) * 0.99)]
            what = f"Jaipur: a frame with the overlay at {size[0]} x {size[1]}"
            found.append(Row(f"{what}, nothing moving", f"{median(still):.1f} ms"))
            found.append(Row(f"{what}, AIs playing", f"{median(playing):.1f} ms, 99 of 100 below {worst:.1f} ms"))
        for name, request in (("menu", "None"), ("Jaipur's table", _TABLE)):
            taken = median(_start(request) for _ in range(_STARTS))
            found.append(Row(f"start of the program to the first frame of the {name}", f"{taken:.0f} ms"))
        return found


if __name__ == "__main__":
    for row in rows():
        print(f"{row.what}: {row.figure}")
