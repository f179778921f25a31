"""How a table looks to a learning library: a fixed number of actions, and an observation of a fixed size.

An observation is one row of numbers, 0 to 1: counts, each divided by the most that it can be. The fields of an
:class:`ObservationSpec` name them in order. Players stand in the order of their turns, the observer first; so a policy
learnt at one seat plays at every other.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.games import registry
from game.rules.options import parse_options
from game.rules.protocol import AnyRules, OptionError, Setup


class Field(NamedTuple):
    """Some numbers of an observation that belong together: their name, how many they are, what each is divided by,
    and what they tell."""

    name: str
    size: int
    most: int
    about: str


class ObservationSpec(ABC):
    """The actions and the observation of one game, at one setting of it."""

    rules: AnyRules
    fields: tuple[Field, ...]
    actions: int
    """How many actions there are, legal or not, numbered from 0."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.fields = tuple(self._fields())
        self.size = sum(field.size for field in self.fields)
        most = np.repeat([field.most for field in self.fields], [field.size for field in self.fields])
        self._most: NDArray[np.float32] = most.astype(np.float32)
        self._highest: NDArray[np.uint8] = most.clip(max=255).astype(np.uint8)

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy in another process is made of the setting again: the many actions need not be sent."""
        return type(self), (self.setup,)

    @abstractmethod
    def _fields(self) -> Iterable[Field]:
        """The fields, in order."""

    @abstractmethod
    def _counts(self, view: Any) -> Sequence[int]:
        """The numbers of the fields, in order, as they are: 0 to 255, so that they fit into bytes."""

    @abstractmethod
    def index(self, view: Any, move: Any) -> int:
        """The number of a move of the view's player."""

    @abstractmethod
    def move(self, view: Any, index: int) -> Any:
        """The move of a number, for the view's player; legal only where the mask says so."""

    def observation(self, view: Any) -> NDArray[np.float32]:
        """What the view's player may see and remember: `size` numbers, 0 to 1."""
        return self.scaled(np.frombuffer(bytes(self._counts(view)), np.uint8))

    def scaled(self, counts: NDArray[np.uint8]) -> NDArray[np.float32]:
        """The numbers of fields, (..., size), as observations have them."""
        row: NDArray[np.float32] = np.divide(np.minimum(counts, self._highest), self._most)
        return row

    def told(self, view: Any) -> list[str]:
        """The observation in words: the numbers of each field as they are, a field a line."""
        counts = iter(self._counts(view))
        return [f"{field.name}: {' '.join(str(next(counts)) for _ in range(field.size))}" for field in self.fields]

    def mask(self, view: Any) -> NDArray[np.int8]:
        """By action, 1 where it is legal for the view's player now, else 0: all 0 when it is not to move."""
        mask = bytearray(self.actions)
        if view.to_move == view.player:
            for action in self.legal(view):
                mask[action] = 1
        return np.frombuffer(mask, np.int8)

    def legal(self, view: Any) -> list[int]:
        """The numbers of all legal moves, in no order; none where the view's player is not to move."""
        return [self.index(view, move) for move in self.rules.legal_moves(view)]

    def after(self, player: int) -> tuple[int, ...]:
        """All players in the order of their turns, from `player` on."""
        return _after(player, self.setup.players)

    def described(self) -> str:
        """The layout in words, a field a line: where it starts, how many numbers, their divisor, what they tell."""
        lines, start = [], 0
        for field in self.fields:
            end = start + field.size - 1
            where = f"{start}" if field.size == 1 else f"{start}-{end}"
            lines.append(f"{where:>9}  {field.name} (/{field.most}): {field.about}")
            start = end + 1
        return "\n".join(lines)


@cache
def _after(player: int, players: int) -> tuple[int, ...]:
    return tuple([(player + step) % players for step in range(players)])


def one_hot(value: int | None, size: int) -> list[int]:
    """`size` numbers, all 0 but a 1 at `value`, if it is there."""
    row = [0] * size
    if value is not None:
        row[value] = 1
    return row


def counted(values: Iterable[int], size: int) -> list[int]:
    """How often each number from 0 on occurs among the values."""
    row = [0] * size
    for value in values:
        row[value] += 1
    return row


Numbered: TypeAlias = tuple[tuple[Any, ...], dict[Any, int]]
"""Moves by their numbers, and their numbers by the moves."""


def numbered(moves: Iterable[Any]) -> Numbered:
    """Moves, numbered in their order."""
    every = tuple(moves)
    return every, {move: at for at, move in enumerate(every)}


class Enumerated(ObservationSpec):
    """A layout whose actions are a fixed list of moves, alike for all seats."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.moves, self._at = self._numbered()
        self.actions = len(self.moves)

    @abstractmethod
    def _numbered(self) -> Numbered:
        """Every move that can ever be made, numbered."""

    def legal(self, view: Any) -> list[int]:
        return list(map(self._at.__getitem__, self.rules.legal_moves(view)))

    def index(self, view: Any, move: Any) -> int:
        return self._at[move]

    def move(self, view: Any, index: int) -> Any:
        return self.moves[index]


def setup_of(game: str, players: int | None = None, options: Mapping[str, Any] | None = None) -> Setup:
    """How a match is set up: options as values or as their texts. Raises UnknownNameError, OptionError, and ValueError
    where that many players cannot sit down."""
    rules = registry.game(game).rules
    number = rules.seats[0] if players is None else players
    if not isinstance(number, int) or number not in rules.seats:
        allowed = " or ".join(str(seats) for seats in rules.seats)
        raise ValueError(f"{rules.name} is for {allowed} players, not {number!r}")
    if not isinstance(options, Mapping | None):
        raise OptionError(f'options are told by their keys, such as {{"turn_limit": 100}}, not {options!r}')
    return Setup(number, parse_options(rules, [f"{key}={_text(value)}" for key, value in (options or {}).items()]))


def _text(value: Any) -> str:
    """An option's value as it would be typed."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return ",".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def observation_of(game: str, setup: Setup) -> ObservationSpec:
    """The layout of a game at one setting. Raises UnknownNameError, and ValueError for a game without one."""
    found = registry.game(game)
    if found.observation is None:
        open_to = [each.name for each in registry.games() if each.observation is not None]
        raise ValueError(f"{found.name} has no layout for learning libraries; choose one of: {', '.join(open_to)}")
    layout: ObservationSpec = found.observation(setup)
    return layout
