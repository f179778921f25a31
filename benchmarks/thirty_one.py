"""Thirty-one: rounds a second while networks train, and of the engine of arrays alone.

A plain loop that trains after every round in PyTorch does about 430 rounds a second on one core; the goal is 20 times
that. Each stretch of training goes on from the one before, in one process; numpy's threads are as the environment says
(``OMP_NUM_THREADS=1`` for one core).
"""

import time
from dataclasses import replace
from typing import Any

import numpy as np

from benchmarks.measuring import Row, Stretch, grouped, rates
from benchmarks.thirty_one_proof import prove
from game.games.thirty_one.rounds import Rounds, deal, play
from game.games.thirty_one.training.methods import METHODS, POOLS
from game.games.thirty_one.training.network_training import opponent
from game.games.thirty_one.training.players import GreedyPlayer
from game.games.thirty_one.training.training import Training

_PLAIN_LOOP = 430
_WARMING = 3
_SEED = 1


def _training(method: str, against: tuple[str, ...], **changes: Any) -> Stretch:
    """Batches of one training, learning as it does after its first tenth."""
    parameters = replace(METHODS[method].parameters, random_first=0.0, imitate=0.0, evaluate_every=1 << 30, **changes)
    training = Training(parameters, [opponent("thirty_one", spec) for spec in against], _SEED)

    def stretch(seconds: float) -> dict[str, float]:
        batches, end = 0, time.perf_counter() + seconds
        while time.perf_counter() < end:
            training.run(1)
            batches += 1
        return {"rounds": batches * parameters.batch}

    for _ in range(_WARMING):
        training.run(1)
    return stretch


def _reference() -> Stretch:
    """The page's method, a round at a time."""
    training = Training(METHODS["reference"].parameters, [opponent("thirty_one", "greedy")], _SEED)
    random = np.random.default_rng(_SEED)

    def stretch(seconds: float) -> dict[str, float]:
        rounds, end = 0, time.perf_counter() + seconds
        while time.perf_counter() < end:
            training._part(training.parameters.batches, random)
            rounds += 1
        return {"rounds": rounds}

    return stretch


def _engine(at_once: int) -> Stretch:
    """Rounds of two greedy players, many at once."""
    random = np.random.default_rng(_SEED)
    seated, lives = np.zeros((at_once, 2), dtype=np.int64), np.full((at_once, 2), 3)

    def stretch(seconds: float) -> dict[str, float]:
        rounds, end = 0, time.perf_counter() + seconds
        while time.perf_counter() < end:
            dealt = deal(lives, random.integers(0, 2, at_once), random)
            play(Rounds(dealt), seated, [GreedyPlayer()], random)
            rounds += at_once
        return {"rounds": rounds}

    return stretch


def _proof(rounds: int) -> Stretch:
    seeds = iter(range(1, 1 << 30))

    def stretch(seconds: float) -> dict[str, float]:
        proved, end = 0, time.perf_counter() + seconds
        while time.perf_counter() < end:
            proved += prove(rounds, next(seeds)).rounds
        return {"rounds": proved}

    return stretch


def rows(seconds: float = 2.0, repetitions: int = 3) -> list[Row]:
    """Training, and the engine."""
    small: dict[str, Any] = {"encoding": "page", "action_hidden": (64, 64), "swap_hidden": (64, 64)}
    trainings = {
        "values of the action taken, the page's inputs, 64-64, against greedy": _training(
            "taken-only", ("greedy",), **small
        ),
        "ppo as neural was trained": _training("ppo", POOLS["neural"]),
        "the same opponents and tables by ppo-tables": _training(
            "ppo-tables", POOLS["neural"], seats=METHODS["ppo"].parameters.seats, alike=0.0
        ),
        "the page's method and sizes, a step after every round": _reference(),
    }
    measured = rates(trainings, seconds, repetitions)
    found = [
        Row(
            f"Thirty-one: training, {name}",
            f"{grouped(rate['rounds'])} rounds/s, {rate['rounds'] / _PLAIN_LOOP:.1f} times a plain loop",
        )
        for name, rate in measured.items()
    ]
    others = {
        "greedy against itself, 1,000 rounds at once": _engine(1000),
        "greedy against itself, 256 rounds at once": _engine(256),
        "random rounds in engine and rules, compared after every turn": _proof(200),
    }
    return found + [
        Row(f"Thirty-one: {name}", f"{grouped(rate['rounds'])} rounds/s")
        for name, rate in rates(others, seconds / 2, repetitions).items()
    ]


if __name__ == "__main__":
    for row in rows():
        print(f"{row.what}: {row.figure}")
