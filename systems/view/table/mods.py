"""What the window adds to a table for mods' systems: they draw on it, and announce over it."""

from collections.abc import Callable

from game.base.safe_text import shown
from systems.view.toolkit import theme
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.fonts import Colour


class TableWindow:
    """The window of a table, see :class:`systems.mods.Window`."""

    def __init__(self, canvas: Callable[[], Canvas], covered: Callable[[], bool], tell: Callable[[str], None]) -> None:
        self._canvas = canvas
        self._covered = covered
        self._tell = tell

    @property
    def drawing(self) -> "Pen":
        """The window, to be drawn on."""
        return Pen(self._canvas())

    @property
    def covered(self) -> bool:
        """Whether a dialog lies over the table."""
        return self._covered()

    def announce(self, text: str) -> None:
        """Show a message over the table for a moment."""
        self._tell(text)


class Pen:
    """The window as a mod draws on it, see :class:`game.games.registration.Drawing`."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas

    @property
    def width(self) -> float:
        """The width of the window in units."""
        return self._canvas.width

    @property
    def height(self) -> float:
        """The height of the window in units."""
        return self._canvas.height

    def text(
        self,
        words: str,
        x: float,
        y: float,
        size: float = 18,
        colour: tuple[int, ...] = theme.TEXT,
        align: str = "left",
    ) -> None:
        """One line of text."""
        if align not in ("left", "centre", "right"):
            raise ValueError(f"text is aligned left, centre or right, not {align!r}")
        self._canvas.text(shown(str(words)), x, y, size, _colour(colour), align=align)  # type: ignore[arg-type]  # seen above

    def box(self, x: float, y: float, width: float, height: float, colour: tuple[int, ...], radius: float = 8) -> None:
        """A filled box with round corners."""
        self._canvas.shape(Box(x, y, width, height), _colour(colour), radius=radius)

    def ring(self, x: float, y: float, width: float, height: float, colour: tuple[int, ...]) -> None:
        """The outline of a box."""
        self._canvas.ring(Box(x, y, width, height), _colour(colour))


def _colour(colour: tuple[int, ...]) -> Colour:
    """A colour of three or four numbers. Raises ValueError."""
    if len(colour) not in (3, 4) or not all(isinstance(part, int) and 0 <= part <= 255 for part in colour):
        raise ValueError(f"a colour is 3 or 4 whole numbers from 0 to 255, not {colour!r}")
    return colour if len(colour) == 3 else (colour[0], colour[1], colour[2], colour[3])
