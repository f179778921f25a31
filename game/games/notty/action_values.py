"""What a network says of Notty's positions, many at once: what each action is worth, and what the rules round it make
of that. Players and trainings share this; a position is a row of hands, the own first.

The network chooses among the actions of :func:`game.games.notty.open_features.actions_of`. Which card is returned, and
whether a group is discarded, it decides by what the position is worth that comes of it.

What it says is right in its order, not in its amounts. A second network tells how near a position is to being won if
the best is done there, and how much of a difference between two values is true: `chances_from`.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.agents.networks import Floats, Network
from game.games.notty.hand_arrays import best_of
from game.games.notty.hands import MOST_DRAWN
from game.games.notty.open_features import (
    GROUPS,
    Hands,
    actions_of,
    deck_of,
    groups_held,
    hands_of,
    inputs_of,
    returns_of,
    rows_of,
    sensible,
    with_one,
)

Indices = NDArray[np.int64]
VALUES, CHANCES = "values", "chances"
"""The names of the two networks in files: what actions are worth, and what is shown."""
STEEPEST = np.float32(20.0)
"""No logarithm of a slope is taken for farther from 0: far beyond all that is learnt."""
LEVEL, SLOPE = 0, 1
"""The outputs of the second: the log odds that the best action wins, and the logarithm of what a difference in value is
multiplied by to be one of log odds."""


def layers_of(players: int, hidden: Sequence[int]) -> dict[str, tuple[int, ...]]:
    """The sizes of both networks, by name, for tables of so many players."""
    inputs = inputs_of(players)
    return {VALUES: (inputs, *hidden, actions_of(players)), CHANCES: (inputs, *hidden, len((LEVEL, SLOPE)))}


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


def chances_from(told: Floats, behind: Floats) -> Floats:
    """(n, m): the chances to win of m things to do in each of n positions. `told` is what the network of chances says
    of these, (n, 2); `behind` is how much less than the best each is worth, 0 and below, (n, m)."""
    with np.errstate(over="ignore"):  # a chance is 0 or 1 then
        odds = told[:, LEVEL, None] + slopes_from(told)[:, None] * behind
        found: Floats = (1 / (1 + np.exp(-odds))).astype(np.float32)
    return found


def slopes_from(told: Floats) -> Floats:
    """(n,): by how much the log odds fall with what an action is behind; networks of a damaged file may tell any."""
    found: Floats = np.exp(np.clip(told[:, SLOPE], -STEEPEST, STEEPEST))
    return found


def going_by(seen: Hands, able: NDArray[np.bool_]) -> Floats:
    """(n, actions): the chance that the own hand, which cannot go now, can go once an action is done: by the card that
    is drawn, stolen, or drawn to return another. Draws of two and three, which are not counted out, have 0, and so has
    what is not `able`. `seen` are hands shaped (n, players)."""
    deck, own = deck_of(seen.counts), seen.own_hand
    whole = own.left.astype(np.int64) + 1
    found = np.zeros(able.shape, np.float32)
    found[:, 0] = share_of(deck, own.gains >= whole[:, None])
    for rival in range(1, seen.left.shape[1]):
        found[:, MOST_DRAWN + rival - 1] = share_of(seen.counts[:, rival], own.gains >= whole[:, None])
    found[:, -2] = share_of(deck, going_with(own))
    return np.where(able, found, np.float32(0.0))


def going_with(own: Hands) -> NDArray[np.bool_]:
    """(n, 45): with which cards more a hand can go once one is returned: one is left over, or none, and a group can
    spare one."""
    left = own.left[:, None].astype(np.int64)
    found: NDArray[np.bool_] = own.gains == left
    row, kind = np.nonzero(own.gains > left)
    if len(row):
        held = hands_of(with_one(own.counts[row], kind))
        returns = returns_of(held.counts, held.losses)
        found[row, kind] = np.bincount(returns.row, returns.then.left == 0, len(row)) > 0
    return found


def share_of(cards: NDArray[np.int8], which: NDArray[np.bool_]) -> NDArray[np.float64]:
    """(n,): which share of cards (n, 45) are of some kinds."""
    found: NDArray[np.float64] = (cards * which).sum(axis=1) / np.maximum(1, cards.sum(axis=1))
    return found


def nothing_let_go(found: Judged, seen: Hands, used: Indices) -> Judged:
    """The same, where an action is sure to let the hand go but for these alone, whose worth is that of a win. `used`
    (n,) is what the turns have used."""
    able = sensible(seen.sizes, used)
    rows, actions = np.nonzero(going_by(seen, able) == 1.0)
    if not len(rows):
        return found
    able, values = found.able.copy(), found.values.copy()
    able[rows], values[rows] = False, -np.inf
    able[rows, actions], values[rows, actions] = True, 1.0
    return Judged(found.rows, able, values)


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
