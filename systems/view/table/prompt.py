"""The line at the table that says what is expected, or what goes on."""

from typing import TYPE_CHECKING

from components.table import MatchOver, Pace, RoundOver
from game.matches.endings import round_title
from systems.human import HumanTurn, picked_entities
from systems.snapshot import maybe, only, to_move
from systems.view.toolkit import theme
from systems.view.toolkit.canvas import Box, Canvas

if TYPE_CHECKING:
    from systems.view.screens.table import TableScreen

_SIZE = 20.0
_SHADOW = (20, 8, 14)


def draw_prompt(canvas: Canvas, box: Box, words: str) -> None:
    """Draw a line in the middle of its box, smaller where the box is too narrow for it."""
    x, y = box.centre
    size = canvas.fitting_size(words, _SIZE, box.w, "serif-italic")
    canvas.text(words, x + 1.5, y + 1.5, size, _SHADOW, "serif-italic", "centre", box.w, "middle")
    canvas.text(words, x, y, size, theme.HEADING, "serif-italic", "centre", box.w, "middle")


def prompt_of(screen: "TableScreen") -> str:
    """What the line of a table says now; empty where nothing is expected."""
    player = to_move()
    if player is None:
        return _between_rounds(screen)
    name = screen.session.seats[player].name
    if player not in screen.humans:
        return "Paused: P goes on, N makes one move" if only(Pace).paused else f"{name} is thinking"
    if maybe(HumanTurn) is None or screen.between.passing is not None:
        return ""
    whose = "Your turn" if name == "You" else f"{name}: your turn"
    return whose if picked_entities() else f"{whose}: {screen.view.asked(screen.stage)}"


def _between_rounds(screen: "TableScreen") -> str:
    over = maybe(RoundOver)
    if over is None or screen.dialog is not None:
        return ""
    if maybe(MatchOver) is not None:
        return "The match is over: Enter shows the result" if screen.between.result_told else ""
    told = screen.view.result_box(screen.stage) is not None
    return round_title(over.end, [seat.name for seat in screen.session.seats]) if told else ""
