"""Jaipur's standings: a match's seals."""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from game.games.jaipur.state import House, Standing
from game.games.standing_spec import Key, StandingSpec
from game.rules.protocol import RoundEnd


def _keys(players: int, options: Mapping[str, Any]) -> Sequence[Key]:
    return [*product(range(House.of(options).seals), repeat=2)]


def _standing(key: Key, options: Mapping[str, Any]) -> Standing:
    return Standing((key[0], key[1]), needed=House.of(options).seals)


def _key(standing: Standing, first: int) -> tuple[Key, tuple[int, ...]]:
    """Rounds that the turn limit stopped are left out: they count for nothing between AIs that end theirs."""
    return (standing.seals[first], standing.seals[1 - first]), (first, 1 - first)


def end(key: Key, winner: int | None) -> RoundEnd:
    """The end of a round with this winner, at the standing of a key."""
    seals = [won + (player == winner) for player, won in enumerate(key)]
    return RoundEnd(None, winner, {"seals": seals})


SPEC = StandingSpec(
    keys=_keys,
    standing=_standing,
    players=lambda _: 2,
    key=_key,
    outcome=lambda end: end.winner,
    end=end,
    won_or_lost=True,
    limits=frozenset({"turn_limit"}),
)
"""What the table of standings asks of Jaipur."""
