"""How a match ended, as a moment: who won and how, the score counted up, and below it, as it is judged, where the
chance went and what turned the match. Nothing of it is in the way of the next match."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import pygame

from game.analysis.account import Account, accounts, turning_points
from game.analysis.decisions import Decision
from game.analysis.luck import Stroke
from game.analysis.moments import PlayedMatch
from game.analysis.remote import Analyses
from game.analysis.remote_match import MatchAnalysis
from game.analysis.sentences import sentence
from game.rules.language import _
from game.rules.protocol import MatchEnd, RoundEnd
from systems.view.screens.account_bars import AccountBars
from systems.view.screens.analysis_chart import Curve
from systems.view.screens.curve import CurveWidget
from systems.view.screens.curve_marks import MARK, Mark, kind_of, mark
from systems.view.table.celebration import Celebration
from systems.view.table.results import Prizes, ScoreBody, begins_match
from systems.view.table.rules_page import Picture
from systems.view.toolkit import theme
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.dialogs import Dialog
from systems.view.toolkit.fonts import Colour
from systems.view.toolkit.widgets import Button, Widget

WIDTH = 920.0
_SCORE, _WIDE_SCORE, _GAP = 0.46, 0.53, 16.0
"""How much of the width the score takes beside the turning points, of two players and of more, and what lies between
parts."""
_LEAST_BESIDE = 700.0
"""Where there is less width, as where everything is large, turning points stand below the score."""
_LOWER = 160.0
"""The height of the curve and the account."""
_CURVE = 0.56
_POINT, _WIDE_POINT, _LOOK = 72.0, 50.0, 96.0
"""The least height of a turning point, of one that has all the width, and the width of its button."""
_INDENT = 26.0
"""Where the words of a turning point begin, beside its mark."""
_MOST = 3
_SLOT: Colour = (255, 255, 255, 8)
_RULE: Colour = (*theme.GOLD_LINE[:3], 90)
"""The line between turning points, whose words may fill all of their height."""
_TURNED = _("The moves and the strokes of luck that changed most stand here as they are found.")
_WENT = _("What luck did and what moves gave away stands here as moves are judged.")
_NO_MORE = _("No other move and no other chance changed much.")
_SKIPPING = (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN)


Point = Decision | Stroke


class MatchBody:
    """The score of a match and, where it was recorded, its analysis as it grows. `look` opens the viewer at a turning
    point, or after so many moves."""

    def __init__(
        self,
        score: ScoreBody,
        analysis: MatchAnalysis | None,
        names: Sequence[str],
        looking: int,
        look: Callable[[Point | int], None],
    ) -> None:
        self.score = score
        self._analysis = analysis
        self._names = list(names)
        self._looking = looking
        self._look = look
        self.curve = CurveWidget(look, self._look_at_mark, lambda _: "")
        self.looks = [Button(_("Look at it"), partial(self._look_at, place), style="quiet", size=16)
                      for place in range(_MOST)]  # fmt: skip
        self.points: list[Point] = []
        self._sentences: list[str] = []
        self._account: Account | None = None
        self._bars = AccountBars()
        self.widgets: Sequence[Widget] = () if analysis is None else (*self.looks, self.curve, *self._bars.widgets)
        self._known = -1
        self._narrow = False
        """Whether there is little width."""

    @property
    def said(self) -> Sequence[str]:
        """The score."""
        return self.score.said

    # --- what is known ---

    def pass_time(self, seconds: float) -> None:
        """Count on, and take in what the judge has come to."""
        self.score.pass_time(seconds)
        analysis = self._analysis
        if analysis is None:
            return
        self.curve.words, self.curve.visible = _progress(analysis), not analysis.failed
        match, found = self._match, analysis.found
        if match is None or found is None or analysis.changes == self._known:
            return
        self._known = self.curve.changes = analysis.changes
        self.curve.moves = self.curve.at = len(match.moments)
        if found.curve:
            rounds = [(deal.move, _("Round {round}", round=deal.round)) for deal in match.deals]
            self.curve.curve = Curve(found, len(match.moments), self._names, self._looking, rounds)
        if found.curve and found.result is not None:  # what is not judged yet stands in the rest
            self._account = accounts(found.start, found.result, found.decisions, found.luck)[self._looking]
        points = sorted(turning_points(found.decisions, found.luck, _MOST, self._looking), key=_move)
        if points != self.points:
            self.points = points
            self._sentences = [sentence(match, point, self._looking) for point in points]

    @property
    def _match(self) -> PlayedMatch | None:
        return None if self._analysis is None or self._analysis.asked is None else self._analysis.asked.match

    def _look_at(self, place: int) -> None:
        if place < len(self.points):
            self._look(self.points[place])

    def _look_at_mark(self, each: Mark) -> None:
        self._look(each.at)

    # --- places ---

    def height(self, canvas: Canvas, width: float) -> float:
        """The height of everything, the same from the first frame on."""
        self._narrow = width < _LEAST_BESIDE
        score = self.score.height(canvas, self._score_width(width))
        if self._analysis is None:
            return score
        points = 36 + _MOST * self._point
        return (score + points if self._stacked else max(score, points)) + _GAP + _LOWER

    @property
    def _stacked(self) -> bool:
        """Whether turning points stand below what is told of the score: of a game without scores that is little."""
        return self._narrow or not self.score.counts

    @property
    def _point(self) -> float:
        """How high a turning point is."""
        return _WIDE_POINT if self._stacked and not self._narrow else _POINT

    def _score_width(self, width: float) -> float:
        if self._analysis is None or self._stacked:
            return width
        return width * (_SCORE if len(self._names) == 2 else _WIDE_SCORE)

    def arrange(self, canvas: Canvas, box: Box) -> None:
        """Give every part its place."""
        self._narrow = box.w < _LEAST_BESIDE
        upper = box.h - _GAP - _LOWER
        self._score_box, right = box.left_part(self._score_width(box.w), _GAP)
        if self._analysis is None:
            return
        self._points_box = Box(right.x, box.y, right.w, upper)
        if self._stacked:
            points = 36 + _MOST * self._point
            self._score_box, self._points_box = Box(box.x, box.y, box.w, upper).top_part(upper - points)
        lower = Box(box.x, box.y + upper + _GAP, box.w, _LOWER)
        self.curve.box, self._account_box = lower.left_part(lower.w * _CURVE, _GAP)
        self._bars.show(self._account is not None)
        for place, button in enumerate(self.looks):
            row = self._row(place)
            button.box = Box(row.right - _LOOK, row.y + (row.h - 36) / 2, _LOOK, 36)
            button.visible = place < len(self.points)

    def _row(self, place: int) -> Box:
        """The place of a turning point: all share the height that there is, which the score may have made larger."""
        box = self._points_box
        high = (box.h - 36) / _MOST
        return Box(box.x, box.y + 36 + place * high, box.w, high)

    # --- drawing ---

    def draw(self, canvas: Canvas, box: Box) -> None:
        """Draw the score, the turning points and the account; the curve draws itself."""
        self.score.draw(canvas, self._score_box)
        if self._analysis is None:
            return
        self._draw_points(canvas)
        if self._account is not None:
            name, judged = self._names[self._looking], self._analysis.finished
            self._bars.draw(canvas, self._account_box, self._account, name, len(self._names), True, judged)
        elif not self._analysis.over:
            self._draw_waiting(canvas, self._account_box, _("Where the chance went"), _WENT)

    @staticmethod
    def _draw_waiting(canvas: Canvas, box: Box, head: str, words: str) -> None:
        """Say what will stand in a place."""
        canvas.text(head, box.x, box.y + 12, 20, theme.HEADING, "serif", vertical="middle")
        canvas.paragraph(words, Box(box.x, box.y + 40, box.w, 0), 16, theme.MUTED, "sans-italic")

    def _draw_points(self, canvas: Canvas) -> None:
        assert self._analysis is not None
        box, over = self._points_box, self._analysis.over
        if over and not self.points:
            words = _progress(self._analysis) or _("No move and no chance changed much.")
            self._draw_waiting(canvas, box, _("What turned the match"), words)
            return
        head = _("What turned the match so far") if self.points and not over else _("What turned the match")
        canvas.text(head, box.x, box.y + 12, 20, theme.HEADING, "serif", vertical="middle")
        for place in range(_MOST):
            if place < len(self.points):
                self._draw_point(canvas, place)
            elif not over:  # where one may still come
                slot = self._row(place).inset(0, 4)
                canvas.shape(slot, _SLOT, radius=8)
                if place == 0:
                    self._draw_quietly(canvas, slot, _TURNED)
        if self._analysis.finished and len(self.points) < _MOST:
            first = self._row(len(self.points))
            self._draw_rule(canvas, first)
            rest = first.joined(self._row(_MOST - 1))
            self._draw_quietly(canvas, rest.left_part(_INDENT - 10)[1], _NO_MORE)

    @staticmethod
    def _draw_quietly(canvas: Canvas, room: Box, words: str) -> None:
        """Say in the middle of a place, a little within it, why no turning point stands there."""
        high = canvas.paragraph_height(words, room.w - 20, 16, "sans-italic")
        column = room.inset(10, max(2.0, (room.h - high) / 2))
        canvas.paragraph(words, column, 16, theme.MUTED, "sans-italic")

    @staticmethod
    def _draw_rule(canvas: Canvas, row: Box) -> None:
        canvas.shape(Box(row.x, row.y, row.w, 1.0), _RULE)

    def _draw_point(self, canvas: Canvas, place: int) -> None:
        row, words = self._row(place), self._sentences[place]
        if place:
            self._draw_rule(canvas, row)
        canvas.picture(mark(kind_of(self.points[place], self._looking), canvas.px(MARK)), row.x + 10, row.centre[1])
        room = Box(row.x + _INDENT, row.y, row.w - _INDENT - _LOOK - 8, row.h)
        size = 16.0 if len(canvas.lines(words, room.w, 16.0)) <= 3 else theme.SMALL
        high = canvas.paragraph_height(words, room.w, size, leading=1.16)
        column = Box(room.x, room.y + max(0.0, (room.h - high) / 2), room.w, 0)
        canvas.paragraph(words, column, size, theme.TEXT, leading=1.16)


def _move(point: Point) -> int:
    return point.move


def _progress(analysis: MatchAnalysis) -> str:
    """What is said of an analysis that is not whole."""
    if analysis.failed:
        return _("This match has no analysis: nobody here can judge it.")
    if analysis.finished:
        return ""
    return _("Being analysed: {share:.0f} %", share=analysis.share * 100)


class MatchDialog(Dialog):
    """The result of a match, whose score is counted up; any key, or a press, tells all of it at once."""

    celebration: Celebration | None = None
    """What rises over the result; None where nobody is to be celebrated."""

    def handle(self, event: pygame.event.Event, canvas: Canvas) -> bool:
        """React as every dialog, but a key that skips the counting does nothing else."""
        if event.type in _SKIPPING and isinstance(self.body, MatchBody) and not self.body.score.told:
            self.body.score.tell_all()
            if self.celebration is not None:
                self.celebration.skip()
            if event.type == pygame.KEYDOWN:
                return True
        return super().handle(event, canvas)

    def update(self, dt: float) -> None:
        super().update(dt)
        if isinstance(self.body, MatchBody):
            self.body.pass_time(dt)
        if self.celebration is not None:
            self.celebration.pass_time(dt)

    def draw(self, canvas: Canvas) -> None:
        """Draw the result, and over its edge what celebrates it."""
        super().draw(canvas)
        if self.celebration is not None:
            self.celebration.draw(canvas, self.panel)


def match_dialog(
    end: RoundEnd,
    match: MatchEnd,
    names: list[str],
    prizes: Prizes | None,
    buttons: tuple[Callable[[], None], Callable[[], None]],
    recorded: tuple[Analyses, Path, Callable[[Point | int], None]] | None,
    at_once: bool,
    trophies: Sequence[Picture] = (),
    rounds: int = 1,
    following: str = "",
) -> Dialog:
    """The result of the match of so many `rounds`, the score being that of the last; the buttons go to the menu and
    play another. Of a `recorded` match, with those who judge it, where it lies, and what opens it in the viewer, the
    analysis grows below; with `at_once` nothing is counted up. Where a human has won, or only AIs played, `trophies`
    celebrate it. `following` is the name of whoever begins the next match by the rules that were agreed on."""
    title: str = _("The match is drawn")
    if match.winner is not None:
        name = names[match.winner]
        if end.lines:
            title = _("You win the match") if name == "You" else _("{name} wins the match", name=name)
        else:  # a game without scores is one round, and that is the match
            title = _("You win") if name == "You" else _("{name} wins", name=name)
    leave, again = buttons
    stay = Button(_("Look at the table"))
    shown = [stay, Button(_("Menu"), leave), Button(_("Play again"), again, style="primary")]
    score = ScoreBody(end, names, prizes, begins_match(following), rounds)
    if at_once:
        score.tell_all()
    looking = names.index("You") if "You" in names else match.winner or 0
    if recorded is None:
        body, width = MatchBody(score, None, names, looking, lambda _: None), max(660.0, 180.0 + 140 * len(names))
    else:
        analyses, path, look = recorded
        body, width = MatchBody(score, analyses.match(path), names, looking, look), WIDTH
    dialog = MatchDialog(title, body, shown, width=width, cancel=stay)
    if trophies and match.winner is not None:
        dialog.celebration = Celebration(trophies, at_once)
    return dialog
