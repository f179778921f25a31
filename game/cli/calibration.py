"""The command ``calibration``: how often the chances that an AI shows come true."""

import json
import os
from argparse import Namespace
from pathlib import Path

from game.agents.agent import ThinkingError
from game.base.interrupts import status_of
from game.base.safe_text import say, warn
from game.base.storage import write_whole
from game.cli.output import interval, percent, progress, table
from game.cli.plot import picture
from game.cli.spread import add_spread, spread_of
from game.cli.standings import add_players, ai_of, players_of
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
from game.games import registry
from game.games.seats import parse_seat
from game.matches.calibration import FEWEST, Calibration, calibration, self_played
from game.rules.wording import counted

GAMES = 1000
SEED = 1

HELP = Help(
    "GAME AI [--games N] [--players N] [--seed N] [--workers N | --ray ADDRESS] [--json FILE]\n"
    "       [--picture FILE] [--set KEY=VALUE]...",
    "AI plays N matches against itself. Of each decision the chance to win the match is taken that it shows for the\n"
    "candidate it plays. The mean error is how far the shown chances of a bin lie from what came true, in the mean\n"
    "over decisions; its interval counts matches, not decisions, for those of a match share one result. Beside it\n"
    "stands what it would be by luck alone if every chance were true. The same seed gives the same table, whatever\n"
    "--workers. Ctrl-C ends it with the table of the first matches, as many as were played.",
    (
        "tabletalk calibration jaipur neural --workers all",
        "tabletalk calibration thirty_one neural --players 3 --json neural-3.calibration.json --picture neural-3.png",
    ),
)


def calibration_arguments(parser: Parser) -> None:
    """The words of ``calibration``."""
    add_game(parser)
    parser.add_argument("ai", metavar="AI", nargs="?", help="whose chances: NAME[:FILE][@key=value,...]")
    add_count(parser, "--games", GAMES, "matches against itself")
    add_players(parser)
    add_seed(parser, SEED)
    add_spread(parser, "play")
    parser.add_argument("--json", metavar="FILE", type=new_file, help="writes the table as JSON")
    parser.add_argument("--picture", metavar="FILE", type=picture, help="draws it into this PNG")
    add_options(parser)


def run_calibration(words: Namespace) -> int:
    """Measure a reliability table, print it, and keep it where it is asked for."""
    game = game_of(words)
    ai, players, options = ai_of(words, game), players_of(words, game), options_of(words, game.rules)
    trained = parse_seat(game.name, ai).trained
    work = self_played(game.name, ai, options, players)
    if words.games < FEWEST:
        raise UsageError(f"--games: {FEWEST} matches are the fewest that tell something")
    if lacks := work.lacks(words.seed):
        raise CommandError(lacks)
    try:
        with spread_of(words) as spread, progress(words.games, "matches") as advance:
            found = calibration(work, words.games, words.seed, spread, advance)
    except ThinkingError as error:
        raise CommandError(f"{ai} was at fault in every match: {error}") from None
    if found.faults.matches:
        warn(
            f"note: {ai} was at fault in {found.faults.matches:,} more matches, which are left out: {found.faults.note}"
        )
    say(_told(found, game, ai, players))
    if found.stopped:
        warn(f"note: stopped before all {words.games:,} matches were played: the table is of the first of them")
    asked = {"game": game.name, "ai": ai, "trained": trained, "players": players, "options": options}
    if words.json is not None:
        record = asked | {"seed": words.seed} | found.record()
        write_whole(words.json, (json.dumps(record, indent=1, ensure_ascii=False) + "\n").encode("utf-8"))
        say(f"kept in {words.json}")
    if words.picture is not None:
        _draw(words.picture, found, f"{registry.at_game(ai, game.name)}: chances shown, and what came true")
        say(f"drawn in {words.picture}")
    return status_of(found.stopped) if found.stopped else 0


def _told(found: Calibration, game: registry.GameModule, ai: str, players: int) -> str:
    """The table in words."""
    rows = [["shown", "decisions", "matches", "in the mean", "came true", "95 % interval"]]
    rows += [
        [
            f"{each.low * 100:.0f} to {each.high * 100:.0f} %",
            f"{each.decisions:,}",
            f"{each.matches:,}",
            percent(each.shown),
            percent(each.came_true),
            interval(each.interval),
        ]
        for each in found.bins
    ]
    seated = counted(players, "{number:,} player", "{number:,} players")
    matches = counted(found.matches, "{number:,} match", "{number:,} matches")
    low, high = found.interval
    error = (
        f"mean error {100 * found.mean_error:.1f} points, 95 % interval {100 * low:.1f} to {100 * high:.1f}; "
        f"by luck alone {100 * found.by_luck:.1f}"
    )
    return f"{game.name}: {ai} against itself, {seated}, {matches}\n\n{table(rows)}\n\n{error}"


def _draw(path: Path, found: Calibration, title: str) -> None:
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from systems.view.screens import calibration_chart  # only here: headless commands need no pygame

    calibration_chart.save_picture(path, found, title)


COMMAND = Command(HELP, calibration_arguments, run_calibration, on_rules=True)
