"""What ``train`` and ``inspect`` do where networks are learnt."""

import json
import math
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Any

from game import network_files, trained_files
from game.brains.network_learning import COURSE, NetworkRecipe, TrainedNetworks
from game.catalogue import AI
from game.cli_output import percent, table
from game.cli_spread import spread_of
from game.cli_words import CommandError, Parser, UsageError, count, number_between, parameters_of
from game.interrupts import noting_interrupts
from game.network_training import METHODS, PATIENCE, SAVED_EVERY, SEED, NetworkTraining, pool_of
from game.trained_files import Content, TrainedFileError
from game.training.thirty_one_encoding import ENCODINGS
from game.training.thirty_one_parameters import ROUNDS

FIXED = ("method", "against", "seed")
"""What a training keeps that goes on from a checkpoint."""


def train_arguments(parser: Parser) -> None:
    """The words of ``train`` that serve networks only."""
    usual = next(iter(METHODS.values())).parameters.batches * ROUNDS
    words = parser.add_argument_group("networks")
    words.add_argument(
        "--rounds",
        metavar="N",
        type=count,
        help=f"rounds to learn from, in batches of {ROUNDS:,} (default: {usual:,}; with --from, what its plan leaves)",
    )
    methods = "; ".join(f"{name}: {method.about}" for name, method in METHODS.items())
    words.add_argument("--method", choices=tuple(METHODS), help=f"how they learn (default: the first; {methods})")
    words.add_argument(
        "--patience",
        metavar="N",
        type=count,
        help=f"measurements without a new best win rate after which it stops (default: {PATIENCE})",
    )


# --- train -------------------------------------------------------------------------------------------------------


def run_train(words: Namespace, ai: AI, recipe: NetworkRecipe) -> int:
    """Train as these words ask, keep what was learnt, and say what it is."""
    _take_words_for_tables(words, ai)
    start = trained_files.find(words.start) if words.start else None
    path: Path = words.out or start or trained_files.own_path(ai.game, ai.name, "")
    try:
        training = _new(words, ai) if start is None else _resumed(words, ai, recipe, start)
        if (words.workers > 1 or words.ray is not None) and training.parameters.shards == 1:
            raise UsageError(f"--workers and --ray share out the shards of a batch: {ai.name}@shards=8, say")
        batches = _batches(words, training)
        trained_files.check_replaceable(path, ai.game, ai.name)  # before the work, not after it
        with spread_of(words) as spread:
            training.share_out(spread)
            interrupted = _run(training, batches, path)
        digest = training.keep(path)
    except TrainedFileError as error:
        raise CommandError(str(error)) from error
    print(table([["learnt", f"{ai.name} at {ai.game}"], *_summary(training)], left=2))
    print(f"kept in {path}\nsha-256 {digest}")
    return 130 if interrupted else 0


def _take_words_for_tables(words: Namespace, ai: AI) -> None:
    if words.games is not None and words.rounds is not None:
        raise UsageError(f"{ai.name} learns from rounds, so --games says the same as --rounds: choose one of them")
    words.rounds = words.rounds if words.games is None else words.games
    if words.every > 1 or words.at_once > 1 or words.batch:
        raise UsageError(
            f"--every, --at-once and --batch are for tables; {ai.name} plays a thousand rounds at once in any case"
        )
    if words.set:
        raise UsageError(f"{ai.name} learns the game without house rules: leave --set out")


def _new(words: Namespace, ai: AI) -> NetworkTraining:
    name = words.method or next(iter(METHODS))
    usual = METHODS[name].parameters
    batches = usual.batches if words.rounds is None else _batches_of(words.rounds)
    patience = PATIENCE if words.patience is None else words.patience
    parameters = parameters_of(words.ai, PARAMETERS, replace(usual, batches=batches, patience=patience))
    against = words.against or pool_of(ai)
    try:
        return NetworkTraining(ai, name, parameters, against, SEED if words.seed is None else words.seed)
    except ValueError as error:
        raise UsageError(str(error)) from None


def _resumed(words: Namespace, ai: AI, recipe: NetworkRecipe, start: Path) -> NetworkTraining:
    given = [f"--{key}" for key in FIXED if getattr(words, key)]
    given += [words.ai] if "@" in words.ai else []
    if given:
        raise UsageError(f"a training goes on as it began: leave {' and '.join(given)} out, or start anew")
    trained, _ = network_files.load_networks(start, recipe, ai.game, ai.name)
    try:
        training = NetworkTraining.resumed(ai, trained)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise CommandError(f"{start}: it cannot be gone on with: {error}") from None
    if words.patience is not None:
        training.be_patient(words.patience)
    if training.flat:
        raise UsageError("its win rate is flat, so it has stopped: --patience N, with a larger N, lets it go on")
    return training


def _batches(words: Namespace, training: NetworkTraining) -> int:
    """How many batches to learn from now."""
    batches = training.left if words.rounds is None else _batches_of(words.rounds)
    if not batches:
        raise UsageError(f"it has learnt from all {training.rounds:,} rounds of its plan: --rounds N adds some")
    return batches


def _batches_of(rounds: int) -> int:
    return math.ceil(rounds / ROUNDS)


def _run(training: NetworkTraining, batches: int, path: Path) -> bool:
    """Train, with a progress bar on a terminal and checkpoints; whether it was interrupted. After the first interrupt
    the batch under way ends, and what was learnt is kept; a second one ends the program and leaves the checkpoint."""
    with noting_interrupts(overlooked=1) as interrupts, _bar(batches * ROUNDS) as tell:
        saved = monotonic()
        for batch in range(1, batches + 1):
            if training.flat or interrupts:
                break
            try:
                training.run()
            except KeyboardInterrupt:  # one that ended workers: the batch that they played is given up
                return True
            tell(batch * ROUNDS, training)
            if monotonic() - saved > SAVED_EVERY:
                training.keep(path)
                saved = monotonic()
    return bool(interrupts)


@contextmanager
def _bar(rounds: int) -> Iterator[Callable[[int, NetworkTraining], None]]:
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda *_: None
        return
    from tqdm import tqdm  # only here: a command that is piped does not wait for it

    with tqdm(total=rounds, unit=" rounds", leave=False, file=sys.stderr, dynamic_ncols=True) as bar:

        def tell(done: int, training: NetworkTraining) -> None:
            progress = training.progress()
            won = "" if progress.matches_won is None else f", matches won {percent(progress.matches_won)}"
            bar.set_postfix_str(
                f"no life lost {percent(progress.win_rate)}{won}, "
                f"losses {progress.action_loss:.2f} {progress.swap_loss:.2f}",
                refresh=False,
            )
            bar.update(done - bar.n)

        yield tell


def _summary(training: NetworkTraining) -> list[list[str]]:
    progress, trained = training.progress(), training.result()
    rows = [
        ["method", f"{training.method}: {METHODS[training.method].about}"],
        ["against", ", ".join(training.against)],
        ["rounds", f"{progress.rounds:,}{', stopped: the win rate is flat' if training.flat else ''}"],
        *_network_rows(trained),
        ["parameters", _words(trained.parameters)],
        ["seed", str(trained.seed)],
        ["losses", f"action {progress.action_loss:.3f}, swap {progress.swap_loss:.3f}"],
        ["speed", f"{progress.rounds_per_second:,.0f} rounds/s"],
        ["no life lost", f"{percent(progress.win_rate)} of the latest rounds, exploring"],
    ]
    return [*rows, *_best_rows(trained)]


def _network_rows(trained: TrainedNetworks) -> list[list[str]]:
    return [
        [f"{name} network", f"{'-'.join(map(str, network.sizes))}, {network.flat.size:,} parameters"]
        for name, network in trained.networks.items()
    ]


def _best_rows(trained: TrainedNetworks) -> list[list[str]]:
    best = trained.statistics.get("best")
    if not best:
        return [["kept", "the latest networks: none has been measured"]]
    return [["kept", f"the best networks, of {best['rounds']:,} rounds: {percent(best['matches_won'])} of matches won"]]


def _words(values: Any) -> str:
    """Parameters in words, without those that have lines of their own."""
    apart = ("method", "against", "against_trained")
    return ", ".join(f"{key} {_value(value)}" for key, value in values.items() if key not in apart)


def _value(value: Any) -> str:
    if isinstance(value, list):
        return "-".join(map(str, value))
    return "none" if value is None else f"{value:.4g}" if isinstance(value, float) else str(value)


# --- parameters --------------------------------------------------------------------------------------------------


def _whole(text: str, least: int, most: int) -> int:
    if not text.isdecimal() or len(text) > 9 or not least <= int(text) <= most:
        raise ValueError(f"needs a whole number from {least} to {most}")
    return int(text)


def _whole_share(text: str, of: int) -> int:
    number = _whole(text, 1, of)
    if of % number:
        raise ValueError(f"needs a number that divides {of}")
    return number


def _several(text: str, least: int, most: int) -> tuple[int, ...]:
    return tuple(_whole(part, least, most) for part in text.split("-"))


def _one_of(text: str, *choices: str) -> str:
    if text not in choices:
        raise ValueError(f"needs {' or '.join(choices)}")
    return text


PARAMETERS: dict[str, Callable[[str], Any]] = {
    "encoding": lambda text: _one_of(text, *ENCODINGS),
    "action_hidden": lambda text: _several(text, 1, 4096),
    "swap_hidden": lambda text: _several(text, 1, 4096),
    "targets": lambda text: _one_of(text, "chosen", "all", "policy"),
    "reward": lambda text: _one_of(text, "page", "chances"),
    "discount": lambda text: number_between(text, 0.0, 1.0),
    "together": lambda text: _whole_share(text, ROUNDS),
    "epsilon": lambda text: number_between(text, 0.0, 1.0),
    "last_epsilon": lambda text: number_between(text, 0.0, 1.0),
    "rate": lambda text: number_between(text, 0.0, 1.0),
    "last_rate": lambda text: number_between(text, 0.0, 1.0),
    "clip": lambda text: number_between(text, 0.0, 1e9),
    "minibatch": lambda text: _whole(text, 1, 10**6),
    "random_first": lambda text: number_between(text, 0.0, 1.0),
    "seats": lambda text: _several(text, 2, 4),
    "evaluate_every": lambda text: _whole(text, 1, 10**6),
    "evaluation_matches": lambda text: _whole(text, 2, 10**6),
    "passes": lambda text: _whole(text, 1, 1000),
    "shards": lambda text: _whole(text, 1, ROUNDS),
    "near": lambda text: number_between(text, 0.0, 1.0),
    "imitate": lambda text: number_between(text, 0.0, 1.0),
    "trace": lambda text: number_between(text, 0.0, 1.0),
    "entropy": lambda text: number_between(text, 0.0, 1e9),
    "last_entropy": lambda text: number_between(text, 0.0, 1.0),
}
"""How the parameters that follow the name are read; --rounds and --patience are words of their own."""


# --- inspect -----------------------------------------------------------------------------------------------------


def run_inspect(content: Content, recipe: NetworkRecipe, as_json: bool) -> None:
    """Print what a file of networks holds. Raises TrainedFileError."""
    trained = network_files.networks_of(content, recipe)
    if as_json:
        print(json.dumps(network_files.as_record(trained), ensure_ascii=False, indent=1))
        return
    print(table(_heading(trained, content), left=2))


def _heading(trained: TrainedNetworks, content: Content) -> Sequence[list[str]]:
    parameters, statistics = trained.parameters, trained.statistics
    rows = [["game", trained.game], ["ai", trained.ai], *_network_rows(trained)]
    rows.append(["method", str(parameters.get("method", "not known"))])
    rows.append(["against", ", ".join(parameters.get("against", [])) or "nobody"])
    rows.append(["parameters", _words(parameters)])
    rows.append(["statistics", ", ".join(f"{key} {_value(each)}" for key, each in statistics.items() if key != "best")])
    rows += _best_rows(trained)
    last = (
        ", ".join(f"{name} {value:.4g}" for name, value in zip(COURSE, trained.course[-1].tolist(), strict=True))
        if len(trained.course)
        else "nothing"
    )
    rows += [["course", f"{len(trained.course)} batches, the latest: {last}"], ["seed", str(trained.seed)]]
    return [*rows, ["goes on", "yes, with --from" if trained.state else "no"], ["sha-256", content.digest]]
