"""The tables as environments of PettingZoo and Gymnasium; needs the extra ``rl``.

``env("jaipur")`` is a PettingZoo environment of agents that take turns; ``SeatEnv("nim", opponents="perfect")`` is one
seat of a table as a Gymnasium environment. See ``docs/environments.md`` for the layouts.
"""

try:
    import pettingzoo as _pettingzoo  # noqa: F401  # only to say in one line what is missing
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "the environments need PettingZoo, which is not installed: pip install 'tabletalk-games[rl]'"
    ) from error

from game.environments.aec import TableEnv, env, raw_env
from game.environments.mods import use_mods
from game.environments.seat import SeatEnv
from game.games.observation import observation_of, setup_of

__all__ = ["SeatEnv", "TableEnv", "env", "observation_of", "raw_env", "setup_of", "use_mods"]
