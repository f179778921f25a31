"""Training of tables, one or several at a table: games, measured as they go on; it can be stopped, kept, and gone on
with."""

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from game.agents.agent import Agent
from game.agents.epsilon_greedy import EpsilonGreedy
from game.agents.learning import CurvePoint, LearnerSpec, Statistics, TrainedTable, measured
from game.agents.q_learning import Parameters, QLearner, Returns
from game.agents.transitions import until_next
from game.rules.protocol import AnyRules, Setup
from game.training.batch_rollout import BatchRollout
from game.training.linked_rollout import LinkedRollout
from game.training.self_play import SeatLearner, SelfPlay, TrainingStreams
from game.training.spreading import HERE, Spread
from game.training.vectorised_play import VectorisedPlay


@dataclass(frozen=True)
class Beside:
    """One more AI that learns at the table of a plan: what it learns, and what it starts from."""

    ai: str
    spec: LearnerSpec
    parameters: Parameters
    start: TrainedTable | None = None


@dataclass(frozen=True)
class Plan:
    """How to train: who learns what, with which seed, who learns beside it, against whom (nobody: itself) in `every` so
    many games, the others against itself, and how many games at once (1: one after another; more is another method,
    see :mod:`game.training.vectorised_play`). With `batch`, so many games are played on tables that stand still and
    then learnt from: a third method, whose games can be spread (:mod:`game.training.batch_rollout`). It is over at the
    first point of the curve at which the evaluation of its game shows a share of `until`; None: whatever it shows."""

    rules: AnyRules
    setup: Setup
    ai: str
    spec: LearnerSpec
    parameters: Parameters
    seed: int = 0
    against: tuple[Agent, ...] = ()
    together: int = 1
    every: int = 1
    beside: tuple[Beside, ...] = ()
    batch: int = 0
    until: float | None = None


@dataclass(frozen=True)
class Progress:
    """How far a training is. `share` is the evaluation's, or None where there is none; `played` games of this run
    took `seconds` to play and learn from."""

    games: int
    played: int
    actions: int
    explorations: int
    epsilon: float
    states: int
    pairs: int
    share: float | None
    seconds: float
    games_per_second: float
    stopped: int = 0
    """How many games of this run the turn limit ended."""


class TrainingLearner:
    """One AI in training: its table, how it picks, what is measured, and its curve so far.

    Raises ValueError where what it starts from is of another setting or begins otherwise.
    """

    def __init__(
        self, ai: str, spec: LearnerSpec, parameters: Parameters, view: Any, start: TrainedTable | None
    ) -> None:
        self.ai, self.spec, self.parameters = ai, spec, parameters
        self.setting: Hashable = spec.encoding.setting(view)
        """What the table belongs to."""
        if start is not None and start.table.setting != self.setting:
            raise ValueError("the trained file belongs to another setting of the game")
        if start is not None and start.table.unknown != parameters.unknown:
            raise ValueError("what is unknown keeps its value when a training goes on: start anew to change it")
        self.q_learner = QLearner(spec.encoding, parameters, None if start is None else start.table.copy())
        self.picker = EpsilonGreedy(parameters) if start is None else start.picker(parameters)
        self.before = 0 if start is None else start.statistics.games
        """How many games it had learnt from."""
        self.curve = [] if start is None else list(start.curve)
        """Its points, earliest first."""
        self.evaluation = None if spec.evaluation is None else spec.evaluation(self.setting)

    @property
    def seat_learner(self) -> SeatLearner:
        """The learner as it sits at a table: what it learns, how it picks, and what it is rewarded for."""
        return SeatLearner(self.q_learner, self.picker, self.spec.rewards)

    def share(self) -> float | None:
        """How far the learner has come by the evaluation of its game, 0 to 1; None where there is none."""
        return None if self.evaluation is None else measured(self.evaluation, self.q_learner)

    def add_point(self, played: int, pairs: int) -> None:
        """Add a point to the curve after so many games of this training, and pairs learnt."""
        share = self.share()
        self.curve.append(
            CurvePoint(self.before + played, self.picker.epsilon, pairs, math.nan if share is None else share)
        )

    def result(self, game: str, seed: int, played: int) -> TrainedTable:
        """What has been learnt so far; independent of the training, which may go on."""
        picker = self.picker
        statistics = Statistics(self.before + played, picker.picks, picker.explorations, picker.epsilon)
        table = self.q_learner.table.copy()
        if table.setting is None:
            table.setting = self.setting
        return TrainedTable(game, self.ai, seed, self.parameters, table, statistics, tuple(self.curve))


class TableTraining:
    """A training under way. The same plan and the same number of games give the same tables, bit for bit, however
    the games are divided among calls of `run`; only games at once and batches depend on that too. Who plays the games
    of a batch, `spread`, changes nothing but the time.

    Raises ValueError where the plan cannot be carried out.
    """

    def __init__(
        self,
        plan: Plan,
        start: TrainedTable | None = None,
        spread: Spread = HERE,
        one_by_one: type[SelfPlay] | None = None,
    ) -> None:
        """`one_by_one` plays the games instead of the fastest way there is. Raises ValueError where they are not
        played one after another."""
        self.plan = plan
        rules, setup = plan.rules, plan.setup
        state = rules.deal(setup, rules.new_standing(setup), 0, TrainingStreams(0).deal(1))
        view = rules.view(state, 0)
        self.learners = (
            TrainingLearner(plan.ai, plan.spec, plan.parameters, view, start),
            *[TrainingLearner(each.ai, each.spec, each.parameters, view, each.start) for each in plan.beside],
        )
        """Who learns: the plan's own AI first, then those beside it."""
        self._first = first = self.learners[0]
        self.learner, self.picker, self.setting, self.evaluation = (
            first.q_learner, first.picker, first.setting, first.evaluation
        )  # fmt: skip
        if plan.until is not None and self.evaluation is None:
            raise ValueError(f"nothing measures how far {plan.ai} has come, so that it cannot learn until a share")
        self._loop = _loop(plan, self.learners, spread, one_by_one)
        self._seconds = 0.0

    @property
    def games(self) -> int:
        """How many games the plan's own AI has learnt from in all."""
        return self._first.before + self._loop.games

    @property
    def over(self) -> bool:
        """Whether the plan's own AI plays as well as it was to."""
        until, curve = self.plan.until, self.curve
        return until is not None and bool(curve) and curve[-1].games == self.games and curve[-1].share >= until

    def run(self, games: int) -> None:
        """Play and learn from this many games more, adding to the curve at fixed numbers of games."""
        goal = self.games + games
        while self.games < goal:
            point = self._next_point()
            until = min(goal, point)
            started = perf_counter()
            self._loop.run(until - self.games)
            self._seconds += perf_counter() - started
            if until == point:
                self._add_points()

    def advance(self, most: float, end: float) -> int:
        """Play and learn until the clock (`perf_counter`) shows `end`, from this many games more at most: how many have
        ended. It goes past the end to where the games pause: those at once at the next point of the curve, a batch
        at its last game. Where games are played move by move, one may be left under way; whatever goes on goes on with
        it."""
        if isinstance(self._loop, SelfPlay):
            return self._advance_by_moves(self._loop, most, end)
        done, slice_, began = 0, 1, perf_counter()
        while done < most and began < end and not self.over:
            games = int(min(self._portion(slice_), most - done))
            self.run(games)
            done += games
            now = perf_counter()
            # Twice as many next time, but no more than fill half of what is left: games differ, and new positions take
            # longer than known ones.
            slice_ = max(1, min(2 * slice_, int(games * (end - now) / max(now - began, 1e-9) / 2)))
            began = now
        return done

    def _portion(self, slice_: int) -> int:
        """How many games are played without a look at the clock, where a slice of so many is about right."""
        if self.plan.together > 1:
            return self.until_point
        if self.plan.batch:
            return min(self.plan.batch, self.until_point)
        return slice_ if self.plan.until is None else min(slice_, self.until_point)  # it may be over at the point

    def _advance_by_moves(self, loop: SelfPlay, most: float, end: float) -> int:
        done, point, started = 0, self._next_point(), perf_counter()
        while done < most and perf_counter() < end and not self.over:
            if loop.step():
                done += 1
                if self.games == point:
                    self._add_points()
                    point = self._next_point()
        self._seconds += perf_counter() - started
        return done

    @property
    def in_world(self) -> bool:
        """Whether the games are played in worlds, see :class:`game.training.self_play.SelfPlay`."""
        return isinstance(self._loop, SelfPlay) and self._loop.in_world

    def finish(self) -> None:
        """Play the game that is under way, if there is one, to its end, and learn from it."""
        if isinstance(self._loop, SelfPlay) and self._loop.under_way:
            self.run(1)

    def _next_point(self) -> int:
        """The next number of games at which the curve has a point: some hundred for each power of ten, the same for
        every training; fewer where many games run at once, which measuring interrupts."""
        games = self.games
        step: int = 10 ** max(1, len(str(games)) - 2)
        if self.plan.together > 1:
            step = max(step, 16 * self.plan.together)
        if self.plan.batch:
            step = math.ceil(step / self.plan.batch) * self.plan.batch
        return (games // step + 1) * step

    def _add_points(self) -> None:
        for learner in self.learners:
            learner.add_point(self._loop.games, self._pairs(learner))

    def _pairs(self, learner: TrainingLearner) -> int:
        return self._loop.pairs if learner is self._first else learner.q_learner.table.pairs

    @property
    def until_point(self) -> int:
        """How many games are left until the next point of the curve."""
        return self._next_point() - self.games

    def share(self) -> float | None:
        """How far the plan's own AI has come by the evaluation of its game, 0 to 1; None where there is none."""
        return self._first.share()

    @property
    def curve(self) -> Sequence[CurvePoint]:
        """The points of the plan's own AI so far, earliest first."""
        return self._first.curve

    def progress(self, learner: TrainingLearner | None = None) -> Progress:
        """How far a learner is; the plan's own AI unless another is asked for."""
        learner = learner or self._first
        picker, played, seconds = learner.picker, self._loop.games, self._seconds
        return Progress(
            learner.before + played, played, picker.picks, picker.explorations, picker.epsilon,
            len(learner.q_learner.table.rows), self._pairs(learner), learner.share(), seconds,
            played / seconds if seconds else 0.0, self._loop.stopped,
        )  # fmt: skip

    def result(self, learner: TrainingLearner | None = None) -> TrainedTable:
        """What a learner has learnt so far, the plan's own AI unless another is asked for; independent of the training,
        which may go on."""
        return (learner or self._first).result(self.plan.rules.name, self.plan.seed, self._loop.games)


def _loop(
    plan: Plan, learners: Sequence[TrainingLearner], spread: Spread, one_by_one: type[SelfPlay] | None
) -> SelfPlay | LinkedRollout | VectorisedPlay | BatchRollout:
    """The fastest way to play what the plan asks for."""
    rules, setup = plan.rules, plan.setup
    taken = len(learners) + len(plan.against)
    if taken > setup.players:
        raise ValueError(f"{taken} learn or play at a table of {setup.players}")
    first, resumed_at = learners[0], learners[0].before
    linkable = taken == 1 and setup.players == 2 and plan.spec.encoding.faithful
    linkable = linkable and plan.parameters.returns is Returns.STEP and not until_next(plan.spec.rewards)
    if plan.batch and plan.together > 1:
        raise ValueError("games at once and batches are two methods: choose one of them")
    if plan.batch:
        seat_learners = [learner.seat_learner for learner in learners]
        return BatchRollout(
            rules, setup, seat_learners, plan.seed, plan.batch, spread, plan.against, plan.every, resumed_at
        )
    if plan.together > 1:
        if not linkable:
            raise ValueError(
                "games at once are possible only against itself, at games of two without chance, step by step, "
                "and where no move is rewarded with what happens until its player moves again"
            )
        return VectorisedPlay(rules, setup, first.seat_learner, plan.seed, plan.together, resumed_at)
    streams = TrainingStreams(plan.seed, resumed_at)
    if linkable and one_by_one is None:
        return LinkedRollout(rules, setup, first.seat_learner, streams)
    return (one_by_one or SelfPlay)(
        rules, setup, [learner.seat_learner for learner in learners], streams, plan.against, plan.every
    )
