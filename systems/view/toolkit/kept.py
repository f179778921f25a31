"""What is made once and kept: pictures and fonts. They are void once the display has been shut down."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar

import pygame

P = ParamSpec("P")
R = TypeVar("R")

_forgetting: list[Callable[[], None]] = []


def kept(most: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Let a function keep the latest `most` of what it returns. Whoever calls it shares that, and never changes it."""

    def keep(function: Callable[P, R]) -> Callable[P, R]:
        cached = lru_cache(maxsize=most)(function)
        forgetting(cached.cache_clear)
        return cached  # type: ignore[return-value]  # called as the function is, with arguments that can be hashed

    return keep


class PictureCache:
    """Keeps pictures by key; drops those unused for longest when they exceed `max_bytes` together, or what `most_large`
    of the largest take, where that is more."""

    def __init__(self, most_large: int, max_bytes: int = 0) -> None:
        self.max_bytes = self._least_bytes = max_bytes
        self.size = 0
        self._most_large = most_large
        self._pictures: OrderedDict[Hashable, pygame.Surface] = OrderedDict()

    def __len__(self) -> int:
        return len(self._pictures)

    def get(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """The picture kept under `key`, made with `make` the first time."""
        found = self._pictures.get(key)
        if found is not None:
            self._pictures.move_to_end(key)
            return found
        picture = make()
        self._pictures[key] = picture
        self.size += _bytes(picture)
        self.max_bytes = max(self.max_bytes, self._most_large * _bytes(picture))
        while self.size > self.max_bytes:
            self.size -= _bytes(self._pictures.popitem(last=False)[1])
        return picture

    def clear(self) -> None:
        """Forget every picture."""
        self._pictures.clear()
        self.size, self.max_bytes = 0, self._least_bytes


def kept_pictures(most: int) -> Callable[[Callable[P, pygame.Surface]], Callable[P, pygame.Surface]]:
    """Let a function keep the latest pictures that it returns, as many as take what `most` of the largest take: cards
    of one table are smaller than those of another, and so the memory that both need is the same."""

    def keep(function: Callable[P, pygame.Surface]) -> Callable[P, pygame.Surface]:
        pictures = PictureCache(most)
        forgetting(pictures.clear)

        @wraps(function)
        def kept_picture(*args: P.args, **named: P.kwargs) -> pygame.Surface:
            return pictures.get((args, *named.items()), lambda: function(*args, **named))

        return kept_picture

    return keep


def _bytes(picture: pygame.Surface) -> int:
    return picture.get_width() * picture.get_height() * 4


def forgetting(clear: Callable[[], None]) -> None:
    """Have `clear` called when everything is to be forgotten."""
    _forgetting.append(clear)


def forget() -> None:
    """Drop everything that was kept."""
    for clear in _forgetting:
        clear()
