"""An opponent that fits a person: of the strength between the levels at which it is rated as the person is."""

from collections.abc import Iterable
from itertools import pairwise

from game.analysis.people.index import Recorded
from game.analysis.people.rating import Rating
from game.analysis.people.statistics import statistics
from game.games.levels import NAMES
from game.matches import measured


def own_rating(matches: Iterable[Recorded], game: str) -> Rating | None:
    """The person's rating at a game; None before there are ten matches against rated opponents."""
    return statistics(match for match in matches if match.game == game).rating


def fitting_strength(game: str, rating: Rating) -> float | None:
    """The strength from 0 to 1, as the AI between the levels takes it, at which its rating is that of the person: on
    straight lines between the measured ratings of the levels, which lie evenly from 0 to 1. Whoever has won or lost
    everything is rated by the end of the interval that there is. None where the levels were not measured."""
    rows = (measured.found(game, "levels") or {}).get("ratings") or ()
    rated = {row["ai"]: float(row["rating"]) for row in rows}
    if not all(name in rated for name in NAMES):
        return None
    steps = [rated[name] for name in NAMES]
    value = rating.value
    if value is None:
        value = rating.low if rating.high > steps[-1] else rating.high
    for place, (low, high) in enumerate(pairwise(steps)):
        if value < high:
            return max(0.0, (place + (value - low) / (high - low)) / (len(steps) - 1))
    return 1.0
