"""What is made once and kept: pictures and fonts. They are void once the display has been shut down."""

from collections.abc import Callable
from functools import lru_cache
from typing import ParamSpec, TypeVar

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


def forgetting(clear: Callable[[], None]) -> None:
    """Have `clear` called when everything is to be forgotten."""
    _forgetting.append(clear)


def forget() -> None:
    """Drop everything that was kept."""
    for clear in _forgetting:
        clear()
