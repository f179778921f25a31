"""The tables as environments of PettingZoo and Gymnasium, which need the extra ``rl``, and as games of OpenSpiel.

``env("jaipur")`` is a PettingZoo environment of agents that take turns; ``SeatEnv("nim", opponents="perfect")`` is one
seat of a table as a Gymnasium environment, ``vector("thirty_one", 1000, opponents="greedy")`` a thousand, stepped
together. See ``docs/environments.md``. Each is imported when it is asked for, so none needs the library of another.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from game.environments.aec import TableEnv, env, raw_env
    from game.environments.many_tables import TableVectorEnv, vector
    from game.environments.mods import use_mods
    from game.environments.seat import SeatEnv
    from game.games.observation import observation_of, setup_of

__all__ = [
    "SeatEnv",
    "TableEnv",
    "TableVectorEnv",
    "env",
    "observation_of",
    "raw_env",
    "setup_of",
    "use_mods",
    "vector",
]

_WHERE = {
    "SeatEnv": "game.environments.seat",
    "TableEnv": "game.environments.aec",
    "TableVectorEnv": "game.environments.many_tables",
    "env": "game.environments.aec",
    "observation_of": "game.games.observation",
    "raw_env": "game.environments.aec",
    "setup_of": "game.games.observation",
    "use_mods": "game.environments.mods",
    "vector": "game.environments.many_tables",
}


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        return getattr(import_module(_WHERE[name]), name)
    except ModuleNotFoundError as error:
        if error.name not in ("pettingzoo", "gymnasium"):
            raise
        raise ModuleNotFoundError(
            "the environments need PettingZoo, which is not installed: pip install 'tabletalk-games[rl]'"
        ) from error
