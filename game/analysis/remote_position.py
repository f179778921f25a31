"""What workers were asked about a position, looked at from frame to frame: what its judge makes of it, the AI of its
seat, or every AI."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Generic, TypeVar

from game.agents.agent import Considered, ThinkingError
from game.analysis.coming import Dealt, WhatMayCome
from game.analysis.decisions import Judgement
from game.analysis.opinions import Opinion, Question
from game.analysis.service import Judging, heard
from game.rules.language import _, error_words
from game.workers.pool import Task

R = TypeVar("R")


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
            self.failed = _("{who} {what}.", who=self._who, what=error_words(error))

    def stop(self) -> None:
        """Give it up."""
        if self._task is not None:
            self._task.cancel()
        self.failed = self.failed or "It was stopped."


class PositionJudging(Pending[Judgement]):
    """A position that is being judged."""


class ThinkingAgain(Pending[Considered]):
    """A position that the AI of a seat thinks about again."""


class ComingAsked(Pending[WhatMayCome]):
    """What may come of a move."""


class DealAsked(Pending[Dealt]):
    """What could have come of a deal."""


class Endings(Pending[Sequence[Sequence[float]]]):
    """How moves come out: for each, the mover's chance in each of some worlds."""


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
            self.failed[self.opinions[place].ai] = error_words(error)
            self.changes += 1

    def stop(self) -> None:
        """Give it up."""
        for task in self._tasks.values():
            task.cancel()
        self._tasks = {}
        if self._judging is not None:
            self._judging.stop()
            self._judging = None
