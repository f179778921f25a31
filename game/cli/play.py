"""The command ``play``: the window at a table."""

from argparse import Namespace
from collections.abc import Sequence

from game.cli.window import open_window
from game.cli.words import (
    Command,
    Help,
    Parser,
    add_game,
    add_narrate,
    add_options,
    add_seed,
    game_of,
    new_file,
    options_of,
)
from game.games import registry
from game.games.seats import HUMAN, parse_seats
from game.matches.requests import TableRequest

SEAT_WORDS = (
    "A SEAT is human, or an AI: NAME[:FILE][@key=value,...], where FILE is a trained file of one's own and key=value\n"
    "sets the AI's parameters. What there is to choose from: tabletalk list"
)
HELP = Help(
    "GAME [--seat SEAT]... [--seed N] [--record FILE] [--thoughts] [--narrate] [--set KEY=VALUE]...",
    f"Without --seat, a human plays against the game's default AI.\n{SEAT_WORDS}",
    (
        "tabletalk play jaipur",
        "tabletalk play jaipur --seat human --seat weighted",
        "tabletalk play jaipur --seed 7 --record match.jsonl",
    ),
)


def play_arguments(parser: Parser) -> None:
    """The words of ``play``."""
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
    add_narrate(parser)
    add_options(parser)


def run_play(words: Namespace) -> int:
    """Open the window at the table."""
    game = game_of(words)
    return open_window(table_request(words, game, words.seat or [HUMAN, *usual_seats(words, game)[1:]]), words.narrate)


def usual_seats(words: Namespace, game: registry.GameModule) -> list[str]:
    """The usual AI at every seat of as few as may be. Raises OptionError."""
    return [registry.usual_ai(game, options_of(words, game.rules)).name] * game.rules.seats[0]


def table_request(words: Namespace, game: registry.GameModule, specs: Sequence[str], pace: float = 1.0) -> TableRequest:
    """What the window is asked for: a table of the game where these sit. Raises SeatError, OptionError."""
    seats = tuple(parse_seats(game.name, specs))
    return TableRequest(game.name, seats, options_of(words, game.rules), words.seed, words.record, pace, words.thoughts)


COMMAND = Command(HELP, play_arguments, run_play)
