"""How `search` plays Notty out in thought: no further than to a position whose chances the judge's network tells, for
random play does not end, and good play takes some hundred moves."""

from collections.abc import Sequence

from game.agents.platt import AS_IT_COMES, Platt
from game.agents.playouts import UNCERTAIN, Certain, Outlook, Playouts
from game.games.notty.moves import Move
from game.games.notty.state import View

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
as `deep-q`, who rob each other by turns; among players who search, small leads are kept. Long matches
are told as the judge tells them."""


def told(view: View) -> Platt:
    """See `Playouts`."""
    import numpy as np  # only here, as above

    from game.games.notty.long_match import lateness

    usual, late = TOLD.get(view.players, AS_IT_COMES), float(lateness(np.array([view.turns]), view.players)[0])
    return Platt(usual.slope + late * (1.0 - usual.slope), usual.shift * (1.0 - late))


def certain(view: View, moves: Sequence[Move]) -> list[Certain]:
    """See `Playouts`: which of a move's outcomes let the hand go at once, or once a card is returned."""
    from game.games.notty.view_arrays import surely_won

    return [Certain(share, 1.0) if share else UNCERTAIN for share in surely_won(view, moves)]


PLAYOUTS = Playouts(outlook=_outlook, told=told, doubt=DOUBT, certain=certain)
"""How `search` plays Notty."""
