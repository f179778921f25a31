"""What a network says of Notty's positions, many at once: what each action is worth, and what the rules round it make
of that. Players and trainings share this; a position is a row of hands, the own first.

The network chooses among the actions of :func:`game.games.notty.open_features.actions_of`. Which card is returned, and
whether a group is discarded, it decides by what the position is worth that comes of it.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.agents.networks import Floats, Network
from game.games.notty.hand_arrays import best_of
from game.games.notty.open_features import (
    GROUPS,
    Hands,
    groups_held,
    hands_of,
    rows_of,
    sensible,
)

Indices = NDArray[np.int64]
VALUES, CHANCES = "values", "chances"
"""The names of the two networks in files: what actions are worth, and the log odds that they win."""


class Judged(NamedTuple):
    """n positions in which an action is to be chosen."""

    rows: Floats
    """(n, inputs): what the network saw."""
    able: NDArray[np.bool_]
    """(n, actions): what may be chosen."""
    values: Floats
    """(n, actions): what each action is worth; minus infinity for the others."""

    def of(self, which: Indices) -> "Judged":
        """Some of these positions."""
        return Judged(self.rows[which], self.able[which], self.values[which])

    @property
    def best(self) -> Floats:
        """(n,): what the best action is worth."""
        found: Floats = self.values.max(axis=1)
        return found


def judged(network: Network, seen: Hands, used: Indices) -> Judged:
    """What the actions are worth: `seen` are hands shaped (n, players), `used` (n,) what the turn has used."""
    rows = rows_of(seen, used)
    able = sensible(seen.sizes, used)
    return Judged(rows, able, np.where(able, network.forward(rows), -np.inf).astype(np.float32))


def with_own(seen: Hands, row: Indices, own: Hands) -> Hands:
    """The positions of these rows, the own hand being another."""
    found = seen.of(row)
    found.put((slice(None), 0), own)
    return found


class Discards(NamedTuple):
    """The groups that may well be discarded: those without which no more cards are left over."""

    row: Indices
    """Of which hand, rising."""
    group: Indices
    """Which of `GROUPS`."""
    then: Hands
    """What the hand is without it."""


def discards_of(hands: Hands) -> Discards:
    """The groups that may well be discarded of hands (n,)."""
    row, group = np.nonzero(groups_held(hands.counts))
    rest = hands.counts[row] - GROUPS[group]
    left = rest.sum(axis=1) - best_of(rest)
    kept = np.flatnonzero(left == hands.left[row])
    return Discards(row[kept], group[kept], hands_of(rest[kept]))
