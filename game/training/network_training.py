"""How networks are trained, whatever the game: what the methods are called, what is asked of a training, and what the
command ``train`` and the panel of the window do with one.

An AI whose networks can be trained has a `NetworkTrainingSpec` beside its ``NetworkSpec``. What most trainings have in
common is in :class:`game.training.batch_training.BatchTraining`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from game.agents.network_learning import TrainedNetworks

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
    won without exploring, `best` the best so far; None where nothing was measured.
    """

    count: int
    per_second: float | None = None
    shares: Mapping[str, float] = field(default_factory=dict)
    losses: Mapping[str, float] = field(default_factory=dict)
    matches_won: float | None = None
    best: float | None = None


class NetworkTraining(Protocol):
    """A training of networks, in batches. What it has learnt, kept and gone on with, gives what it would have given
    without the stop, bit for bit on the same machine."""

    saved_every: float
    """Seconds between two checkpoints on the way."""

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


@dataclass(frozen=True, eq=False)
class NetworkTrainingSpec:
    """How the networks of an AI are trained.

    `unit` is what a training counts ("round"), the singular of the first of its metrics. `methods` are its ways by
    name, the usual one first; `readers` read the parameters' values that can be given (raising ValueError).
    `begin` gives a training as asked; it raises ValueError (a SeatError is one) or UnknownNameError where that cannot
    be. `resume` gives the one that a checkpoint holds; it raises ValueError where there is none that is whole, or where
    somebody that it trains against has learnt since.
    """

    unit: str
    methods: Mapping[str, TrainingMethod]
    readers: Mapping[str, Callable[[str], Any]]
    begin: Callable[[TrainingRequest], NetworkTraining]
    resume: Callable[[TrainedNetworks], NetworkTraining]
