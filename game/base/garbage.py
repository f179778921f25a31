"""Python's search for objects that hold only each other: put off while the window opens.

Importing makes some hundred thousand objects, and the search goes through all of them several times meanwhile: a tenth
of the start. What is there once the window is seen stays until the end, so it is not gone through again.
"""

import gc


def put_off() -> None:
    """Do not search until `look_again`."""
    gc.disable()


def look_again() -> None:
    """Search from now on, but only through what is made from now on, where it was put off; else do nothing."""
    if not gc.isenabled():
        gc.freeze()
        gc.enable()
