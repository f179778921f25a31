"""The search for objects that hold only each other falls into no frame of play; threads leave no memory behind."""

import gc
import platform
import subprocess
import sys
from collections.abc import Iterator

import pytest

from game.base import garbage


@pytest.fixture
def searches() -> Iterator[list[int]]:
    """The generations that have been searched since."""
    found: list[int] = []

    def note(phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            found.append(info["generation"])

    before = gc.get_threshold()
    gc.callbacks.append(note)
    yield found
    gc.callbacks.remove(note)
    gc.set_threshold(*before)


def test_what_grows_while_a_screen_stands_is_not_searched_whole(searches: list[int]) -> None:
    garbage.clear_away()
    assert searches == [2]
    searches.clear()
    held = [[number] for number in range(300_000)]
    assert len(held) == 300_000
    assert searches.count(1) > 10
    assert 2 not in searches


_HEAPS = """
import ctypes, sys, threading
from game.base import garbage
if sys.argv[1] == "one":
    garbage.share_one_heap()
thread = threading.Thread(target=lambda: [bytes(5000) for _ in range(1000)])
thread.start()
thread.join()
libc = ctypes.CDLL(None)
libc.fdopen.restype = ctypes.c_void_p
out = ctypes.c_void_p(libc.fdopen(1, b"w"))
libc.malloc_info(0, out)
libc.fflush(out)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="heaps of threads are glibc's")
@pytest.mark.parametrize(("heaps", "found"), [("one", 1), ("each", 2)])
def test_threads_share_one_heap(heaps: str, found: int) -> None:
    told = subprocess.run([sys.executable, "-c", _HEAPS, heaps], capture_output=True, text=True, check=True).stdout
    assert told.count("<heap nr=") == found
