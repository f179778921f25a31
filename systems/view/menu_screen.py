"""The menu: who sits in each chair, how the match is played, matches to go on with or to look at, settings."""

import math
from pathlib import Path

import pygame

from game import catalogue
from game.catalogue import Game
from game.replay import Replay, ReplayError, read
from game.requests import TableRequest
from game.seats import HUMAN, SeatError, parse_seats
from game.session import matches_folder, resumable
from systems.view import artwork, theme
from systems.view.canvas import Box, Canvas
from systems.view.dialogs import Dialog
from systems.view.fields import Choice, TextField
from systems.view.focus import Group
from systems.view.notices import Toasts
from systems.view.screens import Screen, Shell, help_dialog
from systems.view.scrolling import RowState, ScrollList, draw_row_ground
from systems.view.settings_dialog import settings_dialog
from systems.view.side_panel import icon
from systems.view.widgets import Button

_MOST_MATCHES = 60
_WIDTH = 560.0


class MenuScreen(Screen):
    """Where the program begins."""

    def __init__(self, shell: Shell, game: str | None = None) -> None:
        super().__init__(shell)
        self.toasts = Toasts()
        self.games = catalogue.games()
        self._game = catalogue.game(game) if game else self.games[0]
        self._unfinished = latest_unfinished()
        self._make_widgets()

    # --- making ---

    def _make_widgets(self) -> None:
        self.game_choices = [self._game_button(game) for game in self.games]
        self.chairs = [self._chair(index) for index in range(max(self._game.rules.seats))]
        self.seed = TextField(
            "Seed",
            digits_only=True,
            label_share=0.3,
            max_length=9,
            placeholder="by lot",
            hint="The same seed deals the same cards.",
        )
        self.start = Button("Start", self._start, style="primary", size=26, shortcut="Enter", show_shortcut=False)
        self.resume = Button("Continue", self._resume, shortcut="C", show_shortcut=False, icon=icon("play"))
        self.resume.hint = "Go on with the last unfinished match (C)"
        self.resume.visible = self._unfinished is not None
        if self._unfinished is not None:
            self.resume.label = f"Continue {_names(self._unfinished)}"
        self.matches = Button(
            "Matches", self._open_matches, shortcut="R", show_shortcut=False, icon=icon("deck"), size=18
        )
        self.rules = Button(
            "Rules",
            lambda: self._open(help_dialog(self._game)),
            shortcut="F1",
            show_shortcut=False,
            icon=icon("help"),
            size=18,
        )
        self.options = Button(
            "Settings", self._open_settings, shortcut="S", show_shortcut=False, icon=icon("settings"), size=18
        )
        self.leave = Button("Quit", self.shell.quit, style="quiet", shortcut="Q", show_shortcut=False, size=18)
        games = self.game_choices if len(self.games) > 1 else []
        feet = [self.matches, self.rules, self.options, self.leave]
        self.group = Group([*games, *self.chairs, self.seed, self.start, self.resume, *feet])

    def _game_button(self, game: Game) -> Button:
        button = Button(game.title, lambda: self._choose_game(game), hint=game.about)
        button.chosen = game is self._game
        return button

    def _choose_game(self, game: Game) -> None:
        self._game = game
        self._make_widgets()

    def _chair(self, index: int) -> Choice[str]:
        options = [(HUMAN, "Human"), *((ai.name, ai.name) for ai in catalogue.ais(self._game.name))]
        value = HUMAN if index == 0 else self._game.default_ai
        return Choice(f"Chair {index + 1}", options, value, label_share=0.3)

    # --- what the buttons do ---

    def _open(self, dialog: Dialog) -> None:
        self.dialog = dialog

    def _start(self) -> None:
        try:
            seats = parse_seats(self._game.name, [chair.value for chair in self.chairs])
        except (SeatError, catalogue.UnknownNameError) as error:
            self.toasts.push(f"{error}.")
            return
        seed = int(self.seed.text) if self.seed.text else None
        self.shell.show_table(TableRequest(self._game.name, tuple(seats), {}, seed))

    def _resume(self) -> None:
        if self._unfinished is None:
            return
        try:
            self.shell.resume(self._unfinished)
        except (ReplayError, SeatError, catalogue.UnknownNameError) as error:
            self.toasts.push(f"{error}.")
            self.resume.visible = False

    def _open_matches(self) -> None:
        matches = recorded_matches()
        if not matches:
            self.toasts.push("No match has been recorded yet.")
            return
        body = MatchesBody(matches)
        view = Button("Look at it", lambda: self._view(body.chosen), style="primary")
        self._open(Dialog("Recorded matches", body, [Button("Close"), view], width=720))

    def _view(self, replay: Replay | None) -> None:
        if replay is None:
            return
        try:
            self.shell.show_replay(replay)
        except (ReplayError, SeatError, catalogue.UnknownNameError) as error:
            self.toasts.push(f"{error}.")

    def _open_settings(self) -> None:
        self._open(settings_dialog(self.shell.settings, self.shell.change))

    # --- a frame ---

    def handle(self, event: pygame.event.Event, canvas: Canvas) -> None:
        if self.dialog is not None:
            self.dialog.handle(event, canvas)
        elif not self.group.handle(event, canvas) and event.type == pygame.KEYDOWN:
            if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
                self._start()
            elif event.key == pygame.K_ESCAPE:
                self.group.focus(self.leave, by_keyboard=True)

    def frame(self, seconds: float, canvas: Canvas) -> None:
        self.canvas = canvas
        self._layout(canvas)
        self.group.update(seconds)
        self.toasts.update(seconds)
        canvas.surface.blit(artwork.background("menu", canvas.surface.get_size()), (0, 0))
        self._draw(canvas)
        if self.dialog is not None:
            self.dialog.update(seconds)
            self.dialog.draw(canvas)
        self.shell.sounds.prepare()

    def _layout(self, canvas: Canvas) -> None:
        games = 58 if len(self.games) > 1 else 0
        rows = len(self.chairs) + 1
        height = 84 + games + rows * 54 + 82 + (56 if self.resume.visible else 0)
        self._panel = Box.around((canvas.width / 2, canvas.height / 2 + 62), _WIDTH, height)
        inner = self._panel.inset(30, 26)
        y = inner.y + 40
        if games:
            for button, box in zip(
                self.game_choices, Box(inner.x, y, inner.w, 46).columns(len(self.games), 8), strict=True
            ):
                button.box = box
            y += games
        for widget in [*self.chairs, self.seed]:
            widget.box = Box(inner.x, y, inner.w, 44)
            y += 54
        self.start.box = Box(inner.x, y + 8, inner.w, 58)
        self.resume.box = Box(inner.x, y + 76, inner.w, 46)
        foot = Box.around((canvas.width / 2, self._panel.bottom + 44), _WIDTH, 46)
        for button, box in zip([self.matches, self.rules, self.options, self.leave], foot.columns(4, 10), strict=True):
            button.box = box

    def _draw(self, canvas: Canvas) -> None:
        x = canvas.width / 2
        top = self._panel.y
        canvas.text("Tabletalk", x + 2, top - 140 + 3, 76, (14, 5, 10), "serif", "centre")
        canvas.text("Tabletalk", x, top - 140, 76, theme.HEADING, "serif", "centre")
        canvas.text("Card tables whose AIs think in the open", x, top - 46, 20, theme.TEXT, "serif-italic", "centre")
        canvas.panel(self._panel)
        inner = self._panel.inset(30, 22)
        canvas.text(self._game.title, inner.x, inner.y, 28, theme.HEADING, "serif")
        width = canvas.text_size(self._game.title, 28, "serif")[0]
        room = inner.w - width - 18
        canvas.text(self._game.about, inner.right, inner.y + 10, 16, theme.MUTED, "sans-italic", "right", room)
        self.group.draw(canvas)
        self.toasts.draw(canvas)
        self.group.draw_hint(canvas)


def _files() -> list[Path]:
    """The user's recorded matches, the latest first."""
    try:
        return sorted(matches_folder().glob("*.jsonl"), key=_age)
    except OSError:
        return []


def recorded_matches() -> list[Replay]:
    """The user's latest recorded matches that can be read; a damaged file is no match to offer."""
    return [replay for replay in map(_read, _files()[:_MOST_MATCHES]) if replay is not None]


def latest_unfinished() -> Replay | None:
    """The latest match that can be gone on with; only the ends of files are read until one is found."""
    for path in _files()[:_MOST_MATCHES]:
        if _may_be_unfinished(path):
            replay = _read(path)
            if replay is not None and resumable(replay):
                return replay
    return None


def _read(path: Path) -> Replay | None:
    try:
        return read(path)
    except ReplayError:
        return None


def _may_be_unfinished(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            file.seek(max(0, path.stat().st_size - 200))
            return b'"match_end"' not in file.read()
    except OSError:
        return False


def _age(path: Path) -> float:
    try:
        return -path.stat().st_mtime
    except OSError:
        return math.inf


class MatchesBody:
    """A list of recorded matches to choose from."""

    def __init__(self, matches: list[Replay]) -> None:
        self._matches = matches
        self.list = ScrollList(self._draw_row, [52.0] * len(matches), selectable=True)
        self.list.select(0)
        self.widgets = (self.list,)

    @property
    def chosen(self) -> Replay | None:
        """The match that is selected."""
        return None if self.list.selected is None else self._matches[self.list.selected]

    def height(self, canvas: Canvas, width: float) -> float:
        """As much as a window of any size has room for; the list scrolls."""
        return min(52.0 * len(self._matches), canvas.height - 320)

    def arrange(self, canvas: Canvas, box: Box) -> None:
        """Fill the box with the list."""
        self.list.box = box

    def draw(self, canvas: Canvas, box: Box) -> None:
        """The list draws itself."""

    def _draw_row(self, canvas: Canvas, box: Box, index: int, state: RowState) -> None:
        replay = self._matches[index]
        draw_row_ground(canvas, box.inset(0, 2), state)
        names = _names(replay)
        moves = sum(line.record["type"] == "move" for line in replay.lines)
        title = f"{replay.rules.name.replace('_', '-').capitalize()}, {names}"
        canvas.text(title, box.x + 12, box.y + 4, 19, theme.TEXT, max_width=box.w - 190)
        canvas.text(outcome(replay), box.x + 12, box.y + 27, theme.SMALL, theme.MUTED)
        canvas.text(f"{moves} moves", box.right - 12, box.y + 15, 16, theme.MUTED, align="right")


def _names(replay: Replay) -> str:
    """Who sits at a recorded match."""
    return " against ".join(player["name"] for player in replay.head["players"])


def outcome(replay: Replay) -> str:
    """How a recorded match ended, in words."""
    if not replay.finished:
        return "not finished"
    winner = replay.lines[-1].record.get("winner")
    players = replay.head["players"]
    if isinstance(winner, int) and 0 <= winner < len(players):
        name = players[winner]["name"]
        return "you won" if name == "You" else f"{name} won"
    return "drawn"
