"""The training panel: an AI learns before one's eyes, at the table it learns to play at."""

import math
import sys
from collections import Counter
from typing import Any

import esper
import pygame

from components.table import Pace, Progress, Table
from components.view import Goal, Stage
from game.phases import Phase, add_system
from game.requests import TableRequest
from game.seats import Seat, SeatError, parse_seats
from game.training_room import ActionValue, TrainingRoom
from game.world import World
from systems.deciding import pieces_of
from systems.human import locate
from systems.snapshot import arrange, only
from systems.view import theme
from systems.view.animation import AnimationSystem
from systems.view.canvas import Box, Canvas
from systems.view.chart import draw_shares, short
from systems.view.focus import Group
from systems.view.games import view_of
from systems.view.notices import Toasts
from systems.view.screens import Screen, Shell
from systems.view.scrolling import RowState, ScrollList, draw_row_ground
from systems.view.side_panel import icon
from systems.view.table_layer import TableLayer
from systems.view.table_screen import RenderSystem
from systems.view.widgets import Button

SPEEDS = ((5.0, "5/s"), (200.0, "200/s"), (math.inf, ""))
"""Games a second that can be asked for; the last is as many as fit beside the frames."""
_ROW = 46.0
_WON = (150, 214, 150)
_LOST = (255, 150, 120)


class TrainingScreen(Screen):
    """Learning with pause and speed, its curve, and what has been learnt of the position on the table.

    Clicking a piece plays the move that it stands for, so that any position can be looked at.
    """

    def __init__(self, shell: Shell, room: TrainingRoom) -> None:
        super().__init__(shell)
        self.room = room
        self.toasts = Toasts()
        self.running = False
        self.speed = SPEEDS[1][0]
        self.view = view_of(room.ai.game)
        names = [f"{room.ai.name} {index + 1}" for index in range(room.setup.players)]
        self.world = World(room.rules, room.setup, [Seat(name) for name in names], room.seed)
        self._stage = Stage(open_hands=frozenset(range(len(names))), show_counts=True)
        esper.create_entity(self._stage)
        only(Pace).held = True
        add_system(self.view.layout(), Phase.LAYOUT)
        add_system(AnimationSystem(), Phase.ANIMATE)
        add_system(RenderSystem(self._draw), Phase.RENDER)
        self.table = TableLayer(self.view, names)
        self.positions = [self._dealt()]
        self.values: list[ActionValue] = []
        self._make_widgets()
        self._arrange()

    @property
    def stage(self) -> Stage:
        """How the table is seen."""
        return self._stage

    def place_of(self, entity: int) -> tuple[float, float]:
        """Where a piece lies, in units."""
        pose = esper.component_for_entity(entity, Goal).pose
        return pose.x, pose.y

    def _dealt(self) -> Any:
        rules, setup = self.room.rules, self.room.setup
        return rules.deal(setup, rules.new_standing(setup), 0, only(Table).streams.deal(1))

    # --- making ---

    def _make_widgets(self) -> None:
        def tool(name: str, press: Any, hint: str, shortcut: str) -> Button:
            return Button("", press, icon=icon(name), hint=hint, shortcut=shortcut, show_shortcut=False)

        self.menu = tool("menu", self.shell.to_menu, "To the menu: what was learnt is kept (Esc)", "Esc")
        self.start = tool("play", self.toggle, "Learn (P)", "P")
        self.back = tool("undo", self.step_back, "Back to the position before (U)", "U")
        self.anew = tool("close", self._forget, "Forget everything and start anew", "")
        self.speeds = []
        for place, (speed, name) in enumerate(SPEEDS):
            button = Button(name, self._setter(speed), size=15, shortcut=str(place + 1), show_shortcut=False)
            button.hint = f"{name or 'As many as can be'} games a second ({place + 1})"
            if not name:
                button.icon = icon("fast")
            self.speeds.append(button)
        self.against = Button("Play against it", self._play_against, style="primary", size=19)
        self.list = ScrollList(self._draw_action, selectable=True, on_hover=self._point, on_select=self._choose)
        tools = [self.menu, self.start, self.back, self.anew]
        self.group = Group([*tools, *self.speeds, self.list, self.against])

    def _setter(self, speed: float) -> Any:
        def set_speed() -> None:
            self.speed = speed
            self.running = True

        return set_speed

    # --- what can be done ---

    def toggle(self) -> None:
        """Learn, or stop learning; what was learnt is kept when it stops."""
        self.running = not self.running
        if not self.running:
            self._keep()

    def _forget(self) -> None:
        self.running = False
        self.room.forget()

    def _keep(self) -> bool:
        kept = not self.room.unkept or self.room.keep()
        self._tell_trouble()
        return kept

    def _tell_trouble(self) -> None:
        if self.room.trouble:
            self.toasts.push(self.room.trouble)
            self.room.trouble = None

    def _play_against(self) -> None:
        self.running = False
        if not self._keep():
            return
        ai, path = self.room.ai, self.room.path
        spec = f"{ai.name}:{path}" if path.exists() else f"{ai.name}:untrained"
        try:
            seats = parse_seats(ai.game, ["human", spec])
        except SeatError as error:
            self.toasts.push(f"{error}")
            return
        self.shell.show_table(TableRequest(ai.game, tuple(seats), dict(self.room.setup.options)))

    def play(self, move: Any) -> None:
        """Make a move on the table that positions are looked at on."""
        state = self.positions[-1].copy()
        self.room.rules.decide(state, move)
        self.room.rules.settle(state, move, None)
        self.positions.append(state)
        self.shell.sounds.play(self.view.sounds_of(move)[0])
        self._arrange()

    def step_back(self) -> None:
        """Back to the position before."""
        if len(self.positions) > 1:
            self.positions.pop()
            self._arrange()

    def _arrange(self) -> None:
        only(Progress).round_number = 1
        self._stage.suggested = frozenset()
        self._stage.states = tuple(self.positions)
        arrange(self.positions[-1].copy())
        self.list.selected = None
        self.values = []

    def _choose(self, index: int) -> None:
        if index < len(self.values):
            self.play(self.values[index].move)

    def _click(self, point: tuple[float, float]) -> None:
        entity = self.view.piece_at(point)
        if entity is None or not self.view.pickable(self._stage, entity):
            return
        wanted = Counter(locate(piece) for piece in self.view.picks(self._stage, entity))
        state = self.positions[-1]
        if state.to_move is None:
            self.toasts.push("The game is over here: go back.")
            return
        view = self.room.rules.view(state, state.to_move)
        for move in self.room.rules.legal_moves(view):
            if Counter(self.room.rules.chosen(view, move)) == wanted:
                self.play(move)
                return

    def _point(self, index: int | None) -> None:
        pieces: frozenset[int] = frozenset()
        state = self.positions[-1]
        if index is not None and index < len(self.values) and state.to_move is not None:
            view = self.room.rules.view(state, state.to_move)
            pieces = frozenset(pieces_of(self.room.rules, view, self.values[index].move))
        self._stage.suggested = pieces

    # --- input and frame ---

    def handle(self, event: pygame.event.Event, canvas: Canvas) -> None:
        self.canvas = canvas
        self.world.enter()
        if self.group.handle(event, canvas):
            return
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._click(canvas.to_units(event.pos))

    def frame(self, seconds: float, canvas: Canvas) -> None:
        self.canvas = canvas
        self.world.enter()
        if self.running:
            self.room.run(seconds, 1e9 if math.isinf(self.speed) else self.speed)
        self._tell_trouble()
        self._stage.width, self._stage.height = canvas.width, canvas.height
        self._stage.motion = self.shell.settings.motion_factor
        self.values = self.room.values(self.positions[-1])
        self._layout()
        self.group.update(seconds)
        self.toasts.update(seconds)
        self.world.frame(seconds)

    def _layout(self) -> None:
        inner = self.view.side(self._stage).inset(14)
        row, rest = inner.top_part(44, 7)
        for widget, box in zip([self.menu, self.start, self.back, self.anew], row.columns(4, 7), strict=True):
            widget.box = box
        row, rest = rest.top_part(36, 10)
        for widget, box in zip(self.speeds, row.columns(len(self.speeds), 7), strict=True):
            widget.box = box
        for (speed, _), button in zip(SPEEDS, self.speeds, strict=True):
            button.chosen = self.speed == speed
        self.start.icon = icon("pause" if self.running else "play")
        self.start.hint = "Stop learning (P)" if self.running else "Learn (P)"
        self.back.enabled = len(self.positions) > 1
        self._chart, rest = rest.top_part(156, 6)
        self._figures, rest = rest.top_part(116, 2)
        self._head, rest = rest.top_part(50)
        self.against.box = Box(inner.x, inner.bottom - 44, inner.w, 44)
        self.list.box = Box(rest.x, rest.y, rest.w, rest.h - 54)
        if len(self.list) != len(self.values):
            self.list.set_heights([_ROW] * len(self.values))

    # --- drawing ---

    def _draw(self) -> None:
        canvas = self.canvas
        self.table.draw(canvas, self._stage)
        canvas.panel(self.view.side(self._stage))
        points = [(mark.games, mark.share) for mark in self.room.course]
        draw_shares(canvas, self._chart, points, "games")
        self._draw_figures(canvas)
        self._draw_head(canvas)
        self.group.draw(canvas)
        self._draw_prompt(canvas)
        box = self.view.prompt(self._stage)
        self.toasts.draw(canvas, box.centre[0], box.bottom + 4)
        self.group.draw_hint(canvas)

    def _draw_figures(self, canvas: Canvas) -> None:
        progress, box = self.room.progress, self._figures
        yardstick = self.room.training.yardstick
        share = "" if progress.share is None else f"{progress.share * 100:.1f} %"
        lines = [
            ("Games", f"{progress.games:,}"),
            ("A second", short(self.room.games_per_second)),
            ("Epsilon", f"{progress.epsilon:.3f}"),
            ("Pairs learnt", f"{progress.pairs:,}"),
        ]
        for place, (label, value) in enumerate(lines):
            x = box.x + (place % 2) * (box.w / 2 + 6)
            y = box.y + (place // 2) * 24
            canvas.text(label, x, y, 16, theme.MUTED)
            canvas.text(value, x + box.w / 2 - 8, y, 16, theme.TEXT, "sans-bold", "right")
        if yardstick is not None:
            canvas.text(share, box.right - 2, box.y + 54, 22, theme.GOLD, "serif-bold", "right")
            canvas.paragraph(
                yardstick.about, Box(box.x, box.y + 50, box.w - 92, 0), theme.SMALL, theme.MUTED, leading=1.2
            )

    def _draw_head(self, canvas: Canvas) -> None:
        box = self._head
        canvas.text("On the table", box.x, box.y, 20, theme.HEADING, "serif")
        canvas.text("learnt value", box.right - 66, box.y + 29, theme.SMALL, theme.MUTED, align="right")
        canvas.text("exact", box.right - 8, box.y + 29, theme.SMALL, theme.MUTED, align="right")

    def _draw_action(self, canvas: Canvas, box: Box, index: int, state: RowState) -> None:
        if index >= len(self.values):
            return
        found = self.values[index]
        inside = box.inset(0, 1)
        draw_row_ground(canvas, inside, state)
        if found.greedy:
            canvas.ring(inside, theme.GOLD, 1.6, 8)
        y = box.y + 8
        canvas.text(self.room.rules.label(found.move), box.x + 10, y, 16, theme.TEXT, max_width=box.w - 118)
        canvas.text(f"{found.value:+.2f}", box.right - 58, y, 16, theme.TEXT, "sans-bold", "right")
        if found.wins is not None:
            word, ink = ("wins", _WON) if found.wins else ("loses", _LOST)
            canvas.text(word, box.right - 10, y, 16, ink, align="right")
        self._draw_value(canvas, Box(box.x + 10, box.y + 32, box.w - 20, 7), found.value)

    @staticmethod
    def _draw_value(canvas: Canvas, bar: Box, value: float) -> None:
        """A bar from the middle, which is 0, to the right up to 1 or to the left down to -1."""
        canvas.shape(bar, theme.BAR_BACK, radius=bar.h / 2)
        half = bar.w / 2 * min(1.0, abs(value))
        if half > 0.5:
            left = bar.centre[0] - (half if value < 0 else 0)
            canvas.shape(Box(left, bar.y, half, bar.h), _WON if value > 0 else _LOST, radius=bar.h / 2)

    def _draw_prompt(self, canvas: Canvas) -> None:
        if self.toasts.words:
            return
        words = "Learning by playing itself" if self.running else "Click stones to look at another position"
        x, y = self.view.prompt(self._stage).centre
        canvas.text(words, x + 1.5, y + 1.5, 20, (10, 16, 12), "serif-italic", "centre", vertical="middle")
        canvas.text(words, x, y, 20, theme.HEADING, "serif-italic", "centre", vertical="middle")

    def close(self) -> None:
        if self.room.unkept and not self.room.keep():
            print(f"tabletalk: {self.room.trouble}", file=sys.stderr)
        self.world.close()
