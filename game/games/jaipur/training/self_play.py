"""Rounds of Jaipur that a network plays against itself, vectorised: one matrix of inputs a turn."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

import numpy as np

from game.agents.agent import Agent
from game.agents.networks import Floats, Network
from game.agents.pickers import Highest
from game.games.jaipur import utility
from game.games.jaipur.candidates import Candidates
from game.games.jaipur.evaluation import UNIT, look
from game.games.jaipur.moves import Move
from game.games.jaipur.rules import RULES, State, View
from game.games.jaipur.view_arrays import Bools, Ints
from game.rules.protocol import Setup


class Way(NamedTuple):
    """How moves are chosen: drawn at random with chance `epsilon`, else by a softmax of this temperature over values;
    the best one where that is 0."""

    epsilon: float = 0.0
    temperature: float = 0.0

    def chosen(self, found: Candidates, values: Floats, random: np.random.Generator) -> Ints:
        """Where the chosen move of each view is, (n,), of all moves' values."""
        if self.temperature > 0.0:
            # What is greatest after adding Gumbel noise is a draw from the softmax.
            noise = -np.log(-np.log(random.random(values.size) + 1e-12))
            values = values + np.float32(self.temperature) * noise.astype(np.float32)
        best = found.best(values)
        if self.epsilon > 0.0:
            exploring = random.random(best.size) < self.epsilon
            lots = (random.random(best.size) * found.many).astype(np.int64)
            best = np.where(exploring, found.start + lots, best)
        return best


class Turn(NamedTuple):
    """What the network decided in one turn of vectorised rounds, n decisions."""

    inputs: Floats
    """Of the state after the move, (n, INPUTS)."""
    outputs: Floats
    """The chance and the expected difference by `UNIT`, exact where the round is sure to end, (n, 2)."""
    sure: Bools
    place: Ints
    """Which round, (n,)."""
    player: Ints


class Rounds(NamedTuple):
    """Rounds that are over."""

    turns: list[Turn]
    results: Floats
    """For each round, player, and (1 won, .5 drawn, 0 lost; difference by `UNIT`): (rounds, 2, 2)."""
    length: Ints
    """Turns, (rounds,)."""
    own: Ints
    """Which player was the network for sure, the opponent's rival where there was one, (rounds,)."""


@dataclass(frozen=True)
class PlayRounds:
    """Plays rounds by a network; `opponent` has one side, which alternates, in the given share of them."""

    network: Network
    way: Way
    turn_limit: int
    key: tuple[int, ...]
    share: float = 0.0
    opponent: Agent | None = None

    def __call__(self, shard: tuple[int, int]) -> Rounds:
        """A shard of a number, and so many rounds, by streams of its own."""
        number, count = shard
        random = np.random.Generator(np.random.PCG64([*self.key, number]))
        deals = Random(int(random.integers(1 << 62)))
        opposed = random.random(count) < self.share
        setup = Setup(2, {"turn_limit": self.turn_limit})
        standing = RULES.new_standing(setup)
        states = [RULES.deal(setup, standing, place % 2, deals) for place in range(count)]
        # Either begins alike often, and so does either side.
        rivals = (np.arange(count) // 2) % 2
        others = np.where(opposed, rivals, -1).tolist()
        turns: list[Turn] = []
        playing = list(range(count))
        while playing:
            own = [place for place in playing if states[place].to_move != others[place]]
            if own:
                turns.append(self._turn(states, np.array(own), random))
            for place in set(playing).difference(own):
                self._reply(states[place], deals)
            playing = [place for place in playing if states[place].to_move is not None]
        ended = [RULES.round_end(state, standing) for state in states]
        results = np.array([_result(end.scores or (0, 0), end.winner) for end in ended], dtype=np.float32)
        return Rounds(turns, results, np.array([state.turns for state in states]), 1 - rivals)

    def _turn(self, states: Sequence[State], places: Ints, random: np.random.Generator) -> Turn:
        """The network's move in each of these rounds."""
        moving = [states[place] for place in places.tolist()]
        views = [_view(state) for state in moving]
        found, rows, values = look(self.network, views)
        chosen = self.way.chosen(found, values.total, random)
        for state, move in zip(moving, found.moves.moves(chosen), strict=True):
            _play(state, move)
        outputs = np.stack([values.chance[chosen], values.difference[chosen] / np.float32(UNIT)], axis=1)
        players = np.array([view.player for view in views])
        return Turn(rows[chosen], outputs, values.sure[chosen], places, players)

    def _reply(self, state: State, rng: Random) -> None:
        assert self.opponent is not None
        chosen = self.opponent.choose(_view(state), rng)
        assert chosen is not None
        _play(state, chosen.move)


def utility_player() -> Agent:
    """Utility, as an opponent."""
    return Agent("utility", utility.scorers(), Highest())


def _view(state: State) -> View:
    assert state.to_move is not None
    return RULES.view(state, state.to_move)


def _play(state: State, move: Move) -> None:
    RULES.decide(state, move)
    RULES.settle(state, move, None)


def _result(scores: Sequence[float], winner: int | None) -> list[list[float]]:
    difference = (scores[0] - scores[1]) / UNIT
    first = 0.5 if winner is None else float(winner == 0)
    return [[first, difference], [1.0 - first, -difference]]
