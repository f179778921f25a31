"""Training of a table: games, measured as they go on; it can be stopped, kept, and gone on with."""

import math
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter

from game.brains.agent import Agent
from game.brains.learning import Mark, Recipe, Statistics, TrainedTable
from game.brains.q_learning import EpsilonGreedy, Parameters, QLearner
from game.rules.protocol import AnyRules, Setup
from game.training.linked_play import LinkedPlay
from game.training.self_play import SelfPlay, TrainingStreams
from game.training.side_by_side import SideBySide

PULSE = 0.1
"""Seconds between two reports of `train`, about."""


@dataclass(frozen=True)
class Plan:
    """How to train: who learns what, with which seed, against whom (nobody: itself) in `every` so many games, the
    others against itself, and how many games at once (1: one after another; more is another method, see
    :mod:`game.training.side_by_side`)."""

    rules: AnyRules
    setup: Setup
    ai: str
    recipe: Recipe
    parameters: Parameters
    seed: int = 0
    against: tuple[Agent, ...] = ()
    together: int = 1
    every: int = 1


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


class Training:
    """A training under way. The same plan and the same number of games give the same table, bit for bit, however
    the games are divided among calls of `run`; only games at once depend on that too.

    Raises ValueError where the plan cannot be carried out.
    """

    def __init__(self, plan: Plan, start: TrainedTable | None = None) -> None:
        self.plan = plan
        table = None if start is None else start.table.copy()
        self.learner = QLearner(plan.recipe.encoding, plan.parameters, table)
        self.picker = EpsilonGreedy(plan.parameters) if start is None else start.picker(plan.parameters)
        self._before = 0 if start is None else start.statistics.games
        self._course = [] if start is None else list(start.course)
        if start is not None and start.table.setting != self._setting():
            raise ValueError("the trained file belongs to another setting of the game")
        if start is not None and start.table.unknown != plan.parameters.unknown:
            raise ValueError("what is unknown keeps its value when a training goes on: start anew to change it")
        self._loop = _loop(plan, self.learner, self.picker, self._before)
        self.setting = self._setting()
        """What the table belongs to."""
        self.yardstick = None if plan.recipe.yardstick is None else plan.recipe.yardstick(self.setting)
        self._seconds = 0.0

    def _setting(self) -> Hashable:
        rules, setup = self.plan.rules, self.plan.setup
        state = rules.deal(setup, rules.new_standing(setup), 0, TrainingStreams(0).deal(1))
        return self.plan.recipe.encoding.setting(rules.view(state, 0))

    @property
    def games(self) -> int:
        """How many games have been learnt from in all."""
        return self._before + self._loop.games

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
        return (games // step + 1) * step

    def _mark(self) -> None:
        share = self.share()
        self._course.append(
            Mark(self.games, self.picker.epsilon, self._loop.pairs, math.nan if share is None else share)
        )

    @property
    def until_mark(self) -> int:
        """How many games are left until the course is marked next."""
        return self._next_mark() - self.games

    def share(self) -> float | None:
        """How far the learner has come by the yardstick of its game, 0 to 1; None where there is none."""
        return None if self.yardstick is None else self.yardstick(self.learner)

    @property
    def course(self) -> Sequence[Mark]:
        """The marks so far, earliest first."""
        return self._course

    def progress(self) -> Progress:
        """How far the training is."""
        table, picker, seconds = self.learner.table, self.picker, self._seconds
        played = self._loop.games
        return Progress(
            self.games, played, picker.picks, picker.explorations, picker.epsilon, len(table.rows), self._loop.pairs,
            self.share(), seconds, played / seconds if seconds else 0.0,
        )  # fmt: skip

    def result(self) -> TrainedTable:
        """What has been learnt so far; independent of the training, which may go on."""
        plan, picker = self.plan, self.picker
        statistics = Statistics(self.games, picker.picks, picker.explorations, picker.epsilon)
        table = self.learner.table.copy()
        if table.setting is None:
            table.setting = self.setting
        return TrainedTable(
            plan.rules.name, plan.ai, plan.seed, plan.parameters, table, statistics, tuple(self._course)
        )


def _loop(plan: Plan, learner: QLearner, picker: EpsilonGreedy, resumed_at: int) -> SelfPlay | LinkedPlay | SideBySide:
    """The fastest way to play what the plan asks for."""
    rules, setup, rewards = plan.rules, plan.setup, plan.recipe.rewards
    linkable = not plan.against and learner.encoding.faithful and setup.players == 2
    if plan.together > 1:
        if not linkable:
            raise ValueError("games at once are possible only against itself, at games of two without chance")
        return SideBySide(rules, setup, learner, picker, rewards, plan.seed, plan.together, resumed_at)
    streams = TrainingStreams(plan.seed, resumed_at)
    if linkable:
        return LinkedPlay(rules, setup, learner, picker, rewards, streams)
    return SelfPlay(rules, setup, learner, picker, rewards, streams, plan.against, plan.every)


def train(training: Training, games: int, pulse: float = PULSE) -> Iterator[Progress]:
    """Train for this many games more, with a report about every `pulse` seconds and one at the end; games at once are
    reported at the marks of the course, where they pause anyway."""
    goal = training.games + games
    slice_ = 1
    while training.games < goal:
        if training.plan.together > 1:
            slice_ = training.until_mark
        started = perf_counter()
        training.run(min(slice_, goal - training.games))
        taken = perf_counter() - started
        if training.plan.together == 1:
            slice_ = max(1, min(2 * slice_, int(slice_ * pulse / max(taken, 1e-9))))
        yield training.progress()
