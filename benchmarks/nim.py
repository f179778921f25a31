"""Nim: how fast a learner trains, how well it has learnt by then, and random moves beside OpenSpiel's nim.

The textbook loop below is a plain transcription of the page's method, with a dictionary of tuples and
`random.choices`, as one would write it first. It and ours train from nothing to 10,000 games, again and again, so
whatever ours sets up is part of its time.
"""

import random
import time
from collections.abc import Callable, Sequence
from functools import partial
from statistics import median
from typing import Any, TypeAlias

from benchmarks.measuring import Row, Stretch, grouped, rates
from game.agents.epsilon_greedy import EpsilonGreedy
from game.agents.learning import LearnerSpec
from game.agents.q_learning import Parameters, QLearner
from game.games import registry
from game.games.nim import rules as nim
from game.games.nim.learning import WinningShare
from game.rules.options import parse_options
from game.rules.protocol import AnyRules, Setup
from game.training.q_training import Plan, TableTraining
from game.training.self_play import SeatLearner, SelfPlay, TrainingStreams

PILES = (1, 3, 5, 7)
SEEDS = range(1, 11)
LENGTHS = (1_000, 3_000, 10_000, 30_000)
A_TRAINING = 10_000
"""Games of one training where speed is measured."""
TOGETHER = (256, 1024)
PAGE = Parameters()
OPTIMISTIC = Parameters(epsilon=0.2, unknown=1.0)
"""The page's method but for two numbers: what is unknown counts as a win until it is tried."""
_SETUP = Setup(2, parse_options(nim.RULES, []))

Piles: TypeAlias = tuple[int, ...]
Action: TypeAlias = tuple[int, int]


class Textbook:
    """The page's method as one would write it first."""

    def __init__(self, seed: int, alpha: float = 0.5, epsilon: float = 0.1) -> None:
        self.q: dict[tuple[Piles, Action], float] = {}
        self.alpha, self.epsilon = alpha, epsilon
        self.rng = random.Random(seed)

    @staticmethod
    def actions(piles: Sequence[int]) -> list[Action]:
        return [(pile, taken) for pile, held in enumerate(piles) for taken in range(1, held + 1)]

    def value(self, piles: Sequence[int], action: Action) -> float:
        return self.q.get((tuple(piles), action), 0)

    def update(self, piles: Sequence[int], action: Action, following: Sequence[int], reward: float) -> None:
        best = max((self.value(following, each) for each in self.actions(following)), default=0)
        old = self.value(piles, action)
        self.q[tuple(piles), action] = old + self.alpha * (reward + best - old)

    def choose(self, piles: Sequence[int], explore: bool = True) -> Action:
        actions = self.actions(piles)
        best = max(actions, key=lambda action: self.value(piles, action))
        if not explore:
            return best
        weights = [1 - self.epsilon if action == best else self.epsilon / len(actions) for action in actions]
        return self.rng.choices(actions, weights=weights)[0]

    def play(self) -> None:
        piles, player = list(PILES), self.rng.randrange(2)
        last: dict[int, tuple[list[int], Action]] = {}
        while True:
            action = self.choose(piles)
            last[player] = piles, action
            piles = piles[:]
            piles[action[0]] -= action[1]
            player = 1 - player
            if not any(piles):
                self.update(*last[1 - player], piles, -1)
                if player in last:
                    self.update(*last[player], piles, 1)
                return
            if player in last:
                self.update(*last[player], piles, 0)


def _trained(train: Callable[[int], None]) -> Stretch:
    """Whole trainings of 10,000 games, one after another, each with a seed of its own."""

    def stretch(seconds: float) -> dict[str, float]:
        games = 0
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            train(games)
            games += A_TRAINING
        return {"games": games}

    return stretch


def _spec() -> LearnerSpec:
    spec = registry.ai("nim", "q-learner").learner_spec
    assert spec is not None
    return spec


def _by_textbook(seed: int) -> None:
    learner = Textbook(seed)
    for _ in range(A_TRAINING):
        learner.play()


def _by_rules(seed: int) -> None:
    spec = _spec()
    learner, picker = QLearner(spec.encoding, PAGE), EpsilonGreedy(PAGE)
    SelfPlay(nim.RULES, _SETUP, [SeatLearner(learner, picker, spec.rewards)], TrainingStreams(seed)).run(A_TRAINING)


def training(seed: int, parameters: Parameters = PAGE, together: int = 1) -> TableTraining:
    """A training of the shared core, without marks on the way: what is timed is playing and learning."""
    spec = _spec()
    return TableTraining(
        Plan(nim.RULES, _SETUP, "q-learner", LearnerSpec(spec.encoding, spec.rewards, parameters), parameters, seed,
             together=together)
    )  # fmt: skip


def _by_training(together: int, seed: int) -> None:
    training(seed, PAGE, together).run(A_TRAINING)


def speed_rows(seconds: float, repetitions: int) -> list[Row]:
    """Games a second, and how many times the textbook loop's."""
    textbook = "nim, the textbook loop (a dictionary of tuples, random.choices)"
    contestants: dict[str, Stretch] = {
        textbook: _trained(_by_textbook),
        "nim, the page's method on the shared core, one game after another": _trained(partial(_by_training, 1)),
        "the same through the rules move by move (as in the world)": _trained(_by_rules),
    }
    for together in TOGETHER:
        what = f"another method: {together} games at once (--at-once {together})"
        contestants[what] = _trained(partial(_by_training, together))
    measured = rates(contestants, seconds, repetitions)
    base = measured[textbook]["games"]
    return [
        Row(what, f"{grouped(rate['games'])} games/s ({rate['games'] / base:.1f} times)")
        for what, rate in measured.items()
    ]


def shares(parameters: Parameters, together: int = 1) -> list[list[float]]:
    """For each length of training, the sorted shares of winning positions that the learners of all seeds win."""
    evaluation = WinningShare(PILES)
    found: list[list[float]] = [[] for _ in LENGTHS]
    for seed in SEEDS:
        under_way = training(seed, parameters, together)
        for at, games in enumerate(LENGTHS):
            under_way.run(games - under_way.games)
            found[at].append(evaluation(under_way.learner))
    return [sorted(each) for each in found]


def share_rows() -> list[Row]:
    """How well learners have learnt after each length of training: median and worst of ten seeds."""
    methods: dict[str, tuple[Parameters, int]] = {
        "the page's method": (PAGE, 1),
        "unknown=1,epsilon=0.2": (OPTIMISTIC, 1),
        "the page's numbers, 256 games at once": (PAGE, 256),
        "unknown=1,epsilon=0.2, 64 games at once": (OPTIMISTIC, 64),
    }
    rows = []
    for name, (parameters, together) in methods.items():
        for games, found in zip(LENGTHS, shares(parameters, together), strict=True):
            what = f"nim, winning positions won after {games:,} games: {name}"
            perfect = sum(share == 1.0 for share in found)
            figure = f"median {100 * median(found):.1f} %, worst {100 * found[0]:.1f} %, {perfect} of {len(found)} all"
            rows.append(Row(what, figure))
    return rows


def _own_play() -> Stretch:
    """Random games through our rules: what a headless match asks of them, and a uniform choice of a legal move."""
    rules: AnyRules = nim.RULES
    rng = random.Random(1)

    def stretch(seconds: float) -> dict[str, float]:
        choice = rng.choice
        moves = 0
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            state = rules.deal(_SETUP, rules.new_standing(_SETUP), 0, rng)
            while (player := state.to_move) is not None:
                move = choice(rules.legal_moves(rules.view(state, player)))
                rules.decide(state, move)
                rules.settle(state, move, rules.draw_chance(state, move, rng))
                moves += 1
        return {"moves": moves}

    return stretch


def _rival_play(pyspiel: Any) -> Stretch:
    """Random games of OpenSpiel's nim, which has the same piles."""
    rival = pyspiel.load_game("nim")
    rng = random.Random(1)

    def stretch(seconds: float) -> dict[str, float]:
        choice = rng.choice
        moves = 0
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            state = rival.new_initial_state()
            while not state.is_terminal():
                state.apply_action(choice(state.legal_actions()))
                moves += 1
        return {"moves": moves}

    return stretch


def move_rows(seconds: float, repetitions: int) -> list[Row]:
    """Random moves a second through the rules, and through OpenSpiel's nim where it is installed."""
    contestants = {"nim, random moves through the rules": _own_play()}
    try:
        import pyspiel
    except ImportError:
        pass
    else:
        contestants["OpenSpiel nim (C++, from Python), random moves"] = _rival_play(pyspiel)
    measured = rates(contestants, seconds, repetitions)
    return [Row(what, f"{grouped(rate['moves'])} moves/s") for what, rate in measured.items()]


def rows(seconds: float = 1.0, repetitions: int = 7) -> list[Row]:
    """Everything there is to measure about Nim."""
    return move_rows(seconds, repetitions) + speed_rows(seconds, repetitions) + share_rows()


if __name__ == "__main__":
    for row in rows():
        print(f"{row.what}: {row.figure}")
