"""The games, and the AIs at each of them, by their names: our own and those of mods."""

from game.games.ai import AI, Learnt, Trained
from game.games.module import GameModule, UnknownNameError, forget_game, game, games, load_built_in, register_game

__all__ = [
    "AI",
    "GameModule",
    "Learnt",
    "Trained",
    "UnknownNameError",
    "ai",
    "ais",
    "at_game",
    "forget",
    "forget_game",
    "game",
    "games",
    "register",
    "register_game",
]

_ais: dict[tuple[str, str], AI] = {}


def register(ai: AI) -> None:
    """Add an AI to its game; one of the same name is replaced. Raises UnknownNameError for an unknown game."""
    game(ai.game)
    _ais[ai.game, ai.name] = ai


def forget(ai: AI) -> None:
    """Take an AI out of the registry, if it is the one of its name."""
    if _ais.get((ai.game, ai.name)) is ai:
        del _ais[ai.game, ai.name]


def ais(game_name: str) -> list[AI]:
    """Every AI of a game, in the order of registration."""
    return [ai for (name, _), ai in _ais.items() if name == game(game_name).name]


def ai(game_name: str, name: str) -> AI:
    """The AI of a name at a game; raises UnknownNameError."""
    load_built_in()
    known = _ais.get((game(game_name).name, name))
    if known is None:
        choices = ", ".join(each.name for each in ais(game_name))
        raise UnknownNameError(f"{game(game_name).name} has no AI {name!r}; choose one of: {choices}")
    return known


def at_game(ai_name: str, game_name: str) -> str:
    """An AI at its game in words, whether they are registered or not: "q-learner at Nim"."""
    try:
        return f"{ai_name} at {game(game_name).title}"
    except UnknownNameError:
        return f"{ai_name} at {game_name}"
