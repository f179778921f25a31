"""Training of Jaipur's network: TD(lambda) over each player's own states after moves, in self-play.

Source of the method: Tesauro, TD-Gammon (1995), with the state after the move as the position; returns by Sutton and
Barto, Reinforcement Learning (2018), section 12.1.
"""

import math
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from game.agents.agent import Agent
from game.agents.networks import Floats, Network
from game.games.jaipur.encoding import INPUTS, mirrored
from game.games.jaipur.evaluation import OUTPUTS, VALUE
from game.games.jaipur.rules import RULES
from game.games.jaipur.training.parameters import METRICS, Parameters
from game.games.jaipur.training.self_play import PlayRounds, Rounds, Turn, Way, utility_player
from game.rules.wording import counted
from game.training.batch_training import BatchTraining, PoolPlayer

TURN_LIMIT = int(RULES.options[0].default)
"""The usual one: measured is the game as it is played."""


def returns(rounds: Rounds, trace: float) -> list[Floats]:
    """What the states of each turn are to be worth, (n, 2) each: from a player's last state on backwards, the result,
    mixed with the values of the states on the way; a state that surely ends the round is worth just that."""
    following = rounds.results.copy()
    found: list[Floats] = []
    for turn in reversed(rounds.turns):
        at = (turn.place, turn.player)
        target = np.where(turn.sure[:, None], turn.outputs, following[at])
        found.append(target)
        following[at] = np.float32(trace) * target + np.float32(1.0 - trace) * turn.outputs
    return found[::-1]


class Training(BatchTraining[Parameters]):
    """A training under way."""

    def __init__(self, method: str, parameters: Parameters, against: Sequence[PoolPlayer], seed: int) -> None:
        """Begin one that measures itself against these. Raises ValueError where the parameters make none."""
        parts = (parameters.trace, parameters.epsilon, parameters.temperature)
        if len(set(map(len, parts))) > 1:
            raise ValueError("trace, epsilon and temperature have as many parts each")
        fewest = min(parameters.batch, parameters.evaluation_rounds)
        if parameters.shards > fewest:
            rounds = counted(fewest, "{number:,} round", "{number:,} rounds")
            raise ValueError(f"{rounds} at once cannot be played in {parameters.shards:,} shards")
        layers = {VALUE: (INPUTS, *parameters.hidden, OUTPUTS)}
        super().__init__("jaipur", "neural", method, parameters, METRICS, against, seed, layers)
        self.unshared = "" if parameters.shards > 1 else "what is shared out are the shards of a batch: shards=8, say"

    def learn(self, random: np.random.Generator) -> Mapping[str, float]:
        """Play rounds, and take steps over all that was decided in them, in any order."""
        parameters = self.parameters
        part = min(len(parameters.trace) - 1, int(self.share * len(parameters.trace)))
        way = Way(parameters.epsilon[part], parameters.temperature[part])
        key = (abs(self.seed), int(self.seed < 0), self.batches + 1, 1)
        network = self.networks[VALUE]
        work = PlayRounds(network, way, parameters.turn_limit, key, parameters.against_utility, utility_player())
        rounds = self._in_shards(work, parameters.batch)
        turns: list[Turn] = [turn for each in rounds for turn in each.turns]
        chance = difference = math.nan
        if turns:  # of a few short rounds the network may have had none
            rows = np.concatenate([turn.inputs for turn in turns])
            targets = np.concatenate([target for each in rounds for target in returns(each, parameters.trace[part])])
            chance, difference = self._steps(rows, targets, random)
        length = np.concatenate([each.length for each in rounds])
        stopped = float((length >= parameters.turn_limit).mean())
        return {
            "chance_loss": chance, "difference_loss": difference, "length": float(length.mean()), "stopped": stopped,
        }  # fmt: skip

    def _in_shards(self, work: PlayRounds, count: int) -> list[Rounds]:
        """So many rounds in shards, wherever; in their order."""
        shards = self.parameters.shards
        edges = [count * place // shards for place in range(shards + 1)]
        played = dict(self.spread.each(work, [(number, edges[number + 1] - edges[number]) for number in range(shards)]))
        return [played[number] for number in range(shards)]

    def _steps(self, rows: Floats, targets: Floats, random: np.random.Generator) -> tuple[float, float]:
        """Steps of the optimiser; both mean losses of the first pass."""
        steps = max(1, self.parameters.batch // self.parameters.minibatch)
        losses = np.zeros(2)
        for number in range(self.parameters.passes):
            if number % 2:
                rows = rows[:, mirrored()]
            for places in np.array_split(random.permutation(len(rows)), steps):
                found = self._step(rows[places], targets[places])
                if number == 0:
                    losses += found
        chance, difference = (losses / steps).tolist()
        return chance, difference

    def _step(self, rows: Floats, targets: Floats) -> NDArray[np.float64]:
        """One step down the mean cross-entropy of the chance, and half the mean squared error of the difference."""
        network = self.networks[VALUE]
        layers = network.trace(rows)
        logits, difference = layers[-1].T
        chance = 1.0 / (1.0 + np.exp(-logits))
        error = difference - targets[:, 1]
        slopes = (np.stack([chance - targets[:, 0], error], axis=1) / len(rows)).astype(np.float32, copy=False)
        self.descend(VALUE, network.gradient(layers, slopes))
        entropy = np.logaddexp(0.0, logits) - targets[:, 0] * logits
        return np.array([float(entropy.mean()), float((error**2).mean())])

    def measured(self, networks: Mapping[str, Network], random: np.random.Generator) -> Sequence[float]:
        """The share of rounds won against each opponent, a draw counted half."""
        key = tuple(random.integers(1 << 32, size=2).tolist())
        return [self._share_won(networks[VALUE], opponent, key) for opponent in self.opponents.values()]

    def _share_won(self, network: Network, opponent: Agent, key: tuple[int, ...]) -> float:
        work = PlayRounds(network, Way(), TURN_LIMIT, key, 1.0, opponent)
        played = self._in_shards(work, self.parameters.evaluation_rounds)
        won = [each.results[np.arange(each.length.size), each.own, 0] for each in played]
        return float(np.concatenate(won).mean())
