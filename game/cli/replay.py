"""The command ``replay``: the window at a recorded match."""

from argparse import Namespace
from pathlib import Path

from game.cli.window import open_window
from game.cli.words import Command, Help, Parser, reading
from game.matches.requests import ReplayRequest

HELP = Help("FILE", examples=("tabletalk replay match.jsonl",))


def replay_arguments(parser: Parser) -> None:
    """The words of ``replay``."""
    parser.add_argument("file", metavar="FILE", type=Path, help="a recorded match")


def run_replay(words: Namespace) -> int:
    """Open the window at the match."""
    reading(words, words.file)  # a file that is none is told before a window opens
    return open_window(ReplayRequest(words.file))


COMMAND = Command(HELP, replay_arguments, run_replay, needs_ais=False)
