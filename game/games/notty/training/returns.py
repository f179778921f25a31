"""What decisions came to: lambda-returns, along each player's decisions of a game."""

import numpy as np

from game.agents.networks import Floats
from game.games.notty.training.games import Indices


def returns(seat: Indices, turn: Indices, best: Floats, result: Floats, share: float, price: float) -> Floats:
    """What each decision came to, (n,): the result at the end, less `price` for every turn of the game up to then.

    Decisions are seat by seat, those of each as they were made. `best` (n,) is what the best action of each is thought
    to be worth; `result` (n,) is what the game came to for the seat. Of what follows a decision, `share` is what came
    of it and the rest what the next one is thought to be worth.

    Source: Sutton and Barto, Reinforcement Learning (2nd edition), section 12.1, with the value of the best action.
    """
    count = len(seat)
    found = np.empty(count, np.float32)
    last = np.flatnonzero(np.diff(seat, append=-1))
    first = np.concatenate([[0], last[:-1] + 1])
    found[last] = result[last]
    at, begins = last - 1, first
    while True:
        going = at >= begins
        at, begins = at[going], begins[going]
        if not len(at):
            return found
        cost = np.float32(price) * (turn[at + 1] - turn[at]).astype(np.float32)
        found[at] = share * found[at + 1] + (1 - share) * best[at + 1] - cost
        at = at - 1
