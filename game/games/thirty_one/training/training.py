"""Training of Thirty-one's networks: they play rounds against others, and learn what their decisions came to.

The method is chosen by `Parameters.targets`: "all", the reference method of the rules page, and "chosen" learn values
(:mod:`game.games.thirty_one.training.values`), "policy" a policy (:mod:`game.games.thirty_one.training.policy`). With
`together` 1 there is a step after every round; with more, rounds are played at once and learnt from in minibatches.
How the program begins, keeps and goes on with one is in
:mod:`game.games.thirty_one.training.network_training`. Batch k of seed s draws from a stream of its own, so that a
training which was kept and is resumed goes on as if it had never stopped.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.agents.networks import Adam, Floats, Network
from game.games.thirty_one.neural import ACTION, ENCODINGS, SWAP, sizes
from game.games.thirty_one.rounds import Player, play_matches
from game.games.thirty_one.state import TURN_LIMIT
from game.games.thirty_one.training.chances import ChanceLearning
from game.games.thirty_one.training.learner import NetworkPlayer
from game.games.thirty_one.training.parameters import Parameters
from game.games.thirty_one.training.players import RandomPlayer
from game.games.thirty_one.training.policy import PolicyLearning
from game.games.thirty_one.training.rewards import MatchChances, page_rewards
from game.games.thirty_one.training.shards import Played, PlayRounds, joined_memory, played_in_shards
from game.games.thirty_one.training.values import ValueLearning
from game.training.network_training import stream
from game.training.spreading import HERE, Spread

NETWORKS = (ACTION, SWAP)


class BatchMetrics(NamedTuple):
    """One batch: losses, the learner's mean reward, turns a round, the share of rounds in which it lost no life,
    rounds a second, and the mean share of matches won where the networks were evaluated, else not a number."""

    batch: int
    action_loss: float
    swap_loss: float
    reward: float
    length: float
    win_rate: float
    rounds_per_second: float
    evaluation: float


class Opponent(NamedTuple):
    """Somebody to train against, by the name to be told."""

    name: str
    player: Player


class Training:
    """A training under way. The same parameters, opponents and seed give the same networks on the same machine."""

    def __init__(
        self, parameters: Parameters, against: Sequence[Opponent], seed: int = 0, spread: Spread = HERE
    ) -> None:
        """Raises ValueError where the parameters make no training."""
        if not against:
            raise ValueError("a training needs an opponent")
        if parameters.shards > parameters.together:
            raise ValueError(f"{parameters.together} rounds at once cannot be played in {parameters.shards} shards")
        self.spread = spread
        """Who plays the shards of a batch; changes nothing but the time."""
        if parameters.batch % parameters.together:
            raise ValueError(f"a batch of {parameters.batch} rounds has no whole number of {parameters.together}")
        self.parameters, self.against, self.seed = parameters, tuple(against), seed
        self.encoding = ENCODINGS[parameters.encoding]
        method = PolicyLearning if parameters.targets == "policy" else ValueLearning
        rng = self._stream(0)
        layers = sizes(self.encoding, parameters.action_hidden, parameters.swap_hidden, method.extra_outputs)
        networks = {name: Network.fresh(each, rng) for name, each in layers.items()}
        optimisers = {name: Adam.fresh(network) for name, network in networks.items()}
        self.learning: ValueLearning | PolicyLearning = method(parameters, networks, optimisers)
        self.chances = {seats: MatchChances(seats) for seats in parameters.seats}
        self.metrics: list[BatchMetrics] = []
        self.stopped: list[float] = []
        """Of each batch learnt from here, the share of rounds that the turn limit ended."""
        self.won: dict[int, tuple[float, ...]] = {}
        """By the batch after which it was measured: the share of matches won in each of the `measured` ways."""
        self.best = self.networks
        self.best_evaluation = -math.inf
        self.best_batch = 0
        self.evaluations_since_best = 0
        self.valuing: ChanceLearning | None = None
        """What learns the chances that the best networks' choices come to; None before that part of the curve."""
        self.valued_since = 0
        """How many batches have been learnt from before that part."""

    @property
    def networks(self) -> dict[str, Network]:
        """The networks to play by, as they are now: copies, by name."""
        return {name: network.copy() for name, network in self.learning.played().items()}

    @property
    def opponents(self) -> dict[str, Player]:
        """Whom it trains against, by name, each once however often it is named."""
        return {opponent.name: opponent.player for opponent in self.against}

    @property
    def measured(self) -> dict[str, tuple[Player, int]]:
        """What evaluations play against, by its name: each opponent, at tables of how many seats."""
        return {
            name if seats == 2 else f"{seats - 1} {name}": (player, seats)
            for seats in self.parameters.evaluation_seats
            for name, player in self.opponents.items()
        }

    @property
    def batches(self) -> int:
        """How many batches have been learnt from."""
        return len(self.metrics)

    @property
    def to_keep(self) -> dict[str, Network]:
        """The networks that a file of this training plays by and shows chances by: copies, by name."""
        playing = self.networks if self.best_evaluation == -math.inf else self.best
        telling = {} if self.valuing is None else self.valuing.networks
        return {name: network.copy() for name, network in (playing | telling).items()}

    @property
    def left(self) -> int:
        """How many batches of the planned curve are left."""
        planned = self.parameters.batches if self.valuing is None else self.valued_since
        return max(0, planned + self.parameters.valued - self.batches)

    @property
    def flat(self) -> bool:
        """Whether the training is over: so many evaluations without a new best as its patience allows, and all learnt
        about the chances of what was best."""
        return self._settled and not (self.parameters.valued and (self.valuing is None or self.left))

    @property
    def _settled(self) -> bool:
        patience = self.parameters.patience
        return patience is not None and self.evaluations_since_best >= patience

    def run(self, batches: int) -> None:
        """Play and learn from this many batches more, fewer when the training is `flat` before."""
        for _ in range(batches):
            if self.flat:
                return
            self._batch(self.batches + 1)

    def _stream(self, batch: int, purpose: int = 0) -> np.random.Generator:
        return stream(self.seed, batch, purpose)

    def _share(self, batch: int) -> float:
        """How much of the planned curve lies before a batch, at most 1."""
        return min(1.0, (batch - 1) / max(1, self.parameters.batches))

    def _batch(self, batch: int) -> None:
        """One batch: rounds, what is learnt from them, and its metrics."""
        parameters = self.parameters
        learnt = self._settled or self.batches >= parameters.batches
        if self.valuing is None and parameters.targets == "policy" and learnt:
            self._begin_valuing(self.batches)
        if self.valuing is None:
            self._learn_to_play(batch)
        else:
            self._learn_chances(self.valuing, batch)

    def _begin_valuing(self, since: int) -> None:
        self.valued_since = since
        policy = {name: self.to_keep[name] for name in NETWORKS}
        self.valuing = ChanceLearning(self.parameters, policy, self._stream(0, 3))

    def _learn_chances(self, valuing: ChanceLearning, batch: int) -> None:
        started, number = perf_counter(), batch - self.valued_since - 1
        found = valuing.batch(number, self._stream(batch))
        rate = self.parameters.batch / (perf_counter() - started)
        losses = (found.action_loss, found.swap_loss)
        self.stopped.append(found.stopped)
        self.metrics.append(BatchMetrics(batch, *losses, 0.0, found.length, found.kept, rate, math.nan))

    def _learn_to_play(self, batch: int) -> None:
        started, random = perf_counter(), self._stream(batch)
        parts = [self._part(batch, random) for _ in range(self.parameters.batch // self.parameters.together)]
        action_loss, swap_loss, reward, length, win_rate, stopped = np.mean(parts, axis=0).tolist()
        self.stopped.append(stopped)
        rate = self.parameters.batch / (perf_counter() - started)
        evaluation = math.nan
        if batch % self.parameters.evaluate_every == 0:
            evaluation = self._evaluate()
        self.metrics.append(BatchMetrics(batch, action_loss, swap_loss, reward, length, win_rate, rate, evaluation))

    def _part(self, batch: int, random: np.random.Generator) -> tuple[float, float, float, float, float, float]:
        """Rounds played at once and learnt from: both losses, mean reward, turns, share without a life lost, share that
        the turn limit ended."""
        parameters, count = self.parameters, self.parameters.together
        seats = parameters.seats[batch % len(parameters.seats)]
        share = self._share(batch)
        learner = self.learning.player(share)
        warming = share < parameters.random_first
        players = self.opponents
        opponents = (RandomPlayer(),) if warming else tuple(players[opponent.name] for opponent in self.against)
        work = PlayRounds(seats, learner, opponents, (abs(self.seed), self.seed < 0, batch, 2), parameters.alike)
        if parameters.shards == 1:
            played = [work.played(count, random)]
        else:
            played = played_in_shards(work, count, parameters.shards, self.spread)
        rewards = self._rewards(played)
        memory = joined_memory([part.memory for part in played])
        losses = self.learning.learn(memory, rewards, share, random)
        own = np.concatenate([part.own for part in played])
        turns = np.concatenate([part.rounds.turns for part in played])
        kept = np.concatenate([part.kept for part in played])
        reward = float(rewards[np.arange(count), own].mean())
        stopped = float((turns >= TURN_LIMIT).mean())
        return losses[0], losses[1], reward, float(turns.mean()), float(kept.mean()), stopped

    def _rewards(self, played: Sequence[Played]) -> Floats:
        """What the rounds were worth to every seat, (n, seats)."""
        if self.parameters.reward == "page":
            return np.concatenate([page_rewards(part.rounds) for part in played])
        chances = self.chances[played[0].rounds.seats]
        rewards: Floats = np.concatenate([chances.rewards(part.rounds) for part in played])
        for part in played:
            chances.learn(part.rounds, part.seated == 0)
        return rewards

    def _evaluate(self) -> float:
        """The mean of the shares of matches won in each of the `measured` ways, which are noted; keeps the networks
        when they are the best so far."""
        networks = self.networks
        player = NetworkPlayer(networks, self.encoding)
        shares = tuple(
            win_share(player, opponent, self.parameters.evaluation_matches, self._stream(0, 1), seats)
            for opponent, seats in self.measured.values()
        )
        self.won[self.batches + 1] = shares
        evaluation = float(np.mean(shares))
        self.evaluations_since_best += 1
        if evaluation > self.best_evaluation:
            self.best_evaluation, self.best_batch = evaluation, self.batches + 1
            self.evaluations_since_best = 0
            self.best = networks
        return evaluation

    def _won(self, arrays: Mapping[str, NDArray[Any]]) -> dict[int, tuple[float, ...]]:
        """What `state` kept of the matches won; nothing where it is of old, when only their mean was kept."""
        rows = arrays.get("won")
        if rows is None:
            return {}
        whole = rows.ndim == 2 and rows.shape[1] == 1 + len(self.measured)
        if not whole or ((rows[:, 1:] < 0) | (rows[:, 1:] > 1)).any():
            raise ValueError("the matches won are not as they should be")
        return {int(batch): tuple(shares) for batch, *shares in rows.tolist()}

    def state(self) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
        """Everything needed to go on, as a header for JSON and arrays: weights, optimisers, marks, the best so far."""
        header = {
            "parameters": asdict(self.parameters),
            "seed": self.seed,
            "against": [opponent.name for opponent in self.against],
            "steps": {name: optimiser.steps for name, optimiser in self.learning.optimisers.items()},
            "best": {
                "evaluation": self.best_evaluation if math.isfinite(self.best_evaluation) else None,
                "batch": self.best_batch,
                "since": self.evaluations_since_best,
            },
            "marks": list(BatchMetrics._fields),
        }
        if self.valuing is not None:
            steps = {name: optimiser.steps for name, optimiser in self.valuing.optimisers.items()}
            header["valuing"] = {"since": self.valued_since, "steps": steps}
        arrays: dict[str, NDArray[Any]] = {
            "marks": np.array(self.metrics, np.float64).reshape(-1, len(BatchMetrics._fields))
        }
        rows = [(batch, *shares) for batch, shares in self.won.items()]
        arrays["won"] = np.array(rows, np.float64).reshape(-1, 1 + len(self.measured))
        arrays |= self.learning.arrays()
        for name in NETWORKS:
            arrays |= self.learning.networks[name].arrays(name) | self.learning.optimisers[name].arrays(name)
            arrays |= self.best[name].arrays(f"best.{name}")
        for seats, chances in self.chances.items():
            arrays[f"chances.{seats}"] = chances.table.copy()
        if self.valuing is not None:
            arrays |= self.valuing.arrays()
        return header, arrays

    @classmethod
    def resumed(
        cls, header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]], against: Sequence[Opponent]
    ) -> "Training":
        """The training that `state` kept, with its opponents. Raises ValueError, KeyError or TypeError where the
        state is not whole."""
        training = cls(parameters_of(header["parameters"]), against, header["seed"])
        best, learning = header["best"], training.learning
        for name in NETWORKS:
            learning.networks[name] = _like(learning.networks[name], Network.from_arrays(arrays, name))
            learning.optimisers[name] = Adam.from_arrays(arrays, name, int(header["steps"][name]))
            training.best[name] = _like(training.best[name], Network.from_arrays(arrays, f"best.{name}"))
            if learning.optimisers[name].mean.shape != learning.networks[name].flat.shape:
                raise ValueError(f"the optimiser does not fit the network {name!r}")
        learning.take(arrays)
        for seats, chances in training.chances.items():
            table = arrays[f"chances.{seats}"]
            if table.shape != chances.table.shape:
                raise ValueError("the chances to win are not as they should be")
            chances.table[...] = table
        training.metrics = [BatchMetrics(int(batch), *rest) for batch, *rest in arrays["marks"].tolist()]
        training.won = training._won(arrays)
        training.best_evaluation = -math.inf if best["evaluation"] is None else float(best["evaluation"])
        if best["evaluation"] is not None and not 0.0 <= training.best_evaluation <= 1.0:
            raise ValueError("its best evaluation is no share")
        training.best_batch, training.evaluations_since_best = int(best["batch"]), int(best["since"])
        if valuing := header.get("valuing"):
            training._begin_valuing(int(valuing["since"]))
            assert training.valuing is not None
            training.valuing.take(arrays, valuing["steps"])
        return training


def _like(expected: Network, found: Network) -> Network:
    if found.sizes != expected.sizes:
        raise ValueError(f"a network of sizes {found.sizes} where {expected.sizes} are needed")
    return found


def parameters_of(record: Mapping[str, Any]) -> Parameters:
    """Parameters from what JSON made of them. Raises TypeError for others than there are."""
    values: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in record.items()}
    return Parameters(**values)


def win_share(player: Player, opponent: Player, matches: int, random: np.random.Generator, seats: int = 2) -> float:
    """The share of matches won by `player`, alone at a table of `seats` against `opponent`s, its seat alternating and
    the first to start drawn."""
    seated = np.ones((matches, seats), dtype=np.int64)
    own = np.arange(matches) % seats
    seated[np.arange(matches), own] = 0
    found = play_matches(seated, [player, opponent], random.integers(0, seats, matches), random)
    return float((found.winner == own).mean())
