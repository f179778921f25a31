"""Standings as arrays: who sits beside whom, and everybody's chance to win the match for rounds that have ended."""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import product
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.games.thirty_one.card_arrays import Ints
from game.games.thirty_one.state import START_LIVES, next_living, previous_living

Chances: TypeAlias = NDArray[np.float64]
_KINDS = START_LIVES + 1


class StandingArrays:
    """The chances at every standing of tables of one size. `table[first, code, seat]`: `first` begins the next round,
    `code` stands for everybody's lives, see `code`."""

    def __init__(self, table: Chances) -> None:
        self.table = table

    @classmethod
    def blank(cls, seats: int) -> "StandingArrays":
        """Nobody has a chance anywhere."""
        return cls(np.zeros((seats, _KINDS**seats, seats)))

    @classmethod
    def told_by(cls, seats: int, chances: Callable[[tuple[int, ...], int], Sequence[float]]) -> "StandingArrays":
        """`chances` tells everybody's chance by the lives and by who begins, of at least two who are alive."""
        found = cls.blank(seats)
        for number, lives in enumerate(product(range(_KINDS), repeat=seats)):
            alive = [seat for seat in range(seats) if lives[seat]]
            for first in alive:
                found.table[first, number] = chances(lives, first) if len(alive) > 1 else np.eye(seats)[first]
        return found

    def of(self, lives: Ints, first: Ints) -> Chances:
        """Everybody's chance, (n, seats), by the lives (n, seats) and by who begins next (n,), one of the living."""
        found: Chances = self.table[first, code(lives)]
        return found


def code(lives: Ints) -> Ints:
    """A number for everybody's lives, (n,) for (n, seats)."""
    found: Ints = lives @ _KINDS ** np.arange(lives.shape[1])[::-1]
    return found


@cache
def _neighbours_of(seats: int) -> tuple[Ints, Ints, Ints, Ints]:
    """The bit of each seat, (seats,), by the bits of those alive the neighbours of every seat, (2 ** seats, seats)
    each, and how many are alive, (2 ** seats,)."""
    found = np.zeros((2, 1 << seats, seats), dtype=np.int64)
    for alive in range(1, 1 << seats):
        lives = tuple([alive >> seat & 1 for seat in range(seats)])
        found[0, alive] = [next_living(lives, seat) for seat in range(seats)]
        found[1, alive] = [previous_living(lives, seat) for seat in range(seats)]
    living = np.array([alive.bit_count() for alive in range(1 << seats)])
    return 1 << np.arange(seats), found[0], found[1], living


def neighbours(lives: Ints) -> tuple[Ints, Ints, Ints]:
    """For every seat the next one alive, and the one before, cyclically: (n, seats) each, by lives (n, seats); and how
    many are alive, (n,)."""
    bits, following, preceding, living = _neighbours_of(lives.shape[1])
    alive = (lives > 0) @ bits
    return following.take(alive, axis=0), preceding.take(alive, axis=0), living.take(alive)
