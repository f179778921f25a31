"""The training of a table in this process, by any plan: for the command ``train``, for what is compared in the window,
and, kept with what is learnt at tables (:mod:`game.learning.own_table_trainer`), for panels."""

import math
import time
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from game.agents.learning import CurvePoint, TrainedTable
from game.agents.q_learning import Parameters
from game.checkpoints.tables import TableCodec
from game.games import registry
from game.games.registry import AI
from game.learning.snapshot import ActionValue, TrainerSnapshot, told
from game.learning.strength import Plays, Strength, plays_by, yardstick_of
from game.learning.trainer import MOMENT, TrainerHere, Write, table_curve
from game.rules.protocol import Setup
from game.training.metrics import LearningCurve
from game.training.q_training import Plan, Progress, TableTraining, TrainingLearner
from game.training.self_play import SelfPlay
from game.training.spreading import HERE, Spread

_MEASURE_SECONDS = 0.3


class TableTrainer(TrainerHere):
    """The training of an AI's table, and of those that learn beside it, by a plan; a short one, which is kept at its
    end alone."""

    learn_seconds: float = MOMENT
    """For how long it learns at a time, about."""
    setup: Setup
    chances = False

    def __init__(
        self,
        ai: AI,
        plan: Plan,
        start: TrainedTable | None = None,
        ways: Mapping[str, Any] | None = None,
        spread: Spread = HERE,
        one_by_one: type[SelfPlay] | None = None,
    ) -> None:
        """Begin by a plan, or go on from a `start`; its spec plays in these `ways`. Raises ValueError where the plan
        cannot be carried out."""
        super().__init__(ai)
        self.rules, self.setup, self.seed = plan.rules, plan.setup, plan.seed
        self.ways = ways or {}
        self.yardstick = yardstick_of(ai)
        self.strengths: list[Strength] = []
        self._owed = 0.0
        self._rate = 0.0
        self._values: list[ActionValue] = []
        self._values_of: object = None
        self._curve: LearningCurve
        self._curve_of: object = None
        self._go_by(TableTraining(plan, start, spread, one_by_one))

    def _go_by(self, training: TableTraining) -> None:
        """Go on with this training."""
        self.training = training
        self._kept_count = training.games
        self._progress = training.progress()
        self._measured_at = -math.inf

    # --- how it learns ---

    @property
    def count(self) -> int:
        """How many games have been learnt from."""
        return self.training.games

    @property
    def over(self) -> bool:
        """Whether it plays as well as it was to."""
        return self.training.over

    def run(self, seconds: float, pace: float) -> bool:
        """Learn for a moment: as many games as are due after `seconds`, at most for about `learn_seconds`; what is due
        beyond a second's games is forgotten. Whether it can go on."""
        self._owed = min(self._owed + pace * seconds, pace)
        return self._learn() if self._owed >= 1 else not self.ended

    def _learn(self) -> bool:
        """Learn what is due; whether it can go on."""
        due = min(self._owed, self.goal - self.count)
        most = due if math.isinf(due) else int(due)
        self._owed -= self.training.advance(most, time.perf_counter() + self._moment)
        return not self.ended

    @property
    def _moment(self) -> float:
        """For how long it learns now."""
        return self.learn_seconds

    def _learners(self) -> Sequence[tuple[str, Write]]:
        return [(learner.ai, partial(self._write, learner)) for learner in self.training.learners]

    def _write(self, learner: TrainingLearner, path: Path) -> str:
        return TableCodec(learner.spec.encoding).save(path, self.training.result(learner))

    # --- how far it is ---

    @property
    def parameters(self) -> Parameters:
        """The parameters that it learns with."""
        return self.training.plan.parameters

    @property
    def measure(self) -> str:
        """What the evaluation of the game measures; empty where there is none."""
        evaluation = self.training.evaluation
        return "" if evaluation is None else evaluation.about

    @property
    def _is_due(self) -> bool:
        """Whether the training is measured in this frame, which takes its time too."""
        at_its_end = self.ended and self._progress.games != self.count
        return at_its_end or time.monotonic() - self._measured_at >= _MEASURE_SECONDS

    @property
    def progress(self) -> Progress:
        """How far the training is, measured a few times a second, and at its end."""
        if self._is_due:
            now = time.monotonic()
            before = self._progress
            self._progress = self.training.progress()
            passed = now - self._measured_at
            if math.isfinite(passed):
                self._rate = (self._progress.games - before.games) / passed
            self._measured_at = now
        return self._progress

    @property
    def games_per_second(self) -> float:
        """How many games were learnt from a second, lately."""
        return max(0.0, self._rate)

    @property
    def snapshot(self) -> TrainerSnapshot:
        """How far the training is."""
        return TrainerSnapshot(self.count, self.unkept, self.games_per_second, self.measure, progress=self.progress)

    @property
    def curve(self) -> LearningCurve:
        """How well it plays, and how much it has learnt, by games, up to now; another one only when that changes."""
        key = self.training, self._progress, len(self.training.curve), len(self.strengths)
        if key != self._curve_of:
            self._curve = table_curve(self.ai, self.points, self.measure, self.yardstick, self.strengths)
            self._curve_of = key
        return self._curve

    @property
    def plays(self) -> Plays:
        """What it plays by at this moment."""
        return plays_by(self.training.learner.table, self.training.picker.epsilon)

    def play_was_measured(self, found: Strength) -> None:
        """Take in how well it has played."""
        self.strengths.append(found)

    @property
    def points(self) -> Sequence[CurvePoint]:
        """The points of the curve, up to now."""
        progress, curve = self._progress, self.training.curve
        if curve and progress.games <= curve[-1].games:
            return curve  # the curve has come further since how far it is was measured
        share = math.nan if progress.share is None else progress.share
        return [*curve, CurvePoint(progress.games, progress.epsilon, progress.pairs, share)]

    def values(self, view: Any | None) -> list[ActionValue]:
        """What has been learnt of every action of a position, as the player to move sees it (None: nobody is), beside
        the exact verdict; another list only when that may have changed."""
        key = self.training, self.training.games, view
        if key != self._values_of:
            self._values, self._values_of = [] if view is None else self._valued(view), key
        return self._values

    def _valued(self, view: Any) -> list[ActionValue]:
        values, moves = self.training.learner.considered(view)
        best = values.index(max(values)) if values else -1
        judge = registry.game(self.ai.game).verdicts
        verdicts = {} if judge is None else judge(view)
        return [
            ActionValue(move, value, place == best, verdicts.get(move))
            for place, (value, move) in enumerate(zip(values, moves, strict=True))
        ]

    def report(self, view: Any | None, known: int = -1) -> dict[str, Any]:
        """What there is to say of it in plain values, and what has been learnt of every action of a position; its curve
        only where it has learnt since so many games were `known`."""
        return {
            "snapshot": told(self.snapshot),
            "strengths": [tuple(each) for each in self.strengths],
            "curve": None if self.count == known else [tuple(point) for point in self.points],
            "values": [(each.move, float(each.value), each.greedy, each.wins) for each in self.values(view)],
        }
