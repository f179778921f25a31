"""The way to those who learn in a worker of a mod.

The worker is the mod's own for learning, beside the one in which its AIs think: giving a thought up, and its process
with it, loses nothing that was learnt.
"""

from typing import Any

from game.mods.mod import ModAI
from game.rules.protocol import Setup
from game.workers.worker import Request, Worker


class Remote:
    """Stands for what learns there for one AI in such matches: see :class:`game.learning.service.LearningService`."""

    def __init__(self, ai: ModAI, how: Setup) -> None:
        assert ai.mod is not None
        self.ai = ai
        self.setup = how
        self._mod = ai.mod

    @property
    def worker(self) -> Worker:
        """The process in which it learns."""
        return self._mod.learning

    @property
    def limit(self) -> float | None:
        """How many seconds an answer may take."""
        return self._mod.limit()

    def ask(self, what: str, *content: Any) -> Request:
        """Ask something of it."""
        ai = self.ai
        return self.worker.ask("learning", what, ai.game, ai.name, self.setup, *content, limit=self.limit)
