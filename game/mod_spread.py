"""Work in which code of mods takes part, spread: whoever does a portion of it loads the mods first."""

import pickle
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar

from game import mod_files
from game.mod_files import Found
from game.training.spreading import Spread

P = TypeVar("P")
R = TypeVar("R")


class ModSpread:
    """A spread for work that holds objects of mods' classes. Their files must be there under the same paths."""

    def __init__(self, spread: Spread, mods: Sequence[Found]) -> None:
        self._spread = spread
        self._mods = tuple(mods)

    @property
    def workers(self) -> int:
        """How many portions are worked on at a time."""
        return self._spread.workers

    def each(self, work: Callable[[P], R], portions: Sequence[P]) -> Iterator[tuple[int, R]]:
        """See :meth:`game.training.spreading.Spread.each`. Raises ModError where a mod cannot be loaded."""
        return self._spread.each(_Packed(self._mods, pickle.dumps(work, pickle.HIGHEST_PROTOCOL)), portions)

    def close(self) -> None:
        """Give back what the work needed."""
        self._spread.close()


@dataclass(frozen=True)
class _Packed:
    """Work that is unpacked where it is done, once the modules of its classes are there."""

    mods: tuple[Found, ...]
    work: bytes

    def __call__(self, portion: Any) -> Any:
        _load(self.mods)
        return _unpacked(self.work)(portion)


@lru_cache(maxsize=1)
def _load(mods: tuple[Found, ...]) -> None:
    for found in mods:
        mod_files.load(found.name, found.path, found.entry)


@lru_cache(maxsize=1)
def _unpacked(work: bytes) -> Callable[[Any], Any]:
    unpacked: Callable[[Any], Any] = pickle.loads(work)  # the command's own, never a file
    return unpacked
