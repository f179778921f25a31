"""The stage of a training: an AI learns before one's eyes, its curve, and what it has learnt of the table beside it."""

import math
from dataclasses import replace
from functools import partial
from typing import Any

import pygame

from game.base.safe_text import warn
from game.checkpoints.container import previous_of
from game.checkpoints.curves import is_share
from game.games import registry
from game.games.characters import name_for, name_of
from game.games.seats import SeatError, parse_seats
from game.learning.milestones import Milestone, finds_of, milestones, since_words
from game.learning.snapshot import ActionValue
from game.learning.strength_meter import StrengthMeter
from game.learning.trainer import PanelTrainer
from game.matches.requests import TableRequest
from game.rules.language import _, error_sentence, keyed, sentence
from systems.view.screens.keeping import Keeping
from systems.view.screens.metrics_panel import Source, kept_metrics, metrics_dialog
from systems.view.screens.screen import Screen, Shell
from systems.view.screens.study_table import StudyTable
from systems.view.screens.training_comparison import Comparison
from systems.view.screens.training_curve import StageCurve, opponent
from systems.view.screens.training_figures import (
    FIGURE,
    ActionList,
    Bars,
    draw_action_value,
    draw_figures,
    draw_milestones,
    figures,
    value_columns,
)
from systems.view.table.layout import MARGIN
from systems.view.table.prompt import draw_prompt
from systems.view.toolkit import theme
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.dialogs import Dialog
from systems.view.toolkit.focus import Group
from systems.view.toolkit.scrolling import RowState
from systems.view.toolkit.widgets import Button, icon

SPEEDS = ((5.0, "5/s"), (200.0, "200/s"))
"""Games a second that can be asked for, beside as many as fit beside the frames."""
BATCH_SECONDS = (5, 1)
"""So many seconds a batch of networks takes at least, as can be asked for."""
_PANEL = 372.0
_CURVE, _LEAST_CURVE, _MOST_CURVE = 0.37, 250.0, 420.0
"""The share of the height that the curve has, and how high it is at least and at most."""
_MILESTONES, _TOLD = 152.0, 0.235
"""How high what it can do is, and how much of the panel that takes at most."""
_VALUES_SECONDS = 0.12
"""While it learns, its values are shown anew so often: nobody reads faster, and drawing them takes time."""


class TrainingScreen(Screen):
    """Learning with pause and speed, its curve, and what has been learnt of the position on the table.

    Clicking a piece plays the move that it stands for, so that any position can be looked at.
    """

    def __init__(self, shell: Shell, trainer: PanelTrainer) -> None:
        super().__init__(shell)
        self.trainer = trainer
        self.keeping = Keeping(trainer, self)
        self.running = False
        self.comparison = Comparison(trainer)
        self.meter = StrengthMeter(trainer)
        self.curve = StageCurve(trainer, self.comparison, self._show_metrics)
        self.table = StudyTable(trainer)
        self._by_games = trainer.ai.networks is None
        """Whether it learns game by game; networks learn in batches."""
        self.speed = SPEEDS[1][0] if self._by_games else math.inf
        """How many games or batches a second it learns from at most."""
        self._time = self._values_due = 0.0
        self._unlearnt = 0.0
        """Seconds that it has not learnt for yet."""
        self._put_off = False
        """Whether it has not learnt in the frame before."""
        self._reached: list[Milestone] = []
        self._measured: int | None = None
        """How many points the curve had when they were found."""
        self.values: list[ActionValue] = []
        self._make_widgets()

    @property
    def game(self) -> str:
        return registry.game(self.trainer.ai.game).title

    @property
    def _yardstick(self) -> str:
        """What the one is called against whom it is measured; empty where nobody is."""
        found = self.trainer.yardstick
        return "" if found is None else name_for(self.trainer.ai.game, found.ai)

    @property
    def resting(self) -> bool:
        busy = self.running or self.keeping.saving.busy or self.meter.busy
        return not (busy or self.comparison.rival is not None)

    # --- making ---

    def _make_widgets(self) -> None:
        def tool(name: str, press: Any, hint: str, shortcut: str) -> Button:
            return Button("", press, icon=icon(name), hint=hint, shortcut=shortcut, show_shortcut=False)

        self.start = tool("play", self.toggle, _("Learn (P)"), "P")
        self.back = tool("undo", self.step_back, _("Back to the previous position (U)"), "U")
        self.anew = Button(_("Start anew"), self._ask_whether, size=15, hint=_("Forget everything and start anew"))
        self.anew.may_break = True
        self.leave = tool("close", self._leave, _("To the menu: what was learnt is kept (Esc)"), "Esc")
        self.compare = Button("", self._toggle_rival, shortcut="C", show_shortcut=False, size=17)
        self.compare.icon = icon("chart")
        self.speeds = self._speed_buttons()
        self.against = Button(_("Play against it"), self._play_against, style="primary", size=19)
        self.list = ActionList(self._draw_action, self.table.label, self.trainer.rules.detail)
        self.list.on_hover, self.list.on_select = self._point, self._choose
        self._tools = [self.start, self.back, self.anew, self.leave]
        self.group = Group(
            [*self._tools, *self.speeds.values(), self.list, self.compare, self.against, *self.curve.widgets]
        )

    def _speed_buttons(self) -> dict[float, Button]:
        """A button for each speed, the slowest first."""
        if self._by_games:
            words = {speed: (name, _("{speed:g} games a second", speed=speed)) for speed, name in SPEEDS}
            words[math.inf] = "", _("As many games a second as can be")
        else:
            slow = [(each, _("{seconds} s", seconds=each)) for each in BATCH_SECONDS]
            words = {1 / each: (name, _("A batch of games in {seconds} s", seconds=each)) for each, name in slow}
            words[math.inf] = "", _("As many games as can be")
        buttons = {}
        for key, (speed, (name, hint)) in enumerate(words.items(), start=1):
            button = Button(name, partial(self._set_speed, speed), size=15, shortcut=str(key), show_shortcut=False)
            button.hint = keyed(hint, f"{key}")
            button.icon = None if name else icon("fast")
            buttons[speed] = button
        return buttons

    def _set_speed(self, speed: float) -> None:
        self.speed, self.running = speed, True

    # --- what can be done ---

    def toggle(self) -> None:
        """Learn, or stop learning; what was learnt is kept when it stops."""
        self.running = not self.running
        if not self.running:
            self.keeping.keep()

    def _ask_whether(self) -> None:
        """Ask before anything is forgotten."""
        words = _(
            "{name} will forget all that it has learnt. The file stays beside it as {file}, until the next time.",
            name=name_of(self.trainer.ai),
            file=previous_of(self.trainer.path).name,
        )
        cancel = Button(_("Cancel"), style="primary")
        self.dialog = Dialog(_("Start anew?"), words, [Button(_("Start anew"), self._forget), cancel], cancel=cancel)

    def _forget(self) -> None:
        if not self.keeping.saving.busy:
            self.running = False
            self.trainer.forget()

    def _show_metrics(self) -> None:
        name = _("{name}, this training", name=name_of(self.trainer.ai))
        this: Source = name, lambda: self.trainer.curve
        self.dialog = metrics_dialog([this, *kept_metrics(self.trainer.ai.game)], self.curve.logarithmic)

    def _toggle_rival(self) -> None:
        """Let another learner, with other parameters, learn beside this one; or let it go."""
        self.dialog = self.comparison.toggled()

    def _leave(self) -> None:
        """To the menu, once what was learnt is kept; where that has just failed, without."""
        self.running = False
        if self.keeping.has_failed:
            self.shell.to_menu()
        else:
            self.keeping.keep(self.shell.to_menu)

    def _play_against(self) -> None:
        self.running = False
        self.keeping.keep(self._open_table)

    def _open_table(self) -> None:
        ai = self.trainer.ai
        try:
            seats = parse_seats(ai.game, ["human", self.trainer.seat])
        except SeatError as error:
            self.toasts.push(error_sentence(error))
            return
        self.shell.show_table(TableRequest(ai.game, tuple(seats), dict(self.trainer.setup.options)))

    def play(self, move: Any) -> None:
        """Make a move on the table that positions are looked at on."""
        self.table.play(move)
        self.shell.sounds.play(self.table.view.sounds_of(move)[0])
        self._look_anew()

    def step_back(self) -> None:
        """Back to the position before."""
        if self.table.step_back():
            self._look_anew()

    def _look_anew(self) -> None:
        self.list.selected = None
        self.values = []

    def _choose(self, index: int) -> None:
        if index < len(self.values):
            self.play(self.values[index].move)

    def _click(self, point: tuple[float, float]) -> None:
        move = self.table.move_at(point)
        if move is not None:
            self.play(move)

    def _point(self, index: int | None) -> None:
        known = index is not None and index < len(self.values)
        self.table.foresee((index or 0) + 1, self.values[index or 0].move if known else None)

    # --- input and frame ---

    def handle(self, event: pygame.event.Event, canvas: Canvas) -> None:
        self.canvas = canvas
        self.table.enter()
        if self.dialog is not None:
            self.dialog.handle(event, canvas)
            return
        if self.group.handle(event, canvas):
            return
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._click(canvas.to_units(event.pos))

    def frame(self, seconds: float, canvas: Canvas) -> None:
        self.canvas = canvas
        self._time += seconds
        self.table.enter()
        self.meter.update(self.running and not self.keeping.saving.busy)
        if self.keeping.saving.busy:
            self.keeping.saving.update()
        elif self.running:
            self._learn(seconds)
        seen = self.table.seen
        if not self.running or not self.values or self._time >= self._values_due:
            self.values, self._values_due = self.trainer.values(seen), self._time + _VALUES_SECONDS
        ended = self.comparison.run(seen)
        if ended:
            self.toasts.push(ended)
        if not self.keeping.saving.busy:
            self.keeping.tell_trouble()
            self._mind_milestones()
        self._layout()
        self.group.update(seconds)
        self.toasts.update(seconds)
        if self.dialog is not None:
            self.dialog.update(seconds)
        self._draw(seconds)

    def _learn(self, seconds: float) -> None:
        """Let it learn for a frame. One that is to draw all values anew has no time for it: the next one makes up."""
        self._unlearnt += seconds
        self._put_off = self._time >= self._values_due and not self._put_off
        if not self._put_off:
            self.running = self.trainer.run(self._unlearnt, 1e9 if math.isinf(self.speed) else self.speed)
            self.keeping.saving.leave_out_of_collections(self._unlearnt)
            self._unlearnt = 0.0

    def _mind_milestones(self) -> None:
        """See what has been reached since the curve was longer the last time; what is new while it learns is told."""
        curve, ai = self.trainer.curve, self.trainer.ai
        if self._by_games:
            curve = replace(curve, points=curve.points[:-1])  # the latest point is only of this moment
        if len(curve.points) == self._measured:
            return
        first, self._measured = self._measured is None, len(curve.points)
        before = {(each.column, each.level) for each in self._reached}
        self._reached = milestones(curve, finds_of(ai), partial(opponent, ai.game))
        new = [each for each in self._reached if is_share(each.column) and (each.column, each.level) not in before]
        if new and self.running and not first:
            self.toasts.push(sentence(since_words(new[-1], curve.unit)))

    def _layout(self) -> None:
        canvas = self.canvas
        curve = min(_MOST_CURVE, max(_LEAST_CURVE, canvas.height * _CURVE))
        at_left = self.shell.settings.left_handed
        self._panel = canvas.area.inset(MARGIN).side_part(_PANEL, 0, at_left)[0]
        beside = canvas.area.side_part(_PANEL + MARGIN, 8, at_left)[1]
        self._place = beside.top_part(canvas.height - curve - MARGIN - 8)[0]
        x = self._place.x if at_left else MARGIN
        self._foot = Box(x, self._place.bottom + 8, self._place.w - MARGIN, curve)
        self.curve.arrange(canvas, self._foot)
        self._lay_out_panel(self._panel.inset(16, 14))

    def _lay_out_panel(self, inner: Box) -> None:
        row, rest = inner.top_part(44, 7)
        for widget, box in zip(self._tools, row.columns(4, 7), strict=True):
            widget.box = box
        row, rest = rest.top_part(36, 10)
        for (speed, button), box in zip(self.speeds.items(), row.columns(len(self.speeds), 7), strict=True):
            button.box, button.chosen = box, self.speed == speed
        self.start.icon = icon("pause" if self.running else "play")
        self.start.hint = _("Stop learning (P)") if self.running else _("Learn (P)")
        self.back.enabled = bool(self.table.moved)
        self.anew.enabled = self.against.enabled = self.leave.enabled = not self.keeping.saving.busy
        comparing = self.comparison.rival is not None
        rows = len(figures(self.comparison.learners[0], self._yardstick)) + comparing
        self._figures, rest = rest.top_part(rows * FIGURE, 8)
        told = min(_MILESTONES, inner.h * _TOLD)
        self._milestones, rest = rest.top_part(told - FIGURE * comparing, 4)
        self._head, rest = rest.top_part(46)
        foot = Box(inner.x, inner.bottom - 44, inner.w, 44)
        self.compare.box, self.against.box = foot.left_part(foot.w * 0.48, 8)
        self.compare.label = _("Compare no more") if comparing else _("Compare")
        self.compare.may_break = True
        self.compare.chosen = comparing
        why = self.comparison.refusal
        self.compare.enabled = not why
        self.compare.hint = why or _("Let a second learner with other parameters learn beside it, from nothing (C)")
        self.list.box = Box(rest.x, rest.y, rest.w, foot.y - 8 - rest.y)
        self.list.show(self.canvas, self.values)

    # --- drawing ---

    def _draw(self, seconds: float) -> None:
        canvas = self.canvas
        canvas.surface.blit(self.table.view.backdrop(canvas.surface.get_size()), (0, 0))
        motion = self.shell.settings.motion_factor
        table = self.table.draw(seconds, canvas, self._place, motion, self.values)
        self._draw_prompt(table)
        canvas.panel(self._foot)
        canvas.panel(self._panel)
        self._draw_curve(motion)
        draw_figures(canvas, self._figures, self.comparison.learners, self._yardstick)
        self._draw_milestones(canvas)
        self._draw_head(canvas)
        self.group.draw(canvas)
        self.toasts.draw(canvas, *self.table.below_prompt(), self._place)
        self.group.draw_hint(canvas)
        if self.dialog is not None:
            self.dialog.draw(canvas)

    def _draw_curve(self, motion: float) -> None:
        pulse = 0.5 + 0.5 * math.sin(self._time * 4) if self.running and math.isfinite(motion) else 0.0
        self.curve.draw(self.canvas, self._reached, round(pulse * 4) / 4)

    def _draw_milestones(self, canvas: Canvas) -> None:
        box = self._milestones
        canvas.text(_("What it can do"), box.x, box.y, 20, theme.HEADING, "serif")
        draw_milestones(canvas, box.top_part(32)[1], self._reached, self.trainer.curve.unit)

    def _draw_head(self, canvas: Canvas) -> None:
        box = self._head
        canvas.text(_("On the table"), box.x, box.y, 20, theme.HEADING, "serif")
        right = box.right if len(self.list) == 0 else self.list.row_box(0).right
        places = value_columns(canvas, right, any(found.wins is not None for found in self.values))
        words = (_("chance to win") if self.trainer.chances else _("learnt value")), _("exact")
        for place, told in zip(places, words, strict=False):
            canvas.text(told, place, box.y + 26, theme.SMALL, theme.MUTED, align="right")

    def _draw_action(self, canvas: Canvas, box: Box, index: int, state: RowState) -> None:
        if index >= len(self.values):
            return
        others = self.comparison.values(self.table.seen)
        found = self.values[index]
        bars = Bars.of(self.trainer, [each.value for each in [*self.values, *others]])
        other = next((each for each in others if each.move == found.move), None)
        draw_action_value(canvas, box, self.list.named[index], found, bars, state, other)

    def _learning(self) -> str:
        """Against whom it plays to learn."""
        if not self._by_games:
            return _("Learning from the games that it plays")
        spec = self.trainer.ai.learner_spec
        partner = None if spec is None else spec.partner
        if partner is None:
            return _("Learning by playing itself")
        name = name_for(self.trainer.ai.game, partner.ai)
        return _("Learning by playing itself, and {name} every {number} games", number=partner.every, name=name)

    def _asked(self) -> str:
        if self.table.over:
            return _("The game is over here: go back")
        return _("Click {pieces} or an action to look at another position", pieces=self.table.view.pieces)

    def _draw_prompt(self, table: Canvas) -> None:
        if self.toasts.words:
            return
        words: str = self._learning() if self.running else self._asked()
        if self.keeping.saving.busy:
            words = _("Keeping what was learnt")
        draw_prompt(table, self.table.view.prompt(self.table.stage), words)

    def close(self) -> None:
        self.comparison.end()
        self.meter.close()
        self.keeping.saving.wait()
        if self.trainer.unkept and not self.trainer.keep():
            warn(f"tabletalk: {self.trainer.trouble}")
        self.table.close()
