"""The figures of the training panel: how far learners are, what they have reached, and what each action is worth."""

from collections.abc import Sequence
from typing import NamedTuple

from game.learning.milestones import SMOOTH, Milestone, since_words
from game.learning.snapshot import ActionValue, TrainerSnapshot
from game.learning.strength import Strength, scatter
from game.rules.language import _, sentence, with_minus
from systems.view.toolkit import theme
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.chart import short
from systems.view.toolkit.scrolling import RowState, draw_row_ground

FIGURE = 24.0
"""The height of a row of figures."""
_VALUE = 92.0
_BADGE = 22.0


class Shown(NamedTuple):
    """A learner as the figures show it: what it is called beside another one, how far it is, and how well it has
    played against its yardstick."""

    name: str
    snapshot: TrainerSnapshot
    strengths: Sequence[Strength]


def figures(learner: Shown, yardstick: str = "") -> list[tuple[str, str]]:
    """How far a training is, and how well it plays, by the evaluation of its game or against a yardstick of this name,
    where there is either."""
    training, progress = learner.snapshot, learner.snapshot.progress
    rows: list[tuple[str, str]] = [
        (_("Games"), _("{number:,}", number=progress.games)),
        (_("Games a second"), short(round(training.games_per_second))),
        (_("Values learnt"), _("{number:,}", number=progress.pairs)),
        (_("Explores"), _("{share:.1f} %", share=100 * progress.epsilon)),
    ]
    if progress.share is not None:
        rows.append((_("How well it plays"), _("{share:.1f} %", share=100 * progress.share)))
    elif yardstick:
        rows.append((_("Against {name}", name=yardstick), _strength(learner.strengths)))
    return rows


def _strength(strengths: Sequence[Strength]) -> str:
    """What was won lately, and by how much luck alone may have changed it."""
    latest = strengths[-SMOOTH:]
    if not latest:
        return "–"
    won, played = sum(each.won for each in latest), sum(each.played for each in latest)
    off = scatter(won / played, played)
    return _("{share:.0f} % ± {off:.0f}", share=100 * won / played, off=100 * off)


def draw_figures(canvas: Canvas, box: Box, learners: Sequence[Shown], yardstick: str = "") -> None:
    """Draw the figures of one learner, or of several side by side, each below its name in the colour of its curve."""
    y, several = box.y, len(learners) > 1
    if several:
        for place, learner in enumerate(learners):
            right = box.right - (len(learners) - 1 - place) * _VALUE
            canvas.text(learner.name, right, y, 16, theme.CURVES[place], "sans-bold", "right", _VALUE - 8)
        y += FIGURE
    columns = [figures(learner, yardstick) for learner in learners]
    for row, (label, _value) in enumerate(columns[0]):
        canvas.text(label, box.x, y, 16, theme.MUTED, max_width=box.w - _VALUE * len(columns) - 4)
        for place, rows in enumerate(columns):
            right = box.right - (len(columns) - 1 - place) * _VALUE
            ink = theme.GOLD if row == 4 and not several else theme.TEXT
            value = rows[row][1] if row < len(rows) else "–"
            canvas.text(value, right, y, 16, ink, "sans-bold", "right")
        y += FIGURE


def draw_milestones(canvas: Canvas, box: Box, reached: Sequence[Milestone], unit: str) -> None:
    """Draw what has been reached, numbered as on the curve; the latest that there is room for."""
    if not reached:
        words: str = _("What it can do will stand here: it is measured while it learns.")
        canvas.paragraph(words, box, 16, theme.MUTED, "sans-italic", leading=1.25)
        return
    y = box.y
    for place in range(len(reached)):
        words = sentence(since_words(reached[place], unit))
        height = max(_BADGE, canvas.paragraph_height(words, box.w - _BADGE - 10, 16, leading=1.22))
        if y + height > box.bottom + 2:
            return
        canvas.shape(Box(box.x, y, _BADGE, _BADGE), theme.HEADING, radius=_BADGE / 2)
        middle = box.x + _BADGE / 2, y + _BADGE / 2
        canvas.text(f"{place + 1}", *middle, theme.SMALL, theme.PANEL_SOLID, "sans-bold", "centre", vertical="middle")
        canvas.paragraph(words, Box(box.x + _BADGE + 10, y + 1, box.w - _BADGE - 10, 0), 16, theme.TEXT, leading=1.22)
        y += height + 7


def draw_action_value(
    canvas: Canvas,
    box: Box,
    label: str,
    found: ActionValue,
    most: float,
    state: RowState,
    other: ActionValue | None = None,
) -> None:
    """Draw an action with its learnt value as a number and a bar, which is full at `most`, and its verdict where there
    is one; below it the bar of what the `other` learner makes of it."""
    inside = box.inset(0, 1)
    draw_row_ground(canvas, inside, state)
    if found.greedy:
        canvas.ring(inside, theme.GOLD, 1.6, 8)
    y = box.y + 7
    verdicts = max(canvas.text_size(words, 16)[0] for words in (_("wins"), _("loses")))
    right = box.right - (10 if found.wins is None else 18 + verdicts)
    told = with_minus(_("{number:+.2f}", number=found.value))
    value = canvas.text(told, right, y, 16, theme.TEXT, "sans-bold", "right")
    canvas.text(label, box.x + 10, y, 16, theme.TEXT, max_width=value.x - box.x - 18)
    if found.wins is not None:
        word, ink = (_("wins"), theme.GOOD) if found.wins else (_("loses"), theme.WARNING)
        canvas.text(word, box.right - 10, y, 16, ink, align="right")
    bar = Box(box.x + 10, box.y + 31, box.w - 20, 7 if other is None else 5)
    canvas.signed_bar(bar, found.value / most, theme.GOOD, theme.WARNING)
    if other is not None:
        ink = theme.CURVES[1]
        canvas.signed_bar(
            Box(bar.x, bar.bottom + 2, bar.w, 5), other.value / most, ink, theme.mix(ink, theme.WELL, 0.45)
        )
