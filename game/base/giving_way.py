"""A thread beside the frames lets them go first."""

import time

_AT_ONCE = 0.001
"""So many seconds a thread works before it rests: frames wait for it meanwhile."""
_REST = 0.004


class GivingWay:
    """Lets the frames go first, wherever a thread beside them calls it: often, between small pieces of its work."""

    def __init__(self) -> None:
        self._rested = time.thread_time()

    def __call__(self) -> None:
        if time.thread_time() - self._rested > _AT_ONCE:
            time.sleep(_REST)
            self._rested = time.thread_time()
