"""The command ``judge-error``: measures how far a judge's differences lie from what play to the end comes to."""

from argparse import Namespace

from game.analysis.judge_error import Comparing, measured, playing_on
from game.analysis.judges import JudgeError, JudgeWords, usual_judge
from game.analysis.sentences import points
from game.analysis.yardstick import opponents
from game.base.safe_text import say
from game.cli.output import progress
from game.cli.spread import add_spread, spread_of
from game.cli.words import (
    Command,
    CommandError,
    Help,
    Parser,
    UsageError,
    add_count,
    add_game,
    add_seed,
    game_of,
    new_file,
)
from game.games import judge_error
from game.mods.mods import MODS
from game.rules.protocol import usual_options
from game.rules.wording import counted

GAMES, WORLDS, SEED = 60, 200, 1

HELP = Help(
    "GAME [--games N] [--worlds N] [--seed N] [--workers N | --ray ADDRESS] [--out FILE]",
    "The levels of the game play N matches with each other. Of decisions that the judge holds for losses, the best\n"
    "and the played move are played to the end of the round in the same N worlds, at Notty for 24 turns, where the\n"
    "judge tells the rest. What both differences are apart, less what sampling explains, is the judge's own error;\n"
    "every loss of an analysis is told with it. It is kept in FILE, without --out where it ships. The same seed gives\n"
    "the same figure, whatever --workers.",
    ("tabletalk judge-error jaipur --workers all",),
)


def judge_error_arguments(parser: Parser) -> None:
    """The words of ``judge-error``."""
    add_game(parser)
    add_count(parser, "--games", GAMES, "matches")
    add_count(parser, "--worlds", WORLDS, "worlds of a decision, two or more")
    add_seed(parser, SEED)
    add_spread(parser, "play")
    parser.add_argument("--out", metavar="FILE", type=new_file, help="where it is kept (default: where it ships)")


def run_judge_error(words: Namespace) -> int:
    """Measure the error of a game's judge, keep and print it."""
    game = game_of(words)
    options = usual_options(game.rules)
    if words.worlds < 2:
        raise UsageError("--worlds: two are the fewest that tell how much they differ")
    try:
        judge = JudgeWords(game.name, usual_judge(game))
        playing_on(judge)
        work = Comparing(judge, words.worlds, options, MODS.in_use(game.name, [judge.ai, *opponents(game.name)]))
        with spread_of(words) as spread, progress(words.games, "matches") as advance:
            found = measured(work, words.games, words.seed, spread, advance)
    except JudgeError as error:
        raise CommandError(str(error)) from None
    path = words.out or judge_error.shipped_path(game.name)
    made = {"judge": judge.ai, "trained": judge.seat.trained, "seed": words.seed, "worlds": work.worlds}
    told = {
        "error": round(found.error, 5),
        "interval": [round(bound, 5) for bound in found.interval],
        "bias": round(found.bias, 5),
        "decisions": found.decisions,
        "matches": found.matches,
    }
    judge_error.write(path, made | told)
    low, high = map(points, found.interval)
    decisions = counted(found.decisions, "{number:,} decision", "{number:,} decisions")
    matches = counted(found.matches, "{number:,} match", "{number:,} matches")
    say(f"{game.name}: one standard error of {judge.ai}'s differences is {points(found.error)} points of the match")
    say(
        f"95 % interval {low} to {high}, from {decisions} of {matches}; "
        f"in the mean its losses are {points(abs(found.bias))} points too {'large' if found.bias >= 0.0 else 'small'}"
    )
    say(f"kept in {path}")
    return 0


COMMAND = Command(HELP, judge_error_arguments, run_judge_error, on_rules=True)
