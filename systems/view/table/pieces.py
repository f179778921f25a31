"""The pieces on the table as one stop of the keyboard's ring, which the arrow keys walk about in."""

import math

import esper
import pygame

from components.view import Goal
from systems.view.table.layout import table_box
from systems.view.table.ports import Company, Scene
from systems.view.toolkit.canvas import Box, Canvas, Point
from systems.view.toolkit.focus import Group
from systems.view.toolkit.widgets import Kind, UiEvent, Widget

ARROWS = {
    pygame.K_LEFT: (-1, 0),
    pygame.K_RIGHT: (1, 0),
    pygame.K_UP: (0, -1),
    pygame.K_DOWN: (0, 1),
}


def _goal(entity: int) -> Point:
    """Where a piece comes to lie."""
    pose = esper.component_for_entity(entity, Goal).pose
    return pose.x, pose.y


class TablePieces(Widget):
    """Stands for the pieces in the group of the side panel: while the keyboard has chosen it, one piece carries the
    cursor. Beyond the last piece of a row on the panel's side the arrows lead on into the panel."""

    def __init__(self, scene: Scene, company: Company, group: Group) -> None:
        """`group` is the one that it will stand in."""
        super().__init__()
        self._scene = scene
        self._stage = scene.stage
        self._company = company
        self._group = group
        self._place = (-1, 0)
        """The row and the place in it where the cursor was last; row -1 is the last one."""

    @property
    def takes_focus(self) -> bool:
        """Whether there are pieces that somebody may come to pick."""
        return not self._company.watching and bool(self._rows)

    @property
    def _rows(self) -> list[list[int]]:
        """The pieces that can be reached, row by row."""
        return [row for row in self._scene.view.pick_rows(self._stage) if row]

    def hit(self, point: Point) -> bool:
        """The pointer picks pieces themselves."""
        return False

    def update(self, dt: float) -> None:
        """Keep the cursor on a piece while the keyboard is here, and on none while it is elsewhere."""
        super().update(dt)
        self.sync()

    def sync(self) -> None:
        """Show the cursor where it belongs, and stand where it is: from there the arrows lead on."""
        stage, group = self._stage, self._group
        self.box = table_box(stage)
        if not (group.by_keyboard and group.focused is self and self.takes_focus):
            stage.cursor = None
            return
        rows = self._rows
        places = {entity: (line, at) for line, row in enumerate(rows) for at, entity in enumerate(row)}
        if stage.cursor not in places:
            line = self._place[0] if -1 <= self._place[0] < len(rows) else -1
            stage.cursor = rows[line][min(self._place[1], len(rows[line]) - 1)]
        self._place = places[stage.cursor]
        goal = esper.try_component(stage.cursor, Goal)
        if goal is not None:
            self.box = Box.around((goal.pose.x, goal.pose.y), goal.pose.height, goal.pose.height)

    def enter(self, down: int) -> None:
        """Let the cursor appear on the first piece of the last row, or, upwards, of the first one."""
        self._place = (-1 if down >= 0 else 0, 0)
        self._stage.cursor = None
        self._group.focus(self, by_keyboard=True)
        self.sync()

    def avoid(self, dimmed: frozenset[int]) -> None:
        """Take the cursor from a piece that fits no move now to the nearest one that does, if there is any."""
        cursor = self._stage.cursor
        able = [entity for row in self._rows for entity in row if entity not in dimmed]
        if cursor in dimmed and able and cursor is not None:
            here = _goal(cursor)
            self._stage.cursor = min(able, key=lambda entity: math.dist(here, _goal(entity)))
            self.sync()

    def key(self, event: UiEvent, canvas: Canvas) -> bool:
        """The arrows walk; Space and Enter, as everywhere at the table, pick and make moves."""
        if event.kind is not Kind.KEY or event.key not in ARROWS:
            return False
        return self._walk(*ARROWS[event.key])

    def _walk(self, across: int, down: int) -> bool:
        """Move the cursor; not used where it leads out of the last piece of a row."""
        stage, rows = self._stage, self._rows
        self.sync()
        line, at = self._place
        if across:
            last, end = len(rows[line]) - 1, 0 if stage.left_handed else len(rows[line]) - 1
            if at == end and not 0 <= at + across <= last:
                return False
            stage.cursor = rows[line][min(last, max(0, at + across))]
        elif 0 <= line + down < len(rows) and stage.cursor is not None:
            x = _goal(stage.cursor)[0]
            stage.cursor = min(rows[line + down], key=lambda entity: abs(_goal(entity)[0] - x))
        self.sync()
        return True

    def draw_focus(self, canvas: Canvas) -> None:
        """The table draws its cursor itself."""
