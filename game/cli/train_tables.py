"""What ``train`` does where a table is learnt."""

from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from enum import Enum
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar

from game.agents.agent import Agent
from game.agents.learning import LearnerSpec, TrainedTable
from game.agents.q_learning import Parameters, Returns, Spread, Ties
from game.base.interrupts import number_of, status_of
from game.base.reading import number_between, share
from game.base.safe_text import say
from game.checkpoints import places
from game.checkpoints.container import CheckpointError
from game.checkpoints.tables import TableCodec
from game.cli.output import LINE_SECONDS, Tell, bar, check_replaced, kept_words, percent, replaced_words, to_itself
from game.cli.spread import spread_of
from game.cli.train_strength import measuring_play, strength_words
from game.cli.words import CommandError, Parser, UsageError, count, options_of, values_of
from game.games import registry
from game.games.seats import HUMAN, check_house_rules, parse_seat
from game.learning.table_trainer import TableTrainer
from game.mods.mods import MODS, ModsInUse
from game.mods.spread import ModSpread
from game.rules.protocol import Setup
from game.training import spreading
from game.training.q_training import Beside, Plan, Progress, TableTraining, TrainingLearner

GAMES = 10_000
MOST_GAMES = 10_000_000
"""The games of a training that ends when it plays well enough, unless another number is asked for."""
SEED = 1


def train_arguments(parser: Parser) -> None:
    """The words of ``train`` that only tables know."""
    parser.add_argument(
        "--with",
        metavar="AI",
        dest="beside",
        action="append",
        default=[],
        help="an AI that learns at the same table, as NAME[:FILE][@key=value,...], each in a file of its own",
    )
    parser.add_argument(
        "--until",
        metavar="SHARE",
        type=_share,
        help="ends where the game's own measurement shows this share, 0 to 1, checked at each point of the learning "
        f"curve; --games is the most then (default: {MOST_GAMES})",
    )
    parser.add_argument(
        "--batch",
        metavar="N",
        type=count,
        help="plays N games while the table stays as it is, then learns from them: "
        "another method, whose games --workers and --ray share out",
    )
    parser.add_argument(
        "--seats",
        metavar="N",
        type=count,
        help="players at the table; seats that nobody else takes are shared by those who learn",
    )


def _share(text: str) -> float:
    """A share from 0 to 1. Raises ArgumentTypeError."""
    try:
        return share(text)
    except ValueError as error:
        raise ArgumentTypeError(str(error)) from None


def most_games(words: Namespace) -> int:
    """How many games are played, where the training does not end before."""
    most: int = words.games or (GAMES if words.until is None else MOST_GAMES)
    return most


def run_train(words: Namespace, ai: registry.AI, spec: LearnerSpec) -> int:
    """Train as these words ask, keep what was learnt, and say what it is."""
    with bar(most_games(words), "games", lines=True) as tell:
        status, told = trained(words, ai, spec, tell)
    say(told)
    return status


def trained(
    words: Namespace, ai: registry.AI, spec: LearnerSpec, tell: Tell, mods: ModsInUse | None = None
) -> tuple[int, str]:
    """Train as these words ask and keep what was learnt: the exit status, and what it is in words. `mods` are those
    whose code takes part in this process."""
    if words.rounds is not None or words.method is not None or words.patience is not None:
        raise UsageError(f"{ai.name} learns a table from games: --rounds, --method and --patience are for networks")
    if (words.workers > 1 or words.ray is not None) and not words.batch:
        raise UsageError("--workers and --ray share out the games of batches, a method of its own: give --batch N too")
    with ExitStack() as held:
        if words.out is None:  # then what it starts from is written too
            for name in filter(None, _starts(words)):
                held.enter_context(to_itself(places.find(name), "--out FILE"))
        start = None if words.start is None else _started(ai, spec, words.start)
        found = held.enter_context(spread_of(words))
        spread = ModSpread(found, mods) if mods and found is not spreading.HERE else found
        trainer = _trainer(words, ai, spec, start, spread)
        files = _files(words, trainer.training)
        for path in files:
            held.enter_context(to_itself(path, "--out FILE"))
        try:
            trainer.keep_in(*files)  # before the work, not after it
            starts = [places.find(name) if name else None for name in _starts(words)]
            replaced = check_replaced(files, starts, trainer.count + most_games(words), words.replace)
            trainer.replaced = [*replaced]
        except CheckpointError as error:
            raise CommandError(str(error)) from error
        status, told = _train(trainer, most_games(words), tell, mods is not None)
        return status, told + replaced_words(replaced)


def _train(trainer: TableTrainer, games: int, tell: Tell, in_worker: bool) -> tuple[int, str]:
    interrupted = _run(trainer, games, tell, in_worker)
    if not trainer.keep():
        raise CommandError(f"{trainer.trouble}")
    told = list[str]()
    for learner, (path, digest) in zip(trainer.training.learners, trainer.kept, strict=True):
        setting = learner.spec.encoding.setting_name(learner.setting)
        learnt = f"{learner.ai} at {trainer.ai.game}, {setting}"
        told.append(kept_words(learnt, _summary(trainer.training, learner), path, digest))
    return status_of(interrupted) if interrupted else 0, "\n".join(told)


def _files(words: Namespace, training: TableTraining) -> list[Path]:
    """Where each of those who learn is kept: in the file it started from, or by its name; with ``--out FILE`` in and
    beside that file. Further learners of the first one's AI are numbered beside its file."""
    game, named = training.plan.rules.name, [learner.ai for learner in training.learners]
    files: list[Path] = []
    for number, (learner, start) in enumerate(zip(training.learners, _starts(words), strict=True)):
        nth = named[: number + 1].count(learner.ai)
        name = learner.ai if nth == 1 else f"{learner.ai}-{nth}"
        if number == 0 and words.out is not None:
            files.append(words.out)
        elif start and words.out is None:
            files.append(places.find(start))
        elif number and learner.ai == named[0]:
            files.append(files[0].with_stem(f"{files[0].stem}-{nth}"))
        elif words.out is not None:
            files.append(words.out.with_stem(f"{words.out.stem}-{name}"))
        else:
            files.append(places.own_path(game, name, learner.spec.encoding.setting_name(learner.setting)))
    if len(set(files)) < len(files):
        raise UsageError("each of those who learn needs a file of its own")
    return files


def _starts(words: Namespace) -> list[str]:
    """What each of those who learn starts from, as it was asked for, or nothing."""
    return [words.start or "", *[_file_of(spec) for spec in words.beside]]


def _file_of(spec: str) -> str:
    """The file part of ``NAME[:FILE][@key=value,...]``, or nothing."""
    return spec.partition("@")[0].partition(":")[2]


def _started(ai: registry.AI, spec: LearnerSpec, name: str) -> TrainedTable:
    try:
        return TableCodec(spec.encoding).load(places.find(name), ai.game, ai.name)[0]
    except CheckpointError as error:
        raise CommandError(str(error)) from error


def _trainer(
    words: Namespace, ai: registry.AI, spec: LearnerSpec, start: TrainedTable | None, spread: spreading.Spread
) -> TableTrainer:
    rules = registry.game(ai.game).rules
    options = options_of(words, rules)
    if start is not None:
        kept = spec.encoding.options_of(start.table.setting)
        given = {text.partition("=")[0] for text in words.set}
        options |= {key: value for key, value in kept.items() if key not in given}
    check_house_rules([ai, *[parse_seat(ai.game, spec).ai for spec in words.against]], options)
    beside = tuple([_beside(spec, ai) for spec in words.beside])
    opponents = _opponents(words, ai)
    if words.every > 1 and not opponents:
        raise UsageError("--every is for games --against others; without them the AI plays itself in any case")
    setup = Setup(_players(words, rules.seats, 1 + len(beside) + len(opponents)), options)
    spec, parameters = _asked(words.ai, spec, start)
    usual_seed = SEED if start is None else start.seed
    seed = usual_seed if words.seed is None else words.seed
    at_once, every, batch, until = words.at_once, words.every, words.batch or 0, words.until
    plan = Plan(rules, setup, ai.name, spec, parameters, seed, opponents, at_once, every, beside, batch, until)
    through_world = None
    if MODS.with_systems(ai.game):
        from game.matches.world_play import WorldPlay  # only here: the pure rules need no entities

        through_world = WorldPlay
    try:
        return TableTrainer(ai, plan, start, _ways(words.ai, spec), spread, through_world)
    except ValueError as error:
        raise UsageError(str(error)) from None


def _players(words: Namespace, seats: range, taken: int) -> int:
    """How many players sit down: as many as asked for, else as those who are named, at least as many as must."""
    players: int = max(seats[0], taken) if words.seats is None else words.seats
    if players not in seats:
        most = "" if len(seats) == 1 else f" to {seats[-1]}"
        left = f"; --against takes {seats[-1] - 1}{' at most' if most else ''}" if words.against else ""
        raise UsageError(f"{words.game} seats {seats[0]}{most}, not {players}{left}")
    if taken > players:
        raise UsageError(f"a table of {players} has no place for {taken}: those who learn and those --against")
    return players


def _beside(spec: str, ai: registry.AI) -> Beside:
    """The AI of a ``--with``. Raises UsageError, CommandError."""
    other = registry.ai(ai.game, spec.partition("@")[0].partition(":")[0])
    if other.learner_spec is None:
        raise UsageError(f"--with {spec}: {other.name} learns no table")
    start = _started(other, other.learner_spec, _file_of(spec)) if _file_of(spec) else None
    played, parameters = _asked(spec, other.learner_spec, start)
    return Beside(other.name, played, parameters, start)


def _asked(words: str, spec: LearnerSpec, start: TrainedTable | None) -> tuple[LearnerSpec, Parameters]:
    """How the AI of ``NAME[:FILE][@key=value,...]`` plays and learns. Raises UsageError."""
    values, ways = _values(words, spec), _ways(words, spec)
    learnt = {key: value for key, value in values.items() if key not in ways}
    return spec.by(ways), replace(spec.parameters if start is None else start.parameters, **learnt)


def _values(words: str, spec: LearnerSpec) -> dict[str, Any]:
    """The parameters of ``NAME[:FILE][@key=value,...]``. Raises UsageError."""
    return values_of(words, PARAMETERS | {option.key: option.parse for option in spec.ways})


def _ways(words: str, spec: LearnerSpec) -> dict[str, Any]:
    """Those of them that say how it plays, whatever it has learnt."""
    ways = {option.key for option in spec.ways}
    return {key: value for key, value in _values(words, spec).items() if key in ways}


def _opponents(words: Namespace, ai: registry.AI) -> tuple[Agent, ...]:
    if HUMAN in words.against:
        raise UsageError("training is headless: --against takes AIs only")
    return tuple([agent for spec in words.against if (agent := parse_seat(ai.game, spec).agent())])


# --- parameters --------------------------------------------------------------------------------------------------


E = TypeVar("E", bound=Enum)


def _word(kind: type[E], text: str) -> E:
    choices = {each.value: each for each in kind}
    if text not in choices:
        raise ValueError(f"needs {' or '.join(choices)}")
    return choices[text]


PARAMETERS: dict[str, Callable[[str], Any]] = {
    "alpha": share,
    "gamma": share,
    "epsilon": share,
    "decay": share,
    "floor": share,
    "unknown": partial(number_between, least=-1000.0, most=1000.0),
    "spread": partial(_word, Spread),
    "ties": partial(_word, Ties),
    "returns": partial(_word, Returns),
}
"""How the parameters of learning are read."""


# --- progress and summary ----------------------------------------------------------------------------------------


def _run(trainer: TableTrainer, games: int, tell: Tell, in_worker: bool) -> int:
    """Train, telling how it goes; the number of the signal that interrupted it, or 0."""
    before = trainer.count
    trainer.goal = before + games
    try:
        with measuring_play(trainer, in_worker) as measure:
            going = Going(trainer)

            def told() -> None:
                measure()
                tell(trainer.count - before, going.words())

            trainer.train(told)
    except KeyboardInterrupt as error:
        return number_of(error)
    return 0


class Going:
    """Says how a training goes: how long games are of late, and how many of them the turn limit ended, since the last
    ten seconds began; how well it plays, by the evaluation of its game or against its yardstick."""

    def __init__(self, trainer: TableTrainer) -> None:
        self._trainer, self._training = trainer, trainer.training
        self._since, self._before = monotonic(), self._training.progress()

    def words(self) -> str:
        """That, in words."""
        training, progress = self._training, self._training.progress()
        told = [f"epsilon {progress.epsilon:.3f}", f"{progress.pairs:,} values learnt", *self._of_late(progress)]
        if progress.share is not None:
            told.append(f"best moves win {percent(progress.share)}")
        told += strength_words(self._trainer)
        others = [f"; {each.ai} {each.q_learner.table.pairs:,} values learnt" for each in training.learners[1:]]
        if monotonic() - self._since >= LINE_SECONDS:
            self._since, self._before = monotonic(), progress
        return ", ".join(told) + "".join(others)

    def _of_late(self, progress: Progress) -> list[str]:
        before = self._before
        games = progress.games - before.games
        if not games:
            return []
        length, stopped = (progress.actions - before.actions) / games, (progress.stopped - before.stopped) / games
        return [f"{length:.1f} actions a game", f"{percent(stopped)} ended by the turn limit"]


def _summary(training: TableTraining, learner: TrainingLearner) -> list[list[str]]:
    plan, progress = training.plan, training.progress(learner)
    rows = [
        ["games", f"{progress.games:,}"],
        ["actions", f"{progress.actions:,}, of them {progress.explorations:,} explored"],
        ["table", f"{progress.states:,} states, {progress.pairs:,} pairs of state and action"],
        ["epsilon", f"{progress.epsilon:g}"],
        ["parameters", _listed(learner.parameters)],
        ["method", _method(plan)],
        ["seed", str(plan.seed)],
        ["speed", f"{progress.games_per_second:,.0f} games/s"],
    ]
    if progress.share is not None and learner.evaluation is not None:
        rows.append(["measured", f"{percent(progress.share)}: {learner.evaluation.about}"])
    return rows


def _method(plan: Plan) -> str:
    if plan.batch:
        return f"batches of {plan.batch} games played while the table stays as it is"
    return "one game after another" if plan.together == 1 else f"{plan.together} games at once"


def _listed(parameters: Parameters) -> str:
    return ", ".join(f"{key} {value}" for key, value in parameters.record().items())
