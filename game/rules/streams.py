"""Streams of random numbers, all derived from a match's one seed and independent of each other."""

import secrets
from random import Random

_FRESH_BITS = 53
"""Too many to be tried one by one, and every reader of JSON reads a number of so many bits exactly."""
SEED_DIGITS = 18
"""A seed that is typed has no more digits."""


def fresh_seed(following: int = 0) -> int:
    """A seed that nobody can guess; so many that follow it have no more bits either."""
    return secrets.randbelow(2**_FRESH_BITS - following)


class Streams:
    """The random numbers of one match: a stream for each purpose, so that none disturbs another.

    A stream is ``Random("<seed>/<name>")``; Python seeds from a string by its SHA-512, alike on every
    machine. Deals are keyed by their round, so a resumed match deals the rounds it would have dealt;
    everything else of a match that went on after `resumed_at` moves and undos, resumed or taken back, draws on from
    streams keyed by that number.
    """

    def __init__(self, seed: int, resumed_at: int = 0) -> None:
        self.seed = seed
        self._suffix = f"@{resumed_at}" if resumed_at else ""
        self._streams: dict[str, Random] = {}

    def first(self) -> Random:
        """Who starts the first round."""
        return Random(f"{self.seed}/first")

    def deal(self, round_number: int) -> Random:
        """The deal of a round, counted from 1."""
        return Random(f"{self.seed}/deal/{round_number}")

    def chance(self) -> Random:
        """Chance during play."""
        return self._lasting("chance")

    def redraw(self) -> int:
        """The seed by which an undo draws anew what nobody sees."""
        return self._lasting("redraw").getrandbits(_FRESH_BITS)

    def seat(self, player: int) -> Random:
        """The decisions of a player."""
        return self._lasting(f"seat/{player}")

    def aside(self, purpose: str) -> Random:
        """Whatever must not disturb the match: hints, fallbacks, refused moves."""
        return self._lasting(f"aside/{purpose}")

    def _lasting(self, name: str) -> Random:
        if name not in self._streams:
            self._streams[name] = Random(f"{self.seed}/{name}{self._suffix}")
        return self._streams[name]
