"""What it costs to think in a worker process: a decision there and here, and the start of a worker."""

import time
from random import Random

from benchmarks.measuring import Row
from game.agents.agent import Agent
from game.agents.pickers import Weighted
from game.agents.random_moves import AnyMove
from game.games.jaipur import rules as jaipur
from game.rules.protocol import Setup
from game.workers.agents import in_worker
from game.workers.worker import Worker

_DECISIONS = 2000
_STARTS = 5


def _seconds(agent: Agent) -> float:
    """Seconds for a decision."""
    rules, setup = jaipur.RULES, Setup(2, {"turn_limit": 200})
    view = rules.view(rules.deal(setup, rules.new_standing(setup), 0, Random(1)), 0)
    rng = Random(2)
    agent.choose(view, rng)
    began = time.perf_counter()
    for _ in range(_DECISIONS):
        agent.choose(view, rng)
    return (time.perf_counter() - began) / _DECISIONS


def _start() -> float:
    """Seconds until a worker that is started answers."""
    worker = Worker("measured")
    began = time.perf_counter()
    worker.wait(worker.ask("hello", limit=60.0))
    taken = time.perf_counter() - began
    worker.end()
    return taken


def rows() -> list[Row]:
    """The figures."""
    here = Agent("random", (AnyMove(jaipur.RULES),), Weighted())
    away = in_worker(here)
    apart_, alone = _seconds(away), _seconds(here)
    away.close()
    starts = sorted(_start() for _ in range(_STARTS))
    return [
        Row(
            "a decision of Jaipur's random AI in a worker process", f"{apart_ * 1e6:.0f} µs, here {alone * 1e6:.0f} µs"
        ),
        Row("the start of a worker process", f"{starts[_STARTS // 2] * 1e3:.0f} ms"),
    ]
