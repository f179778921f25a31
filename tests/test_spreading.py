"""Work spread over processes: every result with its place, workers that stay, and none that is left behind."""

import multiprocessing
import os
import sys
import time
from contextlib import closing

import pytest

from game.training import spreading
from game.training.ray_cluster import ClusterError, RayCluster
from game.training.spreading import HERE, Processes, spread_over
from tests.portions import slow_but_first, squared


def wait_for_children_to_end(before: set[object]) -> None:
    deadline = time.monotonic() + 20
    while set(multiprocessing.active_children()) - before:
        assert time.monotonic() < deadline, "a worker goes on with what nobody waits for"


def test_every_result_comes_with_its_place() -> None:
    numbers = [3, 1, 4, 1, 5]
    alone = {place: result for place, (result, _) in HERE.each(squared, numbers)}
    with closing(spread_over(2)) as two:
        shared = {place: result for place, (result, _) in two.each(squared, numbers)}
    assert alone == shared == {place: number * number for place, number in enumerate(numbers)}


def test_workers_stay_for_the_next_work_and_end_when_closed() -> None:
    before: set[object] = set(multiprocessing.active_children())
    with closing(Processes(2)) as two:
        first = {pid for _, (_, pid) in two.each(squared, range(20))}
        second = {pid for _, (_, pid) in two.each(squared, range(20))}
        assert os.getpid() not in first | second
        assert len(first | second) <= 2
    wait_for_children_to_end(before)


def test_workers_are_worth_starting_for_work_that_takes_long_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spreading, "cores", lambda: 4)
    assert not HERE.is_worth(1e9)
    with closing(Processes(2)) as two:
        assert not two.is_worth(2.0)  # saves one second, which the start takes
        assert two.is_worth(2.1)
        list(two.each(squared, range(2)))
        assert two.is_worth(0.0)
    with closing(Processes(3)) as three:
        assert three.is_worth(1.6)
        monkeypatch.setattr(spreading, "cores", lambda: 1)
        assert not three.is_worth(1e9)


def test_what_nobody_asks_for_any_more_is_given_up() -> None:
    before: set[object] = set(multiprocessing.active_children())
    with closing(Processes(2)) as two:
        results = two.each(slow_but_first, range(4))
        assert next(results) == (0, 0)
    wait_for_children_to_end(before)


@pytest.mark.parametrize("address", ["nonsense", "127.0.0.1:x", "127.0.0.1:1", "ray://127.0.0.1:1", "127.0.0.1:99999"])
def test_a_cluster_that_does_not_answer_is_told_at_once(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", type("Ray", (), {}))
    with pytest.raises(ClusterError, match=r"no Ray cluster answers|no address"):
        RayCluster(address)


def test_without_ray_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ClusterError, match="pip install"):
        RayCluster("auto")
