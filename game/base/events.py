"""Events with an order, and handlers with a life: a small layer over esper's.

esper keeps handlers as weak references in a set: several handlers of one event have no order, a lambda is dead
at once, and nobody may register during a dispatch. So one handler for each kind of event, held here, puts it
into a queue; the queue calls handlers in the order of their registration, one event after another. An event posted by a
handler waits until the one before it has been handled by all. A handler that raises keeps no other from being called: a
match is recorded to its latest move, whatever fails beside it.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from functools import lru_cache
from typing import Any, TypeVar

import esper

from game.base import reports
from game.rules.placing import Spot
from game.rules.protocol import MatchEnd, RoundEnd


@dataclass(frozen=True, slots=True)
class ConfirmTurn:
    """A player confirms a move of a kind ("take_good") with the pieces that carry `SelectedCard(player)`: the answer to
    the decision of a number, from a human's click, an AI's action or a mod's system alike."""

    player: int
    kind: str
    decision: int


@dataclass(frozen=True, slots=True)
class MoveRefused:
    """A turn was not legal: nothing has changed, and its marks are cleared. The `kind` is empty where an AI chose what
    is no legal move, which has no selection; `move` is None where the marks make none."""

    player: int
    move: Any
    why: str
    kind: str = ""
    sender: str = ""


@dataclass(frozen=True, slots=True)
class ThinkingFailed:
    """An AI raised an error instead of choosing a move, or did not think as it should."""

    player: int
    error: Exception


@dataclass(frozen=True, slots=True)
class MoveMade:
    """A move has been carried out; `state` is the one after it, not to be changed. `picked` tells where its pieces
    lay, where others of equal kind were picked than an AI would pick."""

    player: int
    move: Any
    chance: Any
    state: Any
    picked: tuple[Spot, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundStarted:
    """A round, counted from 1, has been dealt."""

    number: int
    first: int
    state: Any


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """A round is over."""

    number: int
    end: RoundEnd


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The match is over."""

    end: MatchEnd


@dataclass(frozen=True, slots=True)
class MatchEnding:
    """The match is about to have `ended`: mods hear of it now, while what they note still goes into the replay, whose
    last line is the end."""

    ended: MatchEnded


@dataclass(frozen=True, slots=True)
class Noted:
    """Something happened beside the rules: a fault of an AI, thinking shown openly."""

    player: int | None
    text: str


@dataclass(frozen=True, slots=True)
class Undone:
    """The round has gone back to its first `to` moves, and what nobody sees was drawn anew by a `seed`; None: it was
    not."""

    to: int
    state: Any
    seed: int | None = None


E = TypeVar("E")


class Events:
    """The events of one world. Keep it as long as the world: handlers live as long as it does."""

    def __init__(self) -> None:
        self.sender = ""
        """Who sends what is posted now, or has sent what is handled now: "human", an AI, or a system of a mod."""
        self._handlers: dict[type[Any], list[Callable[[Any], None]]] = {}
        self._queue: deque[tuple[Any, str]] = deque()
        self._dispatching = False

    def on(self, kind: type[E], handler: Callable[[E], None]) -> None:
        """Call `handler` for every event of exactly this kind, after the handlers registered before it."""
        if kind not in self._handlers:
            self._handlers[kind] = []
            esper.set_handler(kind.__name__, self._enqueue)
        self._handlers[kind].append(handler)

    def off(self, kind: type[E], handler: Callable[[E], None]) -> None:
        """Call `handler` no more; raises ValueError when it is not registered."""
        self._handlers[kind].remove(handler)

    def heard(self, kind: type[Any]) -> bool:
        """Whether anybody is told of events of a kind: others need not be made."""
        return bool(self._handlers.get(kind))

    def post(self, event: Any, sender: str = "") -> None:
        """Hand an event to its handlers; from within a handler, once the present event has been handled."""
        before, self.sender = self.sender, sender or self.sender
        try:
            esper.dispatch_event(type(event).__name__, event)
        finally:
            self.sender = before

    def _enqueue(self, event: Any) -> None:
        self._queue.append((event, self.sender))
        if self._dispatching:
            return
        self._dispatching, before = True, self.sender
        faults: list[Exception] = []
        try:
            while self._queue:
                event, self.sender = self._queue.popleft()
                self._hand_on(event, faults)
        finally:
            self._dispatching, self.sender = False, before
            self._queue.clear()
        if faults:
            raise faults[0]

    def _hand_on(self, event: Any, faults: list[Exception]) -> None:
        """Let all handlers of an event hear of it, and note what they raise."""
        kind: Any = type(event)
        reports.note(kind.__name__, {name: getattr(event, name) for name in _told(kind)})
        for handler in list(self._handlers.get(kind, ())):
            try:
                handler(event)
            except Exception as error:
                faults.append(error)


@lru_cache(maxsize=64)
def _told(kind: Any) -> tuple[str, ...]:
    """What of an event is told in a report: its fields, but not the state, which is the game's and changes, nor what is
    seen and thought of it, which is long."""
    long = ("state", "view", "candidates")
    return tuple(field.name for field in fields(kind) if field.name not in long) if is_dataclass(kind) else ()
