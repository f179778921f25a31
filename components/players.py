"""Players, and what they think before a move."""

from dataclasses import dataclass, field
from typing import Any

from game.agents.agent import Agent, Candidate, Scorer, Thought


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
    """The AI that decides for a player."""

    agent: Agent


@dataclass(slots=True)
class Advisor:
    """The AI whose candidates a human may see as a hint; it is never picked from.

    One that thinks in another process does so only while it is `asked`: a turn without a hint costs nothing there.
    """

    agent: Agent
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


@dataclass(slots=True)
class Chosen:
    """The move that is chosen, the candidate where a picker chose one, and the pieces marked for it.

    It waits here for the pace of its AI; one that a human has chosen `by_hand` waits for nothing. What is `noted` of it
    is told as it is confirmed.
    """

    move: Any
    candidate: Candidate | None = None
    pieces: tuple[int, ...] = ()
    marked: bool = False
    waited: float = 0.0
    by_hand: bool = False
    noted: str = ""


@dataclass(slots=True)
class Actor:
    """Whose scorer an entity is."""

    player: int


@dataclass(slots=True)
class ScorerState:
    """The candidates of one scorer, of this name, for the decision of a number; `decision` 0 means it has not scored
    yet.

    Those of one AI that think in another process have one `scorer` in common, which stands for them all, and while
    they think one `thought`; `candidates` are those so far.
    """

    scorer: Scorer
    name: str = ""
    candidates: list[Candidate] = field(default_factory=list)
    decision: int = 0
    thought: Thought | None = None
    edits: list["Edit"] = field(default_factory=list)
    """What systems have made of the candidates since they were scored, the earliest first."""


@dataclass(frozen=True, slots=True)
class Edit:
    """A system has changed the candidates of a scorer: what it is called, and what they were before."""

    system: str
    before: tuple[Candidate, ...]
