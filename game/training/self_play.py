"""Games in which a learner learns, one after another, headless: against itself or against others."""

from collections.abc import Sequence
from random import Random
from typing import Any

from game.brains.agent import Agent
from game.brains.q_learning import EpsilonGreedy, QLearner
from game.brains.transitions import Rewards, Trail
from game.rules.protocol import AnyRules, Setup, apply, first_player
from game.rules.streams import Streams


class TrainingStreams(Streams):
    """The random numbers of a whole training: streams that last from game to game, so that no game has to seed its
    own. A training that goes on after `resumed_at` games draws on from streams keyed by that number."""

    def first(self) -> Random:
        return self._lasting("training/first")

    def deal(self, round_number: int) -> Random:
        return self._lasting("training/deal")

    def chance(self) -> Random:
        return self._lasting("training/chance")

    def seat(self, player: int) -> Random:
        return self._lasting(f"training/seat/{player}")


class SelfPlay:
    """Plays games, each one round, and lets the learner learn from all of its moves as they happen.

    Without `against` the learner has all seats. With opponents it takes each seat in turn, game by game, and they
    sit down in their order on the others; only `every` so many games: the learner plays itself in the others.
    """

    def __init__(
        self,
        rules: AnyRules,
        setup: Setup,
        learner: QLearner,
        picker: EpsilonGreedy,
        rewards: Rewards,
        streams: TrainingStreams,
        against: Sequence[Agent] = (),
        every: int = 1,
    ) -> None:
        self._rules, self._setup = rules, setup
        self._learner, self._picker = learner, picker
        self._streams = streams
        self._trail = Trail(rules, rewards)
        self._against = tuple(against)
        self._every = every
        self.games = 0
        """How many games have been played."""

    def run(self, games: int) -> None:
        """Play this many games more."""
        for _ in range(games):
            self._play()
            self.games += 1

    @property
    def pairs(self) -> int:
        """How many pairs of state and action have been learnt."""
        return self._learner.table.pairs

    def _seats(self) -> list[Agent | None]:
        """Who sits where in the next game; None for the learner."""
        players = self._setup.players
        turn, before = divmod(self.games, self._every)
        if not self._against or before < self._every - 1:
            return [None] * players
        own = turn % players
        others = iter(self._against)
        return [None if player == own else next(others) for player in range(players)]

    def _play(self) -> None:
        rules, trail, learner = self._rules, self._trail, self._learner
        considered, choose, learn = learner.considered, self._picker.choose, learner.learn
        streams, seats = self._streams, self._seats()
        standing = rules.new_standing(self._setup)
        first = first_player(self._setup, streams.first())
        state = rules.deal(self._setup, standing, first, streams.deal(1))
        chance = streams.chance()
        rngs = [streams.seat(player) for player in range(self._setup.players)]
        trail.start(state)
        while (player := state.to_move) is not None:
            other = seats[player]
            if other is None:
                values, moves = considered(trail.view)
                move = moves[choose(values, rngs[player])]
            else:
                move = self._answer(other, trail.view, rngs[player])
            apply(rules, state, move, chance)
            transition = trail.moved(move, state)
            if transition is not None and seats[transition.view.player] is None:
                learn(transition)
        end = rules.round_end(state, standing)
        for transition in [] if end.unfinished else trail.ended(end.winner):
            if seats[transition.view.player] is None:
                learn(transition)

    def _answer(self, agent: Agent, view: Any, rng: Random) -> Any:
        """An opponent's move; the first legal one where it has none of its own."""
        candidate = agent.choose(view, rng)
        if candidate is None or self._rules.refusal(view, candidate.move) is not None:
            return self._rules.legal_moves(view)[0]
        return candidate.move
