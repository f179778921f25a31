"""The games, and the AIs at each of them, by their names: our own and those of mods.

Our own are found when somebody first asks: every package beside this module registers itself as a mod does, by its
``module.register``.
"""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any

from game.games import built_in
from game.games.ai import (
    AI,
    Learnt,
    Trained,
    forget,
    register_ai,
    registered_ai,
    registered_ais,
)
from game.games.module import (
    GameModule,
    UnknownNameError,
    forget_game,
    register_game,
    registered_game,
    registered_games,
)
from game.games.registration import Registry
from game.rules.language import _
from game.rules.options import full_options
from game.rules.protocol import Setup

__all__ = [
    "AI",
    "GameModule",
    "Learnt",
    "Trained",
    "UnknownNameError",
    "advising_ai",
    "ai",
    "ais",
    "at_game",
    "forget",
    "forget_game",
    "game",
    "games",
    "house_rules_seen",
    "load_built_in",
    "register",
    "register_game",
    "usual_ai",
]


@cache
def load_built_in() -> None:
    """Have our own games register themselves, once."""
    for found in built_in.names():
        registry = Registry()
        import_module(f"game.games.{found}.module").register(registry)
        for entry in registry.games:
            register_game(entry)
        for each in registry.ais:
            register_ai(each)


def register(ai: AI) -> None:
    """Add an AI to its game; one of the same name is replaced. Raises UnknownNameError for an unknown game."""
    load_built_in()
    register_ai(ai)


def games() -> list[GameModule]:
    """Every game, in the order of registration."""
    load_built_in()
    return registered_games()


def game(name: str) -> GameModule:
    """The game of a name ("thirty-one" is understood as "thirty_one"); raises UnknownNameError."""
    load_built_in()
    return registered_game(name)


def ais(game_name: str) -> list[AI]:
    """Every AI of a game, in the order of registration; raises UnknownNameError."""
    load_built_in()
    return registered_ais(game_name)


def ai(game_name: str, name: str) -> AI:
    """The AI of a name at a game; raises UnknownNameError."""
    load_built_in()
    return registered_ai(game_name, name)


def usual_ai(entry: GameModule, options: Mapping[str, Any]) -> AI:
    """The AI that plays and stands in by default in matches with these options: the default AI, unless it does not
    know a house rule of them, or its table is for other settings."""
    usual = ai(entry.name, entry.default_ai)
    how = Setup(entry.rules.seats[0], full_options(entry.rules, options))
    knows = usual.foreign_rule(options) is None and not usual.other_setting(how)
    return usual if knows else ai(entry.name, entry.house_ai)


def advising_ai(entry: GameModule, options: Mapping[str, Any]) -> AI:
    """The AI whose judgement hints are in matches with these options."""
    advisor = ai(entry.name, entry.advisor or entry.default_ai)
    return advisor if advisor.foreign_rule(options) is None else usual_ai(entry, options)


def house_rules_seen(entry: GameModule, view: Any) -> dict[str, Any]:
    """The house rules of a match as a view tells them, in its `house`, by key."""
    house = getattr(view, "house", None)
    keys = [option.key for option in entry.rules.options if option.house]
    return {key: getattr(house, key) for key in keys}


def at_game(ai_name: str, game_name: str) -> str:
    """An AI at its game in words, whether they are registered or not: "q-learner at Nim"."""
    try:
        title = game(game_name).title
    except UnknownNameError:
        title = game_name
    return _("{ai} at {game}", ai=ai_name, game=title)
