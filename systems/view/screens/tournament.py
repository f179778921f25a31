"""The screen of a tournament: a cross table that fills while matches are played, and one of its tables watched."""

import json
from pathlib import Path

import pygame

from game.base.safe_text import warn
from game.base.storage import StorageError, home, write_whole
from game.games import registry
from game.matches.arena import Rated
from game.matches.remote_tournament import RemoteTournament
from game.matches.tournament import Tournament
from game.rules.language import _, error_sentence, joined, ngettext
from game.rules.wording import counted
from systems.view.screens.contestants import contestant
from systems.view.screens.cross_table import Cell, CrossTable
from systems.view.screens.page import Page
from systems.view.screens.screen import Shell
from systems.view.screens.watched_table import PACES, WatchedTable
from systems.view.toolkit import portraits, theme
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.focus import Group
from systems.view.toolkit.widgets import Button, icon, place_by_width

_PAD = 26.0
_LEAST_BUTTON = 118.0
_ARROWS = (pygame.K_UP, pygame.K_DOWN, pygame.K_LEFT, pygame.K_RIGHT)
_SIDE = 268.0
"""How wide the standings are beside a watched table."""


class TournamentScreen(Page):
    """A tournament that is played on, stopped, watched and exported; leaving it stops and keeps it."""

    def __init__(self, shell: Shell, tournament: Tournament, path: Path, begin: bool = False) -> None:
        super().__init__(shell)
        self.tournament = tournament
        self.remote = RemoteTournament(tournament, path)
        self.players = [contestant(tournament.game, spec) for spec in tournament.specs]
        self.cross = CrossTable(self.players, self._watch)
        self.watched: WatchedTable | None = None
        self._seconds = 0.0
        self._seen = -1
        self._make_buttons()
        if begin:
            self.remote.start()

    def _make_buttons(self) -> None:
        self.go = Button("", self.toggle, style="primary", shortcut="P", show_shortcut=False, size=19)
        self.watch = Button("", self._toggle_watched, shortcut="V", show_shortcut=False, icon=icon("eye"), size=18)
        self.export = Button(_("Export"), self._export, shortcut="E", show_shortcut=False, size=18)
        self.export.hint = _("Write the results as CSV and as JSON, as the command arena does (E)")
        self.back = Button(_("Back"), self._leave, shortcut="Esc", show_shortcut=False, size=18)
        self.back.icon = icon("back")
        self.back.hint = _("To all tournaments: this one is kept, and can go on later (Esc)")
        self.before = Button("", lambda: self._on(-1), icon=icon("step_back"), hint=_("The match before (B)"))
        self.next = Button("", lambda: self._on(1), icon=icon("step"), hint=_("The next match (N)"))
        self.before.shortcut, self.next.shortcut = "B", "N"
        self.before.show_shortcut = self.next.show_shortcut = False
        self.all = Button(_("All in turn"), self._watch_all, shortcut="A", show_shortcut=False, size=17)
        self.all.hint = _("Watch everybody in turn, not two alone (A)")
        self.paces = [self._pace(seconds, words, place) for place, (seconds, words) in enumerate(PACES)]
        self._arm()

    def _pace(self, seconds: float, words: str, place: int) -> Button:
        def choose() -> None:
            if self.watched is not None:
                self.watched.seconds = seconds

        button = Button(words, choose, shortcut=str(place + 1), show_shortcut=False, size=17)
        button.hint = _("{seconds:g} seconds a move ({key})", seconds=seconds, key=place + 1)
        return button

    def _arm(self) -> None:
        """Offer what there is to do in the view that is shown."""
        tools = [self.go, self.watch, self.export, self.back]
        if self.watched is None:
            self.group = Group([*tools, self.cross])
        else:
            self.group = Group([*tools, self.before, self.next, self.all, *self.paces])

    @property
    def game(self) -> str:
        return registry.game(self.tournament.game).title

    @property
    def heading(self) -> str:
        return _("Tournament: {game}", game=self.game)

    @property
    def resting(self) -> bool:
        return not self.remote.busy and self.watched is None

    # --- what can be done ---

    def toggle(self) -> None:
        """Play, or stop playing."""
        if self.remote.running:
            self.remote.stop()
        else:
            self.remote.start()

    def _leave(self) -> None:
        """Back to all tournaments, where another of this game can be put together."""
        self.shell.show_tournaments(self.tournament.game)

    def _toggle_watched(self) -> None:
        if self.watched is not None:
            self.watched.close()
            self.watched = None
            self._arm()
        else:
            self._watch(self.cross.cell)

    def _watch(self, cell: Cell | None) -> None:
        """Watch the matches of two, or of all in turn."""
        by_keyboard = self.group.by_keyboard
        self.watched = WatchedTable(self.tournament, self.players, self.tell)
        self.watched.watch(cell)
        self._arm()
        self.group.focus(self.watch, by_keyboard)

    def _watch_all(self) -> None:
        if self.watched is not None:
            self.watched.watch(None)

    def _on(self, by: int) -> None:
        if self.watched is not None:
            self.watched.on(by)

    def _export(self) -> None:
        """Write the results beside the user's data, as the command writes them."""
        stem = self.remote.path.stem
        table, whole = home() / f"tournament-{stem}.csv", home() / f"tournament-{stem}.json"
        record = json.dumps(self.tournament.result(), indent=2, ensure_ascii=False) + "\n"
        try:
            write_whole(table, self.tournament.arena.as_csv(self.tournament.names).encode("utf-8"))
            write_whole(whole, record.encode("utf-8"))
        except StorageError as error:
            self.tell(error_sentence(error))
        else:
            self.tell(_("Written to {path}, and beside it as JSON.", path=str(table)))

    # --- a frame ---

    def handle(self, event: pygame.event.Event, canvas: Canvas) -> None:
        arrow = event.type == pygame.KEYDOWN and event.key in _ARROWS
        if arrow and self.watched is None and not self.group.by_keyboard:
            self.group.focus(self.cross, by_keyboard=True)
        super().handle(event, canvas)

    def frame(self, seconds: float, canvas: Canvas) -> None:
        self._seconds = seconds
        super().frame(seconds, canvas)

    def _go_on(self) -> None:
        self.remote.look()
        if self.remote.trouble:
            self.tell(self.remote.trouble)
            self.remote.trouble = ""
        if self._seen != self.remote.changes:
            self._seen = self.remote.changes
            self.cross.take(self.tournament.arena, self._rated())
        if self.watched is not None:
            self.watched.update(self._seconds)

    def _rated(self) -> dict[int, Rated]:
        """The latest ratings by entrant."""
        names = self.tournament.names
        return {names.index(row.ai): row for row in self.tournament.rated if row.ai in names}

    def _layout(self, canvas: Canvas) -> None:
        self.sheet = canvas.area.inset(22)
        inner = self.sheet.inset(_PAD, 20)
        head, rest = inner.top_part(46, 10)
        self._name_buttons()
        self._place_tools(canvas, head)
        self._bar, rest = rest.top_part(28, 14)
        foot = 54.0 if self.faults else 30.0
        self._foot = Box(rest.x, rest.bottom - foot, rest.w, foot)
        self._body = Box(rest.x, rest.y, rest.w, rest.h - foot - 8)
        self.cross.box = self._body
        self.cross.motion = self.shell.settings.motion_factor
        self._lay_out_watched(canvas)

    def _place_tools(self, canvas: Canvas, head: Box) -> None:
        """The buttons at the right end of a row, each as wide as its label asks for; the title has the rest."""
        x = head.right
        for button in reversed([self.go, self.watch, self.export, self.back]):
            width = max(_LEAST_BUTTON, button.natural_width(canvas) + 8)
            button.box = Box(x - width, head.y, width, head.h)
            x -= width + 10
        self._head = Box(head.x, head.y, x - 10 - head.x, head.h)

    def _lay_out_watched(self, canvas: Canvas) -> None:
        side, self._table = self._body.left_part(_SIDE, 16)
        self._standings, rest = side.top_part(side.h - 92, 8)
        row, below = rest.top_part(40, 8)
        self.before.box, self.next.box, self.all.box = (
            Box(row.x, row.y, 52, row.h),
            Box(row.x + 58, row.y, 52, row.h),
            Box(row.x + 116, row.y, row.w - 116, row.h),
        )
        place_by_width(canvas, below, self.paces)
        for button, (seconds, _words) in zip(self.paces, PACES, strict=True):
            button.chosen = self.watched is not None and self.watched.seconds == seconds
        self.all.chosen = self.watched is not None and self.watched.cell is None

    def _name_buttons(self) -> None:
        running, over = self.remote.running, self.tournament.over
        self.go.label = _("Stop") if running else _("Over") if over else _("Go on")
        self.go.icon = icon("pause" if running else "play")
        self.go.enabled = not over
        self.go.hint = (
            _("Stop; what has been played is kept (P)")
            if running
            else _("Every match has been played.")
            if over
            else _("Play on (P)")
        )
        self.watch.label = _("Watch") if self.watched is None else _("Results")
        self.watch.hint = (
            _("Watch one table: of the two that are chosen below, or all in turn (V)")
            if self.watched is None
            else _("Back to the cross table (V)")
        )

    # --- drawing ---

    def _draw(self, canvas: Canvas) -> None:
        head = self._head
        canvas.text(self.heading, head.x, head.y, theme.TITLE, theme.HEADING, "serif", max_width=head.w)
        schedule = self.tournament.schedule
        canvas.bar(Box(self._bar.x, self._bar.y, self._bar.w, 7), len(self.tournament.played) / schedule.matches)
        words, y = self.progress(), self._bar.y + 12
        canvas.text(words, self._bar.x, y, theme.SMALL + 1, theme.MUTED, max_width=self._bar.w)
        if self.watched is None:
            self._draw_foot(canvas)
        else:
            self._draw_watched(canvas, self.watched)

    def progress(self) -> str:
        """How far it is, in words."""
        played, matches = len(self.tournament.played), self.tournament.schedule.matches
        told: list[str] = [
            ngettext("{played:,} of {number:,} match", "{played:,} of {number:,} matches", matches, played=played),
            ""
            if self.tournament.schedule.one_table
            else counted(self.tournament.schedule.games, "{number:,} match a pair", "{number:,} matches a pair"),
            _("seed {seed}", seed=self.tournament.schedule.seed),
        ]
        if self.remote.running:
            told.append(self._pace_words(matches - played))
        elif not self.tournament.over:
            told.append(_("stopped"))
        return joined(told, "   ·   ")

    def _pace_words(self, left: int) -> str:
        speed = self.remote.per_second
        if not self.tournament.played or not speed:
            return _("beginning")
        minutes = left / speed / 60
        if minutes < 1:
            return _("less than a minute left")
        return ngettext("about {number:,} minute left", "about {number:,} minutes left", round(minutes))

    def _draw_foot(self, canvas: Canvas) -> None:
        """Tell of the two who are looked at, or how the table is read, and of faults."""
        words: str = _(
            "Shares of matches won in per cent, a draw counted as half, ± half a 95 % interval. Click a cell to watch "
            "the two."
        )
        if self.cross.cell is not None:
            words = self.cross.told(self.cross.cell)
        foot = self._foot
        size = canvas.fitting_size(words, 17, foot.w)
        canvas.text(words, foot.x, foot.y + 6, size, theme.TEXT, max_width=foot.w)
        canvas.text(self.faults, foot.x, foot.y + 30, theme.SMALL + 1, theme.WARNING, max_width=foot.w)

    @property
    def faults(self) -> str:
        """Whose moves were not all its own, in words; empty where all were."""
        return joined(self.tournament.arena.fault_words([player.name for player in self.players]), "   ")

    def _draw_watched(self, canvas: Canvas, watched: WatchedTable) -> None:
        """Draw the standings beside the table that is watched."""
        box, rated = self._standings, self._rated()
        row = min(52.0, box.h / len(self.players))
        for place, entrant in enumerate(self.cross.order):
            player, y = self.players[entrant], box.y + row * (place + 0.5)
            if watched.cell is not None and entrant in watched.cell:
                ground = Box(box.x - 6, y - row / 2 + 1, box.w + 12, row - 2)
                canvas.shape(ground, (255, 236, 200, 26), radius=8)
            canvas.text(f"{place + 1}", box.x + 18, y, 17, theme.FAINT, align="right", vertical="middle")
            canvas.picture(portraits.bust(player.person, canvas.px(min(40.0, row - 4))), box.x + 46, y)
            canvas.text(
                player.name, box.x + 74, y, 19, theme.HEADING, "serif", max_width=box.w - 130, vertical="middle"
            )
            told = f"{rated[entrant].rating:.0f}" if entrant in rated else "–"
            canvas.text(told, box.right, y, 17, theme.TEXT, "sans-bold", "right", vertical="middle")
        watched.draw(self._seconds, canvas, self._table, self.shell.settings.motion_factor)
        canvas.text(watched.heading, self._foot.x, self._foot.y + 6, 17, theme.TEXT, max_width=self._foot.w)

    def close(self) -> None:
        """Stop, and keep what has been played."""
        if self.watched is not None:
            self.watched.close()
        try:
            self.remote.close()
        except StorageError as error:
            warn(f"tabletalk: the tournament was not kept: {error}")
