"""What a learner of tables is made of: the recipe of its game, what it has learnt, and how that came about."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from game.brains.q_learning import Encoding, EpsilonGreedy, Parameters, QLearner, QTable
from game.brains.transitions import Rewards


class Yardstick(Protocol):
    """Measures how far a learner has come."""

    @property
    def about(self) -> str:
        """What is measured, in words."""

    def __call__(self, learner: QLearner) -> float:
        """How far, 0 to 1."""


def measured(yardstick: Yardstick, learner: QLearner) -> float:
    """How far a learner has come, 0 to 1. Raises ValueError or TypeError where the yardstick gives anything else."""
    share = float(yardstick(learner))
    if not 0.0 <= share <= 1.0:
        raise ValueError(f"a yardstick gave {share}, which is no share from 0 to 1")
    return share


@dataclass(frozen=True)
class Recipe:
    """How an AI learns a game: how it sees it, what it is rewarded for, with which parameters unless others are
    asked for, and how it is measured in a setting, if there is a measure."""

    encoding: Encoding
    rewards: Rewards
    parameters: Parameters
    yardstick: Callable[[Hashable], Yardstick] | None = None


@dataclass(frozen=True)
class Statistics:
    """How a table came about: games and actions learnt from, how many actions explored, and epsilon now."""

    games: int = 0
    actions: int = 0
    explorations: int = 0
    epsilon: float = 0.0


class Mark(NamedTuple):
    """One point of a training's course; `share` is the yardstick's, or not a number where there is none."""

    games: int
    epsilon: float
    pairs: int
    share: float


@dataclass(frozen=True)
class TrainedTable:
    """What a learner has learnt, as a file keeps it; it does not change any more."""

    game: str
    ai: str
    seed: int
    parameters: Parameters
    table: QTable
    statistics: Statistics
    course: tuple[Mark, ...] = ()

    def learner(self, encoding: Encoding) -> QLearner:
        """A learner that starts from this table, which stays as it is."""
        return QLearner(encoding, self.parameters, self.table, borrowed=True)

    def picker(self, parameters: Parameters) -> EpsilonGreedy:
        """The picker of a training that goes on with these parameters: from the epsilon that was reached, unless
        another one to start with is asked for."""
        picker = EpsilonGreedy(parameters)
        if parameters.epsilon == self.parameters.epsilon:
            picker.epsilon = self.statistics.epsilon
        picker.picks = self.statistics.actions
        picker.explorations = self.statistics.explorations
        return picker
