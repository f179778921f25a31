"""Random moves through the rules, on one core, beside OpenSpiel's C++ gin rummy driven from Python.

A move of ours is a view, its legal moves, a uniform choice among them, and the move applied with whatever chance
adds to it; deals are included. OpenSpiel's state is asked for its legal actions, one is chosen uniformly and
applied; where chance acts it is a step of its own, one outcome drawn uniformly (all are alike in gin rummy). Its
moves are counted both ways: players' decisions only, as ours are, and all actions, chance's too.
"""

import random
import time
from collections.abc import Sequence
from typing import Any

from benchmarks.measuring import Row, Stretch, grouped, rates
from game.games import registry
from game.rules.options import parse_options
from game.rules.protocol import AnyRules, Setup, apply

_SEED = 1
_RIVAL = "gin_rummy"
_COMPARED = "Jaipur"
"""The game whose rules are comparable with it: a card game for two with hidden hands."""


def random_play(rules: AnyRules, listed: bool) -> Stretch:
    """Random rounds of a game at its smallest table. With `listed` every legal move is made before one is chosen;
    without, the rules' sequence of legal moves may make the chosen one only."""
    setup = Setup(rules.seats[0], parse_options(rules, []))
    rng = random.Random(_SEED)

    def stretch(seconds: float) -> dict[str, float]:
        choice = rng.choice
        moves = 0
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            state = rules.deal(setup, rules.new_standing(setup), 0, rng)
            while (player := state.to_move) is not None:
                legal: Sequence[Any] = rules.legal_moves(rules.view(state, player))
                apply(rules, state, choice(list(legal) if listed else legal), rng)
                moves += 1
        return {"moves": moves}

    return stretch


def rival_play(pyspiel: Any) -> Stretch:
    """Random games of OpenSpiel's gin rummy."""
    game = pyspiel.load_game(_RIVAL)
    rng = random.Random(_SEED)

    def stretch(seconds: float) -> dict[str, float]:
        choice = rng.choice
        decisions = chances = 0
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(choice(state.chance_outcomes())[0])
                    chances += 1
                else:
                    state.apply_action(choice(state.legal_actions()))
                    decisions += 1
        return {"decisions": decisions, "actions": decisions + chances}

    return stretch


def rows(seconds: float = 1.0, repetitions: int = 9) -> list[Row]:
    """The rates of all games' rules, and of the rival's where it is installed."""
    contestants: dict[str, Stretch] = {}
    for game in registry.games():
        contestants[game.title] = random_play(game.rules, listed=False)
        contestants[f"{game.title}, every legal move listed"] = random_play(game.rules, listed=True)
    try:
        import pyspiel
    except ImportError:
        rival = None
    else:
        rival = f"OpenSpiel {getattr(pyspiel, '__version__', '')} {_RIVAL} (C++, from Python)".replace("  ", " ")
        contestants[rival] = rival_play(pyspiel)
    measured = rates(contestants, seconds, repetitions)
    table = [Row(name, f"{grouped(rate['moves'])} moves/s") for name, rate in measured.items() if name != rival]
    if rival is None:
        return [*table, Row("OpenSpiel", "not installed: pip install open_spiel")]
    theirs = measured[rival]
    table.append(Row(rival, f"{grouped(theirs['decisions'])} moves/s; {grouped(theirs['actions'])} with chance's"))
    table += [
        Row(
            f"{name} : OpenSpiel",
            f"{rate['moves'] / theirs['decisions']:.2f}; {rate['moves'] / theirs['actions']:.2f} with chance's",
        )
        for name, rate in measured.items()
        if name.startswith(_COMPARED)
    ]
    return table


if __name__ == "__main__":
    for row in rows():
        print(f"{row.what}: {row.figure}")
