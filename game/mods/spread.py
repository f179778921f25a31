"""Work in which code of mods takes part, spread: whoever does a portion of it loads the mods first."""

import ctypes
import os
import pickle
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from game.agents.agent import ThinkingError
from game.games.module import register_game
from game.mods import files as mod_files
from game.mods.files import Found
from game.mods.mods import ModsInUse
from game.training.spreading import Spread
from game.workers.watch import Watch

P = TypeVar("P")
R = TypeVar("R")
_PATIENCE = 2.0
"""Seconds in which a mod that is stopped must have come to its end."""


class OverdueError(ThinkingError):
    """A single call of a mod's code has taken too long."""


class ModSpread:
    """A spread for work that holds objects of mods' classes. Their files must be there under the same paths."""

    def __init__(self, spread: Spread, mods: ModsInUse) -> None:
        self._spread = spread
        self._mods = mods

    @property
    def workers(self) -> int:
        """How many portions are worked on at a time."""
        return self._spread.workers

    def is_worth(self, seconds: float) -> bool:
        """See :meth:`game.training.spreading.Spread.is_worth`."""
        return self._spread.is_worth(seconds)

    def each(self, work: Callable[[P], R], portions: Sequence[P]) -> Iterator[tuple[int, R]]:
        """See :meth:`game.training.spreading.Spread.each`. Raises ModError where a mod cannot be loaded,
        OverdueError where a single call of its code takes too long."""
        return self._spread.each(_Packed(self._mods, pickle.dumps(work, pickle.HIGHEST_PROTOCOL)), portions)

    def close(self) -> None:
        """Give back what the work needed."""
        self._spread.close()


@dataclass(frozen=True)
class _Packed:
    """Work that is unpacked where it is done, once the modules of its classes are there."""

    mods: ModsInUse
    work: bytes

    def __call__(self, portion: Any) -> Any:
        sources = _load(self.mods.found)
        watch = Watch(sources, self.mods.think_seconds, lambda: _stop(watch))
        watch.start()
        try:
            return _unpacked(self.work)(portion)
        except OverdueError:
            raise OverdueError(f"thought for more than {self.mods.think_seconds:g} s") from None
        finally:
            watch.over.set()


def _stop(watch: Watch) -> None:
    """Stop what the main thread does by an error that is raised in it, or, where it heeds none, with the process."""
    main = threading.main_thread().ident or 0
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(main), ctypes.py_object(OverdueError))
    if not watch.over.wait(_PATIENCE):
        os._exit(1)


@lru_cache(maxsize=1)
def _load(mods: tuple[Found, ...]) -> list[Path]:
    """Load mods; where their code is."""
    for found in mods:
        for game in mod_files.load(found.name, found.path, found.entry).games:
            register_game(game)
    return [mod_files.source_of(found) for found in mods]


@lru_cache(maxsize=1)
def _unpacked(work: bytes) -> Callable[[Any], Any]:
    unpacked: Callable[[Any], Any] = pickle.loads(work)  # the command's own, never a file
    return unpacked
