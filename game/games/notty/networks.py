"""The AIs of Notty that play by networks over all hands."""

from collections.abc import Mapping
from functools import partial
from importlib import resources
from pathlib import Path
from typing import Any

from game.agents.network_learning import NetworkSpec, TrainedNetworks, network_scorers
from game.agents.pickers import Best
from game.checkpoints.networks import NetworkCodec
from game.games.ai import AI
from game.games.notty.action_values import layers_of
from game.games.notty.deep_q import DeepQ, Networks, untrained
from game.games.notty.judge import NottyJudge
from game.games.notty.training.parameters import METHODS, METRICS, POOL, READERS, TABLES, Parameters
from game.rules.language import _
from game.training.network_training import Resumable, batch_spec

NAME = "deep-q"
_FOLDER = Path(str(resources.files("assets"))) / "notty"
SHIPPED = {2: _FOLDER / "deep-q.npz", 3: _FOLDER / "deep-q-three.npz"}
"""What ships, by the number of players."""


def _networks_of(trained: TrainedNetworks) -> dict[int, Networks]:
    """What has been learnt, by the number of players; for a number of which a file says nothing, what ships."""
    return {
        players: Networks.of(trained if trained.encoding == table else _shipped(players))
        for players, table in TABLES.items()
    }


def _scorer(trained: TrainedNetworks) -> DeepQ:
    return DeepQ(_networks_of(trained))


def _judge(settings: Mapping[str, Any], effort: float) -> NottyJudge:
    return NottyJudge(_networks_of(settings["trained"]), effort=effort)


def _shipped(players: int) -> TrainedNetworks:
    file = SHIPPED[players]
    if not file.is_file():
        return untrained(NAME, players)
    return NetworkCodec(SPEC).load_kept(file, "notty", NAME)[0]


def _make(method: str, parameters: Parameters, against: tuple[str, ...], seed: int) -> Resumable:
    """What trains is loaded only where something is trained."""
    from game.games.notty.training.training import Training

    return Training.begun(NAME, method, parameters, against or POOL, seed)


def _spec(ai: str) -> NetworkSpec:
    shapes = {
        table: {name: (sizes[0], sizes[-1]) for name, sizes in layers_of(players, ()).items()}
        for players, table in TABLES.items()
    }
    return NetworkSpec(shapes, _scorer, partial(untrained, ai), METRICS)


SPEC = _spec(NAME)
DEEP_Q = AI(
    NAME,
    "notty",
    _("networks over all hands value every action; rules round them return cards and discard groups"),
    partial(network_scorers, SPEC),
    lambda _: Best(),
    networks=SPEC,
    network_training=batch_spec("game", METHODS, Parameters, READERS, _make),
    pretrained=SHIPPED[2] if SHIPPED[2].is_file() else None,
)
_EXPERT = _spec("expert")
EXPERT = AI(
    "expert",
    "notty",
    _("the strongest there is: {name}, as it is", name=NAME),
    partial(network_scorers, _EXPERT),
    lambda _: Best(),
    networks=_EXPERT,
    taught_as=NAME,
    pretrained=DEEP_Q.pretrained,
    judge=_judge,
)
