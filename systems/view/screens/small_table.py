"""A table in a part of a page, on which positions of a match are laid one after another."""

from collections.abc import Sequence

import esper

from components.table import Pace, Progress
from components.view import Stage
from game.base.phases import Phase, add_system
from game.games.seats import Seat
from game.matches.timeline import Frame
from game.matches.world import World
from game.rules.protocol import AnyRules, Setup
from systems.snapshot import arrange, only
from systems.view.games.views import view_of
from systems.view.screens.table import RenderSystem
from systems.view.table.animation import AnimationSystem
from systems.view.table.characters import Seated
from systems.view.table.layer import TableLayer
from systems.view.table.layout import MARGIN, SIDE_WIDTH
from systems.view.toolkit.canvas import LOGICAL_HEIGHT, LOGICAL_WIDTH, Box, Canvas, Point
from systems.view.toolkit.draw_list import part_of
from systems.view.toolkit.scaled import Size

_LEAST_WIDTH = LOGICAL_WIDTH - SIDE_WIDTH - MARGIN
"""A table is laid out for at least so much room beside its side panel."""
_LEAST_TEXT = 14.0
"""No letter of it is smaller, in units of a page at 100 %: one that is enlarged has fewer and larger units."""


class SmallTable:
    """A table at which nobody sits: what is laid on it moves to its place, all hands open."""

    def __init__(self, rules: AnyRules, setup: Setup, company: Sequence[Seated], seed: int = 0) -> None:
        self.view = view_of(rules.name)
        self.world = World(rules, setup, [Seat(each.name) for each in company], seed, shown_only=True)
        self.stage = Stage(open_hands=frozenset(range(len(company))), show_counts=True)
        esper.create_entity(self.stage)
        only(Pace).held = True
        add_system(self.view.layout(), Phase.LAYOUT)
        add_system(AnimationSystem(), Phase.ANIMATE)
        add_system(RenderSystem(self._draw), Phase.RENDER)
        self._layer = TableLayer(self.view, company)
        self._canvas: Canvas | None = None
        self._ground: Size | None = None
        self._corner: Point = (0.0, 0.0)
        self._scale = 1.0

    @property
    def busy(self) -> bool:
        """Whether pieces still move."""
        self.world.enter()
        return only(Pace).busy

    def lay(self, frame: Frame, at_once: bool = False) -> None:
        """Lay a position; its pieces move to where they belong, or are there `at_once`."""
        self.world.enter()
        progress = only(Progress)
        self.stage.states, self.stage.skip = frame.states, at_once
        progress.standing, progress.round_number = frame.standing, frame.round_number
        arrange(frame.state.copy(), frame.arrangement)

    def to_table(self, point: Point) -> Point:
        """A point of the page in units of the table."""
        return (point[0] - self._corner[0]) / self._scale, (point[1] - self._corner[1]) / self._scale

    def to_page(self, point: Point) -> Point:
        """A point of the table in units of the page."""
        return self._corner[0] + point[0] * self._scale, self._corner[1] + point[1] * self._scale

    def draw(self, seconds: float, canvas: Canvas, box: Box, motion: float, whole: bool = False) -> Canvas:
        """Let time pass, draw the table into a box, and give what it is drawn on, with units of its own. Its ground is
        that of the box, or the part there of that of the `whole` page."""
        self.world.enter()
        scale = min(1.0, box.h / LOGICAL_HEIGHT, box.w / _LEAST_WIDTH)
        part = part_of(canvas.surface, canvas.rect(box))
        least = _LEAST_TEXT * min(1.0, canvas.height / LOGICAL_HEIGHT)
        self._canvas = Canvas(part, canvas.unit * scale, least / scale)
        self._ground = canvas.surface.get_size() if whole else None
        self._corner, self._scale = (box.x, box.y), scale
        self.stage.width, self.stage.height = box.w / scale + SIDE_WIDTH + MARGIN, box.h / scale
        self.stage.motion = motion
        self.world.frame(seconds)
        return self._canvas

    def _draw(self) -> None:
        if self._canvas is not None:
            self._layer.draw(self._canvas, self.stage, self._ground)

    def close(self) -> None:
        """Give back what the table holds."""
        self.world.close()
