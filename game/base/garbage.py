"""Python's search for objects that hold only each other: put off while the window opens, made when a screen goes.

Importing makes some hundred thousand objects, and the search goes through all of them several times meanwhile: a tenth
of the start. What is there once the window is seen stays until the end, so it is not gone through again.

Python searches when there are many new objects, however large they are: a screen is a few thousand that hold each
other, with pictures of many megabytes, and several closed ones would wait for the search. What is free then lies in
pieces among what is not, and glibc keeps it unless it is asked to give it back.
"""

import ctypes
import gc
from collections.abc import Callable
from functools import cache

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


def clear_away() -> None:
    """Search now, as something large is no longer needed, and give the system back what is free; not while the search
    is put off. From then on all is hardly ever searched at another moment."""
    gc.set_threshold(*gc.get_threshold()[:2], _WHOLE)
    if not _put_off:
        gc.collect()
        trim = _trim()
        if trim is not None:
            trim(0)


@cache
def _trim() -> Callable[[int], int] | None:
    """What gives free memory back; None where the library of C has no such function (malloc_trim is glibc's)."""
    try:
        found: Callable[[int], int] = ctypes.CDLL(None).malloc_trim
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
