"""Recorded matches as rows of numbers, one a decision: written as NPZ, CSV or Parquet, and read back from any of them.

A row holds what the player saw, as :mod:`game.games.observation` lays it out, which actions were legal, which was
taken, what the AI scored them with where thoughts were recorded, and what the match came to. All rows of a file are of
one game at one setting, so that they have one layout.
"""

import csv
import io
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.analysis.moments import Moment, PlayedMatch
from game.base.storage import read_whole, write_whole
from game.games.observation import ObservationSpec, observation_of
from game.rules.protocol import AnyRules

SCHEMA = 1
"""The version of what the columns mean."""
MOST_BYTES = 4 << 30
Floats: TypeAlias = NDArray[np.float32]
Ints: TypeAlias = NDArray[np.int32]


class RowsError(ValueError):
    """Rows that cannot be made, written or read; the text says why."""


@dataclass(frozen=True)
class Lists:
    """A list a row: those of row i are ``values[offsets[i] : offsets[i + 1]]``."""

    values: NDArray[Any]
    offsets: NDArray[np.int64]

    def __getitem__(self, row: int) -> NDArray[Any]:
        return self.values[self.offsets[row] : self.offsets[row + 1]]


@dataclass(frozen=True)
class Rows:
    """Decisions, n rows in the order in which they were made, match after match.

    `about` holds the game, how many `players`, its `options`, how many `actions` there are, and the `fields` of an
    observation, each [name, size, divisor].
    """

    about: Mapping[str, Any]
    matches: Sequence[str]
    """The SHA-256 of each replay."""
    match: Ints
    """(n,) which of the matches, from 0."""
    round: Ints
    """(n,) the round, from 1."""
    move: Ints
    """(n,) the number of the move in its match, from 1, moves taken back left out."""
    player: Ints
    """(n,) who decided, from 0."""
    result: Floats
    """(n,) the player's share of the match: 1 won, 0 lost, 1/p in a draw of p players; NaN where it has no end."""
    action: Ints
    """(n,) what was played."""
    observation: Floats
    """(n, size) what the player saw and remembered, 0 to 1."""
    legal: Lists
    """The numbers of the legal actions, ascending."""
    scores: Lists
    """The AI's own score of each of these, in the same order; NaN where none was recorded."""

    def __len__(self) -> int:
        return len(self.action)


def rows_of(matches: Sequence[PlayedMatch]) -> Rows:
    """The decisions of matches, of an unfinished one those that may be shown. Raises RowsError where there are none,
    where these are not of one game at one setting, or of a game that has no layout."""
    layouts = [_layout(match) for match in matches]
    abouts = [_about(match, layout) for match, layout in zip(matches, layouts, strict=True)]
    if not abouts or any(about != abouts[0] for about in abouts):
        raise RowsError("rows of one file are of one game, number of players and options: export the others apart")
    rows = [
        _row(number, match, layout, moment)
        for number, (match, layout) in enumerate(zip(matches, layouts, strict=True))
        for moment in match.moments
        if match.seen is None or moment.player in match.seen
    ]
    if not rows:
        raise RowsError("there is no decision in these matches, or none that may be shown before the match is over")
    return _gathered(abouts[0], [match.digest for match in matches], rows)


class _Row(NamedTuple):
    match: int
    round: int
    move: int
    player: int
    result: float
    action: int
    observation: Sequence[float]
    legal: Sequence[int]
    scores: Sequence[float]


def _layout(match: PlayedMatch) -> ObservationSpec:
    try:
        return observation_of(match.rules.name, match.setup)
    except ValueError as error:
        raise RowsError(str(error)) from None


def _about(match: PlayedMatch, layout: ObservationSpec) -> dict[str, Any]:
    return {
        "game": match.rules.name,
        "players": match.setup.players,
        "options": dict(match.setup.options),
        "actions": layout.actions,
        "fields": [[field.name, field.size, field.most] for field in layout.fields],
    }


def _row(number: int, match: PlayedMatch, layout: ObservationSpec, moment: Moment) -> _Row:
    view = match.rules.view(moment.before, moment.player)
    moves = {layout.index(view, move): move for move in match.rules.legal_moves(view)}
    legal = sorted(moves)
    return _Row(
        number,
        moment.deal.round,
        moment.number,
        moment.player,
        float("nan") if match.result is None else match.result[moment.player],
        layout.index(view, moment.move),
        layout.observation(view).tolist(),
        legal,
        _scores(match.rules, moment.thought, [moves[action] for action in legal]),
    )


def _scores(rules: AnyRules, thought: Mapping[str, Any] | None, moves: Sequence[Any]) -> list[float]:
    """The recorded score of each of these moves."""
    told = {} if thought is None else {_key(each["move"]): each["score"] for each in thought["candidates"]}
    return [told.get(_key(rules.move_record(move)), float("nan")) if told else float("nan") for move in moves]


def _key(record: Mapping[str, Any]) -> str:
    return json.dumps(record, sort_keys=True)


def _gathered(about: Mapping[str, Any], matches: Sequence[str], rows: Sequence[_Row]) -> Rows:
    """Rows as columns."""
    size = sum(field[1] for field in about["fields"])

    def column(name: str, kind: Any) -> NDArray[Any]:
        return np.array([getattr(row, name) for row in rows], kind)

    offsets = np.concatenate([[0], np.cumsum([len(row.legal) for row in rows])]).astype(np.int64)
    legal = np.array([action for row in rows for action in row.legal], np.int32)
    scores = np.array([score for row in rows for score in row.scores], np.float32)
    return Rows(
        about,
        list(matches),
        match=column("match", np.int32),
        round=column("round", np.int32),
        move=column("move", np.int32),
        player=column("player", np.int32),
        result=column("result", np.float32),
        action=column("action", np.int32),
        observation=column("observation", np.float32).reshape(len(rows), size),
        legal=Lists(legal, offsets),
        scores=Lists(scores, offsets),
    )


# --- files -------------------------------------------------------------------------------------------------------

_NUMBERS = ("match", "round", "move", "player", "result", "action")
"""The columns that hold a number a row."""


def _header(rows: Rows) -> str:
    return json.dumps({"schema": SCHEMA, **rows.about, "matches": list(rows.matches)})


def _read_header(text: str) -> tuple[dict[str, Any], list[str]]:
    """What rows are about, and their matches. Raises what wrong JSON raises."""
    about = json.loads(text)
    if about.pop("schema") != SCHEMA:
        raise ValueError(f"its schema is not version {SCHEMA}")
    return about, about.pop("matches")


def _as_npz(rows: Rows) -> bytes:
    file = io.BytesIO()
    np.savez_compressed(
        file,
        header=np.array(_header(rows)),
        **{name: getattr(rows, name) for name in (*_NUMBERS, "observation")},
        legal_values=rows.legal.values,
        legal_offsets=rows.legal.offsets,
        score_values=rows.scores.values,
    )
    return file.getvalue()


def _from_npz(raw: bytes) -> Rows:
    with np.load(io.BytesIO(raw), allow_pickle=False) as held:
        about, matches = _read_header(str(held["header"]))
        legal = Lists(held["legal_values"], held["legal_offsets"])
        columns = {name: held[name] for name in (*_NUMBERS, "observation")}
        return Rows(about, matches, **columns, legal=legal, scores=Lists(held["score_values"], legal.offsets))


def _as_csv(rows: Rows) -> bytes:
    """What all rows share stands in the last column of the first one."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*_NUMBERS, "observation", "legal", "scores", "about"])
    for at in range(len(rows)):
        numbers = [str(getattr(rows, name)[at]) for name in _NUMBERS]
        lists = (rows.observation[at], rows.legal[at], rows.scores[at])
        told = "" if at else _header(rows)
        writer.writerow([*numbers, *(" ".join(map(str, values.tolist())) for values in lists), told])
    return text.getvalue().encode("utf-8")


def _from_csv(raw: bytes) -> Rows:
    rows = list(csv.DictReader(io.StringIO(raw.decode("utf-8"))))
    about, matches = _read_header(rows[0]["about"])
    return _gathered(about, matches, [_read_row(cells) for cells in rows])


def _read_row(cells: Mapping[str, str]) -> _Row:
    whole = {name: int(cells[name]) for name in _NUMBERS if name != "result"}
    return _Row(
        **whole,
        result=float(cells["result"]),
        observation=list(map(float, cells["observation"].split())),
        legal=list(map(int, cells["legal"].split())),
        scores=list(map(float, cells["scores"].split())),
    )


def _arrow() -> Any:
    """The library for Parquet. Raises RowsError where it is not installed."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise RowsError("Parquet needs a library: pip install 'tabletalk-games[parquet]'; NPZ and CSV do not") from None
    return pyarrow


def _as_parquet(rows: Rows) -> bytes:
    arrow = _arrow()
    offsets = rows.legal.offsets.astype(np.int32)
    size = rows.observation.shape[1]
    columns = {name: arrow.array(getattr(rows, name)) for name in _NUMBERS}
    columns["observation"] = arrow.FixedSizeListArray.from_arrays(arrow.array(rows.observation.reshape(-1)), size)
    columns["legal"] = arrow.ListArray.from_arrays(offsets, arrow.array(rows.legal.values))
    columns["scores"] = arrow.ListArray.from_arrays(offsets, arrow.array(rows.scores.values))
    table = arrow.table(columns).replace_schema_metadata({"tabletalk": _header(rows)})
    file = arrow.BufferOutputStream()
    arrow.parquet.write_table(table, file)
    written: bytes = file.getvalue().to_pybytes()
    return written


def _from_parquet(raw: bytes) -> Rows:
    arrow = _arrow()
    table = arrow.parquet.read_table(arrow.BufferReader(raw)).combine_chunks()
    about, matches = _read_header(table.schema.metadata[b"tabletalk"].decode("utf-8"))
    rows = [_Row(**row) for row in table.select(list(_Row._fields)).to_pylist()]
    return _gathered(about, matches, rows)


_WRITERS: dict[str, Callable[[Rows], bytes]] = {".npz": _as_npz, ".csv": _as_csv, ".parquet": _as_parquet}
_READERS: dict[str, Callable[[bytes], Rows]] = {".npz": _from_npz, ".csv": _from_csv, ".parquet": _from_parquet}
ENDINGS = tuple(_WRITERS)
"""How the names of files of rows end."""


def write_rows(path: Path, rows: Rows) -> None:
    """Write rows, in the form that the name's ending asks for. Raises RowsError and StorageError."""
    write_whole(path, _WRITERS[path.suffix.lower()](rows))


def read_rows(path: str | Path) -> Rows:
    """The rows of a file, whichever of the forms it has. Raises RowsError and StorageError."""
    file = Path(path)
    reader = _READERS.get(file.suffix.lower())
    if reader is None:
        raise RowsError(f"{file}: the name of a file of rows ends in one of {', '.join(ENDINGS)}")
    raw = read_whole(file, MOST_BYTES, "file of rows")
    try:
        return reader(raw)
    except RowsError:
        raise
    except Exception as error:  # whatever the readers of the forms raise of a damaged file
        raise RowsError(f"{file}: it holds no rows of decisions: {error}") from None
