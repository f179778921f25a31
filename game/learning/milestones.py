"""Milestones of a training: what its learner can do, and since when, told from what is measured while it trains.

A milestone is reached where a measurement has come to a level and has stayed there up to now; of each measurement the
highest level is told. So nothing is claimed that has been lost again, nor what was so from the beginning.
"""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np

from game.agents.network_learning import WON
from game.checkpoints.curves import is_share
from game.games.ai import AI
from game.rules.language import _
from game.training.metrics import Floats, LearningCurve, rolling_mean, title

SMOOTH = 5
"""Shares that vary from measurement to measurement count as the mean of so many."""
_SHARES = (1.0, 0.99, 0.95, 0.9, 0.8, 0.7, 0.6, 0.5)
_WON = (*_SHARES[2:], 0.4, 0.3, 0.2)
"""Against whom is much stronger a few wins are something."""
_VALUES = tuple(10.0**power for power in range(7, 1, -1))
_EXPLORES = (-0.05, -0.1, -0.25, -0.5)
_ROUNDING = 1e-9

Finds = Callable[[float], str]
"""What a learner does that has come to a share by the evaluation of its game: "finds every winning move"."""


class Milestone(NamedTuple):
    """What has been reached, in words, and at how many games or rounds; `column` is what it was measured by, and
    `level` the value that has been kept since."""

    words: str
    since: int
    column: str
    level: float


class _Measure(NamedTuple):
    """What is measured of a learner, the more the better: its levels, the highest first, and how each is told."""

    values: Floats
    levels: tuple[float, ...]
    words: Callable[[float], str]


def milestones(curve: LearningCurve, finds: Finds | None = None, called: Callable[[str], str] = str) -> list[Milestone]:
    """What has been reached in a training, the latest last. `finds` tells of the column "share" in words of the game,
    `called` what an opponent is called whose name is in the metrics."""
    found = []
    for column in curve.measured:
        measure = _measure(column, curve.values(column), finds or _by_evaluation, called)
        if measure is not None:
            found += _highest(curve.across, column, measure)
    return sorted(found, key=lambda each: each.since)


def since_words(milestone: Milestone, unit: str) -> str:
    """A milestone as a sentence: "finds every winning move since game 4,100"."""
    if unit == "rounds":
        return _("{what} since round {number:,}", what=milestone.words, number=milestone.since)
    return _("{what} since game {number:,}", what=milestone.words, number=milestone.since)


def _measure(column: str, values: Floats, finds: Finds, called: Callable[[str], str]) -> _Measure | None:
    """What a column measures; None where more of it is no progress."""
    if column == "share":
        return _Measure(values, _SHARES, finds)
    if column.startswith(WON):
        return _Measure(_smoothed(values), _WON, partial(_takes, called(column.removeprefix(WON))))
    if column == "pairs":
        return _Measure(values, _VALUES, _knows)
    if column == "epsilon":
        return _Measure(-values, _EXPLORES, _explores)
    if is_share(column):
        return _Measure(_smoothed(values), _SHARES[2:], partial(_comes_to, title(column)))
    return None


def _takes(name: str, level: float) -> str:
    return _("wins {share:.0f} % against {name}", share=100 * level, name=name)


def _knows(level: float) -> str:
    return _("knows what {number:,.0f} moves are worth", number=level)


def _explores(level: float) -> str:
    return _("tries something new in {share:.0f} % of its moves only", share=-100 * level)


def _comes_to(what: str, level: float) -> str:
    return _("{what}: {share:.0f} %", what=what, share=100 * level)


def _by_evaluation(level: float) -> str:
    return _("reaches {share:.0f} % of what its game measures", share=100 * level)


def _highest(across: Floats, column: str, measure: _Measure) -> list[Milestone]:
    """The highest level that has been reached and kept, where there is one."""
    measured = np.flatnonzero(np.isfinite(measure.values))
    if not measured.size:
        return []
    values = measure.values[measured] + _ROUNDING
    for level in measure.levels:
        below = np.flatnonzero(values < level)
        if below.size and below[-1] + 1 < len(values):
            since = int(across[measured[below[-1] + 1]])
            return [Milestone(measure.words(level), since, column, level)]
    return []


def _smoothed(values: Floats) -> Floats:
    """The mean of the latest measurements, where there are as many."""
    measured = np.flatnonzero(np.isfinite(values))
    found = np.full(len(values), np.nan)
    found[measured] = rolling_mean(values[measured], SMOOTH)
    found[measured[: SMOOTH - 1]] = np.nan
    return found


def finds_of(ai: AI) -> Finds | None:
    """How the evaluation of an AI's game tells of a share, where it does so in words of its own."""
    evaluation = None if ai.learner_spec is None else ai.learner_spec.evaluation
    finds: Finds | None = getattr(evaluation, "finds", None)
    return finds
