"""Training of Notty's networks: they play games, against players by rules and against themselves, and learn what their
decisions came to.

What actions are worth is learnt from lambda-returns, Q-learning with a network. What is shown as the chance to win is
not: values lean towards the best of several guesses and know a price of turns. The chances have a network of their own,
which learns the plain results of the actions taken, at the end of the course from nothing but games in which everybody
plays as the best network does.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

import numpy as np

from game.agents.networks import Floats, Network
from game.games.notty.action_values import CHANCES, VALUES
from game.games.notty.open_features import actions_of, inputs_of
from game.games.notty.training.games import Games, Indices
from game.games.notty.training.learner import Memory, NetworkPlayer, Recollection, Watched
from game.games.notty.training.parameters import METRICS, Parameters
from game.games.notty.training.players import GroupMaker, Player, Robber, fixed_players, play, step
from game.games.notty.training.returns import returns
from game.games.pool import pool
from game.training.batch_training import BatchTraining

TURN_LIMIT = 400
"""Games of a measurement that take more turns are not won; of those by which chances are refitted they are left out."""


class Training(BatchTraining[Parameters]):
    """A training for tables of one number of players."""

    share_words: ClassVar[Mapping[str, str]] = {"win_rate": "games won against players by rules"}

    @classmethod
    def begun(cls, ai: str, method: str, parameters: Parameters, against: Sequence[str], seed: int) -> "Training":
        """A training that begins. Raises ValueError where one of these opponents cannot be trained against."""
        strange = [name for name in against if name not in fixed_players()]
        if strange:
            able = ", ".join(fixed_players())
            raise ValueError(f"{strange[0]}: games are played in lockstep, and it cannot; choose: {able}")
        inputs, outputs = inputs_of(parameters.players), actions_of(parameters.players)
        layers = dict.fromkeys((VALUES, CHANCES), (inputs, *parameters.hidden, outputs))
        training = cls("notty", ai, method, parameters, METRICS, pool("notty", against), seed, layers)
        training.networks[VALUES].biases[-1][:] = 1 / parameters.players
        return training

    @property
    def refitting(self) -> bool:
        """Whether only the chances are learnt any more."""
        return self.batches >= round(self.parameters.batches * (1 - self.parameters.refit))

    def played(self) -> dict[str, Network]:
        """The networks to play by: the averages; once only the chances are learnt, the best values."""
        found = super().played()
        return found | {VALUES: self.best[VALUES].copy()} if self.refitting else found

    def learn(self, random: np.random.Generator) -> Mapping[str, float]:
        parameters, notes = self.parameters, Recollection()
        if self.refitting and self.best_share is None:
            self.best = super().played()
        games = Games(parameters.together, parameters.players, random)
        players = self._players(notes)
        seated = self._seated(len(games), random)
        tally = Tally(parameters.batch + 2 * parameters.together)
        losses: list[Mapping[str, float]] = []
        while tally.over < parameters.batch:
            step(games, np.arange(len(games)), seated, players)
            ended = np.flatnonzero((games.winner >= 0) | (games.turns >= self._limit))
            tally.note(games, ended, seated)
            games.deal(ended)
            seated[ended] = self._seated(len(ended), random)
            if tally.waiting >= parameters.learn_after:
                losses.append(self._learnt(tally, notes.taken(tally.ended, games.players), random))
        losses.append(self._learnt(tally, notes.memory(), random))
        found = {name: _mean([each[name] for each in losses if name in each]) for name in ("value_loss", "chance_loss")}
        found["turns"] = float(tally.turns[tally.ended].mean())
        if self._learner_plays and not self.refitting:
            found["win_rate"] = _mean(tally.won_by_learner)
        return found

    def _learnt(self, tally: "Tally", memory: Memory, random: np.random.Generator) -> dict[str, float]:
        """Learn from these decisions; the losses."""
        tally.waiting = 0
        won, found = self._won(tally, memory), {}
        known = np.flatnonzero(np.isfinite(won))
        if len(known):
            losses = [self._learn_chances(memory, some, won) for some in self._minibatches(known, random)]
            found["chance_loss"] = float(np.mean(losses))
        if self.refitting:
            self.best[CHANCES] = self.averages[CHANCES].network.copy()
            return found
        losses = []
        for _ in range(self.parameters.passes):
            targets = self._targets(memory, won)
            every = np.arange(len(targets))
            losses += [self._learn_values(memory, some, targets) for some in self._minibatches(every, random)]
        return found | ({"value_loss": float(np.mean(losses))} if losses else {})

    def _minibatches(self, which: Indices, random: np.random.Generator) -> Iterator[Indices]:
        """These decisions in a new order, a minibatch at a time."""
        order, many = random.permutation(which), self.parameters.minibatch
        for start in range(0, len(order), many):
            yield order[start : start + many]

    @property
    def _limit(self) -> int:
        """After how many turns games end."""
        return TURN_LIMIT if self.refitting else self.parameters.limit

    @property
    def _learner_plays(self) -> bool:
        return self.batches * self.parameters.batch >= self.parameters.warm_up

    def _players(self, notes: Recollection) -> list[Player]:
        """Who plays the games of a batch: the learner is the first, if it plays."""
        parameters, network = self.parameters, self.networks[VALUES]
        if self.refitting:
            return [NetworkPlayer(self.best[VALUES], parameters.crowded, parameters.last_epsilon / 10, notes)]
        if not self._learner_plays:
            return [Watched(player, network, notes) for player in (GroupMaker(), Robber())]
        epsilon = parameters.epsilon + (parameters.last_epsilon - parameters.epsilon) * self.share
        others = [fixed_players()[name] for name in self.against]
        return [NetworkPlayer(network, parameters.crowded, epsilon, notes), *others]

    def _seated(self, count: int, random: np.random.Generator) -> Indices:
        """(count, players): which of the players sits where."""
        shape = count, self.parameters.players
        if self.refitting:
            return np.zeros(shape, np.int64)
        if not self._learner_plays:
            return random.integers(0, 2, shape)
        seated = random.integers(1, len(self.against) + 1, shape)
        seated[random.random(count) >= self.parameters.fixed] = 0
        seated[np.arange(count), random.integers(0, shape[1], count)] = 0
        return seated

    def _won(self, tally: "Tally", memory: Memory) -> Floats:
        """(n,): 1 for decisions of games that were won, 0 of those that were not, also as nobody won them in time; not
        a number where a game was broken off, or taken out of the account of chances."""
        game, player = memory.seat // self.parameters.players, memory.seat % self.parameters.players
        known = tally.ended[game] & (~self.refitting | (tally.winner[game] >= 0))
        won: Floats = np.where(known, tally.winner[game] == player, np.nan).astype(np.float32)
        return won

    def _targets(self, memory: Memory, won: Floats) -> Floats:
        """What each decision came to; the end of a game that was broken off is as expected."""
        parameters = self.parameters
        values = np.where(memory.able, self.networks[VALUES].forward(memory.rows), -np.inf)
        best: Floats = values.max(axis=1).astype(np.float32)
        trace = parameters.trace + (parameters.last_trace - parameters.trace) * self.share
        result: Floats = np.where(np.isfinite(won), won, best)
        return returns(memory.seat, memory.turn, best, result, trace, parameters.price)

    def _learn_values(self, memory: Memory, some: Indices, targets: Floats) -> float:
        """A step towards these targets; the mean squared error before it."""
        network = self.networks[VALUES]
        trace = network.trace(memory.rows[some])
        slopes, taken = np.zeros_like(trace[-1]), (np.arange(len(some)), memory.action[some])
        errors = trace[-1][taken] - targets[some]
        slopes[taken] = errors / len(some)
        self.descend(VALUES, network.gradient(trace, slopes))
        return float((errors * errors).mean())

    def _learn_chances(self, memory: Memory, some: Indices, won: Floats) -> float:
        """A step towards the results of the actions taken; the mean cross-entropy before it."""
        network = self.networks[CHANCES]
        trace = network.trace(memory.rows[some])
        slopes, taken = np.zeros_like(trace[-1]), (np.arange(len(some)), memory.action[some])
        shown = 1 / (1 + np.exp(-trace[-1][taken]))
        slopes[taken] = (shown - won[some]) / len(some)
        self.descend(CHANCES, network.gradient(trace, slopes))
        right = np.where(won[some] > 0, shown, 1 - shown)
        return float(-np.log(np.maximum(right, 1e-6)).mean())

    def measured(self, networks: Mapping[str, Network], random: np.random.Generator) -> Sequence[float]:
        learner = NetworkPlayer(networks[VALUES], self.parameters.crowded)
        return [self._share_won(learner, fixed_players()[name], random) for name in self.opponents]

    def _share_won(self, learner: Player, other: Player, random: np.random.Generator) -> float:
        count = self.parameters.evaluation_games
        games = Games(count, self.parameters.players, random)
        own = np.arange(count) % games.players
        seated = np.ones((count, games.players), np.int64)
        seated[np.arange(count), own] = 0
        play(games, seated, [learner, other], TURN_LIMIT)
        return float((games.winner == own).mean())


class Tally:
    """How the games of a batch ended, by their numbers."""

    def __init__(self, most: int) -> None:
        self.ended = np.zeros(most, np.bool_)
        self.winner = np.full(most, -1, np.int64)
        self.turns = np.zeros(most, np.int64)
        self.over = 0
        """How many have ended."""
        self.waiting = 0
        """How many of them have not been learnt from."""
        self.won_by_learner: list[float] = []
        """Of the games against others, whether the first player won."""

    def note(self, games: Games, at: Indices, seated: Indices) -> None:
        """Note that these games have ended."""
        number = games.number[at]
        self.ended[number], self.winner[number], self.turns[number] = True, games.winner[at], games.turns[at]
        self.over += len(at)
        self.waiting += len(at)
        mixed = at[(seated[at] > 0).any(axis=1)]
        winner = games.winner[mixed]
        self.won_by_learner += ((winner >= 0) & (seated[mixed, winner] == 0)).astype(float).tolist()


def _mean(figures: Sequence[float]) -> float:
    """The mean of what was measured, not a number where nothing was."""
    return float(np.mean(figures)) if figures else float("nan")
