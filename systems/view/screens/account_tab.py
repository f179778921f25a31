"""What a match came to for one of its players: where the chance went, the decisions in numbers, the turning points."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from game.analysis.account import Summary, errors, losses, summary, turning_points
from game.analysis.analysis import Analysis
from game.analysis.asking import Asked
from game.analysis.decisions import CLASSES, Decision
from game.analysis.luck import Stroke
from game.analysis.sentences import percent, sentence
from game.analysis.yardstick import likeness, mean_of
from game.games.characters import name_for
from game.rules.language import _, joined, ngettext
from game.rules.wording import counted
from systems.view.screens.account_bars import REST, AccountBars
from systems.view.screens.curve_marks import MARK, kind_of, mark
from systems.view.screens.sums import account_terms, draw_terms
from systems.view.table.characters import introduced
from systems.view.toolkit import theme
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.scrolling import RowState, ScrollList, draw_row_ground

MOST = 3
"""So many strokes of luck are told."""
FIGURE = 168.0
"""How high the figure of the account is."""
_LEAST_FIGURE, _SHARE = 132.0, 0.38
"""How high it is at least, and how much of the tab it takes at most."""
_LARGE_REST = 0.1
"""From so much on it is said what the rest of an account is."""
_LARGE_DEAL = CLASSES["inaccuracy"]
"""From so much on it is said what the first deal changed, with which the curve begins."""
_LEAST_LIST = 64.0
"""Where the list would be lower than this, it has the numbers above it as well, and scrolls with them."""
_HEADING = 34.0
_ROW_TEXT = 16.0
_ICON_ROOM = 34.0


class Row(NamedTuple):
    """A row of the list: its words, and the turning point that it tells of; None for a heading or a `note`."""

    words: str
    point: Decision | Stroke | None = None
    note: bool = False


def points_of(found: Analysis, player: int) -> tuple[list[Decision], list[Stroke]]:
    """A player's errors, and the three strokes of luck that changed most for it, by moves."""
    lucky = [each for each in turning_points((), found.luck, MOST, player) if isinstance(each, Stroke)]
    return errors(player, found.decisions), sorted(lucky, key=lambda each: each.move)


class AccountTab:
    """The account of whoever looks, and a list of turning points; `on_point` is told which one is chosen."""

    def __init__(self, on_point: Callable[[Decision | Stroke], None]) -> None:
        self.list = ScrollList(self._draw_row, selectable=True, on_select=self._select)
        self.bars = AccountBars()
        self.rows: list[Row] = []
        self.sums = False
        """Whether the account is told as a sum."""
        self._on_point = on_point
        self._key: object = None
        self._found: Analysis | None = None
        self._looking = 0
        self._high, self._told_high = FIGURE, 62.0
        """How high the figure and the numbers below it are."""
        self._within = False
        """Whether the numbers stand in the list, above its first heading."""

    def show(self, asked: Asked, found: Analysis, looking: int, key: object) -> None:
        """Show an analysis to a player; anew where `key` has changed."""
        if (key, looking) == self._key:
            return
        if looking != self._looking:
            self.list.scroller.to(0.0, at_once=True)
        self._key, self._found, self._looking = (key, looking), found, looking
        match = asked.match
        self._names = match.names
        lost, lucky = points_of(found, looking)
        name = match.names[looking]
        cost = _("What you gave away") if name == "You" else _("What {name} gave away", name=name)
        luck = _("Luck for you") if name == "You" else _("Luck for {name}", name=name)
        told = [Row(sentence(match, each, looking), each) for each in lost]
        self.rows = [Row(cost), *(told or [Row(_("No decision lost much."), note=True)])]
        if found.curve:
            told = [Row(sentence(match, each, looking), each) for each in lucky]
            self.rows += [Row(luck), *(told or [Row(_("No stroke of luck was large."), note=True)])]
        if begun := told_start(found, looking):
            self.rows += [Row(_("Start")), Row(begun, note=True)]
        if found.ended and abs(found.account[looking].rest) >= _LARGE_REST:
            self.rows += [Row(_("The rest")), Row(REST, note=True)]
        if like := liked(asked, found, looking):
            self.rows += [Row(_("Strength of play")), Row(like, note=True)]
        self._measured_for: object = None

    def _select(self, index: int) -> None:
        point = self.rows[index].point
        if point is None:
            self.list.selected = None
        else:
            self._on_point(point)

    def lay_out(self, canvas: Canvas, box: Box) -> None:
        """Place the list below the figure and the numbers; where there is little room, bars are lower."""
        self._high = FIGURE if self.sums else min(FIGURE, max(_LEAST_FIGURE, box.h * _SHARE))
        top = self._high + 34 if self._found is None or self._found.account else 8
        self._figure, rest = box.top_part(top, 4)
        key = (self._key, canvas.measures, box.w)
        anew = self._found is not None and self._measured_for != key
        if self._found is not None and anew:
            told = (told_summary(summary(player, self._found.decisions)) for player in range(len(self._names)))
            # As high as the most that is told of anybody: what lies below stays where it is.
            self._told_high = max(canvas.paragraph_height(words, box.w, 16, leading=1.3) for words in told)
        self._numbers, below = rest.top_part(self._told_high, 6)
        within = below.h < _LEAST_LIST
        self.list.box = rest if within else below
        if anew or within != self._within:
            self._measured_for, self._within = key, within
            self.list.set_heights([self._height(canvas, row, place) for place, row in enumerate(self.rows)])

    def _height(self, canvas: Canvas, row: Row, place: int) -> float:
        if row.point is None and not row.note:
            return _HEADING + (self._numbers_height(canvas) if place == 0 and self._within else 0.0)
        face, width = "sans-italic" if row.note else "sans", self.list.least_width - _ICON_ROOM - 8
        return canvas.paragraph_height(row.words, width, _ROW_TEXT, face, 1.25) + 14

    @property
    def _told(self) -> str:
        """The numbers of whoever looks."""
        return "" if self._found is None else told_summary(summary(self._looking, self._found.decisions))

    def _numbers_height(self, canvas: Canvas) -> float:
        """How high the numbers are in the list."""
        return canvas.paragraph_height(self._told, self.list.least_width, 16, leading=1.3)

    def draw(self, canvas: Canvas) -> None:
        """Draw the account and the numbers; the list draws itself."""
        if self._found is None:
            return
        if self._found.account:
            canvas.text(_("Where the chance went"), self._figure.x, self._figure.y, 20, theme.HEADING, "serif")
            figure = Box(self._figure.x, self._figure.y + 30, self._figure.w, self._high)
            name = self._names[self._looking]
            if self.sums:
                draw_terms(canvas, figure, account_terms(self._found, self._looking, name))
            else:
                account = self._found.account[self._looking]
                self.bars.draw(canvas, figure, account, name, len(self._names), self._found.ended)
        if not self._within:
            canvas.paragraph(self._told, self._numbers, 16, theme.TEXT, leading=1.3)

    def _draw_row(self, canvas: Canvas, box: Box, index: int, state: RowState) -> None:
        row = self.rows[index]
        if index == 0 and self._within:
            numbers, box = box.top_part(self._numbers_height(canvas))
            canvas.paragraph(self._told, Box(box.x, numbers.y, self.list.least_width, 0), 16, theme.TEXT, leading=1.3)
        if row.point is None:
            column = Box(box.x, box.y + 8, self.list.least_width - _ICON_ROOM - 8, 0)
            if row.note:
                canvas.paragraph(row.words, column, _ROW_TEXT, theme.MUTED, "sans-italic", leading=1.25)
            else:
                canvas.text(row.words, box.x, box.y + 8, 18, theme.HEADING, "serif", max_width=self.list.least_width)
            return
        draw_row_ground(canvas, box.inset(0, 2), state)
        if isinstance(row.point, Stroke) or row.point.called is not None:
            picture = mark(kind_of(row.point, self._looking), canvas.px(MARK))
            canvas.picture(picture, box.x + 17, box.centre[1])
        column = Box(box.x + _ICON_ROOM, box.y + 6, self.list.least_width - _ICON_ROOM - 8, 0)
        canvas.paragraph(row.words, column, _ROW_TEXT, theme.TEXT, leading=1.25)


def liked(asked: Asked, found: Analysis, looking: int) -> str:
    """Whom a player has played like, in a sentence; empty while decisions are judged, and where nothing tells."""
    if len(found.decisions) < len(asked.match.moments):
        return ""
    mean = mean_of([losses(looking, found.decisions, asked.match.branch)])
    called, first = partial(name_for, found.game), partial(introduced, found.game)
    return likeness(asked.words, mean, asked.match.names[looking], called, first)


def told_start(found: Analysis, looking: int) -> str:
    """What the first deal made of a player's chance, in a sentence, for there the curve goes on from; empty where
    it changed little."""
    deal = next((each for each in found.luck if each.event == "deal" and each.move == 0), None)
    if deal is None or not found.curve or abs(deal.gain[looking]) < _LARGE_DEAL:
        return ""
    before, after = found.start[looking], found.start[looking] + deal.gain[looking]
    return _(
        "Before the first deal the chance was {before}, after it {after}: from there the curve goes on.",
        before=percent(before),
        after=percent(after),
    )


def told_summary(found: Summary) -> str:
    """A player's own decisions in numbers, in short lines."""
    told = [
        ngettext("{number} inaccuracy", "{number} inaccuracies", found.inaccuracies) if found.inaccuracies else "",
        ngettext("{number} mistake", "{number} mistakes", found.mistakes) if found.mistakes else "",
        ngettext("{number} blunder", "{number} blunders", found.blunders) if found.blunders else "",
    ]
    first = _(
        "{decisions}: {losses}.",
        decisions=counted(found.decisions, "{number:,} decision", "{number:,} decisions"),
        losses=joined(told) or _("none lost much"),
    )
    lent = (
        ngettext(
            "{number} move that the AI made is left out.", "{number} moves that the AI made are left out.", found.lent
        )
        if found.lent
        else ""
    )
    return joined([first, _told_mean(found), lent], "\n")


def _told_mean(found: Summary) -> str:
    """What decisions that count come to; empty where there are none."""
    if found.mean_loss is None or found.accuracy is None:
        return ""
    told = {"share": percent(found.accuracy), "loss": found.mean_loss * 100}
    if found.counting == found.decisions:
        return _("{share} accurate; {loss:.1f} points given away in the mean.", **told)
    return ngettext(
        "In the one of them in which something was at stake: {share} accurate; {loss:.1f} points given away.",
        "In the {number:,} of them in which something was at stake: {share} accurate; {loss:.1f} points given away in "
        "the mean.",
        found.counting,
        **told,
    )
