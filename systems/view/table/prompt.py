"""The line at the table that says what is expected, or what goes on."""

from components.table import MatchOver, Pace, RoundOver
from game.rules.language import _, joined
from game.rules.translation import translated
from systems.human import HumanTurn, picked_entities
from systems.snapshot import maybe, only, to_move
from systems.view.table.between_rounds import BetweenRounds
from systems.view.table.ports import Company, Scene
from systems.view.toolkit import theme
from systems.view.toolkit.canvas import Box, Canvas

WAITS = _("The judge still thinks and your move waits: Esc takes it back")
"""What is said while a move waits for the tutor's judge."""
_SIZE, _FACE, _LEADING = 20.0, "serif-italic", 1.2
_SHADOW = (20, 8, 14)
_NARROWER = (0.6, 0.7, 0.8, 0.9)
"""Shares of its room that a broken line may leave the rest of free."""


def draw_prompt(canvas: Canvas, box: Box, words: str) -> None:
    """Draw a line in the middle of its box, smaller where that is too narrow for it, and broken where it still is."""
    x, middle = box.centre
    size = canvas.fitting_size(words, _SIZE, box.w, _FACE)
    lines = [words] if canvas.text_size(words, size, _FACE)[0] <= box.w else _broken(canvas, words, box.w, size)
    for place, line in enumerate(lines):
        y = middle + (place - (len(lines) - 1) / 2) * size * _LEADING
        canvas.text(line, x + 1.5, y + 1.5, size, _SHADOW, _FACE, "centre", box.w, "middle")
        canvas.text(line, x, y, size, theme.HEADING, _FACE, "centre", box.w, "middle")


def _broken(canvas: Canvas, words: str, width: float, size: float) -> tuple[str, ...]:
    """Words in as few lines as fit, none much longer than the others: the last is not a single word."""
    widest = canvas.lines(words, width, size, _FACE)
    narrower = (canvas.lines(words, width * share, size, _FACE) for share in _NARROWER)
    return next((lines for lines in narrower if len(lines) == len(widest)), widest)


def prompt_of(scene: Scene, company: Company, between: BetweenRounds, covered: bool) -> str:
    """What the line of a table says now, a dialog over it where it is `covered`; empty where nothing is expected."""
    player = to_move()
    if player is None:
        return "" if covered else _between_rounds(scene, between)
    name = company.names[player]
    if player not in company.humans:
        return _("Paused: P goes on, N makes one move") if only(Pace).paused else _("{name} is thinking", name=name)
    if maybe(HumanTurn) is None or between.passing is not None:
        return ""
    whose = _("Your turn") if name == "You" else _("{name}: your turn", name=name)
    return whose if picked_entities() else joined([whose, scene.view.asked(scene.stage)], ": ")


def _between_rounds(scene: Scene, between: BetweenRounds) -> str:
    over = maybe(RoundOver)
    if over is None:
        return ""
    if maybe(MatchOver) is not None:
        return _("The match is over: Enter shows the result") if between.result_told else ""
    told = scene.view.result_box(scene.stage) is not None
    return between.title(over) if told else ""


def draw_on_empty(canvas: Canvas, place: Box, words: str) -> None:
    """Words in the middle of an empty place, in as many lines as that takes; none where it is too narrow for a word."""
    size, face, room = theme.SMALL, "sans-italic", place.inset(2, 0)
    lines = canvas.lines(words, room.w, size, face)
    if " ".join(lines) == translated(words):
        middle = Box(room.x, place.centre[1] - len(lines) * size * 0.6, room.w, 0.0)
        canvas.paragraph(words, middle, size, theme.MUTED, face, "centre", 1.2)
