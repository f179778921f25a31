"""The command ``check``: whether recorded matches follow the rules."""

from argparse import Namespace
from pathlib import Path

from game.base.safe_text import MOST_TOLD, say, shown
from game.cli.words import Command, Help, Parser, reading
from game.matches.check import follow
from game.matches.replay import ReplayError
from game.rules.wording import counted

HELP = Help(
    "FILE...",
    "Prints one line for every file; the exit status is 1 when any file departs from the rules.",
    ("tabletalk check match.jsonl", "tabletalk check replays/*.jsonl"),
)


def check_arguments(parser: Parser) -> None:
    """The words of ``check``."""
    parser.add_argument("files", metavar="FILE", nargs="+", type=Path, help="recorded matches")


def run_check(words: Namespace) -> int:
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


COMMAND = Command(HELP, check_arguments, run_check, needs_ais=False)
