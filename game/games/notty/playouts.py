"""How `search` plays Notty out in thought: no further than to a position whose chances the judge's network tells, for
random play does not end, and good play takes some hundred moves."""

from game.agents.platt import Platt
from game.agents.playouts import Outlook, Playouts

DOUBT = 0.03
"""Twice the error that the judge tells the difference between two moves with (assets/notty/judge.json): most moves
differ by less, and of many the best is told so by luck."""


def _outlook() -> Outlook:
    from game.games.notty import outlook  # only here: the game is declared without numpy
    from game.games.notty.judge import NottyJudge
    from game.games.notty.networks import pretrained_networks
    from game.games.notty.search_outlook import NetworkOutlook

    networks = pretrained_networks()
    return NetworkOutlook(networks, NottyJudge(networks, outlook.pretrained()))


TOLD = {2: Platt(5.6, 0.04)}
"""Fitted on 200 matches of `search` against itself, of the seeds from 1 on: the judge tells what is left if all go on
as `deep-q`, who rob each other by turns; among players who search, small leads are kept."""
PLAYOUTS = Playouts(outlook=_outlook, told=TOLD, doubt=DOUBT)
"""How `search` plays Notty."""
