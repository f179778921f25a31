"""Nim as arrays: many matches at once, for :mod:`game.games.many_matches`."""

from collections.abc import Sequence
from random import Random

import numpy as np

from game.agents.agent import Agent
from game.agents.epsilon_greedy import EpsilonGreedy
from game.agents.pickers import Highest
from game.agents.q_learning import QLearner
from game.games.many_matches import NOBODY, Bools, Decider, Ints, SeatStreams, Seen, told
from game.games.nim.observation import NimObservation
from game.games.nim.players import ExactPlay
from game.games.nim.rules import View, pack
from game.games.seats import Seat
from game.rules.protocol import Setup, first_player
from game.rules.streams import Streams

_UNKNOWN = -1


class NimMatches:
    """Matches of Nim, a row each; what they are asked is told by :class:`game.games.many_matches.ManyMatches`."""

    def __init__(self, setup: Setup, number: int, whole: bool) -> None:
        """A round of Nim is a match, so it makes no difference whether they are `whole`."""
        self.layout = NimObservation(setup)
        self.to_move = np.full(number, NOBODY)
        self.winner = np.full(number, NOBODY)
        self.cut = np.zeros(number, dtype=bool)
        self._setup = setup
        self._start: Ints = np.array(setup.options["piles"], dtype=np.int64)
        self._piles = np.zeros((number, len(self._start)), dtype=np.int64)
        """(n, piles)"""
        self._streams = SeatStreams(number)
        most = int(self._start.max())
        self._pile_of, stones = np.divmod(np.arange(len(self._start) * most), most)
        self._stones_of = stones + 1
        self._hot = np.arange(most + 1)
        self._is_place = self._hot <= self._start[:, None]
        self._strides: Ints = np.concatenate([[1], np.cumprod(self._start + 1)[:-1]])

    def deal(self, rows: Ints, seeds: Sequence[int]) -> None:
        self._piles[rows] = self._start
        self.to_move[rows] = [first_player(self._setup, Streams(seed).first()) for seed in seeds]
        self._streams.begin(rows, seeds)

    def see(self, rows: Ints, players: Ints) -> Seen:
        piles = self._piles[rows]
        hot = (piles[:, :, None] == self._hot)[:, self._is_place]
        counts = np.concatenate([piles, hot], axis=1).astype(np.uint8)
        return Seen(
            self.layout.scaled(counts), (self._legal(rows) & (self.to_move[rows] == players)[:, None]).astype(np.int8)
        )

    def _legal(self, rows: Ints) -> Bools:
        return self._stones_of <= self._piles[rows][:, self._pile_of]

    def refusals(self, rows: Ints, actions: Ints) -> dict[int, str]:
        wrong = ~self._legal(rows)[np.arange(len(rows)), actions]
        found = {}
        for row, action in zip(rows[wrong].tolist(), actions[wrong].tolist(), strict=True):
            why = told(self.layout, self._view(row), action)
            assert why is not None
            found[row] = why
        return found

    def _view(self, row: int) -> View:
        """What the player to move sees."""
        player = int(self.to_move[row])
        return View(player, player, pack(self._piles[row].tolist()), tuple(self._start.tolist()))

    def play(self, rows: Ints, actions: Ints) -> None:
        self._piles[rows, self._pile_of[actions]] -= self._stones_of[actions]
        others, over = 1 - self.to_move[rows], ~self._piles[rows].any(axis=1)
        self.to_move[rows] = np.where(over, NOBODY, others)
        self.winner[rows[over]] = others[over]

    def decider(self, seat: Seat) -> Decider | None:
        """``random``, and those that play by the position alone: exact play, and a table without exploring."""
        if seat.ai is None or seat.ai.game != "nim":
            return None
        if seat.ai.name == "random":
            return self._at_random
        agent = seat.agent()
        return None if agent is None or not _is_certain(agent) else self._by_position(agent)

    def _at_random(self, rows: Ints) -> Ints:
        legal = self._legal(rows)
        chosen = self._streams.one_of(rows, self.to_move[rows], legal.sum(axis=1))
        found: Ints = (legal.cumsum(axis=1) > chosen[:, None]).argmax(axis=1)
        return found

    def _by_position(self, agent: Agent) -> Decider:
        """An AI that is asked once for every position."""
        known = np.full(int(np.prod(self._start + 1)), _UNKNOWN)

        def decide(rows: Ints) -> Ints:
            places = self._piles[rows] @ self._strides
            for row, place in zip(rows.tolist(), places.tolist(), strict=True):
                if known[place] == _UNKNOWN:
                    view = self._view(row)
                    chosen = agent.choose(view, Random(0))
                    assert chosen is not None, "these always find a move"
                    known[place] = self.layout.index(view, chosen.move)
            found: Ints = known[places]
            return found

        return decide


def _is_certain(agent: Agent) -> bool:
    """Whether an AI draws no lots, and looks at nothing but the position."""
    picker = agent.picker
    sure = isinstance(picker, Highest) or (isinstance(picker, EpsilonGreedy) and not picker.draws)
    return sure and all(isinstance(scorer, ExactPlay | QLearner) for scorer in agent.scorers)
