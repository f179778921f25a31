"""What a mod for Notty needs beside `game.modding`.

A kind of card is a number: nine for each colour in the order of `COLOURS`, from the 1 to the 9. A hand is an int that
holds the count of each kind, which `unpack`, `count` and `size` read; so are a group and the deck.
"""

from game.games.notty.cover import cover, leftover, outs, partition
from game.games.notty.groups import groups, is_group, is_run
from game.games.notty.hands import (
    COLOURS,
    COPIES,
    HAND_LIMIT,
    KINDS,
    NUMBERS,
    card_name,
    colour_of,
    contains,
    count,
    distinct,
    each_kind,
    kind_of,
    number_of,
    pack,
    size,
    unpack,
)
from game.games.notty.moves import DRAW_TO_DISCARD, NEXT_TURN, Move, MoveKind
from game.games.notty.rules import RULES
from game.games.notty.state import View

__all__ = [
    "COLOURS",
    "COPIES",
    "DRAW_TO_DISCARD",
    "HAND_LIMIT",
    "KINDS",
    "NEXT_TURN",
    "NUMBERS",
    "RULES",
    "Move",
    "MoveKind",
    "View",
    "card_name",
    "colour_of",
    "contains",
    "count",
    "cover",
    "distinct",
    "each_kind",
    "groups",
    "is_group",
    "is_run",
    "kind_of",
    "leftover",
    "number_of",
    "outs",
    "pack",
    "partition",
    "size",
    "unpack",
]
