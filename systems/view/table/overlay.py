"""The overlay: what is thought about a decision, in a scrolling list of rows; for a human, a hint."""

from collections.abc import Callable, Iterator

from components.view import Foreseen
from game.rules.language import _, joined
from systems.view.table.estimates import draw_error, in_words
from systems.view.table.foreseen_marks import draw_badge
from systems.view.table.thoughts import Thought, ThoughtRow
from systems.view.toolkit import theme
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.scrolling import RowState, ScrollList, draw_row_ground

BEST = 3
"""So many candidates are shown on the table at once."""
_PAD = 10.0
_BAR = 9.0
_BADGE = 30.0
"""What the place of one of the best takes beside its words."""
_REASON = theme.SMALL
_VERDICT, _CHANCE = 62.0, 88.0
"""What an exact verdict and a chance take of the width of their bar."""
_A_FRAME = 4
"""So many rows out of sight are measured in a frame: there may be hundreds, of which few are ever looked at."""


def odds_in_words(chance: float) -> str:
    """A chance to be drawn as it is read: whole per cents, and neither none nor all where it is not."""
    if 0.0 < chance < 0.005:
        return _("< 1 % by lot")
    if 0.995 <= chance < 1.0:
        return _("> 99 % by lot")
    return _("{share:.0f} % by lot", share=100 * chance)


def draw_verdict(canvas: Canvas, right: float, y: float, wins: bool) -> None:
    """What exact play says of a move, to the left of `right`."""
    word, ink = (_("wins"), theme.SIGNS["good"]) if wins else (_("loses"), theme.SIGNS["bad"])
    canvas.text(word, right, y, theme.SMALL, ink, "sans-bold", "right")


class ThoughtList:
    """The rows of a thought in a scrolling list; a row that is pointed at is shown on the table."""

    def __init__(self, sums: bool = True, on_press: Callable[[int], None] | None = None) -> None:
        self.thought: Thought | None = None
        self.sums = sums
        """Whether numbers and formulas are told too, where a game has plain words for its moves."""
        self._heights: list[float] = []
        """Of the rows in the list."""
        self._measured: list[float] = []
        self._unmeasured: Iterator[float] | None = None
        """The heights of this thought's rows: those that are known, and what works out the others."""
        self._chosen: int | None = None
        """The place of the choice, once it is measured."""
        self._reveals = False
        """Whether the choice is to be brought into sight still."""
        self._has_room = True
        """Whether close chances have room for one place more."""
        self.list = ScrollList(self._draw_row, selectable=True, on_press=on_press)

    def foreseen(self, best: int) -> tuple[Foreseen, ...]:
        """What the table is to show of the thought: the candidate that is pointed at, else so many of the best."""
        if self.thought is None:
            return ()
        chosen = self.list.selected if self.list.focused else None
        pointed = chosen if self.list.hover_index is None else self.list.hover_index
        rows = self.thought.rows
        places = range(min(best, len(rows))) if pointed is None or pointed >= len(rows) else (pointed,)
        thought = self.thought
        return tuple([
            Foreseen(place + 1, rows[place].label, rows[place].move, thought.view, thought.number)
            for place in places
        ])  # fmt: skip

    def show(self, thought: Thought | None, canvas: Canvas) -> None:
        """Show a thought; what an AI has chosen is brought into sight, where the list moves no farther than it must.
        What is out of sight is measured over the next frames, in each of which this is called."""
        before, self.thought = self.thought, thought
        key = (thought, canvas.measures, self.list.box.w, self.sums)
        if key != self.list.content:
            self.list.content, self._measured, self._unmeasured = key, [], self._heights_of(canvas, thought)
            self._reveals = thought is not None and thought.advisor is None
            self._chosen, self._has_room = None, self._places_fit(canvas)
            if before is None or thought is None or before.number != thought.number:
                self._set_heights([])
                self.list.scroller.to(0.0, at_once=True)
        if self._unmeasured is not None:
            self._measure(self._unmeasured)

    def _heights_of(self, canvas: Canvas, thought: Thought | None) -> Iterator[float]:
        if thought is not None:
            for place, row in enumerate(thought.rows):
                self._chosen = place if row.chosen else self._chosen
                yield self._height(canvas, row)
            if thought.beyond:
                yield canvas.paragraph_height(thought.beyond, self._reason_width, _REASON, leading=1.22) + 12

    def _measure(self, unmeasured: Iterator[float]) -> None:
        """Measure what is in sight and a few rows more; for the others stand those of before, of the same decision."""
        measured, in_sight = self._measured, self.list.scroller.target + self.list.box.h
        least = len(measured) + _A_FRAME
        for height in unmeasured:
            measured.append(height)
            if len(measured) >= least and sum(measured) > in_sight:
                break
        else:
            self._unmeasured = None
        rest = [] if self._unmeasured is None else self._heights[len(measured) :]
        if measured + rest != self._heights:
            self._set_heights(measured + rest)
        if self._reveals and self._chosen is not None:
            self._reveals = not self.list.scroller.view.h
            self.list.reveal(self._chosen)

    def _set_heights(self, heights: list[float]) -> None:
        known = len(self._heights)
        if heights[:known] == self._heights:
            self.list.add_heights(heights[known:])
        else:
            self.list.selected = None
            self.list.set_heights(heights)
        self._heights = heights

    def _text(self, row: ThoughtRow) -> str:
        if self._in_short(row):
            return joined([row.swayed, row.detail, row.plain, row.despite], "\n")
        following = row.estimate.line and _("Then, in its thoughts: {line}.", line=row.estimate.line)
        words = [row.swayed, row.detail, row.plain, row.despite, in_words(row.estimate), row.reason, following]
        return joined(words, "\n")

    def _in_short(self, row: ThoughtRow) -> bool:
        """Whether a row is told without the AI's own numbers: words stand for them."""
        return not self.sums and bool(row.plain)

    @property
    def _reason_width(self) -> float:
        """What reasons are measured and drawn with, whether the bar shows or not: they break at the same words."""
        return self.list.least_width - 2 * _PAD

    def _height(self, canvas: Canvas, row: ThoughtRow) -> float:
        words = self._text(row)
        reason = canvas.paragraph_height(words, self._reason_width, _REASON, leading=1.22) if words else 0
        return 49 + reason + (6 if words else 0)

    def _draw_row(self, canvas: Canvas, box: Box, index: int, state: RowState) -> None:
        if self.thought is None:
            return
        if index >= len(self.thought.rows):
            below = Box(box.x + _PAD, box.y + 6, self._reason_width, 0)
            canvas.paragraph(self.thought.beyond, below, _REASON, theme.MUTED, "sans-italic", leading=1.22)
            return
        row = self.thought.rows[index]
        inside = box.inset(0, 2)
        draw_row_ground(canvas, inside, state)
        if row.chosen:
            canvas.ring(inside, theme.GOLD, 1.6, 8)
        words = self._text(row)
        if words:
            under = Box(box.x + _PAD, box.y + 47, self._reason_width, 0)
            canvas.paragraph(words, under, _REASON, theme.MUTED, leading=1.22)
        place = index + 1 if index + 1 in theme.CANDIDATES else None
        self._draw_move(canvas, box, row, place)
        self._draw_bar(canvas, box, row, place, self.thought.bars.signed)

    def _draw_move(self, canvas: Canvas, box: Box, row: ThoughtRow, place: int | None) -> None:
        """The move in words, with its place among the candidates where it is one of the first, and its score."""
        x, right, middle = box.x + _PAD, box.right - _PAD, box.y + 18.5
        ink = theme.HEADING if row.chosen else theme.TEXT
        badge = 0.0
        if place is not None:
            draw_badge(canvas, (x + 11, middle), place, 22)
            badge = _BADGE
        room = self._room(canvas, row) - badge
        size = canvas.fitting_size(row.label, 18, room, "sans-bold")
        canvas.text(row.label, x + badge, middle, size, ink, "sans-bold", max_width=room, vertical="middle")
        canvas.text(self._score(row), right, middle, 17, ink, "sans-bold", "right", vertical="middle")

    def _score(self, row: ThoughtRow) -> str:
        if not self._in_short(row):
            return row.scores
        return row.in_short if self._has_room else row.in_whole

    def _places_fit(self, canvas: Canvas) -> bool:
        """Whether the words of the best moves are whole beside chances with one place more: all rows are told
        alike."""
        best = self.thought.rows[:BEST] if self.thought is not None else ()
        rooms = [(each.label, self._beside(canvas, each.in_short) - _BADGE) for each in best if each.close]
        return all(canvas.fits(label, theme.SMALL, room, "sans-bold") for label, room in rooms)

    def _room(self, canvas: Canvas, row: ThoughtRow) -> float:
        """What the words of a move may take beside its score."""
        return self._beside(canvas, self._score(row))

    def _beside(self, canvas: Canvas, score: str) -> float:
        return self._reason_width - canvas.text_size(score, 17, "sans-bold")[0] - 6

    def _draw_bar(self, canvas: Canvas, box: Box, row: ThoughtRow, place: int | None, signed: bool) -> None:
        """The score as a bar, with the verdict and the chance beside it."""
        x, right = box.x + _PAD, box.right - _PAD
        told = 0.0
        if row.wins is not None:
            draw_verdict(canvas, right, box.y + 26, row.wins)
            told = _VERDICT
        if row.chance is not None and not self._in_short(row):
            canvas.text(odds_in_words(row.chance), right - told, box.y + 26, theme.SMALL, theme.TEXT, align="right")
            told += _CHANCE
        bar = Box(x, box.y + 32, right - x - told, _BAR)
        ink = theme.CANDIDATES[place or 0]
        if signed:
            canvas.signed_bar(bar, row.share, ink, theme.SIGNS["bad"])
        else:
            canvas.bar(bar, row.share, ink)
            draw_error(canvas, bar, row.estimate)
