"""``python -m tests.stress --minutes N [--seed N]``: trials until the time is over, each finding with the command that
shows it again; ``--fixed`` plays the list that every change must pass, ``--only KIND:SEED`` one trial, in this process.

The exit status is 1 where anything was found. A trial of random kills depends on the machine's pace too: its seed draws
the same moments, not the same moves.
"""

import itertools
import os
import signal
import subprocess
import sys
import tempfile
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from random import Random
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
LONGEST = 240.0
"""Seconds after which a trial counts as hanging, four times what the slowest takes; as many times longer as more work
waits on the machine than it has processors."""
LEFT_ALONE = 10.0
"""Seconds within which every process that a trial started is gone after its end."""
KINDS = ("window", "damage", "mods", "kills")
FIXED = tuple((kind, seed) for seed in (1, 2) for kind in KINDS)
"""What `.ci/run` plays, in about two minutes."""


class Finding(NamedTuple):
    """A trial that went wrong, and what it said."""

    kind: str
    seed: int
    words: str


def main() -> int:
    """Do what the words ask for; the exit status."""
    words = _words()
    if words.only is not None:
        kind, seed = words.only
        return _here(kind, seed)
    found = 0
    for finding in findings(FIXED if words.fixed else _until(words.minutes, words.seed), words.workers):
        found += 1
        print(f"FOUND by {finding.kind}:{finding.seed}\n{finding.words}", flush=True)
        print(f"again: python -m tests.stress --only {finding.kind}:{finding.seed}\n", flush=True)
    print("nothing was found" if not found else f"{found} findings")
    return 1 if found else 0


def findings(trials: Iterable[tuple[str, int]], workers: int) -> Iterator[Finding]:
    """Play trials, several at once, each in a process of its own; what went wrong, as it comes."""
    count = 0
    with ThreadPoolExecutor(workers) as pool:
        waiting = iter(trials)
        running = {pool.submit(_apart, *trial) for trial in itertools.islice(waiting, workers)}
        while running:
            done = next((future for future in running if future.done()), None)
            if done is None:
                time.sleep(0.05)
                continue
            running.remove(done)
            running |= {pool.submit(_apart, *trial) for trial in itertools.islice(waiting, 1)}
            count += 1
            finding = done.result()
            if finding is not None:
                yield finding
    print(f"{count} trials")


def _until(minutes: float, seed: int) -> Iterator[tuple[str, int]]:
    """Trials of all kinds in turn, with seeds drawn from one, for so long."""
    end, random = time.monotonic() + 60 * minutes, Random(seed)
    for kind in itertools.cycle(KINDS):
        if time.monotonic() > end:
            return
        yield kind, random.randrange(10**6)


def command_of(kind: str, seed: int) -> list[str]:
    """The command that plays a trial in a process of its own."""
    return [sys.executable, "-m", "tests.stress", "--only", f"{kind}:{seed}"]


def _apart(kind: str, seed: int) -> Finding | None:
    """Play a trial in a process of its own, in a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="stress-", ignore_cleanup_errors=True) as folder:
        home = {"TABLETALK_HOME": os.path.join(folder, "home"), "TMPDIR": folder}
        quiet = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYTHONFAULTHANDLER": "1"}
        log = Path(folder) / "output"
        with log.open("wb") as output:
            program = subprocess.Popen(
                command_of(kind, seed),
                cwd=ROOT,
                env=_compiling_once(os.environ | home | quiet),
                start_new_session=True,
                stdout=output,
                stderr=output,
            )
            try:
                patience = LONGEST * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
                status = program.wait(patience)
            except subprocess.TimeoutExpired:
                os.kill(program.pid, signal.SIGABRT)  # the fault handler writes down where it stands
                time.sleep(1)
                os.killpg(program.pid, signal.SIGKILL)
                program.wait()
                return Finding(kind, seed, f"not done after {patience:.0f} s\n{_ends_of(log)}")
        if not _all_gone(program.pid):
            os.killpg(program.pid, signal.SIGKILL)
            return Finding(kind, seed, f"processes were left running\n{_ends_of(log)}")
        return Finding(kind, seed, f"exit status {status}\n{_ends_of(log)}") if status else None


def _compiling_once(environment: dict[str, str]) -> dict[str, str]:
    """An environment in which nothing is written beside the sources, but the many processes of trials, those of mods
    too, need not compile them each for itself."""
    if environment.pop("PYTHONDONTWRITEBYTECODE", ""):
        environment["PYTHONPYCACHEPREFIX"] = str(ROOT / ".pytest_cache" / "bytecode")
    return environment


def _all_gone(group: int) -> bool:
    """Whether every process of a group ends in time."""
    end = time.monotonic() + LEFT_ALONE
    while time.monotonic() < end:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


def _ends_of(log: Path, letters: int = 6000) -> str:
    """How a trial's output begins and how it ends: a report has its traceback above what happened before."""
    words = log.read_text("utf-8", "replace")
    return words if len(words) <= 2 * letters else f"{words[:letters]}\n[...]\n{words[-letters:]}"


def _here(kind: str, seed: int) -> int:
    """Play a trial in this process; its error ends the program."""
    # In the background it may be ignored, here and in children.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        os.environ.setdefault("TABLETALK_HOME", os.path.join(folder, "home"))
        os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
        os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
        play = import_module(f"tests.stress.{kind}").play
        play(Random(f"{kind}:{seed}"), Path(os.environ["TABLETALK_HOME"]))
    return 0


def _trial(words: str) -> tuple[str, int]:
    kind, _, seed = words.partition(":")
    if kind not in KINDS:
        raise ValueError
    return kind, int(seed)


def _words() -> Namespace:
    parser = ArgumentParser(prog="python -m tests.stress", description=(__doc__ or "").split("\n\n")[0])
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--minutes", type=float, help="go on for so long with new seeds")
    what.add_argument("--fixed", action="store_true", help="the list of trials that every change must pass")
    what.add_argument("--only", type=_trial, metavar="KIND:SEED", help=f"one trial; kinds: {', '.join(KINDS)}")
    parser.add_argument("--seed", type=int, default=1, help="where --minutes draws the trials' seeds from")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="trials at once")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
