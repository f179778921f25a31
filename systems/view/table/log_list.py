"""The list of what has happened at a table: it follows its end, and only lines that are new are measured."""

from game.matches.log import LogLine
from game.matches.session import Session
from game.rules.language import _
from systems.view.table.ports import Company
from systems.view.toolkit import theme
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.scrolling import RowState, ScrollList

_LEADING = 1.25


class LogList(ScrollList):
    """The log of a session, as whoever sits at the table reads it."""

    def __init__(self, session: Session, company: Company) -> None:
        super().__init__(self._draw_line, follow_end=True)
        self._session = session
        self._company = company
        self._measures: object = None
        self._end: LogLine | None = None
        """What lines were measured with, and the last one then."""

    def measure(self, canvas: Canvas) -> None:
        """Measure the lines that are new, or all, where others have gone or the panel has changed."""
        lines, known, measures = self._session.log.lines, len(self), (self._width, canvas.measures)
        last = lines[-1] if lines else None
        self.content = (len(lines), last, self._company.watching, measures)
        same = measures == self._measures and known <= len(lines)
        if same and (not known or lines[known - 1] is self._end):
            if known < len(lines):
                self.add_heights([self._height(canvas, line) for line in lines[known:]])
        else:
            self.set_heights([self._height(canvas, line) for line in lines])
        self._measures, self._end = measures, last

    def draw_empty(self, canvas: Canvas) -> None:
        """Say what will stand here, while nothing has happened."""
        words = _("What is played will stand here.")
        canvas.paragraph(words, self.box, 16, theme.MUTED, "sans-italic", leading=_LEADING)

    def _height(self, canvas: Canvas, line: LogLine) -> float:
        height = canvas.paragraph_height(line.text, self._width, 16, face_of(line), _LEADING)
        return height + (12 if line.heading else 4)

    @property
    def _width(self) -> float:
        """What lines are measured and drawn with, whether the bar shows or not: they break at the same words."""
        return self.least_width - 6

    def _draw_line(self, canvas: Canvas, box: Box, index: int, state: RowState) -> None:
        lines = self._session.log.lines
        if index >= len(lines):
            return
        line = lines[index]
        own = line.player is not None and line.player in self._company.humans
        colour = theme.GOLD if line.heading else theme.TEXT if own or self._company.watching else theme.MUTED
        y = box.y + (8 if line.heading else 2)
        canvas.paragraph(line.text, Box(box.x, y, self._width, 0), 16, colour, face_of(line), leading=_LEADING)


def face_of(line: LogLine) -> str:
    """The typeface of a line of the log."""
    return "sans-bold" if line.heading else "sans"
