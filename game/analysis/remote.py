"""Judging for the window: matches and positions, in worker processes, looked at from frame to frame.

Nothing here waits. A match is read beside the frames, by a thread; its portions and the positions that are asked for
are judged by worker processes that give way to the program and end with it.
"""

import os
import pickle
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from threading import Thread
from typing import Any, Generic, Protocol, TypeVar

from game.agents.agent import Considered, ThinkingError
from game.analysis.analysis import Analysis, Work, assembled
from game.analysis.asking import Asked, asked, steps
from game.analysis.batches import Batch, Steps
from game.analysis.decisions import Judgement
from game.analysis.judges import JudgeError, JudgeWords, usual_judge
from game.analysis.opinions import Opinion, Question, everybody
from game.analysis.positions import Position, Sampling, Thinking
from game.analysis.service import Judging, heard
from game.base.storage import StorageError
from game.games import registry
from game.games.seats import SeatError
from game.matches.replay import ReplayError, read
from game.mods.mods import MODS, ModsInUse
from game.rules.protocol import Setup
from game.workers.pool import Task, WorkerPool

R = TypeVar("R")
MOST_WORKERS = 4
POSITION, SHOWN, SAMPLED, BEHIND = range(4)
"""What is judged first: a position that somebody waits for, the match that is shown, what is rolled out, other
matches."""
CLOSE_ENOUGH = 0.01
"""A difference is rolled out until its 95 % interval is narrower than this chance."""
_NORMAL = 1.96
"""A 95 % interval reaches so many standard errors to either side."""
_AT_ONCE = 2
"""So many portions of worlds are asked for ahead."""
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
        self._rank = SHOWN
        self._steps: Steps[Analysis] | None = None
        self._batch: Batch | None = None
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
        return self._batch is not None and not isinstance(self._batch.work, Work)

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
                self.asked = asked(read(self.path))
                self._steps = steps(self.asked)
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

    def _take(self, batch: Batch) -> None:
        """Take in the portions that are done, in their order, and go on once all are."""
        assert self.asked is not None
        # The types below are those of steps, whose batches hold any work: that of an analysis is always judging.
        if not self._tasks and not self._results:
            self._tasks = [self._ask(batch.work, self.asked.mods, each, self._rank) for each in batch.portions]  # type: ignore[arg-type]
        before = len(self._results)
        while self._tasks and self._tasks[0].done:
            try:
                self._results.append(heard(batch.work, self._tasks.pop(0).result()))  # type: ignore[arg-type]
            except ThinkingError as error:
                self._fail(error)
                return
        if len(self._results) > before:
            self._grow(batch.work)
        if not self._tasks:
            results, self._results = self._results, []
            self._begin(results)

    def _grow(self, work: Any) -> None:
        self.changes += 1
        if isinstance(work, Work) and self.asked is not None:
            self.found = assembled(self.asked.match, work, self._results)


class Pending(Generic[R]):
    """Something of a position that a worker was asked for: `found` is None until it is there."""

    def __init__(self, work: Judging, task: Task | None, failed: str = "", who: str = "The judge") -> None:
        self.found: R | None = None
        self.failed = failed
        """Why it never will be there, in words for people."""
        self._work = work
        self._task = task
        self._who = who

    @property
    def over(self) -> bool:
        """Whether nothing more will come."""
        return self.found is not None or bool(self.failed)

    def look(self) -> None:
        """Take in what has come."""
        if self.over or self._task is None or not self._task.done:
            return
        try:
            self.found = heard(self._work, self._task.result())
        except ThinkingError as error:
            self.failed = f"{self._who} {error}."

    def stop(self) -> None:
        """Give it up."""
        if self._task is not None:
            self._task.cancel()
        self.failed = self.failed or "It was stopped."


class PositionJudging(Pending[Judgement]):
    """A position that is being judged."""


class ThinkingAgain(Pending[Considered]):
    """A position that the AI of a seat thinks about again."""


class Rollout:
    """Moves of a position that are judged on, in ever more worlds, the same ones for all of them. `rows` are, for each
    move, the mover's chance in every world so far."""

    def __init__(self, sampling: Sampling, ask: Callable[[int], Task], failed: str = "") -> None:
        self.moves = tuple(sampling.position.asked)
        self.rows: list[list[float]] = [[] for _ in self.moves]
        self.failed = failed
        """Why it cannot go on, in words for people."""
        self._sampling = sampling
        self._ask = ask
        self._tasks: list[Task] = []
        self._portions = 0
        self._stopped = False

    @property
    def worlds(self) -> int:
        """In how many worlds the moves were followed so far."""
        return len(self.rows[0]) if self.rows else 0

    def difference(self, move: int, other: int) -> tuple[float, float]:
        """By how much a move is better than another, by their places, and one standard error of it; the error of what
        is not sampled, the judge's own, is not in it. Before there are two worlds the error is 1."""
        ahead = [one - two for one, two in zip(self.rows[move], self.rows[other], strict=True)]
        if len(ahead) < 2:
            return 0.0, 1.0
        return fmean(ahead), stdev(ahead) / sqrt(len(ahead))

    @property
    def width(self) -> float:
        """How wide the widest 95 % interval of a difference from the first move is."""
        others = range(1, len(self.moves))
        return max((2 * _NORMAL * self.difference(0, other)[1] for other in others), default=0.0)

    @property
    def over(self) -> bool:
        """Whether it was stopped, has failed, or every difference is known closely enough."""
        return self._stopped or bool(self.failed) or (self.worlds > 1 and self.width < CLOSE_ENOUGH)

    def look(self) -> None:
        """Take in the portions that are done, in their order, and ask for more while more are needed."""
        while self._tasks and self._tasks[0].done and not self.failed:
            try:
                for row, more in zip(self.rows, heard(self._sampling, self._tasks.pop(0).result()), strict=True):
                    row.extend(more)
            except (ThinkingError, ValueError) as error:
                self.failed = f"The judge {error}."
        if self.over:
            self.stop()
        while not self.over and len(self._tasks) < _AT_ONCE:
            self._tasks.append(self._ask(self._portions))
            self._portions += 1

    def stop(self) -> None:
        """Leave it as it is."""
        self._stopped = True
        for task in self._tasks:
            task.cancel()
        self._tasks = []


class EverybodyAsked:
    """A position that every AI of its game is asked about. `opinions` are in the order of the AIs, those that have not
    begun without a move; they grow while these think. `failed` says of an AI why it has none, `judgement` is None until
    the judge is done, `trouble` says why it never will be. `changes` counts what has come."""

    def __init__(
        self,
        questions: Sequence[Question],
        ask: Callable[[Question, Callable[[Any], None]], Task],
        judge: Callable[[Sequence[Any]], PositionJudging],
    ) -> None:
        self.opinions = [Opinion(question.ai) for question in questions]
        self.failed: dict[str, str] = {}
        self.judgement: Judgement | None = None
        self.trouble = ""
        self.changes = 0
        self._questions = list(questions)
        self._judge = judge
        self._judging: PositionJudging | None = judge(())
        self._tasks: dict[int, Task] = {
            place: ask(question, partial(self._take, place)) for place, question in enumerate(questions)
        }

    @property
    def over(self) -> bool:
        """Whether nothing more will come."""
        return not self._tasks and self._judging is None

    def look(self) -> None:
        """Take in what has come; the judge is asked once more for moves that it has left out."""
        for place, task in list(self._tasks.items()):
            if task.done:
                del self._tasks[place]
                self._finish(place, task)
        judging = self._judging
        if judging is not None and judging.over:
            self.changes += 1
            self._judging, self.trouble = None, judging.failed
            self.judgement = judging.found or self.judgement
        self._judge_the_rest()

    def _judge_the_rest(self) -> None:
        if self._tasks or self._judging is not None or self.judgement is None or self.trouble:
            return
        moves = list(dict.fromkeys(each.move for each in self.opinions if each.move is not None))
        if any(self.judgement.of(move) is None for move in moves):
            self._judging = self._judge(moves)

    def _take(self, place: int, answer: Any) -> None:
        self.opinions[place] = heard(self._questions[place], answer)
        self.changes += 1

    def _finish(self, place: int, task: Task) -> None:
        try:
            self._take(place, task.result())
        except ThinkingError as error:
            self.failed[self.opinions[place].ai] = f"{error}"
            self.changes += 1

    def stop(self) -> None:
        """Give it up."""
        for task in self._tasks.values():
            task.cancel()
        self._tasks = {}
        if self._judging is not None:
            self._judging.stop()
            self._judging = None


class Analyses(Protocol):
    """What screens ask of judges; what they are given grows from frame to frame by itself."""

    def match(self, path: Path) -> MatchAnalysis:
        """The analysis of a recorded match by its game's judge: the one that is kept is there at once, as far as that
        can be, another one grows. Of several matches the one that was asked for last goes first."""

    def let_go(self, path: Path) -> None:
        """Nobody looks at the analysis of a match any more: it is given up where it is not over."""

    def position(self, game: str, view: Any, asked: Sequence[Any] = (), number: int = 1) -> PositionJudging:
        """What the judge of a game makes of a position, see :class:`game.analysis.positions.Position`."""

    def think_again(self, game: str, player: Mapping[str, Any], how: Setup, view: Any, number: int) -> ThinkingAgain:
        """What the AI of a seat makes of a position, see :class:`game.analysis.positions.Thinking`."""

    def roll_out(self, game: str, view: Any, moves: Sequence[Any], number: int = 1) -> Rollout:
        """These moves of a position judged on until their differences from the first are known closely."""

    def ask_everybody(self, game: str, view: Any, number: int = 1) -> EverybodyAsked:
        """What every AI of a game but the levels would play at a position, and the judge's chances of it; `number` is
        that of the move that is to be made."""


class RemoteAnalyses:
    """Judges in worker processes; `look` lets it go on, every frame."""

    def __init__(self, workers: int | None = None) -> None:
        self._pool = WorkerPool("judge", workers or min(MOST_WORKERS, os.cpu_count() or 1))
        self._matches: dict[tuple[Path, int, int], MatchAnalysis] = {}
        self._others: list[Pending[Any] | Rollout | EverybodyAsked] = []
        self._pickled: tuple[Judging, bytes] | None = None

    def match(self, path: Path) -> MatchAnalysis:
        """See :meth:`Analyses.match`."""
        for other in self._matches.values():
            other.rank(BEHIND)
        key = _version_of(path)
        found = self._matches.get(key)
        if found is None or found.failed:
            found = self._matches[key] = MatchAnalysis(path, self._asked)
        found.rank(SHOWN)
        return found

    def let_go(self, path: Path) -> None:
        """See :meth:`Analyses.let_go`."""
        for key in [key for key in self._matches if key[0] == path]:
            self._matches.pop(key).stop()

    def position(self, game: str, view: Any, asked: Sequence[Any] = (), number: int = 1) -> PositionJudging:
        """See :meth:`Analyses.position`."""
        position, failed = self._position(game, view, asked, number)
        task = None if failed else self._asked(position, position.mods, None, POSITION)
        found = PositionJudging(position, task, failed)
        self._others.append(found)
        return found

    def think_again(self, game: str, player: Mapping[str, Any], how: Setup, view: Any, number: int) -> ThinkingAgain:
        """See :meth:`Analyses.think_again`."""
        ai = str(player["ai"] or registry.game(game).default_ai)
        try:
            work = Thinking(game, dict(player), how, view, number, mods=MODS.in_use(game, [ai]))
        except registry.UnknownNameError as error:
            return ThinkingAgain(Thinking(game, player, how, view, number), None, f"{error}.")
        found = ThinkingAgain(work, self._asked(work, work.mods, None, POSITION), who=str(player["name"]))
        self._others.append(found)
        return found

    def roll_out(self, game: str, view: Any, moves: Sequence[Any], number: int = 1) -> Rollout:
        """See :meth:`Analyses.roll_out`."""
        position, failed = self._position(game, view, moves, number)
        sampling = Sampling(position)
        found = Rollout(sampling, lambda portion: self._asked(sampling, position.mods, portion, SAMPLED), failed)
        self._others.append(found)
        return found

    def ask_everybody(self, game: str, view: Any, number: int = 1) -> EverybodyAsked:
        """See :meth:`Analyses.ask_everybody`."""
        asked = [Question(game, ai, view, number, mods=MODS.in_use(game, [ai])) for ai in everybody(game)]
        found = EverybodyAsked(asked, self._question, lambda moves: self.position(game, view, moves, number))
        self._others.append(found)
        return found

    def _question(self, question: Question, news: Callable[[Any], None]) -> Task:
        work = pickle.dumps(question, pickle.HIGHEST_PROTOCOL)
        return self._pool.ask("judge", question.mods, work, None, rank=POSITION, news=news)

    def _position(self, game: str, view: Any, asked: Sequence[Any], number: int) -> tuple[Position, str]:
        """A position, and why it cannot be judged; nothing where it can."""
        words, mods, failed = JudgeWords(game, ""), ModsInUse(), ""
        try:
            words = JudgeWords(game, usual_judge(registry.game(game)))
            mods = MODS.in_use(game, [words.ai])
        except (JudgeError, registry.UnknownNameError) as error:
            failed = f"{error}."
        return Position(words, view, tuple(asked), number, mods=mods), failed

    def _asked(self, work: Judging, mods: ModsInUse, portion: Any, rank: int) -> Task:
        if self._pickled is None or self._pickled[0] is not work:  # one work has many portions
            self._pickled = work, pickle.dumps(work, pickle.HIGHEST_PROTOCOL)
        return self._pool.ask("judge", mods, self._pickled[1], portion, rank=rank)

    @property
    def idle(self) -> bool:
        """Whether nothing is being judged."""
        return self._pool.idle and all(each.over for each in self._matches.values())

    def look(self) -> None:
        """Take in what has come, and let the judges go on. Raises what nobody expects of reading a match."""
        for each in [*self._matches.values(), *self._others]:
            each.look()
        self._others = [each for each in self._others if not each.over]
        self._pool.look()

    def end(self) -> None:
        """End the judges; what they have not come to is given up."""
        for each in [*self._matches.values(), *self._others]:
            each.stop()
        self._pool.end()


def _version_of(path: Path) -> tuple[Path, int, int]:
    """Tells a file that has grown from what it was."""
    with suppress(OSError):
        found = path.stat()
        return path, found.st_size, found.st_mtime_ns
    return path, 0, 0
