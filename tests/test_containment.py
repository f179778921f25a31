"""AIs of mods that are at fault: each is named, another moves in its place, the match and the program go on."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from game.apart.agents import DistantAgent
from game.apart.worker import Worker
from game.brains.agent import ThinkingError
from game.mods import MODS
from game.rules import nim
from game.rules.protocol import Setup
from game.seats import parse_seat
from tests.mod_desk import BOTH_WAYS, TESTED, Notes, mod, mod_ais, taken

FAULTS = {
    "raises": "raised ZeroDivisionError: integer division or modulo by zero (faulty.py, line ",
    "quits": "raised SystemExit: I do not want to any more (faulty.py, line ",
    "dies": "ended its process (exit status 3)",
    "hangs": "thought for more than 0.5 s",
    "prints": "thought for more than 0.5 s",
    "endless": "gave more than 10000 candidates",
    "number": "gave what are no candidates: 42",
    "words": "gave what is no candidate: 'take'",
    "not-a-number": "gave a score that is no finite number: nan",
    "scored-in-words": "gave a score that is no number: 'high'",
    "no-move": "gave a candidate without a move",
    "words-for-a-move": "made no legal move (",
    "own-move": "gave what is no move: a tabletalk_mod_faulty.Does",
    "unsendable-move": "gave what is no move (",
    "illegal": "made no legal move (",
    "bad-reason": "raised IndexError: ",
    "wild-picker": "picked candidate 6 of 1",
    "unmade": "raised ValueError: no picker today (faulty.py, line ",
}
"""What is noted of each AI of the faulty mod."""
LIMITED = ("hangs", "prints")
"""Those that are stopped by the clock; all others have more time than they need."""


@pytest.fixture(scope="module", autouse=True)
def faulty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The faulty and the sound mod, loaded once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TABLETALK_HOME", str(tmp_path_factory.mktemp("home")))
        MODS.name((TESTED / "faulty.py", TESTED / "sound.py"))
        taken()
        yield
        MODS.name(())
        MODS.end()


@pytest.fixture(autouse=True)
def _time() -> Iterator[None]:
    """All the time there is."""
    MODS.think_seconds = 60.0
    yield
    MODS.think_seconds = 5.0


def test_every_fault_is_tried() -> None:
    assert not mod("faulty").refused
    assert {ai.name for ai in mod("faulty").ais} == set(FAULTS)
    assert set(FAULTS) < set(mod_ais("nim"))


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_named_and_the_default_ai_plays_on(name: str) -> None:
    if name in LIMITED:
        MODS.think_seconds = 0.5
    told = {}
    for way, play in BOTH_WAYS.items():
        told[way] = Notes()
        result = play("nim", [name, "random"], 3, told[way])
        assert result.end.reason == "won"
    assert told["rules"] == told["world"]
    notes = told["rules"].notes
    own = [move for player, move, _ in told["rules"].moves if player == 0]
    assert len(notes) == min(3, len(own)) >= 2
    assert all(player == 0 for player, _ in notes)
    what, _, rest = notes[0][1].partition("; ")
    assert what.startswith(f"{name} {FAULTS[name]}")
    assert rest == "q-learner moved in its place"
    if len(notes) == 3:
        assert notes[2][1].endswith("; q-learner moved in its place and plays on")


def test_a_fault_leaves_other_ais_of_the_same_mod_alone() -> None:
    """The process ends with one AI's fault; the other seat's AI is made anew in the next one."""
    notes = Notes()
    BOTH_WAYS["rules"]("nim", ["dies", "raises"], 3, notes)
    assert {text.partition("; ")[0] for player, text in notes.notes if player == 0} == {
        "dies ended its process (exit status 3)"
    }
    assert all("raised ZeroDivisionError" in text for player, text in notes.notes if player == 1)


def view() -> object:
    """A view of Nim, as it is dealt."""
    setup = Setup(2, {"piles": [1, 3, 5, 7]})
    return nim.RULES.view(nim.RULES.deal(setup, nim.RULES.new_standing(setup), 0, Random(0)), 0)


def test_a_thought_is_looked_at_and_never_waited_for() -> None:
    agent = parse_seat("nim", "hangs").agent()
    assert isinstance(agent, DistantAgent)
    thought = agent.scorers[0].begin(view(), Random(1))  # type: ignore[attr-defined]  # it thinks apart
    for _ in range(1000):
        thought.look()
    assert not thought.done
    worker = mod("faulty").worker
    before = worker.generation
    thought.cancel()
    assert worker.generation == before + 1, "nothing but its end stops it, and the next one is ready"
    agent.close()


def test_random_numbers_stay_as_they_were_after_a_fault() -> None:
    agent = parse_seat("nim", "raises").agent()
    assert agent is not None
    rng = Random(5)
    with pytest.raises(ThinkingError, match="raised ZeroDivisionError"):
        agent.choose(view(), rng)
    assert rng.getstate() == Random(5).getstate()
    agent.close()


def gone(process: int) -> bool:
    """Whether a process is gone for good: not running, and not a zombie either."""
    return not Path(f"/proc/{process}").exists()


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="processes are looked up in /proc")
def test_no_process_is_left_behind() -> None:
    workers = [mod("faulty").worker, mod("sound").worker]
    for worker in workers:
        worker.start()
    processes = [worker.process for worker in workers]
    assert all(process is not None and not gone(process) for process in processes)
    for worker in workers:
        worker.end()
    assert all(process is not None and gone(process) for process in processes)
    assert not children()


def ended(process: int) -> bool:
    """Whether a process does not run any more; where nobody looks after orphans, it may stay as a zombie."""
    try:
        return (Path("/proc") / str(process) / "stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="processes are looked up in /proc")
def test_a_worker_ends_with_the_program_whatever_it_is_doing() -> None:
    """The program is killed, so that it can tell nobody, while a mod's AI hangs."""
    code = f"""
import random, sys
from pathlib import Path
from game.mods import MODS
from game.seats import parse_seat
from tests.test_containment import view
MODS.name([Path({str(TESTED / "faulty.py")!r})])
MODS.refresh()
MODS.wait()
thought = parse_seat("nim", "hangs").agent().scorers[0].begin(view(), random.Random(1))
while MODS.all[0].worker._requests[0].message[0] != "think":
    MODS.look()
    thought.look()
print(MODS.all[0].worker.process, flush=True)
sys.stdin.read()
"""
    program = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert program.stdout is not None
    worker = int(program.stdout.readline())
    assert not gone(worker)
    program.kill()
    program.communicate()
    for _ in range(1_000_000):
        if ended(worker):
            return
    raise AssertionError("it lives on")


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="processes are looked up in /proc")
def test_what_a_mod_has_started_ends_with_the_program(tmp_path: Path) -> None:
    """A program that is killed can end nobody; its worker ends all that was started in it."""
    starting = (
        "import subprocess, sys\nCHILD = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])"
    )
    told = f"open({str(tmp_path / 'child')!r}, 'w').write(str(CHILD.pid))"
    mod_file = tmp_path / "starting.py"
    mod_file.write_text(f"{starting}\n{told}\n\n\ndef register(registry):\n    pass\n")
    code = f"""
import sys
from pathlib import Path
from game.mods import MODS
MODS.name([Path({str(mod_file)!r})])
MODS.refresh()
MODS.wait()
print("loaded", flush=True)
sys.stdin.read()
"""
    program = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert program.stdout is not None
    assert program.stdout.readline() == "loaded\n"
    child = int((tmp_path / "child").read_text())
    assert not ended(child)
    program.kill()
    program.communicate()
    for _ in range(1_000_000):
        if ended(child):
            return
    os.kill(child, signal.SIGKILL)
    raise AssertionError("it lives on")


def children() -> list[str]:
    """The processes that this one has started and that are not gone."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                status = (entry / "stat").read_text().rpartition(")")[2].split()
                words = (entry / "cmdline").read_bytes()
            except OSError:
                continue
            if int(status[1]) == os.getpid() and b"game.apart" in words:
                found.append(entry.name)
    return found


def test_a_worker_that_is_ended_says_so_to_whoever_still_waits() -> None:
    worker = Worker("idle")
    asked = worker.ask("hello", limit=60.0)
    worker.end()
    assert asked.done
    with pytest.raises(ThinkingError, match="was ended"):
        asked.result()
