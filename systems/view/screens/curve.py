"""The curve of a match as a widget: it shows where the table stands, and leads to any position."""

from collections.abc import Callable

from game.rules.language import _
from systems.view.screens.analysis_chart import (
    Chart,
    Curve,
    Plot,
    draw_ahead,
    draw_cursor,
    draw_progress,
    mark_at,
)
from systems.view.screens.curve_marks import Mark
from systems.view.toolkit import theme
from systems.view.toolkit.canvas import Box, Canvas, Point
from systems.view.toolkit.widgets import Kind, UiEvent, Widget

_TITLE = _("Chance to win")


class CurveWidget(Widget):
    """Shows a curve with a cursor. A press on it, or the pointer drawn along it, calls `on_move` with the number of
    moves of the position meant; a press on a mark calls `on_mark`. `told` gives a mark's sentence for its hint."""

    focusable = False

    def __init__(
        self, on_move: Callable[[int], None], on_mark: Callable[[Mark], None], told: Callable[[Mark], str]
    ) -> None:
        super().__init__()
        self.curve: Curve | None = None
        self.changes = 0
        self.moves = 0
        """How many moves the match has."""
        self.at = 0
        """After how many of them the table stands."""
        self.words = ""
        """What is said while there is no curve yet, or while it grows."""
        self.plot = Plot(self.box, 0)
        self._on_move = on_move
        self._on_mark = on_mark
        self._told = told
        self._chart = Chart()

    def handle(self, event: UiEvent, canvas: Canvas) -> bool:
        """Lead to a mark or to a position; tell of the mark that is pointed at."""
        if event.kind is Kind.MOVE and not self.pressed:
            found = self._mark(event.at)
            self.hint = "" if found is None else self._told(found)
        if event.kind is Kind.DOWN and self.hit(event.at):
            found = self._mark(event.at)
            if found is not None:
                self._on_mark(found)
                return True
        return super().handle(event, canvas)

    def _mark(self, point: Point) -> Mark | None:
        return None if self.curve is None else mark_at(self.plot, self.curve, point)

    def drag(self, at: Point, canvas: Canvas) -> None:
        """Lead to the position under the pointer."""
        self._on_move(self.plot.move_at(at[0]))

    def draw(self, canvas: Canvas) -> None:
        """Draw the panel, the curve as far as it is known, and the cursor."""
        canvas.panel(self.box)
        inside, ahead = self.box.inset(6, 10), None
        if self.curve is None:
            canvas.text(_TITLE, inside.x + 12, inside.y + 11, 20, theme.HEADING, "serif", vertical="middle")
            self.plot = Plot(Box(inside.x + 52, inside.y + 46, inside.w - 66, inside.h - 68), self.moves)
            canvas.shape(Box(self.plot.box.x, self.plot.box.centre[1] - 0.6, self.plot.box.w, 1.2), theme.FAINT)
            room = self.plot.box.w - 40
            size = canvas.fitting_size(self.words, 16, room)
            x, y = self.plot.box.centre
            canvas.text(self.words, x, y - 20, size, theme.TEXT, align="centre", max_width=room, vertical="middle")
        else:
            self.plot = self._chart.draw(canvas, inside, self.curve, self.changes, _TITLE)
            if self.words:
                ahead = draw_ahead(canvas, self.plot, self.curve)
        if self.moves:
            draw_cursor(canvas, self.plot, self.at)
        if ahead is not None:
            draw_progress(canvas, self.plot, ahead, self.words)
