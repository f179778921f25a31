"""The analysis of a match as it grows in worker processes, looked at from frame to frame.

The match is read beside the frames, by a thread that lets them go first; its portions are judged by those who are
asked (:mod:`game.analysis.remote`).
"""

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Thread
from typing import Any

from game.agents.agent import ThinkingError
from game.analysis.analysis import Analysis, Work, assembled
from game.analysis.asking import Asked, MatchWork, judged_by, steps
from game.analysis.baseline import Openings
from game.analysis.batches import Batch, Steps
from game.analysis.judges import JudgeError
from game.analysis.moments import digest_of, played_match
from game.analysis.service import Judging, heard
from game.base.giving_way import GivingWay
from game.base.storage import StorageError
from game.games import registry
from game.games.seats import SeatError
from game.matches.replay import ReplayError, read
from game.matches.standings import Measuring
from game.mods.mods import ModsInUse
from game.workers.pool import Task

_SHOWN_FIRST = 0.1
"""So many seconds after a match is asked for it is read, so that whoever shows it can do so first."""
_TROUBLES = (ReplayError, JudgeError, SeatError, registry.UnknownNameError, StorageError, ThinkingError)


class MatchAnalysis:
    """A match that is being analysed. `found` grows: it is None until the match has been read, then what is known of
    its first portions, and once it is `finished` the whole analysis, which is kept. `changes` counts what has come."""

    def __init__(self, path: Path, ask: Callable[[Judging, ModsInUse, Any, int], Task]) -> None:
        self.path = path
        self.asked: Asked | None = None
        self.found: Analysis | None = None
        self.finished = False
        self.failed = ""
        """Why there is no analysis, in words for people."""
        self.changes = 0
        self._ask = ask
        self._rank = 0  # until it is ranked
        self._steps: Steps[MatchWork, Analysis] | None = None
        self._batch: Batch[MatchWork] | None = None
        self._tasks: list[Task] = []
        self._results: list[Any] = []
        self._error: Exception | None = None
        self._thread: Thread | None = None

    @property
    def over(self) -> bool:
        """Whether nothing more will come."""
        return self.finished or bool(self.failed)

    @property
    def share(self) -> float:
        """How much of what is to be judged is judged, in [0, 1]."""
        if self.finished:
            return 1.0
        done = len(self._results) + sum(task.done for task in self._tasks)
        return done / max(1, done + sum(not task.done for task in self._tasks))

    @property
    def measures(self) -> bool:
        """Whether it is still measured what a deal of the game is worth, which is kept for all later matches."""
        return self._batch is not None and isinstance(self._batch.work, Openings | Measuring)

    def rank(self, rank: int) -> None:
        """How soon its portions have their turn from now on."""
        self._rank = rank
        for task in self._tasks:
            task.rank = rank

    def look(self) -> None:
        """Take in what has come. Raises what nobody expects of reading a match."""
        if self.over or (self._thread is not None and self._thread.is_alive()):
            return
        if self._thread is None:
            self._begin(None)
        elif self._error is not None:
            self._fail(self._error)
        elif self._batch is not None:
            self._take(self._batch)

    def stop(self) -> None:
        """Give the analysis up."""
        self.failed = self.failed or "The analysis was stopped."
        for task in self._tasks:
            task.cancel()

    def _begin(self, results: Sequence[Any] | None) -> None:
        self._thread = Thread(target=self._go_on, args=(results,), daemon=True, name="analysis")
        self._thread.start()

    def _go_on(self, results: Sequence[Any] | None) -> None:
        """Read the match, or go on with the results of a batch; in a thread, as it takes longer than a frame."""
        try:
            if self._steps is None:
                time.sleep(_SHOWN_FIRST)
                give_way = GivingWay()
                found = judged_by(played_match(read(self.path), digest_of(self.path), give_way), self.path)
                self.asked, self._steps = found.for_people, steps(found, give_way)
                self._batch = next(self._steps)
            elif results is not None:
                self._batch = self._steps.send(results)
        except StopIteration as stop:
            self.found, self._batch, self.finished = stop.value, None, True
            self.changes += 1
        except Exception as error:  # for whoever looks: a thread has nobody to tell
            self._error = error

    def _fail(self, error: Exception) -> None:
        self.stop()
        if not isinstance(error, _TROUBLES):
            raise error
        self.failed = f"The judge {error}." if isinstance(error, ThinkingError) else f"{error}."

    def _take(self, batch: Batch[MatchWork]) -> None:
        """Take in the portions that are done, in their order, and go on once all are."""
        assert self.asked is not None
        if not self._tasks and not self._results:
            self._tasks = [self._ask(batch.work, self.asked.mods, each, self._rank) for each in batch.portions]
        before = len(self._results)
        while self._tasks and self._tasks[0].done:
            try:
                self._results.append(heard(batch.work, self._tasks.pop(0).result()))
            except ThinkingError as error:
                self._fail(error)
                return
        if len(self._results) > before:
            self._grow(batch.work)
        if not self._tasks:
            results, self._results = self._results, []
            self._begin(results)

    def _grow(self, work: MatchWork) -> None:
        self.changes += 1
        if isinstance(work, Work) and self.asked is not None:
            self.found = assembled(self.asked.match, work, self._results)
