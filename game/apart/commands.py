"""Commands in which AIs of mods learn, in the worker process that carries them out."""

import os
import signal
import sys
import threading
import time
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from game import catalogue, cli_train, mod_files
from game.cli_words import CommandError, UsageError
from game.mod_files import Found
from game.rules.protocol import OptionError
from game.seats import SeatError
from game.storage import StorageError

_LOOKS = 5
"""So often the time of a mod is looked at while it passes."""


def carried_out(name: str, words: Namespace, mods: Sequence[Found], tell: Callable[..., None]) -> tuple[int, str]:
    """Carry out a command with the AIs of mods: its exit status, and what is to be said (1 and 2: why it failed, 2 for
    a wrong word)."""
    try:
        return cli_train.train_apart(words, tell, mods) if name == "train" else (0, cli_train.inspect_apart(words))
    except (UsageError, SeatError, OptionError, catalogue.UnknownNameError) as error:
        return 2, str(error)
    except (CommandError, StorageError) as error:
        return 1, str(error)


@contextmanager
def prepared(mods: Sequence[Found], seconds: float, overdue: Callable[[], None]) -> Iterator[None]:
    """The AIs of mods stand in the catalogue as if they were our own; an interrupt is heeded; `overdue` is called,
    beside everything, when a single call of a mod takes longer than `seconds`. Raises ModError."""
    for found in mods:
        for ai in mod_files.load(found.name, found.path, found.entry).ais:
            catalogue.register(ai)
    watch = Watch([mod_files.source_of(found) for found in mods], seconds, overdue)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    watch.start()
    try:
        yield
    finally:
        watch.over.set()
        signal.signal(signal.SIGINT, signal.SIG_IGN)


class Watch(threading.Thread):
    """Sees to it that no call of a mod's code takes too long, by looking at what the main thread does."""

    def __init__(self, sources: Sequence[Path], seconds: float, overdue: Callable[[], None]) -> None:
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
        """The outermost call of a mod's code that is under way; None when there is none."""
        frame = sys._current_frames().get(threading.main_thread().ident or 0)
        found = None
        while frame is not None:
            if frame.f_code.co_filename.startswith(self._sources):
                found = frame
            frame = frame.f_back
        return found
