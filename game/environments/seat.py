"""One seat of a table as a Gymnasium environment, the others being AIs: for libraries that learn one policy."""

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from game import catalogue
from game.environments.aec import TableEnv, Unit
from game.layouts import setup_of


class SeatEnv(gymnasium.Env[NDArray[np.float32], np.int64]):
    """Seat `seat` of a table, or with None a seat that changes with every reset, in turn; AIs at the other seats.

    `opponents` are written as at the command line: one for all seats, or one for each seat left, in their order; None
    is the game's default AI. The observation is a row of numbers from 0 to 1; which actions are legal stands in
    ``info["action_mask"]`` and is given by :meth:`action_masks`, as sb3-contrib's masked algorithms ask for it.
    An illegal action raises ValueError. The reward comes with the end: 1 for a win, -1 shared by the losers, 0 for a
    draw.
    """

    def __init__(
        self,
        game: str,
        seat: int | None = 0,
        opponents: str | list[str] | None = None,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        unit: Unit = "match",
        render_mode: str | None = None,
    ) -> None:
        number = setup_of(game, players, options).players
        if seat is not None and seat not in range(number):
            raise ValueError(f"there is no seat {seat}: seats are 0 to {number - 1}")
        words = opponents or catalogue.game(game).default_ai
        texts = [words] * (number - 1) if isinstance(words, str) else list(words)
        if len(texts) != number - 1:
            raise ValueError(f"{number - 1} seats are left for opponents, and {len(texts)} are named")
        self._tables = [
            TableEnv(game, players, options, dict(zip(_others(own, number), texts, strict=True)), unit, render_mode)
            for own in (range(number) if seat is None else [seat])
        ]
        self._turn = -1
        self.table = self._tables[0]
        self.layout = self.table.layout
        self.render_mode = render_mode
        self.metadata = dict(self.table.metadata)
        self.action_space = spaces.Discrete(self.layout.actions)
        self.observation_space = spaces.Box(0.0, 1.0, (self.layout.size,), np.float32)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Deal a new match; what the seat sees at its first decision."""
        super().reset(seed=seed)
        self._turn = 0 if seed is not None else self._turn + 1
        self.table = self._tables[self._turn % len(self._tables)]
        self.table.reset(int(self.np_random.integers(2**31)))
        return self._seen()

    def step(self, action: np.int64 | int) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Play an action, and on to the seat's next decision or the end."""
        table = self.table
        agent = table.possible_agents[0]
        table.step(int(action))
        seen, info = self._seen()
        return seen, table.rewards[agent], table.terminations[agent], table.truncations[agent], info

    def _seen(self) -> tuple[NDArray[np.float32], dict[str, Any]]:
        seen = self.table.observe(self.table.possible_agents[0])
        self._mask = seen["action_mask"]
        return seen["observation"], {"action_mask": self._mask}

    def action_masks(self) -> NDArray[np.bool_]:
        """By action, whether it is legal now."""
        return self._mask.astype(np.bool_)

    def render(self) -> Any:
        """Show the table, see :meth:`TableEnv.render`."""
        return self.table.render()

    def close(self) -> None:
        """Close the window, if one is open."""
        for table in self._tables:
            table.close()


def _others(seat: int, number: int) -> list[int]:
    return [other for other in range(number) if other != seat]
