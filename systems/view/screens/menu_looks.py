"""Where the parts of the menu stand, and what lies under its widgets."""

from dataclasses import dataclass

from game.rules.language import _
from systems.view.screens.menu_tiles import HEIGHT
from systems.view.toolkit import drawings, theme
from systems.view.toolkit.canvas import LOGICAL_HEIGHT, Box, Canvas

_MARGIN, _WIDTH = 40.0, 1200.0
_TABLES, _SEATS, _FEET = 100.0, 376.0, 660.0
"""How far below the top tables, seats and feet begin."""
_SEATS_HEIGHT, _FEET_HEIGHT = 264.0, 42.0
_INSET = 24.0
_ACTIONS = 232.0
_PLAY, _WATCH, _MORE = 88.0, 50.0, 46.0
_NOTCH = 26.0


@dataclass(frozen=True)
class Places:
    """Where the parts of the menu stand: the same for every game, whatever is offered."""

    title: Box
    tables: Box
    panel: Box
    seats: Box
    actions: tuple[Box, Box, Box]
    feet: Box


def places_of(canvas: Canvas) -> Places:
    """The places in a window of this size: a block in its middle."""
    x = (canvas.width - _WIDTH) / 2
    y = (canvas.height - LOGICAL_HEIGHT) / 2
    panel = Box(x, y + _SEATS, _WIDTH, _SEATS_HEIGHT)
    inner = panel.inset(_INSET)
    right = Box(inner.right - _ACTIONS, inner.y, _ACTIONS, inner.h)
    play = Box(right.x, right.y, right.w, _PLAY)
    more = Box(right.x, right.bottom - _MORE, right.w, _MORE)
    watch = Box(right.x, (play.bottom + more.y - _WATCH) / 2, right.w, _WATCH)
    seats = Box(inner.x, inner.y, inner.w - _ACTIONS - 30, inner.h)
    tables = Box(x, y + _TABLES, _WIDTH, HEIGHT)
    feet = Box(x, y + _FEET, _WIDTH, _FEET_HEIGHT)
    return Places(Box(x, y + 20, _WIDTH, 70), tables, panel, seats, (play, watch, more), feet)


def draw_title(canvas: Canvas, places: Places) -> None:
    """Draw the program's name and what it is."""
    x, y = places.title.x, places.title.y - 8
    canvas.text("Tabletalk", x + 2, y + 3, 58, (14, 5, 10), "serif-bold")
    name = canvas.text("Tabletalk", x, y, 58, theme.HEADING, "serif-bold")
    canvas.text(
        _("Four tables whose AIs think in the open"), name.right + 24, y + 52, 21, theme.TEXT, "serif-italic",
        vertical="middle", max_width=places.title.right - name.right - 24,
    )  # fmt: skip


def draw_ground(canvas: Canvas, places: Places, notch: float | None) -> None:
    """Draw the panel of the seats; its notch points to the chosen table, whose middle is at `notch`."""
    if notch is not None:
        tip = canvas.px(_NOTCH)
        picture = drawings.icon("tip_up", tip, theme.HEADING[:3])
        canvas.picture(picture, notch, places.panel.y - _NOTCH / 4)
    canvas.panel(places.panel, radius=12, fill=(27, 17, 26, 226))
