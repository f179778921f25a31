"""A deck brought into an order by chance: the one way that all games shuffle whose decks are shuffled often."""

from collections.abc import Sequence
from random import Random


def shuffled(cards: Sequence[int], rng: Random) -> tuple[int, ...]:
    """The cards in an order drawn uniformly, by the method of R. Durstenfeld (Communications of the ACM 7, 1964).

    A number from 0 to i is taken as the whole part of ``random() * (i + 1)``: faster than the library's shuffle, and
    the 53 bits of ``random()`` make some positions likelier by one in 10^14 at most.
    """
    order, random = list(cards), rng.random
    for last in range(len(order) - 1, 0, -1):
        at = int(random() * (last + 1))
        order[last], order[at] = order[at], order[last]
    return tuple(order)
