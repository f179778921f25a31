"""What ``train`` and ``inspect`` do where a table is learnt."""

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
from game.cli_words import CommandError, UsageError, options_of
from game.rules.protocol import Setup
from game.seats import HUMAN, parse_seat
from game.trained_files import Content, TrainedFileError
from game.training.q_training import Plan, Progress, Training, train

GAMES = 10_000
SEED = 1


def run_train(words: Namespace, ai: catalogue.AI, recipe: Recipe) -> int:
    """Train as these words ask, keep what was learnt, and say what it is."""
    if words.rounds is not None or words.method is not None or words.patience is not None:
        raise UsageError(f"{ai.name} learns a table from games: --rounds, --method and --patience are for networks")
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
        interrupted = _run(training, words.games or GAMES)
        digest = trained_files.save_table(path, training.result(), recipe.encoding)
    except TrainedFileError as error:
        raise CommandError(str(error)) from error
    print(table([["learnt", f"{ai.name} at {ai.game}, {setting}"], *_summary(training, plan)], left=2))
    print(f"kept in {path}\nsha-256 {digest}")
    return 130 if interrupted else 0


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
    usual_seed = SEED if start is None else start.seed
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


def run_inspect(content: Content, recipe: Recipe, as_json: bool) -> None:
    """Print what a file of a table holds. Raises TrainedFileError."""
    trained = trained_files.table_of(content, recipe.encoding)
    record = trained_files.as_record(trained, recipe.encoding)
    if as_json:
        print(json.dumps(record, ensure_ascii=False, indent=1))
        return
    print(table(_heading(record, content, recipe, trained), left=2))
    for state, values in record["values"].items():
        ranked = sorted(values.items(), key=lambda pair: -pair[1])
        print(f"{state}:  {'  '.join(f'{action} {value:+.3f}' for action, value in ranked)}")


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
