"""How `search` plays Thirty-one out in thought: to the end of the round, by the greedy caller."""

from game.agents.agent import Agent
from game.agents.pickers import Best
from game.agents.platt import Platt
from game.agents.playouts import Playouts
from game.games.thirty_one.greedy import CALL_AT, greedy_caller


def _policy() -> Agent:
    """It plays a round in .7 ms; the networks of `neural`, the default AI, take thirty times as long."""
    return Agent("greedy-caller", tuple(greedy_caller(CALL_AT)), Best())


TOLD = {2: Platt(0.99, -0.14, 0.52), 3: Platt(0.87, -0.33), 4: Platt(0.7, -0.36)}
"""Fitted on matches of `search` against itself (1,794, 65, 45), of the seeds from 5001 on and with two players of those
from 1 to 200 and from 20001 to 21279, too: it deals the others what is left as a deal would, and not what they have
kept, and so takes them for weaker than they are. With two players that shows where it is ahead: a lead is told as half
of what it came to."""
PLAYOUTS = Playouts(_policy, told=TOLD)
"""How `search` plays Thirty-one."""
