"""The analysis board round the table of a replay: the curve below it, and at the side what the match came to, what is
known of the position, and the moves."""

from collections.abc import Callable
from functools import partial
from math import fsum

from components.view import Foreseen
from game.analysis.analysis import Analysis
from game.analysis.asking import Asked
from game.analysis.decisions import Decision
from game.analysis.luck import Stroke
from game.analysis.moments import Moment, PlayedMatch
from game.analysis.people.index import person_in
from game.analysis.people.practice import Exercise, of_match
from game.analysis.remote import Analyses
from game.analysis.remote_match import MatchAnalysis
from game.analysis.sentences import sentence
from game.base.settings import Settings
from game.matches.replay import Replay
from game.matches.timeline import Frame, Timeline
from game.rules.language import _, keyed
from systems.view.screens.account_tab import AccountTab
from systems.view.screens.analysis_chart import Curve
from systems.view.screens.curve import CurveWidget
from systems.view.screens.curve_marks import Mark
from systems.view.screens.position_tab import PositionTab
from systems.view.screens.shown import Shown
from systems.view.table.layout import MARGIN, SIDE_WIDTH
from systems.view.toolkit import theme
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.draw_list import part_of
from systems.view.toolkit.scrolling import ScrollList
from systems.view.toolkit.widgets import Button, Widget, place_by_width

PANEL = 372.0
"""How wide the panel at the side is, in units."""
_PAD = 14.0
_CURVE = 0.26
"""How much of the window's height the curve takes, within limits."""
_LEAST_CURVE, _MOST_CURVE = 186.0, 280.0
_LEAST_TABLE = 1280 - SIDE_WIDTH - MARGIN
"""How wide a table without its side panel is at least, in units of its own."""
_LEAST_TEXT = 14.0
TABS = (_("Match"), _("Position"), _("Moves"))
ACCOUNT, POSITION, MOVES = range(3)


class Board:
    """Shows an analysis that grows. `go` shows the frame of a number, `branch` asks who plays on from
    the one that is shown, `practise` has the person of the match play its mistakes again."""

    def __init__(
        self,
        analyses: Analyses,
        timeline: Timeline,
        replay: Replay,
        log: ScrollList,
        go: Callable[[int], None],
        branch: Callable[[], None],
        practise: Callable[[list[Exercise]], None],
        settings: Settings,
    ) -> None:
        self._settings = settings
        self.analysis: MatchAnalysis = analyses.match(replay.path)
        self._timeline = timeline
        self._go = go
        self._branch = branch
        self._log = log
        self._at = 0
        self._names = list(timeline.names)
        self.looking = self._names.index("You") if "You" in self._names else 0
        self.tab = ACCOUNT
        self.curve = CurveWidget(self._to_moves, self.to_mark, self._told)
        self.account = AccountTab(self.to_point)
        self.position = PositionTab(analyses)
        self.tabs = [self._tab(place, name) for place, name in enumerate(TABS)]
        self.seats = [self._seat(player, name) for player, name in enumerate(self._names)]
        self.play_on = Button(_("Play from here"), self._branch, style="primary", size=19, shortcut="B")
        self.play_on.show_shortcut = False
        self._person = person_in(replay.head)
        self._mistakes: list[Exercise] = []
        self.practise = Button(_("Practise my mistakes"), lambda: practise(self._mistakes), size=19, shortcut="X")
        self.practise.show_shortcut, self.practise.may_break = False, True
        self.practise.visible = self.play_on.may_break = self._person is not None
        self.sums = Button("\u0192", self._switch_sums, style="quiet", size=18, shortcut="F", show_shortcut=False)
        self._decisions: dict[int, Decision] = {}
        self.called: dict[int, str] = {}
        """What the errors are called, by their lines of the log."""
        self._known: object = None

    def _tab(self, place: int, name: str) -> Button:
        button = Button(name, partial(self.choose, place), style="quiet", size=17, shortcut=f"{place + 1}")
        button.show_shortcut = False
        button.hint = keyed(name, f"{place + 1}")
        return button

    def _seat(self, player: int, name: str) -> Button:
        button = Button(name, partial(self.look_as, player), style="quiet", size=16)
        button.may_break = True
        return button

    @property
    def widgets(self) -> list[Widget]:
        """What can be pressed, in the order of Tab."""
        return [
            *self.tabs,
            self.sums,
            *self.seats,
            *self.account.bars.widgets,
            self.account.list,
            *self.position.widgets,
            self._log,
            self.play_on,
            self.practise,
            self.curve,
        ]

    # --- what the user does ---

    def choose(self, tab: int) -> None:
        """Show a tab."""
        self.tab = tab

    def look_as(self, player: int) -> None:
        """Show the match as it came to a player."""
        self.looking = player

    def _switch_sums(self) -> None:
        """Show the sums behind the words, or the words."""
        self.sums.chosen = not self.sums.chosen
        self.position.show_sums(self.sums.chosen)
        self.account.sums = self.sums.chosen

    def _to_moves(self, moves: int) -> None:
        place = self._timeline.moves_at(moves, last=True)
        if place is not None:
            self._go(place)

    def to_mark(self, each: Mark) -> None:
        """Show the position of a mark: the one that was decided in, or the one that chance brought."""
        self._show(each.at, last=each.decision or each.dealt)

    def look_at(self, point: Decision | Stroke | int) -> None:
        """Show the position of a turning point, or the one after so many moves, and what is known of it."""
        self.to_point(point)
        self.choose(POSITION)

    def to_point(self, point: Decision | Stroke | int) -> None:
        """Show the position of a turning point, or the one after so many moves."""
        if isinstance(point, int):
            self._to_moves(point)
            return
        if isinstance(point, Decision):
            self._show(point.move - 1, last=True)
        else:
            self._show(point.move, last=point.player is None)

    def _show(self, moves: int, last: bool) -> None:
        """Show the last position after so many moves, the next round's where they ended one, or the first."""
        place = self._timeline.moves_at(moves, last=last)
        if place is not None:
            self._go(place)

    def step_mark(self, by: int) -> None:
        """Go to the next mark of the curve, or to the one before."""
        curve = self.curve.curve
        if curve is None:
            return
        places = sorted({each.at for each in curve.marks})
        ahead = [at for at in places if (at > self.curve.at if by > 0 else at < self.curve.at)]
        if ahead:
            self._to_moves(ahead[0] if by > 0 else ahead[-1])

    def _told(self, each: Mark) -> str:
        """A mark in a sentence."""
        match, found = self._match, self.analysis.found
        if match is None or found is None:
            return ""
        lost = [point for point in found.decisions if each.decision and point.move - 1 == each.at]
        lucky = [point for point in found.luck if not each.decision and point.move == each.at]
        points: list[Decision | Stroke] = [*lost, *lucky]
        return sentence(match, points[0], each.player) if points else ""

    # --- what is shown ---

    @property
    def _match(self) -> PlayedMatch | None:
        return None if self.analysis.asked is None else self.analysis.asked.match

    def update(self, at: int, frame: Frame | None) -> None:
        """Bring everything up to date for the frame that is shown."""
        self._at, analysis = at, self.analysis
        self.curve.at = 0 if frame is None else frame.moves
        self.curve.moves = self._timeline.most_moves
        self._offer_branch(frame)
        self._offer_practice()
        self.curve.words = self._progress()
        asked, found = analysis.asked, analysis.found
        if asked is None or found is None:
            return
        match = asked.match
        if (known := (analysis.changes, len(self._timeline.frames))) != self._known:
            self._known = known
            self._decisions = {decision.move: decision for decision in found.decisions}
            self.called = self._called(match)
            if self._person is not None:
                self._mistakes = of_match(found, analysis.path, self._person)
        if found.curve:
            self.curve.curve = self._curve(match, found)
        self.curve.changes = analysis.changes
        self.account.show(asked, found, self.looking, analysis.changes)
        shown = None if frame is None else self._shown(asked, found, frame)
        self.position.show(shown, (at, shown is not None and shown.decision is not None, analysis.finished))

    def _called(self, match: PlayedMatch) -> dict[int, str]:
        """What the errors are called, by their lines of the log: the last of those of one move, for others of it were
        taken back."""
        lines = dict[int, int]()
        for frame in self._timeline.frames:
            told = self._timeline.log.lines[frame.log_line].player is not None
            if told and 0 < frame.moves <= len(match.moments) and match.moments[frame.moves - 1].after == frame.state:
                lines[frame.moves] = frame.log_line
        called = {line: self._decisions[move].called for move, line in lines.items() if move in self._decisions}
        return {line: name for line, name in called.items() if name is not None}

    def _offer_branch(self, frame: Frame | None) -> None:
        """A position can be played on from in which somebody decides, once nobody plays the match any more."""
        hidden = self._timeline.seen is not None
        self.play_on.enabled = not hidden and frame is not None and frame.state.to_move is not None
        self.play_on.hint = _("Play on from this position, yourself or AIs, as a match of its own (B)")
        if not self.play_on.enabled:
            self.play_on.hint = (
                _("Play the match itself to its end first.") if hidden else _("Nobody decides here: step on.")
            )

    def _offer_practice(self) -> None:
        """Mistakes are played again once nobody plays the match any more."""
        hidden = self._timeline.seen is not None
        self.practise.enabled = bool(self._mistakes) and not hidden
        if self.practise.enabled:
            self.practise.hint = _("Play the positions again in which you made a mistake, until they are right (X)")
        elif hidden:
            self.practise.hint = _("Play the match itself to its end first.")
        else:
            self.practise.hint = _("No move of yours was a mistake.") if self.analysis.finished else self._progress()

    def _progress(self) -> str:
        """What is said of an analysis that is not whole."""
        analysis = self.analysis
        if analysis.failed:
            return analysis.failed
        if analysis.finished:
            hidden = analysis.found is not None and not analysis.found.curve
            return _("While the match is not over and hands are hidden there is no curve.") if hidden else ""
        if analysis.measures:
            return _("Measuring what a deal is worth: {share:.0f} %", share=analysis.share * 100)
        return _("Being analysed: {share:.0f} %", share=analysis.share * 100)

    def _curve(self, match: PlayedMatch, found: Analysis) -> Curve:
        ends = self._round_ends()
        rounds = [(deal.move, ends.get(deal.round, _("Round {round}", round=deal.round))) for deal in match.deals]
        return Curve(found, len(match.moments), self._names, self.looking, rounds)

    def _round_ends(self) -> dict[int, str]:
        """How each round ended, as the log has it, without the scores."""
        return {line.round: line.ended for line in self._timeline.log.lines if line.round is not None}

    def _shown(self, asked: Asked, found: Analysis, frame: Frame) -> Shown | None:
        """What is decided in a frame; None where nothing is, or where the move was taken back."""
        match = asked.match
        if frame.moves >= len(match.moments):
            return None
        moment: Moment = match.moments[frame.moves]
        if moment.before != frame.state or not self._may_see(match, moment):
            return None
        return Shown(asked, moment, self._decisions.get(moment.number), open_chance(found, moment))

    @staticmethod
    def _may_see(match: PlayedMatch, moment: Moment) -> bool:
        return match.seen is None or moment.player in match.seen

    # --- a frame ---

    def table(self, canvas: Canvas) -> tuple[Box, float]:
        """The part of the window that the table has, and by how much it is drawn smaller than its full size."""
        height = min(_MOST_CURVE, max(_LEAST_CURVE, canvas.height * _CURVE))
        beside = canvas.area.side_part(PANEL + MARGIN, 8, self._settings.left_handed)[1]
        box = beside.top_part(canvas.height - height - MARGIN - 8)[0]
        return box, min(1.0, box.h / 720, box.w / _LEAST_TABLE)

    def table_canvas(self, canvas: Canvas) -> Canvas:
        """What the table is drawn on: a part of the window, with units of its own; no text in it is too small."""
        box, scale = self.table(canvas)
        return Canvas(part_of(canvas.surface, canvas.rect(box)), canvas.unit * scale, _LEAST_TEXT / scale)

    def lay_out(self, canvas: Canvas) -> Box:
        """Place curve and panel; the row for the tools of the viewer."""
        area = self.table(canvas)[0]
        at_left = self._settings.left_handed
        x = area.x if at_left else MARGIN
        self.curve.box = Box(x, area.bottom + 8, area.w - MARGIN, canvas.height - area.bottom - 8 - MARGIN)
        self.panel = canvas.area.inset(MARGIN).side_part(PANEL, 0, at_left)[0]
        tools, rest = self.panel.inset(_PAD).top_part(44, 8)
        row, rest = rest.top_part(36, 10)
        tabs, self.sums.box = row.left_part(row.w - 46, 6)
        self.sums.hint = _("Words, not sums (F)") if self.sums.chosen else _("The sums behind the words (F)")
        for button, box in zip(self.tabs, tabs.columns(len(self.tabs), 6), strict=True):
            button.box = box
        rest, foot = rest.top_part(max(0.0, rest.h - 54), 10)
        self.play_on.box, self.practise.box = foot.columns(2, 8) if self.practise.visible else (foot, foot)
        self._content = rest
        self._lay_out_tab(canvas, rest)
        return tools

    def _lay_out_tab(self, canvas: Canvas, rest: Box) -> None:
        for place, button in enumerate(self.tabs):
            button.chosen = place == self.tab
        ready = self.analysis.found is not None
        row, below = rest.top_part(32, 10)
        place_by_width(canvas, row, self.seats)
        for player, button in enumerate(self.seats):
            button.chosen, button.visible = player == self.looking, self.tab == ACCOUNT and ready
        self.account.lay_out(canvas, below)
        self.position.lay_out(canvas, rest)
        self.account.list.visible = self.tab == ACCOUNT and ready
        self.account.bars.show(self.account.list.visible and not self.account.sums)
        for widget in self.position.widgets:
            widget.visible = widget.visible and self.tab == POSITION and ready
        self._log.box, self._log.visible = rest, self.tab == MOVES

    def draw(self, canvas: Canvas) -> None:
        """Draw panel and tab; widgets are drawn by their group."""
        canvas.panel(self.panel)
        if self.tab == MOVES:
            return
        if self.analysis.found is None:
            canvas.paragraph(self._progress(), self._content, 17, theme.MUTED, "sans-italic")
        elif self.tab == ACCOUNT:
            self.account.draw(canvas)
        else:
            self.position.draw(canvas)

    @property
    def foreseen(self) -> tuple[Foreseen, ...]:
        """The candidates that the table shows."""
        return self.position.foreseen if self.tab == POSITION else ()

    def close(self) -> None:
        """Judge no position on; the analysis of the match goes on behind."""
        self.position.stop()


def open_chance(found: Analysis, moment: Moment) -> float | None:
    """The mover's chance with all hands open when a moment is decided, where it is known: of the curve, which at the
    beginning of a round tells what was before the deal, with what the deal did."""
    before = moment.number - 1
    if before >= len(found.curve):
        return None
    deals = [stroke.gain[moment.player] for stroke in found.luck if stroke.player is None and stroke.move == before]
    return fsum([found.curve[before][moment.player], *deals])
