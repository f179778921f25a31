"""The figures of the training panel: how far a training is, and rows of what has been learnt of each action."""

from game.learning.snapshot import ActionValue, TrainerSnapshot
from game.rules.language import _
from systems.view.toolkit import theme
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.chart import short
from systems.view.toolkit.scrolling import RowState, draw_row_ground


def draw_figures(canvas: Canvas, box: Box, training: TrainerSnapshot) -> None:
    """Draw how far a training is, and how well it plays by the evaluation of its game, where it has one."""
    progress, measure = training.progress, training.measure
    share = "" if progress.share is None else _("{share:.1f} %", share=progress.share * 100)
    lines: list[tuple[str, str]] = [
        (_("Games"), _("{number:,}", number=progress.games)),
        (_("Games/s"), short(round(training.games_per_second))),
        (_("Epsilon"), _("{number:.3f}", number=progress.epsilon)),
        (_("Values learnt"), _("{number:,}", number=progress.pairs)),
    ]
    for place, (label, value) in enumerate(lines):
        x = box.x + (place % 2) * (box.w / 2 + 6)
        y = box.y + (place // 2) * 24
        canvas.text(label, x, y, 16, theme.MUTED)
        canvas.text(value, x + box.w / 2 - 8, y, 16, theme.TEXT, "sans-bold", "right")
    if measure:
        canvas.text(share, box.right - 2, box.y + 54, 22, theme.GOLD, "serif-bold", "right")
        canvas.paragraph(measure, Box(box.x, box.y + 50, box.w - 92, 0), theme.SMALL, theme.MUTED, leading=1.2)


def draw_action_value(canvas: Canvas, box: Box, label: str, found: ActionValue, most: float, state: RowState) -> None:
    """Draw an action with its learnt value as a number and a bar, which is full at `most`, and its verdict where there
    is one."""
    inside = box.inset(0, 1)
    draw_row_ground(canvas, inside, state)
    if found.greedy:
        canvas.ring(inside, theme.GOLD, 1.6, 8)
    y = box.y + 8
    right = box.right - (10 if found.wins is None else 58)
    value = canvas.text(_("{number:+.2f}", number=found.value), right, y, 16, theme.TEXT, "sans-bold", "right")
    canvas.text(label, box.x + 10, y, 16, theme.TEXT, max_width=value.x - box.x - 18)
    if found.wins is not None:
        word, ink = (_("wins"), theme.GOOD) if found.wins else (_("loses"), theme.WARNING)
        canvas.text(word, box.right - 10, y, 16, ink, align="right")
    canvas.signed_bar(Box(box.x + 10, box.y + 32, box.w - 20, 7), found.value / most, theme.GOOD, theme.WARNING)
