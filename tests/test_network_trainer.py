"""The training of networks beside the window: in a process of its own, stopped, kept, gone on with, and troubled."""

from collections.abc import Callable, Iterator
from multiprocessing.connection import wait
from pathlib import Path

import numpy as np
import pytest

from game.agents.network_learning import WON
from game.checkpoints import places
from game.checkpoints.networks import NetworkCodec
from game.games import registry
from game.games.thirty_one.networks import spec
from game.games.thirty_one.training.parameters import METRICS
from game.learning.network_trainer import NetworkTrainer
from tests.test_network_files import trained

NEURAL = registry.ai("thirty_one", "neural")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TABLETALK_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def trainer() -> Iterator[NetworkTrainer]:
    made = NetworkTrainer(NEURAL)
    yield made
    made.close()


def until(trainer: NetworkTrainer, there: Callable[[], bool]) -> None:
    """Hear what the process tells until something is the case, or the process has ended."""
    trainer.update()
    while not there() and trainer.pipe is not None:
        wait([trainer.pipe])
        trainer.update()


def test_it_learns_until_it_is_stopped_keeps_that_and_goes_on_with_it(trainer: NetworkTrainer) -> None:
    assert (trainer.count, trainer.running, trainer.path.exists()) == (0, False, False)
    trainer.start()
    assert trainer.running
    until(trainer, lambda: trainer.count >= 1000)
    assert trainer.progress is not None
    trainer.stop()
    assert trainer.stopping
    until(trainer, lambda: not trainer.running)
    assert (trainer.trouble, trainer.notice, trainer.stopping) == (None, None, False)
    kept, _ = NetworkCodec(spec("neural")).load(trainer.path, "thirty_one", "neural")
    assert kept.statistics["rounds"] == trainer.count >= 1000
    assert np.array_equal(kept.curve, trainer.curve.points, equal_nan=True)
    callers = ("greedy-caller", "greedy-caller@call_at=22", "greedy-caller@call_at=28")
    assert trainer.curve.columns == (*METRICS, *(WON + name for name in ("greedy", *callers, "tactician")))

    again = NetworkTrainer(NEURAL)
    assert np.array_equal(again.curve.points, trainer.curve.points, equal_nan=True)
    again.start()
    until(again, lambda: again.count > trainer.count)
    again.close()
    assert not again.running
    assert np.array_equal(again.curve.points[: len(trainer.curve.points)], trainer.curve.points, equal_nan=True)
    assert len(NetworkCodec(spec("neural")).load(again.path, "thirty_one", "neural")[0].curve) == len(
        again.curve.points
    )


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
    trainer = NetworkTrainer(NEURAL)
    trainer.trouble = None
    trainer.start()
    until(trainer, lambda: not trainer.running)
    assert trainer.trouble
    assert path.read_bytes() == before


def test_a_process_that_ends_before_its_time_is_told(trainer: NetworkTrainer) -> None:
    trainer.start()
    assert trainer.process is not None
    trainer.process.kill()
    until(trainer, lambda: not trainer.running)
    assert trainer.trouble == "The training's process has ended before its time; its latest checkpoint is kept."
    trainer.trouble = None


def test_only_networks_have_such_a_trainer() -> None:
    with pytest.raises(ValueError, match="greedy does not learn networks"):
        NetworkTrainer(registry.ai("thirty_one", "greedy"))
