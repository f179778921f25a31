"""The command ``ratings``: how strong every AI is, of matches between them all."""

from argparse import Namespace
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from game.agents.agent import is_slow
from game.base.safe_text import say
from game.cli.arena import bounds_words, play_arena, tell_faults, way
from game.cli.output import interval, markdown, percent, table
from game.cli.spread import add_spread
from game.cli.words import Command, Help, Parser, UsageError, add_count, add_game, add_seed, new_file
from game.games import registry
from game.games.entrants import entrants
from game.games.module import GameModule
from game.games.seats import parse_seat
from game.matches import measured
from game.matches.arena import Arena, Schedule
from game.matches.arena_match import ArenaMatch, with_systems
from game.mods.mods import MODS
from game.rules.protocol import usual_options

GAMES = 400
SLOW_GAMES = 20
SEED = 1
"""Fixed, so that the README's table comes out again."""
HELP = Help(
    "[GAME] [--games N] [--slow-games N] [--without AI]... [--seed N] [--workers N | --ray ADDRESS]\n"
    "       [--out FILE] [--markdown]",
    "At each game every pair of AIs plays N matches as in an arena; files that ship beside an AI's own, as of fewer\n"
    "games, are rated too. A rate is over all the matches of an AI and counts a draw as half; ratings are on the Elo\n"
    "scale, 1500 being the mean of a game's AIs. They are kept in FILE, without --out in the user's data, and told by\n"
    "list and the menu.",
    ("tabletalk ratings nim", "tabletalk ratings --games 2000 --workers all --markdown --out assets/measured.json"),
)


def ratings_arguments(parser: Parser) -> None:
    """The words of ``ratings``."""
    measuring_arguments(parser, GAMES, "matches a pair", SEED)
    about = "matches at most of a pair in which an AI thinks long"
    add_count(parser, "--slow-games", SLOW_GAMES, about)
    add_without(parser)


def add_without(parser: Parser) -> None:
    """``--without AI``, as often as wanted; who is left is told by `entered`."""
    parser.add_argument("--without", metavar="AI", action="append", default=[], help="leaves an AI out, repeatable")


def measuring_arguments(parser: Parser, games: int, about: str, seed: int) -> None:
    """The words of a command that measures AIs and keeps what it finds: `games` and `seed` unless others are asked for,
    `about` what the games are."""
    add_game(parser)
    add_count(parser, "--games", games, about)
    add_seed(parser, seed)
    add_spread(parser, "play")
    parser.add_argument("--out", metavar="FILE", type=new_file, help="where it is kept (default: in the user's data)")
    parser.add_argument("--markdown", action="store_true", help="prints the table of the README, in Markdown")


def run_ratings(words: Namespace) -> int:
    """Rate every AI at a game, or at all of them; keep and print the table."""
    rows = [["game", "AI", "rating", "95 % interval", "matches", "rate", "95 % interval"]]
    games = _for_two(registry.games() if words.game is None else [registry.game(words.game)])
    if not games:
        raise UsageError(f"{words.game} is not for two players, and pairs of AIs are rated")
    meeting = entered(games, words.without)
    for game in games:
        called = meeting[game.name]
        if len(called) < 2:
            continue
        result, names = _everybody_meets(game, called, words)
        rated = [row.record() for row in result.rated(names)]
        slow_games = min(words.slow_games, words.games)
        record = {"games": words.games, "slow_games": slow_games, "seed": words.seed, "ais": rated}
        measured.keep(words.out or measured.kept_path(), game.name, "ratings", record)
        stars = dict(zip(names, result.marked(names), strict=True))
        rows += [_rating_row(game, row | {"ai": stars[row["ai"]]}) for row in rated]
    say((markdown if words.markdown else table)(rows, left=2))
    return 0


def _for_two(games: Sequence[GameModule]) -> list[GameModule]:
    """Those of these games that two can play: a mod's may be for more."""
    return [game for game in games if 2 in game.rules.seats]


def entered(games: Sequence[GameModule], without: Sequence[str]) -> dict[str, dict[str, str]]:
    """Who is measured at each of these games, see :func:`game.games.entrants.entrants`, but for those to be left out.
    Raises UsageError for a name to leave out that nobody has."""
    found = {game.name: entrants(game.name) for game in games}
    there = sorted({name for called in found.values() for name in called})
    for name in without:
        if name not in there:
            games_asked, choices = ", ".join(found), ", ".join(there)
            raise UsageError(f"--without: nobody is called {name!r} at {games_asked}; choose from: {choices}")
    return {
        game: {name: spec for name, spec in called.items() if name not in without} for game, called in found.items()
    }


def _everybody_meets(game: GameModule, called: Mapping[str, str], words: Namespace) -> tuple[Arena, tuple[str, ...]]:
    """The matches of all pairs of a game's AIs, fewer of those in which somebody thinks long, and what the AIs are
    called there."""
    specs, names = tuple(called.values()), with_systems(game.name, called)
    options = usual_options(game.rules)
    play = ArenaMatch(game.name, specs, options, way(game, "rules"), mods=MODS.in_use(game.name, specs, systems=True))
    slow = {place for place, spec in enumerate(specs) if _thinks_long(game.name, spec)}
    pairs = list(combinations(range(len(specs)), 2))
    quick = tuple(pair for pair in pairs if slow.isdisjoint(pair))
    others = tuple(pair for pair in pairs if not slow.isdisjoint(pair))
    played = [
        play_arena(Schedule(len(specs), games, words.seed, pairs=met), play, words)
        for met, games in ((quick, words.games), (others, min(words.slow_games, words.games)))
        if met
    ]
    for each in played:
        tell_faults(each, names)
    for each in played[1:]:
        played[0].add(each)
    return played[0], names


def _thinks_long(game: str, spec: str) -> bool:
    agent = parse_seat(game, spec).agent()
    return agent is not None and is_slow(agent)


def _rating_row(game: GameModule, row: Mapping[str, Any]) -> list[str]:
    """A row of the table that is printed."""
    rating, reach = f"{row['rating']:.0f}", bounds_words(row["interval"])
    rate, bounds = percent(row["rate"]), interval(row["rate_interval"])
    return [game.title, row["ai"], rating, reach, str(row["matches"]), rate, bounds]


COMMAND = Command(HELP, ratings_arguments, run_ratings)
