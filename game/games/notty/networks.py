"""The AIs of Notty that play by networks over all hands."""

from functools import partial
from importlib import resources
from pathlib import Path

from game.agents.network_learning import NetworkSpec, TrainedNetworks, network_scorers
from game.agents.pickers import Best
from game.checkpoints.networks import NetworkCodec
from game.games.ai import AI
from game.games.notty.action_values import CHANCES, VALUES
from game.games.notty.deep_q import DeepQ, Judge, untrained
from game.games.notty.open_features import actions_of, inputs_of
from game.games.notty.training.parameters import METHODS, METRICS, POOL, READERS, TABLES, Parameters
from game.training.network_training import Resumable, batch_spec

NAME = "deep-q"
_FOLDER = Path(str(resources.files("assets"))) / "notty"
SHIPPED = {2: _FOLDER / "deep-q.npz", 3: _FOLDER / "deep-q-three.npz"}
"""What ships, by the number of players."""


def _scorer(trained: TrainedNetworks) -> DeepQ:
    """Plays by what has been learnt; at a table of another number of players, for which it says nothing, by what ships
    for that."""
    judges = {}
    for players, table in TABLES.items():
        known = trained if trained.encoding == table else _shipped(players)
        judges[players] = Judge.of(known)
    return DeepQ(judges)


def _shipped(players: int) -> TrainedNetworks:
    file = SHIPPED[players]
    if not file.is_file():
        return untrained(NAME, players)
    return NetworkCodec(SPEC).load_kept(file, "notty", NAME)[0]


def _make(method: str, parameters: Parameters, against: tuple[str, ...], seed: int) -> Resumable:
    """What trains is loaded only where something is trained."""
    from game.games.notty.training.training import Training

    return Training.begun(NAME, method, parameters, against or POOL, seed)


SPEC = NetworkSpec(
    {name: dict.fromkeys((VALUES, CHANCES), (inputs_of(seats), actions_of(seats))) for seats, name in TABLES.items()},
    _scorer,
    partial(untrained, NAME),
    METRICS,
)
DEEP_Q = AI(
    NAME,
    "notty",
    "a network over all hands values every action; rules round it return cards and discard groups",
    partial(network_scorers, SPEC),
    lambda _: Best(),
    networks=SPEC,
    network_training=batch_spec("game", METHODS, Parameters, READERS, _make),
    pretrained=SHIPPED[2] if SHIPPED[2].is_file() else None,
)
EXPERT = AI(
    "expert",
    "notty",
    f"the strongest there is: {NAME} as it ships",
    lambda *_: [_scorer(_shipped(2))],
    lambda _: Best(),
)
