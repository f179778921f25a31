"""The options by which a match is not played as usual, named at its table beside the title of the game."""

from components.table import Table
from game.rules.language import joined
from game.rules.options import unusual_options
from systems.snapshot import maybe
from systems.view.toolkit import theme
from systems.view.toolkit.canvas import Box, Canvas

LINE = 20.0
"""The height of a line that names an option."""
_FACE = "sans-italic"
_LEADING = 0.95
"""In sizes of the letters: the least height of a line."""


def told_options() -> list[str]:
    """The options of this table's match that are not as usual, in words; none before there is a match."""
    table = maybe(Table)
    if table is None:
        return []
    options = table.setup.options
    return [option.told(options[option.key]) for option in unusual_options(table.rules, options)]


def room_for(number: int) -> float:
    """How high the lines of so many options are."""
    return LINE * number


def draw_options(canvas: Canvas, box: Box) -> None:
    """Name the options in a box: each on a line of its own, or, where it has not so many lines, one after another, and
    what finds no room cut off."""
    told = told_options()
    if not told:
        return
    line = max(LINE, canvas.least_text * _LEADING)
    lines = max(1, int(box.h / line + 0.01))
    if len(told) > lines:
        broken = canvas.lines(joined(told, "; "), box.w, theme.SMALL, _FACE)
        told = [*broken[: lines - 1], " ".join(broken[lines - 1 :])]
    for number, words in enumerate(told):
        y = box.y + (number + 0.5) * box.h / lines
        canvas.text(words, box.x, y, theme.SMALL, theme.MUTED, _FACE, max_width=box.w, vertical="middle")
