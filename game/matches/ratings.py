"""How good players are, from the matches they played: an interval for a rate, and ratings on one scale."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import fsum, log, sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

ELO_MEAN = 1500.0
"""The mean of all ratings."""
ELO_SCALE = 400.0
"""Points of rating for odds of ten to one: the scale of A. Elo's chess ratings."""
PRIOR_GAMES = 1.0
"""Drawn games that every two players are thought to have had, beside those they played."""
_TOLERANCE = 1e-9
"""So little does the last step change the logarithm of a strength."""
_MOST_STEPS = 200
_LONGEST = 2.0
"""No step changes the logarithm of a strength by more: from afar they would be too long."""
_ROUNDING = 1e-9
"""The share of the largest below which an eigenvalue is 0 but for rounding: nothing is known of the mean itself."""


def wilson(points: float, games: int, confidence: float = 0.95) -> tuple[float, float]:
    """The score interval of a rate of `points` in `games`; (0, 1) when nothing was played.

    Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", Journal of the
    American Statistical Association 22 (1927). With p = points / games and z the normal quantile:
    (p + z²/2n ± z sqrt(p(1-p)/n + z²/4n²)) / (1 + z²/n). A draw is half a point; that only lessens the variance
    which the formula supposes, so that the interval is then too wide rather than too narrow.

    >>> [round(bound, 4) for bound in wilson(81, 263)]
    [0.2553, 0.3662]
    """
    if games == 0:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    rate = points / games
    middle = rate + z * z / (2 * games)
    reach = z * sqrt(rate * (1 - rate) / games + z * z / (4 * games * games))
    whole = 1 + z * z / games
    low = (middle - reach) / whole if points > 0 else 0.0  # exactly, where rounding would leave a crumb
    high = (middle + reach) / whole if points < games else 1.0
    return low, high


@dataclass(frozen=True)
class Meetings:
    """Games that the same players played with each other, and the points of each: 1 for a win, and a drawn game's
    point shared alike. A player may sit at a table more than once."""

    players: tuple[str, ...]
    points: tuple[float, ...]

    @property
    def games(self) -> float:
        """How many games were played: every game gives one point in all."""
        return fsum(self.points)


def ratings(meetings: Sequence[Meetings], prior: float = PRIOR_GAMES) -> dict[str, float]:
    """The rating of every player: the most likely strengths, on the Elo scale, with mean 1500.

    The model: the player i of a game wins it with probability s_i / (sum of the strengths s at its table). For two
    players that is Bradley and Terry's ("Rank analysis of incomplete block designs I", Biometrika 39, 1952), for
    more Luce's choice axiom. The logarithms of the strengths are found by Newton's method: their likelihood is concave
    (D. R. Hunter, "MM algorithms for generalized Bradley-Terry models", Annals of Statistics 32, 2004). Some ten steps
    do even where the stronger won every match, where the simpler algorithm of that paper takes tens of thousands.

    Who wins everything would be infinitely strong. So every two players are thought to have drawn `prior` games
    beside those they played; 0 gives the plain maximum, which exists unless some of the players won every game
    against all the rest. The rating is 400 log10(s), shifted. The result does not depend on the order of meetings,
    nor on that of the players at a table.
    """
    played = _Played.of(meetings, prior)
    levels = (ELO_SCALE / log(10) * _most_likely(played)).tolist()
    return {name: ELO_MEAN + level for name, level in zip(played.names, levels, strict=True)}


def rating_intervals(
    meetings: Sequence[Meetings], prior: float = PRIOR_GAMES, confidence: float = 0.95
) -> dict[str, tuple[float, float]]:
    """For every player the interval of its rating, relative to the mean of all.

    With the logarithms of the strengths as unknowns, a game at a table where i wins with probability p_i tells
    diag(p) - p pᵀ about them (the information of a multinomial, `prior` games too). What is known of the ratings around
    their mean is the pseudo-inverse of its sum, and they are taken to be normal.
    """
    played = _Played.of(meetings, prior)
    if not played.names:
        return {}
    levels = _most_likely(played)
    known = np.linalg.pinv(played.information(played.chances(levels)), rcond=_ROUNDING, hermitian=True)
    spread = np.sqrt(np.clip(np.diag(known), 0.0, None))
    rated = (ELO_MEAN + ELO_SCALE / log(10) * levels).tolist()
    reach = (NormalDist().inv_cdf((1 + confidence) / 2) * spread * ELO_SCALE / log(10)).tolist()
    return {name: (rated[at] - reach[at], rated[at] + reach[at]) for at, name in enumerate(played.names)}


@dataclass(frozen=True)
class _Played:
    """All games as arrays: a row for every table that met, a column for every player, both in alphabetical order, so
    that nothing depends on the order in which they are told."""

    names: list[str]
    seats: NDArray[np.float64]
    """How many seats of a table a player had."""
    games: NDArray[np.float64]
    points: NDArray[np.float64]
    """The points of each player, of all tables together."""

    @classmethod
    def of(cls, meetings: Sequence[Meetings], prior: float) -> "_Played":
        """The games that were played, and for every two players those that they are thought to have drawn."""
        names = sorted({name for meeting in meetings for name in meeting.players})
        thought = [Meetings(pair, (prior / 2, prior / 2)) for pair in combinations(names, 2)]
        rows = sorted(sorted(zip(each.players, each.points, strict=True)) for each in [*meetings, *thought])
        at = {name: place for place, name in enumerate(names)}
        seats = np.zeros((len(rows), len(names)))
        gained: list[list[float]] = [[] for _ in names]
        for number, row in enumerate(rows):
            for name, points in row:
                seats[number, at[name]] += 1
                gained[at[name]].append(points)
        games = np.array([fsum(points for _, points in row) for row in rows])
        return cls(names, seats, games, np.array([fsum(points) for points in gained]))

    def chances(self, levels: NDArray[np.float64]) -> NDArray[np.float64]:
        """Each player's chance to win at each table, of the logarithms of all strengths."""
        there = self.seats * np.exp(levels - levels.max())
        whole: NDArray[np.float64] = there / there.sum(axis=1, keepdims=True)
        return whole

    def information(self, chances: NDArray[np.float64]) -> NDArray[np.float64]:
        """What the games tell about the logarithms of strengths: minus the second derivative of their likelihood."""
        found: NDArray[np.float64] = np.diag(self.games @ chances) - chances.T @ (self.games[:, None] * chances)
        return found


def _most_likely(played: _Played) -> NDArray[np.float64]:
    """The logarithms of the strengths that make these games most likely; their mean is 0."""
    levels = np.zeros(len(played.names))
    for _ in range(_MOST_STEPS if played.names else 0):
        chances = played.chances(levels)
        slope = played.points - played.games @ chances
        step = np.linalg.pinv(played.information(chances), rcond=_ROUNDING, hermitian=True) @ slope
        longest = float(np.abs(step).max())
        levels += step * min(1.0, _LONGEST / longest) if longest else 0.0
        if longest < _TOLERANCE:
            break
    centred: NDArray[np.float64] = levels - levels.mean() if played.names else levels
    return centred
