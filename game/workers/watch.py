"""The time that a single call of foreign code takes, looked at beside it."""

import os
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType

_LOOKS = 5
"""So often the time is looked at while it passes."""


class Watch(threading.Thread):
    """Sees to it that no call of foreign code takes too long, by looking at what the main thread does."""

    def __init__(self, sources: Sequence[Path], seconds: float, overdue: Callable[[], None]) -> None:
        """The code is that of files or folders; `overdue` is called, once, beside everything."""
        super().__init__(daemon=True, name="watch")
        self.over = threading.Event()
        self._sources = tuple(f"{source}{os.sep}" if source.is_dir() else str(source) for source in sources)
        self._seconds = seconds
        self._overdue = overdue

    def run(self) -> None:
        call, since = None, time.monotonic()
        while not self.over.wait(self._seconds / _LOOKS):
            now = self._call()
            if now is None or now is not call:
                call, since = now, time.monotonic()
            elif time.monotonic() - since > self._seconds:
                self._overdue()
                return

    def _call(self) -> FrameType | None:
        """The outermost call of that code that is under way; None when there is none."""
        frame = sys._current_frames().get(threading.main_thread().ident or 0)
        found = None
        while frame is not None:
            if frame.f_code.co_filename.startswith(self._sources):
                found = frame
            frame = frame.f_back
        return found
