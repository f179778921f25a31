"""Whom somebody meets who names nobody: a newcomer to a game its weakest level, and after every three wins the next."""

from collections import Counter
from collections.abc import Iterable

from game.analysis.people.analysing import MOMENT, OwnMatches
from game.analysis.people.index import Recorded
from game.games import registry
from game.games.levels import NAMES
from game.games.module import GameModule

WINS = 3
"""So many matches of a game are won for the next level of it."""


def won_by_game(own: OwnMatches) -> Counter[str]:
    """How many matches a person has won at each game, without undo of what it had seen, as far as the files could be
    read in a moment."""
    own.read(MOMENT)
    return Counter(match.game for match in own.recorded if match.result == 1.0 and not match.taken_back)


def against(matches: Iterable[Recorded], game: str, ai: str) -> tuple[int, int, int]:
    """How many of these matches the person has won, drawn and lost at a game for two against an AI."""
    results = [
        match.result
        for match in matches
        if match.game == game and len(match.players) == 2 and match.players[1 - match.person]["ai"] == ai
    ]
    return results.count(1.0), results.count(0.5), results.count(0.0)


def usual_opponent(game: GameModule, won: int) -> str:
    """The AI that somebody meets who has won so many matches of a game and names none: a newcomer the weakest of its
    levels, after `WINS` of them the next; the game's default AI where it has no levels."""
    has_levels = any(ai.name == NAMES[0] for ai in registry.ais(game.name))
    return NAMES[min(won // WINS, len(NAMES) - 1)] if has_levels else game.default_ai
