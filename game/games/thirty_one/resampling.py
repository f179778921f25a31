"""Drawing items as often as their weights have it."""

import numpy as np
from numpy.typing import NDArray

from game.games.thirty_one.card_arrays import Ints


def resampled(logarithms: NDArray[np.float64], count: int, random: np.random.Generator) -> Ints:
    """The places of `count` of each row's items, in one row after the other: each item as often as the row's
    logarithms of weights have it, (n, m), with one lot a row (systematic resampling); all alike where none has any."""
    rows, items = logarithms.shape
    most = logarithms.max(axis=1, keepdims=True)
    weights = np.exp(logarithms - np.where(np.isfinite(most), most, 0.0))
    weights[~np.isfinite(most[:, 0])] = 1.0
    reached = weights.cumsum(axis=1)
    points = (np.arange(count) + random.random((rows, 1))) / count * reached[:, -1:]
    places = [np.searchsorted(each, point, side="right") for each, point in zip(reached, points, strict=True)]
    found: Ints = (np.minimum(places, items - 1) + items * np.arange(rows)[:, None]).reshape(-1)
    return found
