"""Signals that ask the program to end: Ctrl-C, and SIGTERM and SIGHUP, which are taken as it is."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

ENDING = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
"""The signals by which a process is asked to end."""


class Ended(KeyboardInterrupt):
    """A signal has asked the program to end: `number` is which."""

    def __init__(self, number: int = signal.SIGINT) -> None:
        super().__init__()
        self.number = int(number)


def status_of(number: int) -> int:
    """The exit status of a program that a signal has ended, as shells have it: 130 for Ctrl-C, 143 for SIGTERM."""
    return 128 + number


def number_of(error: KeyboardInterrupt) -> int:
    """Which signal has interrupted something."""
    return error.number if isinstance(error, Ended) else int(signal.SIGINT)


@contextmanager
def handling_signals(handle: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    """Meanwhile the signals that ask the program to end go to `handle`; those that it was started to ignore stay
    ignored. Outside the main thread, which alone may take signals, nothing changes."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard = [number for number in ENDING if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, handle) for number in heard}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, signal.SIG_DFL if handler is None else handler)


@contextmanager
def noting_interrupts(overlooked: int = 0) -> Iterator[list[int]]:
    """Note every signal that asks the program to end, by its number. The first `overlooked` of them do nothing else,
    all others raise Ended: one that is raised where exceptions get lost, as while workers are started, is not lost
    then."""
    noted: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        noted.append(number)
        if len(noted) > overlooked:
            raise Ended(number)

    with handling_signals(note):
        yield noted
