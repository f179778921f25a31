"""Workers that end: by an interrupt of the whole command, however early, or for reasons of their own."""

import os
import subprocess
import sys
from concurrent.futures.process import BrokenProcessPool

import pytest

from game.training.spreading import Processes
from tests.portions import gone, interrupted

posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals to send to a process")


@posix
def test_a_worker_that_an_interrupt_has_ended_tells_of_an_interrupt() -> None:
    with pytest.raises(KeyboardInterrupt):
        list(Processes(2).each(interrupted, range(8)))


def test_a_worker_that_ends_by_itself_is_no_interrupt() -> None:
    with pytest.raises(BrokenProcessPool):
        list(Processes(2).each(gone, range(8)))


_EARLY = """
import os, signal
from concurrent.futures import process
from game.training.spreading import Processes
from tests.portions import gone, interrupted
started = process.ProcessPoolExecutor._spawn_process
def start(pool):
    started(pool)
    for worker in pool._processes.values():
        os.kill(worker.pid, signal.SIGINT)
process.ProcessPoolExecutor._spawn_process = start
if __name__ == "__main__":
    try:
        list(Processes(2).each(abs, range(8)))
    except KeyboardInterrupt:
        print("interrupted")
"""


@posix
def test_a_worker_that_is_interrupted_while_it_starts_ends_without_a_word(tmp_path: os.PathLike[str]) -> None:
    script = os.path.join(tmp_path, "early.py")
    with open(script, "w", encoding="utf-8") as file:
        file.write(_EARLY)
    environment = os.environ | {"PYTHONPATH": os.getcwd()}
    ended = subprocess.run([sys.executable, script], capture_output=True, env=environment, text=True)
    assert (ended.stdout, ended.stderr) == ("interrupted\n", "")
