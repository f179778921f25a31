"""The command line: which commands there are, and how the words of each become a call.

Nothing here imports pygame or esper: commands import what they need when they run.
"""

import os
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from game.agents.agent import ThinkingError
from game.base import settings
from game.base.reports import program_version
from game.base.safe_text import MOST_TOLD, say, shown, warn
from game.base.storage import StorageError, clear_up
from game.cli import analyse as cli_analyse
from game.cli import arena as cli_arena
from game.cli import calibration as cli_calibration
from game.cli import export as cli_export
from game.cli import inspect as cli_inspect
from game.cli import judge_error as cli_judge_error
from game.cli import levels as cli_levels
from game.cli import plot as cli_plot
from game.cli import practice as cli_practice
from game.cli import standings as cli_standings
from game.cli import statistics as cli_statistics
from game.cli import train as cli_train
from game.cli import yardstick as cli_yardstick
from game.cli.output import table
from game.cli.words import (
    CommandError,
    Help,
    Parser,
    UsageError,
    add_count,
    add_game,
    add_language,
    add_mods,
    add_options,
    add_seed,
    game_of,
    language_code,
    new_file,
    options_of,
    reading,
    speed,
    use_mods,
)
from game.games import registry
from game.games.levels import levels_first
from game.games.seats import HUMAN, SeatError, parse_seats
from game.matches.check import follow
from game.matches.conformance import violations
from game.matches.measured import words_of
from game.matches.replay import ReplayError
from game.matches.requests import ReplayRequest, TableRequest, WindowRequest
from game.mods.files import ModError, folder
from game.mods.mods import MODS
from game.rules import language
from game.rules.protocol import OptionError, RulesError
from game.rules.wording import counted


@dataclass(frozen=True)
class Command:
    """A command: its help, its arguments, and what it does, which gives its exit status."""

    help: Help
    arguments: Callable[[Parser], None]
    run: Callable[[Namespace], int]


def run(argv: Sequence[str]) -> int:
    """Run the command that these words ask for; the exit status. Mistakes and failures are told in one line."""
    clear_up()
    try:
        return _dispatch(_in_language(list(argv)))
    except (UsageError, registry.UnknownNameError, SeatError, OptionError) as error:
        return _fail(2, error)
    except (CommandError, ReplayError, StorageError, ModError, RulesError) as error:
        return _fail(1, error)
    except ThinkingError as error:
        return _fail(1, CommandError(f"the AI of a mod {error}"))
    except Exception as error:
        told = MODS.blamed(error)
        if told is None:
            raise
        return _fail(1, told)
    finally:
        MODS.end()


def _dispatch(argv: list[str]) -> int:
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # a file's odd name must not end a command
    leading = len(argv) - len(_without_mods(argv))
    if leading or not argv:
        parser = Parser(prog="tabletalk", allow_abbrev=False)
        add_mods(parser)
        use_mods(parser.parse_args(argv[:leading]), load=False)
        if len(argv) == leading:
            return _open(None)
        argv = [argv[leading], *argv[:leading], *argv[leading + 1 :]]
    name, *words = argv
    if name in _ALONE:
        if words:
            raise UsageError(f"{name} takes no {words[0]!r} (help for a command: tabletalk COMMAND --help)")
        say(_ALONE[name]())
        return 0
    command = COMMANDS.get(name)
    if command is None:
        raise UsageError(f"there is no command {name!r}; choose one of: {', '.join(COMMANDS)} (see: tabletalk --help)")
    parser = command.help.parser(name)
    command.arguments(parser)
    add_mods(parser)
    add_language(parser)
    try:
        # Intermixed: options may stand among the words, as in "arena jaipur utility --games 10 random".
        parsed = parser.parse_intermixed_args(words)
    except SystemExit as end:  # argparse has printed the help that was asked for
        return int(end.code or 0)
    if name not in _WITHOUT_AIS:
        use_mods(parsed)
    return command.run(parsed)


def _in_language(argv: list[str]) -> list[str]:
    """The words without ``--language CODE``, wherever it stood among them; its language is chosen, else that of the
    settings, else the platform's. Raises UsageError."""
    asked = ""
    words = iter(argv)
    left = []
    for word in words:
        if word == _LANGUAGE:
            asked = language_code(next(words, ""))
        elif word.startswith(f"{_LANGUAGE}="):
            asked = language_code(word.partition("=")[2])
        else:
            left.append(word)
    language.choose(asked, settings.load().language)
    return left


def _without_mods(argv: list[str]) -> list[str]:
    """The words after those that name mods before any command."""
    while len(argv) > 1 and argv[0] == "--mod":
        argv = argv[2:]
    return argv


def _fail(status: int, error: Exception) -> int:
    """Tell an error in one printable line; the exit status."""
    warn(f"error: {error}")
    return status


def _version() -> str:
    return f"tabletalk {program_version()}"


def _overview() -> str:
    rows = [[f"  tabletalk {name}", command.help.summary] for name, command in COMMANDS.items()]
    return "\n".join(
        [
            "usage: tabletalk [COMMAND ...]",
            "",
            "Card tables whose AIs think in the open: play, watch, or let the AIs play each other.",
            "",
            table([["  tabletalk [--mod FILE]...", "opens the window at the menu"], *rows], left=2),
            "",
            f"GAME is one of: {', '.join(game.name for game in registry.games())}",
            "Each command tells more: tabletalk COMMAND --help",
            "",
            "Each takes --mod FILE, a mod: see docs/modding.md",
            f"Each takes --language CODE, one of: {', '.join(language.names())}",
            "",
            "options:",
            "  -h, --help  this text",
            "  --version   the program's version",
        ]
    )


# --- the window --------------------------------------------------------------------------------------------------


def _open(request: WindowRequest) -> int:
    """Open the window with a request, until it is closed. Raises CommandError where no window can be opened."""
    instead = f"without a window there are: {', '.join(HEADLESS)}"
    asked = any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"))
    if sys.platform.startswith("linux") and not asked:
        raise CommandError(f"there is no display to open a window on; {instead}")
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    import pygame

    from game.app import window

    try:
        return window.run(request)
    except pygame.error as error:
        raise CommandError(f"the window could not be opened ({error}); {instead}") from error


def _table_arguments(parser: Parser) -> None:
    add_game(parser)
    parser.add_argument(
        "--seat",
        metavar="SEAT",
        action="append",
        default=[],
        help="who sits down, once for every seat: human, or an AI as NAME[:FILE][@key=value,...]",
    )
    add_seed(parser)
    parser.add_argument("--record", metavar="FILE", type=new_file, help="writes the match to this replay file")
    parser.add_argument("--thoughts", action="store_true", help="records what the AIs think, too")
    add_options(parser)


def _watch_arguments(parser: Parser) -> None:
    _table_arguments(parser)
    parser.add_argument(
        "--speed", metavar="X", type=speed, default=1.0, help="a factor on motion and pace, or max (default: 1)"
    )


def _play(words: Namespace) -> int:
    game = game_of(words)
    others = [game.default_ai] * (game.rules.seats[0] - 1)
    return _open(_table_request(words, game, words.seat or [HUMAN, *others]))


def _watch(words: Namespace) -> int:
    game = game_of(words)
    if HUMAN in words.seat:
        raise UsageError(f"watch seats AIs only, one of: {_ai_names(game)}; to sit down yourself: play {game.name}")
    return _open(_table_request(words, game, words.seat or [game.default_ai] * game.rules.seats[0], words.speed))


def _table_request(words: Namespace, game: registry.GameModule, specs: list[str], pace: float = 1.0) -> TableRequest:
    seats = tuple(parse_seats(game.name, specs))
    return TableRequest(game.name, seats, options_of(words, game.rules), words.seed, words.record, pace, words.thoughts)


def _replay_arguments(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="a recorded match")


def _replay(words: Namespace) -> int:
    reading(words, words.file)  # a file that is none is told before a window opens
    return _open(ReplayRequest(words.file))


# --- without a window --------------------------------------------------------------------------------------------


def _check_arguments(parser: Parser) -> None:
    parser.add_argument("files", metavar="FILE", nargs="+", type=Path, help="recorded matches")


def _check(words: Namespace) -> int:
    """One line for every file: that it is right, or at which line it departs from the rules."""
    faults = 0
    for path in words.files:
        try:
            say(_checked(words, path))
        except ReplayError as error:
            faults += 1
            say(shown(str(error), MOST_TOLD))
    return 1 if faults else 0


def _checked(words: Namespace, path: Path) -> str:
    """What there is to say of a replay that follows the rules. Raises ReplayError for any other."""
    replay = reading(words, path)
    position = follow(replay)
    moves = counted(position.played, "{number:,} move", "{number:,} moves", none="0")
    cut = "" if replay.warning is None else "; the last line is incomplete and was dropped"
    return f"{path}: ok: {moves}, {'finished' if position.ended else 'unfinished'}{cut}"


def _check_game_arguments(parser: Parser) -> None:
    add_game(parser)
    add_count(parser, "--games", 10, "games by each number of players")


def _check_game(words: Namespace) -> int:
    """What the rules of a game violate, a line each."""
    game = game_of(words)
    found = violations(game.rules, words.games)
    for told in found:
        say(shown(f"{game.name}: {told}", MOST_TOLD))
    if not found:
        say(f"{game.name}: ok: {counted(words.games, '{number:,} game', '{number:,} games')} by each number of players")
    return 1 if found else 0


def _list_arguments(parser: Parser) -> None:
    """No words."""


def _list(words: Namespace) -> int:
    """The games, and the AIs at each."""
    for game in registry.games():
        seats = game.rules.seats
        players = str(seats[0]) if len(seats) == 1 else f"{seats[0]} to {seats[-1]}"
        say(f"{game.name}: {game.title}, for {players} players. {game.about}")
        say(table([[f"  {ai.name}", _told(game, ai)] for ai in levels_first(registry.ais(game.name))], left=2))
    say(f"mods: {folder()}")
    states = [[f"  {mod.name}", f"refused: {mod.refused}" if mod.refused else f"adds {mod.adds}"] for mod in MODS.all]
    if states:
        say(table(states, left=2))
    return 0


def _told(game: registry.GameModule, ai: registry.AI) -> str:
    """What there is to say of an AI in a line."""
    default = "the default" if ai.name == game.default_ai else ""
    return f"{ai.about} ({', '.join(filter(None, (ai.origin, default, words_of(game.name, ai.name))))})"


def _ai_names(game: registry.GameModule) -> str:
    return ", ".join(ai.name for ai in registry.ais(game.name))


_SEATS = (
    "A SEAT is human, or an AI: NAME[:FILE][@key=value,...], where FILE is a trained file of one's own and key=value\n"
    "sets the AI's parameters. What there is to choose from: tabletalk list"
)

COMMANDS = {
    "play": Command(
        Help(
            "GAME [--seat SEAT]... [--seed N] [--record FILE] [--thoughts] [--set KEY=VALUE]...",
            "opens the window at a table",
            f"Without --seat, a human plays against the game's default AI.\n{_SEATS}",
            (
                "tabletalk play jaipur",
                "tabletalk play jaipur --seat human --seat weighted",
                "tabletalk play jaipur --seed 7 --record match.jsonl",
            ),
        ),
        _table_arguments,
        _play,
    ),
    "watch": Command(
        Help(
            "GAME [--seat SEAT]... [--seed N] [--speed X] [--record FILE] [--thoughts] [--set KEY=VALUE]...",
            "opens the window at a table where AIs play",
            f"Without --seat, the game's default AI sits on all seats.\n{_SEATS}",
            ("tabletalk watch jaipur", "tabletalk watch jaipur --seat utility --seat random --speed 4"),
        ),
        _watch_arguments,
        _watch,
    ),
    "train": Command(cli_train.TRAIN_HELP, cli_train.train_arguments, cli_train.run_train),
    "inspect": Command(cli_inspect.INSPECT_HELP, cli_inspect.inspect_arguments, cli_inspect.run_inspect),
    "arena": Command(cli_arena.ARENA_HELP, cli_arena.arena_arguments, cli_arena.arena),
    "replay": Command(
        Help(
            "FILE",
            "opens the window and steps through a recorded match",
            examples=("tabletalk replay match.jsonl",),
        ),
        _replay_arguments,
        _replay,
    ),
    "check": Command(
        Help(
            "FILE...",
            "plays replays again by the rules and says at which line a file departs from them",
            "Prints one line for every file; the exit status is 1 when any file departs from the rules.",
            ("tabletalk check match.jsonl", "tabletalk check replays/*.jsonl"),
        ),
        _check_arguments,
        _check,
    ),
    "check-game": Command(
        Help(
            "GAME [--games N]",
            "plays a game at random and tells where its rules depart from what all rules must do",
            "What every game must do to be recorded, taken back and shown. Prints a line for each fault; the\n"
            "exit status is then 1.",
            ("tabletalk check-game nim", "tabletalk check-game tic_tac_toe --mod tic_tac_toe.py --games 100"),
        ),
        _check_game_arguments,
        _check_game,
    ),
    "analyse": Command(cli_analyse.ANALYSE_HELP, cli_analyse.analyse_arguments, cli_analyse.run_analyse),
    "export": Command(cli_export.EXPORT_HELP, cli_export.export_arguments, cli_export.run_export),
    "ratings": Command(cli_arena.RATINGS_HELP, cli_arena.ratings_arguments, cli_arena.ratings),
    "levels": Command(cli_levels.LEVELS_HELP, cli_levels.levels_arguments, cli_levels.run_levels),
    "yardstick": Command(cli_yardstick.YARDSTICK_HELP, cli_yardstick.yardstick_arguments, cli_yardstick.run_yardstick),
    "judge-error": Command(
        cli_judge_error.JUDGE_ERROR_HELP, cli_judge_error.judge_error_arguments, cli_judge_error.run_judge_error
    ),
    "plot": Command(cli_plot.PLOT_HELP, cli_plot.plot_arguments, cli_plot.run_plot),
    "calibration": Command(
        cli_calibration.CALIBRATION_HELP, cli_calibration.calibration_arguments, cli_calibration.run_calibration
    ),
    "standings": Command(cli_standings.STANDINGS_HELP, cli_standings.standings_arguments, cli_standings.run_standings),
    "statistics": Command(
        cli_statistics.STATISTICS_HELP, cli_statistics.statistics_arguments, cli_statistics.run_statistics
    ),
    "practice": Command(cli_practice.PRACTICE_HELP, cli_practice.practice_arguments, cli_practice.run_practice),
    "list": Command(
        Help(
            "",
            "the games, and the AIs at each with one line about them and where they come from",
            examples=("tabletalk list",),
        ),
        _list_arguments,
        _list,
    ),
}
"""Every command by its name, in the order of the overview."""
_LANGUAGE = "--language"
_ALONE = {"-h": _overview, "--help": _overview, "--version": _version}
"""What is printed for words that stand in the place of a command."""
_WITHOUT_AIS = ("analyse", "check", "export", "plot", "replay")
"""The commands that need no AI, and so no mod."""
HEADLESS = (
    "train",
    "inspect",
    "arena",
    "check",
    "check-game",
    "analyse",
    "export",
    "list",
    "ratings",
    "levels",
    "yardstick",
    "judge-error",
    "plot",
    "calibration",
    "standings",
    "statistics",
    "practice",
)
"""The commands that open no window."""
