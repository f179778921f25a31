"""The stress trials would notice what they look for."""

import sys
from pathlib import Path
from random import Random

import pytest

from game.base.storage import StorageError
from tests.stress import __main__ as stress
from tests.stress import commands, kept
from tests.stress.damage import bent, damaged_archive, damaged_lines, shipped


def played(monkeypatch: pytest.MonkeyPatch, code: str) -> list[stress.Finding]:
    """What is found where a trial's process runs this code."""
    monkeypatch.setattr(stress, "command_of", lambda *_: [sys.executable, "-c", code])
    monkeypatch.setattr(stress, "LEFT_ALONE", 0.2)
    return list(stress.findings([("window", 7)], workers=1))


def test_a_trial_that_goes_well_is_no_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    assert played(monkeypatch, "print('well')") == []


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("raise ValueError('planted')", "ValueError: planted"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", "exit status -11"),
        ("import subprocess; subprocess.Popen(['sleep', '600'])", "were left running"),
    ],
)
def test_what_goes_wrong_is_told_with_its_trial(monkeypatch: pytest.MonkeyPatch, code: str, told: str) -> None:
    (finding,) = played(monkeypatch, code)
    assert (finding.kind, finding.seed) == ("window", 7)
    assert told in finding.words


def test_a_trial_that_hangs_is_ended_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stress, "LONGEST", 0.5)
    (finding,) = played(monkeypatch, "while True: pass")
    assert finding.words.startswith("not done after")


@pytest.mark.parametrize(
    ("status", "printed", "errors"),
    [
        (3, "", "error: x\n"),
        (1, "", ""),
        (1, "", "error: x\nerror: y\n"),
        (1, "", "Traceback (most recent call last)\n"),
        (0, "\x1b[2J", ""),
        (0, "", "\u202e"),
    ],
)
def test_commands_that_end_otherwise_than_they_may_are_noticed(
    monkeypatch: pytest.MonkeyPatch, status: int, printed: str, errors: str
) -> None:
    def ends(_: object) -> int:
        sys.stdout.write(printed)
        sys.stderr.write(errors)
        return status

    monkeypatch.setattr(commands, "main", ends)
    with pytest.raises(AssertionError):
        commands.call(["list"])


@pytest.mark.parametrize(
    "name",
    [
        *("matches/.x.jsonl.abc", "matches/x.jsonl", "trained/.x.npz.abc", "trained/x.npz", "tournaments/x.json"),
        *("standings/thirty_one.json", "practice.json", "settings.json"),
    ],
)
def test_what_is_left_behind_or_damaged_is_noticed(tmp_path: Path, name: str) -> None:
    kept.look_at_all(tmp_path)
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_bytes(b"half a l")
    with pytest.raises((AssertionError, ValueError, StorageError)):
        kept.look_at_all(tmp_path)


@pytest.mark.parametrize("seed", range(20))
def test_damage_is_done_and_the_same_for_a_seed(seed: int) -> None:
    whole = b'{"type":"match","seed":1}\n{"type":"move","state":{"piles":[1,3]}}\n'
    for damage in (bent, damaged_lines):
        assert damage(Random(seed), whole) == damage(Random(seed), whole)
    assert sum(bent(Random(number), whole) != whole for number in range(40)) > 30
    table = next(path for path in shipped()[0] if path.parent.name == "nim").read_bytes()
    assert damaged_archive(Random(seed), table) == damaged_archive(Random(seed), table) != table
