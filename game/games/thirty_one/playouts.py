"""How `search` plays Thirty-one out in thought: to the end of the round, by the greedy caller."""

from collections.abc import Sequence

from game.agents.agent import Agent
from game.agents.pickers import Best
from game.agents.platt import Platt
from game.agents.playouts import UNCERTAIN, Certain, Playouts
from game.games.thirty_one.greedy import CALL_AT, greedy_caller
from game.games.thirty_one.moves import Move
from game.games.thirty_one.standings import known_end
from game.games.thirty_one.state import View


def _policy() -> Agent:
    """It plays a round in .7 ms; the networks of `neural`, the default AI, take thirty times as long."""
    return Agent("greedy-caller", tuple(greedy_caller(CALL_AT)), Best())


TOLD = {2: Platt(0.99, -0.14, 0.52), 3: Platt(0.87, -0.33), 4: Platt(0.7, -0.36)}
"""Fitted on matches of `search` against itself (1,794, 65, 45), of the seeds from 5001 on and with two players of those
from 1 to 200 and from 20001 to 21279, too: it deals the others what is left as a deal would, and not what they have
kept, and so takes them for weaker than they are. With two players that shows where it is ahead: a lead is told as half
of what it came to."""


def told(view: View) -> Platt:
    """See `Playouts`."""
    return TOLD[view.players]


def certain(view: View, moves: Sequence[Move]) -> list[Certain]:
    """See `Playouts`: the ends of rounds that are known, by the table of standings."""
    ends = [known_end(view, move) for move in moves]
    return [UNCERTAIN if chance is None else Certain(1.0, chance) for chance in ends]


PLAYOUTS = Playouts(_policy, told=told, certain=certain)
"""How `search` plays Thirty-one."""
