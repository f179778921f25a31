"""The AIs of Jaipur."""

from game.brains import jaipur_utility
from game.modding import AI, AnyMove, Highest, Registry, Weighted

RANDOM = AI(
    "random",
    "jaipur",
    "any legal move, all alike",
    lambda rules, _: [AnyMove(rules)],
    lambda _: Weighted(),
)
UTILITY = AI(
    "utility",
    "jaipur",
    "four formulas score a take, a sale, the camels and an exchange; the highest is played",
    lambda *_: jaipur_utility.scorers(),
    lambda _: Highest(),
)
WEIGHTED = AI(
    "weighted",
    "jaipur",
    "the same four formulas; a move is drawn with probability proportional to its score",
    lambda *_: jaipur_utility.scorers(),
    lambda _: Weighted(),
)


def register(registry: Registry) -> None:
    """Add the AIs of Jaipur."""
    for ai in (RANDOM, UTILITY, WEIGHTED):
        registry.ai(ai)
