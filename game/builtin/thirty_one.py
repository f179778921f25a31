"""The AIs of Thirty-one."""

from game.builtin.thirty_one_networks import NEURAL, NEURAL_VS_GREEDY
from game.modding import AI, AnyMove, Registry, Weighted

RANDOM = AI(
    "random",
    "thirty_one",
    "any legal move, all alike",
    lambda rules, _: [AnyMove(rules)],
    lambda _: Weighted(),
)


def register(registry: Registry) -> None:
    """Add the AIs of Thirty-one."""
    for ai in (RANDOM, NEURAL, NEURAL_VS_GREEDY):
        registry.ai(ai)
