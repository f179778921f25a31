"""Training of Notty's networks: they play games, against players by rules and against themselves, and learn what their
decisions came to.

What actions are worth is learnt from lambda-returns, Q-learning with a network. What is shown as the chance to win is
not: values lean towards the best of several guesses and know a price of turns. The chances have a network of their own,
which learns the plain results of the actions taken, at the end of the course, from nothing but games in which everybody
plays as the best network does.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

import numpy as np

from game.agents.networks import Floats, Network
from game.games.notty.action_values import CHANCES, VALUES, chances_from, layers_of, slopes_from
from game.games.notty.training.games import Games, Indices
from game.games.notty.training.learner import Memory, NetworkPlayer, Recollection, Watched
from game.games.notty.training.parameters import METRICS, Parameters
from game.games.notty.training.players import TURN_LIMIT, GroupMaker, Player, Robber, fixed_players, play, step
from game.games.notty.training.returns import returns
from game.games.pool import pool
from game.training.batch_training import BatchTraining

FARTHEST = np.float32(100.0)
"""No action is taken to be farther behind the best: chances differ by less than one."""
LEAST = np.float32(1e-6)
"""Chances are not taken for smaller, where their logarithm counts."""


class Training(BatchTraining[Parameters]):
    """A training for tables of one number of players."""

    share_words: ClassVar[Mapping[str, str]] = {"win_rate": "games won against players by rules"}
    length_metric: ClassVar[str] = "turns"

    @classmethod
    def begun(cls, ai: str, method: str, parameters: Parameters, against: Sequence[str], seed: int) -> "Training":
        """A training that begins. Raises ValueError where one of these opponents cannot be trained against."""
        strange = [name for name in against if name not in fixed_players()]
        if strange:
            able = ", ".join(fixed_players())
            raise ValueError(f"{strange[0]}: games are played in lockstep, and it cannot; choose: {able}")
        layers = layers_of(parameters.players, parameters.hidden)
        training = cls("notty", ai, method, parameters, METRICS, pool("notty", against), seed, layers)
        training.networks[VALUES].biases[-1][:] = 1 / parameters.players
        return training

    @property
    def _practised(self) -> int:
        """After how many batches only the chances are learnt any more."""
        return round(self.parameters.batches * (1 - self.parameters.refit))

    @property
    def refitting(self) -> bool:
        """Whether only the chances are learnt any more."""
        return self.batches >= self._practised

    @property
    def share(self) -> float:
        """How much is over of what is learnt now, values or chances: each begins with the first rate."""
        begun, parts = (self._practised, self.parameters.batches) if self.refitting else (0, self._practised)
        return min(1.0, (self.batches - begun) / max(1, parts - begun))

    def played(self) -> dict[str, Network]:
        """The networks to play by: the averages; once only the chances are learnt, the best values."""
        found = super().played()
        return found | {VALUES: self.best[VALUES].copy()} if self.batches and self.refitting else found

    def learn(self, random: np.random.Generator) -> Mapping[str, float]:
        return self._refit(random) if self.refitting else self._practise(random)

    def _practise(self, random: np.random.Generator) -> dict[str, float]:
        """Play a batch of games and learn from it what actions are worth."""
        parameters, notes = self.parameters, Recollection()
        games = Games(parameters.together, parameters.players, random)
        players = self._players(notes)
        seated = self._seated(len(games), random)
        tally = Tally(parameters.batch + 2 * parameters.together)
        losses: list[float] = []
        while tally.over < parameters.batch:
            step(games, np.arange(len(games)), seated, players)
            ended = np.flatnonzero((games.winner >= 0) | (games.turns >= parameters.limit))
            tally.note(games, ended, seated)
            games.deal(ended)
            seated[ended] = self._seated(len(ended), random)
            if tally.waiting >= parameters.learn_after:
                losses += self._learnt(tally, notes.taken(tally.ended, games.players), random)
        losses += self._learnt(tally, notes.memory(), random)
        found = {"value_loss": _mean(losses), "turns": float(tally.turns[tally.ended].mean())}
        found["stopped"] = float((tally.winner[tally.ended] < 0).mean())
        if self._learner_plays:
            found["win_rate"] = _mean(tally.won_by_learner)
        return found

    def _learnt(self, tally: "Tally", memory: Memory, random: np.random.Generator) -> list[float]:
        """Learn from these decisions what actions are worth; the losses."""
        tally.waiting, losses = 0, []
        won = self._won(tally, memory)
        for _ in range(self.parameters.passes):
            targets = self._targets(memory, won)
            losses += [self._learn_values(memory, some, targets) for some in self._minibatches(len(targets), random)]
        return losses

    def _refit(self, random: np.random.Generator) -> dict[str, float]:
        """Let the best network play a batch of games against itself, to their ends, and learn what came of them."""
        parameters, notes = self.parameters, Recollection()
        if self.best_share is None:
            self.best = super().played()
        games = Games(parameters.batch, parameters.players, random)
        player = NetworkPlayer(self.best[VALUES], parameters.crowded, parameters.last_epsilon, notes)
        play(games, np.zeros((len(games), games.players), np.int64), [player], TURN_LIMIT)
        memory = notes.memory()
        seat = memory.seat % games.players
        winner = games.winner[memory.seat // games.players]
        won: Floats = np.where(winner < 0, 1 / games.players, winner == seat).astype(np.float32)
        losses = [self._learn_chances(memory, some, won) for some in self._minibatches(len(won), random)]
        self.best[CHANCES] = self.averages[CHANCES].network.copy()
        stopped = float((games.winner < 0).mean())
        return {"chance_loss": _mean(losses), "turns": float(games.turns.mean()), "stopped": stopped}

    def _minibatches(self, decisions: int, random: np.random.Generator) -> Iterator[Indices]:
        """So many decisions in a new order, a minibatch at a time."""
        order, many = random.permutation(decisions), self.parameters.minibatch
        for start in range(0, len(order), many):
            yield order[start : start + many]

    @property
    def _learner_plays(self) -> bool:
        return self.batches * self.parameters.batch >= self.parameters.warm_up

    def _players(self, notes: Recollection) -> list[Player]:
        """Who plays the games of a batch: the learner is the first, if it plays."""
        parameters, network = self.parameters, self.networks[VALUES]
        if not self._learner_plays:
            return [Watched(player, network, notes) for player in (GroupMaker(), Robber())]
        epsilon = parameters.epsilon + (parameters.last_epsilon - parameters.epsilon) * self.share
        others = [fixed_players()[name] for name in self.against]
        return [NetworkPlayer(network, parameters.crowded, epsilon, notes), *others]

    def _seated(self, count: int, random: np.random.Generator) -> Indices:
        """(count, players): which of the players sits where."""
        shape = count, self.parameters.players
        if not self._learner_plays:
            return random.integers(0, 2, shape)
        seated = random.integers(1, len(self.against) + 1, shape)
        seated[random.random(count) >= self.parameters.fixed] = 0
        seated[np.arange(count), random.integers(0, shape[1], count)] = 0
        return seated

    def _won(self, tally: "Tally", memory: Memory) -> Floats:
        """(n,): 1 for decisions of games that were won, 0 of those that were lost; not a number where a game was broken
        off."""
        game, player = memory.seat // self.parameters.players, memory.seat % self.parameters.players
        winner = tally.winner[game]
        won: Floats = np.where(winner >= 0, winner == player, np.nan).astype(np.float32)
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
        rows, network = memory.rows[some], self.networks[CHANCES]
        values = np.where(memory.able[some], self.best[VALUES].forward(rows), -np.inf)
        behind = np.maximum(values[np.arange(len(some)), memory.action[some]] - values.max(axis=1), -FARTHEST)
        trace = network.trace(rows)
        shown = chances_from(trace[-1], behind[:, None])[:, 0]
        errors = (shown - won[some]) / len(some)
        of_slope = errors * behind * slopes_from(trace[-1])
        self.descend(CHANCES, network.gradient(trace, np.column_stack([errors, of_slope])))
        right = won[some] * np.log(np.maximum(shown, LEAST)) + (1 - won[some]) * np.log(np.maximum(1 - shown, LEAST))
        return -float(right.mean())

    def measured(self, networks: Mapping[str, Network], random: np.random.Generator) -> Sequence[float]:
        learner = NetworkPlayer(networks[VALUES], self.parameters.crowded)
        return [self._share_won(learner, fixed_players()[name], random) for name in self.opponents]

    def _share_won(self, learner: Player, other: Player, random: np.random.Generator) -> float:
        count = self.parameters.evaluation_games
        games = Games(count, self.parameters.players, random)
        own = np.arange(count) % games.players
        seated = np.ones((count, games.players), np.int64)
        seated[np.arange(count), own] = 0
        play(games, seated, [learner, other], self.parameters.limit)
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
