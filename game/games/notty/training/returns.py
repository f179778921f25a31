"""What decisions came to: lambda-returns, along each player's decisions of a game."""

from collections.abc import Iterator

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
    found = np.empty(len(seat), np.float32)
    back = walked_back(seat)
    last = next(back)
    found[last] = result[last]
    for at in back:
        cost = np.float32(price) * (turn[at + 1] - turn[at]).astype(np.float32)
        found[at] = share * found[at + 1] + (1 - share) * best[at + 1] - cost
    return found


def walked_back(sequence: Indices) -> Iterator[Indices]:
    """The places of decisions, from the last one of every sequence back to the first: all the last ones, then all those
    before them, as far as there are any. `sequence` (n,) says which one each belongs to; those of one stand together,
    as they were made."""
    at, first = np.flatnonzero(np.diff(sequence, append=-1)), np.flatnonzero(np.diff(sequence, prepend=-1))
    yield at
    while len(at):
        going = at > first
        at, first = at[going] - 1, first[going]
        yield at
