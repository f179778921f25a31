"""A training that goes on beside the table: started, stopped, kept in the user's file, and gone on with; no pygame."""

import math
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from game.agents.learning import CurvePoint, LearnerSpec, TrainedTable
from game.agents.q_learning import Parameters
from game.base.locks import Hold
from game.base.storage import StorageError
from game.games import registry
from game.games.registry import AI
from game.learning import kept_strength
from game.learning.background_save import BackgroundSave
from game.learning.learner_store import LearnerStore
from game.learning.snapshot import ActionValue, TrainerSnapshot
from game.learning.strength import Plays, Strength, other_of, plays_by, yardstick_of
from game.learning.trainer import table_curve, table_seat
from game.mods.files import ModError
from game.rules.language import _, error_sentence
from game.rules.protocol import Setup, full_options
from game.training.metrics import LearningCurve
from game.training.q_training import Plan, Progress, TableTraining
from game.training.self_play import SelfPlay

_MEASURE_SECONDS = 0.3
LEARN_SECONDS = 0.005
"""What learning takes of a frame; drawing needs the rest."""


def learning_values(ai: AI, given: Mapping[str, Any]) -> dict[str, Any]:
    """Those of the given values of an AI's parameters that say how it learns: they are its table's where they are not
    given, so that they have no default of their own."""
    learning = {option.key for option in ai.parameters if option.default is None}
    return {key: value for key, value in given.items() if key in learning}


def ways_of(spec: LearnerSpec, given: Mapping[str, Any]) -> dict[str, Any]:
    """Those of the given values of an AI's parameters that say how it plays, whatever it has learnt."""
    return {option.key: given[option.key] for option in spec.ways if option.key in given}


def window_plan(
    ai: AI, spec: LearnerSpec, setup: Setup, given: Mapping[str, Any], seed: int, start: TrainedTable | None = None
) -> Plan:
    """How a table is trained in the window: with these values of the parameters of learning, in games of the learner
    against itself, and against its partner, where it has one."""
    usual, seed = (spec.parameters, seed) if start is None else (start.parameters, start.seed)
    against = () if spec.partner is None else (other_of(ai, spec.partner.ai).agent(),)
    every = 1 if spec.partner is None else spec.partner.every
    rules, parameters = registry.game(ai.game).rules, replace(usual, **given)
    return Plan(rules, setup, ai.name, spec, parameters, seed, against, every=every)


class TableTrainer:
    """The training of one AI at one setting of its game.

    It starts from the user's file of that setting when there is one, and goes on from what is learnt at tables by the
    same `learners`. `trouble` says what went wrong with a file; a file that cannot be read is left untouched.
    """

    chances = False
    notice: str | None = None

    def __init__(
        self,
        ai: AI,
        options: Mapping[str, Any],
        seed: int = 1,
        learners: LearnerStore | None = None,
        learn_seconds: float = LEARN_SECONDS,
        given: Mapping[str, Any] | None = None,
        one_by_one: type[SelfPlay] | None = None,
    ) -> None:
        """Each `run` learns for at most about `learn_seconds`, with the values of parameters of learning and of
        the ways to play that are `given`; `one_by_one` plays the games where it has to be one after another. Raises
        ValueError when the AI does not learn a table."""
        if ai.learner_spec is None:
            raise ValueError(f"{ai.name} does not learn")
        self.ai = ai
        self.learner_spec = ai.learner_spec.by(given or {})
        self.rules = registry.game(ai.game).rules
        full = full_options(self.rules, options)
        self.setup = Setup(self.rules.seats[0], full)
        self.seed = seed
        self.given = learning_values(ai, given or {})
        self.ways = ways_of(ai.learner_spec, given or {})
        self.yardstick = yardstick_of(ai)
        self._one_by_one = one_by_one
        self.trouble: str | None = None
        self.strengths: list[Strength] = []
        self.training = self._new()
        self.learner = (learners or LearnerStore()).here(ai, self.setup)
        self._hold: Hold | None = None
        """Held from when something is learnt until it is kept."""
        self._seen: int | None = None
        self._learn_seconds = learn_seconds
        self._rate = 0.0
        self._owed = 0.0
        self._values: list[ActionValue] = []
        self._values_of: object = None
        self._curve: LearningCurve
        self._curve_of: object = None
        self.refresh()

    def _new(self, start: TrainedTable | None = None) -> TableTraining:
        plan = window_plan(self.ai, self.learner_spec, self.setup, self.given, self.seed, start)
        return TableTraining(plan, start, one_by_one=self._one_by_one)

    @property
    def path(self) -> Path:
        """The user's own checkpoint."""
        return self.learner.path

    @property
    def count(self) -> int:
        """How many games have been learnt from."""
        return self.training.games

    @property
    def measure(self) -> str:
        """What the evaluation of the game measures; empty where there is none."""
        return self.learner.measure

    @property
    def seat(self) -> str:
        """How a seat is asked for that plays by what is kept."""
        return table_seat(self)

    def saving(self) -> BackgroundSave:
        """What keeps it beside the frames."""
        return BackgroundSave(self, self._leave_world)

    def _leave_world(self) -> None:
        """End the game that is under way in a world, as the window shows another one: a thread cannot."""
        if self.training.in_world:
            with suppress(ModError):  # whoever stopped the game has been told of, or is when it goes on
                self.training.finish()

    def refresh(self) -> None:
        """Go on from what has been learnt elsewhere since: at a table, or by another program."""
        learner = self.learner
        learner.refresh()
        if learner.notices:
            self.trouble = learner.notices[-1]
            learner.notices.clear()
        if learner.changes == self._seen:
            return
        self._seen = learner.changes
        start = learner.trained() if learner.own else None
        if start is not None and "epsilon" in self.given:
            start = replace(start, statistics=replace(start.statistics, epsilon=self.given["epsilon"]))
        self.training = self._new(start)
        if self.strengths and self.strengths[-1].games > self.training.games:
            self.strengths = []
        if learner.own and self.yardstick is not None and not self.strengths:
            self.strengths = kept_strength.kept(self.path, self.yardstick)
        self._kept_games = self.training.games
        self._progress = self.training.progress()
        self._measured_at = -math.inf

    def run(self, seconds: float, pace: float) -> bool:
        """Learn for a frame: as many games as are due after `seconds`, at most for `learn_seconds`; what is due beyond
        a second's games is forgotten. Whether it can go on: not, and `trouble`, while another program learns into the
        file, or where the system of a mod has stopped the game."""
        self._owed = min(self._owed + pace * seconds, pace)
        if self._owed >= 1 and not self._holds():
            return False
        end = time.perf_counter() + self._learn_seconds * (1 / 3 if self._is_due else 1)
        if self._owed >= 1:
            try:
                self._owed -= self.training.advance(int(self._owed), end)
            except ModError as error:  # a system of a mod keeps everybody from moving
                self.trouble = error_sentence(error)
                return False
        return True

    def _holds(self) -> bool:
        """Whether the file is this program's; from when it is, the training goes on from what is in it."""
        if self._hold is None:
            self._hold = self.learner.hold()
            if self._hold is None:
                self.trouble = _("Nothing can be learnt now: {why}.", why=self.learner.trouble)
                return False
            self.refresh()
        return True

    def _let_go(self) -> None:
        if self._hold is not None:
            self._hold.close()
            self._hold = None

    @property
    def _is_due(self) -> bool:
        """Whether the training is measured in this frame, which takes its time too."""
        return time.monotonic() - self._measured_at >= _MEASURE_SECONDS

    @property
    def progress(self) -> Progress:
        """How far the training is, measured a few times a second."""
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
    def parameters(self) -> Parameters:
        """The parameters that it learns with."""
        return self.training.plan.parameters

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

    def forget(self) -> None:
        """Start anew with nothing learnt; the kept file stays until the training is kept again."""
        self.training = self._new()
        self.strengths = []
        self._measured_at = -math.inf
        self._kept_games = 0
        self._let_go()

    def keep(self) -> bool:
        """Keep what has been learnt in the user's file; False, and `trouble`, when that cannot be."""
        self.training.finish()
        self.learner.put(self.training.result())
        self._seen = self.learner.changes
        if not self.learner.save():
            self.trouble = _("What was learnt was not kept: {why}", why=self.learner.trouble)
            self.learner.notices.clear()
            return False
        self._kept_games = self.training.games
        self._keep_strengths()
        self._let_go()
        return True

    def _keep_strengths(self) -> None:
        """Keep beside the checkpoint how well it has played; what was learnt is kept even where this cannot be."""
        if self.yardstick is not None and (self.strengths or kept_strength.path_beside(self.path).exists()):
            with suppress(StorageError):
                kept_strength.keep(self.path, self.yardstick, self.strengths)

    @property
    def unkept(self) -> bool:
        """Whether something has been learnt since it was last kept."""
        return self.training.games != self._kept_games
