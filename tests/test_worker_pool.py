"""A pool of workers: what is most urgent is begun first, and what was given up is never begun."""

from typing import Any

import pytest

from game.agents.agent import ThinkingError
from game.workers import pool
from game.workers.pool import WorkerPool
from game.workers.worker import Request

asked: list[Request] = []
"""What the workers were asked, in that order."""


class Idle:
    """A worker that answers when a test says so."""

    def __init__(self, name: str, gives_way: bool) -> None:
        self.ended = False

    def ask(self, *message: Any, news: Any) -> Request:
        asked.append(Request(message, None, news))
        return asked[-1]

    def look(self) -> None:
        """Nothing comes by itself."""

    def end(self) -> None:
        self.ended = True


@pytest.fixture(autouse=True)
def _workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "Worker", Idle)
    asked.clear()


def begun() -> list[str]:
    """What was asked, by its word."""
    return [request.message[0] for request in asked]


def test_the_most_urgent_comes_first_and_of_equal_ones_the_earlier() -> None:
    workers = WorkerPool("judge", 1)
    for word, rank in (("last", 3), ("first", 0), ("second", 1), ("third", 1)):
        workers.ask(word, rank=rank)
    for _ in range(4):
        workers.look()
        asked[-1].done = True
    assert begun() == ["first", "second", "third", "last"]


def test_a_rank_may_change_while_a_task_waits() -> None:
    workers = WorkerPool("judge", 1)
    one, other = workers.ask("one", rank=1), workers.ask("other", rank=2)
    one.rank, other.rank = 3, 0
    workers.look()
    assert begun() == ["other"]
    assert not one.done


def test_as_many_are_under_way_as_there_are_workers() -> None:
    workers = WorkerPool("judge", 2)
    tasks = [workers.ask(word) for word in ("one", "two", "three")]
    workers.look()
    workers.look()
    assert begun() == ["one", "two"]
    asked[1].done, asked[1].answer = True, "found"
    workers.look()
    assert begun() == ["one", "two", "three"]
    assert tasks[1].result() == "found"
    assert not workers.idle
    asked[0].done = asked[2].done = True
    workers.look()
    assert workers.idle


def test_what_is_given_up_is_never_begun_and_has_no_answer() -> None:
    workers = WorkerPool("judge", 1)
    one, other = workers.ask("one"), workers.ask("other")
    one.cancel()
    workers.look()
    assert begun() == ["other"]
    other.cancel()
    assert one.done
    assert other.done
    with pytest.raises(ThinkingError, match="given up"):
        other.result()
    assert not workers.idle, "its worker still thinks"
    asked[0].done = True
    workers.look()
    assert workers.idle


def test_a_pool_that_ends_gives_up_everything() -> None:
    workers = WorkerPool("judge", 1)
    tasks = [workers.ask("one"), workers.ask("other")]
    workers.look()
    workers.end()
    assert all(task.cancelled for task in tasks)
    assert workers.idle
    assert all(worker.ended for worker in workers._workers)  # type: ignore[attr-defined]  # idle ones
