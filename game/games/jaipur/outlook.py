"""What `search` makes of Jaipur's positions: the network of `neural` judges the state after the best move, that of all
positions asked about at a time in one matrix."""

from collections.abc import Sequence

from game.agents.judging import shared
from game.agents.networks import Network
from game.agents.playouts import Considered, Worth
from game.games.jaipur.evaluation import look
from game.games.jaipur.moves import Move
from game.games.jaipur.round_worth import round_worth
from game.games.jaipur.rules import RULES
from game.games.jaipur.state import State


class NetworkOutlook:
    """See :class:`game.agents.playouts.Outlook`; whatever is asked at a time is of matches by the same house rules."""

    def __init__(self, network: Network) -> None:
        self._network = network

    def considered(self, asked: Sequence[Considered]) -> list[list[Move]]:
        """The moves that the network was asked about, from the best."""
        looked = look(self._network, [view for view, _ in asked])
        return [looked.found.moves.moves(ranked) for ranked in looked.found.ranked(looked.values.ranks)]

    def worths(self, states: Sequence[State]) -> list[Worth]:
        """The chances to win the match of the player to move, if it makes the best move, and of the other."""
        views = [RULES.view(state, state.to_move or 0) for state in states]
        looked = look(self._network, views)
        best = looked.found.best(looked.values.ranks)
        chances = looked.values.chance[best].tolist()
        return [
            shared(float(round_worth(view).chance(chance)), view.player, view.players)
            for view, chance in zip(views, chances, strict=True)
        ]
