"""What a game of several rounds tells of its standings, so that a table of chances can be made of them."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from game.rules.protocol import RoundEnd

Key: TypeAlias = tuple[int, ...]
"""A standing as who begins the next round sees it: a number for each player who still plays, in the order of seats."""


@dataclass(frozen=True)
class StandingSpec:
    """The standings of a game, and how a round's end leads from one to the next.

    At the standing of a key as many players sit as it has numbers, player 0 begins, and nobody is out. What follows a
    round is said by the rules alone: here is only what they ask for.
    """

    keys: Callable[[int, Mapping[str, Any]], Sequence[Key]]
    """Every key at which a round may begin in a match of so many players with such options."""
    standing: Callable[[Key, Mapping[str, Any]], Any]
    """The standing of a key in a match with such options."""
    players: Callable[[Any], int]
    """How many players a standing is of, those too who are out."""
    key: Callable[[Any, int], tuple[Key, tuple[int, ...]]]
    """The key of a standing and of who begins, and which player each of its numbers is."""
    outcome: Callable[[RoundEnd], Hashable]
    """All of a round's end that the next standing depends on."""
    end: Callable[[Key, Any], RoundEnd]
    """A round's end with such an outcome, at the standing of a key."""
    won_or_lost: bool = False
    """Whether an outcome is the round's winner, None for nobody, and a round is played alike at every standing: then
    one standing's rounds tell of all, and an AI's chance of the round is as good as playing it. At one of its standings
    whoever wins the round wins the match."""
    limits: frozenset[str] = frozenset()
    """The options, by key, that only end what would go on for ever: with any value of theirs a standing is worth the
    same."""
