"""Python's search for objects that hold only each other: put off while the window opens.

Importing makes some hundred thousand objects, and the search goes through all of them several times meanwhile: a tenth
of the start. What is there once the window is seen stays until the end, so it is not gone through again.
"""

import gc

_put_off = False
"""Whether it is put off here: others stop the search for a moment, too, and see to it themselves."""


def put_off() -> None:
    """Do not search until `look_again`."""
    global _put_off
    _put_off = True
    gc.disable()


def look_again() -> None:
    """Search from now on, but only through what is made from now on, where it was put off; else do nothing."""
    global _put_off
    if _put_off:
        _put_off = False
        gc.freeze()
        gc.enable()
