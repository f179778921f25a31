"""What a mod registers, and how: our own AIs and anybody's alike."""

from collections.abc import Callable
from typing import TypeAlias

from game.ai import AI


class Registry:
    """Takes what one module adds to the program; each module of AIs has a function ``register(registry)``."""

    def __init__(self) -> None:
        self.ais: list[AI] = []

    def ai(self, ai: AI) -> None:
        """Add an AI to its game."""
        self.ais.append(ai)


Register: TypeAlias = Callable[[Registry], None]
"""The function ``register`` of a module."""
