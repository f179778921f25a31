"""How the words of a command become a call, and how what goes wrong is told."""

import sys
from collections.abc import Sequence
from importlib import import_module

from game.agents.agent import ThinkingError
from game.base import settings
from game.base.reports import program_version
from game.base.safe_text import say, warn
from game.base.storage import StorageError, clear_up
from game.cli.overview import COMMANDS, overview
from game.cli.window import open_window
from game.cli.words import (
    Command,
    CommandError,
    Parser,
    UsageError,
    add_language,
    add_mods,
    add_narrate,
    language_code,
    tell_left_out,
    use_mods,
)
from game.games import registry
from game.games.seats import SeatError
from game.matches.replay import ReplayError
from game.mods.files import ModError
from game.mods.mods import MODS
from game.rules import translation
from game.rules.protocol import OptionError, RulesError

_LANGUAGE = "--language"


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
    leading = len(argv) - len(_without_leading(argv))
    if leading or not argv:
        parser = Parser(prog="tabletalk", allow_abbrev=False)
        add_mods(parser)
        add_narrate(parser)
        asked = parser.parse_args(argv[:leading])
        use_mods(asked, load=False)
        if len(argv) == leading:
            return open_window(None, asked.narrate)
        argv = [argv[leading], *argv[:leading], *argv[leading + 1 :]]
    name, *words = argv
    if name in _ALONE:
        if words:
            raise UsageError(f"{name} takes no {words[0]!r} (help for a command: tabletalk COMMAND --help)")
        say(_ALONE[name]())
        return 0
    if name not in COMMANDS:
        raise UsageError(f"there is no command {name!r}; choose one of: {', '.join(COMMANDS)} (see: tabletalk --help)")
    return _carried_out(name, command(name), words)


def command(name: str) -> Command:
    """The command of a name."""
    found: Command = import_module(f"game.cli.{name.replace('-', '_')}").COMMAND
    return found


def _carried_out(name: str, asked: Command, words: list[str]) -> int:
    """The exit status of a command that was given these words. Raises UsageError, and what the command raises."""
    parser = asked.help.parser(name, COMMANDS[name])
    asked.arguments(parser)
    add_mods(parser)
    add_language(parser)
    try:
        # Intermixed: options may stand among the words, as in "arena jaipur utility --games 10 random".
        parsed = parser.parse_intermixed_args(words)
    except SystemExit as end:  # argparse has printed the help that was asked for
        return int(end.code or 0)
    if asked.needs_ais:
        use_mods(parsed)
    if asked.on_rules:
        tell_left_out(name, parsed.game)
    return asked.run(parsed)


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
    translation.choose(asked, settings.load().language)
    return left


def _without_leading(argv: list[str]) -> list[str]:
    """The words after those that name mods, or ask for narration, before any command."""
    while argv and (argv[0] == "--narrate" or (len(argv) > 1 and argv[0] == "--mod")):
        argv = argv[1 if argv[0] == "--narrate" else 2 :]
    return argv


def _fail(status: int, error: Exception) -> int:
    """Tell an error in one printable line; the exit status."""
    warn(f"error: {error}")
    return status


def _version() -> str:
    return f"tabletalk {program_version()}"


_ALONE = {"-h": overview, "--help": overview, "--version": _version}
"""What is printed for words that stand in the place of a command."""
