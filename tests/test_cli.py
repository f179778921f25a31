"""The command line: every mistake is one line with what would do, and every command does what it says."""

import json
import math
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO

import pytest

from game.__main__ import main
from game.checkpoints import container
from game.cli import main as cli
from game.cli import overview
from game.cli.spread import worker_count
from game.games import registry
from game.matches.check import follow
from game.matches.replay import read
from game.matches.requests import ReplayRequest, TableRequest, WindowRequest
from tests.recording import record_short_match

COMMANDS = list(overview.COMMANDS)
PROMISED = {"play", "watch", "arena", "replay", "check", "ratings", "list"}
posix = pytest.mark.skipif(os.name != "posix", reason="signals and pipes end processes otherwise there")


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "game", *words]


def ended(output: IO[bytes], *words: str) -> tuple[int, str]:
    """The exit status of a command with this output, buffered as it usually is, and its errors."""
    usual = {key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"}
    done = subprocess.run(command(*words), stdout=output, stderr=subprocess.PIPE, text=True, env=usual, check=False)
    return done.returncode, done.stderr


def only_line(capsys: pytest.CaptureFixture[str]) -> str:
    """The one line of an error; nothing else was printed."""
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.endswith("\n")
    (line,) = printed.err.splitlines()
    assert line.startswith("error: ")
    return line


@pytest.fixture
def no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[WindowRequest]:
    """What the window was asked for, in the place of the window."""
    requests: list[WindowRequest] = []

    def run(request: WindowRequest, narrate: bool = False) -> int:
        requests.append(request)
        return 0

    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr("game.app.window.run", run)
    return requests


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    return record_short_match(tmp_path)


# --- wrong words -------------------------------------------------------------------------------------------------

AIS = ["random", "utility", "weighted"]
WRONG: list[tuple[str, list[str]]] = [
    ("--version x", ["--version", "'x'"]),
    ("--help train", ["--help", "'train'", "tabletalk COMMAND --help"]),
    ("paly", COMMANDS),
    ("menu", COMMANDS),
    ("--foo", COMMANDS),
    ("arena", ["jaipur"]),
    ("arena chess utility random", ["chess", "jaipur"]),
    ("play", ["jaipur"]),
    ("watch chess", ["jaipur"]),
    ("arena jaipur", AIS),
    ("arena jaipur utility", AIS),
    ("arena jaipur utility magic", ["magic", *AIS]),
    ("arena jaipur utility human", AIS),
    ("arena jaipur utility random --games 0", ["--games", "at least 1", "'0'"]),
    ("arena jaipur utility random --games 1.5", ["--games", "whole number"]),
    ("arena jaipur utility random --games", ["--games"]),
    ("arena jaipur utility random --workers 0", ["--workers", "at least 1", '"all"']),
    ("arena jaipur utility random --seed one", ["--seed", "whole number"]),
    ("arena jaipur utility random --seed -1", ["--seed", "whole number"]),
    ("arena jaipur utility random --seed " + "9" * 5000, ["--seed", "whole number"]),
    ("arena jaipur utility random --through window", ["--through", "rules", "world"]),
    ("arena jaipur utility random --unit game", ["--unit", "round", "match"]),
    ("arena jaipur utility random --tables", ["--tables", "--table"]),
    ("arena jaipur utility random --game 3", ["--game", "--games"]),
    ("arena jaipur utility random weighted --table", ["--table", "2", "3"]),
    ("arena jaipur utility random --same-deals --games 3", ["--same-deals", "2", "3"]),
    ("arena jaipur utility random --set limit=3", ["limit", "turn_limit"]),
    ("arena jaipur utility random --set turn_limit=many", ["turn_limit", "whole number"]),
    ("arena jaipur heuristic@depth=2 random", ["depth", "none"]),
    ("arena jaipur utility:file random", ["utility"]),
    ("arena jaipur utility random --json .", ["--json", "folder"]),
    ("arena jaipur utility random --record README.md", ["--record", "folder"]),
    ("play jaipur extra", ["extra", "--seat"]),
    ("play jaipur --seat human", ["2 players", "1"]),
    ("play jaipur --seat human --seat magic", AIS),
    ("watch jaipur --seat human --seat utility", [*AIS, "play"]),
    ("watch jaipur --speed 0", ["--speed", "positive", "max"]),
    ("watch jaipur --speed -1", ["--speed"]),
    ("watch jaipur --speed inf", ["--speed", "max"]),
    ("watch jaipur --speed nan", ["--speed", "max"]),
    ("watch jaipur --speed fast", ["--speed", "max"]),
    ("watch jaipur --record .", ["--record", "folder"]),
    ("replay", ["FILE"]),
    ("check", ["FILE"]),
    ("list jaipur", ["jaipur", "--help"]),
    ("ratings --games none", ["--games"]),
    ("ratings nim --without prefect", ["--without", "prefect", "nim", "perfect"]),
    ("ratings --without random --without robbre", ["--without", "robbre", "robber"]),
    ("ratings nim --without robber", ["--without", "'robber'", "perfect"]),
]


@pytest.mark.parametrize(("words", "told"), WRONG, ids=[words[:60] for words, _ in WRONG])
def test_a_wrong_word_is_told_in_one_line_with_what_would_do(
    words: str, told: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words.split()) == 2
    line = only_line(capsys)
    for part in told:
        assert part in line


@pytest.mark.parametrize("word", ["--record", "--json"])
def test_a_name_that_is_empty_is_none(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "jaipur", "utility", "random", "--games", "1", word, ""]) == 2
    assert word in only_line(capsys)


def test_an_odd_word_stays_in_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "two\nlines \x1b[2J"]) == 2
    assert "\x1b" not in only_line(capsys)


@pytest.mark.parametrize("words", [["paly"], ["arena", "jaipur", "x", "y"], ["replay", "missing.jsonl"]])
def test_no_mistake_shows_a_traceback(words: list[str]) -> None:
    done = subprocess.run(command(*words), capture_output=True, text=True, check=False)
    assert done.returncode == (1 if words[0] == "replay" else 2)
    assert done.stdout == ""
    assert re.fullmatch(r"error: .*\n", done.stderr)


# --- help --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("flag", ["-h", "--help"])
@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example(name: str, flag: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([name, flag]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    assert printed.out.startswith(f"usage: tabletalk {name}")
    _, examples = printed.out.split("examples:\n")
    assert examples.strip().startswith(f"tabletalk {name}")


def test_the_overview_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert set(COMMANDS) >= PROMISED
    assert main(["--help"]) == 0
    printed = capsys.readouterr().out
    for name in COMMANDS:
        assert f"tabletalk {name} " in printed


def test_list_names_every_ai_and_where_it_comes_from(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list"]) == 0
    printed = capsys.readouterr().out
    for each in registry.games():
        assert f"{each.name}: " in printed
        for ai in registry.ais(each.name):
            default = ", the default" if ai.name == each.default_ai else ""
            told = rf"{re.escape(f'{ai.about} ({ai.origin}{default}')}(, [^)]+)?\)"
            assert re.search(rf"^  {re.escape(ai.name)} +{told}$", printed, re.M)


# --- the window --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [[], ["play", "jaipur"], ["watch", "jaipur"], ["replay", "FILE"]])
@pytest.mark.usefixtures("no_display")
def test_without_a_display_one_line_names_what_can_be_done(
    words: list[str], recorded: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert main([str(recorded) if word == "FILE" else word for word in words]) == 1
    line = only_line(capsys)
    assert "no display" in line
    for name in ("arena", "check", "list"):
        assert name in line


def test_a_window_that_does_not_open_is_told_likewise() -> None:
    driver = {**os.environ, "SDL_VIDEODRIVER": "no-such-driver"}
    done = subprocess.run(command("watch", "jaipur"), capture_output=True, text=True, env=driver, check=False)
    assert done.returncode == 1
    assert done.stdout == ""
    assert re.fullmatch(r"error: the window could not be opened .*no-such-driver.*arena.*\n", done.stderr)


def test_no_word_opens_the_menu(asked: list[WindowRequest]) -> None:
    assert main([]) == 0
    assert asked == [None]


def table_asked(asked: list[WindowRequest], *words: str) -> tuple[TableRequest, list[str]]:
    """What these words ask the window for, and who sits down."""
    assert main(list(words)) == 0
    request = asked.pop()
    assert isinstance(request, TableRequest)
    return request, [seat.spec for seat in request.seats]


def test_play_seats_a_human_against_the_default_ai(asked: list[WindowRequest]) -> None:
    request, seats = table_asked(asked, "play", "jaipur")
    assert seats == ["human", "neural"]
    assert (request.game, request.seed, request.record, request.speed) == ("jaipur", None, None, 1.0)
    assert request.options == {"turn_limit": 500}


def test_play_takes_seats_seed_options_and_a_file(asked: list[WindowRequest], tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    words = ["--seat", "weighted", "--seat", "human", "--seed", "7", "--set", "turn_limit=9"]
    request, seats = table_asked(asked, "play", "jaipur", *words, "--record", str(path))
    assert seats == ["weighted", "human"]
    assert (request.seed, request.record, request.options) == (7, path, {"turn_limit": 9})


def test_watch_seats_ais_at_a_speed(asked: list[WindowRequest]) -> None:
    assert table_asked(asked, "watch", "jaipur")[1] == ["neural", "neural"]
    assert table_asked(asked, "watch", "jaipur", "--speed", "2.5")[0].speed == 2.5
    assert table_asked(asked, "watch", "--speed", "max", "jaipur")[0].speed == math.inf
    assert table_asked(asked, "watch", "jaipur", "--seat", "random", "--seat", "utility")[1] == ["random", "utility"]


def test_replay_opens_a_replay_and_refuses_what_is_none(
    asked: list[WindowRequest], recorded: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(recorded)]) == 0
    assert asked == [ReplayRequest(recorded)]
    capsys.readouterr()
    foreign = tmp_path / "letter.txt"
    foreign.write_text("Dear Sir\n")
    assert main(["replay", str(foreign)]) == 1
    assert "letter.txt, line 1" in only_line(capsys)


# --- arena and ratings -------------------------------------------------------------------------------------------


def test_options_may_stand_among_the_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "--seed", "3", "jaipur", "utility", "--games", "1", "random"]) == 0
    among = capsys.readouterr()
    assert main(["arena", "jaipur", "utility", "random", "--seed", "3", "--games", "1"]) == 0
    after = capsys.readouterr()
    assert among.out.splitlines()[:-1] == after.out.splitlines()[:-1]
    assert among.err == after.err == ""


def test_a_fresh_seed_is_printed_so_that_the_arena_can_be_repeated(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", "jaipur", "utility", "weighted", "--games", "2", "--unit", "round"]) == 0
    first = capsys.readouterr().out
    found = re.search(r"seed (\d+)", first)
    assert found
    assert main(f"arena jaipur utility weighted --games 2 --unit round --seed {found[1]}".split()) == 0
    assert capsys.readouterr().out.splitlines()[:-1] == first.splitlines()[:-1]


@pytest.mark.parametrize("words", ["--record FILE/replays", "--json FILE/result.json"])
def test_what_cannot_be_written_is_told_in_one_line(
    words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("kept")
    assert main(f"arena jaipur utility random --games 1 {words.replace('FILE', str(blocked))}".split()) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("error: ")
    assert str(blocked) in line
    assert blocked.read_text() == "kept"


def test_ratings_rate_every_ai_of_every_game_and_keep_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    quick = {"random", "utility", "perfect", "greedy", "lean"}  # all the AIs there are take minutes
    there = {each.name: [ai for ai in registry.ais(each.name) if ai.name in quick] for each in registry.games()}
    monkeypatch.setattr(registry, "ais", there.__getitem__)
    path = tmp_path / "measured.json"
    assert main(["ratings", "--games", "4", "--markdown", "--out", str(path)]) == 0
    heading, rule, *rows = capsys.readouterr().out.splitlines()
    assert heading.startswith("| game | AI | rating |")
    assert set(rule) <= set("|-: ")
    rated = [tuple(cell.strip() for cell in row.split("|")[1:4]) for row in rows]
    games = registry.games()
    assert sorted(row[:2] for row in rated) == sorted((g.title, ai.name) for g in games for ai in there[g.name])
    kept = json.loads(path.read_text())["games"]
    for each in games:
        told = [int(row[2]) for row in rated if row[0] == each.title]
        assert told == sorted(told, reverse=True)
        assert told == [round(row["rating"]) for row in kept[each.name]["ratings"]["ais"]]
    assert main(["ratings", "nim", "--games", "4"]) == 0
    plain = capsys.readouterr().out
    assert "|" not in plain
    assert len(plain.splitlines()) == len(there["nim"]) + 1


def test_whom_one_waits_for_plays_fewer_matches_and_who_is_left_out_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ais = registry.ais
    there = [ai for ai in ais("nim") if ai.name in {"random", "perfect", "beginner", "search"}]
    monkeypatch.setattr(registry, "ais", lambda game: there if game == "nim" else ais(game))
    path = tmp_path / "measured.json"
    words = ["ratings", "nim", "--games", "3", "--slow-games", "1", "--without", "beginner", "--out", str(path)]
    assert main(words) == 0
    kept = json.loads(path.read_text())["games"]["nim"]["ratings"]
    assert {row["ai"]: row["matches"] for row in kept["ais"]} == {"random": 4, "perfect": 4, "search": 2}
    assert (kept["games"], kept["slow_games"]) == (3, 1)


def test_a_game_that_two_cannot_play_is_not_rated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    games = {each.name: each for each in registry.games()}
    monkeypatch.setattr(type(games["nim"].rules), "seats", range(3, 5))
    monkeypatch.setattr(type(games["nim"].rules), "refusal", None)  # nobody plays it
    assert main(["ratings", "nim"]) == 2
    assert "nim is not for two players" in capsys.readouterr().err
    there = [ai for ai in registry.ais("thirty_one") if ai.name in {"random", "greedy"}]
    monkeypatch.setattr(registry, "ais", lambda _: there)
    monkeypatch.setattr(registry, "games", lambda: [games["nim"], games["thirty_one"]])
    path = tmp_path / "measured.json"
    assert main(["ratings", "--games", "2", "--out", str(path)]) == 0
    assert list(json.loads(path.read_text())["games"]) == ["thirty_one"]


# --- how a command ends ------------------------------------------------------------------------------------------


def test_headless_commands_import_neither_pygame_nor_esper(recorded: Path) -> None:
    program = (
        "import sys; from game.__main__ import main\n"
        f"for words in (['list'], ['check', {str(recorded)!r}], 'arena jaipur utility random --games 1'.split()):\n"
        "    assert main(words) == 0\n"
        "print(sorted({'pygame', 'esper', 'tqdm'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
    assert done.stderr == ""


def test_an_interrupt_ends_quietly(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(argv: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "run", interrupted)
    assert main(["list"]) == 130
    assert capsys.readouterr() == ("", "")


def test_all_workers_are_as_many_as_the_program_has_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 3, 5}, raising=False)
    assert (worker_count("all"), worker_count("2")) == (3, 2)


def begun_arena(folder: Path, *words: str) -> "subprocess.Popen[bytes]":
    """An arena of two workers that both have begun to record, in a group of its own."""
    pipe = subprocess.PIPE
    arena = f"arena jaipur random random --games 100000 --workers 2 --record {folder}".split()
    process = subprocess.Popen(command(*arena, *words), stdout=pipe, stderr=pipe, start_new_session=True)
    while process.poll() is None:
        numbers = [int(path.stem.partition("-")[2]) for path in folder.glob("match-*.jsonl")]
        if len(numbers) < max(numbers, default=0):  # the second worker has begun with its portion
            break
        time.sleep(0.02)
    return process


@posix
@pytest.mark.parametrize(
    ("send", "number"), [(os.killpg, signal.SIGINT), (os.kill, signal.SIGTERM)], ids=["a terminal", "a kill"]
)
def test_an_arena_is_interrupted_with_its_workers(
    tmp_path: Path, send: Callable[[int, int], None], number: signal.Signals
) -> None:
    process = begun_arena(tmp_path)
    send(process.pid, number)  # a terminal interrupts all processes of a command; a kill reaches the first alone
    printed = process.communicate()  # its output ends when the last worker that holds it has ended
    assert process.returncode == 128 + number
    assert printed == (b"", b"")
    for path in sorted(tmp_path.iterdir(), key=lambda path: path.stat().st_mtime_ns)[-4:]:  # two were being written
        if not path.name.startswith(".match-") or path.read_bytes():
            follow(read(path))  # one that was begun in the very moment of the interrupt may hold nothing yet


@posix
def test_workers_end_with_the_arena_that_is_killed(tmp_path: Path) -> None:
    mod = Path("tests/mods/sound.py")
    process = begun_arena(tmp_path, "--mod", str(mod), "dice")
    process.kill()
    process.communicate()  # its output ends when the last worker that holds it has ended
    assert process.returncode == -signal.SIGKILL


@posix
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_training_that_is_asked_to_end_keeps_what_was_learnt(tmp_path: Path, number: signal.Signals) -> None:
    out = tmp_path / "mine.npz"
    # The signal comes once it learns: from a mark of its curve, in the middle of the training.
    program = (
        "import os, signal, sys\n"
        "from game.__main__ import main; from game.training.q_training import TableTraining\n"
        f"signal.signal({int(number)}, signal.SIG_DFL)  # nohup has it ignored\n"
        "run = TableTraining.run\n"
        "def ended(self, games):\n"
        "    run(self, games)\n"
        f"    os.kill(os.getpid(), {int(number)})\n"
        "TableTraining.run = ended\n"
        "sys.exit(main(sys.argv[1:]))"
    )
    words = ["train", "nim", "q-learner", "--games", "1000000000", "--set", "piles=1,2", "--out", str(out)]
    done = subprocess.run([sys.executable, "-c", program, *words], capture_output=True)
    assert (done.returncode, done.stderr) == (128 + number, b"")
    assert 0 < container.read(out).header["statistics"]["games"] < 1_000_000_000


@posix
def test_a_command_that_was_started_to_ignore_a_signal_goes_on() -> None:
    program = (
        "import os, signal, sys; from game.__main__ import main; from game.cli import main as cli\n"
        "signal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
        "cli.run = lambda _: os.kill(os.getpid(), signal.SIGHUP) or 7\n"
        "sys.exit(main(['list']))"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 7


@posix
def test_a_closed_pipe_ends_quietly() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as output:
        assert ended(output, "list") == (141, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_told_in_one_line() -> None:
    with Path("/dev/full").open("wb") as output:
        status, told = ended(output, "list")
    assert status == 1
    assert re.fullmatch(r"error: .*\n", told)


def test_the_page_of_commands_has_them_all() -> None:
    page = (Path(__file__).resolve().parent.parent / "docs" / "command-line.md").read_text(encoding="utf-8")
    told = set(re.findall(r"^\| `tabletalk ([a-z-]+)", page, re.MULTILINE))
    assert told == set(COMMANDS)
