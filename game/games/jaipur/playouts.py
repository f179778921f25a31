"""How `search` plays Jaipur out in thought: no further than to a position that the heuristic's formula judges."""

from math import exp

from game.agents.agent import Agent
from game.agents.pickers import Highest
from game.agents.search import Playouts
from game.games.jaipur import utility
from game.games.jaipur.heuristic import Position
from game.games.jaipur.rules import RULES
from game.games.jaipur.scoring import match_chance
from game.games.jaipur.state import State

_NEXT = 0.78
"""What it is worth to be the next to move, in logits."""
_SPREAD, _SPREAD_PER_CARD = 1.6, 0.37
"""How many points weigh one logit: more for each card that is left in the deck."""


def chances(state: State) -> tuple[float, ...]:
    """What a state in which somebody is to move is worth to each player: the chance of the round, by the heuristic's
    points for who has just moved, carried to the match as if other rounds were even.

    The numbers were fitted to 5,991 positions of 150 rounds of `heuristic` against itself.
    """
    assert state.to_move is not None, "the round is over"
    moved = 1 - state.to_move
    view = RULES.view(state, moved)
    points = sum(Position(view).as_it_lies())
    chance = 1.0 / (1.0 + exp(_NEXT - points / (_SPREAD + _SPREAD_PER_CARD * view.deck_size)))
    won = match_chance(chance, view.seals)
    return (won, 1.0 - won) if moved == 0 else (1.0 - won, won)


def _policy() -> Agent:
    """What `utility` likes most comes first where the search looks deeper."""
    return Agent("utility", tuple(utility.scorers()), Highest())


PLAYOUTS = Playouts(_policy, chances)
"""How `search` plays Jaipur."""
