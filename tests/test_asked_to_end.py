"""The running program is asked to end in the middle of a match: it ends in order, and what was learnt is kept."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from game.checkpoints.container import read as read_trained
from game.matches.replay import read
from tests.test_journey import MISSING, ROOT, Display, display, wait

__all__ = ["display"]

pytestmark = pytest.mark.skipif(bool(MISSING), reason=f"{' and '.join(MISSING)} not installed")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_what_was_learnt_is_kept(display: Display, tmp_path: Path, number: signal.Signals) -> None:
    home = tmp_path / "home"
    here = {"DISPLAY": display.name, "SDL_AUDIODRIVER": "dummy", "TABLETALK_HOME": str(home)}
    environment = {key: value for key, value in os.environ.items() if key not in ("SDL_VIDEODRIVER", "WAYLAND_DISPLAY")}
    command = [sys.executable, "-m", "game", "watch", "notty", "--speed", "8", "--seed", "3"]
    command += ["--seat", "q-learner-plus", "--seat", "q-learner-plus", "--seat", "q-learner-plus"]
    program = subprocess.Popen(command, cwd=ROOT, env=environment | here, stderr=subprocess.PIPE, text=True)
    try:
        record = home / "matches" / "notty-3.jsonl"
        wait(lambda: record.exists() and record.read_bytes().count(b"\n") > 10, "moves")
        program.send_signal(number)
        _, errors = program.communicate()
    finally:
        program.kill()
    assert (program.returncode, errors) == (128 + number, "")
    replay = read(record)
    assert not replay.finished
    moves = sum(line.record["type"] == "move" for line in replay.lines)
    before = read_trained(ROOT / "assets" / "notty" / "q-learner-plus.npz").header["statistics"]
    (path,) = (home / "trained").iterdir()
    after = read_trained(path).header["statistics"]
    assert (after["games"], after["actions"]) == (before["games"], before["actions"] + moves)
