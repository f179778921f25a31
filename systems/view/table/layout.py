"""LAYOUT, the same at every table: goals are made anew only when something has changed that they depend on."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import esper

from components.pieces import Owner, SelectedCard, Slot, Zone
from components.table import Index, Progress, Table
from components.view import Goal, Pose, Stage
from game.games.zones import TableZone
from game.rules.protocol import Place
from systems.human import HumanTurn
from systems.snapshot import maybe, only, to_move
from systems.view.toolkit.canvas import Box

S = TypeVar("S")

_DECK_EDGES = 4
"""How many cards of a deck are drawn: the rest lies under them."""
MARGIN, SIDE_WIDTH = 16.0, 308.0
"""The room at the edges of the window and between panels, and how wide the side panel is."""
ANGLE_STEP = 1.2
"""Cards are turned by multiples of this many degrees, in fans and in flight, so that few pictures are needed."""


def side_box(stage: Stage) -> Box:
    """The box of the side panel: along the right edge, or the left one, at every table."""
    x = MARGIN if stage.left_handed else stage.width - SIDE_WIDTH - MARGIN
    return Box(x, MARGIN, SIDE_WIDTH, stage.height - 2 * MARGIN)


def table_box(stage: Stage) -> Box:
    """What the side panel leaves of the window for the table, the room at its edges included."""
    left = SIDE_WIDTH + MARGIN if stage.left_handed else 0.0
    return Box(left, 0.0, stage.width - SIDE_WIDTH - MARGIN, stage.height)


def place_of(entity: int) -> Place:
    """Where a piece lies."""
    return Place(esper.component_for_entity(entity, Zone).name, esper.component_for_entity(entity, Owner).player)


def slot_of(entity: int) -> int:
    """In which slot of its place a piece lies."""
    return esper.component_for_entity(entity, Slot).index


def _lying() -> dict[tuple[str, int | None], list[int]]:
    """The pieces of every place, in the order of their slots."""
    rows: dict[tuple[str, int | None], list[tuple[int, int]]] = {}
    for entity, (zone, owner, slot) in esper.get_components(Zone, Owner, Slot):
        rows.setdefault((zone.name, owner.player), []).append((slot.index, entity))
    return {place: [entity for _, entity in sorted(row)] for place, row in rows.items()}


class LayoutSystem(esper.Processor, ABC):
    """Calls `lay_out` whenever pieces, marks, window or viewer have changed.

    Where it `turns`, and several humans share the screen, the table turns to the one who is to move.
    """

    turns = False

    def process(self, seconds: float) -> None:
        stage = only(Stage)
        turn = maybe(HumanTurn)
        if self.turns and turn is not None:
            stage.viewer = turn.player
        marked = tuple(entity for entity, _ in esper.get_component(SelectedCard))
        size = table_box(stage)
        key = (only(Index).changes, marked, size, stage.viewer, stage.open_hands)
        if key != stage.laid_out:
            stage.laid_out = key
            stage.settled = False
            stage.zones = _lying()
            self.lay_out(stage)

    @abstractmethod
    def lay_out(self, stage: Stage) -> None:
        """Give every piece its goal. The pieces of `stage.zones` come in the order of their slots; where they are seen
        in another, they are brought into that."""


@dataclass(frozen=True)
class RoundTable(Generic[S]):
    """Seats around a table: the viewer's, and the `others` in the order of their turns after it."""

    own: S
    others: tuple[S, ...]

    def seat(self, player: int, viewer: int) -> S:
        """The seat of a player, as `viewer` sees it."""
        after = (player - viewer) % (len(self.others) + 1)
        return self.own if after == 0 else self.others[after - 1]


def is_over() -> bool:
    """Return whether the round on the table is over."""
    return only(Progress).round_number > 0 and to_move() is None


def shows_faces(stage: Stage, zone: TableZone, player: int | None) -> bool:
    """Return whether the faces of the pieces in a place are seen."""
    faces = zone.faces_by(only(Table).setup.options)
    return faces == "all" or (faces == "owner" and player in stage.open_hands)


def aim(
    entity: int,
    pose: Pose,
    order: float,
    *,
    covered: bool = False,
    entrance: Pose | None = None,
    overlapped: bool = False,
) -> None:
    """Give a piece its goal (see `Goal`), or another one."""
    goal = esper.try_component(entity, Goal)
    if goal is None:
        esper.add_component(entity, Goal(pose, order, covered, entrance, overlapped))
    else:
        goal.pose, goal.order, goal.covered, goal.entrance, goal.overlapped = pose, order, covered, entrance, overlapped


def lay_deck(on: Pose, cards: Sequence[int]) -> None:
    """A pile with the card that is drawn next on top; where a card lies further down cannot be seen."""
    for depth, entity in enumerate(cards):
        level = max(0, min(_DECK_EDGES, len(cards) - 1) - depth)
        pose = on._replace(x=on.x - level * 0.9, y=on.y - level * 1.4)
        aim(entity, pose, 50 - depth * 0.01, covered=depth > _DECK_EDGES, entrance=on)
