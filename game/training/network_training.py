"""How networks are trained, whatever the game: what the methods are called, what is asked of a training, and what the
command ``train`` and the panel of the window do with one.

An AI whose networks can be trained has a `NetworkTrainingSpec` beside its ``NetworkSpec``. What most trainings have in
common is in :class:`game.training.batch_training.BatchTraining`.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from game.agents.network_learning import TrainedNetworks
from game.base.reading import number_between, share, whole_between

if TYPE_CHECKING:  # every AI of the registry is said to be trained so: what spreads work is slow to load
    from game.training.spreading import Spread

SEED = 1
PATIENCE = 20
"""Measurements without a new best after which a training stops, unless another number is asked for."""


@dataclass(frozen=True)
class TrainingMethod:
    """A way to train: what it is, in a line, and its parameters unless others are asked for, a dataclass."""

    about: str
    parameters: Any


@dataclass(frozen=True)
class TrainingRequest:
    """What is asked of a training that begins.

    Without a `method` it is the first of the spec's, without `against` the AI's usual opponents; these are seats, as
    words ask for them. `values` are those of the method's parameters that are given, by name. It is to learn from
    `count` rounds or games, rounded up to whole batches, the method's own number where that is None; after `patience`
    measurements without a new best it is over.
    """

    method: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)
    against: tuple[str, ...] = ()
    seed: int = SEED
    count: int | None = None
    patience: int = PATIENCE


@dataclass(frozen=True)
class Progress:
    """How far a training is: how many rounds or games it has learnt from, and how many a second of late, None where
    that is not known: a file does not keep it.

    `shares` and `losses` are means of late, by their names in words, without those that were not measured. Of a share
    the name goes before "in 51.2 % of rounds": "no life lost". `matches_won` is the latest measured share of matches
    won without exploring, `best` the best so far; None where nothing was measured. `length` is the mean of late, in
    turns, `stopped` the share that the turn limit ended; None where that is not known.
    """

    count: int
    per_second: float | None = None
    shares: Mapping[str, float] = field(default_factory=dict)
    losses: Mapping[str, float] = field(default_factory=dict)
    matches_won: float | None = None
    best: float | None = None
    length: float | None = None
    stopped: float | None = None


class NetworkTraining(Protocol):
    """A training of networks, in batches. What it has learnt, kept and gone on with, gives what it would have given
    without the stop, bit for bit on the same machine."""

    @property
    def method(self) -> str:
        """The name of its method."""

    @property
    def against(self) -> tuple[str, ...]:
        """Whom it trains against, as seats."""

    @property
    def batch(self) -> int:
        """How many rounds or games a batch has."""

    @property
    def batches(self) -> int:
        """How many batches have been learnt from."""

    @property
    def left(self) -> int:
        """How many batches of those that were planned are left."""

    @property
    def over(self) -> bool:
        """Whether it has ended by itself: so many measurements without a new best as its patience allows."""

    @property
    def unshared(self) -> str:
        """Why nobody else can take part in it, and what would help; empty where its batches are shared out."""

    def share_out(self, spread: "Spread") -> None:
        """Let parts of its batches be worked on elsewhere; changes nothing but the time."""

    def be_patient(self, measurements: int) -> None:
        """From now on so many measurements without a new best make it `over`; what it learns does not depend on it."""

    def encourage(self) -> None:
        """Let a training that is over go on for as long again."""

    def step(self, most: float) -> int:
        """Learn from a batch more: of how many rounds or games."""

    def progress(self) -> Progress:
        """How far it is."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of its curve."""

    def curve(self, since: int = 0) -> NDArray[np.float64]:
        """The curve so far, or from this batch on, shaped (batches, len(columns))."""

    def result(self) -> TrainedNetworks:
        """What has been learnt so far: the best networks, and all that the training needs to go on."""

    def played_by(self) -> TrainedNetworks:
        """What it would play by now, without curve and state: no file, but what somebody who watches may look at."""


@dataclass(frozen=True, eq=False)
class NetworkTrainingSpec:
    """How the networks of an AI are trained.

    `unit` is what a training counts ("round"), the singular of the first of its metrics. `methods` are its ways by
    name, the usual one first; `readers` read the parameters' values that can be given (raising ValueError).
    `begin` gives a training as asked; it raises ValueError (a SeatError is one) or UnknownNameError where that cannot
    be. `resume` gives the one that a checkpoint holds; it raises ValueError where there is none that is whole, or where
    somebody that it trains against has learnt since. `watched` are values of parameters for a training in the window,
    of every method: smaller batches, measured oftener. `compared` are parameters that a second training there may have
    otherwise than the first, beside its method and its seed, by name, with what each is.
    """

    unit: str
    methods: Mapping[str, TrainingMethod]
    readers: Mapping[str, Callable[[str], Any]]
    begin: Callable[[TrainingRequest], NetworkTraining]
    resume: Callable[[TrainedNetworks], NetworkTraining]
    watched: Mapping[str, Any] = field(default_factory=dict)
    compared: Mapping[str, str] = field(default_factory=dict)


# --- trainings in batches -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class BatchParameters:
    """What can be set about every :class:`game.training.batch_training.BatchTraining`; a game derives its own from it.

    `batches` is the planned course: `batch` rounds or games each, learnt from together. The rate falls by a cosine from
    `rate` to `last_rate`; gradients are shortened to `clip`. The weights that are played by, measured and kept are
    averages, of which each step's weights make `1 - average` (0: the latest themselves). Every `evaluate_every` batches
    the networks are measured; `patience` such in a row without a new best end the training.
    """

    batches: int = 1000
    batch: int = 100
    encoding: str = ""
    rate: float = 1e-3
    last_rate: float = 2e-5
    clip: float = 1.0
    average: float = 0.999
    evaluate_every: int = 50
    patience: int | None = None


BATCH_READERS: Mapping[str, Callable[[str], Any]] = {
    "batch": partial(whole_between, least=1, most=10**6),
    "rate": share,
    "last_rate": share,
    "clip": partial(number_between, least=0.0, most=1e9),
    "average": share,
    "evaluate_every": partial(whole_between, least=1, most=10**6),
}
"""How those of them are read that words can give."""
P = TypeVar("P", bound=BatchParameters)


class Resumable(NetworkTraining, Protocol):
    """A training that can be put where a checkpoint has it."""

    def resume(self, trained: TrainedNetworks) -> NetworkTraining:
        """This training, just begun by the parameters, opponents and seed of a checkpoint, as the checkpoint has it.
        Raises ValueError where that is not whole, or where somebody it trains against has learnt since."""


def batch_spec(
    unit: str,
    methods: Mapping[str, TrainingMethod],
    kind: type[P],
    readers: Mapping[str, Callable[[str], Any]],
    make: Callable[[str, P, tuple[str, ...], int], Resumable],
    watched: Mapping[str, Any] | None = None,
    compared: Mapping[str, str] | None = None,
) -> NetworkTrainingSpec:
    """The spec of trainings in batches. `methods` have parameters of this `kind`, of which `readers` read those that
    are the game's own. `make` begins one by a method, its parameters, opponents as seats (none: the usual) and a
    seed; it raises as `begin` does. `watched` and `compared` are the spec's."""

    def begin(request: TrainingRequest) -> NetworkTraining:
        method = request.method or next(iter(methods))
        usual = methods[method].parameters
        assert isinstance(usual, kind)
        parameters = replace(usual, **request.values, patience=request.patience)
        if request.count is not None:
            parameters = replace(parameters, batches=math.ceil(request.count / parameters.batch))
        return make(method, parameters, request.against, request.seed)

    def resume(trained: TrainedNetworks) -> NetworkTraining:
        if not trained.state:
            raise ValueError("it holds networks, but no training to go on with")
        try:
            values: dict[str, Any] = {
                key: tuple(each) if isinstance(each, list) else each for key, each in trained.parameters.items()
            }
            method, against = str(values.pop("method")), tuple(map(str, values.pop("against")))
            del values["against_trained"]
            return make(method, kind(**values), against, trained.seed).resume(trained)
        except (LookupError, TypeError, AttributeError, ArithmeticError) as error:
            raise ValueError(f"its training is not whole: {error}") from None

    return NetworkTrainingSpec(
        unit, methods, {**readers, **BATCH_READERS}, begin, resume, watched or {}, compared or {}
    )


def stream(seed: int, batch: int, purpose: int = 0) -> np.random.Generator:
    """The random numbers of a training's batch, counted from 1, for one purpose; 0 for what is not of a batch."""
    return np.random.Generator(np.random.PCG64([abs(seed), seed < 0, batch, purpose]))


def plain(record: Mapping[str, Any]) -> dict[str, Any]:
    """The same with lists for tuples, as JSON gives it back."""
    return {key: list(value) if isinstance(value, tuple) else value for key, value in record.items()}
