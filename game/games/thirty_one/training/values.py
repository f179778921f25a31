"""Learning of values: each network puts out what every choice is worth, in units of the reward.

The target of a decision is the reward of its round, discounted by `Parameters.discount` for every turn that its seat
learns from after this one; the loss is the squared error of the output for the choice taken ("chosen"), or as the
page of the rules has it, of all outputs, the target of those not taken being 0 ("all"). Then random turns, action and
swap, are not learnt from, as in the original's code. One pass over a batch.
"""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from game.agents.networks import Adam, Floats, Network, clipped
from game.games.thirty_one.card_arrays import Ints
from game.games.thirty_one.neural import ACTION, ENCODINGS, SWAP
from game.games.thirty_one.training.learner import Decisions, Joiner, Memory, NetworkPlayer
from game.games.thirty_one.training.parameters import Parameters


class ValueLearning:
    """The networks, their optimisers, and how they learn from a memory."""

    extra_outputs = 0

    def __init__(self, parameters: Parameters, networks: dict[str, Network], optimisers: dict[str, Adam]) -> None:
        self.parameters, self.networks, self.optimisers = parameters, networks, optimisers
        self._joiners = {name: Joiner() for name in networks}

    def arrays(self) -> dict[str, NDArray[Any]]:
        """What it keeps beside networks and optimisers: nothing."""
        return {}

    def take(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Go on from what `arrays` has kept."""

    def player(self, share: float) -> NetworkPlayer:
        """Who plays while it learns, `share` of the curve being over."""
        parameters = self.parameters
        epsilon = parameters.epsilon * (1 + (parameters.last_epsilon - 1) * share)
        learns_random = parameters.targets != "all"
        return NetworkPlayer(self.networks, ENCODINGS[parameters.encoding], epsilon, learns_random=learns_random)

    def played(self) -> Mapping[str, Network]:
        """The networks to play by."""
        return self.networks

    def learn(self, memory: Memory, rewards: Floats, share: float, random: np.random.Generator) -> list[float]:
        """One pass over all decisions; the mean squared errors of both networks."""
        parameters = self.parameters
        rate = parameters.rate * (1 + (parameters.last_rate - 1) * share)
        later = turns_after(memory)
        losses = []
        for name, parts in ((ACTION, memory.action), (SWAP, memory.swap)):
            if not parts:
                losses.append(0.0)
                continue
            decisions = self._joiners[name].joined(parts)
            left = later[decisions.row, decisions.seat, decisions.number]
            targets = rewards[decisions.row, decisions.seat] * np.float32(parameters.discount) ** left
            losses.append(self._fit(name, decisions, targets.astype(np.float32), rate, random))
        return losses

    def _fit(self, name: str, decisions: Decisions, targets: Floats, rate: float, random: np.random.Generator) -> float:
        network, optimiser = self.networks[name], self.optimisers[name]
        count, size = len(targets), self.parameters.minibatch
        order = random.permutation(count)
        error = 0.0
        for start in range(0, count, size):
            part = order[start : start + size]
            trace = network.trace(decisions.inputs.take(part, axis=0))
            row, chosen = np.arange(len(part)), decisions.chosen[part]
            if self.parameters.targets == "all":
                counted = trace[-1].shape[1]  # the page's mean is over all outputs
                slopes = trace[-1].copy()
                slopes[row, chosen] -= targets[part]
            else:
                counted = 1
                slopes = np.zeros_like(trace[-1])
                slopes[row, chosen] = trace[-1][row, chosen] - targets[part]
            error += float((slopes * slopes).sum()) / counted
            slopes *= np.float32(2 / (len(part) * counted))
            optimiser.step(network, clipped(network.gradient(trace, slopes), self.parameters.clip or math.inf), rate)
        return error / count


def turns_after(memory: Memory) -> Ints:
    """The number of remembered turns of its seat that begin after each decision, (rows, seats, decisions)."""
    begun = np.zeros((*memory.counts.shape, int(memory.counts.max(initial=0)) + 1), dtype=np.int64)
    for part in memory.action:
        begun[part.row, part.seat, part.number] = 1
    found: Ints = begun[..., ::-1].cumsum(axis=2)[..., -2::-1]
    return found
