"""Checkpoints that hold tables.

Their kind is "q-table". The arrays are the names of all states and actions that were learnt about, each once, and, a
row a pair of them, their places among these, its value and how often it was learnt; `course` is the curve, a row a
point.
"""

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from game.agents.learning import CurvePoint, Statistics, TrainedTable
from game.agents.q_learning import Encoding, Parameters, QTable, Row
from game.checkpoints.container import Arrays, Codec
from game.checkpoints.curves import check_curve


@dataclass(frozen=True)
class TableCodec(Codec[TrainedTable]):
    """Tables whose states and actions are named by this encoding."""

    encoding: Encoding

    kind = "q-table"
    about = "a table"

    def encoded(self, trained: TrainedTable) -> tuple[dict[str, Any], Arrays]:
        encoding = self.encoding
        setting = trained.table.setting
        pairs = sorted(
            (encoding.state_name(state, setting), encoding.action_name(actions[column]), row.values[column], times)
            for state, row in trained.table.rows.items()
            for actions in [encoding.actions(state)]
            for column, times in row.updates.items()
        )
        states = sorted({state for state, *_ in pairs})
        actions = sorted({action for _, action, *_ in pairs})
        state_at = {name: at for at, name in enumerate(states)}
        action_at = {name: at for at, name in enumerate(actions)}
        header: dict[str, Any] = {
            "kind": self.kind,
            "game": trained.game,
            "ai": trained.ai,
            "options": encoding.options_of(setting),
            "seed": trained.seed,
            "parameters": trained.parameters.record(),
            "statistics": asdict(trained.statistics),
            "course": list(CurvePoint._fields),
        }
        arrays: Arrays = {
            "states": np.array(states, dtype=np.str_),
            "actions": np.array(actions, dtype=np.str_),
            "state": np.array([state_at[state] for state, *_ in pairs], dtype=np.int32),
            "action": np.array([action_at[action] for _, action, *_ in pairs], dtype=np.int32),
            "value": np.array([value for *_, value, _ in pairs], dtype=np.float64),
            "updates": np.array([times for *_, times in pairs], dtype=np.int64),
            "course": np.array(trained.curve, dtype=np.float64).reshape(-1, len(CurvePoint._fields)),
        }
        return header, arrays

    def record(self, trained: TrainedTable) -> dict[str, Any]:
        encoding = self.encoding
        table = trained.table
        values: dict[str, dict[str, float]] = {}
        for state, row in table.rows.items():
            actions = encoding.actions(state)
            learnt = {encoding.action_name(actions[column]): row.values[column] for column in sorted(row.updates)}
            values[encoding.state_name(state, table.setting)] = learnt
        statistics = asdict(trained.statistics) | {"states": len(table.rows), "pairs": table.pairs}
        return {
            "game": trained.game,
            "ai": trained.ai,
            "options": encoding.options_of(table.setting),
            "seed": trained.seed,
            "parameters": trained.parameters.record(),
            "statistics": statistics,
            "values": {name: values[name] for name in sorted(values)},
        }

    def _decoded(self, header: Mapping[str, Any], arrays: Arrays) -> TrainedTable:
        parameters = Parameters.from_record(header["parameters"])
        table = QTable(parameters.unknown, self.encoding.setting_of(header["options"]))
        _fill(table, arrays, self.encoding)
        curve = _curve(header["course"], arrays["course"])
        return TrainedTable(
            header["game"], header["ai"], header["seed"], parameters, table, _statistics(header["statistics"]), curve
        )


def _fill(table: QTable, arrays: Mapping[str, NDArray[Any]], encoding: Encoding) -> None:
    """Put what the arrays hold into an empty table; raises ValueError, KeyError or IndexError."""
    kinds = {"states": "U", "actions": "U", "state": "i", "action": "i", "value": "f", "updates": "i"}
    columns = {name: arrays[name] for name in kinds}
    if any(array.ndim != 1 or array.dtype.kind != kinds[name] for name, array in columns.items()):
        raise ValueError("its arrays are not of the right kind")
    lists = {name: array.tolist() for name, array in columns.items()}
    if len({len(lists[name]) for name in ("state", "action", "value", "updates")}) != 1:
        raise ValueError("its arrays are not of one length")
    states = [encoding.state_named(name, table.setting) for name in lists["states"]]
    named = [encoding.action_named(name) for name in lists["actions"]]
    for at, action, value, times in zip(lists["state"], lists["action"], lists["value"], lists["updates"], strict=True):
        if at < 0 or action < 0 or times < 1 or not math.isfinite(value):
            raise ValueError("one of its values cannot be")
        state = states[at]
        actions = encoding.actions(state)
        row = table.rows.get(state)
        if row is None:
            row = table.rows[state] = Row([table.unknown] * len(actions))
        column = actions.index(named[action])
        if column in row.updates:
            raise ValueError("it holds a pair twice")
        row.values[column], row.updates[column] = value, times


def _statistics(record: Mapping[str, Any]) -> Statistics:
    if set(record) != {field.name for field in fields(Statistics)}:
        raise ValueError("its statistics are not complete")
    counts = [record[key] for key in ("games", "actions", "explorations")]
    if not all(type(count) is int and count >= 0 for count in counts) or type(record["epsilon"]) is not float:
        raise ValueError("its statistics are no numbers")
    if not 0.0 <= record["epsilon"] <= 1.0:
        raise ValueError("its epsilon is no share")
    return Statistics(**record)


def _curve(names: Any, points: NDArray[Any]) -> tuple[CurvePoint, ...]:
    if names != list(CurvePoint._fields):
        raise ValueError("its metrics are not as they should be")
    check_curve(names, points)
    return tuple(CurvePoint(int(games), epsilon, int(pairs), share) for games, epsilon, pairs, share in points.tolist())
