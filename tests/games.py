"""The games as tests go over them: what is registered, and nobody's list."""

from random import Random

from game.analysis.people.newcomers import usual_opponent
from game.games import registry
from game.games.levels import BETWEEN
from game.rules.options import full_options
from game.rules.protocol import Setup
from tests.quick import quick_seat

GAMES: tuple[str, ...] = tuple([game.name for game in registry.games() if game.mod is None])
"""Our games."""
OBSERVED = [game for game in GAMES if registry.game(game).observation is not None]
"""Those that are open to learning libraries."""
WITH_LEVELS = [game for game in GAMES if any(ai.name == BETWEEN for ai in registry.ais(game))]
"""Those with levels, whose measured figures ship."""


def hides_something(game: str) -> bool:
    """Whether there is what nobody sees as a round begins."""
    rules = registry.game(game).rules
    setup = Setup(rules.seats[0], full_options(rules, {}))
    state = rules.deal(setup, rules.new_standing(setup), 0, Random(1))
    return any(rules.redraw(state, Random(seed)) != state for seed in range(4))


def weakest(game: str) -> str:
    """The AI that newcomers meet."""
    return usual_opponent(registry.game(game), 0)


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
