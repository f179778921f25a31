"""What a match came to for one of its players: where the chance went, the decisions in numbers, the turning points."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import accumulate, permutations
from typing import NamedTuple

from game.analysis.account import Account, Summary, losses, summary, turning_points
from game.analysis.analysis import Analysis
from game.analysis.asking import Asked
from game.analysis.decisions import Decision
from game.analysis.luck import Stroke
from game.analysis.sentences import percent, sentence
from game.analysis.yardstick import likeness, mean_of
from game.games.characters import name_for
from game.rules.language import _, joined, ngettext
from game.rules.wording import counted
from systems.view.screens.curve_marks import MARK, kind_of, mark
from systems.view.screens.sums import account_terms, draw_terms
from systems.view.table.characters import introduced
from systems.view.toolkit import theme
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.fonts import Colour
from systems.view.toolkit.looks import ByPalette
from systems.view.toolkit.scrolling import RowState, ScrollList, draw_row_ground

MOST = 3
"""So many turning points of each kind are told."""
FIGURE = 168.0
"""How high the figure of the account is."""
_LEAST_FIGURE, _SHARE = 132.0, 0.38
"""How high it is at least, and how much of the tab it takes at most."""
INKS: ByPalette[str, Colour] = ByPalette(
    {
        "bound": (236, 188, 100),
        "up": (127, 184, 208),
        "down": (226, 138, 80),
        "luck": (158, 210, 168),
        "rest": theme.FAINT,
    },
    safe={
        "bound": (250, 200, 106),
        "up": (103, 180, 210),
        "down": (218, 136, 83),
        "luck": (171, 213, 177),
        "rest": (147, 135, 132),
    },
)
"""The bars of an account: its start and its result, what losses gave and cost, luck, the rest."""
_LARGE_REST = 0.1
"""From so much on it is said what the rest of an account is."""
_REST = _("Luck that nothing names, such as cards that nobody could know of, and what the judge errs.")
_ROW_TEXT = 16.0
_ICON_ROOM = 34.0


class Step(NamedTuple):
    """A part of an account: what it is called, by how much it changed the chance, and its colour."""

    name: str
    change: float
    ink: Colour


class Row(NamedTuple):
    """A row of the list: its words, and the turning point that it tells of; None for a heading or a `note`."""

    words: str
    point: Decision | Stroke | None = None
    note: bool = False


def steps_of(account: Account, name: str, players: int, judged: bool = True) -> list[Step]:
    """The parts between start and result, in an order in which the sum stays between 0 and 1 wherever there is one.
    Losses that pass 100 points together stand as their difference. Until all moves are `judged` the rest is what they
    may still explain, and the parts keep one order, for bars that grow must not change places."""
    own, others = account.own_losses, account.others_losses
    whose = _("Your losses") if name == "You" else _("Own losses")
    losses = [
        Step(_("Their losses") if players == 2 else _("Others' losses"), others, INKS["up"]),
        Step(whose, -own, INKS["down"]),
    ]
    if account.losses_first:
        losses = [Step(_("All losses"), account.losses, INKS["up" if others > own else "down"])]
    parts = [
        losses[0],
        Step(_("Luck"), account.luck, INKS["luck"]),
        *losses[1:],
        Step(_("The rest") if judged else _("Not judged yet"), account.rest, INKS["rest"]),
    ]
    if not judged:
        return parts
    return min(map(list, permutations(parts)), key=lambda order: _outside(account.start, order))


def _outside(start: float, order: Sequence[Step]) -> float:
    """How far the sum leaves what a chance can be."""
    sums = list(accumulate([step.change for step in order], initial=start))
    return round(sum(max(0.0, -each) + max(0.0, each - 1.0) for each in sums), 9)


def points_of(found: Analysis, player: int) -> tuple[list[Decision], list[Stroke]]:
    """A player's costliest decisions, and the strokes of luck that changed most for it, three of each, by moves."""
    own = [each for each in found.decisions if each.player == player]
    lost = [each for each in turning_points(own, (), MOST, player) if isinstance(each, Decision)]
    lucky = [each for each in turning_points((), found.luck, MOST, player) if isinstance(each, Stroke)]
    return sorted(lost, key=_move), sorted(lucky, key=_move)


def _move(point: Decision | Stroke) -> int:
    return point.move


class AccountTab:
    """The account of whoever looks, and a list of turning points; `on_point` is told which one is chosen."""

    def __init__(self, on_point: Callable[[Decision | Stroke], None]) -> None:
        self.list = ScrollList(self._draw_row, selectable=True, on_select=self._select)
        self.rows: list[Row] = []
        self.sums = False
        """Whether the account is told as a sum."""
        self._on_point = on_point
        self._key: object = None
        self._found: Analysis | None = None
        self._looking = 0
        self._high, self._told_high = FIGURE, 62.0
        """How high the figure and the numbers below it are."""

    def show(self, asked: Asked, found: Analysis, looking: int, key: object) -> None:
        """Show an analysis to a player; anew where `key` has changed."""
        if (key, looking) == self._key:
            return
        self._key, self._found, self._looking = (key, looking), found, looking
        match = asked.match
        self._names = match.names
        lost, lucky = points_of(found, looking)
        name = match.names[looking]
        cost = _("What cost you most") if name == "You" else _("What cost {name} most", name=name)
        luck = _("Luck for you") if name == "You" else _("Luck for {name}", name=name)
        told = [Row(sentence(match, each, looking), each) for each in lost]
        self.rows = [Row(cost), *(told or [Row(_("No decision lost much."), note=True)])]
        if found.curve:
            told = [Row(sentence(match, each, looking), each) for each in lucky]
            self.rows += [Row(luck), *(told or [Row(_("No stroke of luck was large."), note=True)])]
        if found.ended and abs(found.account[looking].rest) >= _LARGE_REST:
            self.rows += [Row(_("The rest")), Row(_REST, note=True)]
        if like := liked(asked, found, looking):
            self.rows += [Row(_("Strength of play")), Row(like, note=True)]
        self._measured: object = None

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
        self._figure = Box(box.x, box.y, box.w, top)
        key = (self._key, canvas.measures, box.w)
        anew = self._found is not None and self._measured != key
        if self._found is not None and anew:
            told = (told_summary(summary(player, self._found.decisions)) for player in range(len(self._names)))
            # As high as the most that is told of anybody: what lies below stays where it is.
            self._told_high = max(canvas.paragraph_height(words, box.w, 16, leading=1.3) for words in told)
        self._numbers = Box(box.x, box.y + top + 4, box.w, self._told_high)
        self.list.box = Box(box.x, self._numbers.bottom + 6, box.w, max(40.0, box.bottom - self._numbers.bottom - 6))
        if anew:
            self._measured = key
            width = self.list.least_width - _ICON_ROOM - 8
            self.list.set_heights([self._height(canvas, row, width) for row in self.rows])

    @staticmethod
    def _height(canvas: Canvas, row: Row, width: float) -> float:
        if row.point is None and not row.note:
            return 34.0
        face = "sans-italic" if row.note else "sans"
        return canvas.paragraph_height(row.words, width, _ROW_TEXT, face, 1.25) + 14

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
                draw_account(canvas, figure, account, name, len(self._names), self._found.ended)
        told = told_summary(summary(self._looking, self._found.decisions))
        canvas.paragraph(told, self._numbers, 16, theme.TEXT, leading=1.3)

    def _draw_row(self, canvas: Canvas, box: Box, index: int, state: RowState) -> None:
        row = self.rows[index]
        if row.point is None:
            column = Box(box.x, box.y + 8, self.list.least_width - _ICON_ROOM - 8, 0)
            if row.note:
                canvas.paragraph(row.words, column, _ROW_TEXT, theme.MUTED, "sans-italic", leading=1.25)
            else:
                canvas.text(row.words, box.x, box.y + 8, 18, theme.HEADING, "serif", max_width=self.list.least_width)
            return
        draw_row_ground(canvas, box.inset(0, 2), state)
        canvas.picture(mark(kind_of(row.point, self._looking), canvas.px(MARK)), box.x + 17, box.centre[1])
        column = Box(box.x + _ICON_ROOM, box.y + 6, self.list.least_width - _ICON_ROOM - 8, 0)
        canvas.paragraph(row.words, column, _ROW_TEXT, theme.TEXT, leading=1.25)


def liked(asked: Asked, found: Analysis, looking: int) -> str:
    """Whom a player has played like, in a sentence; empty while decisions are judged, and where nothing tells."""
    if len(found.decisions) < len(asked.match.moments):
        return ""
    mean = mean_of([losses(looking, found.decisions, asked.match.branch)])
    called, first = partial(name_for, found.game), partial(introduced, found.game)
    return likeness(asked.words, mean, asked.match.names[looking], called, first)


def told_summary(found: Summary) -> str:
    """A player's decisions in numbers, in two short lines."""
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
    if found.mean_loss is None or found.accuracy is None:
        return first
    second = _(
        "{share:.0f} % accurate; {loss:.1f} % given away in the mean.",
        share=found.accuracy * 100,
        loss=found.mean_loss * 100,
    )
    return joined([first, second], "\n")


def draw_account(
    canvas: Canvas, box: Box, account: Account, name: str, players: int, over: bool, judged: bool = True
) -> None:
    """An account as a row of bars, each beginning where the one before it ended: up to the result of a match that is
    `over`, see :func:`steps_of`."""
    steps = steps_of(account, name, players, judged)
    columns = box.columns(len(steps) + 2, 8)
    ground = box.bottom - 50
    sums = list(accumulate([step.change for step in steps], initial=account.start))
    top = max(1.0, *sums)
    low = min(0.0, *sums)
    room = ground - box.y - 20

    def y(chance: float) -> float:
        return ground - room * (chance - low) / (top - low)

    canvas.shape(Box(box.x, y(0.0) - 0.7, box.w, 1.4), theme.GOLD_LINE, radius=0.7)
    _draw_bar(canvas, columns[0], y, 0.0, account.start, percent(account.start), _("Start"), INKS["bound"])
    for column, step, before in zip(columns[1:], steps, sums, strict=False):
        sign = "+" if step.change > 0 else "\u2212"
        told = f"{sign}{abs(step.change) * 100:.0f}" if abs(step.change) >= 0.005 else "0"
        _draw_bar(canvas, column, y, before, before + step.change, told, step.name, step.ink)
    end = _("Result") if over else _("So far")
    _draw_bar(canvas, columns[-1], y, 0.0, account.result, percent(account.result), end, INKS["bound"])


def _draw_bar(
    canvas: Canvas,
    column: Box,
    y: Callable[[float], float],
    start: float,
    end: float,
    told: str,
    name: str,
    ink: Colour,
) -> None:
    top, bottom = y(max(start, end)), y(min(start, end))
    canvas.shape(Box(column.x, top, column.w, max(2.0, bottom - top)), ink, radius=3)
    canvas.text(told, column.centre[0], top - 10, 16, theme.TEXT, "sans-bold", "centre", vertical="middle")
    lines = canvas.lines(name, column.w + 8, theme.SMALL)
    for number, line in enumerate(lines[:3]):
        canvas.text(
            line, column.centre[0], column.bottom - 46 + number * 15.5, theme.SMALL, theme.MUTED, align="centre"
        )
