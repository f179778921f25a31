"""What the curves of checkpoints must be, whatever kind they are of."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from game.agents.network_learning import WON

_SHARES = frozenset({"share", "win_rate", "evaluation"})
MOST_MEASURED = 1e100
"""No figure of a curve is larger: sums of many stay numbers."""


def is_share(column: str) -> bool:
    """Whether the values of a curve's column are shares of all there could be, from 0 to 1."""
    return column in _SHARES or column.startswith(WON)


def check_curve(columns: Sequence[str], points: NDArray[Any]) -> None:
    """Raises ValueError where points, a row each, are not a curve: the first column counts up, and what was not
    measured is not a number."""
    if points.ndim != 2 or points.shape[1] != len(columns) or points.dtype.kind != "f":
        raise ValueError("its metrics are not as they should be")
    counted = points[:, 0]
    if not np.isfinite(counted).all() or (counted < 0).any() or (np.diff(counted) <= 0).any():
        raise ValueError(f"the {columns[0]} of its metrics do not count up")
    if (np.abs(points) > MOST_MEASURED).any():
        raise ValueError("its metrics hold numbers that cannot be")
    for name in filter(is_share, columns):
        share = points[:, columns.index(name)]
        if ((share < 0) | (share > 1)).any():
            raise ValueError(f"its metrics hold a {name} that is no share")
