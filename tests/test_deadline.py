"""A deadline interrupts what does not come back, and leaves nothing behind."""

import signal
import threading
import time
from collections.abc import Iterator

import pytest

from game.base.deadline import OverdueError, _Alarm, deadline

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timer interrupts there")
NEVER = 20.0


@pytest.fixture(autouse=True)
def nothing_left() -> Iterator[None]:
    yield
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def wait(seconds: float) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pass


def test_what_does_not_come_back_is_interrupted_as_often_as_it_takes_that() -> None:
    rung = list[OverdueError]()

    def stubborn() -> None:
        try:
            wait(NEVER)
        except OverdueError as error:
            rung.append(error)
        wait(NEVER)

    with pytest.raises(OverdueError, match=r"did not come back within 0\.02 s"), deadline(0.02):
        stubborn()
    assert len(rung) == 1


def test_what_comes_back_is_not_interrupted_later() -> None:
    with deadline(0.02):
        pass
    wait(0.05)


def test_an_error_leaves_no_deadline_behind() -> None:
    with pytest.raises(ValueError, match="its own"), deadline(0.02):
        raise ValueError("its own")
    wait(0.05)


def test_within_a_deadline_that_one_counts_alone() -> None:
    def within() -> None:
        with deadline(NEVER):
            pass
        wait(NEVER)

    with pytest.raises(OverdueError, match=r"0\.05 s"), deadline(0.05):
        within()


def test_an_alarm_that_is_somebody_else_s_is_handed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    rung = list[int]()
    before = signal.signal(signal.SIGALRM, lambda number, _: rung.append(number))
    try:
        monkeypatch.setattr("game.base.deadline._ALARM", _Alarm())
        with deadline(NEVER):
            pass
        signal.raise_signal(signal.SIGALRM)
    finally:
        signal.signal(signal.SIGALRM, before)
    assert rung == [signal.SIGALRM]


def test_another_thread_is_not_interrupted() -> None:
    faults = list[BaseException]()

    def slow() -> None:
        try:
            with deadline(0.01):
                wait(0.05)
        except BaseException as error:
            faults.append(error)

    thread = threading.Thread(target=slow)
    thread.start()
    thread.join()
    assert faults == []
