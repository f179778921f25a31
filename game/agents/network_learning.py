"""What a learner of networks is made of: which networks its game needs, and what it has learnt, as a file keeps it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from game.agents.agent import Scorer
from game.agents.networks import Network
from game.rules.protocol import AnyRules

WON = "won against "
"""Before the name of an opponent, a further column of a curve: the share of matches won against it, not exploring."""


@dataclass(frozen=True)
class TrainedNetworks:
    """What a learner has learnt, as a file keeps it; it does not change any more.

    `parameters` are those of its training (method, opponents, sizes, encoding, seed, epsilon ...), `statistics` what
    came of it (rounds, win rate, best ...), both of JSON's values. `curve` is shaped (batches, len(columns));
    `columns` are the spec's metrics, then one for each opponent, as `WON` says; files of old have none of these, and
    networks that came of no training have no columns at all. What was not measured is not a number. A checkpoint also
    holds all that a training needs to go on as if it had never stopped: `state`, of JSON's values, and the arrays
    `state_arrays`; both are empty where a training cannot go on.
    """

    game: str
    ai: str
    options: Mapping[str, Any]
    seed: int
    parameters: Mapping[str, Any]
    statistics: Mapping[str, Any]
    networks: Mapping[str, Network]
    curve: NDArray[np.float64] = field(default_factory=lambda: np.empty((0, 0)))
    state: Mapping[str, Any] = field(default_factory=dict)
    state_arrays: Mapping[str, NDArray[Any]] = field(default_factory=dict)
    columns: tuple[str, ...] = ()

    @property
    def encoding(self) -> str:
        """The name of the encoding that the networks read."""
        return str(self.parameters["encoding"])


@dataclass(frozen=True, eq=False)
class NetworkSpec:
    """How an AI plays by networks.

    `shapes` tells for every encoding, by name, the numbers of inputs and outputs of each network, by name, and
    `further` those of networks that may be there beside them, all or none. `scorer`
    makes the AI's scorer from what was learnt, `fresh` the networks of one that has learnt nothing. `metrics` are the
    columns of its training's curve, a row a batch: the first counts what was learnt from so far ("rounds", "games"),
    "win_rate" is a share, others are what the training makes of them. `chances` tells whether the chance to win
    the match that its candidates show is learnt from the first batch on: then whoever watches a training sees that.
    How they are trained is said by a :class:`game.training.network_training.NetworkTrainingSpec`.
    """

    shapes: Mapping[str, Mapping[str, tuple[int, int]]]
    scorer: Callable[[TrainedNetworks], Scorer]
    fresh: Callable[[], TrainedNetworks]
    metrics: tuple[str, ...]
    further: Mapping[str, Mapping[str, tuple[int, int]]] = field(default_factory=dict)
    chances: bool = False

    @property
    def counted(self) -> str:
        """What a training counts, in the plural: "rounds"."""
        return self.metrics[0]

    def check(self, trained: TrainedNetworks) -> None:
        """Raises ValueError where the networks are not those that the encoding needs."""
        shapes = self.shapes.get(trained.encoding)
        if shapes is None:
            raise ValueError(f"there is no encoding {trained.encoding!r}, only: {', '.join(self.shapes)}")
        found = {name: (network.sizes[0], network.sizes[-1]) for name, network in trained.networks.items()}
        further = self.further.get(trained.encoding, {})
        if found not in (dict(shapes), {**shapes, **further}):
            raise ValueError(
                f"its networks are {_words(found)}; the encoding {trained.encoding} needs {_words(shapes)}: "
                "if it is of an earlier version, train it anew"
            )


def _words(shapes: Mapping[str, tuple[int, int]]) -> str:
    return ", ".join(f"{name} {inputs} to {outputs}" for name, (inputs, outputs) in shapes.items()) or "none"


def network_scorers(spec: NetworkSpec, rules: AnyRules, settings: Mapping[str, Any]) -> list[Scorer]:
    """The scorer of an AI that plays by networks: by those it has learnt, or by fresh ones."""
    trained: TrainedNetworks | None = settings["trained"]
    return [spec.scorer(spec.fresh() if trained is None else trained)]
