"""Networks of Notty that have learnt nothing, but are not all alike."""

from game.games.notty.action_values import CHANCES
from game.games.notty.deep_q import Networks, untrained
from game.games.notty.outlook import Outlook, begun
from game.games.notty.training.parameters import TABLES


def outlook_of(players: int) -> Outlook:
    """Both networks as they are before their fit, but that in long matches all log odds are three times as large."""
    chances = untrained("deep-q", players).networks[CHANCES]
    usual, long = begun(chances, players), begun(chances, players)
    long.weights[-1][:] *= 3
    long.biases[-1][:] *= 3
    return Outlook(usual, long)


OUTLOOKS = {players: outlook_of(players) for players in TABLES}
NETWORKS = {players: Networks.of(untrained("deep-q", players), OUTLOOKS[players]) for players in TABLES}
