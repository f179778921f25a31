"""The commands ``train`` and ``inspect``: learning headless, and what a trained file holds."""

import json
import math
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any

from game import catalogue, trained_files
from game.brains.agent import Agent
from game.brains.learning import Recipe, TrainedTable
from game.brains.q_learning import Parameters, Spread, Ties
from game.cli_output import percent, table
from game.cli_words import (
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
from game.rules.protocol import Setup
from game.seats import HUMAN, parse_seat
from game.trained_files import Content, TrainedFileError
from game.training.q_training import Plan, Progress, Training, train

TRAIN_GAMES = 10_000
TRAIN_SEED = 1

TRAIN_HELP = Help(
    "GAME AI [--games N] [--seed N] [--against AI]... [--every N] [--out FILE] [--from FILE]\n"
    "       [--at-once N] [--set KEY=VALUE]...",
    "headless: an AI learns, and what it has learnt is kept in a file",
    "The AI plays itself, or those it is set --against, each game one round; with --every N it meets them in every\n"
    "Nth game only, and plays itself in the others. Its parameters follow its name:\n"
    "NAME@key=value,... with alpha, gamma, epsilon, decay, floor, unknown, spread, ties. The same words give the same\n"
    "file, byte for byte. Interrupted, it keeps what has been learnt so far.\n"
    "--at-once N is another method: N games side by side on one table. It plays many more games a second, and learns\n"
    "less from each.",
    (
        "tabletalk train nim q-learner",
        "tabletalk train nim q-learner@unknown=1,epsilon=0.2 --set piles=3,4,5 --out mine.npz",
        "tabletalk train nim q-learner --from mine.npz --games 50000",
        "tabletalk train nim q-learner --games 1000000 --at-once 256",
        "tabletalk train notty q-learner --against random --every 4 --games 800",
    ),
)
INSPECT_HELP = Help(
    "FILE [--json]",
    "what a trained file holds",
    "Game, AI, options, parameters and statistics, and the learnt values: a line for every state, its actions from\n"
    "the best to the worst. At Nim a state is the piles and an action is PILE,STONES, piles counted from 0.",
    ("tabletalk inspect mine.npz", "tabletalk inspect mine.npz --json"),
)


def train_arguments(parser: Parser) -> None:
    """The words of ``train``."""
    add_game(parser)
    parser.add_argument("ai", metavar="AI", nargs="?", help="an AI that learns, as NAME[@key=value,...]")
    add_count(parser, "--games", TRAIN_GAMES, "games to learn from")
    parser.add_argument("--against", metavar="AI", action="append", default=[], help="an opponent, for each seat left")
    add_count(parser, "--every", 1, "with --against: meets them in every Nth game only, itself in the others")
    parser.add_argument("--out", metavar="FILE", type=new_file, help="the file to keep (default: a file of the user's)")
    parser.add_argument(
        "--from", metavar="FILE", dest="start", help="goes on from this trained file, and keeps it there without --out"
    )
    add_count(parser, "--at-once", 1, "games side by side on one table; more than 1 is another method")
    add_count(parser, "--workers", 1, "processes that learn; tables are learnt by one")
    add_seed(parser)
    add_options(parser)


def run_train(words: Namespace) -> int:
    """Train as these words ask, keep what was learnt, and say what it is."""
    ai, recipe = _learner_of(words)
    if words.workers > 1:
        raise UsageError("a table is learnt by one process: leave --workers out (many games at once: --at-once N)")
    start = _start(words, ai, recipe)
    training = _training(words, ai, recipe, start)
    plan = training.plan
    setting = recipe.encoding.setting_name(training.setting)
    kept = words.out or (trained_files.find(words.start) if words.start else None)
    path = kept or trained_files.own_path(ai.game, ai.name, setting)
    try:
        trained_files.check_replaceable(path, ai.game, ai.name)  # before the work, not after it
        interrupted = _run(training, words.games)
        digest = trained_files.save_table(path, training.result(), recipe.encoding)
    except TrainedFileError as error:
        raise CommandError(str(error)) from error
    print(table([["learnt", f"{ai.name} at {ai.game}, {setting}"], *_summary(training, plan)], left=2))
    print(f"kept in {path}\nsha-256 {digest}")
    return 130 if interrupted else 0


def _learner_of(words: Namespace) -> tuple[catalogue.AI, Recipe]:
    game = game_of(words)
    learners = [ai.name for ai in catalogue.ais(game.name) if ai.recipe is not None]
    choices = f"choose one of: {', '.join(learners)}" if learners else f"no AI of {game.name} learns a table"
    if words.ai is None:
        raise UsageError(f"which AI? {choices}")
    name = words.ai.partition("@")[0]
    if ":" in name:
        raise UsageError(f"{words.ai}: to go on from a trained file, use --from FILE")
    ai = catalogue.ai(game.name, name)
    if ai.recipe is None:
        raise UsageError(f"{name} does not learn; {choices}")
    return ai, ai.recipe


def _start(words: Namespace, ai: catalogue.AI, recipe: Recipe) -> TrainedTable | None:
    if words.start is None:
        return None
    try:
        return trained_files.load_table(trained_files.find(words.start), recipe.encoding, ai.game, ai.name)[0]
    except TrainedFileError as error:
        raise CommandError(str(error)) from error


def _training(words: Namespace, ai: catalogue.AI, recipe: Recipe, start: TrainedTable | None) -> Training:
    rules = catalogue.game(ai.game).rules
    options = options_of(words, rules)
    if start is not None:
        kept = recipe.encoding.options_of(start.table.setting)
        given = {text.partition("=")[0] for text in words.set}
        options |= {key: value for key, value in kept.items() if key not in given}
    opponents = _opponents(words, ai)
    if words.every > 1 and not opponents:
        raise UsageError("--every is for games --against others; without them the AI plays itself in any case")
    setup = Setup(1 + len(opponents) if opponents else rules.seats[0], options)
    parameters = _parameters(words.ai, recipe.parameters if start is None else start.parameters)
    usual_seed = TRAIN_SEED if start is None else start.seed
    seed = usual_seed if words.seed is None else words.seed
    plan = Plan(rules, setup, ai.name, recipe, parameters, seed, opponents, words.at_once, words.every)
    try:
        return Training(plan, start)
    except ValueError as error:
        raise UsageError(str(error)) from None


def _opponents(words: Namespace, ai: catalogue.AI) -> tuple[Agent, ...]:
    seats = catalogue.game(ai.game).rules.seats
    if words.against and len(words.against) + 1 not in seats:
        raise UsageError(f"{ai.game} seats {seats[0]}, so --against takes {seats[0] - 1}, not {len(words.against)}")
    if HUMAN in words.against:
        raise UsageError("training is headless: --against takes AIs only")
    return tuple([agent for spec in words.against if (agent := parse_seat(ai.game, spec).agent())])


# --- parameters --------------------------------------------------------------------------------------------------


def _number(text: str, least: float, most: float) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not least <= value <= most:
        raise ValueError(f"needs a number from {least:g} to {most:g}")
    return value


def _word(kind: type[Spread] | type[Ties], text: str) -> Spread | Ties:
    choices = {each.value: each for each in kind}
    if text not in choices:
        raise ValueError(f"needs {' or '.join(choices)}")
    return choices[text]


_SHARE = partial(_number, least=0.0, most=1.0)
PARAMETERS: dict[str, Callable[[str], Any]] = {
    "alpha": _SHARE,
    "gamma": _SHARE,
    "epsilon": _SHARE,
    "decay": _SHARE,
    "floor": _SHARE,
    "unknown": partial(_number, least=-1000.0, most=1000.0),
    "spread": partial(_word, Spread),
    "ties": partial(_word, Ties),
}
"""How the parameters of learning are read."""


def _parameters(spec: str, usual: Parameters) -> Parameters:
    """The parameters that ``NAME@key=value,...`` asks for, the usual ones where it does not. Raises UsageError."""
    values: dict[str, Any] = {}
    for part in filter(None, spec.partition("@")[2].split(",")):
        key, equals, text = part.partition("=")
        if not equals or key not in PARAMETERS:
            raise UsageError(f"{spec}: learning has no parameter {key!r}; it has: {', '.join(PARAMETERS)}")
        try:
            values[key] = PARAMETERS[key](text)
        except ValueError as error:
            raise UsageError(f"{spec}: {key}: {error}") from None
    return replace(usual, **values)


# --- progress and summary ----------------------------------------------------------------------------------------


def _run(training: Training, games: int) -> bool:
    """Train, with a progress bar on a terminal; whether it was interrupted."""
    with _bar(games) as tell:
        try:
            for progress in train(training, games):
                tell(progress)
        except KeyboardInterrupt:
            return True
    return False


@contextmanager
def _bar(games: int) -> Iterator[Callable[[Progress], None]]:
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda _: None
        return
    from tqdm import tqdm  # only here: a command that is piped does not wait for it

    with tqdm(total=games, unit=" games", leave=False, file=sys.stderr, dynamic_ncols=True) as bar:

        def tell(progress: Progress) -> None:
            share = "" if progress.share is None else f", best moves win {percent(progress.share)}"
            bar.set_postfix_str(f"epsilon {progress.epsilon:.3f}, {progress.pairs:,} pairs{share}", refresh=False)
            bar.update(progress.played - bar.n)

        yield tell


def _summary(training: Training, plan: Plan) -> list[list[str]]:
    progress = training.progress()
    rows = [
        ["games", f"{progress.games:,}"],
        ["actions", f"{progress.actions:,}, of them {progress.explorations:,} explored"],
        ["table", f"{progress.states:,} states, {progress.pairs:,} pairs of state and action"],
        ["epsilon", f"{progress.epsilon:g}"],
        ["parameters", _listed(training.learner.parameters)],
        ["method", "one game after another" if plan.together == 1 else f"{plan.together} games side by side"],
        ["seed", str(plan.seed)],
        ["speed", f"{progress.games_per_second:,.0f} games/s"],
    ]
    if progress.share is not None and training.yardstick is not None:
        rows.append(["measured", f"{percent(progress.share)}: {training.yardstick.about}"])
    return rows


def _listed(parameters: Parameters) -> str:
    return ", ".join(f"{key} {value}" for key, value in parameters.record().items())


# --- inspect -----------------------------------------------------------------------------------------------------


def inspect_arguments(parser: Parser) -> None:
    """The words of ``inspect``."""
    parser.add_argument("file", metavar="FILE", help="a trained file")
    parser.add_argument("--json", action="store_true", help="prints everything as JSON")


def run_inspect(words: Namespace) -> int:
    """Print what a trained file holds."""
    try:
        content = trained_files.read(trained_files.find(words.file))
        recipe = _recipe(content)
        trained = trained_files.table_of(content, recipe.encoding)
    except TrainedFileError as error:
        raise CommandError(str(error)) from error
    record = trained_files.as_record(trained, recipe.encoding)
    if words.json:
        print(json.dumps(record, ensure_ascii=False, indent=1))
        return 0
    print(table(_heading(record, content, recipe, trained), left=2))
    for state, values in record["values"].items():
        ranked = sorted(values.items(), key=lambda pair: -pair[1])
        print(f"{state}:  {'  '.join(f'{action} {value:+.3f}' for action, value in ranked)}")
    return 0


def _recipe(content: Content) -> Recipe:
    """How the AI of a file learns. Raises TrainedFileError where there is no such AI."""
    try:
        recipe = catalogue.ai(content.header["game"], content.header["ai"]).recipe
    except catalogue.UnknownNameError as error:
        raise content.fault(str(error)) from None
    if recipe is None:
        raise content.fault(f"{content.header['ai']} at {content.header['game']} does not learn")
    return recipe


def _heading(record: dict[str, Any], content: Content, recipe: Recipe, trained: TrainedTable) -> Sequence[list[str]]:
    rows = [["game", record["game"]], ["ai", record["ai"]], ["options", _words(record["options"])]]
    rows += [["parameters", _words(record["parameters"])], ["statistics", _words(record["statistics"])]]
    rows += [["seed", str(record["seed"])], ["sha-256", content.digest]]
    if recipe.yardstick is not None:
        yardstick = recipe.yardstick(trained.table.setting)
        share = yardstick(trained.learner(recipe.encoding))
        rows.append(["measured", f"{percent(share)}: {yardstick.about}"])
    return rows


def _words(values: dict[str, Any]) -> str:
    return ", ".join(f"{key} {value}" for key, value in values.items())
