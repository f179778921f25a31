"""The games, and the AIs at each of them: one way to register an AI, for our own and for anybody's.

An AI is registered by name for one game: its scorers, its picker, its parameters. Everything else, the menu, the
overlay, the arena, finds it here. Our own AIs stand in ``game/builtin/``, a module a game.
"""

from game.ai import AI, Learnt, Trained
from game.builtin import jaipur, nim, notty, thirty_one
from game.games import Game, UnknownNameError, game, games, register_game
from game.registry import Registry
from game.roster import ai, ais, forget, register

__all__ = [
    "AI",
    "Game",
    "Learnt",
    "Trained",
    "UnknownNameError",
    "ai",
    "ais",
    "forget",
    "game",
    "games",
    "register",
    "register_game",
]

for _module in (jaipur, nim, notty, thirty_one):
    _registry = Registry()
    _module.register(_registry)
    for _ai in _registry.ais:
        register(_ai)
