"""Who is new to a game: whoever has not won it three times yet meets its weakest level."""

import time
from collections import Counter
from contextlib import closing

from game.analysis.people.index import Index
from game.games import registry
from game.games.levels import NAMES
from game.games.module import GameModule

WINS = 3
"""Whoever has won so many matches of a game is no newcomer to it."""
_READING = 0.05
"""So many seconds are spent on reading matches that the index does not hold yet: a first screen waits for it."""


def won_by_game() -> Counter[str]:
    """How many matches a person has won at each game, as far as the files could be read in a moment."""
    end = time.perf_counter() + _READING
    with closing(Index()) as index:
        with closing(index.update()) as steps:
            next((None for _ in steps if time.perf_counter() > end), None)
        return Counter(match.game for match in index.recorded() if match.result == 1.0)


def usual_opponent(game: GameModule, won: int) -> str:
    """The AI that somebody meets who has won so many matches of a game and names none: a newcomer the weakest level,
    where the game has levels; others the game's default AI."""
    has_levels = any(ai.name == NAMES[0] for ai in registry.ais(game.name))
    return NAMES[0] if has_levels and won < WINS else game.default_ai
