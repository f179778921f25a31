"""Lessons: what a student learns at one table."""

from collections.abc import Mapping

from game.brains.q_learning import EpsilonGreedy, Parameters, QLearner
from game.brains.transitions import Experience, rewarded
from game.seats import Seat
from game.student import Student


class Lesson:
    """What a student learns at one table: from what the players meet with that its AI plays for."""

    fault: str | None = None
    """Why it is over: ours go on."""

    def __init__(self, student: Student, seats: Mapping[int, Seat]) -> None:
        self.student = student
        self._rewards = student.recipe.rewards
        self.players = frozenset(seats)
        self._parameters = {player: _parameters(seat, student.parameters) for player, seat in seats.items()}
        self._decays = {player: _explores_by_kept_epsilon(seat) for player, seat in seats.items()}

    def learn(self, met: Experience) -> None:
        """Learn from what one of the players has met with."""
        self.student.learn(rewarded(self._rewards, met), self._parameters[met.view.player])

    def acted(self, player: int, explored: bool) -> None:
        """One of the players has made a move."""
        self.student.acted(explored, self._decays[player])

    def game_ended(self) -> None:
        """A game is over, and its last transitions have been learnt from."""
        self.student.game_ended()

    def rest(self, match_over: bool) -> None:
        """A frame is over."""
        self.student.rest(match_over)


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
