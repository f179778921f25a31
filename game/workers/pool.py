"""Several worker processes that share one line of tasks: what is most urgent is begun first."""

from collections.abc import Callable
from typing import Any

from game.agents.agent import ThinkingError
from game.workers.worker import Request, Worker


class Task:
    """Something that a pool was asked. The lower its `rank`, which may change while it waits, the sooner its turn."""

    def __init__(self, message: tuple[Any, ...], rank: int, news: Callable[[Any], None] | None = None) -> None:
        """`news` is called with what is told before the answer, in a look."""
        self.message = message
        self.rank = rank
        self.news = news
        self.cancelled = False
        self.request: Request | None = None
        """What a worker was asked, once its turn has come."""

    @property
    def done(self) -> bool:
        """Whether it is answered, has failed, or was given up."""
        return self.cancelled or (self.request is not None and self.request.done)

    def result(self) -> Any:
        """The answer of a task that is done. Raises ThinkingError where there is none."""
        if self.cancelled or self.request is None:
            raise ThinkingError("was given up")
        return self.request.result()

    def cancel(self) -> None:
        """Give it up: where it waits, it is never begun; where it is under way, nobody waits for its answer."""
        self.cancelled = True


class WorkerPool:
    """Worker processes that give way to the program, each started when there is something for it to do. Whoever has
    asked looks in from time to time: only then are answers taken in, and further tasks begun."""

    def __init__(self, name: str, workers: int) -> None:
        self._workers = [Worker(f"{name} {number + 1}", gives_way=True) for number in range(workers)]
        self._under_way: dict[Worker, Task] = {}
        self._waiting: list[Task] = []

    @property
    def idle(self) -> bool:
        """Whether nothing waits, and nothing is under way."""
        return not self._waiting and not self._under_way

    def ask(self, *message: Any, rank: int = 0, news: Callable[[Any], None] | None = None) -> Task:
        """Ask something; its turn comes with a later look."""
        task = Task(message, rank, news)
        self._waiting.append(task)
        return task

    def look(self) -> None:
        """Take in what has come, and let idle workers go on."""
        for worker, task in list(self._under_way.items()):
            worker.look()
            if task.request is not None and task.request.done:
                del self._under_way[worker]
        self._waiting = [task for task in self._waiting if not task.cancelled]
        for worker in self._workers:
            if worker not in self._under_way and self._waiting:
                task = min(self._waiting, key=_rank)
                self._waiting.remove(task)
                self._under_way[worker] = task
                task.request = worker.ask(*task.message, news=task.news)

    def end(self) -> None:
        """End the processes, whatever they are doing; what waits is given up."""
        for task in [*self._waiting, *self._under_way.values()]:
            task.cancel()
        self._waiting, self._under_way = [], {}
        for worker in self._workers:
            worker.end()


def _rank(task: Task) -> int:
    return task.rank
