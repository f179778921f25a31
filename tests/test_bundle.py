"""The program as a folder and as a file, made by PyInstaller and used: ``pytest -m bundle``, with the extra `bundle`
and Xvfb installed. TABLETALK_BUNDLES names a folder in which ``python -m assets.bundle --out`` has made them already.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from game.base.reports import program_version

pytestmark = pytest.mark.bundle
ROOT = Path(__file__).resolve().parent.parent
SECONDS = 300
"""Nothing takes longer, on a busy machine either."""
Run = Callable[..., str]


@pytest.fixture(scope="module", params=["folder", "file"])
def place(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which a bundle lies."""
    kind = str(request.param)
    made = os.environ.get("TABLETALK_BUNDLES")
    out = Path(made) if made else tmp_path_factory.mktemp("bundles")
    if not made:
        subprocess.run([sys.executable, "-m", "assets.bundle", kind, "--out", str(out)], cwd=ROOT, check=True)
    return out / kind


@pytest.fixture
def program(place: Path) -> Path:
    name = "tabletalk.exe" if sys.platform == "win32" else "tabletalk"
    return place / name if (place / name).is_file() else place / "tabletalk" / name


@pytest.fixture
def run(program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command of the bundle, away from our sources and without our Python, and gives what it prints."""
    monkeypatch.setenv("TABLETALK_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    for name in ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV"):
        monkeypatch.delenv(name, raising=False)

    def run(*words: str) -> str:
        done = subprocess.run([program, *words], cwd=tmp_path, capture_output=True, text=True, timeout=SECONDS)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


def test_it_tells_its_version_and_everything_that_there_is(run: Run) -> None:
    assert run("--version") == f"tabletalk {program_version()}\n"
    listed = run("list")
    assert all(game in listed for game in ("jaipur:", "notty:", "thirty_one:", "nim:"))


def test_icon_desktop_entry_and_licences_lie_beside_it(place: Path) -> None:
    assert (place / "tabletalk.png").read_bytes().startswith(b"\x89PNG")
    assert "Exec=tabletalk" in (place / "tabletalk.desktop").read_text()
    folders = {each.name for each in (place / "licences").iterdir()}
    assert {"python", "tabletalk-games", "pyinstaller", "pygame-ce", "numpy", "esper", "font-fredoka-one"} <= folders
    assert all(any(each.iterdir()) for each in (place / "licences").iterdir() if each.is_dir())


@pytest.mark.skipif(shutil.which("dpkg-query") is None, reason="the texts of the system's libraries are Debian's")
def test_every_library_has_a_licence_text(place: Path) -> None:
    texts = place / "licences"
    told = dict(line.split(": ") for line in (texts / "LIBRARIES.txt").read_text().splitlines())
    assert {owner for owner in told.values() if not (texts / owner).is_dir()} == set()
    assert not [file for file in told if file.startswith(("libreadline", "libnsl", "libcrypt.", "readline", "nis"))]
    inside = place / "tabletalk" / "_internal"
    if inside.is_dir():  # the single file has them packed
        assert {file.name for file in inside.rglob("*.so*") if file.is_file()} <= told.keys()
        assert (inside / "licences" / "LIBRARIES.txt").is_file()


def test_a_match_against_expert_is_played_by_processes_of_its_own(run: Run, tmp_path: Path) -> None:
    run(
        "arena", "jaipur", "expert", "random", "--games", "2", "--unit", "round", "--workers", "2", "--json", "out.json"
    )
    assert (
        sum(json.loads((tmp_path / "out.json").read_text())["results"][0][key] for key in ("a_wins", "b_wins", "draws"))
        == 2
    )


def test_the_ai_of_a_mod_thinks_in_a_worker(run: Run, tmp_path: Path) -> None:
    mod = ROOT / "docs" / "mods" / "looks_ahead.py"
    shutil.copy(mod, tmp_path)
    game, ai = "nim", "looks-ahead"
    assert ai in run("arena", game, ai, "random", "--games", "2", "--mod", "looks_ahead.py")


def test_it_trains(run: Run, tmp_path: Path) -> None:
    run("train", "nim", "q-learner", "--games", "300", "--out", "table.npz", "--seed", "1")
    assert "300" in run("inspect", "table.npz")


def test_it_analyses(run: Run, tmp_path: Path) -> None:
    run("arena", "nim", "random", "perfect", "--games", "1", "--record", "matches", "--seed", "1")
    found = run("analyse", "matches/match-0001.jsonl", "--workers", "2")
    assert "judged by" in found


@pytest.mark.skipif(shutil.which("xvfb-run") is None, reason="needs Xvfb")
def test_a_match_is_played_in_its_window(program: Path, run: Run, tmp_path: Path) -> None:
    words = ["watch", "jaipur", "--seat", "expert", "--seat", "utility", "--speed", "max", "--record", "match.jsonl"]
    environment = os.environ | {"SDL_AUDIODRIVER": "dummy"}
    window = subprocess.Popen(
        ["xvfb-run", "-a", str(program), *words], cwd=tmp_path, env=environment, start_new_session=True
    )
    try:
        until = time.monotonic() + SECONDS
        match = tmp_path / "match.jsonl"
        while time.monotonic() < until and not (match.exists() and match.read_text().count('"move"') > 10):
            assert window.poll() is None, "the window has closed"
            time.sleep(0.5)
        assert match.read_text().count('"move"') > 10
    finally:
        os.killpg(window.pid, signal.SIGTERM)
        window.wait(SECONDS)
