"""How many turns a hand of Notty is from empty: where the coefficients of the group-maker come from.

The group-maker plays beside somebody who only ends turns and whom nobody robs, so that nothing but its own hand
matters. What is known of each hand with which one of its turns ended, and the turns that it then took, are fitted by
least squares. It plays by the coefficients that are being sought: found again they have settled.

    python -m benchmarks.notty_turns
"""

from math import sqrt
from random import Random

import numpy as np
from numpy.typing import NDArray

from game.agents.agent import Agent
from game.agents.pickers import Best
from game.games.notty import group_maker as notty_group_maker
from game.games.notty.cover import leftover
from game.games.notty.group_maker import StealCard, room_of
from game.games.notty.moves import NEXT_TURN
from game.games.notty.rules import RULES
from game.rules.options import parse_options
from game.rules.protocol import Setup, apply

GAMES = 2000
NAMES = ("READY", "ROOT", "ROOM", "ROOT_AND_ROOM")
"""The coefficients of `game.games.notty.group_maker`, in its order."""
_SETUP = Setup(2, parse_options(RULES, []))


def known(hand: int) -> tuple[float, ...]:
    """What the coefficients are multiplied with."""
    root, room = sqrt(leftover(hand)), room_of(hand)
    return 1.0, root, room, root * room


def hands_of(agent: Agent, seed: int) -> list[int]:
    """The hands with which the agent's turns ended until it had emptied one, or the turn limit was reached."""
    rng = Random(seed)
    state = RULES.deal(_SETUP, (), 0, rng)
    ended = []
    while state.to_move is not None:
        move = NEXT_TURN
        if state.to_move == 0:
            chosen = agent.choose(RULES.view(state, 0), rng)
            assert chosen is not None
            move = chosen.move
            if move == NEXT_TURN:
                ended.append(state.hands[0])
        apply(RULES, state, move, rng)
    return ended


def fitted(games: int = GAMES) -> tuple[NDArray[np.float64], float, float]:
    """The coefficients, the share of the turns' variance that they explain, and the mean turns to empty a hand."""
    scorers = tuple(scorer for scorer in notty_group_maker.scorers() if not isinstance(scorer, StealCard))
    agent = Agent("group-maker", scorers, Best())
    left: list[int] = []
    rows, all_turns = [], []
    for seed in range(games):
        hands = hands_of(agent, seed)
        all_turns.append(len(hands) + 1)
        rows += [known(hand) for hand in hands]
        left += range(len(hands), 0, -1)
    found, *_ = np.linalg.lstsq(np.array(rows), np.array(left, dtype=np.float64), rcond=None)
    missed = np.array(left) - np.array(rows) @ found
    return found, float(1 - missed.var() / np.var(left)), float(np.mean(all_turns))


if __name__ == "__main__":
    coefficients, explained, mean_turns = fitted()
    print(f"a hand alone takes {mean_turns:.1f} turns; {100 * explained:.0f} % of the variance is explained")
    for name, value in zip(NAMES, coefficients, strict=True):
        print(f"{name} {value:.2f}, in play {getattr(notty_group_maker, name):g}")
