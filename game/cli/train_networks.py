"""What ``train`` does where networks are learnt."""

import math
from argparse import Namespace
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from game.agents.network_learning import NetworkSpec, Progress
from game.base.interrupts import noting_interrupts, number_of, status_of
from game.base.safe_text import say
from game.checkpoints import container, places
from game.checkpoints.container import CheckpointError
from game.checkpoints.networks import NetworkCodec
from game.cli.network_words import best_rows, network_rows, parameter_words
from game.cli.output import bar, kept_words, percent, to_itself
from game.cli.spread import spread_of
from game.cli.words import CommandError, Parser, UsageError, count, number_between, parameters_of
from game.games.registry import AI
from game.games.thirty_one.neural import ENCODINGS
from game.games.thirty_one.training.parameters import ROUNDS
from game.games.thirty_one.training.trainer import METHODS, PATIENCE, SEED, NetworkTraining, pool_of
from game.training.driving import drive

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
        help=f"rounds to learn from, in batches of {ROUNDS:,} (default: {usual:,}; with --from, those still left)",
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


def run_train(words: Namespace, ai: AI, spec: NetworkSpec) -> int:
    """Train as these words ask, keep what was learnt, and say what it is."""
    _take_words_for_tables(words, ai)
    start = places.find(words.start) if words.start else None
    path: Path = words.out or start or places.own_path(ai.game, ai.name, "")
    with to_itself(path, "--out FILE"):
        return _train(words, ai, spec, start, path)


def _train(words: Namespace, ai: AI, spec: NetworkSpec, start: Path | None, path: Path) -> int:
    try:
        training = _new(words, ai) if start is None else _resumed(words, ai, spec, start)
        if (words.workers > 1 or words.ray is not None) and training.parameters.shards == 1:
            raise UsageError(f"--workers and --ray share out the shards of a batch: {ai.name}@shards=8, say")
        batches = _batches(words, training)
        container.check_replaceable(path, ai.game, ai.name)  # before the work, not after it
        with spread_of(words) as spread:
            training.share_out(spread)
            interrupted = _run(training, batches, path)
        digest = training.keep(path)
    except CheckpointError as error:
        raise CommandError(str(error)) from error
    say(kept_words(f"{ai.name} at {ai.game}", _summary(training), path, digest))
    return status_of(interrupted) if interrupted else 0


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


def _resumed(words: Namespace, ai: AI, spec: NetworkSpec, start: Path) -> NetworkTraining:
    given = [f"--{key}" for key in FIXED if getattr(words, key)]
    given += [words.ai] if "@" in words.ai else []
    if given:
        raise UsageError(f"a training goes on as it began: leave {' and '.join(given)} out, or start anew")
    trained, _ = NetworkCodec(spec).load(start, ai.game, ai.name)
    try:
        training = NetworkTraining.resumed(ai, trained)
    except ValueError as error:
        raise CommandError(f"{start}: it cannot be gone on with: {error}") from None
    if words.patience is not None:
        training.be_patient(words.patience)
    if training.over:
        raise UsageError("its win rate is flat, so it has stopped: --patience N, with a larger N, lets it go on")
    return training


def _batches(words: Namespace, training: NetworkTraining) -> int:
    """How many batches to learn from now."""
    batches = training.left if words.rounds is None else _batches_of(words.rounds)
    if not batches:
        raise UsageError(f"it has learnt from all {training.rounds:,} rounds that were asked for: --rounds N adds more")
    return batches


def _batches_of(rounds: int) -> int:
    return math.ceil(rounds / ROUNDS)


def _run(training: NetworkTraining, batches: int, path: Path) -> int:
    """Train, with a progress bar on a terminal and checkpoints; the number of the signal that interrupted it, or 0.
    After the first interrupt the batch under way ends, and what was learnt is kept; a second one ends the program and
    leaves the checkpoint."""
    with noting_interrupts(overlooked=1) as interrupts, bar(batches * ROUNDS, "rounds") as tell:
        try:
            drive(
                training,
                batches * ROUNDS,
                lambda learnt: tell(learnt, _how_it_goes(training)),
                keep=lambda: training.keep(path),
                going=lambda: not interrupts,
            )
        except KeyboardInterrupt as error:  # one that ended workers: the batch that they played is given up
            return interrupts[0] if interrupts else number_of(error)
    return interrupts[0] if interrupts else 0


def _how_it_goes(training: NetworkTraining) -> str:
    progress = training.progress()
    shares = {"no life lost": progress.win_rate, "matches won": progress.matches_won}
    told = [f"{name} {percent(share)}" for name, share in shares.items() if share is not None]
    return ", ".join([*told, *[f"{name} loss {loss:.2f}" for name, loss in _losses(progress)]])


def _summary(training: NetworkTraining) -> list[list[str]]:
    progress, trained = training.progress(), training.result()
    rows = [
        ["method", f"{training.method}: {METHODS[training.method].about}"],
        ["against", ", ".join(training.against)],
        ["rounds", f"{progress.rounds:,}{', stopped: the win rate is flat' if training.over else ''}"],
        *network_rows(trained),
        ["parameters", parameter_words(trained.parameters)],
        ["seed", str(trained.seed)],
        *_measured_rows(progress),
    ]
    return [*rows, *best_rows(trained)]


def _measured_rows(progress: Progress) -> list[list[str]]:
    """What was measured on the way; what was not is left out."""
    rows = []
    if losses := _losses(progress):
        rows.append(["losses", ", ".join(f"{name} {loss:.3f}" for name, loss in losses)])
    if progress.rounds_per_second is not None:
        rows.append(["speed", f"{progress.rounds_per_second:,.0f} rounds/s"])
    if progress.win_rate is not None:
        rows.append(["no life lost", f"{percent(progress.win_rate)} of the latest rounds, exploring"])
    return rows


def _losses(progress: Progress) -> list[tuple[str, float]]:
    losses = {"action": progress.action_loss, "swap": progress.swap_loss}
    return [(name, loss) for name, loss in losses.items() if loss is not None]


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
