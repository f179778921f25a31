"""What a mod for Thirty-one needs beside `game.modding`.

A card is a number, 13 times that of its suit and that of its rank, in the order of `SUITS` and `RANKS`. A set of cards
is an int with a bit for each card, which `cards_of` reads and `pack` makes.
"""

from game.games.thirty_one.cards import (
    BEST,
    KINDS,
    RANKS,
    SUITS,
    VALUES,
    best_suit,
    card_name,
    cards_of,
    is_three_alike,
    pack,
    points,
    rank_of,
    score,
    suit_of,
    suit_points,
)
from game.games.thirty_one.moves import CALL, DRAW_DECK, TAKE_DISCARD, Move, MoveKind
from game.games.thirty_one.rules import RULES
from game.games.thirty_one.state import House, Source, View

__all__ = [
    "BEST",
    "CALL",
    "DRAW_DECK",
    "KINDS",
    "RANKS",
    "RULES",
    "SUITS",
    "TAKE_DISCARD",
    "VALUES",
    "House",
    "Move",
    "MoveKind",
    "Source",
    "View",
    "best_suit",
    "card_name",
    "cards_of",
    "is_three_alike",
    "pack",
    "points",
    "rank_of",
    "score",
    "suit_of",
    "suit_points",
]
