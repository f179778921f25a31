"""The replay viewer: a recorded match, stepped through at the table it was played at."""

from typing import Any

import esper
import pygame

from components.table import Pace, Progress
from components.view import Stage
from game.film import Film
from game.phases import Phase, add_system
from game.seats import Seat
from game.world import World
from systems.snapshot import arrange, only
from systems.view import theme
from systems.view.animation import AnimationSystem
from systems.view.canvas import Box, Canvas
from systems.view.controls import Slider
from systems.view.focus import Group
from systems.view.games import view_of
from systems.view.screens import Screen, Shell
from systems.view.scrolling import RowState, ScrollList, draw_row_ground
from systems.view.side_panel import face_of, icon
from systems.view.table_layer import TableLayer
from systems.view.table_screen import RenderSystem
from systems.view.widgets import Button

_SECONDS_A_STEP = 1.1


class ReplayScreen(Screen):
    """Steps through a filmed match, forwards and backwards, by hand or by itself; the film may go on meanwhile."""

    def __init__(self, shell: Shell, film: Film) -> None:
        super().__init__(shell)
        self.stills, self.log = film.stills, film.log
        self.names = list(film.names)
        self.at = 0
        self.playing = False
        self._since = 0.0
        self.view = view_of(film.rules.name)
        self.world = World(film.rules, film.setup, [Seat(name) for name in self.names], film.seed)
        self._stage = Stage(open_hands=film.open_hands, show_counts=True)
        esper.create_entity(self._stage)
        only(Pace).held = True
        add_system(self.view.layout(), Phase.LAYOUT)
        add_system(AnimationSystem(), Phase.ANIMATE)
        add_system(RenderSystem(self._draw), Phase.RENDER)
        self.table = TableLayer(self.view, self.names)
        self._make_widgets()
        self._arrange()

    def _make_widgets(self) -> None:
        def button(name: str, press: Any, hint: str, shortcut: str) -> Button:
            return Button("", press, icon=icon(name), hint=hint, shortcut=shortcut, show_shortcut=False)

        self.back = button("back", lambda: self.go(self.at - 1), "One move back (Left)", "Left")
        self.play = button("play", self.toggle, "Play (P)", "P")
        self.forward = button("step", lambda: self.go(self.at + 1), "One move on (Right)", "Right")
        self.menu = button("menu", self.shell.to_menu, "To the menu (Esc)", "Esc")
        self.slider = Slider(
            "", 0, max(1, len(self.stills) - 1), 0, lambda value: self.go(round(value)), label_share=0.0
        )
        self.slider.show = lambda value: f"{value:.0f} / {max(0, len(self.stills) - 1)}"
        self.slider.value_width = 96
        self.list = ScrollList(self._draw_line, selectable=True, on_select=self._go_to_line)
        self._list_key: object = None
        self.group = Group([self.menu, self.back, self.play, self.forward, self.slider, self.list])

    def go(self, at: int) -> None:
        """Show the position of a number, from 0."""
        at = min(max(0, at), max(0, len(self.stills) - 1))
        if at != self.at and self.stills:
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
        if self.at >= len(self.stills) - 1:
            self.go(0)
        self.playing = not self.playing

    def _go_to_line(self, line: int) -> None:
        places = [place for place, still in enumerate(self.stills) if still.log_line <= line]
        self.go(places[-1] if places else 0)

    def _arrange(self) -> None:
        if not self.stills:
            return
        still = self.stills[self.at]
        progress = only(Progress)
        self._stage.states = still.states
        progress.standing, progress.round_number = still.standing, still.round_number
        arrange(still.state.copy())

    # --- input and frame ---

    def handle(self, event: pygame.event.Event, canvas: Canvas) -> None:
        self.canvas = canvas
        self.world.enter()
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            self.go(self.at + (1 if event.key == pygame.K_RIGHT else -1))
            return
        space = event.type == pygame.KEYDOWN and event.key == pygame.K_SPACE and not self.group.by_keyboard
        if space or (not self.group.handle(event, canvas) and event.type == pygame.MOUSEBUTTONDOWN):
            self._stage.skip = True

    def frame(self, seconds: float, canvas: Canvas) -> None:
        self.canvas = canvas
        self.world.enter()
        self._stage.width, self._stage.height = canvas.width, canvas.height
        self._stage.motion = self.shell.settings.motion_factor
        self._play_on(seconds)
        self._layout()
        self.group.update(seconds)
        self.world.frame(seconds)

    def _play_on(self, seconds: float) -> None:
        if not self.playing or only(Pace).busy:
            return
        self._since += seconds
        if self._since >= _SECONDS_A_STEP:
            if self.at >= len(self.stills) - 1:
                self.playing = False
            self.go(self.at + 1)

    def _layout(self) -> None:
        inner = self.view.side(self._stage).inset(14)
        row, rest = inner.top_part(44, 10)
        for widget, box in zip([self.menu, self.back, self.play, self.forward], row.columns(4, 8), strict=True):
            widget.box = box
        self.slider.box, rest = rest.top_part(44, 10)
        self._head, self.list.box = rest.top_part(34)
        self.play.icon = icon("pause" if self.playing else "play")
        self.slider.maximum = max(1, len(self.stills) - 1)
        self.back.enabled, self.forward.enabled = self.at > 0, self.at < len(self.stills) - 1
        self.slider.value = float(self.at)
        key = (self.list.box.w, self.canvas.unit, len(self.log.lines))
        if key != self._list_key:
            self._list_key = key
            self.list.set_heights([
                self.canvas.paragraph_height(line.text, self.list.least_width - 20, 16, face_of(line), 1.25) + 10
                for line in self.log.lines
            ])  # fmt: skip
        if self.stills:
            self._follow_line(self.stills[self.at].log_line)

    def _follow_line(self, line: int) -> None:
        if line != self.list.selected and 0 <= line < len(self.list):
            self.list.selected = line
            box = self.list.row_box(line)
            top = box.y - self.list.box.y + self.list.scroller.offset
            self.list.scroller.reveal(top - 60, top + box.h + 60)

    def _draw(self) -> None:
        canvas, stage = self.canvas, self._stage
        self.table.draw(canvas, stage)
        canvas.panel(self.view.side(stage))
        canvas.text("Moves", self._head.x, self._head.y, 22, theme.HEADING, "serif")
        self.group.draw(canvas)
        self.group.draw_hint(canvas)
        self._draw_caption()

    def _draw_caption(self) -> None:
        words = self.log.lines[self.stills[self.at].log_line].text if self.stills else "This replay holds no round."
        x, y = self.view.prompt(self._stage).centre
        self.canvas.text(words, x + 1.5, y + 1.5, 20, (20, 8, 14), "serif-italic", "centre", vertical="middle")
        self.canvas.text(words, x, y, 20, theme.HEADING, "serif-italic", "centre", vertical="middle")

    def _draw_line(self, canvas: Canvas, box: Box, index: int, state: RowState) -> None:
        line = self.log.lines[index]
        draw_row_ground(canvas, box.inset(0, 1), state)
        colour = theme.GOLD if line.heading else theme.TEXT
        canvas.paragraph(line.text, Box(box.x + 10, box.y + 4, box.w - 20, 0), 16, colour, face_of(line), leading=1.25)

    def close(self) -> None:
        self.world.close()
