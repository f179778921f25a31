"""The AIs of mods learn, in a worker process that can be ended: in ``train``, and on at the table."""

import os
import signal
import sys
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from components.table import Progress
from game.agents.agent import ThinkingError
from game.checkpoints import container
from game.checkpoints.container import CheckpointError
from game.checkpoints.tables import TableCodec
from game.cli import main as cli
from game.games import registry
from game.games.nim import rules as nim
from game.games.seats import parse_seats
from game.learning.learner_store import LearnerStore
from game.learning.remote_learner import RemoteLearner
from game.matches.replay import read
from game.matches.resuming import resumable
from game.matches.session import Session
from game.mods import files as mod_files
from game.mods.mods import MODS
from game.rules.protocol import Setup
from game.training.q_training import Plan, TableTraining
from systems.snapshot import only
from tests.elsewhere import held_here, holding
from tests.mod_desk import drop, mod, taken

SORTED = Path(__file__).resolve().parent.parent / "docs" / "mods" / "sorted_learner.py"
PATIENCE = 2_000_000
"""So many frames pass while a process answers, and many more."""
ON_POSIX = pytest.mark.skipif(os.name != "posix", reason="a process is sent a signal")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A home of the test's own, without mods before it and after it, and all the time they need."""
    monkeypatch.setenv("TABLETALK_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(MODS, "think_seconds", 60.0)
    monkeypatch.setattr(MODS, "_asked_think_seconds", False)
    yield tmp_path / "home"
    MODS.name(())
    MODS.end()


def changed(before: str, after: str, name: str = "sorted_learner.py") -> Path:
    """The learner of the documentation with something changed, in the mods folder."""
    text = SORTED.read_text(encoding="utf-8")
    assert before in text
    return drop(name, text.replace(before, after))


def loaded() -> set[str]:
    """The modules of mods in this process: tests before may have left some."""
    return {name for name in sys.modules if name.startswith("tabletalk_mod_")}


def train(*words: str) -> int:
    return cli.run(["train", "nim", "sorted-learner", "--set", "piles=1,2,3", *words])


# --- train and inspect -------------------------------------------------------------------------------------------


def test_the_program_that_trains_does_not_run_the_mod(tmp_path: Path) -> None:
    noting = f"open({str(tmp_path / 'who')!r}, 'a').write(f'{{__import__(\"os\").getpid()}} ')"
    changed("LEARNING = LearnerSpec(", f"{noting}\nLEARNING = LearnerSpec(")
    out, before = str(tmp_path / "kept.npz"), loaded()
    assert train("--games", "50", "--out", out) == 0
    assert cli.run(["inspect", out]) == 0
    ran = (tmp_path / "who").read_text().split()
    assert len(ran) >= 4
    assert str(os.getpid()) not in ran
    assert loaded() == before


def test_whoever_plays_the_games_of_a_batch_the_file_is_the_same(tmp_path: Path) -> None:
    taken_by = []
    changed("LearnerSpec(", "LearnerSpec(")
    for workers in ("1", "2"):
        out = tmp_path / f"by-{workers}.npz"
        assert (
            train("--games", "60", "--batch", "30", "--workers", workers, "--out", str(out), "--mod", str(SORTED)) == 0
        )
        taken_by.append(out.read_bytes())
    assert taken_by[0] == taken_by[1]


def test_an_ai_of_ours_learns_beside_one_of_a_mod(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, words = tmp_path / "ours.npz", ["--mod", str(SORTED), "--games", "40", "--set", "piles=1,2,3"]
    assert cli.run(["train", "nim", "q-learner", "--with", "sorted-learner", "--out", str(out), *words]) == 0
    told = capsys.readouterr().out
    assert "learnt      q-learner at nim" in told
    assert "learnt      sorted-learner at nim" in told
    assert container.read(tmp_path / "ours-sorted-learner.npz").header["ai"] == "sorted-learner"


def test_wrong_words_are_told_as_ever(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--mod", str(SORTED)]
    assert train("--seats", "7", *words) == 2
    assert "error: nim seats 2, not 7" in capsys.readouterr().err
    assert train("--from", "nowhere.npz", *words) == 1
    assert "nowhere.npz could not be read" in capsys.readouterr().err


def test_a_call_of_a_learner_that_takes_too_long_ends_the_training(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    changed("        return 0.0\n", "        while True:\n            pass\n")
    assert train("--think-time", "0.2", "--out", str(tmp_path / "x.npz")) == 1
    assert capsys.readouterr().err == "error: mod sorted_learner thought for more than 0.2 s\n"
    assert not (tmp_path / "x.npz").exists()


@pytest.mark.parametrize("deaf", [False, True])
def test_a_call_that_takes_too_long_ends_the_training_wherever_its_games_are_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], deaf: bool
) -> None:
    hanging = "        while True:\n            pass\n"
    heeding_none = f"        while True:\n            try:\n{textwrap.indent(hanging, ' ' * 8)}"
    heeding_none += "            except BaseException:\n                pass\n"
    changed("        return 0.0\n", heeding_none if deaf else hanging)
    words = ["--games", "60", "--batch", "30", "--workers", "2", "--think-time", "0.3"]
    assert train(*words, "--out", str(tmp_path / "x.npz")) == 1
    told = capsys.readouterr().err
    assert told.startswith(
        "error: a worker process ended" if deaf else "error: mod sorted_learner thought for more than 0.3 s"
    )
    assert not (tmp_path / "x.npz").exists()


def interrupting(times: str) -> str:
    """What the end of a game rewards in a mod that interrupts the program once that is so."""
    return (
        f"        import os, signal\n        WinOrLose.ends = getattr(WinOrLose, 'ends', 0) + 1\n"
        f"        if WinOrLose.ends {times}:\n            os.kill(os.getppid(), signal.SIGINT)\n"
    )


@pytest.mark.cold
@ON_POSIX
def test_an_interrupt_keeps_what_has_been_learnt(tmp_path: Path) -> None:
    changed("        return 1.0 if player", f"{interrupting('== 80')}        return 1.0 if player")
    out = tmp_path / "kept.npz"
    assert train("--games", "1000000000", "--out", str(out)) == 130
    assert container.read(out).header["statistics"]["games"] >= 40
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.cold
@ON_POSIX
def test_an_interrupt_while_the_mod_is_loaded_is_not_lost(tmp_path: Path) -> None:
    first = tmp_path / "first"
    loading = f"import os, pathlib, signal\nFIRST = pathlib.Path({str(first)!r})\n"
    loading += "if FIRST.exists():\n    from game.workers.server import interrupted\n"
    loading += "    os.kill(os.getppid(), signal.SIGINT)\n    while not interrupted.is_set():\n        pass\n"
    changed("LEARNING = LearnerSpec(", f"{loading}FIRST.touch()\nLEARNING = LearnerSpec(")
    with pytest.raises(KeyboardInterrupt):
        train("--games", "1000000000", "--out", str(tmp_path / "x.npz"))
    assert not (tmp_path / "x.npz").exists()


@pytest.mark.cold
@ON_POSIX
def test_a_second_interrupt_ends_a_learner_that_heeds_none(tmp_path: Path) -> None:
    deaf = textwrap.indent(
        "while True:\n    try:\n        while True:\n            pass\n"
        "    except KeyboardInterrupt:\n        os.kill(os.getppid(), signal.SIGINT)\n",
        " " * 12,
    )
    changed("        return 1.0 if player", f"{interrupting('== 80')}{deaf}        return 1.0 if player")
    with pytest.raises(KeyboardInterrupt):
        train("--games", "1000000000", "--out", str(tmp_path / "x.npz"))
    assert not (tmp_path / "x.npz").exists()


# --- at the table ------------------------------------------------------------------------------------------------


def sit_down(store: LearnerStore, *specs: str, seed: int = 1, name: str = "nim") -> Session:
    return Session(name, parse_seats(name, specs), {}, seed, learners=store)


def until(table: Session, fact: Callable[[], object]) -> None:
    """Let frames pass until something is so."""
    table.world.enter()
    for _ in range(PATIENCE):
        if fact():
            return
        table.world.frame(0.0)
    raise AssertionError("it did not come about")


def played(table: Session) -> Session:
    """Played to its end, and left."""
    until(table, lambda: table.finished)
    table.world.frame(0.0)
    table.close()
    return table


def learner_of(table: Session) -> RemoteLearner:
    (learner,) = table.learners
    assert isinstance(learner, RemoteLearner)
    return learner


def matches(specs: tuple[str, ...], number: int) -> list[str | None]:
    """Some matches one after another at one table: the digests of what the learner played by."""
    store = LearnerStore()
    tables = [played(sit_down(store, *specs, seed=seed)) for seed in range(number)]
    assert store.close() == []
    return [table.seats[0].trained for table in tables]


@pytest.mark.parametrize("specs", [("sorted-learner", "random"), ("sorted-learner", "sorted-learner@epsilon=0.5")])
def test_it_learns_at_the_table_what_it_would_learn_as_one_of_ours(
    home: Path, monkeypatch: pytest.MonkeyPatch, specs: tuple[str, ...]
) -> None:
    """Bit for bit: the same AI, in a worker and in the program."""
    MODS.name([SORTED])
    taken()
    digests = matches(specs, 3)
    path = home / "trained" / "nim-sorted-learner-1-3-5-7.npz"
    learnt = path.read_bytes()
    MODS.name(())
    MODS.end()
    monkeypatch.setenv("TABLETALK_HOME", str(home / "other"))
    (ai,) = mod_files.load("sorted_learner", SORTED, None).ais
    registry.register(ai)
    try:
        assert matches(specs, 3) == digests
    finally:
        registry.forget(ai)
    assert (home / "other" / "trained" / path.name).read_bytes() == learnt
    assert digests[0] is None
    assert len(set(digests)) == 3, "every match is played by what is known when it begins"


def test_the_figures_of_the_table_are_those_of_the_file(home: Path) -> None:
    MODS.name([SORTED])
    taken()
    learner = learner_of(played(sit_down(LearnerStore(), "sorted-learner", "sorted-learner")))
    header = container.read(learner.path).header
    found = header["statistics"]
    now = learner.snapshot
    assert (now.games, now.actions, now.explorations) == (1, found["actions"], found["explorations"])
    assert now.actions > 3
    assert now.own
    assert learner.curve[-1].games == 1
    assert learner.curve[-1].pairs == learner.snapshot.pairs > 0
    assert learner.snapshot.setting_name == "1 3 5 7"


def test_explorations_at_the_table_are_counted(home: Path) -> None:
    MODS.name([SORTED])
    taken()
    table = sit_down(LearnerStore(), "sorted-learner@epsilon=1", "sorted-learner@epsilon=1")
    learner = learner_of(played(table))
    # With two moves or more to choose from it explores by more than a half; with one it cannot.
    assert learner.snapshot.actions / 3 < learner.snapshot.explorations <= learner.snapshot.actions


def test_what_is_learnt_can_be_forgotten_and_copied(home: Path, tmp_path: Path) -> None:
    MODS.name([SORTED])
    taken()
    store = LearnerStore()
    learner = learner_of(played(sit_down(store, "sorted-learner", "random")))
    learner.export(tmp_path / "copy.npz")
    assert (tmp_path / "copy.npz").read_bytes() == learner.path.read_bytes()
    with pytest.raises(CheckpointError, match="is there already"):
        learner.export(tmp_path / "copy.npz")
    assert learner.start_anew()
    assert (learner.snapshot.games, learner.snapshot.pairs) == (0, 0)
    assert container.read(learner.path).header["statistics"]["games"] == 0
    assert learner.back_to_pretrained()
    assert not learner.path.exists()
    assert not learner.snapshot.own


def test_a_fault_in_learning_is_told_and_the_match_goes_on(home: Path) -> None:
    changed("        return 0.0\n", "        return 1 / 0\n")
    taken()
    table = sit_down(LearnerStore(), "sorted-learner", "random")
    played(table)
    (told,) = table.notices()
    assert told.startswith("sorted-learner learns no more in this match: it raised ZeroDivisionError: division by zero")
    assert not any("moved in its place" in line.text for line in table.log.lines)


def test_a_fault_in_learning_stands_in_the_log_and_in_the_replay(home: Path) -> None:
    changed("        return 0.0\n", "        return 1 / 0\n")
    taken()
    table = sit_down(LearnerStore(), "sorted-learner", "sorted-learner")
    until(table, lambda: only(Progress).moves >= 2)
    table.pace.held = True
    told: list[str] = []

    def fault() -> bool:
        told.extend(table.notices())
        return bool(told)

    until(table, fault)
    table.world.frame(0.0)
    assert told[0] in [line.text for line in table.log.lines]
    assert learner_of(table).snapshot.trouble is not None
    table.close()
    (path,) = (home / "matches").glob("*.jsonl")
    assert [line.record["text"] for line in read(path).lines if line.record["type"] == "note"] == told


def test_a_learner_that_never_comes_back_is_ended_and_the_match_goes_on(home: Path) -> None:
    changed("        return 0.0\n", "        while True:\n            pass\n")
    taken()
    MODS.think_seconds = 0.3
    table, worker = sit_down(LearnerStore(), "sorted-learner", "random"), mod("sorted_learner").learning
    until(table, lambda: not worker.running)
    assert table.notices() == ["sorted-learner learns no more in this match: it thought for more than 0.3 s"]
    played(table)


def test_what_is_lost_when_the_table_is_left_is_told_when_the_program_ends(home: Path) -> None:
    changed("        return 0.0\n", "        while True:\n            pass\n")
    taken()
    MODS.think_seconds = 0.3
    store = LearnerStore()
    table = sit_down(store, "sorted-learner", "sorted-learner")
    asked = mod("sorted_learner").learning._requests
    until(table, lambda: any(told[0] == "learn" for request in asked for told in request.message[3]))
    table.close()
    assert store.close() == ["sorted-learner thought for more than 0.3 s"]


def test_a_setting_that_cannot_be_told_does_not_keep_the_match_from_being_played(home: Path) -> None:
    changed('        return " ".join(map(str, setting))\n', "        return 1 / 0\n")
    taken()
    table = sit_down(LearnerStore(), "sorted-learner", "random")
    (told,) = table.notices()
    assert told.startswith("sorted-learner does not learn here: it raised ZeroDivisionError")
    played(table)
    assert table.learners == ()


def test_giving_a_thought_up_loses_nothing_that_was_learnt(home: Path) -> None:
    MODS.name([SORTED])
    taken()
    table = sit_down(LearnerStore(), "sorted-learner", "sorted-learner")
    learner = learner_of(table)
    until(table, lambda: learner.snapshot.actions >= 3)
    mod("sorted_learner").worker.end()
    table.close()
    assert container.read(learner.path).header["statistics"]["actions"] == learner.snapshot.actions >= 3


def test_a_match_is_gone_on_with_and_learnt_from(home: Path) -> None:
    MODS.name([SORTED])
    taken()
    table = sit_down(LearnerStore(), "sorted-learner", "sorted-learner")
    learner = learner_of(table)
    until(table, lambda: len(table._states) > 3)  # however long it takes to learn from them
    table.close()
    assert learner.snapshot.actions == 3
    (path,) = (home / "matches").glob("*.jsonl")
    assert resumable(read(path))
    again = Session.resumed(read(path), LearnerStore())
    assert learner_of(again).snapshot.actions == learner.snapshot.actions
    played(again)
    assert learner_of(again).snapshot.games == 1


def test_a_mod_that_has_changed_goes_on_from_what_was_kept(home: Path) -> None:
    path = changed("LearnerSpec(", "LearnerSpec(")
    taken()
    store = LearnerStore()
    before = learner_of(played(sit_down(store, "sorted-learner", "random")))
    path.write_text(path.read_text() + "\n# changed\n")
    taken()
    table = sit_down(store, "sorted-learner", "random", seed=2)
    assert learner_of(table) is not before
    assert learner_of(table).snapshot.games == 1
    played(table)
    assert learner_of(table).snapshot.games == 2


def test_its_process_holds_the_file_while_it_sits_at_a_table(home: Path) -> None:
    path = changed("LearnerSpec(", "LearnerSpec(")
    taken()
    store = LearnerStore()
    first = sit_down(store, "sorted-learner", "random")
    file = learner_of(first).path
    assert held_here(file)
    second = sit_down(store, "sorted-learner", "random", seed=2)
    first.close()
    assert held_here(file), "the next table has been opened before this one was left"
    path.write_text(path.read_text() + "\n# changed\n")
    taken()
    third = sit_down(store, "sorted-learner", "random", seed=3)
    second.close()
    assert held_here(file), "what it is now learns into the same file"
    played(third)
    assert (learner_of(third).snapshot.trouble, third.notices()) == (None, [])
    assert not held_here(file)


def test_beside_another_program_it_learns_for_itself(home: Path) -> None:
    MODS.name([SORTED])
    taken()
    store = LearnerStore()
    with holding(home / "trained" / "nim-sorted-learner-1-3-5-7.npz"):
        table = sit_down(store, "sorted-learner", "random")
        (notice,) = table.notices()
        assert "learns for itself here, and nothing of it is kept" in notice
        played(table)
        assert learner_of(table).snapshot.games == 1
        assert not learner_of(table).path.exists()
        (why,) = store.close()
        assert "in use" in why


def test_train_leaves_a_file_in_use_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    MODS.name([SORTED])
    with holding(tmp_path / "mine.npz"):
        assert train("--games", "3", "--out", str(tmp_path / "mine.npz"), "--mod", str(SORTED)) == 1
    assert "is in use by another window or program" in capsys.readouterr().err


def test_a_learner_that_falls_behind_is_told_little_at_a_time(home: Path, tmp_path: Path) -> None:
    """The time of an answer is for a few calls, not for all that has happened since."""
    go = tmp_path / "go"
    changed(
        "        return 0.0\n",
        f"        import os\n        while not os.path.exists({str(go)!r}):\n            pass\n        return 0.0\n",
    )
    taken()
    table = sit_down(LearnerStore(), "sorted-learner", "sorted-learner")
    until(table, lambda: table.finished)
    learner, moves = learner_of(table), len(table._states) - 1
    go.touch()
    asked: dict[int, int] = {}

    def learnt() -> bool:
        asked.update((id(request), len(request.message[3])) for request in mod("sorted_learner").learning._requests)
        return learner.snapshot.games == 1

    until(table, learnt)
    assert learner.snapshot.actions == moves > 6
    assert max(asked.values()) <= 4
    kept = container.read(learner.path).header["statistics"]
    assert (kept["games"], kept["actions"]) == (1, moves), "it is kept when the match is over, and all is learnt"
    table.close()


def test_what_has_not_been_handed_on_is_when_somebody_sits_down_anew(home: Path) -> None:
    MODS.name([SORTED])
    taken()
    store = LearnerStore()
    first = sit_down(store, "sorted-learner", "sorted-learner")
    learner = learner_of(first)
    assert learner._match_learner is not None
    learner._match_learner.acted(0, False)
    second = sit_down(store, "sorted-learner", "sorted-learner")
    assert learner.snapshot.actions == 1
    assert learner_of(second) is learner
    first.close()
    second.close()


def test_those_who_learn_at_one_table_do_not_end_each_others_match_learners(home: Path) -> None:
    """Two learners of one mod, here of two settings."""
    MODS.name([SORTED])
    taken()
    store, seats = LearnerStore(), parse_seats("nim", ["sorted-learner", "sorted-learner"])
    tables = [Session("nim", seats, {"piles": piles}, 1, learners=store) for piles in ([1, 2], [2, 3])]
    learners = [learner_of(table) for table in tables]
    for learner in learners:
        assert learner._match_learner is not None
        learner._match_learner.acted(0, False)
        assert learner.save()
    assert [learner.snapshot.actions for learner in learners] == [1, 1]
    for table in tables:
        table.close()


# --- what cannot be learnt from, kept, or told -------------------------------------------------------------------


@pytest.mark.parametrize("reward", ["float('nan')", "float('inf')", "-1e300"])
def test_a_reward_that_is_no_number_is_named_and_spoils_no_table(home: Path, reward: str) -> None:
    changed("        return 0.0\n", f"        return {reward}\n")
    taken()
    table = sit_down(LearnerStore(), "sorted-learner", "sorted-learner")
    played(table)
    (told,) = table.notices()
    assert "learns no more in this match: it raised ValueError: a reward of" in told
    (ai,) = mod_files.load("sorted_learner", SORTED, None).ais
    assert ai.learner_spec is not None
    kept, _ = TableCodec(ai.learner_spec.encoding).load(learner_of(table).path, "nim", "sorted-learner")
    assert kept.table.pairs == 0


@pytest.mark.parametrize("bad", ["of_move", "of_end"])
def test_a_reward_that_is_no_number_is_a_fault_in_self_play_along_links_too(bad: str) -> None:
    spec = registry.ai("nim", "q-learner").learner_spec
    assert spec is not None
    assert spec.encoding.faithful

    class Bad(type(spec.rewards)):  # type: ignore[misc]  # whatever ours are
        pass

    setattr(Bad, bad, lambda *_: float("nan"))
    plan = Plan(nim.RULES, Setup(2, {"piles": [1, 2]}), "bad", replace(spec, rewards=Bad()), spec.parameters, 1)
    with pytest.raises(ValueError, match="a reward of nan"):
        TableTraining(plan).run(10)


def measured_by(share: str) -> Path:
    """The learner with an evaluation that gives this for every learner."""
    evaluation = "class Yard:\n    about = 'x ' * 100_000\n    def __init__(self, setting):\n        pass\n"
    evaluation += f"    def __call__(self, learner):\n        import numpy as np\n        return {share}\n\n\n"
    call = "LEARNING = LearnerSpec(SortedPiles(), WinOrLose(), "
    return changed(call, f"{evaluation}{call}evaluation=Yard, parameters=")


def test_a_yardstick_may_give_a_number_of_numpy_and_be_told_at_length(home: Path) -> None:
    measured_by("np.float64(0.25)")
    taken()
    learner = learner_of(played(sit_down(LearnerStore(), "sorted-learner", "random")))
    assert learner.curve[-1].share == 0.25
    assert learner.snapshot.measure.startswith("x x x")
    assert len(learner.snapshot.measure) <= 500


@pytest.mark.parametrize("share", ["'high'", "10**400", "float('nan')", "-0.5", "None"])
def test_a_yardstick_that_gives_no_share_is_a_fault(home: Path, share: str) -> None:
    measured_by(share)
    taken()
    table = sit_down(LearnerStore(), "sorted-learner", "random")
    (match_learner,) = table._match_learners
    until(table, lambda: match_learner.fault)
    (told,) = table.notices()
    assert told.startswith("sorted-learner learns no more in this match: it raised ")
    played(table)


@pytest.mark.parametrize("name", ["'../../elsewhere'", "'a/b'", "'a\\0b'", "'x' * 101", "42", "'\\udc80'"])
def test_a_setting_by_whose_name_no_file_can_be_called_is_a_fault(home: Path, name: str) -> None:
    changed('        return " ".join(map(str, setting))\n', f"        return {name}\n")
    taken()
    table = sit_down(LearnerStore(), "sorted-learner", "random")
    (told,) = table.notices()
    assert told.startswith("sorted-learner does not learn here: it gave a setting called ")
    played(table)
    with pytest.raises(ThinkingError, match="gave a setting called"):
        registry.ai("nim", "sorted-learner").own_path(table.setup)


def test_a_setting_that_cannot_be_told_is_asked_for_once(home: Path, tmp_path: Path) -> None:
    """A list of matches asks for every one of them."""
    noted = f"        open({str(tmp_path / 'asked')!r}, 'a').write('.')\n        return 1 / 0\n"
    changed('        return " ".join(map(str, setting))\n', noted)
    taken()
    for _ in range(3):
        with pytest.raises(ThinkingError, match="ZeroDivisionError"):
            registry.ai("nim", "sorted-learner").own_path(Setup(2, {"piles": [1, 2]}))
    assert (tmp_path / "asked").read_text() == "."


def test_an_error_is_told_in_a_few_words(home: Path) -> None:
    changed("        return 0.0\n", "        raise ValueError('no ' * 1_000_000)\n")
    taken()
    table = sit_down(LearnerStore(), "sorted-learner", "random")
    played(table)
    (told,) = table.notices()
    assert "raised ValueError: no no no" in told
    assert len(told) < 500
