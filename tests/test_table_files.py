"""Checkpoints: kept whole, read back as they were, and nothing else ever taken for one."""

import io
import json
import zipfile
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.agents.learning import CurvePoint, Statistics, TrainedTable
from game.agents.q_learning import Parameters, QTable, Row, Spread, Ties
from game.base.storage import StorageError
from game.checkpoints import container
from game.checkpoints.container import CheckpointError, read
from game.checkpoints.places import own_checkpoints, own_path
from game.checkpoints.tables import TableCodec
from game.games import registry
from game.games.nim.learning import NimEncoding
from game.games.nim.rules import RULES, moves_of, pack
from game.games.seats import SeatError, named_apart, parse_seat, seat_again
from game.rules.protocol import Setup
from game.training.q_training import Plan, TableTraining

ENCODING = NimEncoding()


@cache
def trained(games: int = 300) -> TrainedTable:
    spec = registry.ai("nim", "q-learner").learner_spec
    assert spec is not None
    training = TableTraining(Plan(RULES, Setup(2, {"piles": [1, 2, 3]}), "q-learner", spec, Parameters(), seed=5))
    training.run(games)
    return training.result()


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    path = tmp_path / "kept.npz"
    TableCodec(ENCODING).save(path, trained())
    return path


def load(path: Path) -> TrainedTable:
    return TableCodec(ENCODING).load(path, "nim", "q-learner")[0]


def changed(path: Path, change: Any = lambda _: None, **arrays: Any) -> None:
    """Write the file again with its header changed and some arrays replaced, whole but wrong."""
    with np.load(path) as loaded:
        found = {name: loaded[name] for name in loaded.files}
    header = json.loads(found.pop("header").tobytes().decode())
    change(header)
    buffer = io.BytesIO()
    text = np.frombuffer(json.dumps(header).encode(), dtype=np.uint8)
    np.savez(buffer, **({"header": text} | found | arrays))
    path.write_bytes(buffer.getvalue())


# What is kept comes back


def test_what_was_learnt_comes_back_bit_for_bit(kept: Path) -> None:
    assert load(kept) == trained()
    assert load(kept).table == trained().table


def test_the_same_content_gives_the_same_bytes(kept: Path, tmp_path: Path) -> None:
    second = tmp_path / "second.npz"
    digest = TableCodec(ENCODING).save(second, load(kept))
    assert second.read_bytes() == kept.read_bytes()
    assert digest == TableCodec(ENCODING).load(second, "nim", "q-learner")[1] == read(kept).digest


@given(st.data())
def test_any_table_comes_back(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    start = tuple(data.draw(st.lists(st.integers(1, 15), min_size=1, max_size=8)))
    table = QTable(data.draw(st.floats(-5, 5)), start)
    for _ in range(data.draw(st.integers(0, 5))):
        state = pack([data.draw(st.integers(0, count)) for count in start])
        moves = moves_of(state)
        if moves:
            row = table.rows.setdefault(state, Row([table.unknown] * len(moves)))
            column = data.draw(st.integers(0, len(moves) - 1))
            row.values[column] = data.draw(st.floats(allow_nan=False, allow_infinity=False))
            row.updates[column] = data.draw(st.integers(1, 2**40))
    parameters = Parameters(0.25, 0.9, 1.0, 0.5, 0.125, table.unknown, Spread.ALL, Ties.RANDOM)
    statistics = Statistics(2**40, 7, 5, 0.125)
    whole = TrainedTable("nim", "q-learner", -3, parameters, table, statistics, (CurvePoint(10, 0.1, 3, 0.5),))
    path = tmp_path_factory.mktemp("any") / "any.npz"
    TableCodec(ENCODING).save(path, whole)
    assert load(path) == whole


def test_the_record_has_the_keys_of_the_command_line_page() -> None:
    record = TableCodec(ENCODING).record(trained())
    assert [key for key in record if key not in ("options", "seed")] == [
        "game", "ai", "parameters", "statistics", "values",
    ]  # fmt: skip
    row = trained().table.rows[pack((1, 2, 3))]
    assert record["values"]["1,2,3"]["2,3"] == row.values[moves_of(pack((1, 2, 3))).index((2, 3))]
    assert record["statistics"]["games"] == 300
    assert json.loads(json.dumps(record)) == record


# What is no checkpoint is refused and left alone


def test_no_object_of_python_is_ever_unpickled(kept: Path) -> None:
    changed(kept, value=np.array([print, "x"], dtype=object))
    with pytest.raises(CheckpointError, match="damaged, or not a trained file"):
        read(kept)


def foreign(path: Path, kind: str) -> None:
    if kind == "empty":
        path.write_bytes(b"")
    elif kind == "text":
        path.write_text("my shopping list")
    elif kind == "numpy":
        np.save(path.with_suffix(".npy"), np.zeros(3))
        path.with_suffix(".npy").rename(path)
    elif kind == "other npz":
        np.savez(path, weights=np.zeros(3))
    elif kind == "other header":
        np.savez(path, header=np.frombuffer(b'{"format": "other"}', dtype=np.uint8))
    elif kind == "header of numbers":
        np.savez(path, header=np.zeros(3))
    elif kind == "deep header":
        np.savez(path, header=np.frombuffer(b"[" * 100_000, dtype=np.uint8))
    elif kind == "zip":
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("readme.txt", "hello")
    elif kind == "compressed":
        np.savez_compressed(path, header=np.zeros(10**6, dtype=np.uint8))


@pytest.mark.parametrize(
    "kind",
    ["empty", "text", "numpy", "other npz", "other header", "header of numbers", "deep header", "zip", "compressed"],
)
def test_foreign_files_are_refused_and_left_untouched(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "foreign.npz"
    foreign(path, kind)
    before = path.read_bytes()
    with pytest.raises(CheckpointError, match="not a trained file of Tabletalk"):
        load(path)
    with pytest.raises(CheckpointError, match="left as it is"):
        TableCodec(ENCODING).save(path, trained())
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir() if file.is_file()] == ["foreign.npz"]


def test_a_newer_file_is_refused_by_its_version_and_left_untouched(kept: Path) -> None:
    changed(kept, lambda header: header.update(version=2))
    before = kept.read_bytes()
    with pytest.raises(CheckpointError, match="version 2; this program reads up to version 1"):
        load(kept)
    with pytest.raises(CheckpointError, match="left as it is"):
        TableCodec(ENCODING).save(kept, trained())
    assert kept.read_bytes() == before


@pytest.mark.parametrize("key", ["game", "ai"])
def test_a_file_of_another_game_or_ai_is_refused_and_left_untouched(kept: Path, key: str) -> None:
    changed(kept, lambda header: header.update({key: "other"}))
    with pytest.raises(CheckpointError, match="not for q-learner at nim"):
        load(kept)
    with pytest.raises(CheckpointError, match="left as it is"):
        TableCodec(ENCODING).save(kept, trained())


@pytest.mark.parametrize(
    "change",
    [
        {"version": "1"},
        {"version": 0},
        {"version": True},
        {"kind": "network"},
        {"kind": 3},
        {"options": {"piles": [1, 2]}},
        {"options": {"piles": "1,2,3"}},
        {"options": {}},
        {"options": None},
        {"seed": "5"},
        {"parameters": {}},
        {"parameters": None},
        {"statistics": {"games": 1}},
        {"statistics": {"games": -1, "actions": 0, "explorations": 0, "epsilon": 0.1}},
        {"statistics": {"games": 1, "actions": 0, "explorations": 0, "epsilon": 2.0}},
        {"course": ["games"]},
    ],
)
def test_a_header_that_does_not_fit_is_refused(kept: Path, change: dict[str, Any]) -> None:
    changed(kept, lambda header: header.update(change))
    with pytest.raises(CheckpointError):
        load(kept)


@pytest.mark.parametrize("key", ["version", "kind", "game", "options", "parameters", "statistics", "course", "seed"])
def test_a_header_that_lacks_something_is_refused(kept: Path, key: str) -> None:
    changed(kept, lambda header: header.pop(key))
    with pytest.raises(CheckpointError, match="damaged"):
        load(kept)


def wrong_arrays() -> list[dict[str, Any]]:
    return [
        {"value": np.array([np.nan] * 3)},
        {"value": np.zeros(3, dtype=np.int64)},
        {"updates": np.array([[1]])},
        {"state": np.zeros(2, dtype=np.int32)},
        {"states": np.array(["1,2,4"])},
        {"actions": np.array(["a"])},
        {"course": np.zeros(4)},
        {"course": np.array([[10, 0.5, 4, 1.5]])},
        {"course": np.array([[10, np.inf, 4, 0.5]])},
        {"course": np.array([[10, 0.5, 4, 0.5]] * 2)},
    ]


@pytest.mark.parametrize("arrays", wrong_arrays())
def test_arrays_that_do_not_fit_are_refused(kept: Path, arrays: dict[str, Any]) -> None:
    changed(kept, **arrays)
    with pytest.raises(CheckpointError, match="damaged"):
        load(kept)


@pytest.mark.parametrize(
    ("name", "wrong"),
    [("state", -1), ("state", 10**6), ("action", -1), ("action", 10**6), ("value", np.inf), ("updates", 0)],
)
def test_values_that_cannot_be_are_refused(kept: Path, name: str, wrong: float) -> None:
    array = np.load(kept)[name].copy()
    array[3] = wrong
    changed(kept, **{name: array})
    with pytest.raises(CheckpointError, match="damaged"):
        load(kept)


@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize("name", ["states", "actions"])
def test_signs_that_there_are_not_are_refused(kept: Path, name: str, order: str) -> None:
    """Python takes such text, and fails wherever it is cut into parts."""
    with np.load(kept) as loaded:
        texts = loaded[name].astype(f"{order}U9")
    texts.view(f"{order}u4")[0] = 0x110000
    changed(kept, **{name: texts})
    with pytest.raises(CheckpointError, match="damaged"):
        load(kept)


def test_a_pair_that_is_there_twice_is_refused(kept: Path) -> None:
    loaded = np.load(kept)
    state, action = loaded["state"].copy(), loaded["action"].copy()
    state[1], action[1] = state[0], action[0]
    changed(kept, state=state, action=action)
    with pytest.raises(CheckpointError, match="twice"):
        load(kept)


def test_damage_anywhere_is_found_or_does_no_harm(kept: Path) -> None:
    """Every change of single bytes, and every cut, is refused, or what is read is what was kept."""
    whole, rng = kept.read_bytes(), Random(1)
    refused = 0
    for _ in range(400):
        damaged = bytearray(whole)
        if rng.random() < 0.2:
            del damaged[rng.randrange(len(damaged)) :]
        else:
            for _ in range(rng.choice((1, 1, 4))):
                damaged[rng.randrange(len(damaged))] ^= rng.randrange(1, 256)
        kept.write_bytes(damaged)
        try:
            assert load(kept) == trained()
        except CheckpointError:
            refused += 1
    assert refused > 300


def test_a_file_that_cannot_be_read_or_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(CheckpointError, match="nowhere"):
        load(tmp_path / "nowhere.npz")
    with pytest.raises(CheckpointError, match="could not be read"):
        load(tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError, match="could not be written"):
        TableCodec(ENCODING).save(tmp_path / "file" / "kept.npz", trained())


def test_a_write_that_fails_leaves_the_old_file(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = kept.read_bytes()

    def fail(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", fail)
    with pytest.raises(StorageError, match="No space left"):
        TableCodec(ENCODING).save(kept, replace(trained(), seed=6))
    assert kept.read_bytes() == before
    assert [file.name for file in kept.parent.iterdir()] == ["kept.npz"]


# Seats


def test_a_seat_takes_the_shipped_table_a_file_or_none(kept: Path) -> None:
    shipped, own = parse_seat("nim", "q-learner"), parse_seat("nim", f"q-learner:{kept}@epsilon=0.5")
    untrained = parse_seat("nim", "q-learner:untrained")
    assert shipped.trained == read(Path("assets/nim/q-learner.npz").resolve()).digest
    assert (own.trained, own.parameters) == (read(kept).digest, {"epsilon": 0.5})
    assert untrained.trained is None
    for seat, pairs in [(shipped, None), (own, trained().table.pairs), (untrained, 0)]:
        agent = seat.agent()
        assert agent is not None
        table = agent.scorers[0].table  # type: ignore[attr-defined]
        assert table.pairs == pairs if pairs is not None else table.pairs > 2000
        assert agent.picker.epsilon == seat.parameters.get("epsilon", 0.0)  # type: ignore[attr-defined]


def test_seats_of_one_name_keep_what_they_learnt(kept: Path) -> None:
    seats = named_apart([parse_seat("nim", f"q-learner:{kept}"), parse_seat("nim", "q-learner:untrained")])
    assert [seat.name for seat in seats] == ["q-learner 1", "q-learner 2"]
    assert [seat.trained for seat in seats] == [read(kept).digest, None]
    assert [seat.learnt for seat in seats] == [trained(), None]


def test_other_seats_are_refused(kept: Path, tmp_path: Path) -> None:
    with pytest.raises(SeatError, match="does not learn"):
        parse_seat("nim", f"perfect:{kept}")
    with pytest.raises(SeatError, match="could not be read"):
        parse_seat("nim", f"q-learner:{tmp_path / 'nowhere.npz'}")
    with pytest.raises(SeatError, match="epsilon"):
        parse_seat("nim", "q-learner@epsilon=2")
    with pytest.raises(SeatError, match="could not be read"):
        parse_seat("nim", "q-learner:")


def test_the_user_s_own_files_are_found_by_name_and_by_digest(home: Path) -> None:
    path = own_path("nim", "q-learner", "1 2 3")
    assert path == home / "trained" / "nim-q-learner-1-2-3.npz"
    digest = TableCodec(ENCODING).save(path, trained())
    (home / "trained" / "junk.npz").write_text("junk")
    assert own_checkpoints("nim", "q-learner") == [path]
    assert own_checkpoints("nim", "other") == []
    for name in ("nim-q-learner-1-2-3", "nim-q-learner-1-2-3.npz", str(path)):
        assert parse_seat("nim", f"q-learner:{name}").trained == digest
    seat = parse_seat("nim", f"q-learner:{path}@epsilon=0.5")
    again = seat_again("nim", seat.record())
    assert (again.trained, again.parameters, again.learnt) == (digest, {"epsilon": 0.5}, trained())
    path.unlink()
    with pytest.raises(SeatError, match="not here any more"):
        seat_again("nim", seat.record())


@pytest.mark.parametrize("spec", ["human", "q-learner", "q-learner:untrained", "perfect", "random"])
def test_a_seat_is_taken_again_from_its_record(spec: str) -> None:
    seat = parse_seat("nim", spec)
    again = seat_again("nim", seat.record())
    assert again == seat
    assert again.learnt == seat.learnt


def test_a_file_that_changed_is_read_again(kept: Path) -> None:
    first = parse_seat("nim", f"q-learner:{kept}")
    TableCodec(ENCODING).save(kept, trained(400))
    second = parse_seat("nim", f"q-learner:{kept}")
    assert first.trained != second.trained
    assert container.read(kept).digest == second.trained


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="a device that never comes to an end")
def test_a_device_is_no_trained_file() -> None:
    with pytest.raises(CheckpointError, match="not a file"):
        read(Path("/dev/zero"))
