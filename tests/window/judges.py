"""Judges for tests of the window that need no processes: what is asked is worked out here, one thing a frame."""

from collections.abc import Callable
from typing import Any

from game.agents.agent import ThinkingError
from game.agents.choosing import described
from game.analysis.service import carry_out
from tests.window.desk import Desk


class HereTask:
    """Something that is asked; it is done once its turn has come."""

    def __init__(self, message: tuple[Any, ...], rank: int, news: Callable[[Any], None] | None) -> None:
        self.message, self.rank, self.news = message, rank, news
        self.done = False
        self._answer: Any = None
        self._error: ThinkingError | None = None

    def work(self) -> None:
        """Work it out."""
        _, mods, work, portion = self.message
        try:
            self._answer = carry_out(mods, work, portion, self._told)
        except Exception as error:  # as a worker does
            self._error = ThinkingError(described(error))
        self.done = True

    def _told(self, what: str, content: Any) -> None:
        if self.news is not None:
            self.news(content)

    def result(self) -> Any:
        """What it came to."""
        if self._error is not None:
            raise self._error
        return self._answer

    def cancel(self) -> None:
        """Give it up."""
        self.done, self._error = True, ThinkingError("was given up")


class HerePool:
    """Stands for a pool of workers; while it is `held`, nothing is begun."""

    def __init__(self, name: str = "", workers: int = 1) -> None:
        self.held = False
        self.waiting: list[HereTask] = []

    @property
    def idle(self) -> bool:
        """Whether nothing waits."""
        return not self.waiting

    def ask(self, *message: Any, rank: int = 0, news: Callable[[Any], None] | None = None) -> HereTask:
        """Ask something; its turn comes with a later look."""
        self.waiting.append(HereTask(message, rank, news))
        return self.waiting[-1]

    def look(self) -> None:
        """Work out what is most urgent."""
        self.waiting = [task for task in self.waiting if not task.done]
        if self.waiting and not self.held:
            task = min(self.waiting, key=lambda each: each.rank)
            self.waiting.remove(task)
            task.work()

    def end(self) -> None:
        """Nothing is left to end."""


def judged_here(desk: Desk) -> HerePool:
    """The pool of a window's judges, in a test that is marked `judged`."""
    pool: Any = desk.window.analyses._pool
    assert isinstance(pool, HerePool)
    return pool
