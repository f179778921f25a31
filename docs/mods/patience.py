"""A mod: one more scorer for Jaipur's utility AI, which would rather sell five cards at once."""

from random import Random

from game.modding import Candidate, Reason, Registry
from game.modding.jaipur import RULES, MoveKind, View, size


class SellFive:
    """Such a sale scores a little more than anything that the other scorers give: they go up to 1."""

    name = "sell five"

    def score(self, view: View, rng: Random) -> list[Candidate]:
        why = Reason("five cards or more at once bring the largest bonus")
        sales = [move for move in RULES.legal_moves(view) if move.kind == MoveKind.SELL and size(move.hand) >= 5]
        return [Candidate(move, 1.1, why) for move in sales]


def register(registry: Registry) -> None:
    """Add ``utility+patience``: the four scorers of ``utility``, and this one."""
    registry.extend("jaipur", "utility", scorers=lambda *_: [SellFive()])
