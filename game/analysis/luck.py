"""Strokes of luck: what chance did to everybody's chances, less the mean of all that it could have done.

A stroke is a round's deal, against the table of standings, or what a move brings that nobody had seen: cards drawn,
tokens turned over, a card stolen. What did come is among what could have come, so the mean of a stroke is 0.
"""

from dataclasses import dataclass
from math import fsum, hypot, sqrt
from random import Random
from typing import Any

from game.analysis.chances import Chances, Shares
from game.analysis.moments import Deal, Moment
from game.analysis.outcomes import Outcomes, outcomes
from game.games.module import GameModule

_TRIES = 8
"""So often a round is dealt anew to see whether all deals are alike."""


@dataclass(frozen=True)
class Stroke:
    """A stroke of luck; its fields are those of the JSON. `player` moved, None for a deal; `gain` is every player's."""

    move: int
    round: int
    event: str
    player: int | None
    gain: Shares
    error: float


def after_deal(chances: Chances, deal: Deal, seed: int) -> Shares:
    """Every player's chance once a round is dealt."""
    return chances.of(deal.state, deal, Random(f"{seed}/{deal.move}/deal"))


def deal_stroke(chances: Chances, deal: Deal, after: Shares, seed: int) -> Stroke | None:
    """What a deal did that left everybody with the chances `after`, against those before it; None where all deals are
    alike."""
    rules, setup = chances.rules, chances.setup
    others = (Random(f"{seed}/{deal.move}/dealt/{number}") for number in range(_TRIES))
    if all(rules.deal(setup, deal.standing, deal.first, rng) == deal.state for rng in others):
        return None
    before = chances.before_deal(deal.standing, deal.first)
    return Stroke(deal.move, deal.round, "deal", None, _less(after, before), chances.judge.error)


def after_move(chances: Chances, moment: Moment, state: Any, seed: int) -> Shares:
    """Every player's chance in a state that came, or could have come, of a move: by the same random numbers for all of
    these, so that they differ only by what they are."""
    return chances.of(state, moment.deal, Random(f"{seed}/{moment.number}/open"))


def move_stroke(chances: Chances, game: GameModule, moment: Moment, after: Shares, seed: int) -> Stroke | None:
    """What chance did by a move that left everybody with the chances `after`; None where nothing else could come."""
    came = outcomes(game, moment, f"{seed}/{moment.number}/luck")
    if came is None or len(came.states) < 2:
        return None
    could = [after_move(chances, moment, state, seed) for state in came.states]
    means = [fsum(map(_product, came.weights, column)) for column in zip(*could, strict=True)]
    error = hypot(_sampling_error(came, could), chances.judge.error)
    return Stroke(moment.number, moment.deal.round, came.event, moment.player, _less(after, means), error)


def _product(weight: float, chance: float) -> float:
    return weight * chance


def _less(now: Any, then: Any) -> Shares:
    return tuple([one - other for one, other in zip(now, then, strict=True)])


def _sampling_error(came: Outcomes, could: list[Shares]) -> float:
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
