"""The command ``practice``: makes the positions to practise that ship."""

import json
from argparse import Namespace

from game.analysis.judges import JudgeError, JudgeWords, usual_judge
from game.analysis.people.practice import SHIPPED, Finding, make, record_of, shipped_path
from game.analysis.yardstick import opponents
from game.base.safe_text import say
from game.base.storage import write_whole
from game.cli.output import progress
from game.cli.spread import add_spread, spread_of
from game.cli.words import Command, CommandError, Help, Parser, add_count, add_game, add_seed, game_of, new_file
from game.mods.mods import MODS
from game.rules.protocol import usual_options
from game.rules.wording import counted

SEED = 1

HELP = Help(
    "GAME [--positions N] [--seed N] [--workers N | --ray ADDRESS] [--out FILE]",
    "The levels of the game but the strongest play each other, and their decisions are judged: at a glance, and those\n"
    "that seem to lose much with all the usual effort. N of those that were mistakes are kept, no two alike, the easy\n"
    "ones first: those that many of the legal moves solve. A file names the matches, which are played again for their\n"
    "positions. It is kept in FILE, without --out where it ships. The same seed gives the same positions, whatever\n"
    "--workers.",
    ("tabletalk practice nim", "tabletalk practice jaipur --workers all"),
)


def practice_arguments(parser: Parser) -> None:
    """The words of ``practice``."""
    add_game(parser)
    add_count(parser, "--positions", SHIPPED, "positions")
    add_seed(parser, SEED)
    add_spread(parser, "play and judge")
    parser.add_argument("--out", metavar="FILE", type=new_file, help="where they are kept (default: where they ship)")


def run_practice(words: Namespace) -> int:
    """Make the positions of a game, and keep them."""
    game = game_of(words)
    options = usual_options(game.rules)
    try:
        judge = JudgeWords(game.name, usual_judge(game))
        judge.judge()
    except JudgeError as error:
        raise CommandError(str(error)) from None
    mods = MODS.in_use(game.name, [judge.ai, *opponents(game.name)])
    work = Finding(judge, game.rules.seats[0], options, mods)
    with spread_of(words) as spread, progress(words.positions, "positions") as advance:
        found = make(work, words.positions, words.seed, spread, advance)
    path = words.out or shipped_path(game.name)
    content = json.dumps(record_of(judge, found), indent=1, ensure_ascii=False) + "\n"
    write_whole(path, content.encode("utf-8"))
    positions = counted(len(found), "{number:,} position", "{number:,} positions")
    say(f"{game.name}: {positions}, kept in {path}")
    return 0


COMMAND = Command(HELP, practice_arguments, run_practice, on_rules=True)
