"""AIs of mods that are at fault: each is named, another moves in its place, the match and the program go on."""

import io
import itertools
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import SimpleNamespace

import psutil
import pytest

from game.agents.agent import ThinkingError
from game.base.settings import MEMORY
from game.games.nim import rules as nim
from game.games.seats import parse_seat
from game.mods.mods import MODS
from game.rules import translation
from game.rules.protocol import Setup
from game.rules.translation import translated
from game.workers import memory
from game.workers.agents import RemoteAgent
from game.workers.memory import MemoryWatch, bound
from game.workers.printing import Printing
from game.workers.worker import Worker
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
    "words-for-a-move": "gave what is no move: a str",
    "own-move": "gave what is no move: a tabletalk_mod_faulty.Does",
    "unsendable-move": "gave what is no move: a function",
    "illegal": "made no legal move (",
    "bad-reason": "raised IndexError: ",
    "huge-number": "gave a number of more than 256 bits",
    "nested-move": "gave what is no move: a tuple",
    "nested-in-move": "gave what lies deeper than 32 values in one another",
    "class-for-a-move": "gave what is no move: a type",
    "state-for-a-move": "gave what is no move: a game.games.nim.rules.State",
    "text-in-a-move": "gave what is no plain value: a tabletalk_mod_faulty.Chatty",
    "huge-score": "gave a score that is no finite number: inf",
    "fills": "used more than 300 MB of memory",
    "grabs": "raised MemoryError",
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
    MODS.memory = 300
    yield
    MODS.think_seconds = 5.0
    MODS.memory = MEMORY


def test_every_fault_is_tried() -> None:
    assert not mod("faulty").refused
    assert {ai.name for ai in mod("faulty").ais} == {*FAULTS, "prints-below"}
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


IN_GERMAN = {
    "raises": "raises ist abgebrochen mit ZeroDivisionError: integer division or modulo by zero (faulty.py, Zeile ",
    "hangs": "hangs hat länger als 0,5 s nachgedacht; stattdessen zog q-learner",
    "dies": "dies hat seinen Prozess beendet (Status 3); stattdessen zog q-learner",
    "endless": "endless hat mehr als 10000 Kandidaten geliefert; stattdessen zog q-learner",
    "illegal": "illegal hat keinen erlaubten Zug gemacht (99 Steine von Stapel 1 genommen: Stapel 1 hat nur ",
}


@pytest.mark.parametrize("name", IN_GERMAN)
def test_a_fault_is_told_in_the_language_of_the_window_but_for_what_the_mod_said(name: str) -> None:
    if name in LIMITED:
        MODS.think_seconds = 0.5
    translation.choose("de")
    for play in BOTH_WAYS.values():
        told = Notes()
        play("nim", [name, "random"], 3, told)
        assert translated(told.notes[0][1]).startswith(IN_GERMAN[name])
        assert f"{name} {FAULTS[name]}" in json.loads(json.dumps(told.notes[0][1])), "files hold English"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only there is asking for memory itself limited")
def test_a_worker_s_memory_is_bound_before_it_is_looked_at() -> None:
    """Looked at or not: a mod cannot take more than this between two looks."""
    worker = Worker("bound", memory=lambda: 300)
    worker.wait(worker.ask("hello", limit=60.0))
    assert worker.process is not None
    assert psutil.Process(worker.process).rlimit(psutil.RLIMIT_DATA)[0] == 1_600_000_000
    worker.end()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only there is asking for memory itself limited")
def test_a_bound_on_memory_is_never_loosened(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever runs the program may have bound it already; that bound stays, and what is set can be raised again."""
    import resource

    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "setrlimit", lambda _, limits: asked.append(limits))
    for hard, wanted in ((2_000_000_000, [(1_600_000_000, 2_000_000_000)]), (1_000_000_000, [])):
        monkeypatch.setattr(resource, "getrlimit", lambda _, hard=hard: (hard, hard))
        bound(300)
        assert asked == wanted
        asked.clear()


def test_a_limit_of_memory_may_change_while_a_process_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "_LOOK_SECONDS", 0.001)
    idle = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    limits = itertools.chain([10**6] * 3, itertools.repeat(1))
    watch = MemoryWatch(idle, lambda: next(limits))
    watch.run()
    assert watch.passed == 1
    assert idle.wait() != 0
    idle.communicate()


@pytest.mark.parametrize(("used", "passed"), [(300 * 10**6, None), (300 * 10**6 + 1, 300)])
def test_a_process_may_use_all_of_its_limit_and_no_more(
    used: int, passed: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Looked:
        """A process of which no second look is had."""

        def __init__(self, _: int) -> None:
            self.looks = iter([used])

        def memory_info(self) -> SimpleNamespace:
            for found in self.looks:
                return SimpleNamespace(rss=found)
            raise psutil.NoSuchProcess(1)

    monkeypatch.setattr(memory, "_LOOK_SECONDS", 0.001)
    monkeypatch.setattr(psutil, "Process", Looked)
    idle = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    watch = MemoryWatch(idle, lambda: 300)
    watch.run()
    idle.communicate()
    assert watch.passed == passed


def test_a_process_that_has_ended_is_not_looked_at_any_more() -> None:
    done = subprocess.Popen([sys.executable, "-c", ""])
    done.wait()
    watch = MemoryWatch(done, lambda: 1)
    watch.run()
    assert watch.passed is None


def test_what_a_mod_prints_by_whatever_way_is_limited_and_has_no_escapes(capfd: pytest.CaptureFixture[str]) -> None:
    notes = Notes()
    BOTH_WAYS["rules"]("nim", ["prints-below", "random"], 3, notes)
    assert notes.notes == []
    decisions = len([move for player, move, _ in notes.moves if player == 0])
    mod("faulty").worker.end()  # what it has printed is there then
    told = capfd.readouterr().err
    assert "\x1b" not in told
    assert "\\x1b[31mred red" in told
    assert "out out" in told
    assert " ... (further printing is left out)\n" in told
    assert 4000 <= len(told) <= (decisions + 8) * 6000


class InPieces:
    """What a process prints, as it comes in; then, where it is to, the reading fails."""

    def __init__(self, *pieces: bytes, fails: bool = False) -> None:
        self._pieces = list(pieces)
        self._fails = fails
        self.closed = False

    def read(self, size: int) -> bytes:
        if self._fails and not self._pieces:
            raise OSError("gone")
        return self._pieces.pop(0) if self._pieces else b""

    def close(self) -> None:
        self.closed = True


def printed(capsys: pytest.CaptureFixture[str], *pieces: bytes) -> str:
    """What is passed on of these pieces."""
    Printing(InPieces(*pieces)).run()  # type: ignore[arg-type]  # it is like one
    return capsys.readouterr().err


def test_what_is_printed_keeps_its_lines_whatever_pieces_it_comes_in(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, b"a\tb\n", "ü".encode()[:1], "ü".encode()[1:], b"\xff\x1b\n") == "a\tb\nü\\xff\\x1b\n"


def test_so_much_is_printed_for_each_request_and_no_more(capsys: pytest.CaptureFixture[str]) -> None:
    cut = " ... (further printing is left out)\n"
    assert printed(capsys, b"x" * 3999, b"y" * 5, b"z") == "x" * 3999 + "y" + cut
    stream = InPieces(b"x" * 5000)
    printing = Printing(stream)  # type: ignore[arg-type]  # it is like one
    printing.run()
    assert stream.closed
    stream._pieces = [b"more"]
    printing.begin_anew()
    printing.run()
    assert capsys.readouterr().err == "x" * 4000 + cut + "more"


class Closed(io.StringIO):
    """A stream to which nothing can be written any more."""

    def write(self, text: str) -> int:
        raise OSError("closed")


@pytest.mark.parametrize("stream", [None, Closed()])
def test_where_nothing_can_be_printed_it_is_read_to_its_end(
    stream: io.StringIO | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or the process would wait for somebody to read it."""
    pieces = InPieces(b"one", b"two", fails=True)
    monkeypatch.setattr("sys.stderr", stream)
    Printing(pieces).run()  # type: ignore[arg-type]  # it is like one
    assert pieces.closed
    assert not pieces._pieces


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
    assert isinstance(agent, RemoteAgent)
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


@pytest.mark.cold
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
from game.mods.mods import MODS
from game.games.seats import parse_seat
from game.base.settings import MEMORY
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


def a_mod_that_starts_a_process(folder: Path) -> Path:
    """A mod whose process starts another one, and writes down its number."""
    starting = (
        "import subprocess, sys\nCHILD = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])"
    )
    told = f"open({str(folder / 'child')!r}, 'w').write(str(CHILD.pid))"
    mod_file = folder / "starting.py"
    mod_file.write_text(f"{starting}\n{told}\n\n\ndef register(registry):\n    pass\n")
    return mod_file


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="processes are looked up in /proc")
def test_what_a_mod_has_started_ends_with_its_worker(tmp_path: Path) -> None:
    MODS.name([a_mod_that_starts_a_process(tmp_path)])
    MODS.refresh()
    MODS.wait()
    child = int((tmp_path / "child").read_text())
    assert not ended(child)
    MODS.end()
    for _ in range(1_000_000):
        if ended(child):
            return
    os.kill(child, signal.SIGKILL)
    raise AssertionError("it lives on")


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="processes are looked up in /proc")
def test_what_a_mod_has_started_ends_with_the_program(tmp_path: Path) -> None:
    """A program that is killed can end nobody; its worker ends all that was started in it."""
    mod_file = a_mod_that_starts_a_process(tmp_path)
    code = f"""
import sys
from pathlib import Path
from game.mods.mods import MODS
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
            if int(status[1]) == os.getpid() and b"game.workers" in words and b"warm.serve" not in words:
                found.append(entry.name)
    return found


def test_a_worker_that_is_ended_says_so_to_whoever_still_waits() -> None:
    worker = Worker("idle")
    asked = worker.ask("hello", limit=60.0)
    worker.end()
    assert asked.done
    with pytest.raises(ThinkingError, match="was ended"):
        asked.result()
