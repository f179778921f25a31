"""How Notty's AIs play by networks over all hands, and how these are trained."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from game.agents.network_learning import NetworkSpec, TrainedNetworks
from game.agents.networks import Network
from game.checkpoints import places
from game.checkpoints.networks import NetworkCodec
from game.games.notty import outlook
from game.games.notty.action_values import CHANCES, VALUES, layers_of
from game.games.notty.deep_q import DeepQ, Networks, untrained
from game.games.notty.judge import NottyJudge
from game.games.notty.look_ahead import DECIDED
from game.games.notty.training.parameters import (
    COMPARED,
    METHODS,
    METRICS,
    POOL,
    READERS,
    TABLES,
    WATCHED,
    Parameters,
)
from game.training.network_training import Resumable, batch_spec

NAME = "deep-q"
PRETRAINED = {2: places.shipped("notty", "deep-q.npz"), 3: places.shipped("notty", "deep-q-three.npz")}
"""What ships, by the number of players."""


def networks_of(trained: TrainedNetworks, ahead: bool = False) -> dict[int, Networks]:
    """What has been learnt, by the number of players; for a number of which a file says nothing, what ships. Of that
    the judge's networks tell the chances, which are fitted to its play, and once more where it looks `ahead`; what else
    has been learnt tells its own, but for long matches, of which trainings know nothing."""
    found, outlooks = dict[int, Networks](), outlook.pretrained()
    for players, table in TABLES.items():
        learnt, told, decided = pretrained(players), outlooks[players], DECIDED.get(players) if ahead else None
        if trained.encoding == table and not alike(trained.networks[VALUES], learnt.networks[VALUES]):
            usual = outlook.begun(trained.networks[CHANCES], players)
            learnt, told, decided = trained, replace(told, usual=usual), None
        found[players] = Networks.of(learnt, told, decided)
    return found


def alike(one: Network, other: Network) -> bool:
    """Whether networks say the same."""
    return one.sizes == other.sizes and np.array_equal(one.flat, other.flat)


def _scorer(trained: TrainedNetworks, ahead: bool) -> DeepQ:
    return DeepQ(networks_of(trained, ahead), ahead)


def judge(settings: Mapping[str, Any], effort: float) -> NottyJudge:
    """The expert as a judge."""
    return NottyJudge(networks_of(settings["trained"]), outlook.pretrained(), effort=effort)


def pretrained_networks() -> dict[int, Networks]:
    """The networks that ship, by the number of players."""
    outlooks = outlook.pretrained()
    return {players: Networks.of(pretrained(players), outlooks[players]) for players in TABLES}


def pretrained(players: int) -> TrainedNetworks:
    """What ships for so many players, or what has learnt nothing where no such file is. Raises CheckpointError."""
    file = PRETRAINED[players]
    if not file.is_file():
        return untrained(NAME, players)
    return NetworkCodec(SPEC).load_kept(file, "notty", NAME)[0]


def _make(method: str, parameters: Parameters, against: tuple[str, ...], seed: int) -> Resumable:
    """What trains is loaded only where something is trained."""
    from game.games.notty.training.training import Training

    return Training.begun(NAME, method, parameters, against or POOL, seed)


def _spec(ai: str, ahead: bool) -> NetworkSpec:
    shapes = {
        table: {name: (sizes[0], sizes[-1]) for name, sizes in layers_of(players, ()).items()}
        for players, table in TABLES.items()
    }
    return NetworkSpec(shapes, partial(_scorer, ahead=ahead), partial(untrained, ai), METRICS)


SPEC = _spec(NAME, ahead=False)
EXPERT = _spec("expert", ahead=True)
TRAINING = batch_spec("game", METHODS, Parameters, READERS, _make, WATCHED, COMPARED)
