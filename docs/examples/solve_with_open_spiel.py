"""How far from unbeatable are our AIs where a game is small enough to be solved? OpenSpiel's best response tells.

    python docs/examples/solve_with_open_spiel.py [AI ...]

The game is the end of a round of Thirty-one for two, each with its last life: two turns are left before the limit, two
cards of each hand have been seen, and four cards are unseen: one in each hand, two in the deck. All 24 ways in which
these can lie are listed, so chance is explicit. CFR+ solves it; each AI named is asked for a decision at every
information state, and its exploitability is what a best response to it wins, the mean of both seats: 0 is unbeatable.

Tried with open_spiel 2.0.2.
"""

import sys
from collections.abc import Sequence
from itertools import permutations
from typing import Any

import pyspiel
from open_spiel.python import policy as policies
from open_spiel.python.algorithms import exploitability

from game.environments import open_spiel
from game.games.thirty_one.cards import NUMBER_OF_KIND, pack
from game.games.thirty_one.state import TURN_LIMIT, State

SEEN, TOP, UNSEEN, TURNS = (("10H", "5H"), ("9S", "6S")), "KD", ("KH", "2C", "JS", "3D"), 2
AIS = ("random", "greedy", "greedy-caller", "tactician", "neural")
ASKED = 200
"""An AI is asked so often at each information state: one that draws lots has shares there."""


def late_rounds(
    seen: Sequence[Sequence[str]], top: str, unseen: Sequence[str], turns: int
) -> list[tuple[State, float]]:
    """Every state in which the unseen cards may lie, each as likely: one in each hand, the others in the deck."""
    known = [pack(NUMBER_OF_KIND[kind] for kind in kinds) for kinds in seen]
    openings = []
    for order in permutations([NUMBER_OF_KIND[kind] for kind in unseen]):
        hands = [cards | pack([hidden]) for cards, hidden in zip(known, order, strict=False)]
        state = State(hands, tuple(order[len(known) :]), (NUMBER_OF_KIND[top],), (1,) * len(known))
        state.known, state.turns = list(known), TURN_LIMIT - turns
        openings.append((state, 1.0))
    return openings


def small_thirty_one(unseen: Sequence[str] = UNSEEN) -> Any:
    """The end of a round as a game of OpenSpiel."""
    openings = late_rounds(SEEN, TOP, unseen, TURNS)
    return pyspiel.load_game(open_spiel.register_openings(f"thirty_one_late_{len(openings)}", "thirty_one", openings))


def solved(game: Any, iterations: int) -> float:
    """The exploitability of CFR+'s average policy after so many iterations."""
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    found: float = pyspiel.exploitability(game, solver.average_policy())
    return found


def exploitability_of(game: Any, ai: str, asked: int = ASKED) -> float:
    """That of an AI, in words as for --seat."""
    asked_for = policies.tabular_policy_from_callable(game, open_spiel.policy(game, ai, asked))
    found: float = exploitability.exploitability(game, asked_for)
    return found


def main(ais: Sequence[str]) -> None:
    """Print the table."""
    game = small_thirty_one()
    for iterations in (1, 10, 50):
        print(f"CFR+ after {iterations:>3} iterations: {solved(game, iterations):.4f}")
    for ai in ais or AIS:
        print(f"{ai}: {exploitability_of(game, ai):.3f}")


if __name__ == "__main__":
    main(sys.argv[1:])
