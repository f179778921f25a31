"""The command ``standings``: measures the chance to win a match before each of its rounds."""

from argparse import Namespace
from collections.abc import Sequence

from game.base.safe_text import say
from game.cli.output import percent, progress, table
from game.cli.spread import add_spread, spread_of
from game.cli.words import (
    Command,
    CommandError,
    Help,
    Parser,
    UsageError,
    add_count,
    add_game,
    add_options,
    add_seed,
    game_of,
    new_file,
    options_of,
)
from game.games import registry, standings
from game.games.seats import HUMAN
from game.games.standings import StandingsError, Table
from game.matches.standings import measured, portions_of

DEALS = 1000
SEED = 1
_SEATS = ("begins", "second", "third", "fourth")

HELP = Help(
    "GAME AI [--players N] [--deals N] [--seed N] [--workers N | --ray ADDRESS] [--out FILE]\n"
    "       [--set KEY=VALUE]...",
    "From N deals at every standing. Where a round is won or lost, the AI's own chance of it is taken, with all\n"
    "hands open where it is a judge; where it shows none the round is played by it. The table is kept in FILE, beside\n"
    "those for other options; without --out in the user's data. The same seed gives the same table, whatever\n"
    "--workers.",
    (
        "tabletalk standings jaipur expert --deals 4000 --workers all",
        "tabletalk standings thirty_one neural --players 4 --out assets/thirty_one/standings.json",
    ),
)


def standings_arguments(parser: Parser) -> None:
    """The words of ``standings``."""
    add_game(parser)
    parser.add_argument("ai", metavar="AI", nargs="?", help="who judges: NAME[:FILE][@key=value,...]")
    add_players(parser)
    add_count(parser, "--deals", DEALS, "deals at a standing")
    add_seed(parser, SEED)
    add_spread(parser, "measure")
    parser.add_argument("--out", metavar="FILE", type=new_file, help="the file of tables (default: in the user's data)")
    add_options(parser)


def add_players(parser: Parser) -> None:
    """``--players N``; that the game seats so many is seen to by `players_of`."""
    parser.add_argument(
        "--players", metavar="N", type=int, help="how many players sit at the table (default: the fewest of the game)"
    )


def players_of(words: Namespace, game: registry.GameModule) -> int:
    """How many players sit at the table. Raises UsageError."""
    seats = game.rules.seats
    if words.players is not None and words.players not in seats:
        raise UsageError(f"--players: {game.name} seats {' or '.join(map(str, seats))}, not {words.players}")
    return seats[0] if words.players is None else int(words.players)


def ai_of(words: Namespace, game: registry.GameModule) -> str:
    """The words of the one AI that is asked for. Raises UsageError."""
    if words.ai is None or words.ai == HUMAN:
        raise UsageError(f"which AI? at {game.name} these: {', '.join(ai.name for ai in registry.ais(game.name))}")
    return str(words.ai)


def run_standings(words: Namespace) -> int:
    """Measure a table of standings, keep it, and print it."""
    game = game_of(words)
    ai, players, options = ai_of(words, game), players_of(words, game), options_of(words, game.rules)
    path = words.out or standings.kept_path(game.name)
    deals = sum(len(seeds) for _, seeds in portions_of(game.name, players, words.deals, words.seed, options))
    try:
        with spread_of(words) as spread, progress(deals, "deals") as advance:
            found = measured(game.name, ai, options, players, words.deals, words.seed, spread, advance)
        standings.write(game.name, path, found)
    except StandingsError as error:
        raise CommandError(str(error)) from None
    say(f"{game.name}: the chance to win the match before a round, from who begins it on\n")
    say(table(_rows(found), left=1))
    say(f"\nkept in {path}")
    return 0


def _rows(found: Table) -> Sequence[Sequence[str]]:
    rows = [["standing", *_SEATS[: found.players]]]
    for key in sorted(found.chances, key=lambda key: (len(key), key)):
        cells = [percent(chance) for chance in found.chances[key]]
        rows.append([" ".join(map(str, key)), *cells, *[""] * (found.players - len(cells))])
    return rows


COMMAND = Command(HELP, standings_arguments, run_standings, on_rules=True)
