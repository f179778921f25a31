"""The curve of a training: the points that a checkpoint keeps, column by column, raw or as a rolling mean."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.agents.learning import CurvePoint
from game.agents.network_learning import WON
from game.rules.language import _

Floats: TypeAlias = NDArray[np.float64]

_TITLES = {
    "pairs": _("Values learnt"),
    "share": _("How well it plays"),
    "length": _("Length in turns"),
    "epsilon": _("Explores"),
    "win_rate": _("Win rate"),
    "reward": _("Reward"),
    "turns": _("Turns of a game"),
    "action_loss": _("Action loss"),
    "swap_loss": _("Swap loss"),
    "value_loss": _("Value loss"),
    "chance_loss": _("Chance loss"),
    "difference_loss": _("Difference loss"),
}


@dataclass(frozen=True, eq=False)
class LearningCurve:
    """The points of a training: a row each, `columns` by name; the first column counts up, such as games. `named`
    tells who learnt what ("q-learner at Nim"), `measure` what the column "share" is the share of, where it is known."""

    named: str
    columns: tuple[str, ...]
    points: Floats
    measure: str = ""

    @property
    def unit(self) -> str:
        """What the first column counts: "games"."""
        return self.columns[0]

    @property
    def across(self) -> Floats:
        """The first column."""
        return self.points[:, 0]

    def values(self, column: str) -> Floats:
        """A column by its name; what was not measured is not a number."""
        return self.points[:, self.columns.index(column)]

    @property
    def measured(self) -> tuple[str, ...]:
        """The columns, but for the first, in which something was measured."""
        return tuple(name for name in self.columns[1:] if np.isfinite(self.values(name)).any())


def title(column: str) -> str:
    """A column in words for people."""
    if column.startswith(WON):
        return _("Won against {name}", name=column.removeprefix(WON))
    words = column.replace("_", " ")
    return _TITLES.get(column, words[:1].upper() + words[1:])


def curve_so_far(named: str, points: Sequence[CurvePoint], measure: str = "") -> LearningCurve:
    """The curve of a table's training that is under way."""
    rows: Any = np.array(points, dtype=np.float64).reshape(-1, len(CurvePoint._fields))
    return LearningCurve(named, CurvePoint._fields, rows, measure)


def rolling_mean(values: Floats, window: int) -> Floats:
    """The mean of each value and of those before it, `window` in all; what is not a number counts for nothing."""
    found = np.isfinite(values)
    sums = np.concatenate([[0.0], np.cumsum(np.where(found, values, 0.0))])
    counts = np.concatenate([[0], np.cumsum(found)])
    after = np.arange(1, len(values) + 1)
    before = np.maximum(after - window, 0)
    number = counts[after] - counts[before]
    mean = (sums[after] - sums[before]) / np.maximum(number, 1)
    return np.where(number > 0, mean, np.nan)
