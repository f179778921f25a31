"""What the window needs of pieces and of the table: where things are drawn, and for whom. Lengths are in units."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple


class Pose(NamedTuple):
    """How a piece is drawn: its centre, height, angle in degrees counter-clockwise, how far its face shows (0: its
    back, 1: its face), and how far it is lifted off the table (0 to 1)."""

    x: float
    y: float
    height: float
    angle: float = 0.0
    face: float = 1.0
    lift: float = 0.0


@dataclass(slots=True)
class Goal:
    """Where the layout wants a piece, its order of drawing, whether others cover it entirely, where it comes from
    when it is first seen (None: it is just there), and whether another lies over its left part."""

    pose: Pose
    order: float = 0.0
    covered: bool = False
    entrance: Pose | None = None
    overlapped: bool = False


@dataclass(slots=True)
class Moving:
    """Where a piece is drawn now, and its way to where the layout wants it."""

    now: Pose
    start: Pose
    goal: Pose
    seconds: float = 0.0
    duration: float = 0.0
    delay: float = 0.0

    @property
    def arrived(self) -> bool:
        """Whether the piece is where the layout wants it."""
        return self.seconds >= self.delay + self.duration


@dataclass(frozen=True, slots=True)
class Foreseen:
    """A candidate whose move is shown where it would happen: its rank among all from 1, what it is called, and the
    move of the view's player."""

    rank: int
    label: str
    move: Any
    view: Any = field(compare=False)
    number: int = 0
    """The number of the decision that it is for."""


@dataclass(slots=True)
class Stage:
    """How the table is seen: one entity.

    `viewer` sits at the lower edge; `open_hands` are seen face up. `foreseen` are the candidates that the table shows;
    `pointed` is the piece under the pointer, `cursor` the one that the keyboard has chosen.
    """

    width: float = 1280.0
    height: float = 720.0
    left_handed: bool = False
    """Whether the side panel is at the left of the table."""
    viewer: int = 0
    open_hands: frozenset[int] = frozenset()
    foreseen: tuple[Foreseen, ...] = ()
    pointed: int | None = None
    cursor: int | None = None
    motion: float = 1.0
    """What the speed of motion multiplies with; infinite: pieces are at once where they go."""
    skip: bool = False
    """Set to let all pieces arrive at once."""
    laid_out: object = None
    """What the layout was last made for; it is made anew when this changes."""
    settled: bool = False
    """Whether every piece is where the layout wants it."""
    dimmed: frozenset[int] = frozenset()
    """Pieces that fit no legal move of the human to move."""
    zones: dict[tuple[str, int | None], list[int]] = field(default_factory=dict)
    """The pieces of every place in the order of their slots, as the layout has just seen them."""
    show_counts: bool = False
    """Whether the number of pieces in piles that nobody need count is shown."""

    states: Sequence[Any] = ()
    """The states of the round up to the one that lies on the table, as far as they are known."""

    def pieces_at(self, zone: str, player: int | None = None) -> list[int]:
        """The pieces that lie in a place, in the order of their slots."""
        return self.zones.get((zone, player), [])
