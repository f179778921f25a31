"""What a mod for Nim needs beside `game.modding`.

Piles are numbers of stones.
"""

from game.games.nim.record import MOST_PILES, MOST_STONES, Move
from game.games.nim.rules import RULES, View

__all__ = [
    "MOST_PILES",
    "MOST_STONES",
    "RULES",
    "Move",
    "View",
]
