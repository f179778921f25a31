"""The foot of the menu: the buttons of the program in a row, the one that leaves it apart at the right end."""

from collections.abc import Callable, Sequence

from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.widgets import Button, icon

_GAP = 8.0
_SIZES = (18.0, 17.0, 16.0, 15.0, 14.0, 13.0)
"""The sizes in which labels are set, the first that leaves room for all."""


def foot(words: str, on_press: Callable[[], None], shortcut: str, sign: str = "", hint: str = "") -> Button:
    """A button of the row; without a `sign` a quiet one."""
    button = Button(words, on_press, shortcut=shortcut, show_shortcut=False, size=_SIZES[0], hint=hint)
    if sign:
        button.icon = icon(sign)
    else:
        button.style = "quiet"
    return button


def set_in(canvas: Canvas, button: Button) -> None:
    """Set the label of a button in the largest size in which its box has room for it, else in the smallest."""
    for size in _SIZES:
        button.size = size
        if button.natural_width(canvas) <= button.box.w:
            break


class Feet:
    """The row; the last of the `buttons` leaves the program."""

    def __init__(self, buttons: Sequence[Button]) -> None:
        self.buttons = list(buttons)

    @property
    def leave(self) -> Button:
        """The button that leaves the program."""
        return self.buttons[-1]

    def arrange(self, canvas: Canvas, row: Box) -> None:
        """Place the buttons, their labels smaller where long words need the room."""
        *beside, leave = self.buttons
        room = row.w - _GAP * len(beside)
        widths = self._widths(canvas, room)
        share = min(1.0, room / sum(widths))
        x = row.x
        for button, width in zip(beside, widths, strict=False):
            button.box = Box(x, row.y, width * share, row.h)
            x = button.box.right + _GAP
        leave.box = Box(row.right - widths[-1] * share, row.y, widths[-1] * share, row.h)

    def _widths(self, canvas: Canvas, room: float) -> list[float]:
        """How wide the buttons are in the largest size in which all have room, else in the smallest."""
        widths: list[float] = []
        for size in _SIZES:
            for button in self.buttons:
                button.size = size
            widths = [button.natural_width(canvas) for button in self.buttons]
            if sum(widths) <= room:
                break
        return widths
