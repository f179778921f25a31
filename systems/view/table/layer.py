"""The table without the side panel, kept as one picture while nothing on it changes."""

from collections.abc import Callable

import pygame

from components.table import Progress
from components.view import Stage
from systems.snapshot import only, to_move
from systems.view.table.foreseen_marks import ForeseenMarks
from systems.view.table.game_view import GameView
from systems.view.toolkit.canvas import Canvas
from systems.view.toolkit.drawings import Size


class TableLayer:
    """Draws backdrop, panels, pieces and what is foreseen; a settled table is drawn once and then shown again.

    In frames in which nothing moves it also makes one of the pictures that play will need.
    """

    def __init__(self, view: GameView, names: list[str]) -> None:
        self._view = view
        self._names = names
        self._marks = ForeseenMarks(view)
        self._key: object = None
        self._picture: pygame.Surface | None = None
        self._to_come: list[Callable[[], object]] = []
        self._prepared_for: object = None

    def draw(self, canvas: Canvas, stage: Stage, ground: Size | None = None) -> None:
        """Draw the table on the canvas; its backdrop is that of a larger picture of the size `ground`, where the canvas
        is the upper left part of one."""
        ground = ground or canvas.surface.get_size()
        key = (ground, self._look(canvas, stage))
        if stage.settled and key == self._key and self._picture is not None:
            canvas.surface.blit(self._picture, (0, 0))
            self._prepare(canvas, stage)
            return
        canvas.surface.blit(self._view.backdrop(ground), (0, 0))
        self._view.draw_ground(canvas, stage, self._names)
        self._view.draw_pieces(canvas, stage)
        self._view.draw_over(canvas, stage)
        self._marks.draw(canvas, stage)
        if stage.settled:
            self._picture, self._key = canvas.surface.copy(), key

    @staticmethod
    def _look(canvas: Canvas, stage: Stage) -> object:
        """Everything that the look of a settled table depends on."""
        progress = only(Progress)
        return (
            canvas.surface.get_size(),
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

    def _prepare(self, canvas: Canvas, stage: Stage) -> None:
        size = canvas.surface.get_size()
        if self._prepared_for != size:
            self._prepared_for = size
            self._to_come = self._view.pictures_to_come(canvas, stage)[::-1]
        if self._to_come:
            self._to_come.pop()()
