"""Nim as an environment: a number for each pile; an action for each number of stones of each pile."""

from collections.abc import Iterable
from typing import Any

from game.layouts.layout import Enumerated, Field
from game.rules.nim import RULES
from game.rules.nim_record import MOST_STONES, Move


class NimLayout(Enumerated):
    """Piles in their order; action ``pile * most + stones - 1``, `most` being the largest pile of the setting."""

    rules = RULES

    def _piles(self) -> tuple[int, ...]:
        return tuple(self.setup.options["piles"])

    def _fields(self) -> Iterable[Field]:
        yield Field("piles", len(self._piles()), MOST_STONES, "stones of each pile, in the order of the setting")

    def _counts(self, view: Any) -> list[int]:
        return list(view.piles)

    def _moves(self) -> Iterable[Move]:
        piles = self._piles()
        return [Move(pile, stones) for pile in range(len(piles)) for stones in range(1, max(piles) + 1)]
