"""The large curve of the training panel: how well it plays, or how much it has learnt, with milestones on it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from game.agents.learning import Yardstick
from game.agents.network_learning import WON
from game.checkpoints.curves import is_share
from game.games.characters import name_for
from game.learning.milestones import SMOOTH, Milestone
from game.learning.strength import scatter
from game.learning.trainer import FrameTrainer
from game.rules.language import _
from game.training.metrics import Floats, LearningCurve
from systems.view.screens.training_comparison import Comparison
from systems.view.toolkit import theme
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.chart import Chart, draw_chart

_MEASURE = 22.0


@dataclass(frozen=True)
class Curves:
    """What is shown of a training: its trainer, whom it is compared with, the yardstick of its play, what has been
    reached, whether games lie on a logarithmic scale, and how far the latest value glows."""

    trainer: FrameTrainer
    comparison: Comparison
    yardstick: Yardstick | None
    reached: Sequence[Milestone]
    logarithmic: bool
    pulse: float


def shown_column(trainer: FrameTrainer, yardstick: Yardstick | None) -> str:
    """The column of a training's curve that tells how well it plays: by the evaluation of its game, or else against
    the yardstick; where it has neither, how much it has learnt."""
    if trainer.snapshot.measure:
        return "share"
    return "pairs" if yardstick is None else WON + yardstick.ai


def draw_curve(canvas: Canvas, head: Box, box: Box, shown: Curves) -> None:
    """Draw the curve into a box, below what it is of; its title stands in another box above."""
    column = shown_column(shown.trainer, shown.yardstick)
    title: str = _("How well it plays") if is_share(column) else _("Values learnt")
    canvas.text(title, head.x, head.y + 2, 22, theme.HEADING, "serif", max_width=head.w)
    measure = _measure(shown)
    if measure:
        words, box = box.top_part(_MEASURE)
        size = canvas.fitting_size(measure, theme.SMALL + 1, words.w)
        canvas.text(measure, words.x, words.y - 2, size, theme.MUTED, max_width=words.w)
    draw_chart(canvas, box, _chart(shown, column))


def _measure(shown: Curves) -> str:
    """What the curve is of, in words, and how far luck alone may move it."""
    trainer, yardstick = shown.trainer, shown.yardstick
    if yardstick is None or trainer.snapshot.measure:
        return trainer.snapshot.measure
    share = trainer.strengths[-1].share if trainer.strengths else 0.5
    once, often = scatter(share, yardstick.rounds), scatter(share, yardstick.rounds * SMOOTH)
    return _(
        "Share of {rounds} games won against {name}: faint, by luck up to {once:.0f} points off; bold, the mean of "
        "{number}, up to {often:.0f}",
        rounds=yardstick.rounds, name=name_for(trainer.ai.game, yardstick.ai), once=100 * once, number=SMOOTH,
        often=100 * often,
    )  # fmt: skip


def _chart(shown: Curves, column: str) -> Chart:
    """How a column rises; beside it the curve of the other learner."""
    curve, shares = shown.trainer.curve, is_share(column)
    smooth = SMOOTH if column.startswith(WON) else 1
    across, values = _measured(curve, column) if smooth > 1 else (curve.across, curve.values(column))
    names: tuple[str, ...] = ()
    rival = shown.comparison.rival
    if rival is not None and len(rival.curve.points):
        across, values = together((across, values), _measured(rival.curve, column))
        names = tuple(learner.name for learner in shown.comparison.learners)
        smooth = 1 if smooth == 1 else 2 * smooth  # about every other point is the other's
    marks = tuple((float(each.since), f"{place + 1}") for place, each in enumerate(shown.reached))
    return Chart(
        across, values, curve.unit, shares=shares, logarithmic=shown.logarithmic and shares, window=smooth, names=names,
        marks=marks, pulse=shown.pulse,
    )  # fmt: skip


def _measured(curve: LearningCurve, column: str) -> tuple[Floats, Floats]:
    """Where a column was measured, and its values there."""
    if column not in curve.columns:
        return np.empty(0), np.empty(0)
    values = curve.values(column)
    found = np.isfinite(values)
    return curve.across[found], values[found]


def together(one: tuple[Floats, Floats], other: tuple[Floats, Floats]) -> tuple[Floats, Floats]:
    """Two curves over all that either counts, and their values, shaped (marks, 2); what one has not measured there is
    not a number."""
    across = np.union1d(one[0], other[0])
    values = np.full((len(across), 2), np.nan)
    for place, (where, found) in enumerate((one, other)):
        values[np.searchsorted(across, where), place] = found
    return across, values
