"""The words of a command line: parsers whose errors are one line, and the values that several commands share."""

import argparse
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from game.base.safe_text import warn
from game.base.settings import MEMORY, THINK_SECONDS
from game.base.storage import unwritable
from game.games import registry
from game.matches.replay import Replay, UnknownGameError, read
from game.mods.mods import MODS
from game.rules import translation
from game.rules.options import parse_options
from game.rules.protocol import AnyRules
from game.rules.streams import SEED_DIGITS

T = TypeVar("T")


class UsageError(Exception):
    """A wrong word; the text is one line and names the valid choices."""


class CommandError(Exception):
    """A command that could not do what it was asked for; the text is one line and says what would help."""


class Parser(argparse.ArgumentParser):
    """A parser of one command that raises UsageError instead of ending the program with its usage."""

    def error(self, message: str) -> NoReturn:
        if message.startswith("unrecognized arguments"):
            options = [action.option_strings[-1] for action in self._actions if action.option_strings]
            message += f"; choose from: {', '.join(options)}"
        raise UsageError(f"{message} (see: {self.prog} --help)")


@dataclass(frozen=True)
class Help:
    """What ``--help`` says of a command: its words, more about it than the overview does, and examples."""

    words: str
    more: str = ""
    examples: tuple[str, ...] = ()

    def parser(self, name: str, about: str) -> Parser:
        """A parser of the command `name` with this help, which begins with one line about it, and no arguments yet."""
        examples = "\n".join(f"  {line}" for line in self.examples)
        return Parser(
            prog=f"tabletalk {name}",
            usage=" ".join(["tabletalk", name, *filter(None, [self.words]), "[--mod FILE]..."]),
            description=f"{about}\n\n{self.more}".strip(),
            epilog=f"examples:\n{examples}" if examples else None,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )


@dataclass(frozen=True)
class Command:
    """A command: its help, its arguments, and what it does, which gives its exit status; whether it `needs_ais`, and so
    mods; whether it plays matches `on_rules`, in which no systems of mods take part. Each stands as ``COMMAND`` in
    the module of its name."""

    help: Help
    arguments: Callable[[Parser], None]
    run: Callable[[argparse.Namespace], int]
    needs_ais: bool = True
    on_rules: bool = False


def add_game(parser: Parser) -> None:
    """GAME, the first word; that it is there, and a game, is seen to by `game_of`."""
    parser.add_argument("game", metavar="GAME", nargs="?", help=f"one of: {', '.join(_game_names())}")


def add_seed(parser: Parser, default: int | None = None, usual: str = "") -> None:
    """``--seed N``; `usual` tells what stands for it where it is not given, unless that is the default."""
    usual = usual or ("a fresh one" if default is None else str(default))
    parser.add_argument(
        "--seed", metavar="N", type=seed, default=default, help=f"all chance follows from it (default: {usual})"
    )


def add_options(parser: Parser) -> None:
    """``--set KEY=VALUE``, as often as wanted."""
    options = "; ".join(
        f"{game.name}: {', '.join(f'{each.key} ({each.about}, default {each.default_text})' for each in options)}"
        for game in registry.games()
        if (options := game.rules.options)
    )
    parser.add_argument(
        "--set", metavar="KEY=VALUE", action="append", default=[], help=f"an option of the game, repeatable ({options})"
    )


def add_count(parser: Parser, name: str, default: int, about: str) -> None:
    """An option that is a whole number of at least 1."""
    parser.add_argument(name, metavar="N", type=count, default=default, help=f"{about} (default: {default})")


def add_narrate(parser: Parser) -> None:
    """The word that has the window told in words."""
    parser.add_argument("--narrate", action="store_true", help="tells on standard output what happens, a line an event")


def add_mods(parser: Parser) -> None:
    """``--mod FILE``, as often as wanted, ``--think-time SECONDS`` and ``--memory MB``."""
    parser.add_argument(
        "--mod", metavar="FILE", action="append", type=mod_file, default=[], help="a mod: a Python file, or a package"
    )
    parser.add_argument(
        "--think-time",
        metavar="SECONDS",
        type=think_time,
        help=f"how long the AI of a mod may think about a move (default: {THINK_SECONDS:g})",
    )
    parser.add_argument(
        "--memory",
        metavar="MB",
        type=memory,
        help=f"how much memory each process of a mod may use (default: {MEMORY})",
    )


def add_language(parser: Parser) -> None:
    """``--language CODE`` for the help of a command: :mod:`game.cli.running` takes it out of the words before."""
    codes = ", ".join(f"{code} ({name})" for code, name in translation.names().items())
    parser.add_argument(
        "--language",
        metavar="CODE",
        help=f"what the window and pictures speak: {codes} (default: the settings', else the platform's)",
    )


def language_code(text: str) -> str:
    """A code of a language that there are texts in. Raises UsageError."""
    if text not in translation.known_codes():
        raise UsageError(f"--language needs one of: {', '.join(translation.offered_codes())}; not {text!r}")
    return text


def use_mods(words: argparse.Namespace, load: bool = True) -> None:
    """Load the mods that were named, those that are installed, and those in the user's folder; those that are refused
    are told, and everything goes on without them. Without `load` they are only named: the menu loads them."""
    MODS.name(words.mod)
    if words.think_time is not None:
        MODS.ask_think_seconds(words.think_time)
    if words.memory is not None:
        MODS.ask_memory(words.memory)
    if load:
        MODS.refresh()
        MODS.wait()
        for mod in MODS.all:
            if mod.refused:
                warn(f"tabletalk: mod {mod.found.path or mod.name} is refused: {mod.refused}")


def tell_left_out(command: str, game: str | None) -> None:
    """Say which systems of mods take no part in what a command plays: a game, or each of them."""
    games = [registry.game(game).name] if game is not None else _game_names()
    mods = dict.fromkeys([mod.name for each in games for mod in MODS.with_systems(each)])
    if mods:
        warn(f"note: {command} plays on the rules alone, without systems of mods ({', '.join(mods)})")


def with_mods_if_asked(words: argparse.Namespace, wanted: Callable[[], T]) -> T:
    """What is `wanted`; where it needs a game or an AI that is not there, mods are loaded first, for one may bring it:
    starting them takes longer than most of what needs none. Raises what `wanted` raises."""
    try:
        return wanted()
    except (UnknownGameError, registry.UnknownNameError):
        use_mods(words)
        return wanted()


def reading(words: argparse.Namespace, path: Path) -> Replay:
    """A replay; mods are loaded where one may bring its game. Raises ReplayError."""
    return with_mods_if_asked(words, lambda: read(path))


def game_of(words: argparse.Namespace) -> registry.GameModule:
    """The game that was asked for. Raises UsageError or registry.UnknownNameError."""
    if words.game is None:
        raise UsageError(f"which game? choose one of: {', '.join(_game_names())}")
    return registry.game(words.game)


def options_of(words: argparse.Namespace, rules: AnyRules) -> dict[str, Any]:
    """The game's options with what was set. Raises OptionError."""
    return parse_options(rules, words.set)


def _game_names() -> list[str]:
    return [game.name for game in registry.games()]


def _whole_number(text: str, least: int) -> int:
    # No more digits than any computer counts to: Python refuses to read thousands of them.
    if not re.fullmatch(rf"[0-9]{{1,{SEED_DIGITS}}}", text) or int(text) < least:
        raise argparse.ArgumentTypeError(f"needs a whole number of at least {least}, not {text!r}")
    return int(text)


def count(text: str) -> int:
    """A whole number of at least 1."""
    return _whole_number(text, 1)


def seed(text: str) -> int:
    """A whole number of at least 0."""
    return _whole_number(text, 0)


def speed(text: str) -> float:
    """A positive factor, or infinity for ``max``."""
    if text == "max":
        return math.inf
    try:
        factor = float(text)
    except ValueError:
        factor = math.nan
    if not (factor > 0 and math.isfinite(factor)):
        raise argparse.ArgumentTypeError(f"needs a positive factor, such as 0.5 or 4, or max, not {text!r}")
    return factor


def think_time(text: str) -> float:
    """Seconds, 0.1 to 60."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0.1 <= seconds <= 60.0:
        raise argparse.ArgumentTypeError(f"needs seconds, 0.1 to 60, not {text!r}")
    return seconds


def memory(text: str) -> int:
    """Megabytes, 200 to 1,000,000."""
    if not re.fullmatch(r"[0-9]{1,7}", text) or not 200 <= int(text) <= 1_000_000:
        raise argparse.ArgumentTypeError(f"needs MB, 200 to 1000000, not {text!r}")
    return int(text)


def mod_file(text: str) -> Path:
    """The file of a mod, or the folder of its package, which must be there."""
    path = Path(text)
    if not path.exists():
        raise argparse.ArgumentTypeError(f"there is no file {text!r}")
    if not (path.suffix == ".py" and path.is_file()) and not (path / "__init__.py").is_file():
        raise argparse.ArgumentTypeError(f"a mod is a Python file, or the folder of a package, not {text!r}")
    return path


def new_file(text: str) -> Path:
    """A file to be written, replacing one of the same name, but nothing that is no file."""
    path = Path(text)
    fault = unwritable(path) if text else "it has no name"
    if fault is not None:
        raise argparse.ArgumentTypeError(f"{text!r} could not be written: {fault}")
    return path


def values_of(spec: str, readers: Mapping[str, Callable[[str], Any]]) -> dict[str, Any]:
    """The values that ``NAME@key=value,...`` gives. Raises UsageError."""
    values: dict[str, Any] = {}
    for part in filter(None, spec.partition("@")[2].split(",")):
        key, equals, text = part.partition("=")
        if not equals or key not in readers:
            raise UsageError(f"{spec}: this training has no parameter {key!r}; it has: {', '.join(readers)}")
        try:
            values[key] = readers[key](text)
        except ValueError as error:
            raise UsageError(f"{spec}: {key}: {error}") from None
    return values
