"""Python's search for objects that hold only each other: put off while the window opens, made when a screen goes.

Importing makes some hundred thousand objects, and the search goes through all of them several times meanwhile: a tenth
of the start. What is there once the window is seen stays until the end, so it is not gone through again.

Python searches when there are many new objects, however large they are: a screen is a few thousand that hold each
other, with pictures of many megabytes, and several closed ones would wait for the search. What is free then lies in
pieces among what is not, and glibc keeps it unless it is asked to give it back.

glibc gives each thread a heap of its own, too. The window's threads read what workers send and make what screens will
keep, so that every match left pieces there: a megabyte a minute at full speed.
"""

import ctypes
import gc
from collections.abc import Callable
from functools import cache

_ARENA_MAX = -8
"""How many heaps there may be, to glibc's mallopt."""
_WHOLE = 1000
"""All is searched after so many searches through what is young, instead of after Python's 10: at a table that holds a
frame up for some fifty milliseconds, every few seconds. What a screen leaves is searched for when it goes."""

_put_off = False
"""Whether it is put off here: others stop the search for a moment, too, and see to it themselves."""


def put_off() -> None:
    """Do not search until `look_again`."""
    global _put_off
    _put_off = True
    gc.disable()


def share_one_heap() -> None:
    """Let all threads that begin from now on take memory from one heap, where the library of C lets one choose."""
    choose = _of_c("mallopt")
    if choose is not None:
        choose(_ARENA_MAX, 1)


def clear_away() -> None:
    """Search now, as something large is no longer needed, and give the system back what is free; not while the search
    is put off. From then on all is hardly ever searched at another moment."""
    gc.set_threshold(*gc.get_threshold()[:2], _WHOLE)
    if not _put_off:
        gc.collect()
        trim = _of_c("malloc_trim")  # gives free memory back
        if trim is not None:
            trim(0)


@cache
def _of_c(name: str) -> Callable[..., int] | None:
    """A function of the library of C; None where it has none of that name (these are glibc's)."""
    try:
        found: Callable[..., int] = getattr(ctypes.CDLL(None), name)
    except (OSError, TypeError, AttributeError):
        return None
    return found


def look_again() -> None:
    """Search from now on, but only through what is made from now on, where it was put off; else do nothing."""
    global _put_off
    if _put_off:
        _put_off = False
        gc.freeze()
        gc.enable()
