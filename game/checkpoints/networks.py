"""Trained files that hold networks: their weights, their training's curve, and, in a checkpoint, all that the
training needs to go on.

The container is that of :mod:`game.checkpoints.tables`, plain arrays and a header of JSON. Its kind is "networks"; the
header has `networks` beside the usual keys, the layers' sizes of each network by name, and `state`. The arrays are
each network's weights and biases ("action.weight.0", "action.bias.0" ...), `course` (a row a batch, columns as the
header's `course` names them), and those of the state ("state.NAME").
"""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from game.agents.network_learning import METRICS, WON, NetworkSpec, TrainedNetworks
from game.agents.networks import Network
from game.checkpoints.tables import MOST_MEASURED, Content, Stamp, check_curve, check_for, read, stamp, write

NETWORKS = "networks"
_STATE = "state."


def save_networks(path: Path, trained: TrainedNetworks) -> str:
    """Keep networks; the file's SHA-256. Raises CheckpointError or StorageError, see
    `game.checkpoints.tables.write`."""
    header = {
        "kind": NETWORKS,
        "game": trained.game,
        "ai": trained.ai,
        "options": dict(trained.options),
        "seed": trained.seed,
        "parameters": dict(trained.parameters),
        "statistics": dict(trained.statistics),
        "course": list(trained.columns),
        "networks": {name: list(network.sizes) for name, network in trained.networks.items()},
        "state": dict(trained.state),
    }
    arrays: dict[str, NDArray[Any]] = {}
    for name, network in trained.networks.items():
        arrays |= network.arrays(name)
    arrays["course"] = np.asarray(trained.curve, dtype=np.float64).reshape(-1, len(trained.columns))
    arrays |= {f"{_STATE}{name}": array for name, array in trained.state_arrays.items()}
    return write(path, header, arrays)


def load_networks(path: Path, spec: NetworkSpec, game: str, ai: str) -> tuple[TrainedNetworks, str]:
    """The networks that a file keeps, and the file's SHA-256. Raises CheckpointError."""
    content = read(path)
    check_for(content, game, ai)
    return networks_of(content, spec), content.digest


def networks_of(content: Content, spec: NetworkSpec) -> TrainedNetworks:
    """The networks of a file that has been read. Raises CheckpointError."""
    header = content.header
    if header["kind"] != NETWORKS:
        raise content.fault(f"it holds a {header['kind']}, not networks")
    try:
        if type(header["seed"]) is not int:
            raise ValueError("its seed is not a whole number")
        records = {key: _record(header, key) for key in ("options", "parameters", "statistics", "state")}
        if not isinstance(records["parameters"].get("encoding"), str):
            raise ValueError("its parameters name no encoding")
        _check_words(records["parameters"])
        _check_statistics(records["statistics"])
        arrays = dict(content.arrays)
        networks = _networks(_record(header, "networks"), arrays)
        columns = _columns(header["course"])
        curve = _curve(columns, arrays.pop("course"))
        strange = [name for name in arrays if not name.startswith(_STATE)]
        if strange:
            raise ValueError(f"it holds arrays of no known use: {', '.join(strange)}")
        state_arrays = {name.removeprefix(_STATE): array for name, array in arrays.items()}
        trained = TrainedNetworks(
            header["game"], header["ai"], records["options"], header["seed"], records["parameters"],
            records["statistics"], networks, curve, records["state"], state_arrays, columns,
        )  # fmt: skip
        spec.check(trained)
        return trained
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, OverflowError) as error:
        raise content.fault(f"damaged: {error}") from None


def _record(header: Mapping[str, Any], key: str) -> dict[str, Any]:
    record = header.get(key)
    if not isinstance(record, dict):
        raise ValueError(f"its {key} are not there")
    return record


def _check_words(parameters: Mapping[str, Any]) -> None:
    against = parameters.get("against", [])
    if not isinstance(against, list) or not all(isinstance(name, str) for name in against):
        raise ValueError("its parameters do not say whom it was trained against")


def _check_statistics(statistics: Mapping[str, Any]) -> None:
    """Raises ValueError where a statistic is not what it is called; one that was not measured is None, or not there."""
    best = statistics.get("best")
    if best is not None and not (isinstance(best, dict) and best.keys() == {"matches_won", "rounds"}):
        raise ValueError("its statistics do not say what the best networks are")
    counts = [statistics.get("rounds", 0), *([] if best is None else [best["rounds"]])]
    if not all(type(count) is int and 0 <= count <= MOST_MEASURED for count in counts):
        raise ValueError("the rounds of its statistics are no numbers")
    shares = [statistics.get(key) for key in ("win_rate", "matches_won")]
    measured = [share for share in shares if share is not None] + ([] if best is None else [best["matches_won"]])
    if not all(type(share) in (int, float) and 0 <= share <= 1 for share in measured):
        raise ValueError("the shares of its statistics are none from 0 to 1")


def _networks(sizes: Mapping[str, Any], arrays: dict[str, NDArray[Any]]) -> dict[str, Network]:
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


def _columns(names: Any) -> tuple[str, ...]:
    usual = len(METRICS)
    known = isinstance(names, list) and names[:usual] == list(METRICS)
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


def load_kept(path: Path, spec: NetworkSpec, game: str, ai: str) -> tuple[TrainedNetworks, str]:
    """The same as `load_networks`, read again only when the file has changed: what is read is shared, so do not
    change it."""
    return _kept(path, stamp(path), spec, game, ai)


@lru_cache(maxsize=16)
def _kept(path: Path, unchanged: Stamp, spec: NetworkSpec, game: str, ai: str) -> tuple[TrainedNetworks, str]:
    return load_networks(path, spec, game, ai)


def as_record(trained: TrainedNetworks) -> dict[str, Any]:
    """What ``inspect --json`` prints of networks: the header's values, and each network's layers."""
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
