"""What a learner of tables is made of: the spec of its game, what it has learnt, and how that came about."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Protocol

from game.agents.epsilon_greedy import EpsilonGreedy
from game.agents.q_learning import Encoding, Parameters, QLearner, QTable
from game.agents.transitions import Rewards
from game.rules.protocol import Option


class Evaluation(Protocol):
    """Measures how far a learner has come."""

    @property
    def about(self) -> str:
        """What is measured, in words."""

    def __call__(self, learner: QLearner) -> float:
        """How far, 0 to 1."""


def measured(evaluation: Evaluation, learner: QLearner) -> float:
    """How far a learner has come, 0 to 1. Raises ValueError or TypeError where the evaluation gives anything else."""
    share = float(evaluation(learner))
    if not 0.0 <= share <= 1.0:
        raise ValueError(f"an evaluation gave {share}, which is no share from 0 to 1")
    return share


class Yardstick(NamedTuple):
    """Against which AI of its game a learner is measured while it trains, and over how many rounds."""

    ai: str
    rounds: int = 100


class Partner(NamedTuple):
    """An AI of its game that a learner meets in `every` so many games while it trains in the window."""

    ai: str
    every: int


@dataclass(frozen=True)
class LearnerSpec:
    """How an AI learns a game: how it sees it, what it is rewarded for, with which parameters unless others are
    asked for, and how it is measured in a setting, if there is a measure.

    `ways` are parameters of its play that no table depends on, such as how the details of an action are chosen:
    `encoding` is that of their defaults, and `encoded` gives the one for other values, by their keys.

    In the window an AI that has no evaluation is measured by rounds against its `yardstick`, without one against
    ``random``; and it meets its `partner` where playing itself alone would teach it too little.
    """

    encoding: Encoding
    rewards: Rewards
    parameters: Parameters
    evaluation: Callable[[Hashable], Evaluation] | None = None
    ways: tuple[Option, ...] = ()
    encoded: Callable[..., Encoding] | None = None
    yardstick: Yardstick | None = None
    partner: Partner | None = None

    def by(self, values: Mapping[str, Any]) -> "LearnerSpec":
        """The spec of one that plays with these values of its `ways`; other keys are passed over."""
        chosen = {option.key: values[option.key] for option in self.ways if option.key in values}
        return self if self.encoded is None or not chosen else replace(self, encoding=self.encoded(**chosen))


@dataclass(frozen=True)
class Statistics:
    """How a table came about: games and actions learnt from, how many actions explored, and epsilon now."""

    games: int = 0
    actions: int = 0
    explorations: int = 0
    epsilon: float = 0.0


class CurvePoint(NamedTuple):
    """One point of a training's curve; `share` is the evaluation's, or not a number where there is none."""

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
    curve: tuple[CurvePoint, ...] = ()

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
