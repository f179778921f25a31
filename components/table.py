"""The table itself, one entity: the match that is played at it, and how far it is."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from game.rules.placing import Laying, Pieces
from game.rules.protocol import AnyRules, MatchEnd, RoundEnd, Setup
from game.rules.streams import Streams


@dataclass(slots=True)
class Table:
    """The match: its rules, how it is played, its random numbers, and how pieces come to lie in its zones."""

    rules: AnyRules
    setup: Setup
    streams: Streams
    laying: Laying


@dataclass(slots=True)
class Progress:
    """How far the match is: the standing, the round (0 before the first), who started it, the moves of the
    match, and what the round holds beside its pieces."""

    standing: Any
    first: int
    round_number: int = 0
    moves: int = 0
    facts: Any = None


@dataclass(slots=True)
class Index:
    """The pieces by where they lie, and the state that they make: handed on from move to move, since a look at every
    piece costs more than a move. What is None is not known; `changes` tells how often pieces have been moved in this
    world."""

    changes: int = 0
    pieces: Pieces | None = None
    state: Any = None

    def forget(self) -> None:
        """Pieces have been moved: what was known is so no more."""
        self.changes, self.pieces, self.state = self.changes + 1, None, None


class Turn(NamedTuple):
    """A turn that was confirmed: the kind of move of a player's decision, and who sent it."""

    player: int
    kind: str
    decision: int
    sender: str


@dataclass(slots=True)
class Confirmed:
    """The turns that were confirmed and are not executed yet: one a decision, which it closes."""

    turns: list[Turn] = field(default_factory=list)


@dataclass(slots=True)
class RoundOver:
    """A round has ended and waits to be acknowledged; `next_first` starts the next one."""

    end: RoundEnd
    next_first: int
    acknowledged: bool = False


@dataclass(slots=True)
class MatchOver:
    """The match has ended."""

    end: MatchEnd


@dataclass(slots=True)
class Pace:
    """How a match is paced.

    An AI's choice stands marked for `seconds` before its move (0: it moves at once). A `paused` table lets AIs think
    and mark, but not move, except for as many moves as there are `steps`. `rounds_wait` makes every round wait to be
    acknowledged.
    """

    seconds: float = 0.0
    rounds_wait: bool = False
    paused: bool = False
    steps: int = 0
    busy: bool = False
    """Pieces still move: nobody begins to decide, so that what is seen never lags behind."""
    held: bool = False
    """Something lies over the table (a dialog): nobody begins to decide, no AI moves."""

    waits_for_thoughts: bool = False
    """A frame waits for what is thought in another process: where nobody watches, there is nothing else to do."""

    @property
    def stands_still(self) -> bool:
        """Whether no decision may begin and no AI may move."""
        return self.busy or self.held
