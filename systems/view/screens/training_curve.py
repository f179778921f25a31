"""The large curve of the training panel: how well it plays, or how much it has learnt, with milestones on it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from game.checkpoints.curves import is_share
from game.learning.milestones import Milestone
from game.learning.trainer import FrameTrainer
from game.rules.language import _
from game.training.metrics import Floats, LearningCurve
from systems.view.screens.training_comparison import Comparison
from systems.view.toolkit import theme
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.chart import Chart, draw_chart

_MEASURE = 22.0


@dataclass(frozen=True)
class Shown:
    """What is shown of a training: its trainer, whom it is compared with, what has been reached, whether games lie on
    a logarithmic scale, and how far the latest value glows."""

    trainer: FrameTrainer
    comparison: Comparison
    reached: Sequence[Milestone]
    logarithmic: bool
    pulse: float


def draw_curve(canvas: Canvas, head: Box, box: Box, shown: Shown) -> None:
    """Draw the curve into a box, below what it is of; its title stands in another box above."""
    measure = shown.trainer.snapshot.measure
    title: str = _("How well it plays") if measure else _("Values learnt")
    canvas.text(title, head.x, head.y + 2, 22, theme.HEADING, "serif", max_width=head.w)
    if measure:
        words, box = box.top_part(_MEASURE)
        size = canvas.fitting_size(measure, theme.SMALL + 1, words.w)
        canvas.text(measure, words.x, words.y - 2, size, theme.MUTED, max_width=words.w)
    draw_chart(canvas, box, _chart(shown, "share" if measure else "pairs"))


def _chart(shown: Shown, column: str) -> Chart:
    """How the evaluation's share rises, or, where there is no evaluation, how much has been learnt; beside it the
    curve of the other learner."""
    curve, shares = shown.trainer.curve, is_share(column)
    across, values = curve.across, curve.values(column)
    names: tuple[str, ...] = ()
    rival = shown.comparison.rival
    if rival is not None and len(rival.curve.points):
        across, values = together(curve, rival.curve, column)
        names = tuple(name for name, _snapshot in shown.comparison.learners)
    marks = tuple((float(each.since), f"{place + 1}") for place, each in enumerate(shown.reached))
    return Chart(
        across, values, curve.unit, shares=shares, logarithmic=shown.logarithmic and shares, names=names, marks=marks,
        pulse=shown.pulse,
    )  # fmt: skip


def together(one: LearningCurve, other: LearningCurve, column: str) -> tuple[Floats, Floats]:
    """A column of two curves over all that either counts, and its values, shaped (marks, 2); what one has not measured
    there is not a number."""
    across = np.union1d(one.across, other.across)
    values = np.full((len(across), 2), np.nan)
    for place, curve in enumerate((one, other)):
        values[np.searchsorted(across, curve.across), place] = curve.values(column)
    return across, values
