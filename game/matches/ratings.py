"""How good players are, from the matches they played: an interval for a rate, and ratings on one scale."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import fsum, log, log10, sqrt
from statistics import NormalDist

import numpy as np

ELO_MEAN = 1500.0
"""The mean of all ratings."""
ELO_SCALE = 400.0
"""Points of rating for odds of ten to one: the scale of A. Elo's chess ratings."""
PRIOR_GAMES = 1.0
"""Drawn games that every two players are thought to have had, beside those they played."""
_WEAKEST = 1e-100
"""The least strength: keeps logarithms finite where, without a prior, a player that never wins has none."""
_TOLERANCE = 1e-10
_MOST_STEPS = 100_000
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
    more Luce's choice axiom. The strengths are found by the MM algorithm of D. R. Hunter, "MM algorithms for
    generalized Bradley-Terry models", Annals of Statistics 32 (2004): over and over,
    s_i = points of i / sum over i's games of 1 / (sum of the strengths at the table).

    Who wins everything would be infinitely strong. So every two players are thought to have drawn `prior` games
    beside those they played; 0 gives the plain maximum, which exists unless some of the players won every game
    against all the rest. The rating is 400 log10(s), shifted. The result does not depend on the order of meetings,
    nor on that of the players at a table.
    """
    names = sorted({name for meeting in meetings for name in meeting.players})
    if not names:
        return {}
    thought = [Meetings(pair, (prior / 2, prior / 2)) for pair in combinations(names, 2)]
    strengths = _most_likely(names, [*meetings, *thought])
    levels = {name: ELO_SCALE * log10(strength) for name, strength in strengths.items()}
    mean = fsum(levels.values()) / len(names)
    return {name: ELO_MEAN + level - mean for name, level in levels.items()}


def rating_intervals(
    meetings: Sequence[Meetings], prior: float = PRIOR_GAMES, confidence: float = 0.95
) -> dict[str, tuple[float, float]]:
    """For every player the interval of its rating, relative to the mean of all.

    With the logarithms of the strengths as unknowns, a game at a table where i wins with probability p_i tells
    diag(p) - p pᵀ about them (the information of a multinomial, `prior` games too). What is known of the ratings around
    their mean is the pseudo-inverse of its sum, and they are taken to be normal.
    """
    rated = ratings(meetings, prior)
    names = sorted(rated)
    if not names:
        return {}
    at = {name: place for place, name in enumerate(names)}
    strengths = np.array([10 ** ((rated[name] - ELO_MEAN) / ELO_SCALE) for name in names])
    information = np.zeros((len(names), len(names)))
    thought = [Meetings(pair, (prior / 2, prior / 2)) for pair in combinations(names, 2)]
    for meeting in [*meetings, *thought]:
        table = np.zeros(len(names))
        for name in meeting.players:
            table[at[name]] += strengths[at[name]]
        chances = table / table.sum()
        information += meeting.games * (np.diag(chances) - np.outer(chances, chances))
    known = np.linalg.pinv(information, rcond=_ROUNDING, hermitian=True)
    spread = np.sqrt(np.clip(np.diag(known), 0.0, None))
    reach = (NormalDist().inv_cdf((1 + confidence) / 2) * spread * ELO_SCALE / log(10)).tolist()
    return {name: (rated[name] - reach[place], rated[name] + reach[place]) for place, name in enumerate(names)}


def _most_likely(names: Sequence[str], meetings: Sequence[Meetings]) -> dict[str, float]:
    """The strengths of all players that make these games most likely; their geometric mean is 1."""
    points: dict[str, list[float]] = {name: [] for name in names}
    for meeting in meetings:
        for name, gained in zip(meeting.players, meeting.points, strict=True):
            points[name].append(gained)
    total = {name: fsum(gained) for name, gained in points.items()}
    strengths = dict.fromkeys(total, 1.0)
    for _ in range(_MOST_STEPS):
        improved = _improved(strengths, total, meetings)
        change = max(abs(improved[name] / strengths[name] - 1) for name in improved)
        strengths = improved
        if change < _TOLERANCE:
            break
    return strengths


def _improved(
    strengths: Mapping[str, float], points: Mapping[str, float], meetings: Iterable[Meetings]
) -> dict[str, float]:
    """One step of the MM algorithm, all strengths at once, then scaled to a geometric mean of 1."""
    shares: dict[str, list[float]] = {name: [] for name in strengths}
    for meeting in meetings:
        share = meeting.games / fsum(strengths[name] for name in meeting.players)
        for name in meeting.players:
            shares[name].append(share)
    raw = {name: max(points[name] / (fsum(shares[name]) or 1.0), _WEAKEST) for name in strengths}
    centre = 10 ** (fsum(log10(strength) for strength in raw.values()) / len(raw))
    return {name: max(strength / centre, _WEAKEST) for name, strength in raw.items()}
