"""Many tables for Stable-Baselines3, which takes vector environments of its own kind only."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from game.environments.many_tables import TableVectorEnv


def vec_env(game: str, number: int, **how: Any) -> "TableVecEnv":
    """So many tables of a game as a VecEnv; for the keywords see :class:`TableVectorEnv`, but ``autoreset_mode``."""
    return TableVecEnv(TableVectorEnv(game, number, autoreset_mode=AutoresetMode.SAME_STEP, **how))


class TableVecEnv(VecEnv):  # type: ignore[misc]  # not installed where types are checked
    """Vector tables that deal the next match at once, as a VecEnv. ``env_method("action_masks")`` gives the masks that
    sb3-contrib's masked algorithms ask for."""

    def __init__(self, tables: TableVectorEnv) -> None:
        self.tables = tables
        self._actions: Any = None
        self._masks: NDArray[np.int8] = np.zeros((tables.num_envs, tables.layout.actions), np.int8)
        super().__init__(tables.num_envs, tables.single_observation_space, tables.single_action_space)

    def action_masks(self) -> NDArray[np.bool_]:
        """By table and action, whether it is legal now, (number, actions)."""
        return self._masks.astype(np.bool_)

    def reset(self) -> NDArray[np.float32]:
        seen, infos = self.tables.reset(seed=self._seeds)
        self._masks = infos["action_mask"]
        self._reset_seeds()
        self._reset_options()
        return seen

    def step_async(self, actions: NDArray[Any]) -> None:
        self._actions = actions

    def step_wait(self) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        seen, rewards, over, cut, infos = self.tables.step(self._actions)
        self._masks = infos["action_mask"]
        told: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for row in np.flatnonzero(over | cut).tolist():
            told[row] = {"terminal_observation": infos["final_obs"][row], "TimeLimit.truncated": bool(cut[row])}
        for row in np.flatnonzero(infos.get("final_info", {}).get("_illegal", [])).tolist():
            told[row]["illegal"] = infos["final_info"]["illegal"][row]
        return seen, rewards.astype(np.float32), over | cut, told

    def close(self) -> None:
        self.tables.close()

    def _chosen(self, indices: int | Iterable[int] | None) -> list[int]:
        return list(self._get_indices(indices))

    def get_attr(self, attr_name: str, indices: int | Iterable[int] | None = None) -> list[Any]:
        of = self if attr_name == "action_masks" else self.tables
        return [getattr(of, attr_name)] * len(self._chosen(indices))

    def set_attr(self, attr_name: str, value: Any, indices: int | Iterable[int] | None = None) -> None:
        raise AttributeError(f"{attr_name} cannot be set: these tables are one environment")

    def env_method(
        self, method_name: str, *args: Any, indices: int | Iterable[int] | None = None, **how: Any
    ) -> list[Any]:
        if method_name != "action_masks":
            raise AttributeError(f"a table alone has no method {method_name}: these tables are one environment")
        return list(self.action_masks()[self._chosen(indices)])

    def env_is_wrapped(self, wrapper_class: type[Any], indices: int | Iterable[int] | None = None) -> Sequence[bool]:
        return [False] * len(self._chosen(indices))
