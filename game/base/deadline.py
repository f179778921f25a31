"""A deadline for code that runs in the program itself and may never come back."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class OverdueError(BaseException):
    """Code took longer than it may; the text goes on after its name. No `except Exception` of that code takes it."""


@contextmanager
def deadline(seconds: float) -> Iterator[None]:
    """Raise OverdueError inside of what takes longer than this, wherever it is at that moment. Only in the main
    thread, and only where the platform has such timers (not Windows): elsewhere it may take as long as it likes."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        raise OverdueError(f"did not come back within {seconds:g} s")

    before = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds, seconds)  # again, should it be taken all the same
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0.0)
    finally:
        signal.signal(signal.SIGALRM, before)
