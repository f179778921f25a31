"""The mods: what was found, loaded and refused, with the error and its line, and where they lie."""

import pygame

from game.mod import Mod
from game.mod_files import folder
from game.mods import MODS
from systems.view import artwork, theme
from systems.view.canvas import Box, Canvas
from systems.view.focus import Group
from systems.view.fonts import Colour
from systems.view.notices import Toasts
from systems.view.screens import Screen, Shell
from systems.view.scrolling import RowState, ScrollList, draw_row_ground
from systems.view.side_panel import icon
from systems.view.widgets import Button

WARNING = (
    "A mod is a program. Its AIs think in a process of their own that can be ended, but like any program it runs with "
    "your rights: it can read, change and send whatever you can. Use only mods whose makers you trust."
)
NOTHING = "No mods yet. Put a Python file into the folder below; docs/modding.md shows how one is written."
_WIDTH = 900.0
_PAD = 16.0
_GROUND: Colour = (56, 40, 50, 150)


class ModsScreen(Screen):
    """All mods, one a row; what is new or has changed is loaded when the screen opens, everything by its button."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.toasts = Toasts()
        self._heights: tuple[float, ...] = ()
        self.list = ScrollList(self._draw_row)
        self.reload = Button("Reload", self._reload, shortcut="R", show_shortcut=False, size=19)
        self.reload.hint = "Load everything anew (R)"
        self.back = Button(
            "To the menu",
            shell.to_menu,
            style="primary",
            shortcut="Esc",
            show_shortcut=False,
            icon=icon("back"),
            size=19,
        )
        self.group = Group([self.list, self.reload, self.back])
        MODS.refresh()

    @property
    def rows(self) -> list[Mod]:
        """The mods in the order of the rows."""
        return MODS.all

    def _reload(self) -> None:
        MODS.reload()

    def tell(self, words: str) -> None:
        self.toasts.push(words)

    # --- a frame ---

    def handle(self, event: pygame.event.Event, canvas: Canvas) -> None:
        self.group.handle(event, canvas)

    def frame(self, seconds: float, canvas: Canvas) -> None:
        self.canvas = canvas
        self._layout(canvas)
        self.group.update(seconds)
        self.toasts.update(seconds)
        canvas.surface.blit(artwork.background("menu", canvas.surface.get_size()), (0, 0))
        self._draw(canvas)
        self.shell.sounds.prepare()

    def _layout(self, canvas: Canvas) -> None:
        self._panel = Box.around(canvas.area.centre, min(_WIDTH, canvas.width - 40), canvas.height - 60)
        inner = self._panel.inset(30, 26)
        head, rest = inner.top_part(52)
        warned = canvas.paragraph_height(WARNING, inner.w, theme.BODY)
        warning, rest = rest.top_part(warned, 16)
        self._head, self._warning = head, warning
        foot = Box(inner.x, inner.bottom - 50, inner.w, 50)
        self.list.box = Box(rest.x, rest.y, rest.w, foot.y - rest.y - 14)
        self._place, buttons = foot.left_part(foot.w - 392)
        for button, box in zip([self.reload, self.back], buttons.columns(2, 12), strict=True):
            button.box = box
        heights = tuple(self._height(canvas, mod) for mod in self.rows)
        if heights != self._heights:
            self._heights = heights
            self.list.set_heights(heights)

    def _draw(self, canvas: Canvas) -> None:
        canvas.panel(self._panel, fill=theme.PANEL_SOLID)
        canvas.text("Mods", self._head.x, self._head.y, theme.TITLE, theme.HEADING, "serif")
        canvas.paragraph(WARNING, self._warning, theme.BODY, theme.WARNING)
        if not self.rows:
            canvas.paragraph(NOTHING, self.list.box, theme.BODY, theme.TEXT)
        x, y, room = self._place.x, self._place.y, self._place.w - 20
        canvas.text("The folder of your mods:", x, y + 4, theme.SMALL, theme.MUTED)
        canvas.text(str(folder()), x, y + 24, theme.SMALL, theme.TEXT, max_width=room)
        self.group.draw(canvas)
        self.toasts.draw(canvas)
        self.group.draw_hint(canvas)

    # --- a mod ---

    @staticmethod
    def state_of(mod: Mod) -> tuple[str, Colour]:
        """What became of a mod, in a word, and its colour."""
        if mod.loading:
            return "loading", theme.MUTED
        return ("refused", theme.WARNING) if mod.refused else ("loaded", theme.GOOD)

    @staticmethod
    def words_of(mod: Mod) -> str:
        """What there is to say of a mod: why it is refused, or what it adds; and where it was found."""
        where = str(mod.found.path) if mod.found.where == "--mod" else mod.found.where
        if mod.loading:
            return f"from: {where}"
        return f"{mod.refused or f'adds {mod.adds}'}\nfrom: {where}"

    def _height(self, canvas: Canvas, mod: Mod) -> float:
        words = canvas.paragraph_height(self.words_of(mod), self.list.least_width - 2 * _PAD, theme.SMALL + 1)
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
        canvas.paragraph(words, Box(x, box.y + 40, right - x, 0), theme.SMALL + 1, colour)
