"""The mods: what was found, loaded and refused, with the error and its line; their folder, and an example for it."""

import subprocess

from game.analysis.people.statistics import title_of
from game.base.file_manager import show_folder
from game.base.storage import StorageError
from game.mods.files import folder, put_example
from game.mods.mod import Mod
from game.mods.mods import MODS
from game.rules.language import _, error_sentence, joined
from systems.view.screens.invitation import Invitation, sign
from systems.view.screens.page import Page, to_menu_button
from systems.view.screens.screen import Shell
from systems.view.toolkit import theme
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.focus import Group
from systems.view.toolkit.fonts import Colour
from systems.view.toolkit.scrolling import RowState, ScrollList, draw_row_ground
from systems.view.toolkit.widgets import Button

WARNING = _(
    "A mod is a program. Its AIs think in a process of their own that can be ended, but like any program it runs with "
    "your rights: it can read, change and send whatever you can. Use only mods whose makers you trust."
)
INVITING = _(
    "A mod is a Python file that adds an AI, a game, or something to the tables. Put one into the folder of your mods: "
    "it is there at once. Begin with an example of ours: a whole small game, tic-tac-toe, in a file that shows how one "
    "is written."
)
_WIDTH = 900.0
_PAD = 16.0
_GROUND: Colour = (56, 40, 50, 150)


class ModsScreen(Page):
    """All mods, one a row; what is new or has changed is loaded when the screen opens, everything by its button."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._heights: tuple[float, ...] = ()
        self.list = ScrollList(self._draw_row)
        self._opening: subprocess.Popen[bytes] | None = None
        self.open = Button(_("Open folder"), self._open_folder, shortcut="O", show_shortcut=False, size=19)
        self.open.hint = _("Show the folder of your mods in the file manager (O)")
        self.reload = Button(_("Reload"), self._reload, shortcut="R", show_shortcut=False, size=19)
        self.reload.hint = _("Load all mods again (R)")
        self.back = to_menu_button(shell)
        self.example = Button(_("Put the example there"), self._put_example, style="primary", size=19)
        self._invitation = Invitation(sign("puzzle"), self.example)
        self.group = Group([self.list, self.example, self.open, self.reload, self.back])
        MODS.refresh()

    @property
    def rows(self) -> list[Mod]:
        """The mods in the order of the rows."""
        return MODS.all

    def _reload(self) -> None:
        MODS.reload()

    def _put_example(self) -> None:
        try:
            put_example()
        except StorageError as error:
            self.toasts.push(error_sentence(error))
        MODS.refresh()

    def _open_folder(self) -> None:
        try:
            self._opening = show_folder(folder())
        except StorageError as error:
            self.toasts.push(error_sentence(error))

    def _go_on(self) -> None:
        """Say where the folder lies if no file manager would show it."""
        if self._opening is not None and self._opening.poll() is not None:
            failed, self._opening = self._opening.returncode != 0, None
            if failed:
                self.toasts.push(_("No file manager opened {folder}.", folder=str(folder())))

    # --- a frame ---

    def _layout(self, canvas: Canvas) -> None:
        self.sheet = Box.around(canvas.area.centre, min(_WIDTH, canvas.width - 40), canvas.height - 60)
        inner = self.sheet.inset(30, 26)
        head, rest = inner.top_part(52)
        warned = canvas.paragraph_height(WARNING, inner.w, theme.BODY)
        warning, rest = rest.top_part(warned, 16)
        self._head, self._warning = head, warning
        foot = Box(inner.x, inner.bottom - 50, inner.w, 50)
        self.list.box = Box(rest.x, rest.y, rest.w, foot.y - rest.y - 14)
        _, buttons = foot.left_part(foot.w - 560)
        for button, box in zip([self.open, self.reload, self.back], buttons.columns(3, 12), strict=True):
            button.box = box
        self.back.style = "primary" if self.rows else "plain"
        self.example.visible = not self.rows
        if not self.rows:
            above, _ = self.list.box.top_part(self.list.box.h - 20)  # its button keeps away from those below
            self._invitation.arrange(canvas, above, INVITING)
        heights = tuple(self._height(canvas, mod) for mod in self.rows)
        if heights != self._heights:
            self._heights = heights
            self.list.set_heights(heights)

    @property
    def heading(self) -> str:
        return _("Mods")

    def _draw(self, canvas: Canvas) -> None:
        canvas.text(self.heading, self._head.x, self._head.y, theme.TITLE, theme.HEADING, "serif")
        canvas.paragraph(WARNING, self._warning, theme.BODY, theme.WARNING)
        if not self.rows:
            self._invitation.draw(canvas, _("No mods yet"), INVITING)

    # --- a mod ---

    @staticmethod
    def state_of(mod: Mod) -> tuple[str, Colour]:
        """What became of a mod, in a word, and its colour."""
        if mod.loading:
            return _("loading"), theme.MUTED
        return (_("refused"), theme.SIGNS["bad"]) if mod.refused else (_("loaded"), theme.SIGNS["good"])

    @staticmethod
    def words_of(mod: Mod) -> str:
        """What there is to say of a mod: why it is refused, or what it adds; and where it was found."""
        where = str(mod.found.path) if mod.found.where == "--mod" else mod.found.where
        if mod.loading:
            return _("From: {where}", where=where)
        told = mod.refused or _("Adds {what}", what=_added(mod))
        return joined([told, _("From: {where}", where=where)], "\n")

    @property
    def _room(self) -> float:
        """The width of what is said of mods, whether the list has a bar or not."""
        return self.list.least_width - 2 * _PAD

    def _height(self, canvas: Canvas, mod: Mod) -> float:
        words = canvas.paragraph_height(self.words_of(mod), self._room, theme.SMALL + 1)
        return 40 + words + 16

    def _draw_row(self, canvas: Canvas, box: Box, index: int, state: RowState) -> None:
        mod = self.rows[index]
        inside = box.inset(0, 4)
        canvas.shape(inside, _GROUND, radius=8)
        draw_row_ground(canvas, inside, state)
        x, right = box.x + _PAD, box.right - _PAD
        word, ink = self.state_of(mod)
        canvas.text(mod.name, x, box.y + 11, 20, theme.HEADING, "serif", max_width=right - x - 100)
        canvas.text(word, right, box.y + 13, 17, ink, "sans-bold", "right")
        words = self.words_of(mod)
        colour = theme.WARNING if mod.refused else theme.TEXT
        canvas.paragraph(words, Box(x, box.y + 40, self._room, 0), theme.SMALL + 1, colour)


def _added(mod: Mod) -> str:
    """What a mod adds, in words: each thing by what it is."""
    games: list[str] = [_("the game {name}", name=game.title) for game in mod.games]
    ais: list[str] = [_("the AI {name} for {game}", name=ai.name, game=title_of(ai.game)) for ai in mod.ais]
    systems: list[str] = [_("the system {name}", name=system.name) for system in mod.systems]
    return joined([*games, *ais, *systems]) or _("nothing")
