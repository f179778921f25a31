"""Pages: screens of widgets on one sheet, with messages over them."""

import pygame

from game.rules.language import _
from systems.view.screens.screen import Screen, Shell
from systems.view.toolkit import backdrops, theme
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.focus import Group
from systems.view.toolkit.widgets import Button, icon


class Page(Screen):
    """A page. Whoever extends it makes its `group` of widgets, places them and the `sheet` that they lie on, and writes
    beside them."""

    group: Group
    sheet: Box

    def handle(self, event: pygame.event.Event, canvas: Canvas) -> None:
        if self.dialog is not None:
            self.dialog.handle(event, canvas)
        else:
            self.group.handle(event, canvas)

    def frame(self, seconds: float, canvas: Canvas) -> None:
        self.canvas = canvas
        self._go_on()
        self._layout(canvas)
        self.group.update(seconds)
        self.toasts.update(seconds)
        self._draw_ground(canvas)
        self._draw(canvas)
        self.group.draw(canvas)
        self.toasts.draw(canvas)
        if self.dialog is not None:
            self.dialog.update(seconds)
            self.dialog.draw(canvas)
        else:
            self.group.draw_hint(canvas)
        self.shell.sounds.prepare()

    def _go_on(self) -> None:
        """Take in what has happened since the last frame."""

    def _layout(self, canvas: Canvas) -> None:
        """Place the sheet and what is on it."""
        raise NotImplementedError("each screen has its own")

    def _draw_ground(self, canvas: Canvas) -> None:
        """Draw what lies below all words and widgets."""
        canvas.surface.blit(backdrops.lamplight(canvas.surface.get_size()), (0, 0))
        canvas.panel(self.sheet, fill=theme.PANEL_SOLID)

    def _draw(self, canvas: Canvas) -> None:
        """Draw all but the widgets."""
        raise NotImplementedError("each screen has its own")


def to_menu_button(shell: Shell) -> Button:
    """The button that leaves a page."""
    return Button(
        _("To the menu"),
        shell.to_menu,
        style="primary",
        shortcut="Esc",
        show_shortcut=False,
        icon=icon("back"),
        size=19,
    )
