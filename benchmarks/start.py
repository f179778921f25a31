"""What it costs to start: processor time of whole processes, beside that of a Python that does nothing.

The commands that do hardly anything, a worker until it answers, and the window until its first frame, on SDL's dummy
driver. Each repetition runs everything in turn, a bare Python first, so that the ratios hold on a busy machine too.
All of them find their bytecode, as a program does that was started before.
"""

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from statistics import median

from benchmarks.measuring import Row

REPETITIONS = 7
_TABLE = """__import__("game.matches.requests", fromlist=["x"]).TableRequest("jaipur", tuple(
    __import__("game.games.seats", fromlist=["x"]).parse_seats("jaipur", ["human", "utility"])), {}, seed=5)"""
_FIRST_FRAME = """
import os
from game.base import garbage
garbage.put_off()
from game.app import window
shown = window.Window()
shown.begin({request})
shown.frame(1 / 60)
os._exit(0)
"""
_WORKER = """
import os
from game.cli.worker import services
services(print)["hello"]()
os._exit(0)
"""
BARE = ["-c", "pass"]
STARTS: dict[str, Sequence[str]] = {
    "tabletalk --help": ["-m", "game", "--help"],
    "tabletalk list": ["-m", "game", "list"],
    "a worker, until it answers": ["-c", _WORKER],
    "the window, until the first frame of the menu": ["-c", _FIRST_FRAME.format(request="None")],
    "the window, until the first frame of Jaipur's table": ["-c", _FIRST_FRAME.format(request=_TABLE)],
}


def processor_time(words: Sequence[str], environment: dict[str, str]) -> float:
    """Milliseconds of processor time, of all its threads, that a Python with these words takes. Raises
    CalledProcessError where it fails."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *words], env=environment, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def rows(repetitions: int = REPETITIONS) -> list[Row]:
    """The median of each start, and of its ratio to a bare Python."""
    with tempfile.TemporaryDirectory() as home:
        drivers = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
        environment = os.environ | drivers | {"TABLETALK_HOME": home, "PYTHONPYCACHEPREFIX": f"{home}/bytecode"}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        taken: dict[str, list[float]] = {name: [] for name in STARTS}
        ratios: dict[str, list[float]] = {name: [] for name in STARTS}
        for words in STARTS.values():
            processor_time(words, environment)  # the first one writes bytecode
        for _ in range(repetitions):
            for name, words in STARTS.items():
                bare = processor_time(BARE, environment)
                taken[name].append(processor_time(words, environment))
                ratios[name].append(taken[name][-1] / bare)
    return [
        Row(
            f"start: {name}", f"{median(taken[name]):.0f} ms of processor time, {median(ratios[name]):.1f} bare Pythons"
        )
        for name in STARTS
    ]


if __name__ == "__main__":
    for row in rows():
        print(f"{row.what}: {row.figure}")
