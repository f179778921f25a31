"""The command ``statistics``: what a person's recorded matches come to."""

from argparse import Namespace
from contextlib import closing

from game.analysis.people.index import Index
from game.analysis.people.rating import LEAST
from game.analysis.people.statistics import Statistics, as_csv, grouped, opponents, statistics, title_of
from game.analysis.sentences import points
from game.base.safe_text import say, shown, warn
from game.base.storage import write_whole
from game.cli.output import bar, percent, table
from game.cli.words import Command, Help, Parser, add_game, new_file
from game.games import registry
from game.rules.language import joined

HELP = Help(
    "[GAME] [--csv FILE]",
    "By game and opponent, of matches in which one person sits. Losses and luck are those of matches that were\n"
    "analysed (by tabletalk analyse without --judge, --effort and --seed, or by themselves while the menu stands), in\n"
    "points of the match; luck is told a match. streak tells how the latest matches ended, longest the most wins in\n"
    "a row. A match that departs from the rules is left out, and told; one that was played on from another counts for\n"
    "nothing, nor does one in which an AI made more than half of your moves. The rating is the one that makes the\n"
    "results against rated AIs most likely, the AIs'\n"
    f"own held fixed, from {LEAST} such matches on, played with the usual options and by yourself alone. A match in\n"
    "which you took something back after you had seen what came of it counts for no streak and no rating.\n"
    "--csv writes a row a match.",
    ("tabletalk statistics", "tabletalk statistics jaipur --csv matches.csv"),
)
_NAMED = 3
"""So many files that are left out are named."""
_HEADING = [
    *("game", "against", "matches", "won", "drawn", "lost", "streak", "longest", "analysed", "mean loss", "accuracy"),
    *("luck", "rating"),
]


def statistics_arguments(parser: Parser) -> None:
    """The words of ``statistics``."""
    add_game(parser)
    parser.add_argument("--csv", metavar="FILE", type=new_file, help="writes a row for every match")


def run_statistics(words: Namespace) -> int:
    """Bring the index up to date; print what the matches come to, and write them where asked to."""
    wanted = None if words.game is None else registry.game(words.game).name
    with closing(Index()) as index:
        _update(index)
        matches = [match for match in index.recorded() if wanted in (None, match.game)]
        refused = index.refused()
    if refused:
        warn(
            f"note: left out, for check refuses them: {len(refused)} of the recorded files ({joined(refused[:_NAMED])})"
        )
    if words.csv is not None:
        write_whole(words.csv, as_csv(matches).encode("utf-8"))
    games = grouped(matches, lambda match: match.game)
    if not games:
        say("No match that is over is recorded yet in which you sat: play one (tabletalk).")
        return 0
    rows = [_HEADING]
    for game, found in games.items():
        rows.append(_row(shown(title_of(game)), "all", found))
        own = [match for match in matches if match.game == game]
        rows += [_row("", shown(rival), each) for rival, each in grouped(own, opponents).items()]
    say(table(rows, left=2))
    say(_streaks(statistics(matches)))
    return 0


def _update(index: Index) -> None:
    steps = index.update()
    left = next(steps, 0)
    with bar(left + 1, "files") as tell:
        for still in steps:
            tell(left + 1 - still, "")


def _row(game: str, against: str, found: Statistics) -> list[str]:
    mean = found.mean
    told = ["-", "-"] if mean is None else [points(mean.loss), percent(mean.accuracy)]
    luck = "-" if found.luck is None else f"{100 * found.luck:+.1f}"
    counts = map(str, [found.matches, found.won, found.drawn, found.lost])
    streak = ["-" if found.now is None else f"{found.now.length} {found.now.ended}", str(found.longest)]
    rating = "-" if found.rating is None else found.rating.words
    return [game, against, *counts, *streak, str(found.analysed), *told, luck, rating]


def _streaks(found: Statistics) -> str:
    counting = found.matches - found.taken_back
    taken = f"{found.taken_back} with moves taken back after something was seen count for no streak and no rating."
    told = [taken] if found.taken_back else []
    if found.now is not None:
        last = f"the last {found.now.length}" if found.now.length > 1 else "the last one"
        now = f"Of all {counting} matches {last} {found.now.ended}"
        told.insert(0, f"{now}; the longest streak of wins is {found.longest}.")
    return " ".join(told)


COMMAND = Command(HELP, statistics_arguments, run_statistics)
