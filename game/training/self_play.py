"""Games in which learners learn, one after another, headless: each against itself, against each other or others."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from game.agents.agent import Agent
from game.agents.epsilon_greedy import EpsilonGreedy
from game.agents.q_learning import QLearner, transitions_for
from game.agents.transitions import Experience, Rewards, Trail
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


class SeatLearner(NamedTuple):
    """A learner at training: what it learns, how it picks, and what it is rewarded for."""

    learner: QLearner
    picker: EpsilonGreedy
    rewards: Rewards

    def taught(self) -> Callable[[Experience], None]:
        """What is to be told, in order, what its players meet with, so that it learns from that."""
        learner = self.learner
        transitions = transitions_for(self.rewards, learner.parameters)

        def teach(met: Experience) -> None:
            for transition in transitions(met):
                learner.learn(transition)

        return teach


class SelfPlay:
    """Plays games, each one round, and lets all learners learn from all of their moves as they happen, each in a table
    of its own.

    A single learner without opponents has all seats. Else the first learner takes each seat in turn, game by game; the
    other learners and those `against` them sit down in their order on the next ones, and the learners in turn on what
    is left. Opponents are met only `every` so many games: the learners play among themselves in the others.
    """

    in_world = False
    """Whether the games are played in worlds, of which a program shows one at a time."""

    def __init__(
        self,
        rules: AnyRules,
        setup: Setup,
        seat_learners: Sequence[SeatLearner],
        streams: TrainingStreams,
        against: Sequence[Agent] = (),
        every: int = 1,
    ) -> None:
        self._rules, self._setup = rules, setup
        self._seat_learners = tuple(seat_learners)
        self._streams = streams
        self._against = tuple(against)
        self._every = every
        self.games = 0
        """How many games have been played."""
        self.stopped = 0
        """How many of them the turn limit ended."""
        self._under_way: Iterator[None] | None = None
        """The moves of a game that has begun."""

    def run(self, games: int) -> None:
        """Play this many games more; one that is under way is the first of them."""
        for _ in range(games):
            while not self.step():
                pass

    def step(self) -> bool:
        """Play one move more; whether a game has ended with it."""
        if self._under_way is None:
            self._under_way = self._moves()
        try:
            for _ in self._under_way:
                return False
        except Exception:
            self._under_way = None  # what has failed cannot go on
            raise
        self._under_way = None
        self.games += 1
        return True

    @property
    def under_way(self) -> bool:
        """Whether a game has begun that has not ended yet."""
        return self._under_way is not None

    @property
    def pairs(self) -> int:
        """How many pairs of state and action the first learner has learnt."""
        return self._seat_learners[0].learner.table.pairs

    def seats(self) -> list[SeatLearner | Agent]:
        """Who sits where in the next game."""
        players, seat_learners = self._setup.players, self._seat_learners
        turn, before = divmod(self.games, self._every)
        meeting = self._against if before == self._every - 1 else ()
        seats: list[SeatLearner | Agent] = [*seat_learners[1:], *meeting]
        seats += [seat_learners[(turn + left) % len(seat_learners)] for left in range(players - 1 - len(seats))]
        seats.insert(turn % players, seat_learners[0])
        return seats

    def _moves(self) -> Iterator[None]:
        """A game, move by move."""
        rules, streams, seats = self._rules, self._streams, self.seats()
        seat_learners = [seat if isinstance(seat, SeatLearner) else None for seat in seats]
        teaching = {
            player: seat_learner.taught()
            for player, seat_learner in enumerate(seat_learners)
            if seat_learner is not None
        }
        trail = Trail(rules, teaching)
        standing = rules.new_standing(self._setup)
        first = first_player(self._setup, streams.first())
        state = rules.deal(self._setup, standing, first, streams.deal(1))
        chance = streams.chance()
        rngs = [streams.seat(player) for player in range(self._setup.players)]
        trail.start(state)
        while (player := state.to_move) is not None:
            seat_learner = seat_learners[player]
            if seat_learner is not None:
                values, moves = seat_learner.learner.considered(trail.view)
                move = moves[seat_learner.picker.choose(values, rngs[player])]
            else:
                move = self._answer(seats[player], trail.view, rngs[player])
            apply(rules, state, move, chance)
            met = trail.moved(move, state)
            if met is not None:
                teaching[met.view.player](met)
            yield
        end = rules.round_end(state, standing)
        self.stopped += end.stopped
        for met in [] if end.unfinished else trail.ended(end.winner):
            teaching[met.view.player](met)

    def _answer(self, agent: SeatLearner | Agent, view: Any, rng: Random) -> Any:
        """An opponent's move; the first legal one where it has none of its own."""
        assert isinstance(agent, Agent)
        candidate = agent.choose(view, rng)
        if candidate is None or self._rules.refusal(view, candidate.move) is not None:
            return self._rules.legal_moves(view)[0]
        return candidate.move
