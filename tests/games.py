"""The games as tests go over them: what is registered, and nobody's list."""

from game.games import registry
from tests.quick import quick_seat

GAMES: tuple[str, ...] = tuple([game.name for game in registry.games() if game.mod is None])
"""Our games."""


def usual_ai(game: str) -> str:
    """A seat with the AI that plays a game by default."""
    return quick_seat(registry.ai(game, registry.game(game).default_ai))


def table_of(game: str) -> list[str]:
    """Seats of a human, the usual AI, and one more where there is room."""
    return ["human", usual_ai(game), "random"][: registry.game(game).rules.seats[-1]]


def turn_limit(game: str, turns: int) -> tuple[str, ...]:
    """Words of a command that end its matches after so many turns, at a game that has such an option."""
    has_one = any(option.key == "turn_limit" for option in registry.game(game).rules.options)
    return ("--set", f"turn_limit={turns}") if has_one else ()
