"""Games played in many places at once on tables that stand still, and then learnt from here, one after another.

Another method than one game after another: what a game teaches helps the games of the next batch only. A batch is
played in a fixed number of portions, each with random numbers of its own, keyed by its first game; what they saw is
learnt in their order. So the tables depend on the batch's size and the seed, never on who plays the portions.
"""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import NamedTuple

from game.agents.agent import Agent
from game.agents.q_learning import QLearner
from game.agents.transitions import Transition
from game.rules.protocol import AnyRules, Setup
from game.training.self_play import SeatLearner, SelfPlay, TrainingStreams
from game.training.spreading import Spread

PORTIONS = 8
"""How many portions a batch is played in."""


class Portion(NamedTuple):
    """Some games of a batch: how many were played before them, and how many they are."""

    before: int
    games: int


class Seen(NamedTuple):
    """What one learner met in a portion: its transitions in order, and how often it picked and explored."""

    transitions: list[Transition]
    picks: int
    explorations: int


class _Recording(QLearner):
    """Plays by a table and notes what could be learnt."""

    def __init__(self, learner: QLearner) -> None:
        super().__init__(learner.encoding, learner.parameters, learner.table)
        self.noted: list[Transition] = []

    def learn(self, transition: Transition) -> None:
        self.noted.append(transition)


class Played(NamedTuple):
    """A portion: what each learner met, and how many of its games the turn limit ended."""

    seen: list[Seen]
    stopped: int


@dataclass(frozen=True)
class PlayPortion:
    """Plays portions with learners as they are at the start of a batch; picklable."""

    rules: AnyRules
    setup: Setup
    seat_learners: tuple[SeatLearner, ...]
    seed: int
    against: tuple[Agent, ...]
    every: int

    def __call__(self, portion: Portion) -> Played:
        """Play it."""
        recordings = [_Recording(seat_learner.learner) for seat_learner in self.seat_learners]
        playing = [
            SeatLearner(recording, copy(seat_learner.picker), seat_learner.rewards)
            for recording, seat_learner in zip(recordings, self.seat_learners, strict=True)
        ]
        streams = TrainingStreams(Random(f"{self.seed}/portion/{portion.before}").getrandbits(63))
        play = SelfPlay(self.rules, self.setup, playing, streams, self.against, self.every)
        play.games = portion.before
        play.run(portion.games)
        seen = [
            Seen(
                recording.noted, now.picker.picks - was.picker.picks, now.picker.explorations - was.picker.explorations
            )
            for recording, now, was in zip(recordings, playing, self.seat_learners, strict=True)
        ]
        return Played(seen, play.stopped)


class BatchRollout:
    """Plays games in batches of `batch`, spread over workers, and lets all learners learn from them."""

    def __init__(
        self,
        rules: AnyRules,
        setup: Setup,
        seat_learners: Sequence[SeatLearner],
        seed: int,
        batch: int,
        spread: Spread,
        against: Sequence[Agent] = (),
        every: int = 1,
        resumed_at: int = 0,
    ) -> None:
        self._play = (rules, setup, tuple(seat_learners), seed, tuple(against), every)
        self._seat_learners = tuple(seat_learners)
        self._batch, self._spread = batch, spread
        self._resumed_at = resumed_at
        self.games = 0
        """How many games have been played."""
        self.stopped = 0
        """How many of them the turn limit ended."""

    @property
    def pairs(self) -> int:
        """How many pairs of state and action the first learner has learnt."""
        return self._seat_learners[0].learner.table.pairs

    def run(self, games: int) -> None:
        """Play this many games more; the last batch is as small as is left."""
        goal = self.games + games
        while self.games < goal:
            number = min(self._batch, goal - self.games)
            self._learn(PlayPortion(*self._play), self._portions(number))
            self.games += number

    def _portions(self, number: int) -> list[Portion]:
        first = self._resumed_at + self.games
        edges = [first + number * place // PORTIONS for place in range(PORTIONS + 1)]
        return [Portion(start, end - start) for start, end in pairwise(edges) if end > start]

    def _learn(self, work: PlayPortion, portions: Sequence[Portion]) -> None:
        """Let portions be played, wherever, and learn from them in their order."""
        played = dict(self._spread.each(work, portions))
        for place in range(len(portions)):
            self.stopped += played[place].stopped
            for seat_learner, met in zip(self._seat_learners, played[place].seen, strict=True):
                for transition in met.transitions:
                    seat_learner.learner.learn(transition)
                seat_learner.picker.count(met.picks, met.explorations)
