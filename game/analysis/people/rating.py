"""How good a person is: the rating that makes its results most likely, those of its opponents held fixed.

The model is that of the shipped ratings (:mod:`game.matches.ratings`): at a table a player of strength s wins with
probability s / (sum of the strengths), a rating is 400 log10(s). With the opponents' strengths known, one number is
left, and the likelihood has one maximum; its interval holds the ratings whose likelihood is not too much less, by the
chi-squared distribution of twice the logarithm of the ratio (S. S. Wilks, Annals of Mathematical Statistics 9, 1938).
Whoever has won everything has no most likely rating, but a least one.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import exp, fsum, inf, isinf, log, log1p
from typing import Any, NamedTuple

from game.analysis.people.index import Recorded
from game.games import registry
from game.games.entrants import entrants
from game.games.seats import parse_seat
from game.matches import measured
from game.matches.ratings import ELO_SCALE
from game.rules.language import _
from game.rules.protocol import usual_options

LEAST = 10
"""A rating is told from so many matches on."""
_DROP = 3.841458820694124 / 2
"""By so much the logarithm of the likelihood may fall within a 95 % interval: half the chi-squared quantile."""
_LOWEST, _HIGHEST = -4000.0, 7000.0
_STEPS = 60


class Result(NamedTuple):
    """A match against rated opponents: their ratings, and the person's share of it: 1 won, 0 lost, 1/n in a draw."""

    opponents: tuple[float, ...]
    share: float


@dataclass(frozen=True)
class Rating:
    """A rating, None where everything was won or lost, its 95 % interval, which has no end there, and the matches that
    it rests on."""

    value: float | None
    low: float
    high: float
    matches: int

    @property
    def words(self) -> str:
        """The rating with its interval: "1650 (1580 to 1720)", "above 1700"."""
        if self.value is None:
            if isinf(self.high):
                return _("above {rating:.0f}", rating=self.low)
            return _("below {rating:.0f}", rating=self.high)
        return _("{rating:.0f} ({low:.0f} to {high:.0f})", rating=self.value, low=self.low, high=self.high)


def rating(results: Iterable[Result]) -> Rating | None:
    """The most likely rating of a person; None below `LEAST` matches."""
    held = Counter(results)
    number = held.total()
    if number < LEAST:
        return None
    points = fsum(result.share * times for result, times in held.items())

    def surplus(value: float) -> float:
        """By how many points a rating promises fewer than there are."""
        return points - fsum(times * _chance(value, result.opponents) for result, times in held.items())

    def likelihood(value: float) -> float:
        return fsum(times * _logarithm(value, result) for result, times in held.items())

    if not 0.0 < points < number:
        best, top = (inf if points else -inf), 0.0
    else:
        best = _root(surplus, _LOWEST, _HIGHEST)
        top = likelihood(best)
    near = min(max(best, _LOWEST), _HIGHEST)
    low = -inf if best == -inf else _root(lambda value: top - _DROP - likelihood(value), _LOWEST, near)
    high = inf if best == inf else _root(lambda value: likelihood(value) - top + _DROP, near, _HIGHEST)
    return Rating(None if abs(best) == inf else best, low, high, number)


def _strength(value: float) -> float:
    return float(10.0 ** (value / ELO_SCALE))


def _chance(value: float, opponents: Sequence[float]) -> float:
    return 1.0 / (1.0 + fsum(_strength(other - value) for other in opponents))


def _logarithm(value: float, result: Result) -> float:
    """The logarithm of the likelihood of a result; who of the others has won says nothing of the person."""
    others = log(fsum(_strength(other - value) for other in result.opponents))  # to one
    won = -log1p(exp(others))
    return result.share * won + (1.0 - result.share) * (won + others)


def _root(falling: Callable[[float], float], low: float, high: float) -> float:
    """Where a falling function goes through 0, between two bounds; a bound where it does not."""
    for _step in range(_STEPS):
        middle = (low + high) / 2
        if falling(middle) > 0.0:
            low = middle
        else:
            high = middle
    return (low + high) / 2


# --- opponents ---------------------------------------------------------------------------------------------------


@cache
def _shipped(game: str) -> dict[tuple[str, str | None], float]:
    """The ratings that ship for a game, by AI and trained file; those of `ratings`, else those of `levels`."""
    try:
        called = entrants(game)
    except registry.UnknownNameError:
        return {}
    record = measured.found(game, "ratings")
    rows = (record or {}).get("ais") or (measured.found(game, "levels") or {}).get("ratings", [])
    rated = {row["ai"]: float(row["rating"]) for row in rows}
    seats = {name: parse_seat(game, called[name]) for name in rated if name in called}
    return {(seat.ai.name, seat.trained): rated[name] for name, seat in seats.items() if seat.ai is not None}


@cache
def _usual(game: str) -> Mapping[str, Any]:
    """The options with which the AIs of a game were rated, as a replay has them."""
    return dict(json.loads(json.dumps(usual_options(registry.game(game).rules))))


def opponents_of(match: Recorded) -> tuple[float, ...] | None:
    """The shipped ratings of a match's other players; None where one has none: a human, an AI that has learnt on, or
    one with parameters of its own; where the match was played with other options than those of the ratings; and where
    an AI made a move for the person, or it took back what had shown it something."""
    rated = _shipped(match.game)
    if not rated or match.lent or match.taken_back or {**_usual(match.game), **match.options} != _usual(match.game):
        return None
    others = [player for seat, player in enumerate(match.players) if seat != match.person]
    found = [None if player["parameters"] else rated.get((player["ai"], player["trained"])) for player in others]
    known = tuple([each for each in found if each is not None])
    return known if len(known) == len(others) else None
