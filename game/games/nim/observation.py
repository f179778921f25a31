"""Nim as an environment: the stones of each pile, told in two ways; an action for each number of each pile."""

from collections.abc import Iterable
from typing import Any

from game.games.nim.record import MOST_STONES, Move
from game.games.nim.rules import RULES
from game.games.observation import Enumerated, Field, Numbered, numbered, one_hot


class NimObservation(Enumerated):
    """Piles in their order; action ``pile * most + stones - 1``, `most` being the largest pile of the setting.

    Who wins hangs on the binary digits of the piles, which a network hardly finds in numbers; so each pile also has a
    place for every number of stones that it can have.
    """

    rules = RULES

    def _piles(self) -> tuple[int, ...]:
        return tuple(self.setup.options["piles"])

    def _fields(self) -> Iterable[Field]:
        piles = self._piles()
        yield Field("piles", len(piles), MOST_STONES, "stones of each pile, in the order of the setting")
        for pile, most in enumerate(piles):
            yield Field(f"stones_{pile}", most + 1, 1, f"a 1 at the number of stones of pile {pile}, 0 to {most}")

    def _counts(self, view: Any) -> list[int]:
        row = list(view.piles)
        for stones, most in zip(view.piles, view.start, strict=True):
            row += one_hot(stones, most + 1)
        return row

    def _numbered(self) -> Numbered:
        piles = self._piles()
        return numbered(Move(pile, stones) for pile in range(len(piles)) for stones in range(1, max(piles) + 1))
