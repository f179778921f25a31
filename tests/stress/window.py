"""A random user at the window: clicks, keys and sizes on every screen, sensible and not."""

from collections.abc import Sequence
from math import inf
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pygame

from components.table import Pace
from game.app.window import Window
from game.games import registry
from game.games.seats import parse_seats
from game.matches.requests import ReplayRequest, TableRequest
from systems.human import HumanTurn
from systems.snapshot import maybe, only
from systems.view.screens.table import TableScreen
from systems.view.toolkit.canvas import Canvas, Point
from systems.view.toolkit.focus import Group
from systems.view.toolkit.widgets import Widget
from tests.games import GAMES
from tests.stress.kept import furnish, look_at_all, seats_for

STEPS = 500
KEYS = [
    "left", "right", "up", "down", "space", "return", "tab", "escape", "backspace", "home", "end", "page up",
    "page down", "delete", "f1", "f2", "f11", "f7", *"abcdefghijklmnopqrstuvwxyz0123456789",
]  # fmt: skip
SIZES = [(960, 540), (1280, 720), (1920, 1080), (1000, 900), (500, 400), (2200, 560), (1, 1), (1, 900), (40, 40)]


class User:
    """Somebody at the window who does not know what they want, or knows it too well."""

    def __init__(self, window: Window, rng: Random) -> None:
        self.window, self.rng = window, rng
        self.seen: list[Widget] = []
        """The widgets that the latest frame has drawn."""

    def act(self) -> None:
        """Do one thing."""
        rng = self.rng
        doings = (self._press_widget, self._press_key, self.play, self._click_anywhere, self._fiddle, self._resize)
        rng.choices(doings, (8, 6, 6, 2, 1, 0.3))[0]()

    def frames(self, count: int) -> None:
        """Let frames pass, and notice what they draw."""
        draw = Group.draw_widgets

        def noted(group: Group, canvas: Canvas) -> None:
            self.seen += [widget for widget in group.widgets if widget.visible]
            draw(group, canvas)

        for _ in range(count):
            self.seen.clear()
            with patch.object(Group, "draw_widgets", noted):
                self.window.frame(self.rng.choice((1 / 60, 1 / 60, 0.0, 0.1)))

    def _press_widget(self) -> None:
        if self.seen:
            box = self.rng.choice(self.seen).box
            across, down = self.rng.choice(((0.5, 0.5), (0.1, 0.5), (0.9, 0.5)))
            self._click((box.x + across * box.w, box.y + down * box.h))

    def _click_anywhere(self) -> None:
        canvas = self.window.canvas
        self._click((self.rng.random() * canvas.width, self.rng.random() * canvas.height))

    def _click(self, point: Point) -> None:
        unit = self.window.canvas.unit
        at = round(point[0] * unit), round(point[1] * unit)
        self._send(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0))
        self._send(pygame.MOUSEBUTTONDOWN, pos=at, button=self.rng.choice((1, 1, 1, 1, 3)))
        if self.rng.random() < 0.95:
            self._send(pygame.MOUSEBUTTONUP, pos=at, button=1)

    def _press_key(self) -> None:
        name = self.rng.choice(KEYS)
        if name != "q" or self.rng.random() < 0.1:  # it ends the program from the menu
            self.press(name)

    def press(self, name: str) -> None:
        """Press a key by its name."""
        key, mod = pygame.key.key_code(name), self.rng.choice((0, 0, 0, pygame.KMOD_SHIFT, pygame.KMOD_CTRL))
        self._send(pygame.KEYDOWN, key=key, mod=mod, unicode=name if len(name) == 1 else "")
        if len(name) == 1:
            self._send(pygame.TEXTINPUT, text=name)
        self._send(pygame.KEYUP, key=key, mod=mod)

    def play(self) -> None:
        """Make a legal move of the human's, by picking its pieces or by its button."""
        turn, screen = maybe(HumanTurn), self.window.screen
        if turn is None or not turn.moves or not isinstance(screen, TableScreen) or only(Pace).busy:
            return
        wanted = turn.picks[self.rng.randrange(len(turn.moves))]
        stage = screen.stage
        rows = [piece for row in screen.view.pick_rows(stage) for piece in row]
        for piece in self.rng.sample(rows, min(len(rows), sum(wanted.values()))):
            screen.human.toggle(piece)
        if turn.offers and self.rng.random() < 0.8:
            screen.human.confirm(self.rng.choice(turn.offers))

    def _fiddle(self) -> None:
        sent: Sequence[tuple[int, dict[str, Any]]] = (
            (pygame.MOUSEWHEEL, {"x": 0, "y": self.rng.choice((-3, 1)), "precise_y": 1.5}),
            (pygame.TEXTINPUT, {"text": self.rng.choice(("7", "ß", "\x07", "\U0001f0cf"))}),
            (pygame.WINDOWLEAVE, {}),
            (pygame.WINDOWFOCUSLOST, {}),
        )
        kind, values = self.rng.choice(sent)
        self._send(kind, **values)

    def _resize(self) -> None:
        size = self.rng.choice(SIZES)
        pygame.display.set_mode(size, pygame.RESIZABLE)
        self._send(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1])

    def _send(self, kind: int, **values: Any) -> None:
        self.window.handle(pygame.event.Event(kind, **values))


def play(rng: Random, home: Path, steps: int = STEPS) -> None:
    """Let a random user have the window for so many steps; raises where anything goes wrong."""
    furnish(home, rng)
    window = Window()
    try:
        window.begin(_request(rng, home))
        user = User(window, rng)
        for _ in range(steps):
            user.frames(rng.choice((1, 1, 2, 6)))
            if not window._running:
                window._running = True
                window.to_menu()
            user.act()
    finally:
        window.close()
    look_at_all(home)


def _request(rng: Random, home: Path) -> TableRequest | ReplayRequest | None:
    """What the window opens with: the menu, a table or a replay."""
    match rng.randrange(4):
        case 0:
            return None
        case 1:
            return ReplayRequest(rng.choice(sorted((home / "matches").glob("*.jsonl"))))
        case _:
            game = rng.choice(GAMES)
            seats = tuple(parse_seats(game, seats_for(game, rng, humans=0.5)))
            options = {option.key: option.default for option in registry.game(game).rules.options if option.always}
            return TableRequest(game, seats, options, rng.randrange(1000), None, rng.choice((1.0, 4.0, inf)))
