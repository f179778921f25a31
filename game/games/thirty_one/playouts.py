"""How `search` plays Thirty-one out in thought: to the end of the round, by the greedy caller."""

from game.agents.agent import Agent
from game.agents.pickers import Best
from game.agents.playouts import Playouts
from game.games.thirty_one.greedy import CALL_AT, greedy_caller


def _policy() -> Agent:
    """It plays a round in .7 ms; the networks of `neural`, the default AI, take thirty times as long."""
    return Agent("greedy-caller", tuple(greedy_caller(CALL_AT)), Best())


PLAYOUTS = Playouts(_policy)
"""How `search` plays Thirty-one."""
