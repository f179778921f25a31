"""Many tables stepped together, arrays in and arrays out: Gymnasium's interface of vector environments."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from game.environments.aec import ILLEGAL_REWARD, Unit
from game.environments.seat import seated
from game.games import registry
from game.games.many_matches import NOBODY, Bools, Decider, Ints, many_matches
from game.games.observation import setup_of
from game.games.seats import SeatError, check_house_rules, parse_seat
from game.rules.streams import fresh_seed

Floats = NDArray[np.float32]
_AGENT = -1


def vector(game: str, number: int, **how: Any) -> "TableVectorEnv":
    """So many tables of a game as one vector environment; for the keywords see :class:`TableVectorEnv`."""
    return TableVectorEnv(game, number, **how)


class TableVectorEnv(VectorEnv[Floats, Ints, NDArray[Any]]):
    """`number` tables. Table k gives, for the same seeds and actions, what a :class:`~game.environments.SeatEnv` gives.

    `seat`, `opponents`, `pool`, `players`, `options` and `unit` are those of a SeatEnv. With `self_play` there are no
    opponents: every action is that of the player to move, and the reward of a step is the mover's.

    ``infos["action_mask"]`` has a 1 for each legal action, (number, actions). In self-play ``infos["player"]`` tells
    who sees the observation and moves next, and ``infos["rewards"]`` at the end everybody's reward, (number, players).
    An illegal action ends the match with -1, and ``infos["illegal"]`` says why.

    A table whose match is over deals the next by itself, as ``metadata["autoreset_mode"]`` tells: with the next step,
    whose action for it is not looked at (NEXT_STEP, Gymnasium's usual), or at once (SAME_STEP), what was seen last
    standing in ``infos["final_obs"]`` and ``infos["final_info"]``. Raises as SeatEnv does.
    """

    def __init__(
        self,
        game: str,
        number: int,
        seat: int | None = 0,
        opponents: str | Sequence[str] | None = None,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        unit: Unit = "match",
        pool: Sequence[str] | None = None,
        self_play: bool = False,
        autoreset_mode: AutoresetMode | Literal["NextStep", "SameStep"] = AutoresetMode.NEXT_STEP,
    ) -> None:
        mode = _checked(number, unit, autoreset_mode)
        if self_play and (opponents is not None or pool is not None):
            raise ValueError("in self-play there are no opponents: leave them out, or self_play")
        setup = setup_of(game, players, options)
        self.num_envs = number
        self._players, self._self_play = setup.players, self_play
        self._fixed_seat = seat
        self._pool, self._words = ([], []) if self_play else seated(game, setup, seat, opponents, pool)
        named = list(dict.fromkeys([*self._pool, *self._words]))
        seats = [parse_seat(registry.game(game).name, words) for words in named]
        check_house_rules([each.ai for each in seats], setup.options)
        if any(each.is_human for each in seats):
            raise SeatError("a human can sit down in the window only: leave the seat to an agent, or name an AI")
        self.matches = many_matches(game, setup, number, unit == "match", seats)
        self._game, self._named = registry.game(game).name, named
        self._deciders = self._made_deciders()
        self._place = {words: place for place, words in enumerate(named)}
        self.layout = self.matches.layout
        self._same_step = mode is AutoresetMode.SAME_STEP
        self.metadata = {"autoreset_mode": mode, "render_modes": []}
        self.single_action_space = spaces.Discrete(self.layout.actions)
        self.single_observation_space = spaces.Box(0.0, 1.0, (self.layout.size,), np.float32)
        self.action_space = batch_space(self.single_action_space, number)
        self.observation_space = batch_space(self.single_observation_space, number)
        self._stand_empty()

    def _stand_empty(self) -> None:
        """All that is known of the tables before the first reset."""
        number = self.num_envs
        self._rows = np.arange(number)
        self._rngs = [seeding.np_random()[0] for _ in range(number)]
        self._seeded = np.zeros(number, dtype=bool)
        self._turn = np.full(number, -1)
        self._seat = np.zeros(number, dtype=np.int64)
        """Whose eyes each table is seen with: the agent's seat, in self-play the player to move."""
        self._who = np.full((number, self._players), _AGENT)
        """Which decider plays at each seat, by its place; _AGENT: none."""
        self._over: Bools = np.zeros(number, dtype=bool)
        """Where a match is over and the next is dealt with the next step."""
        self._under_way = False

    def _made_deciders(self) -> list[Decider]:
        found = [self.matches.decider(parse_seat(self._game, words)) for words in self._named]
        return [decider for decider in found if decider is not None]  # these matches were chosen for all these seats

    def __getstate__(self) -> dict[str, Any]:
        """All but the deciders, which belong to the matches of this copy."""
        return {key: value for key, value in vars(self).items() if key != "_deciders"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._deciders = self._made_deciders()

    # --- resetting ---

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Floats, dict[str, Any]]:
        """Deal a match at every table: those of the seeds `seed`, `seed` + 1 ..., or of those that are listed. The
        option "reset_mask", (number,) of bools, names the tables that are dealt anew, all of them the first time."""
        seeds = self._listed(seed)
        chosen = (options or {}).get("reset_mask") if self._under_way else None
        rows = self._rows if chosen is None else np.flatnonzero(chosen)
        self._begin(rows, [seeds[row] for row in rows.tolist()])
        self._under_way = True
        return self._seen(rows[:0], {})

    def _listed(self, seed: int | Sequence[int | None] | None) -> list[int | None]:
        number = self.num_envs
        if seed is None:
            return [None] * number
        seeds = [int(seed) + row for row in range(number)] if isinstance(seed, int | np.integer) else list(seed)
        if len(seeds) != number or any(each is not None and each < 0 for each in seeds):
            raise ValueError(f"{number} tables need as many seeds, each a whole number from 0 on, not {seed!r}")
        return [*seeds]

    def _begin(self, rows: Ints, seeds: Sequence[int | None]) -> None:
        """Begin matches of these seeds, or, where there is none, of one that is drawn; those that are over before the
        agent has come to decide are passed over."""
        taken = []
        for row, seed in zip(rows.tolist(), seeds, strict=True):
            if seed is not None:
                self._rngs[row], self._seeded[row] = seeding.np_random(seed)[0], True
            self._turn[row] = 0 if seed is not None else self._turn[row] + 1
            self._sit(row)
            taken.append(self._drawn_seed(row) if seed is None else seed)
        self._over[rows] = False
        while rows.size:
            self.matches.deal(rows, taken)
            self._go_on(rows)
            rows = rows[self.matches.to_move[rows] == NOBODY]
            taken = [self._drawn_seed(row) for row in rows.tolist()]

    def _sit(self, row: int) -> None:
        """Seat the agent and its opponents for the next match of a table."""
        if self._self_play:
            return
        seat = int(self._turn[row]) % self._players if self._fixed_seat is None else self._fixed_seat
        words = self._words
        if self._pool:
            words = [self._pool[int(self._rngs[row].integers(len(self._pool)))] for _ in words]
        places = [self._place[each] for each in words]
        self._seat[row], self._who[row] = seat, [*places[:seat], _AGENT, *places[seat:]]

    def _drawn_seed(self, row: int) -> int:
        return int(self._rngs[row].integers(2**31)) if self._seeded[row] else fresh_seed()

    def _go_on(self, rows: Ints) -> None:
        """Let opponents play until an agent is to move or the match is over."""
        while rows.size:
            rows = rows[self.matches.to_move[rows] != NOBODY]
            who = self._who[rows, self.matches.to_move[rows]]
            rows, who = rows[who != _AGENT], who[who != _AGENT]
            for place in np.unique(who).tolist():
                theirs = rows[who == place]
                self.matches.play(theirs, self._deciders[place](theirs))

    # --- stepping ---

    def step(self, actions: Ints) -> tuple[Floats, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Play an action at every table, and on to the agent's next decision or the end. Raises ValueError where one is
        none of the actions, and gymnasium's ResetNeeded before the first reset."""
        if not self._under_way:
            raise ResetNeeded("no matches are under way: call reset first")
        chosen, infos = self._numbers(actions), dict[str, Any]()
        anew, rows = np.flatnonzero(self._over), np.flatnonzero(~self._over)
        movers = self.matches.to_move[rows]
        refused = self.matches.refusals(rows, chosen[rows])
        lost: Ints = np.array(list(refused), dtype=np.int64)
        legal = ~np.isin(rows, lost) if refused else slice(None)
        self.matches.play(rows[legal], chosen[rows[legal]])
        self._go_on(rows[legal])
        rewards, ended = np.zeros(self.num_envs), np.zeros(self.num_envs, dtype=bool)
        ended[rows] = self.matches.to_move[rows] == NOBODY
        cut = ended & self.matches.cut
        shares = self._shares(np.flatnonzero(ended))
        rewards[ended] = shares[np.arange(len(shares)), self._earning(rows, movers)[ended]]
        if refused:
            rewards[lost], ended[lost], cut[lost] = ILLEGAL_REWARD, True, False
            self._tell(infos, "illegal", lost, list(refused.values()))
        if self._self_play and ended.any():
            self._tell(infos, "rewards", np.flatnonzero(ended & ~np.isin(self._rows, lost)), shares)
        self._begin(anew, [None] * len(anew))
        over = np.flatnonzero(ended)
        if self._same_step and over.size:
            infos = self._final(over, infos)
            self._begin(over, [None] * len(over))
            over = over[:0]
        self._over[over] = True
        return *self._seen(over, infos)[:1], rewards, ended & ~cut, cut, infos

    def _numbers(self, actions: Any) -> Ints:
        """The actions of all tables. Raises ValueError."""
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            raise ValueError(f"actions are whole numbers, one for each of {self.num_envs} tables, not {actions!r}")
        wrong = chosen[(chosen < 0) | (chosen >= self.layout.actions)]
        if wrong.size:
            raise ValueError(f"actions are 0 to {self.layout.actions - 1}, not {wrong[0]}")
        return chosen.astype(np.int64)

    def _shares(self, rows: Ints) -> NDArray[np.float64]:
        """Everybody's rewards at the ends of these matches, (m, players)."""
        winner = self.matches.winner[rows][:, None]
        lost = -1.0 / (self._players - 1)
        found: NDArray[np.float64] = np.where(winner == np.arange(self._players), 1.0, lost) * (winner != NOBODY)
        return found

    def _earning(self, rows: Ints, movers: Ints) -> Ints:
        """Whose reward is told, table by table: the agent's, in self-play that of who has moved."""
        if not self._self_play:
            return self._seat
        found = np.zeros(self.num_envs, dtype=np.int64)
        found[rows] = movers
        return found

    # --- telling ---

    def _look(self, rows: Ints, ended: Ints) -> tuple[Floats, NDArray[np.int8]]:
        """What is seen at these tables, and the masks, all 0 at those that have `ended`."""
        if self._self_play:
            to_move = self.matches.to_move[rows]
            self._seat[rows] = np.where(to_move == NOBODY, self._seat[rows], to_move)
        seen, mask = self.matches.see(rows, self._seat[rows])
        mask[np.isin(rows, ended)] = 0
        return seen, mask

    def _seen(self, ended: Ints, infos: dict[str, Any]) -> tuple[Floats, dict[str, Any]]:
        seen, mask = self._look(self._rows, ended)
        self._tell(infos, "action_mask", self._rows, mask)
        if self._self_play:
            self._tell(infos, "player", self._rows, self._seat)
        return seen, infos

    def _final(self, over: Ints, infos: dict[str, Any]) -> dict[str, Any]:
        """What a step that deals anew tells of the matches that it has ended, beside what is seen of the next."""
        seen, mask = self._look(over, over)
        final = np.full(self.num_envs, None, dtype=object)
        for row, each in zip(over.tolist(), seen, strict=True):
            final[row] = each
        self._tell(infos, "action_mask", over, mask)
        where = np.zeros(self.num_envs, dtype=bool)
        where[over] = True
        return {"final_obs": final, "_final_obs": where, "final_info": infos, "_final_info": where.copy()}

    def _tell(self, infos: dict[str, Any], key: str, rows: Ints, values: Any) -> None:
        """Put values of these tables into `infos` as Gymnasium does: in an array with a row for every table, beside one
        that says which rows are told."""
        if isinstance(values, np.ndarray):
            told = np.zeros((self.num_envs, *values.shape[1:]), dtype=values.dtype)
        else:
            told = np.full(self.num_envs, None, dtype=object)
        told[rows] = values
        infos[key], infos[f"_{key}"] = told, np.zeros(self.num_envs, dtype=bool)
        infos[f"_{key}"][rows] = True


def _checked(number: int, unit: Unit, autoreset_mode: AutoresetMode | str) -> AutoresetMode:
    """The mode of dealing anew. Raises ValueError for what no vector environment can be made of."""
    if number < 1:
        raise ValueError(f"a vector environment needs a table at least, not {number}")
    if unit not in ("match", "round"):
        raise ValueError(f"a unit is a match or a round, not {unit!r}")
    for mode in (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP):
        if autoreset_mode in (mode, mode.value):
            return mode
    raise ValueError(
        f'a table is dealt anew with the next step or the same, "NextStep" or "SameStep", not {autoreset_mode!r}'
    )
