"""What ``train`` does where networks are learnt."""

import math
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from game.base.interrupts import noting_interrupts, number_of, status_of
from game.base.safe_text import say
from game.checkpoints import places
from game.checkpoints.container import CheckpointError
from game.cli.network_words import best_rows, network_rows, parameter_words
from game.cli.output import bar, check_replaced, kept_words, percent, replaced_words, to_itself
from game.cli.spread import spread_of
from game.cli.words import CommandError, Parser, UsageError, count, values_of
from game.games import registry
from game.games.registry import AI
from game.learning.network_trainer import NetworkTrainer
from game.training.network_training import (
    PATIENCE,
    SEED,
    NetworkTraining,
    NetworkTrainingSpec,
    Progress,
    TrainingRequest,
)

FIXED = ("method", "against", "seed")
"""What a training keeps that goes on from a checkpoint."""


def train_arguments(parser: Parser) -> None:
    """The words of ``train`` that serve networks only."""
    words = parser.add_argument_group("networks")
    words.add_argument(
        "--rounds",
        metavar="N",
        type=count,
        help="what to learn from, rounds or games, in whole batches (default: as many as the method plans; with --from,"
        " those still left)",
    )
    words.add_argument(
        "--method", metavar="METHOD", help=f"how they learn (default: the first; {'; '.join(_methods_told())})"
    )
    words.add_argument(
        "--patience",
        metavar="N",
        type=count,
        help=f"measurements without a new best win rate after which it stops (default: {PATIENCE})",
    )


def _methods_told() -> Iterator[str]:
    """The methods of every game's networks, told once where several AIs of a game share them."""
    for game in registry.games():
        specs = [ai.network_training for ai in registry.ais(game.name) if ai.network_training is not None]
        methods = {name: method.about for spec in specs for name, method in spec.methods.items()}
        if methods:
            yield f"{game.name}: {'; '.join(f'{name}: {about}' for name, about in methods.items())}"


# --- train -------------------------------------------------------------------------------------------------------


def run_train(words: Namespace, ai: AI, spec: NetworkTrainingSpec) -> int:
    """Train as these words ask, keep what was learnt, and say what it is."""
    _take_words_for_tables(words, ai, spec)
    start = places.find(words.start) if words.start else None
    path: Path = words.out or start or places.own_path(ai.game, ai.name, "")
    with to_itself(path, "--out FILE"):
        return _train(words, ai, spec, start, path)


def _train(words: Namespace, ai: AI, spec: NetworkTrainingSpec, start: Path | None, path: Path) -> int:
    try:
        trainer = _new(words, ai, spec) if start is None else _resumed(words, ai, start)
        training = trainer.training
        if (words.workers > 1 or words.ray is not None) and training.unshared:
            raise UsageError(f"--workers and --ray cannot help: {training.unshared}")
        batches = _batches(words, training, spec)
        trainer.keep_in(path)  # before the work, not after it
        replaced = check_replaced([path], [start], trainer.count + batches * training.batch, words.replace)
        trainer.replaced = [*replaced]
    except CheckpointError as error:
        raise CommandError(str(error)) from error
    with spread_of(words) as spread:
        training.share_out(spread)
        interrupted = _run(trainer, batches)
    if not trainer.keep():
        raise CommandError(f"{trainer.trouble}")
    [(_path, digest)] = trainer.kept
    say(kept_words(f"{ai.name} at {ai.game}", _summary(training, spec), path, digest) + replaced_words(replaced))
    return status_of(interrupted) if interrupted else 0


def _take_words_for_tables(words: Namespace, ai: AI, spec: NetworkTrainingSpec) -> None:
    if words.games is not None and words.rounds is not None:
        raise UsageError(
            f"{ai.name} learns from {spec.unit}s: --games and --rounds both say how many, so choose one of them"
        )
    words.rounds = words.rounds if words.games is None else words.games
    if words.every > 1 or words.at_once > 1 or words.batch:
        raise UsageError(f"--every, --at-once and --batch are for tables; {ai.name} learns from batches in any case")
    if words.until is not None:
        raise UsageError(f"--until is for tables; {ai.name} stops when its win rate is flat, see --patience")
    if words.set:
        raise UsageError(f"{ai.name} learns the game without house rules: leave --set out")


def _new(words: Namespace, ai: AI, spec: NetworkTrainingSpec) -> NetworkTrainer:
    if words.method is not None and words.method not in spec.methods:
        raise UsageError(f"there is no method {words.method!r}; choose one of: {', '.join(spec.methods)}")
    request = TrainingRequest(
        words.method or next(iter(spec.methods)),
        values_of(words.ai, spec.readers),
        tuple(words.against),
        SEED if words.seed is None else words.seed,
        words.rounds,
        PATIENCE if words.patience is None else words.patience,
    )
    try:
        return NetworkTrainer.begun(ai, request)
    except ValueError as error:
        raise UsageError(str(error)) from None


def _resumed(words: Namespace, ai: AI, start: Path) -> NetworkTrainer:
    given = [f"--{key}" for key in FIXED if getattr(words, key) not in (None, [])]
    given += [words.ai] if "@" in words.ai else []
    if given:
        raise UsageError(f"a training goes on as it began: leave {' and '.join(given)} out, or start anew")
    trainer = NetworkTrainer.resumed(ai, start)
    if words.patience is not None:
        trainer.training.be_patient(words.patience)
    if trainer.over:
        raise UsageError("its win rate is flat, so it has stopped: --patience N, with a larger N, lets it go on")
    return trainer


def _batches(words: Namespace, training: NetworkTraining, spec: NetworkTrainingSpec) -> int:
    """How many batches to learn from now: a training that begins is planned for the --rounds asked for, and may have
    more to learn after them."""
    planned = words.rounds is None or words.start is None
    batches = training.left if planned else math.ceil(words.rounds / training.batch)
    if not batches:
        learnt = training.batches * training.batch
        raise UsageError(f"it has learnt from all {learnt:,} {spec.unit}s that were asked for: --rounds N adds more")
    return batches


def _run(trainer: NetworkTrainer, batches: int) -> int:
    """Train, with a progress bar on a terminal and checkpoints; the number of the signal that interrupted it, or 0.
    After the first interrupt the batch under way ends, and what was learnt is kept; a second one ends the program and
    leaves the checkpoint. Raises CommandError where a checkpoint on the way cannot be kept."""
    training, unit, before = trainer.training, trainer.unit, trainer.count
    most = batches * training.batch
    trainer.goal = before + most
    with noting_interrupts(overlooked=1) as interrupts, bar(most, f"{unit}s", lines=True) as tell:
        try:
            kept = trainer.train(
                lambda: tell(trainer.count - before, _how_it_goes(training.progress(), unit)),
                going=lambda: not interrupts,
            )
        except KeyboardInterrupt as error:  # one that ended workers: the batch that they played is given up
            return interrupts[0] if interrupts else number_of(error)
    if not kept:
        raise CommandError(f"{trainer.trouble}")
    return interrupts[0] if interrupts else 0


def _how_it_goes(progress: Progress, unit: str) -> str:
    shares = dict(progress.shares)
    if progress.matches_won is not None:
        shares["matches won"] = progress.matches_won
    told = [] if progress.length is None else [f"{progress.length:.1f} turns a {unit}"]
    told += [] if progress.stopped is None else [f"{percent(progress.stopped)} ended by the turn limit"]
    told += [f"{name} {percent(share)}" for name, share in shares.items()]
    return ", ".join([*told, *[f"{name} loss {loss:.2f}" for name, loss in progress.losses.items()]])


def _summary(training: NetworkTraining, spec: NetworkTrainingSpec) -> list[list[str]]:
    progress, trained = training.progress(), training.result()
    rows = [
        ["method", f"{training.method}: {spec.methods[training.method].about}"],
        ["against", ", ".join(training.against) or "itself"],
        [f"{spec.unit}s", f"{progress.count:,}{', stopped: the win rate is flat' if training.over else ''}"],
        *network_rows(trained),
        ["parameters", parameter_words(trained.parameters)],
        ["seed", str(trained.seed)],
        *_measured_rows(progress, spec.unit),
    ]
    return [*rows, *best_rows(trained)]


def _measured_rows(progress: Progress, unit: str) -> list[list[str]]:
    """What was measured on the way; what was not is left out."""
    rows = []
    if progress.losses:
        rows.append(["losses", ", ".join(f"{name} {loss:.3f}" for name, loss in progress.losses.items())])
    if progress.per_second is not None:
        rows.append(["speed", f"{progress.per_second:,.0f} {unit}s/s"])
    rows += [[name, f"{percent(share)} of the latest {unit}s, exploring"] for name, share in progress.shares.items()]
    return rows
