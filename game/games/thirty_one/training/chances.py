"""Learning of what choices come to: networks of their own tell the chance to win the match after every choice, if all
play on as the policy's networks do, at tables of two to four.

The policy plays against itself, and strays at a few decisions: it makes any possible choice alike. A decision is learnt
from if nobody at its table strayed later in the round. Its target is the chance at the standing that the round led to,
by a table that comes from rounds in which nobody strays; the loss is the cross-entropy of the output for the choice
that was made, whose sigmoid is the chance.
"""

from collections import defaultdict
from collections.abc import Hashable, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.agents.networks import Adam, Floats, Network, clipped, sigmoid
from game.games import standings
from game.games.standing_spec import Key
from game.games.thirty_one.batch_view import BatchView
from game.games.thirty_one.card_arrays import THIRTY_ONE, Bools, Ints
from game.games.thirty_one.encoding import Encoding
from game.games.thirty_one.neural import ACTION, ACTION_CHANCE, ENCODINGS, SWAP, SWAP_CHANCE, sizes
from game.games.thirty_one.policy_player import PolicyPlayer
from game.games.thirty_one.rounds import Rounds, deal, following_starters, play
from game.games.thirty_one.rules import RULES
from game.games.thirty_one.standing_arrays import StandingArrays
from game.games.thirty_one.standings import SPEC
from game.games.thirty_one.state import START_LIVES, TURN_LIMIT, Standing
from game.games.thirty_one.training.parameters import Parameters

SEATS = range(2, 5)
STRAYING = 0.05
"""The share of decisions at which the policy strays."""
KEPT = 0.5
"""The share of the other decisions that is learnt from: those of one round tell much the same."""
ROUNDS_OF_A_STANDING = 1000
"""So many rounds the table of chances takes from each standing."""
_AT_ONCE = 9000
RATE, LAST_RATE, FALLING = 1e-3, 0.02, 400_000
"""The rate of learning falls in a line from the first to the second of it over so many rounds, and stays there."""
PERCENT = 100.0
"""Losses are told in percent points, squared."""


class Choices(NamedTuple):
    """Decisions of one network: its inputs (n, inputs), the choice made (n,), whose it was, as row and seat (n,) each,
    and when: how many decisions the tables had seen before (n,)."""

    inputs: Floats
    chosen: Ints
    row: Ints
    seat: Ints
    time: Ints


class StrayingPlayer(PolicyPlayer):
    """Plays by its networks, straying at a share of its decisions, and notes some of them: all at which it strays, and
    of the others a share, `kept`."""

    def __init__(
        self, networks: Mapping[str, Network], encoding: Encoding, rows: int, straying: float, kept: float
    ) -> None:
        super().__init__(networks, encoding)
        self.straying, self.kept = straying, kept
        self.strayed: Ints = np.full(rows, -1)
        """When somebody last strayed at each table; -1 where nobody has."""
        self.noted: dict[str, list[Choices]] = {ACTION: [], SWAP: []}
        self._time = 0

    def chosen(self, name: str, seen: BatchView, inputs: Floats, possible: Bools, random: np.random.Generator) -> Ints:
        found = super().chosen(name, seen, inputs, possible, random)
        lots = random.random(len(seen))
        astray = np.flatnonzero(lots < self.straying)
        found[astray] = (random.random((astray.size, possible.shape[1])) * possible[astray]).argmax(axis=1)
        self.strayed[seen.rows[astray]] = self._time
        note = np.flatnonzero((lots < self.straying) | (lots > 1 - self.kept))
        time = np.full(note.size, self._time)
        self.noted[name].append(Choices(inputs[note], found[note], seen.rows[note], seen.player[note], time))
        self._time += 1
        return found

    def counting(self, name: str) -> Choices:
        """The noted decisions of a network after which nobody strayed at their table."""
        inputs, chosen, row, seat, time = map(np.concatenate, zip(*self.noted[name], strict=True))
        counts = time >= self.strayed[row]
        return Choices(inputs[counts], chosen[counts], row[counts], seat[counts], time[counts])


class ChanceBatch(NamedTuple):
    """What a batch came to: both networks' losses, turns a round, the share of the living who lost no life, and that of
    the rounds that the turn limit ended."""

    action_loss: float
    swap_loss: float
    length: float
    kept: float
    stopped: float


class ChanceLearning:
    """The networks that tell chances, by name, their optimisers, and the table of standings that they learn by."""

    names: Mapping[str, str] = {ACTION: ACTION_CHANCE, SWAP: SWAP_CHANCE}
    """Which network tells the chances of which one's choices."""

    def __init__(self, parameters: Parameters, policy: Mapping[str, Network], random: np.random.Generator) -> None:
        """Fresh networks, and no table yet, for a policy that does not change any more."""
        self.parameters, self.policy = parameters, policy
        self.encoding = ENCODINGS[parameters.encoding]
        layers = sizes(self.encoding, parameters.action_hidden, parameters.swap_hidden)
        self.networks = {self.names[name]: Network.fresh(each, random) for name, each in layers.items()}
        self.optimisers = {name: Adam.fresh(network) for name, network in self.networks.items()}
        self.standings: dict[int, StandingArrays] = {}

    def batch(self, number: int, random: np.random.Generator) -> ChanceBatch:
        """Play batch `number` of those that learn chances, from 0 on, and learn from it."""
        if not self.standings:
            self.standings = self_play_standings(self.policy, self.encoding, random)
        seats = SEATS[number % len(SEATS)]
        over = min(1.0, number * self.parameters.batch / FALLING)
        rate = RATE * (1 + (LAST_RATE - 1) * over)
        parts = [self._part(seats, rate, random) for _ in range(self.parameters.batch // self.parameters.together)]
        return ChanceBatch(*np.mean(parts, axis=0).tolist())

    def _part(self, seats: int, rate: float, random: np.random.Generator) -> ChanceBatch:
        count = self.parameters.together
        lives, first = random.integers(1, START_LIVES + 1, (count, seats)), random.integers(0, seats, count)
        rounds = Rounds(deal(lives, first, random))
        player = StrayingPlayer(self.policy, self.encoding, count, STRAYING, KEPT)
        play(rounds, np.zeros((count, seats), dtype=np.int64), [player], random)
        targets = self.standings[seats].of(rounds.lives, following_starters(rounds, first)).astype(np.float32)
        losses = [
            self._fit(name, player.counting(name), targets, rate, random) if player.noted[name] else 0.0
            for name in (ACTION, SWAP)
        ]
        kept, stopped = float((rounds.lives == lives).mean()), float((rounds.turns >= TURN_LIMIT).mean())
        return ChanceBatch(losses[0], losses[1], float(rounds.turns.mean()), kept, stopped)

    def _fit(self, name: str, choices: Choices, targets: Floats, rate: float, random: np.random.Generator) -> float:
        """One pass over decisions of a network; the mean squared error of the chances told, in percent points."""
        network, optimiser = self.networks[self.names[name]], self.optimisers[self.names[name]]
        came = targets[choices.row, choices.seat]
        order, size, error = random.permutation(len(came)), self.parameters.minibatch, 0.0
        for start in range(0, len(came), size):
            part = order[start : start + size]
            trace = network.trace(choices.inputs[part])
            row, chosen = np.arange(len(part)), choices.chosen[part]
            off = sigmoid(trace[-1][row, chosen]) - came[part]
            error += float(off @ off)
            slopes = np.zeros_like(trace[-1])
            slopes[row, chosen] = off / np.float32(len(part))
            optimiser.step(network, clipped(network.gradient(trace, slopes), self.parameters.clip), rate)
        return PERCENT**2 * error / max(1, len(came))

    def arrays(self) -> dict[str, NDArray[Any]]:
        """All that lasts from batch to batch, but the optimisers' steps."""
        found: dict[str, NDArray[Any]] = {f"standings.{seats}": each.table for seats, each in self.standings.items()}
        for name, network in self.networks.items():
            found |= network.arrays(name) | self.optimisers[name].arrays(name)
        return found

    def take(self, arrays: Mapping[str, NDArray[Any]], steps: Mapping[str, Any]) -> None:
        """Go on from what `arrays` has kept. Raises KeyError or ValueError where that is not whole."""
        for name, network in self.networks.items():
            found, optimiser = Network.from_arrays(arrays, name), Adam.from_arrays(arrays, name, int(steps[name]))
            if found.sizes != network.sizes or optimiser.mean.shape != network.flat.shape:
                raise ValueError(f"the network {name!r} is not as it should be")
            self.networks[name], self.optimisers[name] = found, optimiser
        for seats in SEATS:
            each = StandingArrays.blank(seats)
            if arrays[f"standings.{seats}"].shape != each.table.shape:
                raise ValueError("the chances at standings are not as they should be")
            each.table[...] = arrays[f"standings.{seats}"]
            self.standings[seats] = each


def self_play_standings(
    networks: Mapping[str, Network], encoding: Encoding, random: np.random.Generator
) -> dict[int, StandingArrays]:
    """Everybody's chances where all play by these networks, by the number of seats: measured over rounds from every
    standing, and solved for the match."""
    counts: dict[Key, Mapping[Hashable, float]] = {}
    for seats in SEATS:
        keys = [key for key in SPEC.keys(seats, standings.AS_USUAL) if len(key) == seats]
        counts |= _outcomes(np.repeat(np.array(keys), ROUNDS_OF_A_STANDING, axis=0), networks, encoding, random)
    solved = standings.solved(RULES, SEATS[-1], counts)

    def chances(lives: tuple[int, ...], first: int) -> standings.Chances:
        key, places = SPEC.key(Standing(lives), first)
        return standings.spread_out(solved[key], places, len(lives))

    return {seats: StandingArrays.told_by(seats, chances) for seats in SEATS}


def _outcomes(
    lives: Ints, networks: Mapping[str, Network], encoding: Encoding, random: np.random.Generator
) -> dict[Key, Mapping[Hashable, float]]:
    """How often rounds from each of these standings, which their first seat begins, came to each outcome."""
    found: dict[Key, dict[Hashable, float]] = defaultdict(lambda: defaultdict(float))
    for start in range(0, len(lives), _AT_ONCE):
        part = lives[start : start + _AT_ONCE]
        rounds = Rounds(deal(part, np.zeros(len(part), dtype=np.int64), random))
        play(rounds, np.zeros(part.shape, dtype=np.int64), [PolicyPlayer(networks, encoding)], random)
        best = (rounds.hand_scores() == THIRTY_ONE).all(axis=1)
        lost = (part - rounds.lives).tolist()
        for key, gone, all_best in zip(part.tolist(), lost, best.tolist(), strict=True):
            found[tuple(key)][tuple(gone), all_best] += 1
    return {key: dict(outcomes) for key, outcomes in found.items()}
