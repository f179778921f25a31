"""Games in which learners learn, one after another, headless: each against itself, against each other or others."""

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from game.agents.agent import Agent
from game.agents.q_learning import EpsilonGreedy, QLearner
from game.agents.transitions import Experience, Rewards, Trail, rewarded
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


class Trainee(NamedTuple):
    """A learner at training: what it learns, how it picks, and what it is rewarded for."""

    learner: QLearner
    picker: EpsilonGreedy
    rewards: Rewards


class SelfPlay:
    """Plays games, each one round, and lets all trainees learn from all of their moves as they happen, each in a table
    of its own.

    A single trainee without opponents has all seats. Else the first trainee takes each seat in turn, game by game; the
    other trainees and those `against` them sit down in their order on the next ones, and the trainees in turn on what
    is left. Opponents are met only `every` so many games: the trainees play among themselves in the others.
    """

    def __init__(
        self,
        rules: AnyRules,
        setup: Setup,
        trainees: Sequence[Trainee],
        streams: TrainingStreams,
        against: Sequence[Agent] = (),
        every: int = 1,
    ) -> None:
        self._rules, self._setup = rules, setup
        self._trainees = tuple(trainees)
        self._streams = streams
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
        """How many pairs of state and action the first trainee has learnt."""
        return self._trainees[0].learner.table.pairs

    def seats(self) -> list[Trainee | Agent]:
        """Who sits where in the next game."""
        players, trainees = self._setup.players, self._trainees
        turn, before = divmod(self.games, self._every)
        meeting = self._against if before == self._every - 1 else ()
        seats: list[Trainee | Agent] = [*trainees[1:], *meeting]
        seats += [trainees[(turn + left) % len(trainees)] for left in range(players - 1 - len(seats))]
        seats.insert(turn % players, trainees[0])
        return seats

    def _play(self) -> None:
        rules, streams, seats = self._rules, self._streams, self.seats()
        trainees = [seat if isinstance(seat, Trainee) else None for seat in seats]
        trail = Trail(rules, [player for player, trainee in enumerate(trainees) if trainee is not None])
        standing = rules.new_standing(self._setup)
        first = first_player(self._setup, streams.first())
        state = rules.deal(self._setup, standing, first, streams.deal(1))
        chance = streams.chance()
        rngs = [streams.seat(player) for player in range(self._setup.players)]
        trail.start(state)
        while (player := state.to_move) is not None:
            trainee = trainees[player]
            if trainee is not None:
                values, moves = trainee.learner.considered(trail.view)
                move = moves[trainee.picker.choose(values, rngs[player])]
            else:
                move = self._answer(seats[player], trail.view, rngs[player])
            apply(rules, state, move, chance)
            met = trail.moved(move, state)
            if met is not None:
                _learn(trainees, met)
        end = rules.round_end(state, standing)
        for met in [] if end.unfinished else trail.ended(end.winner):
            _learn(trainees, met)

    def _answer(self, agent: Trainee | Agent, view: Any, rng: Random) -> Any:
        """An opponent's move; the first legal one where it has none of its own."""
        assert isinstance(agent, Agent)
        candidate = agent.choose(view, rng)
        if candidate is None or self._rules.refusal(view, candidate.move) is not None:
            return self._rules.legal_moves(view)[0]
        return candidate.move


def _learn(trainees: Sequence[Trainee | None], met: Experience) -> None:
    """Let the trainee learn from what it has met with."""
    trainee = trainees[met.view.player]
    if trainee is not None:
        trainee.learner.learn(rewarded(trainee.rewards, met))
