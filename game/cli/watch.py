"""The command ``watch``: the window at a table where AIs play."""

from argparse import Namespace

from game.cli.play import SEAT_WORDS, play_arguments, table_request, usual_seats
from game.cli.window import open_window
from game.cli.words import Command, Help, Parser, UsageError, game_of, speed
from game.games import registry
from game.games.seats import HUMAN

HELP = Help(
    "GAME [--seat SEAT]... [--seed N] [--speed X] [--record FILE] [--thoughts] [--narrate] [--set KEY=VALUE]...",
    f"Without --seat, the game's default AI sits on all seats.\n{SEAT_WORDS}",
    ("tabletalk watch jaipur", "tabletalk watch jaipur --seat utility --seat random --speed 4"),
)


def watch_arguments(parser: Parser) -> None:
    """The words of ``watch``: those of ``play``, and a speed."""
    play_arguments(parser)
    parser.add_argument(
        "--speed", metavar="X", type=speed, default=1.0, help="a factor on motion and pace, or max (default: 1)"
    )


def run_watch(words: Namespace) -> int:
    """Open the window at the table."""
    game = game_of(words)
    if HUMAN in words.seat:
        names = ", ".join(ai.name for ai in registry.ais(game.name))
        raise UsageError(f"watch seats AIs only, one of: {names}; to sit down yourself: play {game.name}")
    seats = words.seat or usual_seats(words, game)
    return open_window(table_request(words, game, seats, words.speed), words.narrate)


COMMAND = Command(HELP, watch_arguments, run_watch)
