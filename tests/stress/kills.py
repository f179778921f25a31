"""Programs killed at random moments: what they had written is whole, and can be gone on with."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

from tests.games import GAMES
from tests.stress.commands import call
from tests.stress.kept import AIS, ROOT, furnish, look_at_all, seats_for

TIMES = 4
"""So often a program is started and killed in a trial."""
PATIENCE = 90.0
"""Seconds within which a program has ended once it was asked to."""
BEGUN = 8.0
"""Seconds that it has to write something."""
ENDINGS = (signal.SIGKILL, signal.SIGKILL, signal.SIGTERM, signal.SIGINT)


def play(rng: Random, home: Path, times: int = TIMES) -> None:
    """Start programs and kill them; raises where what they leave behind is not whole."""
    furnish(home, rng)
    for _ in range(times):
        rng.choice((kill_window, two_windows, kill_training, kill_arena))(rng, home)
        call(["list"])  # a start of the program tidies up
        look_at_all(home)


def kill_window(rng: Random, home: Path) -> None:
    """A window in which matches are watched, or gone on with from the menu."""
    game = rng.choice(GAMES)
    if rng.random() < 0.5:
        seats = [word for seat in seats_for(game, rng) for word in ("--seat", seat)]
        words = ["-m", "game", "watch", game, *seats, "--speed", rng.choice(("4", "max"))]
    else:
        words = ["-m", "tests.stress.player", str(rng.randrange(10**6))]
    killed(rng, words, lambda: size_of(home / "matches"))


def two_windows(rng: Random, home: Path) -> None:
    """Two windows on one folder at once, each of them killed."""
    words = [["-m", "tests.stress.player", str(rng.randrange(10**6))] for _ in range(2)]
    draws = [Random(rng.randrange(10**6)) for _ in words]
    with ThreadPoolExecutor() as pool:
        list(pool.map(lambda draw, each: killed(draw, each, lambda: size_of(home / "matches")), draws, words))


def kill_training(rng: Random, home: Path) -> None:
    """A training, whose file is not there or whole after it, and can be gone on with."""
    path = home / "own.npz"
    words = ["-m", "game", "train", "nim", "q-learner", "--games", "1000000", "--out", str(path)]
    if rng.random() < 0.5:
        words += ["--batch", "200", "--workers", "2"]
    with_it = path.exists() and rng.random() < 0.5
    killed(rng, [*words, *(["--from", str(path)] if with_it else [])], lambda: 1)
    if path.exists():
        assert call(["inspect", str(path)]).status == 0
        assert call(["train", "nim", "q-learner", "--games", "1", "--from", str(path), "--out", str(path)]).status == 0


def kill_arena(rng: Random, home: Path) -> None:
    """An arena whose matches are recorded by two processes."""
    folder, game = home / "arena", rng.choice(GAMES)
    words = ["-m", "game", "arena", game, *rng.sample(AIS[game], 2), "--games", "100000", "--workers", "2"]
    killed(rng, [*words, "--record", str(folder)], lambda: size_of(folder))
    replays = sorted(map(str, folder.glob("*.jsonl")))
    told = call(["check", *replays]) if replays else None
    assert told is None or told.status == 0, told.out
    for replay in replays:
        os.unlink(replay)


def killed(rng: Random, words: Sequence[str], written: Callable[[], int]) -> None:
    """Start a program, wait until it has written something new and a little longer, and let a signal end it."""
    before, number = written(), rng.choice(ENDINGS)
    program = subprocess.Popen([sys.executable, *words], cwd=ROOT, stderr=subprocess.PIPE, text=True)
    try:
        end = time.monotonic() + BEGUN
        while written() == before and program.poll() is None and time.monotonic() < end:
            time.sleep(0.01)
        time.sleep(rng.random() * rng.choice((0.01, 0.3, 3.0)))
        program.send_signal(number)
        _, errors = program.communicate(timeout=PATIENCE)
    finally:
        program.kill()
        program.wait()
    assert "Traceback" not in errors, errors
    assert program.returncode in (0, 1, 128 + number, -number), f"{words}: exit status {program.returncode}\n{errors}"


def size_of(folder: Path) -> int:
    """How much a folder's files hold in all; of one that is not there, nothing."""
    return sum(path.stat().st_size for path in folder.glob("*.jsonl"))
