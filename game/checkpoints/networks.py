"""Checkpoints that hold networks: their weights, their training's curve, and all that the training needs to go on.

Their kind is "networks". The header has `networks` beside the usual keys, the layers' sizes of each network by name,
and `state`. The arrays are each network's weights and biases ("action.weight.0", "action.bias.0" ...), `course` (a row
a batch, columns as the header's `course` names them), and those of the state ("state.NAME").
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from game.agents.network_learning import WON, NetworkSpec, TrainedNetworks
from game.agents.networks import Network
from game.checkpoints.container import Arrays, Codec
from game.checkpoints.curves import MOST_MEASURED, check_curve

_STATE = "state."


@dataclass(frozen=True)
class NetworkCodec(Codec[TrainedNetworks]):
    """Networks that fit a spec."""

    spec: NetworkSpec

    kind = "networks"
    about = "networks"

    def encoded(self, trained: TrainedNetworks) -> tuple[dict[str, Any], Arrays]:
        columns = trained.columns or self.spec.metrics
        header: dict[str, Any] = {
            "kind": self.kind,
            "game": trained.game,
            "ai": trained.ai,
            "options": dict(trained.options),
            "seed": trained.seed,
            "parameters": dict(trained.parameters),
            "statistics": dict(trained.statistics),
            "course": list(columns),
            "networks": {name: list(network.sizes) for name, network in trained.networks.items()},
            "state": dict(trained.state),
        }
        arrays: Arrays = {}
        for name, network in trained.networks.items():
            arrays |= network.arrays(name)
        arrays["course"] = np.asarray(trained.curve, dtype=np.float64).reshape(-1, len(columns))
        arrays |= {f"{_STATE}{name}": array for name, array in trained.state_arrays.items()}
        return header, arrays

    def record(self, trained: TrainedNetworks) -> dict[str, Any]:
        return {
            "game": trained.game,
            "ai": trained.ai,
            "options": dict(trained.options),
            "seed": trained.seed,
            "parameters": dict(trained.parameters),
            "statistics": dict(trained.statistics),
            "networks": {
                name: {"sizes": list(network.sizes), "parameters": network.flat.size}
                for name, network in trained.networks.items()
            },
            "course": {"columns": list(trained.columns), "batches": len(trained.curve)},
            "resumable": bool(trained.state),
        }

    def _decoded(self, header: Mapping[str, Any], arrays: Arrays) -> TrainedNetworks:
        records = {key: _record(header, key) for key in ("options", "parameters", "statistics", "state")}
        if not isinstance(records["parameters"].get("encoding"), str):
            raise ValueError("its parameters name no encoding")
        _check_words(records["parameters"])
        _check_statistics(records["statistics"], self.spec.counted)
        networks = _networks(_record(header, "networks"), arrays)
        columns = _columns(header["course"], self.spec.metrics)
        curve = _curve(columns, arrays.pop("course"))
        strange = [name for name in arrays if not name.startswith(_STATE)]
        if strange:
            raise ValueError(f"it holds arrays of no known use: {', '.join(strange)}")
        state_arrays = {name.removeprefix(_STATE): array for name, array in arrays.items()}
        trained = TrainedNetworks(
            header["game"], header["ai"], records["options"], header["seed"], records["parameters"],
            records["statistics"], networks, curve, records["state"], state_arrays, columns,
        )  # fmt: skip
        self.spec.check(trained)
        return trained


def _record(header: Mapping[str, Any], key: str) -> dict[str, Any]:
    record = header.get(key)
    if not isinstance(record, dict):
        raise ValueError(f"its {key} are not there")
    return record


def _check_words(parameters: Mapping[str, Any]) -> None:
    against = parameters.get("against", [])
    if not isinstance(against, list) or not all(isinstance(name, str) for name in against):
        raise ValueError("its parameters do not say whom it was trained against")


def _check_statistics(statistics: Mapping[str, Any], counted: str) -> None:
    """Raises ValueError where a statistic is not what it is called; one that was not measured is None, or not there.
    `counted` is what it counts: "rounds"."""
    best = statistics.get("best")
    if best is not None and not (isinstance(best, dict) and best.keys() == {"matches_won", counted}):
        raise ValueError("its statistics do not say what the best networks are")
    counts = [statistics.get(counted, 0), *([] if best is None else [best[counted]])]
    if not all(type(count) is int and 0 <= count <= MOST_MEASURED for count in counts):
        raise ValueError(f"the {counted} of its statistics are no numbers")
    shares = [statistics.get(key) for key in ("win_rate", "matches_won")]
    measured = [share for share in shares if share is not None] + ([] if best is None else [best["matches_won"]])
    if not all(type(share) in (int, float) and 0 <= share <= 1 for share in measured):
        raise ValueError("the shares of its statistics are none from 0 to 1")


def _networks(sizes: Mapping[str, Any], arrays: Arrays) -> dict[str, Network]:
    """The networks of these sizes; takes their arrays out of `arrays`."""
    networks = {}
    for name, layers in sizes.items():
        own = {key: arrays.pop(key) for key in list(arrays) if key.startswith((f"{name}.weight.", f"{name}.bias."))}
        if any(array.dtype != np.float32 for array in own.values()):
            raise ValueError(f"the network {name!r} is not of float32")
        network = Network.from_arrays(own, name)
        if list(network.sizes) != layers or len(own) != 2 * len(network.weights):
            raise ValueError(f"the network {name!r} has not the sizes {layers}")
        networks[name] = network
    return networks


def _columns(names: Any, metrics: tuple[str, ...]) -> tuple[str, ...]:
    usual = len(metrics)
    known = isinstance(names, list) and names[:usual] == list(metrics)
    if not known or not all(isinstance(name, str) and name.startswith(WON) for name in names[usual:]):
        raise ValueError("its metrics are not those of networks")
    if len(set(names)) < len(names):
        raise ValueError("its metrics have a column twice")
    return tuple(names)


def _curve(columns: tuple[str, ...], curve: NDArray[Any]) -> NDArray[np.float64]:
    if curve.dtype != np.float64:
        raise ValueError("its metrics are not as they should be")
    check_curve(columns, curve)
    return curve
