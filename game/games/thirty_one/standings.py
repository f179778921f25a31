"""Thirty-one's standings: everybody's lives, and how a round's end changes them."""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any, TypeAlias

from game.games.standing_spec import Key, StandingSpec
from game.games.thirty_one.cards import BEST
from game.games.thirty_one.state import START_LIVES, Standing, View, next_living, previous_living
from game.rules.protocol import RoundEnd

Outcome: TypeAlias = tuple[tuple[int, ...], bool]
"""The lives that each player lost, and whether everybody had 31."""


def _keys(players: int, options: Mapping[str, Any]) -> Sequence[Key]:
    """Everybody's lives from who begins on; whoever is out is left out, for the rest play as if alone."""
    lives = range(1, START_LIVES + 1)
    return [key for playing in range(2, players + 1) for key in product(lives, repeat=playing)]


def _key(standing: Standing, first: int) -> tuple[Key, tuple[int, ...]]:
    lives = standing.lives
    turned = [*range(first, len(lives)), *range(first)]
    seats = tuple([player for player in turned if lives[player]])
    return tuple([lives[player] for player in seats]), seats


def _outcome(end: RoundEnd) -> Outcome:
    scores = end.scores or ()
    return tuple(end.record["lost"]), all(score == BEST for score in scores)


def _end(key: Key, outcome: Outcome) -> RoundEnd:
    lost, all_best = outcome
    lives = [own - gone for own, gone in zip(key, lost, strict=True)]
    scores = (float(BEST if all_best else 0),) * len(key)
    return RoundEnd(scores, None, {"lives": lives, "lost": list(lost)})


SPEC = StandingSpec(_keys, lambda key, _: Standing(key), lambda standing: len(standing.lives), _key, _outcome, _end)
"""What the table of standings asks of Thirty-one."""


def chance_after_31(view: View) -> float:
    """The chance to win the match of a player whose 31 ends the round now, by the table of standings: everybody else
    alive loses a life, and the next player begins."""
    from game.games import standings  # it looks games up in the registry, which knows this one by what is made here

    player, first = view.player, view.player
    lives = tuple([own - (own > 0 and seat != player) for seat, own in enumerate(view.lives)])
    if sum(map(bool, lives)) == 1:
        return 1.0
    for _turn in range(view.turns % sum(map(bool, view.lives))):
        first = previous_living(view.lives, first)
    following = next_living(lives, first)
    return standings.chances("thirty_one", view.house._asdict(), Standing(lives), following)[player]
