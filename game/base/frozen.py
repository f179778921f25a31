"""The bundle, the program with a Python of its own that ``python -m assets.bundle`` makes, starts its workers itself.

There is no Python beside it that could run them. So what multiprocessing asks of such a program, and what Python does
with ``-c``, it does too.
"""

import sys


def served() -> bool:
    """Do what this process of a bundle was started for, where that is no command: the work of multiprocessing, which
    does not return, or the code of a worker of ours. Whether it was; False outside a bundle."""
    if not getattr(sys, "frozen", False):
        return False
    import multiprocessing  # only here: it takes long, and no other process needs it

    multiprocessing.freeze_support()
    if sys.argv[1:2] != ["-c"]:
        return False
    code = sys.argv[2]
    del sys.argv[2:]
    exec(code, {"__name__": "__main__"})
    return True
