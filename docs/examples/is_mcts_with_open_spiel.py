"""OpenSpiel's IS-MCTS plays rounds against one of our AIs, both from the same deals with seats changed.

    python docs/examples/is_mcts_with_open_spiel.py thirty_one greedy --deals 100 --simulations 100

A round is the match here. IS-MCTS samples what it cannot see by the rules' own `sample`, grows one tree of information
states, and plays rounds out at random; its constant of exploration is 2, for returns from -1 to 1. The share of points
is told with its 95 % interval (Wilson), a draw being half a point. It is the Python one of OpenSpiel's two: the C++ one
cannot call back into a game written in Python for its samples.

Tried with open_spiel 2.0.2.
"""

import argparse
from typing import Any

import numpy as np
from open_spiel.python.algorithms import ismcts, mcts

from game.environments import open_spiel
from game.matches.ratings import wilson

EXPLORATION = 2.0


def searcher(game: Any, simulations: int, seed: int) -> Any:
    """IS-MCTS with random play-outs."""
    random = np.random.RandomState(seed)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=random)
    return ismcts.ISMCTSBot(game, evaluator, EXPLORATION, simulations, random_state=random)


def points(game: Any, ai: str, simulations: int, deal: int) -> float:
    """What IS-MCTS wins of one deal's two rounds, 0 to 2, sitting at either seat in turn."""
    won = 0.0
    for seat in (0, 1):
        bots = [open_spiel.bot(game, ai, deal), searcher(game, simulations, deal)]
        lots = np.random.RandomState(deal)
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                action = int(lots.choice(actions, p=chances))
            else:
                action = bots[state.current_player() == seat].step(state)
            state.apply_action(action)
        won += (state.returns()[seat] + 1) / 2
    return won


def main() -> None:
    """Play and print the share."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("ai")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--simulations", type=int, default=100)
    asked = parser.parse_args()
    game = open_spiel.load(asked.game, unit="round", seed=1)
    won = 0.0
    for deal in range(asked.deals):
        won += points(game, asked.ai, asked.simulations, deal)
    rounds = 2 * asked.deals
    low, high = wilson(won, rounds)
    print(f"IS-MCTS ({asked.simulations} simulations) against {asked.ai} at {asked.game}: ", end="")
    print(f"{100 * won / rounds:.1f} % of {rounds} rounds ({100 * low:.1f} to {100 * high:.1f} %)")


if __name__ == "__main__":
    main()
