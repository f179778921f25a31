"""What a mod for Jaipur needs beside `game.modding`.

A card is the number of its kind, in the order of `KINDS`. Several cards are a packed multiset: an int, which `unpack`,
`count` and `size` read.
"""

from game.games.jaipur.moves import TAKE_CAMELS, Move, MoveKind
from game.games.jaipur.rules import RULES
from game.games.jaipur.state import TakenToken, View
from game.games.jaipur.tables import (
    BONUSES,
    CAMEL,
    CARDS,
    GOODS,
    HAND_LIMIT,
    HIGH_VALUE,
    KINDS,
    TOKENS,
    next_token,
    tokens_left,
)
from game.rules.multisets import contains, count, one, pack, size, subsets, unpack

__all__ = [
    "BONUSES",
    "CAMEL",
    "CARDS",
    "GOODS",
    "HAND_LIMIT",
    "HIGH_VALUE",
    "KINDS",
    "RULES",
    "TAKE_CAMELS",
    "TOKENS",
    "Move",
    "MoveKind",
    "TakenToken",
    "View",
    "contains",
    "count",
    "next_token",
    "one",
    "pack",
    "size",
    "subsets",
    "tokens_left",
    "unpack",
]
