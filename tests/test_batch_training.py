"""Trainings of networks in batches, by a toy: a network learns how far one number lies above another."""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest

from game.agents.network_learning import WON, NetworkSpec, TrainedNetworks
from game.agents.networks import Network
from game.agents.pickers import Best
from game.base.reading import several
from game.checkpoints import container
from game.checkpoints.networks import NetworkCodec
from game.cli.main import run
from game.games import registry
from game.games.ai import AI, forget, register_ai
from game.games.pool import pool, shares_won
from game.games.seats import SeatError
from game.rules.protocol import Setup
from game.training.batch_training import AveragedWeights, BatchTraining, cosine
from game.training.network_training import (
    PATIENCE,
    BatchParameters,
    TrainingMethod,
    TrainingRequest,
    batch_spec,
)

METRICS = ("games", "value_loss", "win_rate", "noise")
NETWORKS = NetworkSpec(
    {"plain": {"value": (2, 1)}}, lambda _: pytest.fail("nobody plays it"), lambda: pytest.fail("nor this"), METRICS
)


@dataclass(frozen=True)
class Parameters(BatchParameters):
    hidden: tuple[int, ...] = (4,)


class Toy(BatchTraining[Parameters]):
    share_words: ClassVar[Mapping[str, str]] = {"win_rate": "games won"}
    shares: Sequence[float] = ()
    """The mean shares of matches to be measured in turn; by the network's error where there are none."""

    def learn(self, random: np.random.Generator) -> Mapping[str, float]:
        network = self.networks["value"]
        inputs = random.random((self.parameters.batch, 2), dtype=np.float32)
        trace = network.trace(inputs)
        errors = trace[-1] - (inputs[:, :1] - inputs[:, 1:])
        self.descend("value", network.gradient(trace, errors * np.float32(2 / errors.size)))
        return {"value_loss": float((errors**2).mean()), "win_rate": float((errors < 0).mean())}

    def measured(self, networks: Mapping[str, Network], random: np.random.Generator) -> Sequence[float]:
        if self.shares:
            return [self.shares[self.batches // self.parameters.evaluate_every]] * len(self.opponents)
        inputs = random.random((50, 2), dtype=np.float32)
        errors = networks["value"].forward(inputs) - (inputs[:, :1] - inputs[:, 1:])
        return [math.exp(-float(np.abs(errors).mean()) - number) for number in range(len(self.opponents))]


def make(method: str, parameters: Parameters, against: tuple[str, ...], seed: int) -> Toy:
    layers = {"value": (2, *parameters.hidden, 1)}
    return Toy("nim", "toy", method, parameters, METRICS, pool("nim", against or ("random", "perfect")), seed, layers)


METHODS = {"usual": TrainingMethod("as usual", Parameters(20, 10, "plain", rate=0.05, evaluate_every=4))}
SPEC = batch_spec("game", METHODS, Parameters, {"hidden": partial(several, least=1, most=9)}, make)


def toy(batches: int = 0, shares: Sequence[float] = (), **values: object) -> Toy:
    training = SPEC.begin(TrainingRequest(values=values, seed=3))
    assert isinstance(training, Toy)
    training.shares = shares
    for _ in range(batches):
        training.step()
    return training


def again(trained: TrainedNetworks) -> Toy:
    training = SPEC.resume(trained)
    assert isinstance(training, Toy)
    return training


def packed(training: Toy) -> bytes:
    return NetworkCodec(NETWORKS).packed(training.result())


def test_it_learns_and_the_averaged_networks_are_kept() -> None:
    training = toy(20)
    losses = training.curve()[:, 1]
    assert losses[-5:].mean() < losses[:5].mean() / 3
    kept = training.result().networks["value"]
    assert kept.sizes == (2, 4, 1)
    assert any(np.array_equal(kept.flat, each["value"].flat) for each in (training.best, training.played()))
    assert not np.array_equal(training.played()["value"].flat, training.networks["value"].flat)


@pytest.mark.parametrize("stop", [1, 6, 8])
def test_a_training_that_was_kept_and_gone_on_with_ends_bit_for_bit_as_if_it_had_not_stopped(stop: int) -> None:
    """Before anything was measured, between two measurements, and right after one."""
    whole, part = toy(12), toy(stop)
    resumed = again(NetworkCodec(NETWORKS).decoded(container.content_of(packed(part), Path("toy.npz"))))
    for _ in range(12 - stop):
        resumed.step()
    assert packed(resumed) == packed(whole)


def test_the_same_request_gives_the_same_file_and_another_seed_another() -> None:
    other = SPEC.begin(TrainingRequest(seed=4))
    assert isinstance(other, Toy)
    other.step()
    assert packed(toy(1)) == packed(toy(1)) != packed(other)


def test_what_is_asked_for_is_what_is_trained() -> None:
    training = SPEC.begin(TrainingRequest("usual", {"hidden": (3, 2), "batch": 8}, ("perfect",), 5, 33, 7))
    assert isinstance(training, Toy)
    assert training.networks["value"].sizes == (2, 3, 2, 1)
    assert (training.batch, training.left, training.against) == (8, 5, ("perfect",))
    assert (training.parameters.patience, training.parameters.rate, training.seed) == (7, 0.05, 5)
    assert training.columns == (*METRICS, f"{WON}perfect")
    assert set(SPEC.readers) == {"hidden", "batch", "rate", "last_rate", "clip", "average", "evaluate_every"}


def test_the_curve_and_the_progress_tell_what_was_measured() -> None:
    training = toy(4, shares=[0.75])
    curve = training.curve()
    assert curve[:, 0].tolist() == [10, 20, 30, 40]
    assert np.isnan(curve[:, 3]).all()  # noise is never measured
    assert curve[3, 4:].tolist() == [0.75, 0.75]
    assert np.isnan(curve[:3, 4:]).all()
    progress = training.progress()
    assert progress.count == 40
    assert progress.losses == {"value": pytest.approx(curve[:, 1].mean())}
    assert progress.shares == {"games won": pytest.approx(curve[:, 2].mean())}
    assert (progress.matches_won, progress.best) == (0.75, 0.75)
    assert training.result().statistics["best"] == {"matches_won": 0.75, "games": 40}
    assert toy().progress() == replace(toy().progress(), count=0, losses={}, shares={}, matches_won=None, best=None)


def test_the_best_networks_are_kept_and_patience_ends() -> None:
    training = toy(12, shares=[0.5, 0.75, 0.25])
    assert training.result().statistics["best"] == {"matches_won": 0.75, "games": 80}
    at_best = toy(8, shares=[0.5, 0.75])
    assert np.array_equal(training.result().networks["value"].flat, at_best.played()["value"].flat)
    training.be_patient(1)
    assert training.over
    training.encourage()
    assert not training.over
    assert training.parameters.patience == 1 + PATIENCE


def test_a_state_that_is_not_whole_is_refused() -> None:
    trained = toy(4).result()
    arrays = dict(trained.state_arrays)
    wrong: list[TrainedNetworks] = [
        replace(trained, state={}),
        replace(trained, state=dict(trained.state) | {"steps": {}}),
        replace(trained, state=dict(trained.state) | {"best": {"share": 2.0, "batch": 1, "since": 0}}),
        replace(trained, state_arrays={name: each for name, each in arrays.items() if name != "average.value.bias.0"}),
        replace(trained, state_arrays=arrays | {"value.adam.mean": np.zeros(3, np.float32)}),
        replace(trained, state_arrays=arrays | {"best.value.bias.0": np.full(4, np.nan, np.float32)}),
        replace(trained, curve=trained.curve[1:]),
        replace(trained, columns=(*METRICS, f"{WON}random", f"{WON}greedy")),
        replace(trained, parameters=dict(trained.parameters) | {"against_trained": ["abc", None]}),
        replace(trained, parameters=dict(trained.parameters) | {"against": ["nobody", "perfect"]}),
        replace(trained, parameters=dict(trained.parameters) | {"speed": 3}),
        replace(trained, parameters=dict(trained.parameters) | {"hidden": [5]}),
        replace(trained, parameters=dict(trained.parameters) | {"batch": "many"}),
    ]
    for each in wrong:
        with pytest.raises(ValueError, match=r"^(its|it|a|the) "):
            SPEC.resume(each)


def test_averages_begin_with_the_mean_and_then_forget() -> None:
    network = Network([np.zeros((1, 1))], [np.zeros(1)])
    average = AveragedWeights(network, 0.75)
    for value, expected in [(8.0, 8.0), (4.0, 6.0), (0.0, 4.0), (8.0, 5.0), (9.0, 6.0)]:
        network.flat[:] = value
        average.add(network)
        assert average.network.flat == pytest.approx([expected] * 2)


def test_a_cosine_falls_from_the_first_rate_to_the_last() -> None:
    assert [cosine(1.0, 0.2, share) for share in (0.0, 0.5, 1.0, 3.0)] == pytest.approx([1.0, 0.6, 0.2, 0.2])
    assert cosine(1.0, 0.0, 0.25) == pytest.approx((1 + math.sqrt(0.5)) / 2)


# The pool


def test_shares_of_matches_are_those_of_an_arena_with_the_same_deals() -> None:
    nim = registry.game("nim").rules
    agents = {player.spec: player.agent for player in pool("nim", ["perfect", "random", "q-learner:untrained"])}
    setup = Setup(2, {option.key: option.default for option in nim.options})
    perfect, random, fresh = agents.values()
    against_itself, against_random = shares_won(nim, setup, perfect, [perfect, random], 20, seed=1)
    assert against_itself == 0.5  # each deal is played from both seats
    assert against_random > 0.9
    assert shares_won(nim, setup, random, [perfect], 20, seed=1)[0] < 0.1
    assert shares_won(nim, setup, fresh, [perfect], 4, seed=1, rounds=1) == shares_won(
        nim, setup, fresh, [perfect], 4, seed=1, rounds=1
    )


def test_nobody_but_ais_can_be_trained_against() -> None:
    with pytest.raises(SeatError, match="AIs only"):
        pool("nim", ["human"])


# The command


@pytest.fixture
def registered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The toy is an AI of Nim; where its file is kept."""
    monkeypatch.setenv("TABLETALK_HOME", str(tmp_path / "home"))
    scorers = registry.ai("nim", "random").scorers
    ai = AI("toy", "nim", "a toy", scorers, lambda _: Best(), networks=NETWORKS, network_training=SPEC)
    register_ai(ai)
    yield tmp_path / "home" / "trained" / "nim-toy.npz"
    forget(ai)


def test_any_game_s_networks_are_trained_by_the_same_words(
    registered: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["train", "nim", "toy@hidden=3-2,average=0.9", "--against", "perfect", "--seed", "3"]
    assert run([*words, "--games", "35", "--out", str(registered)]) == 0
    told = capsys.readouterr().out
    for line in (
        r"method +usual: as usual",
        r"against +perfect",
        r"games +40",
        r"value network +2-3-2-1",
        r"losses +value 0\.\d+",
        r"speed +[\d,]+ games/s",
        r"games won +\d+\.\d % of the latest games, exploring",
        r"kept +the best networks, of 40 games: \d+\.\d % of matches won",
    ):
        assert re.search(line, told), line
    assert run(["train", "nim", "toy", "--from", str(registered)]) == 2
    assert "it has learnt from all 40 games that were asked for" in capsys.readouterr().err
    assert run(["train", "nim", "toy", "--from", str(registered), "--rounds", "10"]) == 0
    assert run(["inspect", str(registered)]) == 0
    assert re.search(r"games 50, win_rate .*", capsys.readouterr().out)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["toy@hidden=0"], "hidden: needs a whole number from 1 to 9"),
        (["toy@colour=3"], "it has: hidden, batch, rate"),
        (["toy", "--method", "magic"], "there is no method 'magic'; choose one of: usual"),
        (["toy", "--workers", "2"], "its batches are played in one process"),
        (["toy", "--games", "5", "--rounds", "5"], "toy learns from games"),
        (["toy", "--against", "human"], "AIs only"),
    ],
)
def test_wrong_words_are_told(registered: Path, words: list[str], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["train", "nim", *words]) == 2
    assert why in capsys.readouterr().err
    assert not registered.exists()
