"""What a person's matches come to, as curves over time."""

import numpy as np

from game.analysis.people.statistics import Curves
from game.rules.language import _
from game.training.metrics import rolling_mean
from systems.view.toolkit.chart import Chart

WINDOW = 20
"""Lines are means over so many matches."""
_LEAST_MARKS = 3
"""A curve of fewer marks says nothing."""


def charts_of(found: Curves, losses: bool) -> list[Chart]:
    """A chart for each thing that was measured: matches won, mean `losses` where they are of one game and so of one
    judge, luck, the rating."""
    across = np.arange(1.0, len(found.results) + 1)

    def chart(values: list[float], title: str, shares: bool = False) -> Chart:
        own = np.array(values)
        means = np.where(np.isfinite(own), rolling_mean(own, WINDOW), np.nan)
        return Chart(across, means, "match", title, shares)

    charts = [chart(found.results, _("Share won"), True)]
    if losses and np.isfinite(found.losses).sum() >= _LEAST_MARKS:
        charts.append(chart(found.losses, _("Mean loss, points a decision")))
    if np.count_nonzero(np.nan_to_num(found.luck)) >= _LEAST_MARKS:
        charts.append(chart(found.luck, _("Luck, points a match")))
    if len(found.ratings) >= _LEAST_MARKS:
        places, values = np.array(found.rated_at, float), np.array(found.ratings)
        charts.append(Chart(places, values, "match", _("Rating"), ratings=True))
    return charts
