"""Checkpoints of networks: kept whole, read back as they were, refused where anything is not as it should be."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from game.agents.network_learning import WON, TrainedNetworks
from game.checkpoints.container import CheckpointError, read
from game.checkpoints.networks import NetworkCodec
from game.checkpoints.places import own_path
from game.cli.main import run
from game.games import registry
from game.games.seats import SeatError, parse_seat, seat_again
from game.games.thirty_one.encoding import PAGE
from game.games.thirty_one.networks import spec
from game.games.thirty_one.neural import ACTION, SWAP, NeuralScorer, fresh_networks
from game.games.thirty_one.training.parameters import METRICS
from tests.test_table_files import changed

SPEC = spec("neural")
FOREIGN = b"my shopping list"


def trained(seed: int = 1, ai: str = "neural") -> TrainedNetworks:
    return TrainedNetworks(
        "thirty_one",
        ai,
        {},
        seed,
        {"encoding": "page", "method": "chosen", "against": ["greedy"], "epsilon": 0.05},
        {"rounds": 2000, "win_rate": 0.5, "best": None},
        fresh_networks(PAGE, (8, 8), (8,), seed),
        np.array([[1000, 0.5, 0.25, -1.0, 12.5, 0.4], [2000, np.nan, 0.125, -0.5, 12.0, 0.5]]),
        {"steps": 7, "big": 2**100},
        {"action.adam.mean": np.arange(5, dtype=np.float32)},
        METRICS,
    )


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    path = tmp_path / "kept.npz"
    NetworkCodec(SPEC).save(path, trained())
    return path


def load(path: Path) -> TrainedNetworks:
    return NetworkCodec(SPEC).load(path, "thirty_one", "neural")[0]


def same(found: TrainedNetworks, expected: TrainedNetworks) -> None:
    for key in ("game", "ai", "options", "seed", "parameters", "statistics", "state"):
        assert getattr(found, key) == getattr(expected, key)
    assert [*found.networks] == [*expected.networks]
    for name, network in expected.networks.items():
        assert found.networks[name].sizes == network.sizes
        assert np.array_equal(found.networks[name].flat, network.flat)
    assert np.array_equal(found.curve, expected.curve, equal_nan=True)
    assert [*found.state_arrays] == [*expected.state_arrays]
    for name, array in expected.state_arrays.items():
        assert found.state_arrays[name].dtype == array.dtype
        assert np.array_equal(found.state_arrays[name], array)


def test_what_was_learnt_comes_back_bit_for_bit(kept: Path) -> None:
    same(load(kept), trained())


def test_the_same_content_gives_the_same_bytes(kept: Path, tmp_path: Path) -> None:
    digest = NetworkCodec(SPEC).save(tmp_path / "second.npz", load(kept))
    assert (tmp_path / "second.npz").read_bytes() == kept.read_bytes()
    assert digest == read(kept).digest


def test_the_course_lies_in_the_file_as_one_array_with_named_columns(kept: Path) -> None:
    with np.load(kept, allow_pickle=False) as loaded:
        header = json.loads(loaded["header"].tobytes().decode())
        assert header["kind"] == "networks"
        assert header["course"] == ["rounds", "action_loss", "swap_loss", "reward", "length", "win_rate"] == [*METRICS]
        assert loaded["course"].shape == (2, 6)
        assert header["networks"] == {ACTION: [46, 8, 8, 3], SWAP: [32, 8, 4]}
        assert loaded["action.weight.0"].dtype == np.float32


def test_the_record_is_of_json_s_values() -> None:
    record = NetworkCodec(SPEC).record(trained())
    assert json.loads(json.dumps(record)) == record
    assert record["networks"][ACTION] == {"sizes": [46, 8, 8, 3], "parameters": 47 * 8 + 9 * 8 + 9 * 3}
    assert (record["course"]["batches"], record["resumable"]) == (2, True)


def test_a_course_may_tell_of_opponents(tmp_path: Path) -> None:
    whole = replace(trained(), columns=(*METRICS, f"{WON}greedy"), curve=np.arange(14.0).reshape(2, 7) / 14)
    NetworkCodec(SPEC).save(tmp_path / "won.npz", whole)
    found = load(tmp_path / "won.npz")
    same(found, whole)
    assert found.columns == whole.columns
    assert NetworkCodec(SPEC).record(found)["course"]["columns"][-1] == "won against greedy"


@pytest.mark.parametrize("more", [["wins"], [3], [f"{WON}greedy"] * 2])
def test_columns_that_are_not_those_of_networks_are_refused(kept: Path, more: list[Any]) -> None:
    columns = [*METRICS, *more]
    changed(kept, lambda header: header.update(course=columns), course=np.arange(2.0 * len(columns)).reshape(2, -1))
    with pytest.raises(CheckpointError, match=r"damaged: its metrics "):
        load(kept)


# What is not as it should be is refused and left alone


def test_a_table_is_no_network_and_a_network_no_table(kept: Path) -> None:
    shipped = registry.ai("nim", "q-learner").pretrained
    assert shipped is not None
    with pytest.raises(SeatError, match="it is for q-learner at nim, not for neural at thirty_one"):
        parse_seat("thirty_one", f"neural:{shipped}")
    with pytest.raises(SeatError, match="it is for neural at thirty_one, not for q-learner at nim"):
        parse_seat("nim", f"q-learner:{kept}")
    changed(kept, lambda header: header.update(kind="q-table"))
    with pytest.raises(CheckpointError, match="holds a q-table, not networks"):
        load(kept)


def test_a_file_of_the_other_neural_ai_is_refused(kept: Path) -> None:
    with pytest.raises(SeatError, match="it is for neural at thirty_one, not for page"):
        parse_seat("thirty_one", f"page:{kept}")


@pytest.mark.parametrize("key", ["parameters", "statistics", "options", "state", "networks", "seed"])
@pytest.mark.parametrize("wrong", [None, "text", [1]])
def test_headers_that_are_not_whole_are_refused(kept: Path, key: str, wrong: Any) -> None:
    changed(kept, lambda header: header.update({key: wrong}))
    with pytest.raises(CheckpointError, match="damaged"):
        load(kept)


def wrong_headers() -> list[dict[str, Any]]:
    return [
        {"parameters": {"encoding": "sonar"}},
        {"parameters": {"encoding": 5}},
        {"parameters": {}},
        {"networks": {ACTION: [46, 8, 8, 3]}},
        {"networks": {ACTION: [46, 8, 3], SWAP: [32, 8, 4]}},
        {"networks": {"other": [46, 8, 8, 3], SWAP: [32, 8, 4]}},
        {"course": ["rounds", "loss"]},
        {"networks": {ACTION: [46, 8, 8, 3], SWAP: [32, 8, 4], "": []}},
    ]


@pytest.mark.parametrize("wrong", ["NaN", "-Infinity", "1e999"])
def test_a_header_holds_numbers_that_can_be(kept: Path, wrong: str) -> None:
    with np.load(kept) as loaded:
        header = loaded["header"].tobytes()
    assert b'"win_rate": 0.5' in header
    wrong_header = header.replace(b'"win_rate": 0.5', f'"win_rate": {wrong}'.encode())
    changed(kept, header=np.frombuffer(wrong_header, dtype=np.uint8))
    with pytest.raises(CheckpointError, match="damaged"):
        load(kept)


@pytest.mark.parametrize("header", wrong_headers())
def test_headers_that_do_not_fit_are_refused(kept: Path, header: dict[str, Any]) -> None:
    changed(kept, lambda found: found.update(header))
    with pytest.raises(CheckpointError, match="damaged"):
        load(kept)


def wrong_arrays() -> list[dict[str, Any]]:
    return [
        {"action.weight.0": np.full((46, 8), np.nan, np.float32)},
        {"action.weight.0": np.full((46, 8), np.inf, np.float32)},
        {"action.weight.0": np.zeros((46, 8))},
        {"action.weight.0": np.zeros((46, 8), np.int32)},
        {"action.weight.0": np.zeros((45, 8), np.float32)},
        {"action.weight.0": np.zeros(46 * 8, np.float32)},
        {"action.weight.0": np.array([print], dtype=object)},
        {"swap.bias.0": np.zeros(9, np.float32)},
        {"swap.bias.1": np.full(4, -np.inf, np.float32)},
        {"action.weight.3": np.zeros((3, 3), np.float32)},
        {"action.bias.7": np.zeros(3, np.float32)},
        {"more": np.zeros(3)},
        {"course": np.zeros((2, 5))},
        {"course": np.zeros(6)},
        {"course": np.zeros((2, 6))},
        {"course": np.zeros((2, 6), np.int64)},
        {"course": np.array([[1000, np.inf, 0, 0, 0, 0.0]])},
        {"course": np.array([[1000, 1e300, 0, 0, 0, 0.0]])},
        {"course": np.array([[1000, 0, 0, 0, 0, 1e308]])},
        {"course": np.array([[-1000, 0, 0, 0, 0, 0.0]])},
    ]


@pytest.mark.parametrize("arrays", wrong_arrays())
def test_arrays_that_do_not_fit_are_refused(kept: Path, arrays: dict[str, Any]) -> None:
    changed(kept, **arrays)
    with pytest.raises(CheckpointError, match="damaged"):
        load(kept)


def test_newer_and_foreign_files_are_refused_and_left_untouched(kept: Path) -> None:
    changed(kept, lambda header: header.update(version=2))
    before = kept.read_bytes()
    with pytest.raises(CheckpointError, match="version 2; this program reads up to version 1"):
        load(kept)
    with pytest.raises(CheckpointError, match="left as it is"):
        NetworkCodec(SPEC).save(kept, trained())
    assert kept.read_bytes() == before
    kept.write_bytes(FOREIGN)
    with pytest.raises(CheckpointError, match="left as it is"):
        NetworkCodec(SPEC).save(kept, trained())
    assert kept.read_bytes() == FOREIGN
    assert [file.name for file in kept.parent.iterdir() if file.is_file()] == ["kept.npz"]


def test_damage_anywhere_is_found_or_does_no_harm(kept: Path) -> None:
    whole, rng = kept.read_bytes(), Random(1)
    refused = 0
    for _ in range(300):
        damaged = bytearray(whole)
        if rng.random() < 0.2:
            del damaged[rng.randrange(len(damaged)) :]
        else:
            damaged[rng.randrange(len(damaged))] ^= rng.randrange(1, 256)
        kept.write_bytes(damaged)
        try:
            same(load(kept), trained())
        except CheckpointError:
            refused += 1
    assert refused > 250


# Seats and replays


def networks_of(spec: str) -> dict[str, Any]:
    agent = parse_seat("thirty_one", spec).agent()
    assert agent is not None
    (scorer,) = agent.scorers
    assert isinstance(scorer, NeuralScorer)
    return {ACTION: scorer.action, SWAP: scorer.swap}


def test_a_seat_takes_a_file_or_none(kept: Path) -> None:
    seat = parse_seat("thirty_one", f"neural:{kept}")
    assert seat.trained == read(kept).digest
    for name, network in networks_of(f"neural:{kept}").items():
        assert np.array_equal(network.flat, trained().networks[name].flat)
    untrained = parse_seat("thirty_one", "neural:untrained")
    assert untrained.trained is None
    for name, network in networks_of("neural:untrained").items():
        assert np.array_equal(network.flat, fresh_networks()[name].flat)


def test_a_seat_is_taken_again_by_its_digest_wherever_its_file_lies(kept: Path, home: Path) -> None:
    own = own_path("thirty_one", "neural", "")
    assert own == home / "trained" / "thirty_one-neural.npz"
    digest = NetworkCodec(SPEC).save(own, trained())
    NetworkCodec(SPEC).save(own.with_name("other.npz"), trained(2))
    for words in ("neural:thirty_one-neural", f"neural:{kept}"):
        again = seat_again("thirty_one", parse_seat("thirty_one", words).record())
        assert (again.trained, again.spec) == (digest, f"neural:{own}")
    own.unlink()
    with pytest.raises(SeatError, match="not here any more"):
        seat_again("thirty_one", parse_seat("thirty_one", f"neural:{kept}").record())
    untrained = parse_seat("thirty_one", "neural:untrained")
    assert seat_again("thirty_one", untrained.record()) == untrained


def test_a_file_that_changed_is_read_again(kept: Path) -> None:
    first = parse_seat("thirty_one", f"neural:{kept}")
    assert parse_seat("thirty_one", f"neural:{kept}").learnt is first.learnt
    NetworkCodec(SPEC).save(kept, replace(trained(), seed=99))
    second = parse_seat("thirty_one", f"neural:{kept}")
    assert isinstance(second.learnt, TrainedNetworks)
    assert second.learnt.seed == 99
    assert second.trained != first.trained


def test_matches_are_the_same_both_ways_and_in_workers(kept: Path, tmp_path: Path) -> None:
    replays = []
    for place, words in enumerate(([], ["--through", "world"], ["--workers", "2"])):
        folder = tmp_path / str(place)
        command = ["arena", "thirty_one", f"neural:{kept}", "page:untrained", "--games", "4", "--seed", "3"]
        assert run([*command, *words, "--record", str(folder)]) == 0
        replays.append([path.read_bytes() for path in sorted(folder.iterdir())])
        assert run(["check", *map(str, folder.iterdir())]) == 0
    assert len(replays[0]) == 4
    assert replays[0] == replays[1] == replays[2]
    assert read(kept).digest.encode() in replays[0][0]
