"""The tables as environments of PettingZoo and Gymnasium, which need the extra ``rl``, and as games of OpenSpiel.

``env("jaipur")`` is a PettingZoo environment of agents that take turns; ``SeatEnv("nim", opponents="perfect")`` is one
seat of a table as a Gymnasium environment, ``vector("thirty_one", 1000, opponents="greedy")`` a thousand, stepped
together; ``vec_env`` gives the same to Stable-Baselines3. See ``docs/environments.md``. Each is imported when it is
asked for, so none needs the library of another. Where Gymnasium is installed, its registry has every game:
``gymnasium.make("tabletalk/Jaipur-v0")``.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from game.environments.aec import TableEnv, env, raw_env
    from game.environments.many_tables import TableVectorEnv, vector
    from game.environments.sb3 import TableVecEnv, vec_env
    from game.environments.seat import SeatEnv
    from game.games.observation import observation_of, setup_of
    from game.mods.use import use_mods

__all__ = [
    "SeatEnv",
    "TableEnv",
    "TableVecEnv",
    "TableVectorEnv",
    "env",
    "observation_of",
    "raw_env",
    "setup_of",
    "use_mods",
    "vec_env",
    "vector",
]

_WHERE = {
    "SeatEnv": "game.environments.seat",
    "TableEnv": "game.environments.aec",
    "TableVecEnv": "game.environments.sb3",
    "TableVectorEnv": "game.environments.many_tables",
    "env": "game.environments.aec",
    "observation_of": "game.games.observation",
    "raw_env": "game.environments.aec",
    "setup_of": "game.games.observation",
    "use_mods": "game.mods.use",
    "vec_env": "game.environments.sb3",
    "vector": "game.environments.many_tables",
}


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        return getattr(import_module(_WHERE[name]), name)
    except ModuleNotFoundError as error:
        if error.name == "stable_baselines3":
            raise ModuleNotFoundError(f"{name} needs Stable-Baselines3: pip install stable-baselines3") from error
        if error.name not in ("pettingzoo", "gymnasium"):
            raise
        raise ModuleNotFoundError(
            "the environments need PettingZoo, which is not installed: pip install 'tabletalk-games[rl]'"
        ) from error


def _register() -> None:
    """Put a seat of every game that is open to learning libraries into Gymnasium's registry, as "tabletalk/Jaipur-v0";
    it is imported when it is made."""
    from gymnasium.envs.registration import register

    from game.games import registry

    for game in registry.games():
        if game.observation is not None:
            name = game.name.title().replace("_", "")
            register(f"tabletalk/{name}-v0", "game.environments.seat:SeatEnv", kwargs={"game": game.name})


if find_spec("gymnasium") is not None:
    _register()
