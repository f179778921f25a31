"""How `search` plays Jaipur out in thought: no further than to a position that the network of `neural` judges.

Measured, in rounds against `heuristic`: 24 such play-outs won 9 of 10. With positions judged by the heuristic's own
formula instead, fitted to chances, 50 play-outs won 4 of 20, and 200 2 of 10.
"""

from collections.abc import Sequence

from game.agents.platt import Platt
from game.agents.playouts import UNCERTAIN, Certain, Outlook, Playouts, Worth
from game.games.ai import registered_ai
from game.games.jaipur.moves import Move
from game.games.jaipur.state import State, View


def _outlook() -> Outlook:
    from game.games.jaipur.neural import NeuralScorer  # only here: the game is declared without numpy
    from game.games.jaipur.outlook import NetworkOutlook

    (scorer,) = registered_ai("jaipur", "neural").agent().scorers
    assert isinstance(scorer, NeuralScorer), "neural plays by its network"
    return NetworkOutlook(scorer.network)


TOLD = Platt(1.1, -0.23)
"""Fitted on 337 matches of `search` against itself, of the seeds from 1 on: the best of several moves, each told with
an error, is told too good."""


def told(view: View) -> Platt:
    """See `Playouts`."""
    return TOLD


def certain(view: View, moves: Sequence[Move]) -> list[Certain]:
    """See `Playouts`: the ends of rounds."""
    from game.games.jaipur.evaluation import sure_ends
    from game.games.jaipur.round_worth import round_worth

    ends = sure_ends(view)
    if not ends:
        return [UNCERTAIN] * len(moves)
    worth = round_worth(view)
    chances = {move: float(worth.halved(*end)) for move, end in ends.items()}
    return [Certain(1.0, chances[move]) if move in chances else UNCERTAIN for move in moves]


def ended(state: State) -> Worth:
    """See `Playouts`: what a round that is over is worth by the table of standings, as positions are judged."""
    from game.games.jaipur.round_worth import worth_of_end

    return worth_of_end(state)


PLAYOUTS = Playouts(outlook=_outlook, told=told, certain=certain, ended=ended)
"""How `search` plays Jaipur."""
