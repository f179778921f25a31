"""How independent work is spread: done here, by processes of this machine, or by whatever else is a :class:`Spread`.

Work comes in portions; what it makes of each depends on the portion alone, so the results are the same wherever they
are made, and only their order tells.
"""

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from typing import Protocol, TypeVar

_MOST_WINDOWS_WORKERS = 61
"""More than that, Windows cannot wait for."""
_START = 1.0
"""Seconds until a worker has begun: what it imports and reads, as the process that starts it had to."""
_CLEARING_UP = 5.0
"""Seconds that a pool whose workers were ended may take to notice."""

P = TypeVar("P")
R = TypeVar("R")


class Spread(Protocol):
    """Does work in portions, several at a time."""

    @property
    def workers(self) -> int:
        """How many portions are worked on at a time."""

    def is_worth(self, seconds: float) -> bool:
        """Whether work that takes this process, with all that it does once, so many seconds is done sooner here."""

    def each(self, work: Callable[[P], R], portions: Sequence[P]) -> Iterator[tuple[int, R]]:
        """The results of all portions with their places, in the order in which they are done. What `work` raises is
        raised here; portions that wait are then given up, and so they are when the caller stops asking."""

    def close(self) -> None:
        """Give back what the work needed; nothing is asked for any more."""


@dataclass(frozen=True)
class Here:
    """Everything is done in this process, one portion after another."""

    workers: int = 1

    def is_worth(self, seconds: float) -> bool:
        """Never: it is this process."""
        return False

    def each(self, work: Callable[[P], R], portions: Sequence[P]) -> Iterator[tuple[int, R]]:
        """See :meth:`Spread.each`."""
        return ((place, work(portion)) for place, portion in enumerate(portions))

    def close(self) -> None:
        """Nothing to give back."""


HERE = Here()


class Processes:
    """Spawned worker processes of this machine, kept until they are closed; work and portions must be picklable."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._pool: ProcessPoolExecutor | None = None
        self._children: set[BaseProcess] = set()
        self._threads: set[threading.Thread] = set()
        self._under_way = 0

    def is_worth(self, seconds: float) -> bool:
        """See :meth:`Spread.is_worth`: once they have been started always, before where that pays."""
        return self._pool is not None or seconds * (1.0 - 1.0 / min(self.workers, cores())) > _START

    def each(self, work: Callable[[P], R], portions: Sequence[P]) -> Iterator[tuple[int, R]]:
        """See :meth:`Spread.each`. Raises BrokenProcessPool where a worker ends before its work does, but
        KeyboardInterrupt where it was an interrupt that ended it: a terminal interrupts all processes of a command."""
        before, threads = set(multiprocessing.active_children()), set(threading.enumerate())
        pool = self._opened(len(portions))
        self._under_way += 1
        try:
            with _interrupts_held():
                places = {pool.submit(work, portion): place for place, portion in enumerate(portions)}
                self._children |= set(multiprocessing.active_children()) - before
                self._threads |= set(threading.enumerate()) - threads
            for future in as_completed(places):
                yield places[future], future.result()
            self._under_way -= 1
        except BrokenProcessPool:
            pool.shutdown()  # now it is known how every worker ended
            if any(child.exitcode == -signal.SIGINT for child in self._children):
                raise KeyboardInterrupt from None
            raise
        finally:
            if self._under_way:
                self._children |= set(multiprocessing.active_children()) - before
                self._give_up()

    def _opened(self, portions: int) -> ProcessPoolExecutor:
        if self._pool is None:
            most = min(self.workers, portions, _MOST_WINDOWS_WORKERS if sys.platform == "win32" else self.workers)
            # Spawned on every platform: a worker is then the same process everywhere, and inherits nothing half done.
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(max(1, most), mp_context=context, initializer=_begin_worker)
        return self._pool

    def _give_up(self) -> None:
        """End the workers, whatever they are doing."""
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)
        for child in self._children:
            if child.is_alive():
                child.terminate()
        for thread in self._threads:
            # The pool's own: a program that ends while it clears up says so on standard error.
            thread.join(_CLEARING_UP)
        self._children, self._threads, self._under_way = set(), set(), 0

    def close(self) -> None:
        """End the workers, whatever they are doing: what they have done has been asked for."""
        if self._under_way:
            self._give_up()
        elif self._pool is not None:
            self._pool.shutdown()
            self._pool = None


def cores() -> int:
    """How many processors this program may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def spread_over(workers: int) -> Spread:
    """As many processes as `workers`; this one alone where that is 1."""
    return HERE if workers == 1 else Processes(workers)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Workers that are started meanwhile begin with interrupts held back, where the platform can do that: one that
    comes before they can end on it without a word reaches them then. This process gets its own at the end."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin_worker() -> None:
    """A worker ends on an interrupt without a word, for the process that started it says what there is to say, and it
    ends with that process, however that has ended."""
    threading.Thread(target=_end_with_parent, daemon=True, name="parent").start()
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _end_with_parent() -> None:
    """Wait for the end of the process that started this one, and end, whatever this one is doing. What has started a
    process holds one end of a pipe, which its own end closes: mods' workers end in the same way, see
    :mod:`game.workers.server`."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
