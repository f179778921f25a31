"""What is known of one position of an analysed match: what was played and what was best, what the judge weighs, what
the AI at the seat thought, how moves come out when they are judged on."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from components.view import Foreseen
from game.agents.agent import Candidate
from game.analysis.decisions import Decision
from game.analysis.moments import Moment
from game.analysis.remote import Analyses
from game.analysis.remote_position import ThinkingAgain
from game.analysis.remote_rollout import Rollout
from game.analysis.sentences import percent
from game.games.characters import name_for
from game.rules.language import _
from systems.view.screens.coming_list import ComingList
from systems.view.screens.curve_marks import MARK, mark
from systems.view.screens.position_words import (
    candidates_of,
    compared,
    recorded,
    told_chances,
    told_decision,
    told_moves,
    told_player,
    told_position,
    told_rollout,
)
from systems.view.screens.shown import Shown
from systems.view.screens.spread import draw_spread
from systems.view.screens.sums import decision_sums
from systems.view.table.everybody import EverybodyPanel
from systems.view.table.overlay import BEST, ThoughtList
from systems.view.table.thoughts import Thought, thought_of
from systems.view.toolkit import theme
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.widgets import Button, Widget, even, icon, place_by_width

_PAIR, _LINE, _APART = 80.0, 18.0, 12.0
_STRIP = 92.0
_HEAD, _TOLD, _SOURCE, _FOOT = 30.0, 50.0, 34.0, 38.0
"""How high is: who is to move, what the decision cost, the choice of whose list is shown, the buttons."""
_LEAST_LIST = 60.0
"""A list keeps so much of its height; what the decision cost makes room for it."""
JUDGE, AI, EVERYBODY, COMING = range(4)
_SOURCES = (
    (_("The judge"), _("What the judge weighs")),
    (_("Its thoughts"), ""),
    (_("Everybody"), _("What every AI would play here, and the judge’s chance of it")),
)


class PositionTab:
    """Shows one position: what the judge weighs there, what the AI at the seat thought, or what everybody would play;
    and judges two of its moves on."""

    def __init__(self, analyses: Analyses) -> None:
        self._analyses = analyses
        self.thoughts = ThoughtList(sums=False)
        self.everybody = EverybodyPanel()
        self.coming = ComingList()
        self.sources = [
            Button(name, partial(self.choose, place), style="quiet", size=16, hint=hint)
            for place, (name, hint) in enumerate(_SOURCES)
        ]
        self.may_come = Button(_("What may come"), self._switch_coming, size=16, shortcut="C", show_shortcut=False)
        self.may_come.hint = _("How each move comes out, and what chance may bring of it (C)")
        self.on = Button(_("Judge on"), self.roll_out, size=16, shortcut="R", show_shortcut=False)
        self.on.hint = _("Judge the chosen move and the best on, until it is clear which is better (R)")
        self.best = Button("", self._switch_best, icon=icon("three"), shortcut="V", show_shortcut=False)
        self.shown: Shown | None = None
        self.rollout: Rollout | None = None
        self.source = JUDGE
        self.sums = False
        """Whether losses are told as sums."""
        self._thought: Thought | None = None
        self._compared: tuple[Foreseen, ...] = ()
        self._recorded: tuple[str, Sequence[Candidate], Any] | None = None
        self._again: ThinkingAgain | None = None
        self._asked_about: Moment | None = None
        self._comes_of: Decision | None = None
        self._key: object = None
        self._told: tuple[Decision, tuple[str, str]] | None = None
        self._pair: tuple[tuple[str, ...], ...] = ()
        self._crowded = False
        """Whether there is no room for what the decision cost, as beside what it was judged on to."""

    @property
    def widgets(self) -> list[Widget]:
        """What can be pressed in the tab."""
        return [
            *self.sources,
            self.thoughts.list,
            self.everybody.list,
            self.coming.list,
            self.best,
            self.on,
            self.may_come,
        ]

    def _switch_best(self) -> None:
        self.best.chosen = not self.best.chosen

    def choose(self, source: int) -> None:
        """Show what the judge, the AI at the seat, or everybody makes of the position, or what may come of it."""
        self.source, self._key = source, None

    def _switch_coming(self) -> None:
        self.choose(JUDGE if self.source == COMING else COMING)

    def show_sums(self, on: bool) -> None:
        """Tell losses as sums, or in words."""
        self.sums, self._key = on, None

    @property
    def foreseen(self) -> tuple[Foreseen, ...]:
        """What the table shows: the candidate that is pointed at, or the three best where they are asked for; else of
        an error what was best and what was played."""
        if self.shown is None:
            return ()
        if self.source == EVERYBODY:
            return self.everybody.foreseen()
        if self.source == COMING:
            return self.coming.foreseen(BEST if self.best.chosen else 0)
        listed = self.thoughts.foreseen(BEST if self.best.chosen else 0)
        return listed or (self._compared if self.source == JUDGE else ())

    # --- what is shown ---

    def show(self, shown: Shown | None, key: object) -> None:
        """Show a position, None where nothing is decided in it; anew where `key` has changed."""
        self._take_thought()
        if key == self._key:
            return
        self._key, before, self.shown = key, self.shown, shown
        if shown is None or before is None or shown.moment is not before.moment:
            self.stop()
            self._recorded = None if shown is None else recorded(shown)
        if shown is not None:
            self._ask(shown)
        self._thought = None if shown is None else self._made(shown)
        self._compared = () if shown is None else compared(shown)

    def _ask(self, shown: Shown) -> None:
        """Have the AI of the seat think again, or everybody asked, where that is what is shown, and is not known."""
        moment = shown.moment
        if self.source == AI and self._recorded is None and self._again is None:
            player = shown.match.players[moment.player]
            self._again = self._analyses.think_again(
                shown.rules.name, player, shown.match.setup, shown.view, moment.number
            )
        if self.source == EVERYBODY and self._asked_about is not moment:
            self._asked_about = moment
            self.everybody.ask(self._analyses, shown.rules.name, shown.view, moment.number, shown.match.names)
            self.everybody.mark(
                moment.move, _("you") if shown.name == "You" else _("{name} (played it)", name=shown.name)
            )
        if self.source == COMING and self._comes_of is not shown.decision:
            self._comes_of = shown.decision
            self.coming.ask(self._analyses, shown, candidates_of(shown))

    def _take_thought(self) -> None:
        """Take in what an AI has thought again."""
        if self._again is not None and self._again.found is not None and self._recorded is None:
            found = self._again.found
            chosen = None if found.chosen is None else found.candidates[found.chosen].move
            if self.shown is not None:
                played = self.shown.moment.move  # who draws by lot may draw another one now
                chosen = played if played in [each.move for each in found.candidates] else chosen
                name = name_for(self.shown.rules.name, found.ai)
                self._recorded, self._key = (_("What {name} thinks", name=name), found.candidates, chosen), None

    def _made(self, shown: Shown) -> Thought | None:
        if self.source == AI and self._recorded is None:
            return None
        title: str = _("What the judge weighs")
        chosen = shown.moment.move
        candidates: Sequence[Candidate] = candidates_of(shown, self.sums)
        if self.source == AI and self._recorded is not None:
            title, candidates, chosen = self._recorded
        moment, plain = shown.moment, self.source == AI
        return thought_of(shown.rules, moment.player, moment.number, shown.view, title, candidates, chosen, plain)

    @property
    def _waiting(self) -> str:
        """What is said where no thought is there yet."""
        if self.source == AI and self._again is not None and self._recorded is None:
            return self._again.failed or _("It thinks again: what it thought then was not recorded.")
        return self.everybody.progress if self.source == EVERYBODY else ""

    # --- rolling out ---

    def roll_out(self) -> None:
        """Judge the chosen candidate and the best one on, or stop."""
        if self.rollout is not None and not self.rollout.over:
            self.rollout.stop()
            return
        moves = self._to_compare()
        if self.shown is not None and len(moves) > 1:
            shown = self.shown
            self.rollout = self._analyses.roll_out(shown.rules.name, shown.view, moves, shown.moment.number)

    def _to_compare(self) -> list[Any]:
        """The best candidate, then the chosen one: the one selected, else the one that was played, else the second."""
        rows = [] if self._thought is None else self._thought.rows
        if len(rows) < 2:
            return []
        selected, best = self.thoughts.list.selected, rows[0].move
        chosen = rows[selected].move if selected is not None and selected < len(rows) else None
        if chosen is None or chosen == best:
            chosen = next((row.move for row in rows[1:] if row.chosen), rows[1].move)
        return [best, chosen]

    def stop(self) -> None:
        """Judge on and ask no more, and forget what came of it."""
        for asked in (self.rollout, self._again):
            if asked is not None:
                asked.stop()
        self.everybody.stop()
        self.coming.stop()
        self.rollout, self._again, self._asked_about, self._comes_of = None, None, None, None

    # --- a frame ---

    def lay_out(self, canvas: Canvas, box: Box) -> None:
        """Place everything; what is not known leaves its place empty."""
        self.box = box
        self._pair = self._pair_of(canvas, box.w)
        below = _STRIP + 12 if self.rollout is not None else 0.0
        top, rest = _HEAD + self._pair_height, _SOURCE + 8 + _LEAST_LIST + 8 + below + _FOOT
        self._crowded = top + _TOLD + rest > box.h
        row = Box(box.x, box.y + top + (8 if self._crowded else _TOLD), box.w, _SOURCE)
        place_by_width(canvas, row, self.sources)
        for place, button in enumerate(self.sources):
            button.chosen = place == self.source
        foot = Box(box.x, box.bottom - _FOOT, box.w, _FOOT)
        self.best.box, foot = foot.left_part(46, 8)
        self.on.box, self.may_come.box = foot.columns(2, 8)
        even(canvas, [self.on, self.may_come])
        self._strip = Box(box.x, foot.y - below, box.w, below)
        lists = Box(box.x, row.bottom + 8, box.w, max(_LEAST_LIST, self._strip.y - row.bottom - 16))
        self.thoughts.list.box = self.coming.list.box = lists
        self.everybody.list.box = Box(lists.x, lists.y + 22, lists.w, lists.h - 22)
        self._offer()
        self.thoughts.sums = self.sums or self.source != AI
        self.thoughts.show(self._thought, canvas)
        self.everybody.update(canvas)
        self.coming.update(canvas)

    def _offer(self) -> None:
        """Show the widgets that there is something for, and say what they do."""
        there = self.shown is not None
        for widget in (*self.sources, self.best, self.may_come):
            widget.visible = there
        self.thoughts.list.visible = there and self.source in (JUDGE, AI)
        self.everybody.list.visible = there and self.source == EVERYBODY
        self.coming.list.visible = self.may_come.chosen = there and self.source == COMING
        self.on.visible = there and len(self._to_compare()) > 1
        going = self.rollout is not None and not self.rollout.over
        self.on.label = _("Stop") if going else _("Judge on")
        self.best.enabled = self.source != EVERYBODY
        if not self.best.enabled:
            self.best.hint = _("The first three are on the table.")
        elif self.best.chosen:
            self.best.hint = _("Show only what is pointed at (V)")
        else:
            self.best.hint = _("The three best on the table (V)")
        if self.shown is not None:
            self.sources[AI].label = _("A hint") if self.shown.name == "You" else _("Its thoughts")
            self.sources[AI].hint = "" if self.shown.name == "You" else _("What {name} thought", name=self.shown.name)

    def draw(self, canvas: Canvas) -> None:
        """Draw all but the widgets."""
        if self.shown is None:
            words = _("Nothing is decided here. Step on, or press a mark on the curve.")
            canvas.paragraph(words, self.box, 17, theme.MUTED, "sans-italic")
            return
        box, shown = self.box, self.shown
        canvas.text(told_position(shown), box.x, box.y, 20, theme.HEADING, "serif", max_width=box.w)
        self._draw_pair(canvas, Box(box.x, box.y + 32, box.w, self._pair_height), shown)
        if not self._crowded:
            self._draw_told(canvas, Box(box.x, box.y + _HEAD + self._pair_height, box.w, _TOLD), shown)
        if self.source in (AI, EVERYBODY):
            canvas.paragraph(self._waiting, self.thoughts.list.box, 16, theme.MUTED, "sans-italic")
        if self.rollout is not None:
            self._draw_rollout(canvas, self._strip.inset(0, 6), self.rollout)

    def _draw_told(self, canvas: Canvas, box: Box, shown: Shown) -> None:
        """What the decision cost, and what chances there were."""
        told, chances = told_decision(shown), told_chances(shown)
        if self.sums:
            told, chances = decision_sums(shown)
        size = canvas.fitting_size(told, 16, box.w)
        canvas.text(told, box.x, box.y, size, theme.TEXT, "sans-bold", max_width=box.w)
        canvas.text(chances, box.x, box.y + 22, canvas.fitting_size(chances, 16, box.w), theme.MUTED, max_width=box.w)

    def _pair_of(self, canvas: Canvas, width: float) -> tuple[tuple[str, ...], ...]:
        """What was played and what was best, each in lines."""
        if self.shown is None or self.shown.decision is None:
            return ()
        if self._told is None or self._told[0] is not self.shown.decision:
            self._told = self.shown.decision, told_moves(self.shown)
        room = (width - _APART) / 2
        return tuple(
            (words,) if canvas.fits(words, theme.SMALL, room) else canvas.lines(words, room, theme.SMALL)
            for words in self._told[1]
        )

    @property
    def _pair_height(self) -> float:
        """How high both are, with their heads and chances."""
        return _PAIR + _LINE * (max((len(lines) for lines in self._pair), default=1) - 1)

    def _draw_pair(self, canvas: Canvas, box: Box, shown: Shown) -> None:
        """What was played and what was best, side by side, each with its chance."""
        decision = shown.decision
        if decision is None:
            return
        columns = box.columns(2, _APART)
        for column, head, lines, chance, kind in zip(
            columns,
            (told_player(shown), _("Best")),
            self._pair,
            (decision.chance_played, decision.chance_best),
            (decision.called, None),
            strict=True,
        ):
            x = column.x
            if kind is not None:
                canvas.picture(mark(kind, canvas.px(MARK)), x + 9, column.y + 9)
                x += 24
            ink = theme.GOLD if kind is None else theme.SIGNS["bad"]
            canvas.text(head, x, column.y, 16, ink, "sans-bold", max_width=column.right - x)
            size = min(canvas.fitting_size(line, 17, column.w) for line in lines) if len(lines) == 1 else theme.SMALL
            for place, line in enumerate(lines):
                canvas.text(line, column.x, column.y + 22 + _LINE * place, size, theme.TEXT, max_width=column.w)
            canvas.text(percent(chance), column.x, box.bottom - 38, 26, theme.HEADING, "serif")

    def _draw_rollout(self, canvas: Canvas, box: Box, rollout: Rollout) -> None:
        """How two moves come out: a strip of sampled outcomes for each, and the difference of their means."""
        assert self.shown is not None
        told = told_rollout(self.shown, rollout)
        canvas.text(told, box.x, box.y, canvas.fitting_size(told, 16, box.w), theme.TEXT, max_width=box.w)
        for place, (move, row) in enumerate(zip(rollout.moves, rollout.rows, strict=True)):
            line = Box(box.x, box.y + 24 + place * 30, box.w, 28)
            label = self.shown.label(move)
            canvas.text(label, line.x, line.centre[1], canvas.fitting_size(label, theme.SMALL, 120), theme.MUTED,
                        max_width=120, vertical="middle")  # fmt: skip
            draw_spread(canvas, Box(line.x + 128, line.y, line.w - 128, line.h), row)
