"""The AIs of Nim."""

from functools import partial
from importlib import resources
from pathlib import Path

from game.brains.nim_players import ExactPlay, NimEncoding, NimRewards, WinningShare
from game.modding import (
    AI,
    EPSILON,
    AnyMove,
    Highest,
    Parameters,
    Recipe,
    Registry,
    Weighted,
    table_picker,
    table_scorers,
)

LEARNING_NIM = Recipe(NimEncoding(), NimRewards(), Parameters(), WinningShare)

Q_LEARNER = AI(
    "q-learner",
    "nim",
    "has learnt the value of every move by playing itself, 10,000 games at 1 3 5 7; the best is played",
    partial(table_scorers, LEARNING_NIM),
    table_picker,
    (EPSILON,),
    recipe=LEARNING_NIM,
    shipped=Path(str(resources.files("assets"))) / "nim" / "q-learner.npz",
)
PERFECT = AI(
    "perfect",
    "nim",
    "wins whenever the position can be won; else it plays the move that leaves the most ways to go wrong",
    lambda *_: [ExactPlay()],
    lambda _: Highest(),
)
RANDOM = AI(
    "random",
    "nim",
    "any legal move, all alike",
    lambda rules, _: [AnyMove(rules)],
    lambda _: Weighted(),
)


def register(registry: Registry) -> None:
    """Add the AIs of Nim."""
    for ai in (Q_LEARNER, PERFECT, RANDOM):
        registry.ai(ai)
