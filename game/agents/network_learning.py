"""What a learner of networks is made of: which networks its game needs, and what it has learnt, as a file keeps it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from game.agents.agent import Scorer
from game.agents.networks import Network
from game.rules.protocol import AnyRules

METRICS = ("rounds", "action_loss", "swap_loss", "reward", "length", "win_rate")
"""The columns of a training's curve, a row a batch: rounds learnt from so far, both networks' mean losses, the mean
reward of a round, its mean length in turns, and the share of rounds won. What was not measured is not a number."""
WON = "won against "
"""Before the name of an opponent, a further column of a curve: the share of matches won against it, not exploring."""


@dataclass(frozen=True)
class TrainedNetworks:
    """What a learner has learnt, as a file keeps it; it does not change any more.

    `parameters` are those of its training (method, opponents, sizes, encoding, seed, epsilon ...), `statistics` what
    came of it (rounds, win rate, best ...), both of JSON's values. `curve` is shaped (batches, len(columns));
    `columns` are those of `METRICS`, then one for each opponent, as `WON` says; files of old have none of these. A
    checkpoint also holds all that a training needs to go on as if it had never stopped: `state`, of JSON's values,
    and the arrays `state_arrays`; both are empty where a training cannot go on.
    """

    game: str
    ai: str
    options: Mapping[str, Any]
    seed: int
    parameters: Mapping[str, Any]
    statistics: Mapping[str, Any]
    networks: Mapping[str, Network]
    curve: NDArray[np.float64] = field(default_factory=lambda: np.empty((0, len(METRICS))))
    state: Mapping[str, Any] = field(default_factory=dict)
    state_arrays: Mapping[str, NDArray[Any]] = field(default_factory=dict)
    columns: tuple[str, ...] = METRICS

    @property
    def encoding(self) -> str:
        """The name of the encoding that the networks read."""
        return str(self.parameters["encoding"])


@dataclass(frozen=True)
class Progress:
    """How far a training is. `rounds_per_second`, the losses and `win_rate`, the share of rounds without a life lost,
    are means of late; `matches_won` is the latest measured share of matches won without exploring, `best` the best
    so far; None where nothing was measured, as the rate is in a file: the same training gives the same file."""

    rounds: int
    rounds_per_second: float | None
    action_loss: float | None
    swap_loss: float | None
    win_rate: float | None
    matches_won: float | None
    best: float | None


class KeptTraining(Protocol):
    """A training of networks that is kept in a file, and goes on from it as if it had never stopped."""

    saved_every: float
    """Seconds between two checkpoints on the way."""

    @property
    def over(self) -> bool:
        """Whether it has ended by itself."""

    @property
    def batches(self) -> int:
        """How many batches have been learnt from."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of its curve."""

    def encourage(self) -> None:
        """Let a training that is over go on for as long again."""

    def step(self, most: float) -> int:
        """Learn from a batch more: of how many rounds."""

    def progress(self) -> Progress:
        """How far it is."""

    def curve(self, since: int = 0) -> NDArray[np.float64]:
        """The curve so far, or from this batch on, shaped (batches, len(columns))."""

    def keep(self, path: Path) -> str:
        """Keep what has been learnt so far; the file's SHA-256."""


@dataclass(frozen=True, eq=False)
class NetworkSpec:
    """How an AI plays by networks.

    `shapes` tells for every encoding, by name, the numbers of inputs and outputs of each network, by name. `scorer`
    makes the AI's scorer from what was learnt, `fresh` the networks of one that has learnt nothing. `training` gives
    the training that a file of the user's holds, or one that begins where there is no file.
    """

    shapes: Mapping[str, Mapping[str, tuple[int, int]]]
    scorer: Callable[[TrainedNetworks], Scorer]
    fresh: Callable[[], TrainedNetworks]
    training: Callable[[Path], KeptTraining]

    def check(self, trained: TrainedNetworks) -> None:
        """Raises ValueError where the networks are not those that the encoding needs."""
        shapes = self.shapes.get(trained.encoding)
        if shapes is None:
            raise ValueError(f"there is no encoding {trained.encoding!r}, only: {', '.join(self.shapes)}")
        found = {name: (network.sizes[0], network.sizes[-1]) for name, network in trained.networks.items()}
        if found != dict(shapes):
            raise ValueError(
                f"its networks are {_words(found)}; the encoding {trained.encoding} needs {_words(shapes)}"
            )


def _words(shapes: Mapping[str, tuple[int, int]]) -> str:
    return ", ".join(f"{name} {inputs} to {outputs}" for name, (inputs, outputs) in shapes.items()) or "none"


def network_scorers(spec: NetworkSpec, rules: AnyRules, settings: Mapping[str, Any]) -> list[Scorer]:
    """The scorer of an AI that plays by networks: by those it has learnt, or by fresh ones."""
    trained: TrainedNetworks | None = settings["trained"]
    return [spec.scorer(spec.fresh() if trained is None else trained)]
