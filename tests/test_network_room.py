"""The training of networks beside the window: in a process of its own, stopped, kept, gone on with, and troubled."""

from collections.abc import Callable, Iterator
from multiprocessing.connection import wait
from pathlib import Path

import numpy as np
import pytest

from game.agents.network_learning import COURSE, WON
from game.checkpoints import networks as network_files
from game.checkpoints import tables as trained_files
from game.games import registry
from game.games.thirty_one.neural import recipe
from game.games.thirty_one.training.room import NetworkRoom
from tests.test_network_files import trained

NEURAL = registry.ai("thirty_one", "neural")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TABLETALK_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def room() -> Iterator[NetworkRoom]:
    made = NetworkRoom(NEURAL)
    yield made
    made.close()


def until(room: NetworkRoom, there: Callable[[], bool]) -> None:
    """Hear what the process tells until something is the case, or the process has ended."""
    room.update()
    while not there() and room.pipe is not None:
        wait([room.pipe])
        room.update()


def test_it_learns_until_it_is_stopped_keeps_that_and_goes_on_with_it(room: NetworkRoom) -> None:
    assert (room.rounds, room.running, room.path.exists()) == (0, False, False)
    room.start()
    assert room.running
    until(room, lambda: room.rounds >= 1000)
    assert room.progress is not None
    room.stop()
    assert room.stopping
    until(room, lambda: not room.running)
    assert (room.trouble, room.notice, room.stopping) == (None, None, False)
    kept, _ = network_files.load_networks(room.path, recipe("neural"), "thirty_one", "neural")
    assert kept.statistics["rounds"] == room.rounds >= 1000
    assert np.array_equal(kept.course, room.course.marks, equal_nan=True)
    callers = ("greedy-caller", "greedy-caller@call_at=22", "greedy-caller@call_at=28")
    assert room.course.columns == (*COURSE, *(WON + name for name in ("greedy", *callers, "tactician")))

    again = NetworkRoom(NEURAL)
    assert np.array_equal(again.course.marks, room.course.marks, equal_nan=True)
    again.start()
    until(again, lambda: again.rounds > room.rounds)
    again.close()
    assert not again.running
    assert np.array_equal(again.course.marks[: len(room.course.marks)], room.course.marks, equal_nan=True)
    assert len(network_files.load_networks(again.path, recipe("neural"), "thirty_one", "neural")[0].course) == len(
        again.course.marks
    )


@pytest.mark.parametrize("content", [b"my shopping list", None])
def test_a_file_that_cannot_be_gone_on_with_is_told_and_left(content: bytes | None) -> None:
    """Foreign bytes, or networks without a training."""
    path = trained_files.own_path("thirty_one", "neural", "")
    path.parent.mkdir(parents=True)
    if content is None:
        network_files.save_networks(path, trained())
        before = path.read_bytes()
    else:
        path.write_bytes(before := content)
    room = NetworkRoom(NEURAL)
    room.trouble = None
    room.start()
    until(room, lambda: not room.running)
    assert room.trouble
    assert path.read_bytes() == before


def test_a_process_that_ends_before_its_time_is_told(room: NetworkRoom) -> None:
    room.start()
    assert room.process is not None
    room.process.kill()
    until(room, lambda: not room.running)
    assert room.trouble == "The training's process has ended before its time; its latest checkpoint is kept."
    room.trouble = None


def test_only_networks_have_such_a_room() -> None:
    with pytest.raises(ValueError, match="greedy does not play by networks"):
        NetworkRoom(registry.ai("thirty_one", "greedy"))
