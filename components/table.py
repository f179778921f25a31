"""The table itself, one entity: the match that is played at it, and how far it is."""

from dataclasses import dataclass, field
from typing import Any

from game.rules.protocol import AnyRules, MatchEnd, RoundEnd, Setup
from game.rules.streams import Streams


@dataclass(slots=True)
class Table:
    """The match: its rules, how it is played, and its random numbers."""

    rules: AnyRules
    setup: Setup
    streams: Streams


@dataclass(slots=True)
class Progress:
    """How far the match is: the standing, the round (0 before the first), who started it, moves of the round and
    of the match, and what the round holds beside its pieces."""

    standing: Any
    first: int
    round_number: int = 0
    round_moves: int = 0
    moves: int = 0
    facts: Any = None


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
    """How a match is paced: seconds from a decision to its move for an AI (0: at once), whether rounds wait to be
    acknowledged, and whether the table stands still; `steps` decisions may pass while it does."""

    seconds: float = 0.0
    rounds_wait: bool = False
    paused: bool = False
    steps: int = 0
    busy: bool = field(default=False)
    """Set while pieces still move: no AI begins to think, so that what is seen never lags behind."""
