"""Tabular Q-learning, into which no game is written: an encoding says what states and actions are.

Source: C. J. C. H. Watkins and P. Dayan, "Q-learning", Machine Learning 8 (1992):
``Q(s, a) += alpha * (reward + gamma * max Q(s', a') - Q(s, a))``, and nothing follows the end of a game. That is
`target_of` and `update`, for one value and for arrays alike.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from enum import Enum
from random import Random
from typing import Any, Protocol, TypeAlias, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from game.agents.agent import Candidate, Reason
from game.agents.transitions import Episodes, Experience, Rewards, Transition, rewarded

Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]
Value = TypeVar("Value", float, Floats)

_SMALL = 1 << 14
"""Tables of at most this many values are counted through whole: sorting what was done takes longer."""


class Encoding(Protocol):
    """How a game's views and moves are written in a table. Stateless.

    A state has a row in the table, with one column for every action that a view of that state may offer.
    """

    @property
    def faithful(self) -> bool:
        """Whether a state tells all about the position of a game of two who move in turn, without chance, whoever
        is to move: then positions can be linked once and for all."""

    def setting(self, view: Any) -> Hashable:
        """What a table belongs to and what stays the same in a match: a table of another setting knows nothing."""

    def setting_name(self, setting: Hashable) -> str:
        """The setting in words for people."""

    def state(self, view: Any) -> Hashable:
        """The state of a view: equal states have one row."""

    def actions(self, state: Any) -> tuple[Any, ...]:
        """The actions of a state, one for each column, in order."""

    def options(self, view: Any) -> Sequence[tuple[int, Any]] | None:
        """The possible actions of a view: columns in rising order, each with the move it stands for now. None when
        all are possible and are moves themselves."""

    def action(self, view: Any, move: Any) -> Any:
        """The action that a move is."""

    def features(self, view: Any) -> str:
        """The state in words for people."""

    def options_of(self, setting: Any) -> dict[str, Any]:
        """The options of the game that a setting stands for, as files hold them."""

    def setting_of(self, options: Mapping[str, Any]) -> Hashable:
        """The inverse of `options_of`; raises ValueError."""

    def state_name(self, state: Any, setting: Any) -> str:
        """The state as files and listings name it."""

    def state_named(self, name: str, setting: Any) -> Hashable:
        """The inverse of `state_name`; raises ValueError."""

    def action_name(self, action: Any) -> str:
        """The action as files and listings name it."""

    def action_named(self, name: str) -> Any:
        """The inverse of `action_name`; raises ValueError."""


class Spread(Enum):
    """What exploring draws from: all actions but the best (epsilon / n for each of n, weights normalised), or all
    of them with probability epsilon."""

    OTHERS = "others"
    ALL = "all"


class Returns(Enum):
    """What a value is learnt from: the reward of one step and the best value that follows, after every move, or the
    return of the whole episode, all rewards up to its end, when the game is over. Such returns vary so much that the
    first of a value are averaged, until alpha is more than the share of each."""

    STEP = "step"
    EPISODE = "episode"


class Ties(Enum):
    """Which of several best actions counts as the best."""

    FIRST = "first"
    RANDOM = "random"


@dataclass(frozen=True)
class Parameters:
    """Everything that can be set about learning, in one place.

    `alpha` is the share of the error by which a value moves; `gamma` discounts the future; `epsilon` is the share of
    exploration to start with, multiplied with `decay` after every action, never under `floor`; `unknown` is the
    value of an action that has never been learnt; `returns` is what values are learnt from.
    """

    alpha: float = 0.5
    gamma: float = 1.0
    epsilon: float = 0.1
    decay: float = 1.0
    floor: float = 0.0
    unknown: float = 0.0
    spread: Spread = Spread.OTHERS
    ties: Ties = Ties.FIRST
    returns: Returns = Returns.STEP

    def decayed(self, epsilon: float, picks: int = 1) -> float:
        """Epsilon after so many picks more; 0 stays 0, whatever the floor."""
        if epsilon <= 0.0 or self.decay == 1.0:
            return epsilon
        return max(self.floor, epsilon * self.decay**picks)

    def record(self) -> dict[str, Any]:
        """The parameters as files hold them; without `returns` where they are those of a step, as files of old are."""
        record = {key: value.value if isinstance(value, Enum) else value for key, value in asdict(self).items()}
        if self.returns is Returns.STEP:
            del record["returns"]
        return record

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> "Parameters":
        """The inverse of `record`; raises ValueError."""
        record = {"returns": Returns.STEP.value} | dict(record)
        known = {field.name for field in fields(cls)}
        if set(record) != known:
            raise ValueError(f"parameters are not exactly {', '.join(sorted(known))}")
        numbers = {key: value for key, value in record.items() if key not in ("spread", "ties", "returns")}
        for key, value in numbers.items():
            if type(value) not in (int, float) or not -1e9 < value < 1e9:
                raise ValueError(f"{key} is not a number")
        return cls(
            **{key: float(value) for key, value in numbers.items()},
            spread=Spread(record["spread"]),
            ties=Ties(record["ties"]),
            returns=Returns(record["returns"]),
        )


class Row:
    """The row of a state: the value of every column, and how often those that have been learnt were."""

    __slots__ = ("updates", "values")

    def __init__(self, values: list[float], updates: dict[int, int] | None = None) -> None:
        """A row of these, which change as it is learnt about; without `updates` nothing has been learnt."""
        self.values = values
        self.updates: dict[int, int] = {} if updates is None else updates

    def copy(self) -> "Row":
        """An independent copy."""
        return Row(self.values[:], self.updates.copy())


def target_of(reward: Value, best_next: Value, gamma: float) -> Value:
    """What a value is to be by one step: its reward, and the discounted best value that follows; 0 follows the end of
    a game."""
    return reward + gamma * best_next


@overload
def update(values: list[float], updates: dict[int, int], place: int, target: float, share: float) -> None: ...
@overload
def update(
    values: Floats, updates: Ints, place: Ints, target: Floats, share: NDArray[np.floating[Any]], times: Ints
) -> None: ...
def update(values: Any, updates: Any, place: Any, target: Any, share: Any, times: Any = 1) -> None:
    """The update of Q-learning, whoever plays: move the value at a place by a share of what it is off its target, and
    count it as learnt so many times. Of arrays, at places that differ, each with its target, share and times."""
    value = values[place]
    values[place] = value + share * (target - value)
    try:
        updates[place] += times
    except KeyError:  # never learnt: once a place, where asking for it would cost every update
        updates[place] = times


def update_many(
    values: Floats, updates: Ints, places: Ints, rewards: Floats, best_next: Floats, alpha: float, gamma: float
) -> None:
    """The update for many actions at once, which stand at these places of all values and of how often those were
    learnt. Where several are of one place, their targets are averaged, and the value moves as far as that many updates
    one after another would move it."""
    targets = target_of(rewards, best_next, gamma)
    if values.size <= _SMALL:
        sums, every = np.bincount(places, weights=targets), np.bincount(places)
        found = np.flatnonzero(every)
        times, mean = every[found], sums[found] / every[found]
    else:
        found, where, times = np.unique(places, return_inverse=True, return_counts=True)
        mean = np.bincount(where, weights=targets) / times
    shares = 1.0 - (1.0 - alpha) ** times
    update(values, updates, found, mean, shares, times)


def transitions_for(rewards: Rewards, parameters: Parameters) -> Callable[[Experience], Sequence[Transition]]:
    """What turns a table's experiences, told in order, into the transitions that a learner with these parameters can
    learn from by then."""
    if parameters.returns is Returns.STEP:
        return lambda met: (rewarded(rewards, met),)
    episodes = Episodes(parameters.gamma)
    return lambda met: episodes.add(rewarded(rewards, met))


class QTable:
    """Values by state and column, sparse: a state has a row once it has been learnt about."""

    def __init__(self, unknown: float = 0.0, setting: Hashable | None = None) -> None:
        self.unknown = unknown
        self.setting = setting
        """What the table belongs to; None for a table that has learnt nothing yet."""
        self.rows: dict[Hashable, Row] = {}

    @property
    def pairs(self) -> int:
        """How many pairs of state and action have been learnt."""
        return sum(len(row.updates) for row in self.rows.values())

    def copy(self) -> "QTable":
        """An independent copy."""
        twin = QTable(self.unknown, self.setting)
        twin.rows = {state: row.copy() for state, row in self.rows.items()}
        return twin

    def plays_as(self, other: "QTable") -> bool:
        """Whether all values are the same, however often they were learnt."""
        mine, theirs = (
            {state: row.values for state, row in table.rows.items() if set(row.values) != {table.unknown}}
            for table in (self, other)
        )
        return (self.unknown, self.setting, mine) == (other.unknown, other.setting, theirs)

    def __eq__(self, other: object) -> bool:
        """Whether the same has been learnt, bit for bit."""
        if not isinstance(other, QTable):
            return NotImplemented
        mine, theirs = (
            {state: (row.values, row.updates) for state, row in table.rows.items()} for table in (self, other)
        )
        return (self.unknown, self.setting, mine) == (other.unknown, other.setting, theirs)

    __hash__ = None  # type: ignore[assignment]  # a table changes in place


class QLearner:
    """The scorer of a learner: a candidate for every possible action, scored with its value in the table.

    A `borrowed` table serves others too: it is copied before anything is learnt.
    """

    name = "learnt values"

    def __init__(
        self, encoding: Encoding, parameters: Parameters, table: QTable | None = None, borrowed: bool = False
    ) -> None:
        self.encoding = encoding
        self.parameters = parameters
        self.table = QTable(parameters.unknown) if table is None else table
        self._borrowed = borrowed and table is not None

    def score(self, view: Any, rng: Random) -> list[Candidate]:
        """A candidate for every possible action, in the order of the columns."""
        encoding = self.encoding
        row = self._known_row(view)
        if row is None:
            values, moves = self.considered(view)
            why = self._why_unknown(view)
            return [Candidate(move, value, why) for value, move in zip(values, moves, strict=True)]
        features = encoding.features(view)
        options = encoding.options(view)
        if options is None:
            options = list(enumerate(encoding.actions(encoding.state(view))))
        return [Candidate(move, row.values[column], self._reason(features, row, column)) for column, move in options]

    def considered(self, view: Any) -> tuple[Sequence[float], Sequence[Any]]:
        """The values of the possible actions and the moves they stand for now: what `score` gives, without words
        and for training at speed."""
        encoding, table = self.encoding, self.table
        state = encoding.state(view)
        row = table.rows.get(state) if table.setting == encoding.setting(view) else None
        options = encoding.options(view)
        moves = encoding.actions(state) if options is None else [move for _, move in options]
        if row is None:
            return [table.unknown] * len(moves), moves
        return row.values if options is None else [row.values[column] for column, _ in options], moves

    def learn(self, transition: Transition) -> None:
        """Move the value of what was done towards its reward and the best that follows.

        A table that has learnt nothing takes the setting of the first transition; one of another setting is left
        as it is.
        """
        view, move, reward, following = transition
        if self._borrowed:
            self.table, self._borrowed = self.table.copy(), False
        encoding, table = self.encoding, self.table
        setting = encoding.setting(view)
        if table.setting != setting:
            if table.setting is not None:
                return
            table.setting = setting
        best_next = 0.0 if following is None else max(self.considered(following)[0])
        state = encoding.state(view)
        actions = encoding.actions(state)
        row = table.rows.get(state)
        if row is None:
            row = table.rows[state] = Row([table.unknown] * len(actions))
        column = actions.index(encoding.action(view, move))
        target = target_of(reward, best_next, self.parameters.gamma)
        update(row.values, row.updates, column, target, self._alpha(row, column))

    def _alpha(self, row: Row, column: int) -> float:
        """The share of the error by which a value moves now."""
        alpha = self.parameters.alpha
        if self.parameters.returns is Returns.STEP:
            return alpha
        return max(alpha, 1.0 / (row.updates.get(column, 0) + 1))

    def _known_row(self, view: Any) -> Row | None:
        table = self.table
        if table.setting != self.encoding.setting(view):
            return None
        return table.rows.get(self.encoding.state(view))

    def _reason(self, features: str, row: Row, column: int) -> Reason:
        updates = row.updates.get(column)
        if not updates:
            return Reason("{}: never tried, counts {:+.2f}", (features, row.values[column]))
        if updates == 1:
            return Reason("{}: {:+.3f}, learnt once", (features, row.values[column]))
        return Reason("{}: {:+.3f}, learnt {:,} times", (features, row.values[column], updates))

    def _why_unknown(self, view: Any) -> Reason:
        encoding, setting = self.encoding, self.table.setting
        if setting is None:
            return Reason("untrained: every move counts {:+.2f}", (self.table.unknown,))
        if setting != encoding.setting(view):
            here, there = encoding.setting_name(encoding.setting(view)), encoding.setting_name(setting)
            return Reason("untrained at {}: the table is for {}", (here, there))
        return Reason("{}: never seen, every move counts {:+.2f}", (encoding.features(view), self.table.unknown))
