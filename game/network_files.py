"""Trained files that hold networks: their weights, their training's course, and, in a checkpoint, all that the
training needs to go on.

The container is that of :mod:`game.trained_files`, plain arrays and a header of JSON. Its kind is "networks"; the
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

from game.brains.network_learning import COURSE, NetworkRecipe, TrainedNetworks
from game.brains.networks import Network
from game.trained_files import Content, Stamp, check_for, read, stamp, write

NETWORKS = "networks"
_STATE = "state."


def save_networks(path: Path, trained: TrainedNetworks) -> str:
    """Keep networks; the file's SHA-256. Raises TrainedFileError or StorageError, see `game.trained_files.write`."""
    header = {
        "kind": NETWORKS,
        "game": trained.game,
        "ai": trained.ai,
        "options": dict(trained.options),
        "seed": trained.seed,
        "parameters": dict(trained.parameters),
        "statistics": dict(trained.statistics),
        "course": list(COURSE),
        "networks": {name: list(network.sizes) for name, network in trained.networks.items()},
        "state": dict(trained.state),
    }
    arrays: dict[str, NDArray[Any]] = {}
    for name, network in trained.networks.items():
        arrays |= network.arrays(name)
    arrays["course"] = np.asarray(trained.course, dtype=np.float64).reshape(-1, len(COURSE))
    arrays |= {f"{_STATE}{name}": array for name, array in trained.state_arrays.items()}
    return write(path, header, arrays)


def load_networks(path: Path, recipe: NetworkRecipe, game: str, ai: str) -> tuple[TrainedNetworks, str]:
    """The networks that a file keeps, and the file's SHA-256. Raises TrainedFileError."""
    content = read(path)
    check_for(content, game, ai)
    return networks_of(content, recipe), content.digest


def networks_of(content: Content, recipe: NetworkRecipe) -> TrainedNetworks:
    """The networks of a file that has been read. Raises TrainedFileError."""
    header = content.header
    if header["kind"] != NETWORKS:
        raise content.fault(f"it holds a {header['kind']}, not networks")
    try:
        if type(header["seed"]) is not int:
            raise ValueError("its seed is not a whole number")
        records = {key: _record(header, key) for key in ("options", "parameters", "statistics", "state")}
        if not isinstance(records["parameters"].get("encoding"), str):
            raise ValueError("its parameters name no encoding")
        arrays = dict(content.arrays)
        networks = _networks(_record(header, "networks"), arrays)
        course = _course(header["course"], arrays.pop("course"))
        strange = [name for name in arrays if not name.startswith(_STATE)]
        if strange:
            raise ValueError(f"it holds arrays of no known use: {', '.join(strange)}")
        state_arrays = {name.removeprefix(_STATE): array for name, array in arrays.items()}
        trained = TrainedNetworks(
            header["game"], header["ai"], records["options"], header["seed"], records["parameters"],
            records["statistics"], networks, course, records["state"], state_arrays,
        )  # fmt: skip
        recipe.check(trained)
        return trained
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, OverflowError) as error:
        raise content.fault(f"damaged: {error}") from None


def _record(header: Mapping[str, Any], key: str) -> dict[str, Any]:
    record = header.get(key)
    if not isinstance(record, dict):
        raise ValueError(f"its {key} are not there")
    return record


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


def _course(names: Any, course: NDArray[Any]) -> NDArray[np.float64]:
    if names != list(COURSE) or course.ndim != 2 or course.shape[1] != len(COURSE) or course.dtype != np.float64:
        raise ValueError("its course is not as it should be")
    if not np.isfinite(course[:, 0]).all() or (np.diff(course[:, 0]) <= 0).any():
        raise ValueError("the rounds of its course do not count up")
    return course


def load_kept(path: Path, recipe: NetworkRecipe, game: str, ai: str) -> tuple[TrainedNetworks, str]:
    """The same as `load_networks`, read again only when the file has changed: what is read is shared, so do not
    change it."""
    return _kept(path, stamp(path), recipe, game, ai)


@lru_cache(maxsize=16)
def _kept(path: Path, unchanged: Stamp, recipe: NetworkRecipe, game: str, ai: str) -> tuple[TrainedNetworks, str]:
    return load_networks(path, recipe, game, ai)


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
        "course": {"columns": list(COURSE), "batches": len(trained.course)},
        "resumable": bool(trained.state),
    }
