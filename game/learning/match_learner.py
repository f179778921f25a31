"""Online learning: what a learner learns from one match that it plays."""

from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import replace

from game.agents.epsilon_greedy import EpsilonGreedy
from game.agents.q_learning import Parameters, QLearner, transitions_for
from game.agents.transitions import Experience
from game.base.locks import Hold
from game.games.registry import Trained
from game.games.seats import Seat
from game.learning.learner import Learner
from game.rules.language import _


class MatchLearner:
    """What a learner learns at one table: from what the players meet with that its AI plays for."""

    fault: str | None = None
    """Why it is over: ours go on."""

    def __init__(self, learner: Learner, seats: Mapping[int, Seat], hold: Hold | None) -> None:
        """`hold` is the learner's and is let go here; without it, it learns for itself until the file is free."""
        self.learner = learner
        self._hold = hold
        if hold is None:
            learner.notices.append(
                _(
                    "{ai} learns for itself here, and nothing of it is kept: {why}.",
                    ai=learner.ai.name,
                    why=learner.trouble,
                )
            )
        self.players = frozenset(seats)
        self._parameters = {player: _parameters(seat, learner.parameters) for player, seat in seats.items()}
        self._transitions = {
            player: transitions_for(learner.learner_spec.rewards, parameters)
            for player, parameters in self._parameters.items()
        }
        self._decays = {player: _explores_by_kept_epsilon(seat) for player, seat in seats.items()}

    def learn(self, met: Experience) -> None:
        """Learn from what one of the players has met with."""
        player = met.view.player
        for transition in self._transitions[player](met):
            self.learner.learn(transition, self._parameters[player])

    def acted(self, player: int, explored: bool) -> None:
        """One of the players has made a move."""
        self.learner.acted(explored, self._decays[player])

    def game_ended(self) -> None:
        """A game is over, and its last transitions have been learnt from."""
        self.learner.game_ended()

    def rest(self, match_over: bool) -> None:
        """A frame is over."""
        if self._hold is None and self.learner.due(match_over):
            self._hold = self.learner.hold(patience=0.0)
        self.learner.rest(match_over)

    def close(self) -> None:
        """The table is left: keep what was learnt, and let other programs learn into the file."""
        self.learner.save()
        self.let_go()

    def let_go(self) -> None:
        """Let other programs learn into the file."""
        if self._hold is not None:
            self._hold.close()
            self._hold = None


def sat_down(learner: Learner, seats: Mapping[int, Seat]) -> tuple[dict[int, Seat], MatchLearner]:
    """The seats of a learner's AI with what they play by now, and the match learner for them. Raises SeatError."""
    with ExitStack() as undone:
        hold = learner.hold()  # first: what another program has learnt up to here is gone on from
        if hold is not None:
            undone.enter_context(hold)
        taken = knowing(seats, *learner.for_a_seat())
        match_learner = MatchLearner(learner, taken, hold)
        undone.pop_all()
    return taken, match_learner


def knowing(seats: Mapping[int, Seat], learnt: Trained, digest: str | None) -> dict[int, Seat]:
    """Seats that play by something that was learnt, whose file has this SHA-256."""
    return {index: replace(seat, learnt=learnt, trained=digest) for index, seat in seats.items()}


def _parameters(seat: Seat, usual: Parameters) -> Parameters:
    """The parameters that an AI learns with at its seat."""
    agent = seat.agent()
    scorers = () if agent is None else agent.scorers
    return next((scorer.parameters for scorer in scorers if isinstance(scorer, QLearner)), usual)


def _explores_by_kept_epsilon(seat: Seat) -> bool:
    """Whether a seat explores, and as much as the table says rather than as it was asked to for this match."""
    agent = seat.agent()
    picker = None if agent is None else agent.picker
    return isinstance(picker, EpsilonGreedy) and picker.epsilon > 0.0 and "epsilon" not in seat.parameters
