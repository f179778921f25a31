"""The words of a command line: parsers whose errors are one line, and the values that several commands share."""

import argparse
import math
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from game import catalogue
from game.rules.protocol import AnyRules, parse_options


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
    """What ``--help`` says of a command: its words, one line about it, more about it, and examples."""

    words: str
    summary: str
    more: str = ""
    examples: tuple[str, ...] = field(default=())

    def parser(self, name: str) -> Parser:
        """A parser of the command `name` with this help and no arguments yet."""
        examples = "\n".join(f"  {line}" for line in self.examples)
        return Parser(
            prog=f"tabletalk {name}",
            usage=f"tabletalk {name} {self.words}",
            description=f"{self.summary}\n\n{self.more}".strip(),
            epilog=f"examples:\n{examples}" if examples else None,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )


def add_game(parser: Parser) -> None:
    """GAME, the first word; that it is there, and a game, is seen to by `game_of`."""
    parser.add_argument("game", metavar="GAME", nargs="?", help=f"one of: {', '.join(_game_names())}")


def add_seed(parser: Parser, default: int | None = None) -> None:
    """``--seed N``."""
    usual = "a fresh one" if default is None else str(default)
    parser.add_argument(
        "--seed", metavar="N", type=seed, default=default, help=f"all chance follows from it (default: {usual})"
    )


def add_options(parser: Parser) -> None:
    """``--set KEY=VALUE``, as often as wanted."""
    options = "; ".join(
        f"{game.name}: {', '.join(f'{option.key} ({option.about}, default {option.default})' for option in options)}"
        for game in catalogue.games()
        if (options := game.rules.options)
    )
    parser.add_argument(
        "--set", metavar="KEY=VALUE", action="append", default=[], help=f"an option of the game, repeatable ({options})"
    )


def add_count(parser: Parser, name: str, default: int, about: str) -> None:
    """An option that is a whole number of at least 1."""
    parser.add_argument(name, metavar="N", type=count, default=default, help=f"{about} (default: {default})")


def game_of(words: argparse.Namespace) -> catalogue.Game:
    """The game that was asked for. Raises UsageError or catalogue.UnknownNameError."""
    if words.game is None:
        raise UsageError(f"which game? choose one of: {', '.join(_game_names())}")
    return catalogue.game(words.game)


def options_of(words: argparse.Namespace, rules: AnyRules) -> dict[str, Any]:
    """The game's options with what was set. Raises OptionError."""
    return parse_options(rules, words.set)


def _game_names() -> list[str]:
    return [game.name for game in catalogue.games()]


def _whole_number(text: str, least: int) -> int:
    # No more digits than any computer counts to: Python refuses to read thousands of them.
    if not re.fullmatch(r"[0-9]{1,18}", text) or int(text) < least:
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


def new_file(text: str) -> Path:
    """A file to be written, replacing one of the same name."""
    path = Path(text)
    if not text or path.is_dir():
        raise argparse.ArgumentTypeError(f"needs the name of a file to write, not the folder {text!r}")
    return path
