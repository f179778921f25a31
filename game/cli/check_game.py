"""The command ``check-game``: whether the rules of a game do what all rules must do."""

from argparse import Namespace

from game.base.safe_text import MOST_TOLD, say, shown
from game.cli.words import Command, Help, Parser, add_count, add_game, game_of
from game.matches.conformance import violations
from game.rules.wording import counted

HELP = Help(
    "GAME [--games N]",
    "What every game must do to be recorded, taken back and shown. Prints a line for each fault; the\n"
    "exit status is then 1.",
    ("tabletalk check-game nim", "tabletalk check-game tic_tac_toe --mod tic_tac_toe.py --games 100"),
)


def check_game_arguments(parser: Parser) -> None:
    """The words of ``check-game``."""
    add_game(parser)
    add_count(parser, "--games", 10, "games by each number of players")


def run_check_game(words: Namespace) -> int:
    """What the rules of a game violate, a line each."""
    game = game_of(words)
    found = violations(game.rules, words.games, zones=game.zones)
    for told in found:
        say(shown(f"{game.name}: {told}", MOST_TOLD))
    if not found:
        games = counted(words.games, "{number:,} game", "{number:,} games")
        say(f"{game.name}: ok: {games} by each number of players")
    return 1 if found else 0


COMMAND = Command(HELP, check_game_arguments, run_check_game)
