"""The replay viewer: a recorded match, stepped through at the table it was played at."""

import math
import time
from collections.abc import Iterator
from typing import Any

import esper
import pygame

from components.table import Pace, Progress
from components.view import Stage
from game.analysis.people.practice import Course, Exercise, Solved
from game.base.phases import Phase, add_system
from game.games import registry
from game.games.seats import Seat
from game.matches.replay import Replay, ReplayError
from game.matches.timeline import Timeline
from game.matches.world import World
from game.rules.language import _, error_sentence
from systems.snapshot import arrange, only
from systems.view.games.views import view_of
from systems.view.screens.board import Board
from systems.view.screens.branch_dialog import BranchDialog
from systems.view.screens.curve_marks import MARK, mark
from systems.view.screens.rules import replay_help_dialog
from systems.view.screens.screen import Screen, Shell
from systems.view.screens.table import RenderSystem
from systems.view.table.animation import AnimationSystem
from systems.view.table.characters import seated
from systems.view.table.layer import TableLayer
from systems.view.table.layout import MARGIN, SIDE_WIDTH, table_box
from systems.view.table.log_list import face_of
from systems.view.table.prompt import draw_prompt
from systems.view.toolkit import theme
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.controls import Slider
from systems.view.toolkit.focus import Group
from systems.view.toolkit.scrolling import RowState, ScrollList, draw_row_ground
from systems.view.toolkit.widgets import Button, icon, place_row

_SECONDS_A_STEP = 1.1
_AT_ONCE = 0.02
"""Seconds for which a match is read before it is shown; the rest is read beside the first frames."""
_A_FRAME = 0.006
"""Seconds of each frame for that."""
_MARKS = {pygame.K_PAGEUP: -1, pygame.K_PAGEDOWN: 1}
"""The keys that lead from mark to mark of the curve."""


class ReplayScreen(Screen):
    """Steps through a recorded match, forwards and backwards, by hand or by itself; the timeline may grow meanwhile."""

    def __init__(
        self, shell: Shell, timeline: Timeline, replay: Replay | None = None, reading: Iterator[None] | None = None
    ) -> None:
        """A recorded match is analysed while it is shown: `replay` says where it lies, and `reading` goes on to read it
        into the timeline. Raises ReplayError where what is read at once departs from the rules."""
        super().__init__(shell)
        self.timeline = timeline
        self.frames, self.log = timeline.frames, timeline.log
        self._reading = reading
        self._to_the_end = False
        """Whether the last position is asked for, which is not read yet."""
        self._read(_AT_ONCE)
        self.names = list(timeline.names)
        self.at = 0
        self.playing = False
        self._since = 0.0
        self.view = view_of(timeline.rules.name)
        self.world = World(
            timeline.rules, timeline.setup, [Seat(name) for name in self.names], timeline.seed, shown_only=True
        )
        self._stage = Stage(open_hands=timeline.open_hands, show_counts=True)
        esper.create_entity(self._stage)
        only(Pace).held = True
        add_system(self.view.layout(), Phase.LAYOUT)
        add_system(AnimationSystem(), Phase.ANIMATE)
        add_system(RenderSystem(self._draw), Phase.RENDER)
        ais = [None] * len(self.names) if replay is None else [player["ai"] for player in replay.head["players"]]
        self.table = TableLayer(self.view, seated(timeline.rules.name, self.names, ais))
        self._make_widgets()
        self.board: Board | None = None
        self._replay = replay
        if replay is not None:
            asks = self._branch, self._practise
            self.board = Board(shell.analyses, timeline, replay, self.list, self.go, *asks, shell.settings)
            self.group.set_widgets([*self.tools, *self.board.widgets])
        self._arrange()

    def read_all(self) -> None:
        """Read the match to its end now. Raises ReplayError where it departs from the rules."""
        self._read(math.inf)

    def _read(self, seconds: float) -> None:
        """Read on for so long, a line at least."""
        if self._reading is None:
            return
        until = time.perf_counter() + seconds
        for _line in self._reading:
            if time.perf_counter() >= until:
                return
        self._reading = None

    def _read_on(self) -> None:
        """Read on beside a frame; where the match departs from the rules, the menu says so."""
        try:
            self._read(_A_FRAME)
        except ReplayError as error:
            self._reading = None
            self.shell.to_menu(error_sentence(error))
        if self._to_the_end and self._reading is None:
            self._to_the_end = False
            self.go(len(self.frames) - 1)

    def _branch(self) -> None:
        """Ask who plays on from the position that is shown."""
        frame = self.frames[self.at]
        if self._replay is not None:
            asked = BranchDialog(self._replay, frame.lines, frame.state.to_move, self.shell.resume, self.tell)
            self.dialog = asked.dialog

    def _practise(self, mistakes: list[Exercise]) -> None:
        """Open the first of these positions that is not solved."""
        try:
            self.shell.show_practice(Course(mistakes, Solved.load()))
        except (ReplayError, LookupError) as error:
            self.tell(error_sentence(error))

    def _make_widgets(self) -> None:
        def button(name: str, press: Any, hint: str, shortcut: str) -> Button:
            return Button("", press, icon=icon(name), hint=hint, shortcut=shortcut, show_shortcut=False)

        self.menu = button("menu", self.shell.to_menu, _("To the menu (Esc)"), "Esc")
        self.first = button("first", lambda: self.go(0), _("To the first position (Home)"), "Home")
        self.back = button("step_back", lambda: self.go(self.at - 1), _("One move back (Left)"), "Left")
        self.play = button("play", self.toggle, _("Play (P)"), "P")
        self.forward = button("step", lambda: self.go(self.at + 1), _("One move on (Right)"), "Right")
        self.last = button("last", self.to_the_end, _("To the last position (End)"), "End")
        self.help = button("help", self.show_help, _("Keys and rules (F1)"), "F1")
        self.tools = [self.menu, self.first, self.back, self.play, self.forward, self.last, self.help]
        self.slider = Slider(
            "", 0, max(1, len(self.frames) - 1), 0, lambda value: self.go(round(value)), label_share=0.0
        )
        self.slider.show = lambda value: f"{value:.0f} / {max(0, len(self.frames) - 1)}"
        self.slider.value_width = 96
        self.list = ScrollList(self._draw_line, selectable=True, on_select=self._go_to_line)
        self._list_key: object = None
        self.group = Group([*self.tools, self.slider, self.list])

    @property
    def game(self) -> str:
        return registry.game(self.timeline.rules.name).title

    @property
    def resting(self) -> bool:
        return not self.playing and self._reading is None

    def to_the_end(self) -> None:
        """Show the last position, as soon as it is read."""
        self._to_the_end = self._reading is not None
        self.go(len(self.frames) - 1)

    def go(self, at: int) -> None:
        """Show the position of a number, from 0."""
        at = min(max(0, at), max(0, len(self.frames) - 1))
        if at != self.at and self.frames:
            self.world.enter()
            self._stage.skip = abs(at - self.at) > 1
            self.at = at
            self._since = 0.0
            self._arrange()
            self.shell.sounds.play(self.view.moving)

    @property
    def busy(self) -> bool:
        """Whether pieces still move."""
        self.world.enter()
        return only(Pace).busy

    def skip(self) -> None:
        """Let all pieces arrive at once."""
        self.world.enter()
        self._stage.skip = True

    def toggle(self) -> None:
        """Play by itself, or stop."""
        if self.at >= len(self.frames) - 1:
            self.go(0)
        self.playing = not self.playing

    def show_help(self) -> None:
        """Show the keys of the viewer, and the rules of the game."""
        self.dialog = replay_help_dialog(registry.game(self.timeline.rules.name), self.timeline.setup.options)

    def toggle_mute(self) -> None:
        """Sounds on or off."""
        self.shell.change(muted=not self.shell.settings.muted)
        self.tell(_("Sounds are off.") if self.shell.settings.muted else _("Sounds are on."))

    def _go_to_line(self, line: int) -> None:
        places = [place for place, still in enumerate(self.frames) if still.log_line <= line]
        self.go(places[-1] if places else 0)

    def _arrange(self) -> None:
        if not self.frames:
            return
        still = self.frames[self.at]
        progress = only(Progress)
        self._stage.states = still.states
        progress.standing, progress.round_number = still.standing, still.round_number
        arrange(still.state.copy(), still.arrangement)

    # --- input and frame ---

    def handle(self, event: pygame.event.Event, canvas: Canvas) -> None:
        self.canvas = canvas
        self.world.enter()
        if self.dialog is not None:
            self.dialog.handle(event, canvas)
            return
        if event.type == pygame.KEYDOWN and self._handle_key(event.key):
            return
        space = event.type == pygame.KEYDOWN and event.key == pygame.K_SPACE and not self.group.by_keyboard
        if space or (not self.group.handle(event, canvas) and event.type == pygame.MOUSEBUTTONDOWN):
            self._stage.skip = True

    def _handle_key(self, key: int) -> bool:
        """The keys of the viewer itself, whatever widget has the focus. Whether the key was used."""
        to = {
            pygame.K_LEFT: self.at - 1,
            pygame.K_RIGHT: self.at + 1,
            pygame.K_HOME: 0,
        }.get(key)
        if to is not None:
            self._to_the_end = False
            self.go(to)
        elif key == pygame.K_END:
            self.to_the_end()
        elif key == pygame.K_m:
            self.toggle_mute()
        elif key in _MARKS and self.board is not None:
            self.board.step_mark(_MARKS[key])
        else:
            return False
        return True

    def frame(self, seconds: float, canvas: Canvas) -> None:
        self.canvas = canvas
        self.world.enter()
        self._read_on()
        self._stage.width, self._stage.height = self._size(canvas)
        self._stage.left_handed = self.board is None and self.shell.settings.left_handed
        self._stage.motion = self.shell.settings.motion_factor
        if self.dialog is not None:
            self.dialog.update(seconds)
        else:
            self._play_on(seconds)
        self._layout()
        self.group.update(seconds)
        self.toasts.update(seconds)
        self.world.frame(seconds)

    def _play_on(self, seconds: float) -> None:
        if not self.playing or only(Pace).busy:
            return
        self._since += seconds
        if self._since >= _SECONDS_A_STEP:
            if self.at >= len(self.frames) - 1:
                self.playing = False
            self.go(self.at + 1)

    def _size(self, canvas: Canvas) -> tuple[float, float]:
        """The size of the table, its side panel among it, in units of its own."""
        if self.board is None:
            return canvas.width, canvas.height
        box, scale = self.board.table(canvas)
        return box.w / scale + SIDE_WIDTH + MARGIN, box.h / scale

    def _layout(self) -> None:
        if self.board is None:
            row, rest = self.view.side(self._stage).inset(14).top_part(44, 10)
            self.slider.box, rest = rest.top_part(44, 10)
            self._head, self.list.box = rest.top_part(34)
        else:
            self.board.update(self.at, self.frames[self.at] if self.frames else None)
            row = self.board.lay_out(self.canvas)
            self._stage.foreseen = self.board.foreseen
        place_row(row, self.tools)
        self.play.icon = icon("pause" if self.playing else "play")
        self.play.hint = _("Stop (P)") if self.playing else _("Play (P)")
        self.slider.maximum = max(1, len(self.frames) - 1)
        self.first.enabled = self.back.enabled = self.at > 0
        self.last.enabled = self.forward.enabled = self.at < len(self.frames) - 1
        self.slider.value = float(self.at)
        # While the match is still read it is too long to be measured anew in every frame.
        key = (self.list.box.w, self.canvas.measures, len(self.log.lines))
        if key != self._list_key and (self._list_key is None or self._reading is None):
            self._list_key = key
            self.list.set_heights([
                self.canvas.paragraph_height(line.text, self._line_width, 16, face_of(line), 1.25) + 10
                for line in self.log.lines
            ])  # fmt: skip
        if self.frames:
            self._follow_line(self.frames[self.at].log_line)

    def _follow_line(self, line: int) -> None:
        if line != self.list.selected and 0 <= line < len(self.list):
            self.list.selected = line
            box = self.list.row_box(line)
            top = box.y - self.list.box.y + self.list.scroller.offset
            self.list.scroller.reveal(top - 60, top + box.h + 60)

    def _draw(self) -> None:
        canvas, stage = self.canvas, self._stage
        table = self._draw_table(canvas)
        if self.board is None:
            canvas.panel(self.view.side(stage))
            canvas.text(_("Moves"), self._head.x, self._head.y, 22, theme.HEADING, "serif")
        else:
            self.board.draw(canvas)
        self.group.draw(canvas)
        line, area = self.view.prompt(stage), table_box(stage)
        if not (self.toasts.words or stage.foreseen):  # whose labels may lie there
            draw_prompt(table, line, self._caption())
        self.toasts.draw(table, line.centre[0], line.bottom + 4, area)
        if self.dialog is not None:
            self.dialog.draw(canvas)
        else:
            self.group.draw_hint(canvas)

    def _draw_table(self, canvas: Canvas) -> Canvas:
        """Draw the table, and give what it is drawn on."""
        if self.board is None:
            self.table.draw(canvas, self._stage)
            return canvas
        size = canvas.surface.get_size()
        canvas.surface.blit(self.view.backdrop(size), (0, 0))
        table = self.board.table_canvas(canvas)
        self.table.draw(table, self._stage, size)
        return table

    def _caption(self) -> str:
        return (
            self.log.lines[self.frames[self.at].log_line].text
            if self.frames
            else _("No round of this match has begun.")
        )

    def _draw_line(self, canvas: Canvas, box: Box, index: int, state: RowState) -> None:
        line = self.log.lines[index]
        draw_row_ground(canvas, box.inset(0, 1), state)
        colour = theme.GOLD if line.heading else theme.TEXT
        # As wide as it was measured with, whether the bar shows or not: it breaks at the same words.
        column = Box(box.x + 10, box.y + 4, self._line_width, 0)
        canvas.paragraph(line.text, column, 16, colour, face_of(line), leading=1.25)
        if self.board is not None and (called := self.board.called.get(index)) is not None:
            canvas.picture(mark(called, canvas.px(MARK)), column.right + MARK, box.centre[1])

    @property
    def _line_width(self) -> float:
        """How wide the words of a line are, beside the mark of an error."""
        return self.list.least_width - 20 - (0.0 if self.board is None else 1.5 * MARK)

    def close(self) -> None:
        if self.board is not None:
            self.board.close()
        self.world.close()
