"""The memory that a worker process may take: looked at beside it, and beside everything in the program."""

import subprocess
import sys
import threading
from collections.abc import Callable

MEGABYTE = 1_000_000
_LOOK_SECONDS = 0.05
_BEYOND = 1000 * MEGABYTE


class MemoryWatch(threading.Thread):
    """Ends a process whose resident memory passes a limit in MB; `passed` is then that limit."""

    def __init__(self, process: subprocess.Popen[bytes], limit: Callable[[], int]) -> None:
        super().__init__(daemon=True, name="memory")
        self.over = threading.Event()
        self.passed: int | None = None
        self._process = process
        self._limit = limit

    def run(self) -> None:
        import psutil  # only here: the worker itself, which imports this module for `bound`, starts sooner without

        try:
            looked_at = psutil.Process(self._process.pid)
            while not self.over.wait(_LOOK_SECONDS):
                limit = self._limit()
                if looked_at.memory_info().rss > limit * MEGABYTE:
                    self.passed = limit
                    self._process.kill()
                    return
        except psutil.Error:
            return  # it has ended by itself


def bound(limit: int) -> None:
    """Have this process get no more than twice `limit` MB and 1,000 more, however fast it asks: what passes the limit
    between two looks takes no machine down. Only Linux counts what is asked for in a way that hurts nobody else."""
    if sys.platform == "linux":
        import resource

        most = 2 * limit * MEGABYTE + _BEYOND
        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        if hard == resource.RLIM_INFINITY or most < hard:
            resource.setrlimit(resource.RLIMIT_DATA, (most, hard))
