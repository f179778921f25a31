"""One seat of a table as a Gymnasium environment, the others being AIs: for libraries that learn one policy."""

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from game.environments.aec import TableEnv, Unit
from game.games import registry
from game.games.observation import setup_of
from game.rules.protocol import Setup
from game.rules.streams import fresh_seed


class SeatEnv(gymnasium.Env[NDArray[np.float32], np.int64]):
    """Seat `seat` of a table, or with None a seat that changes with every reset, in turn; AIs at the other seats.

    `opponents` are written as at the command line: one for all seats, or one for each seat left, in their order; None
    is the game's default AI, or the one that stands in where that does not know a house rule. With a `pool` instead,
    every other seat draws one of its AIs anew for each match.

    The observation is a row of numbers from 0 to 1; which actions are legal stands in ``info["action_mask"]`` and is
    given by :meth:`action_masks`, as sb3-contrib's masked algorithms ask for it. The reward comes with the end: 1 for a
    win, -1 shared by the losers, 0 for a draw. An illegal action ends the match with -1, and ``info["illegal"]`` says
    why. ``reset(seed=N)`` deals the match of seed N; one that is over before the seat
    has come to decide is passed over. Raises as :class:`TableEnv` does, and gymnasium's ResetNeeded
    where no match is under way.
    """

    def __init__(
        self,
        game: str,
        seat: int | None = 0,
        opponents: str | Sequence[str] | None = None,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        unit: Unit = "match",
        render_mode: str | None = None,
        pool: Sequence[str] | None = None,
    ) -> None:
        setup = setup_of(game, players, options)
        number = setup.players
        self._pool, texts = seated(game, setup, seat, opponents, pool)
        self._tables = [
            TableEnv(
                game,
                players,
                options,
                dict(zip(_others(own, number), texts, strict=True)),
                unit,
                render_mode,
                illegal="lost",
            )
            for own in (range(number) if seat is None else [seat])
        ]
        self._turn = -1
        self._under_way = self._seeded = False
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
        self._seeded |= seed is not None
        self._turn = 0 if seed is not None else self._turn + 1
        self.table = self._tables[self._turn % len(self._tables)]
        drawn = {"opponents": {other: self._drawn() for other in self.table.opponents}} if self._pool else None
        self.table.reset(self._drawn_seed() if seed is None else seed, drawn)
        while self.table.match.end is not None:
            self.table.reset(self._drawn_seed(), drawn)
        self._under_way = True
        return self._seen()

    def _drawn(self) -> str:
        return self._pool[int(self.np_random.integers(len(self._pool)))]

    def _drawn_seed(self) -> int:
        return int(self.np_random.integers(2**31)) if self._seeded else fresh_seed()

    def step(self, action: np.int64 | int) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Play an action, and on to the seat's next decision or the end."""
        table = self._table_under_way()
        agent = table.possible_agents[0]
        table.step(action)
        over, cut = table.terminations[agent], table.truncations[agent]
        self._under_way = not (over or cut)
        seen, info = self._seen()
        return seen, table.rewards[agent], over, cut, info

    def _table_under_way(self) -> TableEnv:
        if not self._under_way:
            raise ResetNeeded("no match is under way: call reset first")
        return self.table

    def _seen(self) -> tuple[NDArray[np.float32], dict[str, Any]]:
        agent = self.table.possible_agents[0]
        seen = self.table.observe(agent)
        self._mask = seen["action_mask"]
        return seen["observation"], {"action_mask": self._mask} | self.table.infos[agent]

    def action_masks(self) -> NDArray[np.bool_]:
        """By action, whether it is legal now; none is when the match is over."""
        if self._turn < 0:
            raise ResetNeeded("no match is under way: call reset first")
        return self._mask.astype(np.bool_)

    def advice(self, ai: str) -> int:
        """The action that an AI would take in the place of the seat, see :meth:`TableEnv.advice`."""
        return self._table_under_way().advice(ai)

    def render(self) -> Any:
        """Show the table, see :meth:`TableEnv.render`."""
        if self._turn < 0:
            raise ResetNeeded("there is no match to show: call reset first")
        return self.table.render()

    def close(self) -> None:
        """Close the window, if one is open."""
        for table in self._tables:
            table.close()


def seated(
    game: str, setup: Setup, seat: int | None, opponents: str | Sequence[str] | None, pool: Sequence[str] | None
) -> tuple[list[str], list[str]]:
    """The pool from which opponents are drawn, empty where there is none, and who sits at the other seats, in their
    order. Raises ValueError."""
    players = setup.players
    if seat is not None and seat not in range(players):
        raise ValueError(f"there is no seat {seat!r}: seats are 0 to {players - 1}; None takes them in turn")
    drawn = _names("pool", [] if pool is None else pool)
    if pool is not None and (opponents is not None or not drawn):
        raise ValueError("opponents or a pool to draw them from: give one of the two, and an AI at least")
    words = opponents or (drawn or [registry.usual_ai(registry.game(game), setup.options).name])[0]
    texts = [words] * (players - 1) if isinstance(words, str) else _names("opponents", words)
    if len(texts) != players - 1:
        raise ValueError(f"opponents to be named: {players - 1}, one for each other seat, not {len(texts)}")
    return drawn, texts


def _names(what: str, words: Sequence[str]) -> list[str]:
    """The names of AIs in a list. Raises ValueError where it is none."""
    if isinstance(words, str | Mapping) or not all(isinstance(word, str) for word in words):
        raise ValueError(f"{what}: a list of AIs, each in words as for --seat, not {words!r}")
    return list(words)


def _others(seat: int, number: int) -> list[int]:
    return [other for other in range(number) if other != seat]
