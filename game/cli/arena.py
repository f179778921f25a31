"""The command ``arena``: headless matches of AIs, counted and rated."""

import json
import os
import tempfile
from argparse import ArgumentTypeError, Namespace
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from game.base.safe_text import say, warn
from game.base.storage import StorageError, write_whole
from game.cli.output import interval, percent, progress, table, to_itself
from game.cli.spread import add_spread, spread_of
from game.cli.words import (
    Command,
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
from game.games import registry
from game.games.module import GameModule
from game.games.seats import HUMAN, check_house_rules, parse_seat, untrained_words
from game.matches.arena import Arena, Schedule, run
from game.matches.arena_match import ArenaMatch
from game.mods.mods import MODS
from game.rules.protocol import Setup
from game.rules.streams import fresh_seed
from game.rules.wording import counted

GAMES = 100
HELP = Help(
    "GAME AI AI... [--games N] [--seed N] [--workers N | --ray ADDRESS] [--table] [--through rules|world]\n"
    "       [--unit round|match] [--same-deals] [--record DIR] [--thoughts] [--json FILE] [--csv FILE]\n"
    "       [--set KEY=VALUE]...",
    "Every pair plays N matches, seats taking turns; with --table all of them play at one table, moving one seat on\n"
    "from match to match. The first match of a pair has the seed N of --seed, the next N+1 and so on: all pairs meet\n"
    "the same deals. A rate counts a draw as half; its interval holds the true rate in 95 of 100 arenas. Ratings are\n"
    "on the Elo scale, 1500 being the mean. The same seed gives the same matches, whatever --workers and --through.",
    (
        "tabletalk arena jaipur utility random --games 2000 --workers all",
        "tabletalk arena jaipur utility weighted random --unit round --same-deals --seed 1",
        "tabletalk arena jaipur utility weighted --games 10 --record replays --json result.json",
    ),
)


def arena_arguments(parser: Parser) -> None:
    """The words of ``arena``."""
    add_game(parser)
    parser.add_argument("ais", metavar="AI", nargs="*", help="two AIs or more: NAME[:FILE][@key=value,...]")
    add_count(parser, "--games", GAMES, "matches a pair")
    add_seed(parser)
    add_spread(parser, "play")
    parser.add_argument("--table", action="store_true", help="all AIs play at one table, not in pairs")
    parser.add_argument(
        "--through",
        choices=("rules", "world"),
        default="rules",
        help="plays by the rules alone, or by the systems of the window, which is not opened (default: rules)",
    )
    parser.add_argument(
        "--unit",
        choices=("round", "match"),
        default="match",
        help="what is played and counted: single rounds or whole matches (default: match)",
    )
    parser.add_argument(
        "--same-deals",
        action="store_true",
        help="each deal is played from every seat: N matches are N/2 deals, so N must be even (with --table, a "
        "multiple of the number of AIs)",
    )
    parser.add_argument(
        "--record",
        metavar="DIR",
        type=_folder,
        help="writes a replay of every match, from match-0001.jsonl on, and replaces files of these names",
    )
    parser.add_argument("--thoughts", action="store_true", help="records what the AIs think, too; needs --record")
    parser.add_argument("--json", metavar="FILE", type=new_file, help="writes the result as JSON")
    parser.add_argument("--csv", metavar="FILE", type=new_file, help="writes a table of the results as CSV")
    add_options(parser)


def run_arena(words: Namespace) -> int:
    """Play an arena and print what came out."""
    game = game_of(words)
    _check_entrants(game, words.ais, words.table)
    if words.thoughts and words.record is None:
        raise UsageError("--thoughts are recorded: name a folder with --record DIR")
    options = options_of(words, game.rules)
    check_house_rules([parse_seat(game.name, spec).ai for spec in words.ais], options)
    seed = fresh_seed(words.games) if words.seed is None else words.seed
    schedule = Schedule(len(words.ais), words.games, seed, words.table, words.same_deals)
    _check_deals(schedule)
    if words.record is not None:
        _make_folder(words.record)
    _note_untrained(game, words.ais, options)
    mods = MODS.in_use(game.name, words.ais, systems=True)
    through = way(game, words.through)
    play = ArenaMatch(game.name, tuple(words.ais), options, through, words.unit, words.record, words.thoughts, mods)
    with nullcontext() if words.record is None else to_itself(words.record, "--record DIR"):
        result = play_arena(schedule, play, words)
    say(_report(result, play))
    tell_faults(result, play.names)
    if words.json is not None:
        record = result.record(game.name, play.names)
        write_whole(words.json, (json.dumps(record, indent=2, ensure_ascii=False) + "\n").encode("utf-8"))
    if words.csv is not None:
        write_whole(words.csv, result.as_csv(play.names).encode("utf-8"))
    return 0


def _check_entrants(game: GameModule, ais: Sequence[str], one_table: bool) -> None:
    names = ", ".join(ai.name for ai in registry.ais(game.name))
    if HUMAN in ais:
        raise UsageError(f"an arena is for AIs only, at {game.name} these: {names}")
    for spec in ais:
        parse_seat(game.name, spec)
    if len(ais) < 2:
        raise UsageError(f"an arena needs two AIs or more, at {game.name} these: {names}")
    seats = game.rules.seats
    if one_table and len(ais) not in seats:
        allowed = " or ".join(str(number) for number in seats)
        raise UsageError(f"--table: {game.name} seats {allowed}, not {len(ais)}; without --table they play in pairs")
    if not one_table and 2 not in seats:
        raise UsageError(f"{game.name} is not for two; with --table all AIs play at one table")


def _note_untrained(game: GameModule, ais: Sequence[str], options: Mapping[str, Any]) -> None:
    """Say, beside the results, which AIs know nothing at these settings of the game."""
    how = Setup(game.rules.seats[0], options)
    for spec in dict.fromkeys(ais):
        if told := untrained_words(parse_seat(game.name, spec), how):
            warn(f"note: {spec}: {told}")


def _check_deals(schedule: Schedule) -> None:
    seats = len(schedule.groups[0])
    if schedule.same_deals and schedule.games % seats:
        raise UsageError(
            f"--same-deals plays each deal from {seats} seats, so --games must be a multiple of {seats}, "
            f"not {schedule.games}"
        )


def way(game: GameModule, asked: str) -> str:
    """How matches are played: through the world where systems of mods take part, which is said in a line."""
    told = MODS.through_world(game.name)
    if told and asked != "world":
        warn(f"note: {told}")
    return "world" if told else asked


def _folder(text: str) -> Path:
    """A folder to write to, there already or to be made."""
    path = Path(text)
    if not text or (os.path.lexists(path) and not path.is_dir()):
        raise ArgumentTypeError(f"needs the name of a folder to write to, not {text!r}")
    return path


def _make_folder(path: Path) -> None:
    """A folder for the replays, found out to be writable before hours are played for it."""
    try:
        path.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=path).close()
    except OSError as error:
        raise StorageError(f"--record {path}: no replays can be written there: {error.strerror or error}") from error


def play_arena(schedule: Schedule, play: ArenaMatch, words: Namespace) -> Arena:
    """The matches of a schedule, played by whom the words name, under a progress bar."""
    unit = "rounds" if play.unit == "round" else "matches"
    with spread_of(words) as spread, progress(schedule.matches, unit) as advance:
        return run(schedule, play, spread, advance)


def _report(result: Arena, play: ArenaMatch) -> str:
    schedule = result.schedule
    games = (
        counted(schedule.games, "{number:,} round", "{number:,} rounds")
        if play.unit == "round"
        else counted(schedule.games, "{number:,} match", "{number:,} matches")
    )
    parts = [
        f"{play.game}: {games} {'at one table' if schedule.one_table else 'a pair'}",
        f"seed {schedule.seed}",
        "the same deals from every seat" if schedule.same_deals else "",
        "through the world" if play.through == "world" else "",
    ]
    head = ", ".join(filter(None, parts))
    names = result.marked(play.names)
    rows = _table_rows(result, names) if schedule.one_table else _pair_rows(result, names)
    if result.faults:
        lines = result.tallies * (len(names) if schedule.one_table else 1)
        rows = [
            [*row, told] for row, told in zip(rows, ["left out", *(str(each.left_out) for each in lines)], strict=True)
        ]
    stars = dict(zip(play.names, names, strict=True))
    rated = sorted(result.ratings(play.names).items(), key=lambda row: -row[1])
    reaches = result.rating_intervals(play.names)
    ratings_rows = [["AI", "rating", "95 % interval"]]
    ratings_rows += [[stars[name], f"{rating:.0f}", bounds_words(reaches[name])] for name, rating in rated]
    ratings_rows += [[star, "not rated", ""] for name, star in stars.items() if name not in reaches]
    moves = counted(result.moves, "{number:,} move", "{number:,} moves")
    unit = "rounds" if play.unit == "round" else "matches"
    speed = (
        f"{moves} in {result.seconds:.2f} s: {result.per_second(result.moves):,.0f} moves/s, "
        f"{result.per_second(result.matches):.1f} {unit}/s"
    )
    return "\n\n".join([head, table(rows, left=1 if schedule.one_table else 2), table(ratings_rows), speed])


def tell_faults(result: Arena, names: Sequence[str]) -> None:
    """Say, beside the results, whose moves were not all its own, and which systems were at fault."""
    for words in result.fault_words(names):
        warn(f"note: {words}")


def _pair_rows(result: Arena, names: Sequence[str]) -> list[list[str]]:
    rows = [["AI", "against", "wins", "draws", "losses", "rate", "95 % interval"]]
    for tally in result.tallies:
        a, b = tally.players
        counts = [tally.wins[0], tally.draws, tally.wins[1]]
        rows.append([names[a], names[b], *map(str, counts), percent(tally.rate(0)), interval(tally.interval(0))])
    return rows


def _table_rows(result: Arena, names: Sequence[str]) -> list[list[str]]:
    rows = [["AI", "wins", "draws", "losses", "rate", "95 % interval"]]
    (tally,) = result.tallies
    for place, player in enumerate(tally.players):
        losses = tally.games - tally.wins[place] - tally.draws
        counts = [tally.wins[place], tally.draws, losses]
        rows.append([names[player], *map(str, counts), percent(tally.rate(place)), interval(tally.interval(place))])
    return rows


def bounds_words(reach: Sequence[float]) -> str:
    """The interval of a rating."""
    return f"{reach[0]:.0f} to {reach[1]:.0f}"


COMMAND = Command(HELP, arena_arguments, run_arena)
