"""Mods: found in three places, loaded or refused, taken anew when they change; their AIs play like any others."""

import json
import os
import pickletools
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from game.cli import main as cli
from game.cli import running
from game.games import ai as ai_module
from game.games import registry
from game.games.registration import API_VERSION
from game.games.seats import SeatError, parse_seat, renewed, seat_again
from game.mods import files as mod_files
from game.mods.mods import MODS
from game.rules.protocol import Setup
from game.workers import wire
from tests.games import GAMES, hides_something
from tests.mod_desk import A_MOD, BOTH_WAYS, TESTED, Notes, drop, mod, mod_ais, taken

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A home of the test's own, without mods before it and after it."""
    monkeypatch.setenv("TABLETALK_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(MODS, "think_seconds", 60.0)
    yield tmp_path / "home"
    MODS.name(())
    MODS.end()


def plain(name: str, about: str = "moves by lot") -> str:
    """The text of a mod that adds an AI to Nim."""
    return A_MOD.format(name=name, about=about)


# --- found -------------------------------------------------------------------------------------------------------


def test_without_mods_there_are_none() -> None:
    assert taken() == []
    assert mod_ais("nim") == []


def test_a_file_in_the_folder_is_a_mod() -> None:
    drop("lots.py", plain("by-lot"))
    (found,) = taken()
    assert (found.name, found.refused, found.found.where) == ("lots", "", "mods folder")
    assert found.adds == "by-lot (nim)"
    ai = registry.ai("nim", "by-lot")
    assert (ai.origin, ai.about) == ("mod lots", "moves by lot")


@pytest.mark.skipif(os.name != "posix", reason="names are bytes, and there are pipes")
def test_a_name_that_is_no_text_and_what_is_no_file_hinder_nothing() -> None:
    drop("lots.py", plain("by-lot"))
    raw = os.fsencode(mod_files.folder())
    with open(raw + b"/m\xfe.py", "w", encoding="utf-8") as file:
        file.write(plain("by-name"))
    os.mkfifo(mod_files.folder() / "pipe.py")
    (mod_files.folder() / "hollow.py").mkdir()
    found = {each.name for each in taken()}
    assert "lots" in found
    assert not found & {"pipe", "hollow"}


def test_a_package_is_a_mod_with_modules_of_its_own() -> None:
    drop("lots/__init__.py", "from .inner import register\n")
    drop("lots/inner.py", plain("by-lot"))
    drop("notes/readme.txt", "no package")
    drop("_later.py", "1/0")
    assert [found.name for found in taken()] == ["lots"]
    assert mod_ais("nim") == ["by-lot"]


def test_a_file_that_is_named_comes_first(tmp_path: Path) -> None:
    named = tmp_path / "lots.py"
    named.write_text(plain("named"))
    drop("lots.py", plain("dropped"))
    drop("more.py", plain("more"))
    MODS.name((named,))
    taken()
    assert mod_ais("nim") == ["named", "more"]
    assert [found.refused for found in MODS.all] == ["", f"a mod called lots comes first: {named}; rename it", ""]


def test_a_file_that_is_named_and_lies_in_the_folder_is_one_mod() -> None:
    path = drop("lots.py", plain("by-lot"))
    MODS.name((path, path))
    taken()
    assert [(found.name, found.refused) for found in MODS.all] == [("lots", "")]


def test_other_processes_are_told_of_the_mods_that_are_needed_only() -> None:
    drop("lots.py", plain("by-lot"))
    drop("more.py", plain("more"))
    taken()
    needed = MODS.in_use("nim", ["by-lot", "by-lot", "perfect"])
    assert [found.name for found in needed.found] == ["lots"]
    assert MODS.in_use("nim", ["random", "q-learner:untrained@epsilon=0"]).found == ()
    MODS.end()
    needed.use()
    assert mod_ais("nim") == ["by-lot"]
    before = MODS.all[0]
    needed.use()
    assert MODS.all == [before], "they are there"


def test_an_installed_package_is_found_by_its_entry_point(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site = tmp_path / "site"
    (site / "lots_of-1.2.dist-info").mkdir(parents=True)
    (site / "lots_of-1.2.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: lots-of\nVersion: 1.2\n")
    (site / "lots_of-1.2.dist-info" / "entry_points.txt").write_text("[tabletalk.mods]\nlots = lots_of_it\n")
    (site / "lots_of_it.py").write_text(plain("installed"))
    monkeypatch.syspath_prepend(str(site))
    mod_files._installed.cache_clear()
    try:
        taken()
        assert mod("lots").found.where == "installed: lots-of 1.2"
        assert mod_ais("nim") == ["installed"]
    finally:
        mod_files._installed.cache_clear()


# --- refused -----------------------------------------------------------------------------------------------------


def test_a_mod_for_another_version_of_the_surface_is_refused_with_both_numbers() -> None:
    drop("fits.py", f"requires = {API_VERSION}\n" + plain("fits"))
    drop("newer.py", "from game.modding import NotThereYet\n\nrequires: int = 7\n" + plain("newer"))
    drop("older/__init__.py", "requires = 0\n" + plain("older"))
    drop("vague.py", "requires = '1'\n" + plain("vague"))
    told = {each.name: each.refused for each in taken()}
    assert told == {
        "fits": "",
        "newer": f"it requires version 7 of game.modding, and this program has version {API_VERSION}",
        "older": f"it requires version 0 of game.modding, and this program has version {API_VERSION}",
        "vague": f"line 1: its `requires` is no whole number: write `requires = {API_VERSION}`",
    }


def test_an_installed_mod_for_another_version_is_refused_before_it_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lots_of_later.py").write_text("import not_there_yet\n\nrequires = 7\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(mod_files.ModError, match=rf"^it requires version 7 of game.modding, .* version {API_VERSION}$"):
        mod_files.load("lots", None, "lots_of_later")


REGISTERS = "from game.modding import *\n\n\ndef register(registry):\n    "
REFUSED = {
    "syntax": ("def register(registry)\n    pass\n", "line 1: SyntaxError: expected ':'"),
    "missing": (
        "import json\nimport nowhere_at_all\n",
        "line 2: ModuleNotFoundError: No module named 'nowhere_at_all'",
    ),
    "raising": ("\n\n1 / 0\n", "line 3: ZeroDivisionError: division by zero"),
    "quitting": ("import sys\nsys.exit(4)\n", "line 2: SystemExit: 4"),
    "dying": ("import os\nos._exit(7)\n", "it ended its process (exit status 7)"),
    "nothing": ("x = 1\n", "it has no function register(registry)"),
    "failing": (f"{REGISTERS}raise ValueError('not today')\n", "line 5: ValueError: not today"),
    "words": (f"{REGISTERS}registry.ai('an AI')\n", "line 5: ai(...) takes an AI, not str"),
    "named": (f"{REGISTERS}registry.ai(AI('My AI', 'nim', 'x', list, list))\n", "an AI cannot be called 'My AI'"),
    "foreign": (f"{REGISTERS}registry.ai(AI('a', 'chess', 'x', list, list))\n", "line 5: there is no game 'chess'"),
    "taken": (plain("perfect"), "nim has an AI called perfect already (built in); call it taken-perfect or so"),
    "twice": (
        plain("a") + "    registry.ai(AI('a', 'nim', 'x', list, list))\n",
        "line 8: it registers two AIs called a at nim",
    ),
    "unknown": (f"{REGISTERS}registry.extend('nim', 'nobody')\n", "line 5: nim has no AI 'nobody'"),
    "phase": (
        f"{REGISTERS}registry.system(dict, 'late')\n",
        "'late' is no phase of a frame: use Phase.INPUT, ",
    ),
    "draw": (f"{REGISTERS}registry.system(dict, Phase.DRAW)\n", "no phase DRAW: use Phase.INPUT, Phase.SCORE"),
    "processless": (
        f"{REGISTERS}registry.system(dict, Phase.ACT)\n",
        "line 5: dict has no method process(seconds), which a system needs",
    ),
    "reserved": (
        f"{REGISTERS}registry.ai(AI('a', 'nim', 'x', list, list, (Option('mod', 1, int, 'x'),)))\n",
        "a parameter cannot be called mod, scorers or trained",
    ),
    "bad name": (plain("spaced"), "its name 'bad name' is none"),
}


def test_what_is_wrong_is_told_with_its_line_and_all_others_load() -> None:
    for name, (text, _) in REFUSED.items():
        drop(f"{name}.py", text)
    drop("a_sound_one.py", plain("sound"))
    drop("other.py", plain("sound"))
    taken()
    for name, (_, why) in REFUSED.items():
        assert why in mod(name).refused, name
    assert mod_ais("nim") == ["sound"]
    assert mod("other").refused == "nim has an AI called sound already (mod a_sound_one); call it other-sound or so"
    assert all(found.worker.process is None for found in MODS.all if found.error), "refused ones hold no process"


def test_of_a_package_the_file_is_told_too() -> None:
    register = "from .inner import words\n\n\ndef register(registry):\n    words()\n"
    drop("packed/__init__.py", register)
    drop("packed/inner/__init__.py", "from .words import words\n")
    drop("packed/inner/words.py", "def words()\n    pass\n")
    drop("sound/__init__.py", register)
    drop("sound/inner.py", "def words():\n    return 1 / 0\n")
    taken()
    place = str(Path("inner") / "words.py")
    assert mod("packed").refused == f"{place}, line 1: SyntaxError: expected ':'"
    assert mod("sound").refused == "inner.py, line 2: ZeroDivisionError: division by zero"


def test_standard_output_is_a_file_to_libraries_that_ask() -> None:
    drop("files.py", "import sys\n\nsys.stdout.fileno() + sys.stderr.fileno()\n" + plain("filed"))
    taken()
    assert mod("files").refused == ""


def test_mods_load_beside_each_other(tmp_path: Path) -> None:
    """Each ends loading only once the other one has begun."""
    for own, other in (("one", "two"), ("two", "one")):
        waits = f"import os\nopen({str(tmp_path / own)!r}, 'w').close()\n"
        waits += f"while not os.path.exists({str(tmp_path / other)!r}):\n    pass\n"
        drop(f"{own}.py", f"{waits}{plain(own)}")
    taken()
    assert mod_ais("nim") == ["one", "two"]


def test_a_mod_that_never_ends_loading_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.mods.mod.LOAD_SECONDS", 0.5)
    drop("endless.py", "while True:\n    pass\n")
    taken()
    assert mod("endless").refused == "it thought for more than 0.5 s"


def test_looking_never_waits_for_what_loads() -> None:
    drop("endless.py", "while True:\n    pass\n")
    MODS.refresh()
    for _ in range(1000):
        assert not MODS.look()
    assert MODS.loading
    assert mod_ais("nim") == []


# --- taken anew --------------------------------------------------------------------------------------------------


def test_a_changed_file_is_taken_anew_and_a_removed_one_vanishes() -> None:
    path = drop("lots.py", plain("by-lot", "first"))
    taken()
    before = parse_seat("nim", "by-lot")
    assert before.ai is not None
    path.write_text(plain("by-lot", "again"))  # as long as it was, and within the same second
    taken()
    assert registry.ai("nim", "by-lot").about == "again"
    (after,) = renewed([before])
    assert after.ai is registry.ai("nim", "by-lot")
    assert before.record()["parameters"]["mod"] != after.record()["parameters"]["mod"]
    path.unlink()
    assert taken() == []
    assert mod_ais("nim") == []
    with pytest.raises(registry.UnknownNameError, match="by-lot"):
        renewed([after])


def test_a_changed_module_of_a_package_is_taken_anew() -> None:
    drop("lots/__init__.py", "from .inner import register\n")
    path = drop("lots/inner.py", plain("by-lot", "first"))
    taken()
    path.write_text(plain("by-lot", "again"))
    taken()
    assert registry.ai("nim", "by-lot").about == "again"


def test_any_file_of_a_package_counts() -> None:
    drop("lots/__init__.py", plain("by-lot"))
    path = drop("lots/weights.txt", "1 2 3")
    taken()
    before = mod("lots").fingerprint
    path.write_text("1 2 4")
    taken()
    assert mod("lots").fingerprint != before
    (path.parent / "__pycache__").mkdir()
    (path.parent / "__pycache__" / "x.pyc").write_bytes(b"x")
    before = mod("lots").fingerprint
    taken()
    assert mod("lots").fingerprint == before


def test_a_large_file_is_read_again_when_it_has_changed() -> None:
    drop("lots/__init__.py", plain("by-lot"))
    path = drop("lots/weights.txt", "1" * (2 << 20))
    before = mod_files._digest(path)
    path.write_text("1" * (2 << 20) + "2")
    assert mod_files._digest(path) != before


def test_a_game_may_be_called_as_on_the_command_line() -> None:
    drop("lots.py", plain("by-lot").replace('"nim"', '"thirty-one"'))
    taken()
    assert mod_ais("thirty_one") == ["by-lot"]
    notes = Notes()
    BOTH_WAYS["rules"]("thirty_one", ["by-lot", "greedy"], 2, notes)
    assert not notes.notes


def test_what_has_not_changed_keeps_its_process() -> None:
    drop("lots.py", plain("by-lot"))
    drop("more.py", plain("more"))
    taken()
    before = mod("lots").worker.process
    drop("more.py", plain("more", "changed"))
    taken()
    assert mod("lots").worker.process == before is not None
    MODS.reload()
    MODS.wait()
    assert mod("lots").worker.process != before, "asked for, everything is taken anew"
    assert mod_ais("nim") == ["by-lot", "more"]


def test_a_mended_file_is_no_longer_refused() -> None:
    path = drop("lots.py", "nonsense(")
    taken()
    assert mod("lots").refused
    path.write_text(plain("by-lot"))
    taken()
    assert not mod("lots").refused
    assert mod_ais("nim") == ["by-lot"]


# --- playing -----------------------------------------------------------------------------------------------------


@pytest.fixture
def sound() -> None:
    """The sound mod."""
    MODS.name((TESTED / "sound.py",))
    taken()
    assert not mod("sound").refused


@pytest.mark.usefixtures("sound")
@pytest.mark.parametrize("game", ["nim", "jaipur"])
def test_a_match_is_the_same_in_a_worker_in_this_process_and_through_the_world(game: str) -> None:
    """Random numbers go to the worker and come back: what is drawn there is drawn as here."""
    specs = ["dice", "growing"]
    played = {}
    for way, play in BOTH_WAYS.items():
        played[way] = Notes()
        play(game, specs, 11, played[way])
    loaded = mod("sound").here()
    played["here"] = Notes()
    for ai in MODS.all[0].ais:
        registry.forget(ai)
    for here in loaded.ais:
        registry.register(here)
    try:
        BOTH_WAYS["rules"](game, specs, 11, played["here"])
    finally:
        for here in loaded.ais:
            registry.forget(here)
    assert played["rules"].moves == played["world"].moves == played["here"].moves != []
    assert not any(notes.notes for notes in played.values())


@pytest.mark.usefixtures("sound")
@pytest.mark.parametrize("game", [game for game in GAMES if hides_something(game)])
def test_a_worker_is_sent_views_and_never_a_state(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: set[str] = set()
    pack = wire.pack

    def watched(message: Any) -> bytes:
        frame = pack(message)
        words = [str(arg) for _, arg, _ in pickletools.genops(frame[8:]) if isinstance(arg, str)]
        sent.update(word for word in words if word[:1].isupper() or word.startswith("game."))
        return frame

    drop("everywhere.py", plain("by-lot").replace('"nim"', f'"{game}"'))
    taken()
    monkeypatch.setattr(wire, "pack", watched)
    notes = Notes()
    BOTH_WAYS["world"](game, ["by-lot", "random"], 1, notes)
    assert not notes.notes
    assert "View" in sent
    assert "State" not in sent


@pytest.mark.usefixtures("sound")
def test_an_ai_is_extended_and_stays_as_it_was() -> None:
    assert set(mod_ais("jaipur")) == {"dice", "growing", "utility+sound", "utility-by-lot"}
    plain_one, notes = Notes(), {name: Notes() for name in ("utility+sound", "utility-by-lot", "weighted")}
    BOTH_WAYS["rules"]("jaipur", ["utility", "utility"], 4, plain_one)
    for name, told in notes.items():
        BOTH_WAYS["rules"]("jaipur", [name, "utility"], 4, told)
        assert not told.notes
    assert notes["utility-by-lot"].moves == notes["weighted"].moves, "the same scorers, the other picker"
    assert notes["utility+sound"].moves != plain_one.moves, "its further scorer has a say"


@pytest.mark.usefixtures("sound")
def test_parameters_are_read_by_the_mod() -> None:
    seat = parse_seat("nim", "dice@sides=2")
    assert seat.parameters == {"sides": 2}
    with pytest.raises(SeatError, match="sides: invalid literal for int"):
        parse_seat("nim", "dice@sides=many")
    with pytest.raises(SeatError, match="no parameter 'edges'; it has: sides"):
        parse_seat("nim", "dice@edges=2")


@pytest.mark.usefixtures("sound")
def test_a_replay_names_the_ai_and_the_digest_of_its_mod() -> None:
    seat = parse_seat("nim", "dice@sides=2")
    record = seat.record()
    assert record["ai"] == "dice"
    assert record["parameters"] == {"sides": 2, "mod": mod("sound").fingerprint}
    again = seat_again("nim", record)
    assert (again.ai, again.parameters) == (seat.ai, {"sides": 2})


@pytest.mark.parametrize("game", [game.name for game in registry.games()])
def test_our_own_ais_play_as_a_mod_unchanged(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The module of a game's AIs, moved into the mods folder: the same names, the same matches."""
    names = [ai.name for ai in registry.ais(game)]
    played = Notes()
    specs = ["random", registry.game(game).default_ai]
    BOTH_WAYS["rules"](game, specs, 5, played)
    monkeypatch.setattr(ai_module, "_ais", {key: ai for key, ai in ai_module._ais.items() if key[0] != game})
    assert registry.ais(game) == []
    source = ROOT / "game" / "games" / game / "module.py"
    mod_files.folder().mkdir(parents=True)
    ais_alone = source.read_text(encoding="utf-8").replace("    registry.game(GAME)\n", "")  # its game is there already
    (mod_files.folder() / f"{game}.py").write_text(ais_alone, encoding="utf-8")
    taken()
    assert mod(game).refused == ""
    assert mod_ais(game) == names
    again = Notes()
    BOTH_WAYS["rules"](game, specs, 5, again)
    assert again == played
    assert not again.notes


# --- on the command line -----------------------------------------------------------------------------------------


def test_list_tells_where_ais_come_from_and_what_was_refused(capsys: pytest.CaptureFixture[str]) -> None:
    drop("lots.py", plain("by-lot"))
    drop("broken.py", "1 / 0\n")
    assert cli.run(["list"]) == 0
    told = capsys.readouterr()
    lines = [" ".join(line.split()) for line in told.out.splitlines()]
    assert "by-lot moves by lot (mod lots)" in lines
    assert f"mods: {mod_files.folder()}" in lines
    assert "lots adds by-lot (nim)" in lines
    assert "broken refused: line 1: ZeroDivisionError: division by zero" in lines
    assert told.err.startswith("tabletalk: mod ")
    assert "broken.py is refused: line 1: ZeroDivisionError" in told.err


def test_arena_plays_with_mods_both_ways_and_in_worker_processes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["arena", "nim", "dice", "random", "--games", "6", "--seed", "3", "--mod", str(TESTED / "sound.py")]
    ways = {"rules": [], "world": ["--through", "world"], "workers": ["--workers", "2"]}
    replays = {}
    for way, further in ways.items():
        assert cli.run([*words, *further, "--record", str(tmp_path / way)]) == 0
        replays[way] = [path.read_bytes() for path in sorted((tmp_path / way).glob("*.jsonl"))]
    assert len(replays["rules"]) == 6
    assert replays["rules"] == replays["world"] == replays["workers"]
    head = json.loads(replays["rules"][0].splitlines()[0])
    assert "mod" in head["players"][0]["parameters"]
    assert "dice" in capsys.readouterr().out
    assert cli.run(["check", str(tmp_path / "rules" / "match-0001.jsonl")]) == 0, "no AI is needed to check"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["list", "--mod", "nowhere.py"], "there is no file 'nowhere.py'"),
        (["list", "--mod", "LICENSE"], "a mod is a Python file, or the folder of a package, not 'LICENSE'"),
        (["list", "--mod"], "expected one argument"),
        (["list", "--think-time", "0"], "needs seconds, 0.1 to 60, not '0'"),
        (["list", "--memory", "10"], "needs MB, 200 to 1000000, not '10'"),
    ],
)
def test_a_wrong_mod_is_a_wrong_word(words: list[str], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(words) == 2
    assert why in capsys.readouterr().err


def test_mods_may_be_named_before_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["--mod", str(TESTED / "sound.py"), "list"]) == 0
    assert "(mod sound)" in capsys.readouterr().out
    assert cli.run(["--mod"]) == 2
    assert "there is no command '--mod'" in capsys.readouterr().err


def test_the_menu_opens_with_mods_named_and_loads_them_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[bool] = []

    def opens(request: object, *_: object) -> int:
        opened.append(request is None and not MODS.all)
        return 0

    monkeypatch.setattr(running, "open_window", opens)
    assert cli.run(["--mod", str(TESTED / "sound.py")]) == 0
    assert opened == [True]
    taken()
    assert mod("sound").refused == ""


def test_think_time_is_for_this_run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MODS, "_asked_think_seconds", False)
    mod_file = str(TESTED / "faulty.py")
    words = ["arena", "nim", "hangs", "random", "--games", "2", "--seed", "1", "--mod", mod_file, "--think-time", "0.2"]
    assert cli.run(words) == 0
    assert MODS.think_seconds == 0.2
    MODS.set_think_seconds(9.0)
    assert MODS.think_seconds == 0.2, "the settings say nothing against what was asked for"


@pytest.mark.parametrize("how", [["--through", "rules"], ["--through", "world"], ["--workers", "2"]])
def test_an_arena_tells_whose_moves_were_another_s(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], how: list[str]
) -> None:
    words = ["arena", "nim", "raises", "random", "--games", "3", "--seed", "1", "--mod", str(TESTED / "faulty.py")]
    assert cli.run([*words, *how, "--json", str(tmp_path / "result.json")]) == 0
    first = "raises raised ZeroDivisionError: integer division or modulo by zero (faulty.py, line 35); "
    first += "q-learner moved in its place"
    found = json.loads((tmp_path / "result.json").read_text())["faults"]
    times = found["raises"]["times"]
    assert found == {"raises": {"times": times, "matches": 3, "replaced": times // 3, "absent": 3, "first": first}}
    told = f"note: raises *: another AI moved for it {times:,} times, in 3 of its matches, "
    told += f"and played on in its place in {times // 3} of them; "
    told += "3 matches in which it made no move of its own are left out"
    assert capsys.readouterr().err == f"{told}; first: {first}\n"


def test_a_learner_of_a_mod_is_trained_inspected_and_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    named = ["--mod", str(ROOT / "docs" / "mods" / "sorted_learner.py")]
    kept = str(tmp_path / "sorted.npz")
    train = ["train", "nim", "sorted-learner", "--games", "300", "--set", "piles=1,2,3", "--out"]
    assert cli.run([*train, kept, *named]) == 0
    assert cli.run([*train, str(tmp_path / "twin.npz"), *named]) == 0
    assert Path(kept).read_bytes() == (tmp_path / "twin.npz").read_bytes()
    assert cli.run(["inspect", kept, "--json", *named]) == 0
    told = capsys.readouterr().out
    assert '"ai": "sorted-learner"' in told
    words = ["arena", "nim", f"sorted-learner:{kept}", "random", "--games", "20", "--seed", "1"]
    assert cli.run([*words, "--set", "piles=1,2,3", *named, "--json", str(tmp_path / "result.json")]) == 0
    (result,) = json.loads((tmp_path / "result.json").read_text())["results"]
    assert result["a_rate"] >= 0.8
    assert cli.run(["arena", "nim", "sorted-learner:nowhere.npz", "random", *named]) == 2
    assert "nowhere.npz could not be read" in capsys.readouterr().err


def test_an_error_of_a_learner_in_training_is_told_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (ROOT / "docs" / "mods" / "sorted_learner.py").read_text()
    path = tmp_path / "wrong.py"
    path.write_text(text.replace("        return 0.0\n", "        return 1 / 0\n"))
    assert cli.run(["train", "nim", "sorted-learner", "--mod", str(path), "--out", str(tmp_path / "x.npz")]) == 1
    assert "error: mod wrong raised ZeroDivisionError: division by zero (wrong.py, line " in capsys.readouterr().err


def test_training_against_an_ai_at_fault_ends_with_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["train", "nim", "q-learner", "--against", "raises", "--games", "5", "--out", str(tmp_path / "x.npz")]
    assert cli.run([*words, "--mod", str(TESTED / "faulty.py")]) == 1
    assert "error: the AI of a mod raised ZeroDivisionError: " in capsys.readouterr().err
    assert not (tmp_path / "x.npz").exists()


EVEN = """from game.modding import AI, Candidate, Estimate, Highest, Reason, Registry
from game.modding.nim import RULES


class Even:
    name = "even"

    def score(self, view, rng):
        return [Candidate(move, 0.5, Reason("even"), Estimate(0.5)) for move in RULES.legal_moves(view)]


def register(registry):
    registry.ai(AI("even", "nim", "finds all moves even", lambda rules, _: [Even()], lambda _: Highest()))
"""


@pytest.mark.parametrize("named", [True, False], ids=["named", "in the mods folder"])
def test_the_ai_of_a_mod_judges_a_match_of_ours(
    named: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record, found = str(tmp_path / "matches"), tmp_path / "found.json"
    assert cli.run(["arena", "nim", "random", "random", "--games", "1", "--record", record]) == 0
    path = tmp_path / "even.py"
    path.write_text(EVEN) if named else drop("even.py", EVEN)
    words = ["--judge", "even", "--json", str(found), *(["--mod", str(path)] if named else [])]
    assert cli.run(["analyse", str(tmp_path / "matches" / "match-0001.jsonl"), *words]) == 0
    capsys.readouterr()
    (match,) = json.loads(found.read_text())["matches"]
    assert match["judge"] == "even"
    assert {decision["loss"] for decision in match["decisions"]} == {0.0}


# --- the documentation -------------------------------------------------------------------------------------------


def test_the_examples_load_and_play() -> None:
    named = sorted((ROOT / "docs" / "mods").glob("*.py"))
    assert mod_files.EXAMPLE.name in [path.name for path in named]
    MODS.name([path for path in named if path.stem != "trained_policy"])  # which has a test of its own
    taken()
    assert not [found.refused for found in MODS.all if found.refused]
    assert len((ROOT / "docs" / "mods" / "patience.py").read_text().splitlines()) <= 30
    for game, specs in (
        ("jaipur", ["utility+patience", "random"]),
        ("nim", ["looks-ahead@depth=4", "sorted-learner"]),
    ):
        notes = Notes()
        BOTH_WAYS["rules"](game, specs, 2, notes)
        assert not notes.notes


def test_the_page_shows_the_examples_as_they_are() -> None:
    page = (ROOT / "docs" / "modding.md").read_text(encoding="utf-8")
    for name in ("first_good.py", "mood.py", "patience.py", "looks_ahead.py", "move_counter.py"):
        assert (ROOT / "docs" / "mods" / name).read_text(encoding="utf-8").strip() in page


def test_the_first_mod_of_the_page_works() -> None:
    page = (ROOT / "docs" / "modding.md").read_text(encoding="utf-8")
    drop("by_lot.py", textwrap.dedent(page.partition("   ```python\n")[2].partition("   ```")[0]))
    taken()
    notes = Notes()
    BOTH_WAYS["rules"]("nim", ["by-lot", "perfect"], 2, notes)
    assert not notes.notes


def test_the_scorer_of_the_page_scores() -> None:
    page = (ROOT / "docs" / "modding.md").read_text(encoding="utf-8")
    (code,) = [block for block in page.split("```python\n") if "class MyScorer" in block]
    made: dict[str, Any] = {}
    exec(code.partition("```")[0], made)
    rules = registry.game("nim").rules
    how = Setup(2, {option.key: option.default for option in rules.options})
    view = rules.view(rules.deal(how, None, 0, Random(1)), 0)
    assert str(made["MyScorer"]().score(view, Random(1))[1].reason) == "takes 1"


def test_everything_public_is_in_the_page() -> None:
    from game import modding

    page = (ROOT / "docs" / "modding.md").read_text(encoding="utf-8")
    assert [name for name in modding.__all__ if f"`{name}`" not in page] == []
    here = {name for name, value in vars(modding).items() if not isinstance(value, ModuleType)}
    assert sorted(modding.__all__) == sorted(name for name in here if not name.startswith("_"))


@pytest.mark.cold
def test_a_worker_needs_no_pygame() -> None:
    drop("looks.py", "import sys\n\nassert 'pygame' not in sys.modules\n" + plain("by-lot"))
    taken()
    assert mod("looks").refused == ""
    assert "pygame" not in vars(sys.modules["game.mods.mods"])
