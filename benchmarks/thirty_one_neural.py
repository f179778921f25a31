"""Thirty-one's neural AI: microseconds a decision, encoding and words of the candidates included, which are put
together only when somebody reads them.
"""

import time
from functools import partial
from random import Random

from benchmarks.measuring import Row, Stretch, rates
from game.games.thirty_one.encoding import PAGE, Encoding
from game.games.thirty_one.full_encoding import FULL
from game.games.thirty_one.moves import CALL
from game.games.thirty_one.neural import ACTION, SWAP, NeuralScorer, fresh_networks
from game.games.thirty_one.rules import RULES
from game.games.thirty_one.state import View
from game.rules.protocol import Setup, apply, usual_options

VIEWS = 2048
CASES: dict[str, tuple[Encoding, tuple[int, ...], tuple[int, ...]]] = {
    "the page's encoding and sizes": (PAGE, (256, 256, 256, 256), (128, 128, 128)),
    "the page's encoding, 64-64": (PAGE, (64, 64), (64, 64)),
    "the full encoding, 128-128": (FULL, (128, 128), (128, 128)),
}
_SECONDS, _REPETITIONS = 0.5, 5


def rows() -> list[Row]:
    """A row for each encoding and size of networks."""
    found = _views()
    contestants: dict[str, Stretch] = {}
    for name, (encoding, action, swap) in CASES.items():
        networks = fresh_networks(encoding, action, swap)
        scorer = NeuralScorer(networks[ACTION], networks[SWAP], encoding)
        contestants[name] = partial(_decided, scorer, found)
    measured = rates(contestants, _SECONDS, _REPETITIONS)
    return [
        Row(f"Thirty-one, neural, a decision, {name}", f"{1e6 / done['decisions']:.1f} µs")
        for name, done in measured.items()
    ]


def _views() -> list[View]:
    """Views of random play without calls, two players."""
    setup = Setup(2, usual_options(RULES))
    rng, found = Random(1), list[View]()
    while len(found) < VIEWS:
        state = RULES.deal(setup, RULES.new_standing(setup), 0, rng)
        while state.to_move is not None:
            view = RULES.view(state, state.to_move)
            found.append(view)
            apply(RULES, state, rng.choice([move for move in RULES.legal_moves(view) if move != CALL]), rng)
    return found[:VIEWS]


def _decided(scorer: NeuralScorer, views: list[View], seconds: float) -> dict[str, float]:
    rng, done, end = Random(1), 0, time.perf_counter() + seconds
    while time.perf_counter() < end:
        for view in views[:64]:
            scorer.score(view, rng)
        done += 64
        views = [*views[64:], *views[:64]]
    return {"decisions": done}
