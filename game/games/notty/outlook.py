"""What everybody's chances are in positions of Notty if all play on as `deep-q` does: told by two networks, which see
what those of `deep-q` do: one of the usual match, one of the long match, which is played as by the group-maker.

What `deep-q` shows of its moves is fitted to its own play and is nowhere right to a tenth of a point, which is what a
decision costs among good players. These networks are fitted to positions of all kinds of play, and to what follows each
(:mod:`game.games.notty.training.outlook`): their chance before a move of `deep-q` is that after it, in the mean.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log
from pathlib import Path

import numpy as np

from game.agents.network_learning import NetworkSpec, TrainedNetworks
from game.agents.networks import Floats, Network
from game.checkpoints import places
from game.checkpoints.networks import NetworkCodec
from game.games.notty.action_values import LEVEL, Indices
from game.games.notty.hand_arrays import counts_of
from game.games.notty.long_match import lateness
from game.games.notty.open_features import Hands, hands_of, inputs_of
from game.games.notty.state import State
from game.games.notty.training.parameters import TABLES

NAME = "expert"
OUTLOOK, LONG_OUTLOOK = "outlook", "long"
"""The names of the two networks in files: of the usual match, and of the long."""
PRETRAINED = {2: places.shipped("notty", "judge.npz"), 3: places.shipped("notty", "judge-three.npz")}
"""What ships, by the number of players."""
METRICS = ("decisions", "loss")
"""The columns of the curve of its fit: decisions learnt from so far, and the mean cross-entropy."""
SELDOM = 0.01
"""By so little a long match to come counts for nothing."""


@dataclass(frozen=True, eq=False)
class Outlook:
    """What everybody's chances are at tables of one number of players. Where nobody robs to hinder another, whoever is
    nearer to going out wins far more surely than among players who do: each network knows one of the two."""

    usual: Network
    long: Network

    @property
    def players(self) -> int:
        """How many play."""
        return int(self.usual.sizes[-1])

    def shares(self, rows: Floats, turns: Indices) -> Floats:
        """(n, players): everybody's chance, the mover's first and the others' in the order of the turns, in positions
        after so many turns, (n,), that the networks see as rows (n, inputs)."""
        return shares_from(self._told(rows, turns))

    def odds(self, rows: Floats, turns: Indices) -> Floats:
        """(n,): the log odds that the mover wins, likewise."""
        return odds_from(self._told(rows, turns))

    def _told(self, rows: Floats, turns: Indices) -> Floats:
        """(n, players): the logarithms of everybody's chances, but for what all have in common."""
        told = _normal(self.usual.forward(rows))
        late = lateness(turns, told.shape[1])
        which = np.flatnonzero(late > SELDOM)
        if len(which):
            told[which] += late[which, None] * (_normal(self.long.forward(rows[which])) - told[which])
        return told


def begun(chances: Network, players: int) -> Network:
    """A network before its fit: the mover has the chance that `deep-q` shows by these, the others share
    what is left."""
    last, bias = np.zeros((chances.sizes[-2], players), np.float32), np.zeros(players, np.float32)
    last[:, 0], bias[0] = chances.weights[-1][:, LEVEL], chances.biases[-1][LEVEL] + log(players - 1)
    return Network([*chances.weights[:-1], last], [*chances.biases[:-1], bias])


def shares_from(told: Floats) -> Floats:
    """(n, players): everybody's chance, by what a network says of positions, (n, players)."""
    found: Floats = np.exp(told - told.max(axis=1, keepdims=True))
    found /= found.sum(axis=1, keepdims=True)
    return found


def odds_from(told: Floats) -> Floats:
    """(n,): the log odds that the mover wins, likewise."""
    found: Floats = told[:, 0] - np.logaddexp.reduce(told[:, 1:], axis=1)
    return found


def _normal(told: Floats) -> Floats:
    """The logarithms of everybody's chances, likewise."""
    found: Floats = told - np.logaddexp.reduce(told, axis=1, keepdims=True)
    return found


def seen_in(states: Sequence[State]) -> Hands:
    """The hands of states that are not over, shaped (n, players), from that of the player to move on."""
    players, movers = len(states[0].hands), movers_of(states)
    hands = hands_of(counts_of([hand for state in states for hand in state.hands]))
    return hands.of(np.arange(len(states))[:, None] * players + (movers[:, None] + np.arange(players)) % players)


def movers_of(states: Sequence[State]) -> Indices:
    """(n,): who is to move in states that are not over."""
    return np.array([state.to_move for state in states], np.int64)


def _fresh() -> TrainedNetworks:
    raise NotImplementedError("who judges has learnt")


def _no_scorer(trained: TrainedNetworks) -> object:
    raise NotImplementedError("nobody plays by it")


SPEC = NetworkSpec(
    {table: dict.fromkeys((OUTLOOK, LONG_OUTLOOK), (inputs_of(players), players)) for players, table in TABLES.items()},
    _no_scorer,  # type: ignore[arg-type]
    _fresh,
    METRICS,
)


def pretrained() -> Mapping[int, Outlook]:
    """The networks that ship, by the number of players. Raises CheckpointError."""
    return {players: _outlook(file) for players, file in PRETRAINED.items()}


def _outlook(file: Path) -> Outlook:
    networks = NetworkCodec(SPEC).load_kept(file, "notty", NAME)[0].networks
    return Outlook(networks[OUTLOOK], networks[LONG_OUTLOOK])
