"""What trainings of networks have in common that learn in batches: networks, optimisers and averaged weights, a rate
that falls by a cosine, the curve, the best networks kept by what they win, and a state to go on from.

A game derives a class from `BatchTraining`, which says what a batch teaches (`learn`) and how many matches networks win
(`measured`), and its parameters from `BatchParameters`; `batch_spec` makes of both what an AI's `network_training` is:

    class Training(BatchTraining[Parameters]):
        share_words = {"win_rate": "rounds won"}

        def learn(self, random):
            inputs, targets, won = play(self.networks, self.parameters, self.share, random)
            network = self.networks["value"]
            trace = network.trace(inputs)
            errors = trace[-1] - targets
            self.descend("value", network.gradient(trace, errors * np.float32(2 / errors.size)))
            return {"value_loss": (errors**2).mean(), "win_rate": won}

        def measured(self, networks, random):
            return shares_won(RULES, SETUP, agent_of(networks), [*self.opponents.values()], 200, seed=1)

    def make(method, parameters, against, seed):  # in the module that declares the AI; loads the class only now
        from game.games.GAME.training import Training
        layers = {"value": (INPUTS, *parameters.hidden, 1)}
        return Training("GAME", "neural", method, parameters, METRICS, pool("GAME", against or POOL), seed, layers)

    network_training = batch_spec("game", METHODS, Parameters, {"hidden": ...}, make)

METRICS are the columns of the AI's ``NetworkSpec``; `shares_won` and `pool` are in :mod:`game.games.pool`. Metrics that
end in "_loss" are told as losses.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from time import perf_counter
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from game.agents.agent import Agent
from game.agents.network_learning import WON, TrainedNetworks
from game.agents.networks import Adam, Floats, Network, clipped
from game.training.network_training import PATIENCE, BatchParameters, Progress, plain, stream
from game.training.spreading import HERE, Spread

LATELY = 50
"""Figures of the progress are means over so many batches."""


class PoolPlayer(NamedTuple):
    """Somebody to train against: the seat's words, the agent, and the SHA-256 of the checkpoint it plays by."""

    spec: str
    agent: Agent
    trained: str | None = None


class AveragedWeights:
    """The exponential average of a network's weights over the steps of its training.

    After n steps the latest weights make at least 1 / n: early on it is their plain mean, in which what they were
    before the first step has no part.
    """

    def __init__(self, network: Network, decay: float) -> None:
        self.network = network.copy()
        """The averaged network; a copy that changes with every `add`."""
        self.decay = decay
        self.steps = 0

    def add(self, network: Network) -> None:
        """Take in a network's weights after a step."""
        self.steps += 1
        share = max(1.0 - self.decay, 1.0 / self.steps)
        self.network.flat += np.float32(share) * (network.flat - self.network.flat)


def cosine(first: float, last: float, share: float) -> float:
    """A rate that falls by half a cosine from `first` to `last`, when `share` of the course (0 to 1) is over.

    Source: Loshchilov and Hutter, SGDR (2017), equation 5, without restarts.
    """
    return last + (first - last) * (1.0 + math.cos(math.pi * min(1.0, share))) / 2.0


P = TypeVar("P", bound=BatchParameters)


class BatchTraining(ABC, Generic[P]):
    """A training of networks in batches; see :class:`game.training.network_training.NetworkTraining` for what the
    command and the panel do with it. The same parameters, opponents and seed give the same networks on the same
    machine, and a training that was kept and gone on with ends as if it had never stopped, bit for bit.

    Batch k of seed s draws from a stream of its own (`stream`); whatever else lasts from batch to batch belongs into
    `arrays` and `take_arrays`.
    """

    share_words: ClassVar[Mapping[str, str]] = {}
    """The metrics that are shares, with what the progress calls them: {"win_rate": "rounds won"}."""
    length_metric: ClassVar[str] = "length"
    """The metric that is the mean length of rounds or games, in turns."""
    unshared = "its batches are played in one process"

    def __init__(
        self,
        game: str,
        ai: str,
        method: str,
        parameters: P,
        metrics: Sequence[str],
        against: Sequence[PoolPlayer],
        seed: int,
        layers: Mapping[str, Sequence[int]],
    ) -> None:
        """A training of fresh networks of these `layers`' sizes, by name. `metrics` are those of the AI's spec."""
        self.game, self.ai, self.method, self.seed = game, ai, method, seed
        self.parameters = parameters
        self.metrics = tuple(metrics)
        self.pool = tuple(against)
        self._rows: list[tuple[float, ...]] = []
        self._rates: list[float] = []
        self._stopped: list[float] = []
        """Of each batch learnt from here, the share that the turn limit ended."""
        self.spread: Spread = HERE
        """Who works on parts of a batch, where they are shared out."""
        random = self.stream(0)
        self.networks = {name: Network.fresh(tuple(sizes), random) for name, sizes in layers.items()}
        """The networks that learn, by name."""
        self.optimisers = {name: Adam.fresh(network) for name, network in self.networks.items()}
        self.averages = {name: AveragedWeights(network, parameters.average) for name, network in self.networks.items()}
        self.best = self.played()
        self.best_share: float | None = None
        self.best_batch = 0
        self.since_best = 0
        """Measurements since the best."""

    # --- what a game says ---

    @abstractmethod
    def learn(self, random: np.random.Generator) -> Mapping[str, float]:
        """Play a batch and learn from it by `descend`; its metrics by name, but for the first, which is counted here.
        What is left out was not measured."""

    @abstractmethod
    def measured(self, networks: Mapping[str, Network], random: np.random.Generator) -> Sequence[float]:
        """The share of matches that these networks win against each of the `opponents`, not exploring. The random
        numbers are the same each time, so that the same deals are played."""

    def arrays(self) -> dict[str, NDArray[Any]]:
        """What else lasts from batch to batch; names must not begin with those of the networks."""
        return {}

    def take_arrays(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Go on from what `arrays` has kept. Raises KeyError or ValueError where that is not whole."""

    # --- for `learn` ---

    def stream(self, batch: int, purpose: int = 0) -> np.random.Generator:
        """The random numbers of a batch, counted from 1, for one purpose; 0 for what is not of a batch."""
        return stream(self.seed, batch, purpose)

    @property
    def share(self) -> float:
        """How much of the planned course is over, at most 1."""
        return min(1.0, self.batches / max(1, self.parameters.batches))

    def descend(self, name: str, gradient: Floats) -> None:
        """One step of a network down a gradient, laid out like its `flat`; its average follows. The gradient may be
        changed."""
        network, parameters = self.networks[name], self.parameters
        rate = cosine(parameters.rate, parameters.last_rate, self.share)
        self.optimisers[name].step(network, clipped(gradient, parameters.clip), rate)
        self.averages[name].add(network)

    def played(self) -> dict[str, Network]:
        """Copies of the networks to play by, by name: the averages."""
        return {name: average.network.copy() for name, average in self.averages.items()}

    # --- what the command and the panel do ---

    @property
    def against(self) -> tuple[str, ...]:
        """Whom it trains against, as seats."""
        return tuple(player.spec for player in self.pool)

    @property
    def opponents(self) -> dict[str, Agent]:
        """The same by their words, each once however often it is named."""
        return {player.spec: player.agent for player in self.pool}

    @property
    def batch(self) -> int:
        """How many rounds or games a batch has."""
        return self.parameters.batch

    @property
    def batches(self) -> int:
        """How many batches have been learnt from."""
        return len(self._rows)

    @property
    def left(self) -> int:
        """How many batches of those that were planned are left."""
        return max(0, self.parameters.batches - self.batches)

    @property
    def over(self) -> bool:
        """Whether so many measurements brought no new best as its patience allows."""
        return self.parameters.patience is not None and self.since_best >= self.parameters.patience

    def be_patient(self, measurements: int) -> None:
        """From now on so many measurements without a new best make it `over`; what it learns does not depend on it."""
        self.parameters = replace(self.parameters, patience=measurements)

    def encourage(self) -> None:
        """Let a training that is over go on for as long again."""
        if self.over:
            self.be_patient(self.since_best + PATIENCE)

    def share_out(self, spread: Spread) -> None:
        """Let parts of its batches be worked on elsewhere; changes nothing but the time."""
        self.spread = spread

    def step(self, most: float = math.inf) -> int:
        """Play and learn from a batch more, however few are asked for: how many rounds or games."""
        started, number = perf_counter(), self.batches + 1
        found = self.learn(self.stream(number))
        self._rates.append(self.batch / (perf_counter() - started))
        self._stopped.append(float(found.get("stopped", math.nan)))
        won = (math.nan,) * len(self.opponents)
        if number % self.parameters.evaluate_every == 0:
            won = self._measure(number)
        figures = [float(found.get(name, math.nan)) for name in self.metrics[1:]]
        self._rows.append((number * self.batch, *figures, *won))
        return self.batch

    def _measure(self, batch: int) -> tuple[float, ...]:
        """The shares of matches won by the networks as they are; they are kept when their mean is the best so far."""
        networks = self.played()
        won = tuple(map(float, self.measured(networks, self.stream(0, 1))))
        share = float(np.mean(won))
        self.since_best += 1
        if self.best_share is None or share > self.best_share:
            self.best, self.best_share, self.best_batch, self.since_best = networks, share, batch, 0
        return won

    def progress(self) -> Progress:
        """How far it is."""
        rows = self.curve()
        late = dict(zip(self.metrics, rows[-LATELY:, : len(self.metrics)].T, strict=True))
        means = {name: _mean(values) for name, values in late.items()}
        won = _mean_of_measured(rows[:, len(self.metrics) :])
        return Progress(
            self.batches * self.batch,
            _mean(np.array(self._rates[-LATELY:])),
            {words: mean for name, words in self.share_words.items() if (mean := means[name]) is not None},
            {
                name.removesuffix("_loss").replace("_", " "): mean
                for name, mean in means.items()
                if name.endswith("_loss") and mean is not None
            },
            won,
            self.best_share,
            means.get(self.length_metric),
            _mean(np.array(self._stopped[-LATELY:])),
        )

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of its curve."""
        return (*self.metrics, *(WON + name for name in self.opponents))

    def curve(self, since: int = 0) -> NDArray[np.float64]:
        """The curve so far, or from this batch on, shaped (batches, len(columns))."""
        return np.array(self._rows[since:], dtype=np.float64).reshape(-1, len(self.columns))

    # --- what is kept ---

    def result(self) -> TrainedNetworks:
        """What has been learnt so far: the best networks, and all that the training needs to go on."""
        counted, progress = self.metrics[0], self.progress()
        best = None
        if self.best_share is not None:
            best = {"matches_won": self.best_share, counted: self.best_batch * self.batch}
        statistics = {
            counted: progress.count,
            "win_rate": progress.shares.get(self.share_words.get("win_rate", "")),
            "matches_won": progress.matches_won,
            "best": best,
        }
        kept = self.played() if best is None else {name: network.copy() for name, network in self.best.items()}
        return TrainedNetworks(
            self.game, self.ai, {}, self.seed, self._record(), statistics, kept, self.curve(), self._state(),
            self._state_arrays(), self.columns,
        )  # fmt: skip

    def played_by(self) -> TrainedNetworks:
        """What it would play by now, without curve and state."""
        return TrainedNetworks(self.game, self.ai, {}, self.seed, self._record(), {}, self.played())

    def _record(self) -> dict[str, Any]:
        parameters = asdict(self.parameters) | {
            "method": self.method,
            "against": list(self.against),
            "against_trained": [player.trained for player in self.pool],
        }
        return plain(parameters)

    def _state(self) -> dict[str, Any]:
        return {
            "steps": {name: optimiser.steps for name, optimiser in self.optimisers.items()},
            "best": {"share": self.best_share, "batch": self.best_batch, "since": self.since_best},
        }

    def _state_arrays(self) -> dict[str, NDArray[Any]]:
        arrays = self.arrays()
        for name, network in self.networks.items():
            arrays |= network.arrays(name) | self.optimisers[name].arrays(name)
            arrays |= self.averages[name].network.arrays(f"average.{name}") | self.best[name].arrays(f"best.{name}")
        return arrays

    def resume(self, trained: TrainedNetworks) -> Self:
        """This training, just begun by the parameters, opponents and seed of a checkpoint, as the checkpoint has it.
        Raises ValueError where that is not whole, or where somebody it trains against has learnt since."""
        if trained.parameters.get("against_trained") != [player.trained for player in self.pool]:
            raise ValueError(f"it was trained against {', '.join(self.against)}, of whom one has learnt since")
        if trained.columns != self.columns or not np.array_equal(
            trained.curve[:, 0], np.arange(1, len(trained.curve) + 1) * self.batch
        ):
            raise ValueError("its metrics are not those of its training")
        if not all(np.isfinite(array).all() for array in trained.state_arrays.values()):
            raise ValueError("its state holds numbers that are not finite")
        try:
            self._take(trained.state, trained.state_arrays)
            self.take_arrays(trained.state_arrays)
        except (KeyError, TypeError, AttributeError, IndexError, OverflowError) as error:
            raise ValueError(f"its state is not whole: {error}") from None
        self._rows = [tuple(row) for row in trained.curve.tolist()]
        return self

    def _take(self, state: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> None:
        for name, network in self.networks.items():
            steps = int(state["steps"][name])
            self.networks[name] = _like(network, arrays, name)
            self.optimisers[name] = Adam.from_arrays(arrays, name, steps)
            if self.optimisers[name].mean.shape != network.flat.shape:
                raise ValueError(f"the optimiser does not fit the network {name!r}")
            average = self.averages[name]
            average.network, average.steps = _like(network, arrays, f"average.{name}"), steps
            self.best[name] = _like(network, arrays, f"best.{name}")
        best = state["best"]
        share = best["share"]
        if share is not None and not 0.0 <= share <= 1.0:
            raise ValueError("its best share of matches is none")
        self.best_share = None if share is None else float(share)
        self.best_batch, self.since_best = int(best["batch"]), int(best["since"])


def _like(expected: Network, arrays: Mapping[str, NDArray[Any]], name: str) -> Network:
    found = Network.from_arrays(arrays, name)
    if found.sizes != expected.sizes:
        raise ValueError(f"a network of sizes {found.sizes} where {expected.sizes} are needed")
    return found


def _mean(figures: NDArray[np.float64]) -> float | None:
    """The mean of what was measured; None where nothing was."""
    known = figures[np.isfinite(figures)]
    return float(known.mean()) if known.size else None


def _mean_of_measured(won: NDArray[np.float64]) -> float | None:
    """The mean of the latest row in which shares were measured; None where there is none."""
    measured = won[np.isfinite(won).all(axis=1)] if won.shape[1] else won[:0]
    return float(measured[-1].mean()) if len(measured) else None
