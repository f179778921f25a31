"""What all tests share: property tests draw the same examples in every run, no clock judges them, and every test
begins with an empty world and a data folder of its own."""

import gc
import itertools
import os
import signal
import sys
import tempfile
from collections.abc import Iterator
from multiprocessing import spawn
from pathlib import Path
from typing import Any

import esper
import pytest
from hypothesis import settings

from game.games import registry
from game.rules import translation
from tests import warm

_outside_tests = tempfile.TemporaryDirectory(prefix="tabletalk-tests-")
os.environ["TABLETALK_HOME"] = _outside_tests.name  # for collection, and for fixtures wider than a test

if sys.dont_write_bytecode:
    # Nothing is to be written beside the sources; but the programs that tests start would all compile them again.
    sys.dont_write_bytecode = False
    sys.pycache_prefix = str(Path(__file__).resolve().parents[1] / ".pytest_cache" / "bytecode")
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # As a shell starts what runs in the background: the programs that tests interrupt would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
_of_parent = spawn.get_preparation_data


def _without_main(name: str) -> dict[str, Any]:
    """What a spawned process is told of this one, but not what this one began with: it would import pytest again."""
    told: dict[str, Any] = _of_parent(name)
    return {key: value for key, value in told.items() if not key.startswith("init_main")}


spawn.get_preparation_data = _without_main
registry.load_built_in()  # a test that adds to the registry, and takes it back, would take our games with it
settings.register_profile("tabletalk", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("tabletalk")


COSTLY = ("test_replay", "test_cli", "test_scale", "test_matches", "test_tiny_window")
"""The files that take longest: begun first, so that no core waits for another's last one."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the costliest files."""
    items.sort(key=lambda item: COSTLY.index(item.path.stem) if item.path.stem in COSTLY else len(COSTLY))


def pytest_collection_finish() -> None:
    """What is there by now stays to the end: no search for garbage needs to look at it again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def _homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A new folder for each test; numbered here, since pytest looks at all there are to number the next one."""
    folder = tmp_path_factory.mktemp("homes")
    return (folder / str(number) for number in itertools.count())


@pytest.fixture(autouse=True)
def home(_homes: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """The test's own data folder, empty, whatever the environment of the run says; its child processes inherit it."""
    home = next(_homes)
    home.mkdir()
    monkeypatch.setenv("TABLETALK_HOME", str(home))
    return home


@pytest.fixture(autouse=True)
def _in_english(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let every test, and the programs it starts, begin in English, whatever its user reads."""
    monkeypatch.setenv("LANGUAGE", translation.ENGLISH)
    yield
    translation.choose(translation.ENGLISH)


@pytest.fixture
def few_standings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have trainings at Thirty-one measure its standings, which costs more than all else in them, from few rounds."""
    monkeypatch.setattr("game.games.thirty_one.training.chances.ROUNDS_OF_A_STANDING", 2)


@pytest.fixture(autouse=True)
def _warm_workers(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have workers begin at once, but for tests marked `cold`."""
    if sys.platform == "linux" and "cold" not in request.keywords:
        monkeypatch.setattr("game.workers.worker.python", warm.python)


@pytest.fixture(autouse=True)
def _fresh_worlds() -> Iterator[None]:
    """Leave one world behind, named "default" and without entities, processors and handlers, as esper begins."""
    yield
    esper.switch_world("swept")
    for name in esper.list_worlds():
        if name != "swept":
            esper.delete_world(name)
    esper.switch_world("default")
    esper.delete_world("swept")
