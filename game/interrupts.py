"""Interrupts (Ctrl-C) that are noted, for work that ends in order."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def noting_interrupts(overlooked: int = 0) -> Iterator[list[int]]:
    """Note every interrupt. The first `overlooked` of them do nothing else, all others raise KeyboardInterrupt as ever:
    one that is raised where exceptions get lost, as while workers are started, is not lost then."""
    noted: list[int] = []

    def note(number: int, frame: object) -> None:
        noted.append(number)
        if len(noted) > overlooked:
            raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():
        yield noted  # only the main thread may take signals
        return
    before = signal.signal(signal.SIGINT, note)
    try:
        yield noted
    finally:
        signal.signal(signal.SIGINT, before)
