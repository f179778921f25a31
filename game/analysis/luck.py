"""Strokes of luck: what chance did to everybody's chances, less the mean of all that it could have done.

A stroke is a round's deal, against the table of standings, or what a move brings that nobody had seen: cards drawn,
tokens turned over, a card stolen. What did come is among what could have come, so the mean of a stroke is 0.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum, hypot, sqrt
from random import Random
from typing import Any

from game.agents.judging import Shares
from game.analysis.chances import Chances
from game.analysis.moments import Deal, Moment, only_deal
from game.analysis.outcomes import MOST, Outcomes, outcomes
from game.games.module import GameModule


@dataclass(frozen=True)
class Stroke:
    """A stroke of luck; its fields are those of the JSON. `player` moved, None for a deal; `gain` is every player's."""

    move: int
    round: int
    event: str
    player: int | None
    gain: Shares
    error: float


def deal_stroke(chances: Chances, deal: Deal, seed: int) -> Stroke | None:
    """What a deal did, against the chances before it; None where all deals are alike."""
    rules, setup = chances.rules, chances.setup
    if only_deal(rules, setup, deal):
        return None
    (after,) = chances.of([deal.state], deal, Random(f"{seed}/{deal.move}/deal"))
    before = chances.before_deal(deal.standing, deal.first)
    return Stroke(deal.move, deal.round, "deal", None, _less(after, before), _error_after(chances))


def after_move(chances: Chances, game: GameModule, moment: Moment, seed: int) -> tuple[Shares, Stroke | None]:
    """Every player's chance after a move, and what chance did by it; None where nothing else could come."""
    came, after, could = weighed(chances, game, moment, seed, for_mean=True)
    if came is None:
        return after, None
    means = [fsum(map(_product, came.weights, column)) for column in zip(*could, strict=True)]
    error = hypot(sampling_error(came, could), _error_of_mean(chances, came), _error_after(chances))
    return after, Stroke(moment.number, moment.deal.round, came.event, moment.player, _less(after, means), error)


def weighed(
    chances: Chances, game: GameModule, moment: Moment, seed: int, most: int = MOST, for_mean: bool = False
) -> tuple[Outcomes | None, Shares, list[Shares]]:
    """What could have come of a move, None where nothing else could, every player's chance after what came, and after
    each outcome. What came and what could have come are judged by the same random numbers, so that they differ only by
    what they are; where of what could have come only the mean counts (`for_mean`), a judge may tell of each roughly."""
    came = outcomes(game, moment, f"{seed}/{moment.number}/luck", most)
    if came is not None and len(came.states) < 2:
        came = None
    states = [moment.after] if came is None else [moment.after, *came.states]
    rng = Random(f"{seed}/{moment.number}/open")
    after, *could = chances.of(states, moment.deal, rng, mean_from=1 if for_mean else None)
    return came, after, could


def _error_after(chances: Chances) -> float:
    """One standard error of the chances after what came."""
    return hypot(chances.judge.error, chances.judge.open_error)


def _error_of_mean(chances: Chances, came: Outcomes) -> float:
    """One standard error of the mean over outcomes that were counted out, at most, from what a judge samples of each.
    Over outcomes that were drawn it shows in how these scatter."""
    if not came.exact:
        return 0.0
    return chances.judge.open_error * sqrt(len(came.weights) * fsum(map(_product, came.weights, came.weights)))


def _product(weight: float, chance: float) -> float:
    return weight * chance


def _less(now: Any, then: Any) -> Shares:
    return tuple([one - other for one, other in zip(now, then, strict=True)])


def sampling_error(came: Outcomes, could: Sequence[Shares]) -> float:
    """The largest standard error of the players' mean chances; 0 where all outcomes were counted out."""
    if came.exact:
        return 0.0
    number = len(could)
    means = [fsum(column) / number for column in zip(*could, strict=True)]
    variances = [
        fsum((each - mean) ** 2 for each in column) / (number - 1)
        for column, mean in zip(zip(*could, strict=True), means, strict=True)
    ]
    return sqrt(max(variances) / number)
