"""Learning of a policy by proximal policy optimisation, for both networks together.

Each network puts out a preference for every choice, whose softmax is drawn from while it learns, and one output more:
what the round is worth from here on (the baseline). Advantages are taken by generalised estimation over all decisions
of a seat in its round, of either network; the reward comes at its end, nothing is discounted. The first part of the
curve may imitate the tactician: the learner's seats do what that one does, and the policy learns to do the same.

Sources: Schulman et al., Proximal Policy Optimization Algorithms (2017), equations 7 and 9; Schulman et al.,
High-Dimensional Continuous Control Using Generalized Advantage Estimation (2016), equation 16.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from game.agents.networks import Adam, Floats, Network, clipped
from game.games.thirty_one.card_arrays import Ints, summed
from game.games.thirty_one.neural import ACTION, ENCODINGS, SWAP
from game.games.thirty_one.rounds import CALL
from game.games.thirty_one.training.learner import Decisions, Joiner, Memory, NetworkPlayer, log_softmax
from game.games.thirty_one.training.parameters import Parameters
from game.games.thirty_one.training.tactician import TacticianPlayer

FIRST_CALL = -5.0
"""The bias of the call's output to begin with: who calls all the time learns nothing else."""
WORTH = {"chances": 100.0, "page": 10.0}
"""The baseline's unit: so much of a reward is one."""
LEAST_SLOPE = 1e-3
FADING = 0.99
"""What the sums that preferences are gauged by are multiplied with, from one batch to the next."""


class Gauge:
    """How preferences turn into what choices are worth: a straight line through what they came to.

    A policy's preferences have no unit; the line gives them the reward's, and changes no order. `sums` are of late
    decisions: their number; the squares of how far the chosen preference lay above the mean one, and its products with
    the advantage; the chosen preferences; the advantages.
    """

    def __init__(self) -> None:
        self.sums: NDArray[np.float64] = np.zeros(5)

    def add(self, decisions: Decisions, advantage: Floats) -> None:
        """Take in decisions whose advantages have been estimated."""
        row = np.arange(len(advantage))
        likely = np.exp(log_softmax(decisions.outputs, decisions.possible))
        preferences = decisions.outputs[:, : likely.shape[1]]
        chosen = preferences[row, decisions.chosen].astype(np.float64)
        above = chosen - summed(likely * preferences)
        self.sums *= FADING
        self.sums += [len(row), above @ above, above @ advantage, chosen.sum(), advantage.sum()]

    def line(self) -> tuple[float, float]:
        """What a preference is multiplied with, more than 0, and what is added to it and the baseline."""
        number, squares, products, chosen, advantages = self.sums.tolist()
        if not number:
            return 1.0, 0.0
        slope = max(products / max(squares, 1e-9), LEAST_SLOPE)
        return slope, (advantages - slope * chosen) / number


class PolicyLearning:
    """The networks, their optimisers, and how they learn from a memory."""

    extra_outputs = 1

    def __init__(self, parameters: Parameters, networks: dict[str, Network], optimisers: dict[str, Adam]) -> None:
        self.parameters, self.networks, self.optimisers = parameters, networks, optimisers
        self.worth = WORTH[parameters.reward]
        self.gauges = {name: Gauge() for name in networks}
        self._joiners = {name: Joiner() for name in networks}
        networks[ACTION].biases[-1][CALL] = FIRST_CALL

    def arrays(self) -> dict[str, NDArray[Any]]:
        """What it keeps beside networks and optimisers."""
        return {f"{name}.gauge": gauge.sums.copy() for name, gauge in self.gauges.items()}

    def take(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Go on from what `arrays` has kept. Raises KeyError or ValueError where that is not whole."""
        for name, gauge in self.gauges.items():
            gauge.sums[...] = arrays[f"{name}.gauge"]

    def player(self, share: float) -> NetworkPlayer:
        """Who plays while it learns, `share` of the curve being over."""
        encoding = ENCODINGS[self.parameters.encoding]
        if share < self.parameters.imitate:
            return NetworkPlayer(self.networks, encoding, model=TacticianPlayer())
        return NetworkPlayer(self.networks, encoding, soft=True)

    def played(self) -> Mapping[str, Network]:
        """The networks to play by: outputs are what choices are worth, in units of the reward, by the gauges' lines."""
        found = {}
        for name, network in self.networks.items():
            slope, level = self.gauges[name].line()
            last, bias = self.worth * network.weights[-1], self.worth * network.biases[-1]
            found[name] = Network(
                [*network.weights[:-1], slope * last[:, :-1] + last[:, -1:]],
                [*network.biases[:-1], slope * bias[:-1] + bias[-1] + self.worth * level],
            )
        return found

    def learn(self, memory: Memory, rewards: Floats, share: float, random: np.random.Generator) -> list[float]:
        """Some passes over all decisions; the mean squared errors of both baselines, in units of the reward."""
        parameters = self.parameters
        rate = parameters.rate * (1 + (parameters.last_rate - 1) * share)
        bonus = parameters.entropy * (1 + (parameters.last_entropy - 1) * share)
        kept = {ACTION: memory.action, SWAP: memory.swap}
        found = {name: self._joiners[name].joined(parts) for name, parts in kept.items() if parts}
        if not found:
            return [0.0, 0.0]
        advantages = _advantages(found, memory.counts, rewards / np.float32(self.worth), parameters.trace)
        every = np.concatenate(list(advantages.values()))
        middle, width = every.mean(), every.std() + np.float32(1e-8)
        losses = dict.fromkeys(kept, 0.0)
        for name, decisions in found.items():
            worth = advantages[name] + decisions.outputs[:, -1]
            pull: Floats | None = None
            if share >= parameters.imitate:
                pull = (advantages[name] - middle) / width
                self.gauges[name].add(decisions, advantages[name])
            losses[name] = self._improve(name, decisions, pull, worth, rate, bonus, random) * self.worth**2
        return list(losses.values())

    def _improve(
        self,
        name: str,
        decisions: Decisions,
        pull: Floats | None,
        worth: Floats,
        rate: float,
        bonus: float,
        random: np.random.Generator,
    ) -> float:
        """Steps of one network: its policy towards choices by their pull, or with none towards those that were made;
        its baseline towards their worth. The baseline's mean squared error."""
        parameters, network = self.parameters, self.networks[name]
        count = len(worth)
        before = log_softmax(decisions.outputs, decisions.possible)[np.arange(count), decisions.chosen]
        error = 0.0
        for passed in range(parameters.passes):
            order = random.permutation(count)
            for start in range(0, count, parameters.minibatch):
                part = order[start : start + parameters.minibatch]
                trace = network.trace(decisions.inputs.take(part, axis=0))
                slopes = np.empty_like(trace[-1])
                if pull is None:
                    slopes[:, :-1] = _imitation_slopes(trace[-1], decisions, part)
                else:
                    slopes[:, :-1] = self._policy_slopes(trace[-1], decisions, part, pull[part], before[part], bonus)
                slopes[:, -1] = trace[-1][:, -1] - worth[part]
                if not passed:
                    error += float(np.dot(slopes[:, -1], slopes[:, -1]))
                slopes *= np.float32(1 / len(part))
                gradient = clipped(network.gradient(trace, slopes), parameters.clip)
                self.optimisers[name].step(network, gradient, rate)
        return error / count

    def _policy_slopes(
        self, outputs: Floats, decisions: Decisions, part: Ints, pull: Floats, before: Floats, bonus: float
    ) -> Floats:
        """The derivatives by the preferences of the clipped objective and of the bonus for entropy, both to be made
        small."""
        row, chosen = np.arange(len(part)), decisions.chosen.take(part)
        logs = log_softmax(outputs, decisions.possible.take(part, axis=0))
        likely = np.exp(logs)
        ratio = np.exp(logs[row, chosen] - before)
        beyond = np.where(pull > 0, ratio > 1 + self.parameters.near, ratio < 1 - self.parameters.near)
        push = np.where(beyond, np.float32(0), pull * ratio)
        slopes = likely * push[:, None]
        slopes[row, chosen] -= push
        surprise = likely * logs
        slopes += np.float32(bonus) * (surprise - likely * summed(surprise)[:, None])
        found: Floats = slopes
        return found


def _imitation_slopes(outputs: Floats, decisions: Decisions, part: Ints) -> Floats:
    """The derivatives by the preferences of the cross-entropy with the choices that were made."""
    slopes: Floats = np.exp(log_softmax(outputs, decisions.possible.take(part, axis=0)))
    slopes[np.arange(len(part)), decisions.chosen.take(part)] -= 1
    return slopes


def _advantages(found: Mapping[str, Decisions], counts: Ints, rewards: Floats, trace: float) -> dict[str, Floats]:
    """By how much every decision turned out better than its baseline, by network. `counts` and `rewards` are those of
    all seats, (rows, seats)."""
    seats = counts.shape[1]
    counts, rewards = counts.reshape(-1), rewards.reshape(-1)
    # Those who decided most stand first: the later a decision, the fewer have it.
    order = (-counts).argsort(kind="stable")
    counts, rewards = counts[order], rewards[order]
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    longest = int(counts[0])
    baseline = np.zeros((longest + 1, len(order)), dtype=np.float32)
    places = {name: place[decisions.row * seats + decisions.seat] for name, decisions in found.items()}
    for name, decisions in found.items():
        baseline[decisions.number, places[name]] = decisions.outputs[:, -1]
    advantage = np.zeros((longest, len(order)), dtype=np.float32)
    later = np.zeros(len(order), dtype=np.float32)
    for number in range(longest - 1, -1, -1):
        have = slice(int((-counts).searchsorted(-number)))
        last = counts[have] == number + 1
        after = np.where(last, rewards[have], baseline[number + 1, have])
        further = np.where(last, np.float32(0), np.float32(trace) * later[have])
        advantage[number, have] = later[have] = after - baseline[number, have] + further
    return {name: advantage[decisions.number, places[name]] for name, decisions in found.items()}
