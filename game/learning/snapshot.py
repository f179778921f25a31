"""What a learner or a trainer is at one moment, in plain values: panels draw it, and workers tell it of theirs.

What a worker tells is read in one way: type, range and size of each value are checked by what the field is.
"""

import math
from collections.abc import Callable, Hashable, Mapping
from dataclasses import asdict, dataclass, fields
from functools import lru_cache
from types import NoneType, UnionType
from typing import Any, NamedTuple, TypeVar, cast, get_args, get_type_hints

from game.agents.learning import CurvePoint
from game.training.network_training import Progress as NetworkProgress
from game.training.q_training import Progress
from game.workers import answers

_MOST_POINTS = 100_000
"""No curve has more."""
NOTHING_LEARNT = Progress(0, 0, 0, 0, 0.0, 0, 0, None, 0.0, 0.0)
S = TypeVar("S")


@dataclass(frozen=True)
class LearnerSnapshot:
    """What an AI has learnt at one setting of its game: whether it is the user's `own` rather than what is pretrained,
    and whether there is a `pretrained` table for the setting; how much it has learnt from, and how many `pairs` it
    knows; a number that is greater whenever it has changed; what its evaluation measures, if there is one; why it is
    not kept at present."""

    own: bool = False
    pretrained: bool = False
    games: int = 0
    actions: int = 0
    explorations: int = 0
    epsilon: float = 0.0
    pairs: int = 0
    changes: int = 0
    setting_name: str = ""
    measure: str = ""
    trouble: str | None = None


@dataclass(frozen=True)
class TrainerSnapshot:
    """How far a training is: games learnt from, whether something of it is not kept, how many games were learnt from a
    second, lately, and what its evaluation measures, if there is one."""

    games: int = 0
    unkept: bool = False
    games_per_second: float = 0.0
    measure: str = ""
    progress: Progress = NOTHING_LEARNT


@dataclass(frozen=True)
class NetworkSnapshot:
    """How far a training of networks is: rounds or games learnt from, what these are called ("round"), and what it
    told of its progress, None where it has not run."""

    games: int
    unit: str
    progress: NetworkProgress | None = None


class ActionValue(NamedTuple):
    """One action of a position: its move, its learnt value, whether the learner would choose it, and whether it wins
    under exact play (None where nobody at the table knows)."""

    move: Any
    value: float
    greedy: bool
    wins: bool | None


# --- told by a worker, and read ----------------------------------------------------------------------------------


def told(snapshot: LearnerSnapshot | TrainerSnapshot) -> dict[str, Any]:
    """A snapshot in plain values."""
    return asdict(snapshot)


def snapshot_of(kind: type[S], content: Any) -> S:
    """The snapshot of a kind that was told so. Raises AnswerError."""
    values = {name: _read(hint, answers.entry(content, name)) for name, hint in _hints(cast(Hashable, kind))}
    return kind(**values)


def curve_of(content: Any) -> list[CurvePoint]:
    """The points of a curve that was told. Raises AnswerError."""
    return [_point_of(row) for row in answers.items(content, _MOST_POINTS)]


def values_of(content: Any) -> list[ActionValue]:
    """What has been learnt of actions, as it was told. Raises AnswerError."""
    return [_value_of(row) for row in answers.items(content, answers.MOST_CANDIDATES)]


_READERS: Mapping[Any, Callable[[Any], Any]] = {
    bool: answers.flag,
    int: answers.whole,
    float: answers.number,
    str: answers.words,
}


@lru_cache(maxsize=8)
def _hints(kind: Any) -> list[tuple[str, Any]]:
    hints = get_type_hints(kind)
    return [(field.name, hints[field.name]) for field in fields(kind)]


def _read(hint: Any, content: Any) -> Any:
    """A value that a field of such a type may have. Raises AnswerError."""
    if isinstance(hint, UnionType):
        (other,) = (each for each in get_args(hint) if each is not NoneType)
        return None if content is None else _read(other, content)
    return snapshot_of(Progress, content) if hint is Progress else _READERS[hint](content)


def _point_of(row: Any) -> CurvePoint:
    games, epsilon, pairs, share = answers.items(row, 4, 4)
    unmeasured = type(share) is float and math.isnan(share)
    return CurvePoint(
        answers.whole(games),
        answers.number(epsilon),
        answers.whole(pairs),
        math.nan if unmeasured else answers.number(share),
    )


def _value_of(row: Any) -> ActionValue:
    move, value, greedy, wins = answers.items(row, 4, 4)
    won = None if wins is None else answers.flag(wins)
    return ActionValue(answers.move(move), answers.number(value), answers.flag(greedy), won)
