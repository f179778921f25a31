"""The training of networks beside the window: in a process of its own, stopped, kept, gone on with, and troubled."""

from collections.abc import Callable, Iterator
from math import inf
from multiprocessing.connection import wait
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import Mock

import numpy as np
import pytest

from game.agents.network_learning import WON, TrainedNetworks
from game.base.storage import StorageError
from game.checkpoints import places
from game.checkpoints.container import previous_of
from game.checkpoints.networks import NetworkCodec
from game.games import registry
from game.games.ai import AI
from game.games.seats import usual_values
from game.games.thirty_one.networks import spec
from game.games.thirty_one.training.parameters import METRICS
from game.learning import network_process
from game.learning.network_rival import NetworkRival, compared
from game.learning.network_trainer import NetworkTrainer
from game.learning.own_table_trainer import OwnTableTrainer
from game.learning.remote_network_trainer import NetworkLearning, RemoteNetworkTrainer, watched
from game.learning.table_trainer import TableTrainer
from game.learning.trainer import Trainer
from game.rules.options import full_options
from game.rules.protocol import Setup
from tests.test_network_files import trained

NEURAL = registry.ai("thirty_one", "neural")


@pytest.fixture
def trainer() -> Iterator[RemoteNetworkTrainer]:
    made = RemoteNetworkTrainer(NEURAL)
    yield made
    made.keep()


def until(learning: NetworkLearning, there: Callable[[], bool]) -> None:
    """Hear what the process tells until something is the case, or the process has ended."""
    learning.update()
    while not there() and learning.pipe is not None:
        wait([learning.pipe])
        learning.update()


def begin(trainer: RemoteNetworkTrainer) -> None:
    assert trainer.run(0.0, inf)


def kept_of(trainer: RemoteNetworkTrainer) -> TrainedNetworks:
    return NetworkCodec(spec("neural")).load(trainer.path, "thirty_one", "neural")[0]


def first_view() -> Any:
    rules = registry.game("thirty_one").rules
    how = Setup(2, full_options(rules, {}))
    return rules.view(rules.deal(how, rules.new_standing(how), 0, Random(3)), 0)


def test_it_learns_until_it_is_stopped_keeps_that_and_goes_on_with_it(trainer: RemoteNetworkTrainer) -> None:
    assert (trainer.count, trainer.process, trainer.path.exists(), trainer.seat) == (0, None, False, "neural")
    begin(trainer)
    until(trainer, lambda: trainer.count >= 1000)
    assert trainer.progress is not None
    assert trainer.unkept
    trainer.stop()
    assert trainer.stopping
    until(trainer, lambda: trainer.process is None)
    assert (trainer.trouble, trainer.notice, trainer.stopping, trainer.unkept) == (None, None, False, False)
    kept = kept_of(trainer)
    assert kept.statistics["rounds"] == trainer.count >= 1000
    assert np.array_equal(kept.curve, trainer.curve.points, equal_nan=True)
    callers = ("greedy-caller", "greedy-caller@call_at=22", "greedy-caller@call_at=28")
    assert trainer.curve.columns == (*METRICS, *(WON + name for name in ("greedy", *callers, "tactician")))
    assert trainer.seat == f"neural:{trainer.path}"
    assert {"method": "ppo", "rate": 0.001, "action_hidden": (96, 64)}.items() <= trainer.ways.items()

    again = RemoteNetworkTrainer(NEURAL)
    assert np.array_equal(again.curve.points, trainer.curve.points, equal_nan=True)
    begin(again)
    until(again, lambda: again.count > trainer.count)
    assert again.keep()
    assert np.array_equal(again.curve.points[: len(trainer.curve.points)], trainer.curve.points, equal_nan=True)
    assert len(kept_of(again).curve) == len(again.curve.points)


def test_what_is_thought_of_a_position_is_renewed_as_it_learns(trainer: RemoteNetworkTrainer) -> None:
    view = first_view()
    before = trainer.values(view)
    assert trainer.values(view) is before, "nothing has been learnt meanwhile"
    assert trainer.values(None) == []
    begin(trainer)
    until(trainer, lambda: trainer.values(view) is not before)
    after = trainer.values(view)
    legal = {*registry.game("thirty_one").rules.legal_moves(view)}
    assert {each.move for each in before} == {each.move for each in after} == legal
    assert [each.value for each in after] == sorted((each.value for each in after), reverse=True)
    assert [each.greedy for each in after] == [True] + [False] * (len(after) - 1)
    assert {each.value for each in before} != {each.value for each in after}


def test_forgetting_begins_anew_and_leaves_the_file_until_something_is_kept(trainer: RemoteNetworkTrainer) -> None:
    trainer.path.parent.mkdir(parents=True)
    NetworkCodec(spec("neural")).save(trainer.path, trained())
    before = trainer.path.read_bytes()
    trainer.refresh()
    assert trainer.count == 2000
    trainer.forget()
    assert (trainer.count, trainer.unkept) == (0, False)
    begin(trainer)
    until(trainer, lambda: trainer.count > 0)
    trainer.forget()
    assert (trainer.count, trainer.process) == (0, None), "it has ended at once"
    assert trainer.path.read_bytes() == before
    begin(trainer)
    until(trainer, lambda: trainer.count > 0)
    assert trainer.keep()
    assert previous_of(trainer.path).read_bytes() == before
    assert kept_of(trainer).curve[0, 0] == 1000
    assert kept_of(trainer).columns == trainer.curve.columns


@pytest.mark.parametrize("content", [b"my shopping list", None])
def test_a_file_that_cannot_be_gone_on_with_is_told_and_left(content: bytes | None) -> None:
    """Foreign bytes, or networks without a training."""
    path = places.own_path("thirty_one", "neural", "")
    path.parent.mkdir(parents=True)
    if content is None:
        NetworkCodec(spec("neural")).save(path, trained())
        before = path.read_bytes()
    else:
        path.write_bytes(before := content)
    trainer = RemoteNetworkTrainer(NEURAL)
    trainer.trouble = None
    begin(trainer)
    until(trainer, lambda: trainer.process is None)
    assert trainer.trouble
    assert path.read_bytes() == before


def test_a_process_that_ends_before_its_time_is_told(trainer: RemoteNetworkTrainer) -> None:
    begin(trainer)
    assert trainer.process is not None
    trainer.process.kill()
    until(trainer, lambda: trainer.process is None)
    assert trainer.trouble == "The training’s process has ended before its time; its latest checkpoint is kept."
    trainer.trouble = None


class Pipe:
    """A way to the window, on which something has come; nothing comes while it is waited for."""

    def __init__(self, *come: tuple[str, Any]) -> None:
        self.come = list(come)
        self.waited: list[float | None] = []

    def poll(self, seconds: float | None) -> bool:
        if not self.come:
            self.waited.append(seconds)
        return bool(self.come)

    def recv(self) -> tuple[str, Any]:
        return self.come.pop(0)

    def send(self, told: tuple[str, Any]) -> None:
        """Nobody reads it."""


def test_a_batch_is_waited_for_until_it_is_due(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(network_process, "monotonic", lambda: now)
    told: dict[str, Any] = dict.fromkeys(("curve", "progress", "played_by"), lambda *_: None)
    training = cast(Any, SimpleNamespace(count=10, training=SimpleNamespace(batches=1, **told)))
    pipe = Pipe()
    window = network_process._Window(cast(Any, pipe), inf)
    assert window.wants_more(training)
    window.hear(training)
    assert window.wants_more(training)
    pipe.come.append(("pace", 0.2))
    now += 2
    assert window.wants_more(training)
    now += 6
    assert window.wants_more(training)
    assert pipe.waited == [0.0, 0.0, 3.0, 0.0]


def test_only_networks_have_such_a_trainer() -> None:
    with pytest.raises(ValueError, match="greedy does not learn networks"):
        RemoteNetworkTrainer(registry.ai("thirty_one", "greedy"))


def test_a_checkpoint_that_cannot_be_kept_ends_the_training_and_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trainer = NetworkTrainer.begun(NEURAL, watched(NEURAL, {}, 1))
    trainer.keep_in(tmp_path / "mine.npz")
    monkeypatch.setattr(NetworkTrainer, "saved_every", 0.0)
    told = list[int]()
    with monkeypatch.context() as full:
        full.setattr(NetworkCodec, "save", Mock(side_effect=StorageError("the disk is full")))
        assert not trainer.train(lambda: told.append(trainer.count))
    assert (told, trainer.trouble, trainer.kept) == ([1000], "the disk is full", ())
    assert trainer.unkept
    trainer.goal = 1500
    assert trainer.train(lambda: told.append(trainer.count))
    assert told == [1000, 2000], "to the end of a batch"
    assert not trainer.unkept
    assert trainer.keep()
    assert [path for path, _ in trainer.kept] == [tmp_path / "mine.npz"]
    assert NetworkTrainer.resumed(NEURAL, tmp_path / "mine.npz").count == 2000


def test_trainers_of_the_command_of_panels_and_of_processes_follow_one_contract() -> None:
    table = OwnTableTrainer(registry.ai("nim", "q-learner"), {"piles": [1, 2]})
    trainers: list[Trainer] = [
        table,
        TableTrainer(table.ai, table.training.plan),
        NetworkTrainer.begun(NEURAL, watched(NEURAL, {}, 1)),
        RemoteNetworkTrainer(NEURAL),
    ]
    for each in trainers:
        assert (each.count, each.snapshot.games, each.unkept) == (0, 0, False)
        assert (each.trouble, each.notice) == (None, None)
        assert each.curve.named == registry.at_game(each.ai.name, each.ai.game)
        assert each.curve.across.max(initial=0.0) == 0.0


# --- watched, and compared ---------------------------------------------------------------------------------------

NETWORKS = [ai for game in registry.games() for ai in registry.ais(game.name) if ai.network_training is not None]


@pytest.mark.parametrize("ai", NETWORKS, ids=lambda ai: f"{ai.game}-{ai.name}")
def test_a_training_that_is_watched_has_the_course_of_its_method(ai: AI) -> None:
    spec = ai.network_training
    assert spec is not None
    usual = next(iter(spec.methods.values())).parameters
    training = spec.begin(watched(ai, {}, 1))
    assert training.left * training.batch == usual.batches * usual.batch + getattr(usual, "valued", 0) * usual.batch
    parameters = training.played_by().parameters
    assert {key: parameters[key] for key in spec.watched} == dict(spec.watched)


@pytest.mark.parametrize("ai", NETWORKS, ids=lambda ai: f"{ai.game}-{ai.name}")
def test_what_a_second_training_may_have_otherwise_is_read_as_it_is_told(ai: AI) -> None:
    spec = ai.network_training
    assert spec is not None
    options = {option.key: option for option in compared(ai).parameters}
    assert {*spec.compared, "seed"} <= {*options}
    usual = usual_values(compared(ai), None)
    given = {key: options[key].parse(text) for key, text in usual.items()}
    assert given == {key: option.default for key, option in options.items()}
    assert given.pop("method", next(iter(spec.methods))) == next(iter(spec.methods))
    assert spec.begin(watched(ai, given, 9)).played_by().seed == given["seed"]


def test_a_second_training_learns_by_its_own_parameters_no_farther_than_the_first() -> None:
    rival = NetworkRival(NEURAL, {"rate": 0.01}, 5)
    rival.run(2000, None)
    until(rival, lambda: rival.count >= 2000)
    rival._send("stop")
    until(rival, lambda: rival.process is None)
    assert rival.count == 2000, "it waits for the first, and is in no further batch when it is told to stop"
    view = first_view()
    assert {each.move for each in rival.values(view)} == {*rival.rules.legal_moves(view)}
    assert not places.own_path("thirty_one", "neural", "").exists()


def test_networks_that_a_second_training_cannot_have_are_told() -> None:
    rival = NetworkRival(registry.ai("jaipur", "neural"), {"trace": (0.5,)}, 1)
    until(rival, lambda: rival.process is None)
    assert rival.trouble == "trace, epsilon and temperature have as many parts each"
