"""Steps of the environments driven from Python, beside PettingZoo's own classic games in the same run.

Both are driven alike: ``env()`` with its guards, ``last()``, a random legal action of the mask, ``step()``. Many tables
at once are driven by arrays; what their opponents play is paid for, and so is the choice of the random actions.
"""

import importlib.util
import time
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.measuring import Row, Stretch, grouped, rates
from game.games import registry

CLASSIC = ("tictactoe_v3", "connect_four_v3")


def steps(make: Callable[[], Any]) -> Stretch:
    """Random steps in one environment, one match after another."""
    table = make()
    rng = np.random.default_rng(1)
    table.reset(seed=1)

    def stretch(seconds: float) -> dict[str, float]:
        done = 0
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            seen, _, over, cut, info = table.last()
            if over or cut:
                table.reset()
                continue
            mask = seen["action_mask"] if "action_mask" in seen else info["action_mask"]
            legal = np.flatnonzero(mask.view(np.bool_))  # many times faster than of small ints
            table.step(int(legal[rng.integers(len(legal))]))
            done += 1
        return {"steps": done}

    return stretch


def _classic(name: str) -> Callable[[], Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        module = importlib.import_module(f"pettingzoo.classic.{name}")
    make: Callable[[], Any] = module.env
    return make


def _ours(name: str) -> Callable[[], Any]:
    from game.environments import env

    return lambda: env(name)


def batched(game: str, opponents: str, number: int) -> Stretch:
    """Random steps at many tables at once; a step of each table counts."""
    from gymnasium.vector import AutoresetMode

    from game.environments import vector

    tables = vector(game, number, opponents=opponents, autoreset_mode=AutoresetMode.SAME_STEP)
    rng = np.random.default_rng(1)
    _, infos = tables.reset(seed=1)
    mask = infos["action_mask"]

    def stretch(seconds: float) -> dict[str, float]:
        nonlocal mask
        done = 0
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            *_, infos = tables.step((rng.random(mask.shape, np.float32) * mask).argmax(axis=1))
            mask = infos["action_mask"]
            done += number
        return {"steps": done}

    return stretch


BATCHED = (("nim", "perfect", 1000), ("thirty_one", "greedy", 1000), ("thirty_one", "greedy", 4000))
"""What is measured of many tables: the game, its opponents, and how many tables."""


def rows(seconds: float = 1.0, repetitions: int = 5) -> list[Row]:
    """Steps a second of every environment."""
    if importlib.util.find_spec("pettingzoo") is None:
        return [Row("environments", "not measured: needs the extra rl")]
    contestants = {f"PettingZoo {name}": steps(_classic(name)) for name in CLASSIC}
    contestants |= {f"{game.title} as an environment": steps(_ours(game.name)) for game in registry.games()}
    contestants |= {
        f"{registry.game(name).title}, {number:,} tables at once against {ai}": batched(name, ai, number)
        for name, ai, number in BATCHED
    }
    measured = rates(contestants, seconds, repetitions)
    return [Row(name, f"{grouped(rate['steps'])} steps/s") for name, rate in measured.items()]


if __name__ == "__main__":
    for row in rows():
        print(f"{row.what}: {row.figure}")
