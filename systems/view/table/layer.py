"""The table without the side panel, put together once while nothing on it changes."""

import time
from collections.abc import Callable, Hashable, Sequence

from components.table import Progress
from components.view import Stage
from systems.snapshot import only, to_move
from systems.view.table.characters import Seated
from systems.view.table.foreseen_marks import ForeseenMarks
from systems.view.table.game_view import GameView
from systems.view.table.table_options import draw_options
from systems.view.toolkit.canvas import Canvas
from systems.view.toolkit.draw_list import KeptPart, offset_of
from systems.view.toolkit.drawings import Size

_SLICE = 0.004
"""For so many seconds of a frame in which nothing moves pictures are made."""


class TableLayer:
    """Draws backdrop, panels, options that are not as usual, pieces and what is foreseen; a settled table is put
    together once and then drawn again, and while pieces move all that lies under them.

    In frames in which nothing moves it also makes some of the pictures that play will need.
    """

    def __init__(self, view: GameView, company: Sequence[Seated]) -> None:
        self._view = view
        self._company = company
        self._marks = ForeseenMarks(view)
        self._kept = KeptPart()
        self._kept_ground = KeptPart()
        self._to_come: list[Callable[[], object]] = []
        self._prepared_for: object = None

    @property
    def preparing(self) -> bool:
        """Whether pictures are still to be made that play will need."""
        return bool(self._to_come)

    def draw(self, canvas: Canvas, stage: Stage, ground: Size | None = None) -> None:
        """Draw the table on the canvas; its backdrop is a part of that of the size `ground`, where the canvas is a part
        of a picture of that size."""
        look = ground, self._look(stage)
        if self._kept.draw(
            canvas.surface, look if stage.settled else None, lambda: self._draw(canvas, stage, ground, look)
        ):
            self._prepare(canvas)

    def _draw(self, canvas: Canvas, stage: Stage, ground: Size | None, look: Hashable) -> None:
        canvas.draw_kept(self._kept_ground, look, lambda: self._draw_ground(canvas, stage, ground))
        self._view.draw_pieces(canvas, stage)
        self._marks.draw(canvas, stage)
        self._view.draw_over(canvas, stage)  # the numbers of piles are read over the lines of candidates
        self._marks.draw_labels(canvas, stage)

    def _draw_ground(self, canvas: Canvas, stage: Stage, ground: Size | None) -> None:
        left, top = (0, 0) if ground is None else offset_of(canvas.surface)
        canvas.surface.blit(self._view.backdrop(ground or canvas.surface.get_size()), (-left, -top))
        self._view.draw_ground(canvas, stage, self._company)
        draw_options(canvas, self._view.options_box(stage))

    @staticmethod
    def _look(stage: Stage) -> Hashable:
        """Everything that the look of a settled table depends on but its size; of one that moves, all but its pieces
        and what goes with them."""
        progress = only(Progress)
        return (
            stage.laid_out,
            stage.foreseen,
            stage.cursor,
            stage.pointed,
            stage.dimmed,
            stage.show_counts,
            progress.round_number,
            progress.standing,
            to_move(),
        )

    def _prepare(self, canvas: Canvas) -> None:
        size = canvas.surface.get_size()
        if self._prepared_for != size:
            self._prepared_for = size
            self._to_come = self._view.pictures_to_come(canvas, len(self._company))[::-1]
        until = time.perf_counter() + _SLICE
        while self._to_come and time.perf_counter() < until:
            self._to_come.pop()()
