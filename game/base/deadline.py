"""A deadline for code that runs in the program itself and may never come back."""

import signal
import threading
from types import FrameType, TracebackType
from typing import Any

from game.rules.language import _


class OverdueError(BaseException):
    """Code took longer than it may; the text goes on after its name. No `except Exception` of that code takes it."""


class deadline:  # noqa: N801  # used as a context manager, as those of contextlib are
    """Raise OverdueError inside of what takes longer than this, wherever it is at that moment. Only in the main
    thread, and only where the platform has such timers (not Windows): elsewhere it may take as long as it likes.

    Within another one that one counts alone. It is entered millions of times where a mod's rules are played in thought,
    so the signal is taken over once, not each time.
    """

    __slots__ = ("_counts", "_seconds")

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    def __enter__(self) -> None:
        self._counts = _ALARM.seconds is None and _ALARM.is_here()
        if self._counts:
            _ALARM.set(self._seconds)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._counts:
            _ALARM.stop()


class _Alarm:
    """The program's one alarm: it rings after `seconds`, None where it is not set."""

    def __init__(self) -> None:
        self.seconds: float | None = None
        self._taken = False
        self._before: Any = None
        """What was done when the signal came, before it was taken over."""

    def is_here(self) -> bool:
        """Whether code of this thread can be interrupted; the signal is taken over then."""
        if not hasattr(signal, "setitimer") or threading.get_ident() != threading.main_thread().ident:
            return False
        if not self._taken:
            self._before = signal.signal(signal.SIGALRM, self._ring)
            self._taken = True
        return True

    def set(self, seconds: float) -> None:
        """Have it ring, and again should that be taken all the same."""
        self.seconds = seconds
        signal.setitimer(signal.ITIMER_REAL, seconds, seconds)

    def stop(self) -> None:
        """Have it ring no more."""
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.0)
        finally:
            self.seconds = None

    def _ring(self, number: int, frame: FrameType | None) -> None:
        if self.seconds is not None:
            raise OverdueError(_("did not come back within {seconds:g} s", seconds=self.seconds))
        if callable(self._before):  # it is somebody else's alarm
            self._before(number, frame)


_ALARM = _Alarm()
