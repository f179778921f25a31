"""Where the parts of the menu stand, and what lies under its widgets."""

from dataclasses import dataclass

from game.rules.language import _
from systems.view.screens.menu_tiles import AT_ONCE, HEIGHT
from systems.view.toolkit import drawings, theme
from systems.view.toolkit.canvas import LOGICAL_HEIGHT, LOGICAL_WIDTH, Box, Canvas

_WIDTH = 1200.0
_TABLES, _SEATS, _FEET = 100.0, 376.0, 660.0
"""How far below the top tables, seats and feet begin."""
_SEATS_HEIGHT, _FEET_HEIGHT = 264.0, 42.0
_INSET = 24.0
_ACTIONS = 232.0
_PLAY, _WATCH, _MORE = 88.0, 50.0, 46.0
_NOTCH = 26.0


@dataclass(frozen=True)
class Places:
    """Where the parts of the menu stand: the same for every game, whatever is offered. Lengths are multiplied by
    `size`, which is less than 1 where everything is enlarged."""

    size: float
    title: Box
    tables: Box
    panel: Box
    seats: Box
    actions: tuple[Box, Box, Box]
    feet: Box


def places_of(canvas: Canvas) -> Places:
    """The places in a window of this size: a block in its middle."""
    size = min(1.0, canvas.width / LOGICAL_WIDTH, canvas.height / LOGICAL_HEIGHT)
    x = (canvas.width - _WIDTH * size) / 2
    y = (canvas.height - LOGICAL_HEIGHT * size) / 2

    def row(top: float, height: float) -> Box:
        return Box(x, y + top * size, _WIDTH * size, height * size)

    panel = row(_SEATS, _SEATS_HEIGHT)
    inner = panel.inset(_INSET * size)
    seats, right = inner.left_part(inner.w - (_ACTIONS + 30) * size, 30 * size)
    play, below = right.top_part(_PLAY * size)
    more = Box(right.x, right.bottom - _MORE * size, right.w, _MORE * size)
    watch = Box(right.x, (below.y + more.y - _WATCH * size) / 2, right.w, _WATCH * size)
    return Places(size, row(20, 70), row(_TABLES, HEIGHT), panel, seats, (play, watch, more), row(_FEET, _FEET_HEIGHT))


def draw_title(canvas: Canvas, places: Places, tables: int) -> None:
    """Draw the program's name and what it is: with so many tables."""
    x, y, size = places.title.x, places.title.y - 8 * places.size, 58 * places.size
    canvas.text("Tabletalk", x + 2, y + 3, size, (14, 5, 10), "serif-bold")
    name = canvas.text("Tabletalk", x, y, size, theme.HEADING, "serif-bold")
    ours = _("Four tables whose AIs think in the open")
    words = ours if tables <= AT_ONCE else _("Tables whose AIs think in the open")
    x, y, room = name.right + 24, y + 52 * places.size, places.title.right - name.right - 24
    canvas.text(words, x, y, 21, theme.TEXT, "serif-italic", max_width=room, vertical="middle")


def draw_ground(canvas: Canvas, places: Places, notch: float) -> None:
    """Draw the panel of the seats; its notch points to the chosen table, whose middle is at `notch`."""
    picture = drawings.icon("tip_up", canvas.px(_NOTCH), theme.HEADING[:3])
    canvas.picture(picture, notch, places.panel.y - _NOTCH / 4)
    canvas.panel(places.panel, radius=12, fill=(27, 17, 26, 226))
