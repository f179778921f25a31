"""Exact play at Nim.

Source: C. L. Bouton, "Nim, a game with a complete mathematical theory", Annals of Mathematics 3
(1901), with its last section on the player who takes the last stone losing.
"""

from collections.abc import Sequence
from functools import reduce
from operator import xor
from random import Random
from typing import NamedTuple

from game.agents.agent import Candidate, Reason
from game.games.nim.record import Move
from game.games.nim.rules import View, moves_of
from game.rules.language import Message, made, marked

_NIM_SUM = marked("nim-sum {}")
_ODD, _EVEN = marked("only ones, an odd number"), marked("only ones, an even number")


def winning_moves(piles: Sequence[int]) -> list[Move]:
    """Every move after which the other player loses under exact play, by pile; empty where there is none."""
    large = [pile for pile, count in enumerate(piles) if count > 1]
    ones = sum(count == 1 for count in piles)
    if not large:
        # Only ones are left: an odd number of them must stay, and each move takes one away.
        return [Move(pile, 1) for pile, count in enumerate(piles) if count == 1] if ones and ones % 2 == 0 else []
    if len(large) == 1:
        # Every pile left would be 0 or 1: leave an odd number of ones.
        return [Move(large[0], piles[large[0]] - (1 - ones % 2))]
    total = reduce(xor, piles)
    return [Move(pile, count - (count ^ total)) for pile, count in enumerate(piles) if count ^ total < count]


def wins(piles: Sequence[int]) -> bool:
    """Whether the player to move wins under exact play; with no stone left, the other player has just lost."""
    return bool(winning_moves(piles)) or not any(piles)


def verdicts(view: View) -> dict[Move, bool]:
    """For every move of a position, whether it wins under exact play."""
    winning = set(winning_moves(view.piles))
    return {move: move in winning for move in moves_of(view.packed)}


class ExactPlay:
    """1 for a move that wins under exact play; for one that loses, less than a half: the more of the answers to it
    are mistakes, the more."""

    name = "exact play"

    def score(self, view: View, rng: Random) -> list[Candidate]:
        winning = set(winning_moves(view.piles))
        return [self._won(view, move) if move in winning else self._lost(view, move) for move in moves_of(view.packed)]

    @staticmethod
    def _left(view: View, move: Move) -> "_Piles":
        return _Piles([count - (pile == move.pile) * move.stones for pile, count in enumerate(view.piles)])

    def _won(self, view: View, move: Move) -> Candidate:
        left = self._left(view, move)
        return Candidate(move, 1.0, Reason("leaves {}: won, {}", (left, _Why(left))))

    def _lost(self, view: View, move: Move) -> Candidate:
        left = self._left(view, move)
        answers, good = sum(left), len(winning_moves(left))
        if not answers:
            return Candidate(move, 0.01, Reason("takes the last stone: lost"))
        share = (answers - good) / answers
        terms = (left, _Why(left), answers - good, answers)
        return Candidate(move, 0.02 + 0.4 * share, Reason("leaves {}: lost, {}; {} of {} answers are mistakes", terms))


def piles_words(piles: Sequence[int]) -> str:
    """Piles as they are written: "1 3 5 7"."""
    return " ".join(map(str, piles))


class _Piles(tuple[int, ...]):
    """Piles, put into words only when somebody reads them."""

    __slots__ = ()

    def __str__(self) -> str:
        return piles_words(self)


class _Why(NamedTuple):
    """What exact play looks at in the piles that a move leaves, put into words only when somebody reads it."""

    left: _Piles

    def __str__(self) -> str:
        return self.message

    @property
    def message(self) -> Message:
        """The words as a message, to be translated where they are shown."""
        if max(self.left) > 1:
            return made(_NIM_SUM, (reduce(xor, self.left),), {})
        return made(_ODD if sum(self.left) % 2 else _EVEN, (), {})
