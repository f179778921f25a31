"""A second learner beside the one of a training panel: the same AI with other parameters, from nothing, for comparison.

It learns in a process of its own, as many games as the first has learnt from, and goes when the panel does.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

from game.agents.agent import ThinkingError
from game.agents.learning import CurvePoint
from game.games.ai import AI
from game.games.learners import LEARNING
from game.learning.snapshot import ActionValue, TrainerSnapshot, curve_of, snapshot_of, values_of
from game.learning.strength import read_strengths, yardstick_of
from game.learning.trainer import Told
from game.rules.protocol import Setup
from game.workers import answers
from game.workers.worker import Request, Worker

_keys = count(1)


def parameters(ai: AI) -> AI:
    """An AI with the parameters that a second learner of it can have: all of learning, and the ways of its play."""
    ways = () if ai.learner_spec is None else ai.learner_spec.ways
    return replace(ai, parameters=(*LEARNING, *ways))


class Rival(Told):
    """The second learner, as its worker told last. `trouble` says why it learns no more."""

    def __init__(self, ai: AI, setup: Setup, given: Mapping[str, Any], seed: int) -> None:
        self.ai = ai
        self.given = dict(given)
        self.yardstick = yardstick_of(ai)
        self.snapshot = TrainerSnapshot()
        self.points: Sequence[CurvePoint] = []
        self.trouble = ""
        self._asked_with = (next(_keys), ai.game, ai.name, setup, dict(given), seed)
        self._worker = Worker("rival", gives_way=True)
        self._request: Request | None = None
        self._asked_of: Any = None
        self._values: list[ActionValue] = []
        self._values_of: Any = None

    def run(self, games: int, view: Any | None) -> None:
        """Let it come as far as so many games, and look at a position, for a frame: nothing waits."""
        self._worker.look()
        if self._request is not None and self._request.done:
            self._hear(self._request)
            self._request = None
        if self._request is None and not self.trouble and (games > self.count or view != self._values_of):
            self._asked_of = view
            self._request = self._worker.ask("rival", *self._asked_with, games, view)

    def _hear(self, request: Request) -> None:
        try:
            report = request.result()
            self.snapshot = snapshot_of(TrainerSnapshot, answers.entry(report, "snapshot"))
            self.points = curve_of(answers.entry(report, "curve"))
            self.strengths = read_strengths(answers.entry(report, "strengths"))
            self._values, self._values_of = values_of(answers.entry(report, "values")), self._asked_of
        except (ThinkingError, answers.AnswerError) as error:
            self.trouble = str(error)

    def values(self, view: Any | None) -> list[ActionValue]:
        """What it has learnt of every action of a position; nothing until its worker has told."""
        return self._values if view == self._values_of else []

    def close(self) -> None:
        """End its process; what it has learnt goes with it."""
        self._worker.end()
