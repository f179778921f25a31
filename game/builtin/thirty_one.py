"""The AIs of Thirty-one."""

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
    for ai in (RANDOM,):
        registry.ai(ai)
