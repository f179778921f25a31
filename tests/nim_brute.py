"""Nim solved by brute force, straight from the rules page: no nim-sums, no shared code."""

from collections.abc import Iterator
from functools import cache

Piles = tuple[int, ...]


def moves(piles: Piles) -> Iterator[tuple[int, int, Piles]]:
    """Every move: pile, stones, and the piles it leaves."""
    for pile, held in enumerate(piles):
        for taken in range(1, held + 1):
            yield pile, taken, (*piles[:pile], held - taken, *piles[pile + 1 :])


@cache
def sorted_wins(piles: Piles) -> bool:
    """Whether the player to move wins; piles in rising order, so that equal positions are solved once. With no
    stone left, the other player has just taken the last one and lost."""
    return sum(piles) == 0 or any(not sorted_wins(tuple(sorted(left))) for _, _, left in moves(piles))


def wins(piles: Piles) -> bool:
    """Whether the player to move wins."""
    return sorted_wins(tuple(sorted(piles)))


def winning_moves(piles: Piles) -> set[tuple[int, int]]:
    """Every move (pile, stones) after which the other player loses."""
    return {(pile, taken) for pile, taken, left in moves(piles) if not wins(left)}


def sequences(piles: Piles, depth: int) -> int:
    """How many sequences of `depth` moves there are."""
    if depth == 0:
        return 1
    return sum(sequences(left, depth - 1) for _, _, left in moves(piles))
