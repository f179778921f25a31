"""Training of tables, one or several at a table: games, measured as they go on; it can be stopped, kept, and gone on
with."""

import math
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from game.agents.agent import Agent
from game.agents.learning import Mark, Recipe, Statistics, TrainedTable, measured
from game.agents.q_learning import EpsilonGreedy, Parameters, QLearner
from game.rules.protocol import AnyRules, Setup
from game.training.linked_play import LinkedPlay
from game.training.self_play import SelfPlay, Trainee, TrainingStreams
from game.training.side_by_side import SideBySide
from game.training.spread_play import SpreadPlay
from game.training.spreading import HERE, Spread

PULSE = 0.1
"""Seconds between two reports of `train`, about."""


@dataclass(frozen=True)
class Beside:
    """One more AI that learns at the table of a plan: what it learns, and what it starts from."""

    ai: str
    recipe: Recipe
    parameters: Parameters
    start: TrainedTable | None = None


@dataclass(frozen=True)
class Plan:
    """How to train: who learns what, with which seed, who learns beside it, against whom (nobody: itself) in `every` so
    many games, the others against itself, and how many games at once (1: one after another; more is another method,
    see :mod:`game.training.side_by_side`). With `batch`, so many games are played on tables that stand still and then
    learnt from: a third method, whose games can be spread (:mod:`game.training.spread_play`)."""

    rules: AnyRules
    setup: Setup
    ai: str
    recipe: Recipe
    parameters: Parameters
    seed: int = 0
    against: tuple[Agent, ...] = ()
    together: int = 1
    every: int = 1
    beside: tuple[Beside, ...] = ()
    batch: int = 0


@dataclass(frozen=True)
class Progress:
    """How far a training is. `share` is the yardstick's, or None where there is none; `played` games of this run
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


class Pupil:
    """One AI in training: its table, how it picks, what is measured, and its course so far.

    Raises ValueError where what it starts from is of another setting or begins otherwise.
    """

    def __init__(self, ai: str, recipe: Recipe, parameters: Parameters, view: Any, start: TrainedTable | None) -> None:
        self.ai, self.recipe, self.parameters = ai, recipe, parameters
        self.setting: Hashable = recipe.encoding.setting(view)
        """What the table belongs to."""
        if start is not None and start.table.setting != self.setting:
            raise ValueError("the trained file belongs to another setting of the game")
        if start is not None and start.table.unknown != parameters.unknown:
            raise ValueError("what is unknown keeps its value when a training goes on: start anew to change it")
        self.learner = QLearner(recipe.encoding, parameters, None if start is None else start.table.copy())
        self.picker = EpsilonGreedy(parameters) if start is None else start.picker(parameters)
        self.before = 0 if start is None else start.statistics.games
        """How many games it had learnt from."""
        self.course = [] if start is None else list(start.course)
        """Its marks, earliest first."""
        self.yardstick = None if recipe.yardstick is None else recipe.yardstick(self.setting)

    @property
    def trainee(self) -> Trainee:
        """It at the table."""
        return Trainee(self.learner, self.picker, self.recipe.rewards)

    def share(self) -> float | None:
        """How far the learner has come by the yardstick of its game, 0 to 1; None where there is none."""
        return None if self.yardstick is None else measured(self.yardstick, self.learner)

    def mark(self, played: int, pairs: int) -> None:
        """Mark the course after so many games of this training, and pairs learnt."""
        share = self.share()
        self.course.append(Mark(self.before + played, self.picker.epsilon, pairs, math.nan if share is None else share))

    def result(self, game: str, seed: int, played: int) -> TrainedTable:
        """What has been learnt so far; independent of the training, which may go on."""
        picker = self.picker
        statistics = Statistics(self.before + played, picker.picks, picker.explorations, picker.epsilon)
        table = self.learner.table.copy()
        if table.setting is None:
            table.setting = self.setting
        return TrainedTable(game, self.ai, seed, self.parameters, table, statistics, tuple(self.course))


class Training:
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
        self.pupils = (
            Pupil(plan.ai, plan.recipe, plan.parameters, view, start),
            *[Pupil(each.ai, each.recipe, each.parameters, view, each.start) for each in plan.beside],
        )
        """Who learns: the plan's own AI first, then those beside it."""
        self._first = first = self.pupils[0]
        self.learner, self.picker, self.setting, self.yardstick = (
            first.learner, first.picker, first.setting, first.yardstick
        )  # fmt: skip
        self._loop = _loop(plan, self.pupils, spread, one_by_one)
        self._seconds = 0.0

    @property
    def games(self) -> int:
        """How many games the plan's own AI has learnt from in all."""
        return self._first.before + self._loop.games

    def run(self, games: int) -> None:
        """Play and learn from this many games more, marking the course at fixed numbers of games."""
        goal = self.games + games
        while self.games < goal:
            mark = self._next_mark()
            until = min(goal, mark)
            started = perf_counter()
            self._loop.run(until - self.games)
            self._seconds += perf_counter() - started
            if until == mark:
                self._mark()

    def _next_mark(self) -> int:
        """The next number of games at which the course is marked: some hundred for each power of ten, the same for
        every training; fewer where many games run at once, which marking interrupts."""
        games = self.games
        step: int = 10 ** max(1, len(str(games)) - 2)
        if self.plan.together > 1:
            step = max(step, 16 * self.plan.together)
        if self.plan.batch:
            step = math.ceil(step / self.plan.batch) * self.plan.batch
        return (games // step + 1) * step

    def _mark(self) -> None:
        for pupil in self.pupils:
            pupil.mark(self._loop.games, self._pairs(pupil))

    def _pairs(self, pupil: Pupil) -> int:
        return self._loop.pairs if pupil is self._first else pupil.learner.table.pairs

    @property
    def until_mark(self) -> int:
        """How many games are left until the course is marked next."""
        return self._next_mark() - self.games

    def share(self) -> float | None:
        """How far the plan's own AI has come by the yardstick of its game, 0 to 1; None where there is none."""
        return self._first.share()

    @property
    def course(self) -> Sequence[Mark]:
        """The marks of the plan's own AI so far, earliest first."""
        return self._first.course

    def progress(self, pupil: Pupil | None = None) -> Progress:
        """How far a pupil is; the plan's own AI unless another is asked for."""
        pupil = pupil or self._first
        picker, played, seconds = pupil.picker, self._loop.games, self._seconds
        return Progress(
            pupil.before + played, played, picker.picks, picker.explorations, picker.epsilon,
            len(pupil.learner.table.rows), self._pairs(pupil), pupil.share(), seconds,
            played / seconds if seconds else 0.0,
        )  # fmt: skip

    def result(self, pupil: Pupil | None = None) -> TrainedTable:
        """What a pupil has learnt so far, the plan's own AI unless another is asked for; independent of the training,
        which may go on."""
        return (pupil or self._first).result(self.plan.rules.name, self.plan.seed, self._loop.games)


def _loop(
    plan: Plan, pupils: Sequence[Pupil], spread: Spread, one_by_one: type[SelfPlay] | None
) -> SelfPlay | LinkedPlay | SideBySide | SpreadPlay:
    """The fastest way to play what the plan asks for."""
    rules, setup = plan.rules, plan.setup
    taken = len(pupils) + len(plan.against)
    if taken > setup.players:
        raise ValueError(f"{taken} learn or play at a table of {setup.players}")
    first, resumed_at = pupils[0], pupils[0].before
    linkable = taken == 1 and setup.players == 2 and plan.recipe.encoding.faithful
    if plan.batch and plan.together > 1:
        raise ValueError("games at once and batches are two methods: choose one of them")
    if plan.batch:
        trainees = [pupil.trainee for pupil in pupils]
        return SpreadPlay(rules, setup, trainees, plan.seed, plan.batch, spread, plan.against, plan.every, resumed_at)
    if plan.together > 1:
        if not linkable:
            raise ValueError("games at once are possible only against itself, at games of two without chance")
        return SideBySide(rules, setup, first.trainee, plan.seed, plan.together, resumed_at)
    streams = TrainingStreams(plan.seed, resumed_at)
    if linkable and one_by_one is None:
        return LinkedPlay(rules, setup, first.trainee, streams)
    return (one_by_one or SelfPlay)(
        rules, setup, [pupil.trainee for pupil in pupils], streams, plan.against, plan.every
    )


def train(training: Training, games: int, pulse: float = PULSE) -> Iterator[Progress]:
    """Train for this many games more, with a report about every `pulse` seconds and one at the end; games at once are
    reported at the marks of the course, where they pause anyway."""
    goal = training.games + games
    slice_ = 1
    while training.games < goal:
        if training.plan.together > 1:
            slice_ = training.until_mark
        elif training.plan.batch:
            slice_ = min(training.plan.batch, training.until_mark)
        started = perf_counter()
        training.run(min(slice_, goal - training.games))
        taken = perf_counter() - started
        if training.plan.together == 1 and not training.plan.batch:
            slice_ = max(1, min(2 * slice_, int(slice_ * pulse / max(taken, 1e-9))))
        yield training.progress()
