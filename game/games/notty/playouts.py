"""How `search` plays Notty out in thought: no further than to hands that `group-maker`'s turns to go judge, for random
play does not end, and good play takes some hundred moves."""

from math import exp

from game.agents.agent import Agent
from game.agents.pickers import Best
from game.agents.playouts import Playouts
from game.games.notty.group_maker import scorers, turns_to_go
from game.games.notty.state import State

_LATER = 0.1
"""By how much every turn that one waits for lowers the share, as an exponent."""


def chances(state: State) -> tuple[float, ...]:
    """What a state in which somebody is to move is worth to each player: the fewer turns its hand needs, the more, and
    the sooner its turn comes. A form fitted to matches of `group-maker`, in which it says little: most is luck."""
    assert state.to_move is not None, "the match is over"
    players = len(state.hands)
    shares = [
        exp(-_LATER * ((player - state.to_move) % players)) / turns_to_go(hand)
        for player, hand in enumerate(state.hands)
    ]
    total = sum(shares)
    return tuple([share / total for share in shares])


def _policy() -> Agent:
    """What `group-maker` likes most comes first where the search looks deeper."""
    return Agent("group-maker", scorers(), Best())


PLAYOUTS = Playouts(_policy, chances)
"""How `search` plays Notty."""
