"""Trained files: what learners have learnt, kept safely.

A file is numpy's ``.npz`` of plain arrays, never of pickled objects, not compressed. Its array ``header`` is JSON in
UTF-8: the format and its version, game, AI, options, parameters, statistics. The same content gives the same bytes.
"""

import hashlib
import io
import json
import math
import re
import zipfile
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from game.agents.learning import CurvePoint, Statistics, TrainedTable
from game.agents.network_learning import WON
from game.agents.q_learning import Encoding, Parameters, QTable, Row
from game.base.safe_text import escaped
from game.base.storage import StorageError, home, read_whole, write_whole

FORMAT = "tabletalk-trained"
VERSION = 1
TABLE = "q-table"
MOST_BYTES = 1 << 30
"""No larger file is read."""
_MOST_NESTED = 16
"""No header is nested more deeply, so that any code can print it."""
_MOST_TEXT = 10_000
"""No text of a header has more signs."""
Stamp: TypeAlias = tuple[int, int]
_SETTING_NAME = re.compile(r"[\w .,+=()-]{0,100}")
"""What a setting may be called, as files are named for it."""
_SHARES = frozenset({"share", "win_rate", "evaluation"})
MOST_MEASURED = 1e100
"""No figure of a curve is larger: sums of many stay numbers."""
_KEYS = ("format", "version", "kind", "game", "ai", "options", "seed", "parameters", "statistics", "course")


class CheckpointError(ValueError):
    """A file that cannot be used as what it should be; the text names the file and what is wrong, in one line."""


@dataclass(frozen=True)
class Content:
    """A trained file as it lies on the disk: its header, its arrays, and the SHA-256 of its bytes."""

    path: Path
    header: Mapping[str, Any]
    arrays: Mapping[str, NDArray[Any]]
    digest: str

    def fault(self, text: str) -> CheckpointError:
        """The error that something in the file is not as it should be."""
        return CheckpointError(f"{self.path}: {text}")


def read(path: Path) -> Content:
    """Read a trained file of any game and AI. Raises CheckpointError, also where it cannot be read at all."""
    try:
        raw = read_whole(path, MOST_BYTES, "trained file")
    except StorageError as error:
        raise CheckpointError(str(error)) from error
    return content_of(raw, path)


def content_of(raw: bytes, path: Path) -> Content:
    """What the bytes of a trained file hold; errors name the file `path`. Raises CheckpointError."""
    try:
        arrays = _arrays(raw)
    except Exception:  # whatever a damaged or foreign file makes zip and numpy raise
        arrays = {}
    if "header" not in arrays:
        raise CheckpointError(f"{path}: damaged, or not a trained file of Tabletalk")
    content = Content(path, _header(arrays.pop("header")), arrays, hashlib.sha256(raw).hexdigest())
    _check_header(content)
    return content


def _arrays(raw: bytes) -> dict[str, NDArray[Any]]:
    """The arrays of a file; raises whatever is wrong with it, or nothing but an error of some kind."""
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        for member in archive.infolist():
            if member.compress_type != zipfile.ZIP_STORED or member.file_size > len(raw):
                raise ValueError("not stored as it is")
        if archive.testzip() is not None:
            raise ValueError("damaged")
    with np.load(io.BytesIO(raw), allow_pickle=False) as loaded:
        return {name: loaded[name] for name in loaded.files}


def _header(array: NDArray[Any]) -> Any:
    try:
        text = array.astype(np.uint8, casting="no").tobytes().decode("utf-8")
        header = json.loads(text, parse_float=_finite, parse_constant=_finite)
        return _safe(header, _MOST_NESTED)
    except (ValueError, TypeError, RecursionError):
        return None


def _safe(value: Any, depth: int) -> Any:
    """The same value, its texts as they may be shown anywhere. Raises ValueError where one is too long, or anything is
    nested too deeply."""
    if isinstance(value, str):
        if len(value) > _MOST_TEXT:
            raise ValueError("a text that is too long")
        return escaped(value)
    if not isinstance(value, (dict, list)):
        return value
    if depth == 0:
        raise ValueError("nested too deeply")
    if isinstance(value, dict):
        return {_safe(key, 0): _safe(each, depth - 1) for key, each in value.items()}
    return [_safe(each, depth - 1) for each in value]


def _finite(text: str) -> float:
    """A number of JSON, of which Python reads more than there are. Raises ValueError."""
    if not math.isfinite(number := float(text)):
        raise ValueError(f"{text} is no number")
    return number


def _check_header(content: Content) -> None:
    header = content.header
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise content.fault("damaged, or not a trained file of Tabletalk")
    version = header.get("version")
    if type(version) is not int or version < 1:
        raise content.fault("damaged: it has no version")
    if version > VERSION:
        raise content.fault(f"it has version {version}; this program reads up to version {VERSION}: update it")
    missing = [key for key in _KEYS if key not in header]
    if missing:
        raise content.fault(f"damaged: its header lacks {', '.join(missing)}")
    if not all(isinstance(header[key], str) for key in ("kind", "game", "ai")):
        raise content.fault("damaged: its kind, game and AI are not words")


def write(path: Path, header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> str:
    """Write a trained file under a temporary name and put it in place in one step; its SHA-256.

    A file of that name is replaced only if it is a trained file of the same game and AI: raises CheckpointError
    where it is damaged, foreign or newer, StorageError where nothing can be written. It is left as it is then.
    """
    check_replaceable(path, str(header["game"]), str(header["ai"]))
    raw = packed(header, arrays)
    write_whole(path, raw)
    return hashlib.sha256(raw).hexdigest()


def packed(header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """The bytes of a trained file."""
    text = json.dumps({"format": FORMAT, "version": VERSION, **header}, ensure_ascii=False)
    buffer = io.BytesIO()
    plain = {"header": np.frombuffer(text.encode("utf-8"), dtype=np.uint8), **arrays}
    np.savez(buffer, **plain)  # type: ignore[arg-type]  # numpy's stub takes the arrays' names for its own options
    return buffer.getvalue()


def check_replaceable(path: Path, game: str, ai: str) -> None:
    """Raises CheckpointError where a file lies that is not a trained file of this game and AI."""
    if not path.exists():
        return
    try:
        check_for(read(path), game, ai)
    except CheckpointError as error:
        raise CheckpointError(f"{error}; it is left as it is: choose another name, or move it away") from None


def check_for(content: Content, game: str, ai: str) -> None:
    """Raises CheckpointError where a file that has been read is not one of this game and AI."""
    found = content.header["game"], content.header["ai"]
    if found != (game, ai):
        raise content.fault(f"it is for {found[1]} at {found[0]}, not for {ai} at {game}")


# --- tables ------------------------------------------------------------------------------------------------------


def save_table(path: Path, trained: TrainedTable, encoding: Encoding) -> str:
    """Keep a table; the file's SHA-256. Raises CheckpointError or StorageError, see `write`."""
    return write(path, *_parts(trained, encoding))


def packed_table(trained: TrainedTable, encoding: Encoding) -> bytes:
    """The bytes that the file of a table has, or would have."""
    return packed(*_parts(trained, encoding))


def table_digest(trained: TrainedTable, encoding: Encoding) -> str:
    """The SHA-256 of those bytes."""
    return hashlib.sha256(packed_table(trained, encoding)).hexdigest()


def _parts(trained: TrainedTable, encoding: Encoding) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """A table as the header and the arrays of its file."""
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
        "kind": TABLE,
        "game": trained.game,
        "ai": trained.ai,
        "options": encoding.options_of(setting),
        "seed": trained.seed,
        "parameters": trained.parameters.record(),
        "statistics": asdict(trained.statistics),
        "course": list(CurvePoint._fields),
    }
    arrays: dict[str, NDArray[Any]] = {
        "states": np.array(states, dtype=np.str_),
        "actions": np.array(actions, dtype=np.str_),
        "state": np.array([state_at[state] for state, *_ in pairs], dtype=np.int32),
        "action": np.array([action_at[action] for _, action, *_ in pairs], dtype=np.int32),
        "value": np.array([value for *_, value, _ in pairs], dtype=np.float64),
        "updates": np.array([times for *_, times in pairs], dtype=np.int64),
        "course": np.array(trained.curve, dtype=np.float64).reshape(-1, len(CurvePoint._fields)),
    }
    return header, arrays


def load_table(path: Path, encoding: Encoding, game: str, ai: str) -> tuple[TrainedTable, str]:
    """The table that a file keeps, and the file's SHA-256. Raises CheckpointError."""
    content = read(path)
    check_for(content, game, ai)
    return table_of(content, encoding), content.digest


def table_of(content: Content, encoding: Encoding) -> TrainedTable:
    """The table of a file that has been read. Raises CheckpointError."""
    header = content.header
    if header["kind"] != TABLE:
        raise content.fault(f"it holds a {header['kind']}, not a table")
    try:
        if type(header["seed"]) is not int:
            raise ValueError("its seed is not a whole number")
        parameters = Parameters.from_record(header["parameters"])
        table = QTable(parameters.unknown, encoding.setting_of(header["options"]))
        _fill(table, content.arrays, encoding)
        curve = _curve(header["course"], content.arrays["course"])
        return TrainedTable(
            header["game"], header["ai"], header["seed"], parameters, table, _statistics(header["statistics"]), curve
        )
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, OverflowError) as error:
        raise content.fault(f"damaged: {error}") from None


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
            row = table.rows[state] = Row(len(actions), table.unknown)
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


def is_share(column: str) -> bool:
    """Whether the values of a curve's column are shares of all there could be, from 0 to 1."""
    return column in _SHARES or column.startswith(WON)


def check_curve(columns: Sequence[str], points: NDArray[Any]) -> None:
    """Raises ValueError where points, a row each, are not a curve: the first column counts up, and what was not
    measured is not a number."""
    if points.ndim != 2 or points.shape[1] != len(columns) or points.dtype.kind != "f":
        raise ValueError("its metrics are not as they should be")
    counted = points[:, 0]
    if not np.isfinite(counted).all() or (counted < 0).any() or (np.diff(counted) <= 0).any():
        raise ValueError(f"the {columns[0]} of its metrics do not count up")
    if (np.abs(points) > MOST_MEASURED).any():
        raise ValueError("its metrics hold numbers that cannot be")
    for name in filter(is_share, columns):
        share = points[:, columns.index(name)]
        if ((share < 0) | (share > 1)).any():
            raise ValueError(f"its metrics hold a {name} that is no share")


def _curve(names: Any, points: NDArray[Any]) -> tuple[CurvePoint, ...]:
    if names != list(CurvePoint._fields):
        raise ValueError("its metrics are not as they should be")
    check_curve(names, points)
    return tuple(CurvePoint(int(games), epsilon, int(pairs), share) for games, epsilon, pairs, share in points.tolist())


def as_record(trained: TrainedTable, encoding: Encoding) -> dict[str, Any]:
    """A table as ``inspect --json`` prints it: game, AI, parameters, statistics, and the learnt values."""
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


# --- places ------------------------------------------------------------------------------------------------------


def folder() -> Path:
    """Where the user's trained files lie."""
    return home() / "trained"


def own_path(game: str, ai: str, setting_name: str) -> Path:
    """Where a training is kept unless another file is asked for: "nim-q-learner-1-3-5-7.npz". Raises ValueError where
    no file can be named for such a setting."""
    if not isinstance(setting_name, str) or not _SETTING_NAME.fullmatch(setting_name):
        raise ValueError(f"a setting called {setting_name!r:.60}: up to 100 letters, digits, spaces and .,+=()-_")
    return folder() / f"{'-'.join([game, ai, *setting_name.split()])}.npz"


def own_files(game: str, ai: str) -> list[Path]:
    """The user's readable trained files of an AI, by name."""
    found = []
    for path in sorted(folder().glob("*.npz")):
        try:
            check_for(read(path), game, ai)
        except CheckpointError:
            continue
        found.append(path)
    return found


def find(name: str) -> Path:
    """The file that a name means: a path, or the name of one of the user's trained files, with or without its
    ending."""
    path = Path(name)
    own = (folder() / name, folder() / f"{name}.npz")
    return next((each for each in (path, *own) if each.is_file()), path)


def with_digest(digest: str, paths: list[Path]) -> Path | None:
    """The first of these files whose bytes have this SHA-256."""
    for path in paths:
        try:
            if hashlib.sha256(read_whole(path, MOST_BYTES, "trained file")).hexdigest() == digest:
                return path
        except StorageError:
            continue
    return None


def load_kept(path: Path, encoding: Encoding, game: str, ai: str) -> tuple[TrainedTable, str]:
    """The same as `load_table`, read again only when the file has changed: the table is shared, so do not change
    it."""
    return _kept(path, stamp(path), cast(Hashable, encoding), game, ai)


@lru_cache(maxsize=16)
def _kept(path: Path, unchanged: Stamp, encoding: Any, game: str, ai: str) -> tuple[TrainedTable, str]:
    return load_table(path, encoding, game, ai)


def stamp(path: Path) -> Stamp:
    """When a file was changed last, and its size: the same as long as it has not changed. Raises CheckpointError."""
    try:
        found = path.stat()
    except OSError as error:
        raise CheckpointError(f"{path} could not be read: {error.strerror or error}") from error
    return found.st_mtime_ns, found.st_size
