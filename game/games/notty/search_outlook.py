"""What `search` makes of Notty's positions: the networks of `deep-q` say which moves are likely, that of the judge what
positions are worth, each of all that are asked about at a time in one matrix."""

from collections.abc import Mapping, Sequence
from random import Random

import numpy as np

from game.agents.judging import Judge
from game.agents.playouts import Considered, Worth
from game.games.notty import long_match
from game.games.notty.action_values import Indices, judged, nothing_let_go, with_own
from game.games.notty.cover import partition
from game.games.notty.deep_q import Networks
from game.games.notty.moves import HOLDS, RETURNED, RETURNS, Move, MoveKind
from game.games.notty.open_features import Hands, returns_of
from game.games.notty.rules import View
from game.games.notty.state import State
from game.games.notty.view_arrays import move_of, seen_by


class NetworkOutlook:
    """See :class:`game.agents.playouts.Outlook`; whatever is asked at a time is of tables of as many players.
    `networks` are by the number of players; `judge` tells everybody's chances."""

    def __init__(self, networks: Mapping[int, Networks], judge: Judge) -> None:
        self._networks, self._judge = networks, judge

    def considered(self, asked: Sequence[Considered]) -> list[list[Move]]:
        """Of a hand that can go its groups; else the cards that may well be returned, or the actions, from the best."""
        views = [view for view, _ in asked]
        seen = seen_by(*views)
        used = _each(views, "used")
        holding = used & HOLDS > 0
        out = (seen.left[:, 0] == 0) & ~holding
        long = (_each(views, "turns") >= long_match.LONG[views[0].players]) & ~out
        found: list[list[Move]] = [
            [Move(MoveKind.DISCARD_GROUP, group) for group in partition(view.hand)] if gone else []
            for view, gone in zip(views, out.tolist(), strict=True)
        ]
        self._act(found, views, seen, used, np.flatnonzero(~holding & ~out & ~long))
        self._give(found, seen, used, np.flatnonzero(holding & ~long))
        for row in np.flatnonzero(long).tolist():
            best_first = sorted(long_match.considered(*asked[row]), key=lambda each: -each[0].score)
            found[row] = [each.move for each, _ in best_first if each.move.kind != MoveKind.DISCARD_GROUP]
        return found

    def worths(self, states: Sequence[State]) -> Sequence[Worth]:
        """Everybody's chances if all play on as `deep-q`."""
        return self._judge.open_chances(states, Random(0))

    def _act(self, found: list[list[Move]], views: Sequence[View], seen: Hands, used: Indices, rows: Indices) -> None:
        """Put in the actions of these views."""
        if not len(rows):
            return
        told = judged(self._networks[views[0].players].values, seen.of(rows), used[rows])
        told = nothing_let_go(told, seen.of(rows), used[rows])
        order = np.argsort(-told.values, axis=1, kind="stable").tolist()
        for row, actions, able in zip(rows.tolist(), order, told.able.sum(axis=1).tolist(), strict=True):
            found[row] = [move_of(views[row], action) for action in actions[:able]]

    def _give(self, found: list[list[Move]], seen: Hands, used: Indices, rows: Indices) -> None:
        """Put in the cards that may well be returned, of these views."""
        if not len(rows):
            return
        own = seen.own_hand
        returns = returns_of(own.counts[rows], own.losses[rows])
        whose = rows[returns.row]
        then = used[whose] - HOLDS + RETURNED
        best = judged(self._networks[seen.left.shape[1]].values, with_own(seen, whose, returns.then), then).best
        for place in np.lexsort((-best, whose)).tolist():
            found[int(whose[place])].append(RETURNS[int(returns.kind[place])])


def _each(views: Sequence[View], name: str) -> Indices:
    """(n,): a whole number of each view."""
    return np.array([getattr(view, name) for view in views], np.int64)
