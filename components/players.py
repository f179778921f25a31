"""Players, and what they think before a move."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(slots=True)
class Player:
    """A player by its index, the name that replays hold, and what people call it where that is another."""

    index: int
    name: str
    called: str = ""


@dataclass(slots=True)
class Human:
    """Marks a player who decides by mouse and keyboard."""


@dataclass(slots=True)
class PlayedBy:
    """The name of the AI that decides for a player; its code is the agent at the seat."""

    ai: str


@dataclass(slots=True)
class Advisor:
    """The name of the AI whose candidates a human may see as a hint; it is never picked from.

    One that thinks in another process does so only while it is `asked`: a turn without a hint costs nothing there.
    """

    ai: str
    asked: bool = False
    failure: str = ""
    """What it did when it last failed to think, in words that go on after its name; empty where it never has."""


@dataclass(slots=True)
class ToMove:
    """Marks the one player whose decision is next."""


@dataclass(slots=True)
class Known:
    """The kinds in a player's hidden hand that everybody knows of, with repeats."""

    kinds: tuple[str, ...] = ()


@dataclass(slots=True)
class Decision:
    """A decision under way: its number in the match, what its player sees, and for how many seconds it has stood."""

    number: int
    view: Any
    seconds: float = 0.0
    chances: tuple[float, ...] = ()
    """Each candidate's chance to be picked, where the picker draws by lot and has told them; told where a window may
    show them."""
    refusals: int = 0
    """How often a turn of it was refused."""


@dataclass(slots=True)
class Chosen:
    """The selection that is chosen, None where the picker found none good enough. Once its pieces are `marked` it waits
    for the pace of its AI, in seconds."""

    candidate: Any
    marked: bool = False
    waited: float = 0.0


@dataclass(slots=True)
class Actor:
    """Whose scorer an entity is."""

    player: int


@dataclass(slots=True)
class ScorerState:
    """The candidates of one scorer for the decision of a number, 0 before the first; the code of the scorer is found by
    its name in the agent at the seat.

    Each candidate is a selection (`systems.decisions.Selection`): the kind of move, the entities it selects, its score
    and reason. Of a thought that goes on in a worker they are those so far, and `changes` counts how often they grew.
    """

    name: str
    candidates: list[Any] = field(default_factory=list)
    decision: int = 0
    changes: int = 0
    edits: list["Edit"] = field(default_factory=list)
    """What systems have made of the candidates since they were scored, the earliest first."""


@dataclass(frozen=True, slots=True)
class Edit:
    """A system has changed the candidates of a scorer: what it is called, and what they were before."""

    system: str
    before: tuple[Any, ...]
