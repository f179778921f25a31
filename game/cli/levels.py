"""The command ``levels``: measures the steps between a game's levels."""

from argparse import Namespace
from collections.abc import Mapping, Sequence
from typing import Any

from game.base.safe_text import say
from game.cli.arena import bounds_words, play_arena, tell_faults
from game.cli.output import interval, markdown, percent, table
from game.cli.ratings import measuring_arguments
from game.cli.words import Command, Help, Parser, UsageError
from game.games import registry
from game.games.levels import NAMES
from game.matches import measured
from game.matches.arena import Schedule
from game.matches.arena_match import ArenaMatch
from game.rules.protocol import usual_options

GAMES = 1000
SEED = 1
"""Fixed, so that the README's table comes out again."""
LEAST = "random"
"""Whom the weakest level is measured against."""
_HEADING = ["game", "level", "against", "games", "rate", "95 % interval", "Elo", "95 % interval"]

HELP = Help(
    "[GAME] [--games N] [--seed N] [--workers N | --ray ADDRESS] [--out FILE] [--markdown]",
    "Each level plays N matches against the one below it, the weakest against random, each deal from both seats;\n"
    "at a game whose rounds are only won or lost, N rounds. A rate counts a draw as half; Elo is of these matches\n"
    "alone, 1500 being the mean. What was measured is kept in FILE, without --out in the user's data, and is told by\n"
    "list and the menu. The same seed gives the same matches, whatever --workers.",
    ("tabletalk levels nim", "tabletalk levels --games 2000 --workers all --markdown --out assets/measured.json"),
)


def levels_arguments(parser: Parser) -> None:
    """The words of ``levels``."""
    measuring_arguments(parser, GAMES, "games a step, an even number", SEED)


def run_levels(words: Namespace) -> int:
    """Measure the steps of a game, or of all that have levels; keep and print them."""
    games = [registry.game(words.game)] if words.game is not None else [each for each in registry.games() if _of(each)]
    if words.games % 2:
        raise UsageError(f"--games must be even, as each deal is played from both seats, not {words.games}")
    if not all(_of(game) for game in games):
        raise UsageError(f"{words.game} has no levels; these games have: {', '.join(_with_levels())}")
    rows = [_HEADING]
    for game in games:
        record = _measured(game, words)
        measured.keep(words.out or measured.kept_path(), game.name, "levels", record)
        rows += _rows(game, record)
    say((markdown if words.markdown else table)(rows, left=3))
    return 0


def _of(game: registry.GameModule) -> tuple[str, ...]:
    """The levels of a game and whom the weakest is measured against, the weakest first; empty where it has none."""
    wanted = (LEAST, *NAMES)
    return wanted if {ai.name for ai in registry.ais(game.name)}.issuperset(wanted) else ()


def _with_levels() -> list[str]:
    return [game.name for game in registry.games() if _of(game)]


def _measured(game: registry.GameModule, words: Namespace) -> dict[str, Any]:
    """The record of a game: how it was measured, each step with its rate, and the ratings that follow from them."""
    unit = "round" if game.standings is not None and game.standings.won_or_lost else "match"
    options = usual_options(game.rules)
    names = _of(game)
    steps = tuple(zip(range(1, len(names)), range(len(names)), strict=False))
    schedule = Schedule(len(names), words.games, words.seed, same_deals=True, pairs=steps)
    result = play_arena(schedule, ArenaMatch(game.name, names, options, unit=unit), words)
    tell_faults(result, names)
    reaches = result.rating_intervals(names)
    return {
        "unit": unit,
        "games": words.games,
        "seed": words.seed,
        "steps": [
            {
                "ai": names[upper],
                "against": names[lower],
                "rate": round(tally.rate(0), 4),
                "interval": _rounded(tally.interval(0), 4),
            }
            for (upper, lower), tally in zip(steps, result.tallies, strict=True)
        ],
        "ratings": [
            {"ai": name, "rating": round(rating, 1), "interval": _rounded(reaches[name], 1)}
            for name, rating in result.ratings(names).items()
        ],
    }


def _rounded(bounds: Sequence[float], places: int) -> list[float]:
    return [round(bound, places) for bound in bounds]


def _rows(game: registry.GameModule, record: dict[str, Any]) -> Sequence[list[str]]:
    """A row for every level, the weakest first."""
    rated = {row["ai"]: row for row in record["ratings"]}
    return [
        [
            game.title,
            step["ai"],
            step["against"],
            f"{record['games']} {'rounds' if record['unit'] == 'round' else 'matches'}",
            percent(step["rate"]),
            interval(step["interval"]),
            *_rating_of(rated.get(step["ai"])),
        ]
        for step in record["steps"]
    ]


def _rating_of(row: Mapping[str, Any] | None) -> tuple[str, str]:
    return ("not rated", "") if row is None else (f"{row['rating']:.0f}", bounds_words(row["interval"]))


COMMAND = Command(HELP, levels_arguments, run_levels, on_rules=True)
