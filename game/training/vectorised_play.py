"""Vectorised self-play of many games on one table, with numpy: another method than one game after another.

All games choose by the same table and learn at the same moment, so what one game learns helps the others only from
their next move on. Where several learn about one pair of state and action in one step, their targets are averaged
and the value moves as far as that many updates one after another would move it.
"""

from typing import Any

import numpy as np

from game.agents.q_learning import Floats, Ints, Parameters, Spread, Ties, update_many
from game.rules.protocol import AnyRules, Setup
from game.training.linked_rollout import Links
from game.training.self_play import SeatLearner

MOST_POSITIONS = 1 << 16
"""More positions than this are not laid out: their table would no longer be small."""


class _Layout:
    """Every position of a game as arrays, by the position's number: the root is 0; the last number is the end."""

    def __init__(self, links: Links) -> None:
        self.nodes = [links.root]
        numbers = {id(links.root): 0}
        edges: list[list[tuple[int, float, float]]] = []
        for node in self.nodes:  # grows as it is read
            row = []
            for column in range(len(node.moves)):
                following, reward = node.links.get(column) or links.follow(node, column)
                if following.moves and id(following) not in numbers:
                    numbers[id(following)] = len(self.nodes)
                    self.nodes.append(following)
                    if len(self.nodes) > MOST_POSITIONS:
                        raise ValueError(f"more than {MOST_POSITIONS} positions: too many to lay out as arrays")
                own, others = following.rewards
                row.append((numbers.get(id(following), -1), reward + own, others))
            edges.append(row)
        self.size, self.width = len(self.nodes), max(map(len, edges))
        shape = (self.size + 1, self.width)
        self.columns = np.array([*map(len, edges), 0])
        self.following: Ints = np.full(shape, self.size)
        self.reward, self.others = np.zeros(shape), np.zeros(shape)
        for number, row in enumerate(edges):
            for column, (target, own, others) in enumerate(row):
                self.following[number, column] = self.size if target < 0 else target
                self.reward[number, column], self.others[number, column] = own, others

    def values(self) -> Floats:
        """The values of all rows; impossible columns are minus infinity, and the end's are 0."""
        laid_out = np.full((self.size + 1, self.width), -np.inf)
        laid_out[self.size] = 0.0
        for number, node in enumerate(self.nodes):
            laid_out[number, : len(node.values)] = node.values
        return laid_out


class VectorisedPlay:
    """Plays `together` games of a learner against itself at once; a game that ends makes room for the next."""

    def __init__(
        self,
        rules: AnyRules,
        setup: Setup,
        seat_learner: SeatLearner,
        seed: int,
        together: int,
        resumed_at: int = 0,
    ) -> None:
        learner, picker, rewards = seat_learner
        parameters = learner.parameters
        if parameters.spread is not Spread.OTHERS or parameters.ties is not Ties.FIRST:
            raise ValueError("games at once explore among the others and take the first of equal values")
        self._learner = learner
        self._links = Links(rules, setup, learner, rewards)
        self._layout = _Layout(self._links)
        self._values = self._layout.values()
        self._counts: Ints = np.zeros_like(self._layout.following)
        self._parameters: Parameters = parameters
        self._picker = picker
        self._together = together
        self._rng = np.random.Generator(np.random.PCG64([abs(seed), seed < 0, resumed_at]))
        self.games = 0
        """How many games have been played."""
        self.stopped = 0
        """How many of them a turn limit ended: games that are played like this have none."""

    def run(self, games: int) -> None:
        """Play this many games more."""
        waiting = games
        starting = min(self._together, waiting)
        waiting -= starting
        # Position, and where each game's other player last was and what it did there: the end's number for nowhere.
        nowhere = self._layout.size
        now: Ints = np.zeros(starting, dtype=np.int64)
        last = np.full(starting, nowhere)
        last_column: Ints = np.zeros(starting, dtype=np.int64)
        while now.size:
            column = self._picker.choose_many(self._values[now], self._layout.columns[now], self._rng)
            following = self._layout.following[now, column]
            over = following == nowhere
            self._learn(now, column, following, over, last, last_column)
            last, last_column = now, column
            now = following
            if over.any():
                ended = np.flatnonzero(over)
                reborn, dead = ended[:waiting], ended[waiting:]
                waiting -= reborn.size
                now[reborn], last[reborn] = 0, nowhere
                if dead.size:
                    keep = np.ones(now.size, dtype=bool)
                    keep[dead] = False
                    now, last, last_column = now[keep], last[keep], last_column[keep]
        self.games += games
        self._enter()

    @property
    def pairs(self) -> int:
        """How many pairs of state and action have been learnt."""
        return self._learner.table.pairs

    def _learn(self, now: Ints, column: Ints, following: Ints, over: Any, last: Ints, last_column: Ints) -> None:
        """One step of all games: the last moves of the other players, and the moves that ended a game."""
        layout, parameters = self._layout, self._parameters
        known = last != layout.size
        places = np.concatenate([(now * layout.width + column)[over], (last * layout.width + last_column)[known]])
        if not places.size:
            return
        rewards = layout.reward[last, last_column] + layout.others[now, column]
        rewards = np.concatenate([layout.reward[now, column][over], rewards[known]])
        best_next = np.concatenate([np.zeros(rewards.size - known.sum()), self._values[following].max(axis=1)[known]])
        update_many(
            self._values.reshape(-1), self._counts.reshape(-1), places, rewards, best_next,
            parameters.alpha, parameters.gamma,
        )  # fmt: skip

    def _enter(self) -> None:
        """Write what has been learnt into the learner's table."""
        for number, node in enumerate(self._layout.nodes):
            counts = self._counts[number, : len(node.values)]
            for column in np.flatnonzero(counts).tolist():
                node.values[column] = float(self._values[number, column])
                node.updates[column] = node.updates.get(column, 0) + int(counts[column])
        self._counts[:] = 0
        self._links.enter()
