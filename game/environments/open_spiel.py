"""The tables as games of OpenSpiel (https://github.com/google-deepmind/open_spiel); needs the extra ``open_spiel``.

Importing this registers every game that has an observation as ``tabletalk_<name>``, over the very rules that the window
plays by: ``pyspiel.load_game("tabletalk_nim", {"piles": "1;2;3"})``. See ``docs/open-spiel.md``.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "OpenSpiel is not installed: pip install 'tabletalk-games[open_spiel]'", name="pyspiel"
    ) from error

from game.environments.spiel_players import bot, policy
from game.environments.spiel_state import MOST_WAYS, Listed, Phase, Table, TableState, without_chance
from game.games import registry
from game.games.module import GameModule
from game.games.observation import observation_of, setup_of
from game.rules.protocol import AnyRules, Option, Setup, first_player
from game.rules.streams import fresh_seed

__all__ = ["Phase", "TableGame", "TableState", "bot", "load", "policy", "register_games", "register_openings"]

LONGEST = 10_000
"""A match that goes on after so many decisions is stopped, as a draw: OpenSpiel wants a bound, rules have none."""
DRAWS = 1000
"""So many draws a chance node lists where it cannot list everything."""
_FRESH = -1
_SEEDS = 1 << 31
"""OpenSpiel's parameters are no larger."""
_Chance, _Information = pyspiel.GameType.ChanceMode, pyspiel.GameType.Information


def short_name(game: str) -> str:
    """What OpenSpiel calls a game."""
    return f"tabletalk_{game}"


class TableGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel ships no types
    """A game of ours as OpenSpiel knows it, at one setting.

    Parameters: `players`; `unit`, "match" or "round"; `draws`, how many a chance node lists where it cannot list
    everything, and the `seed` that they are made by (-1: one that nobody can guess); and the options of the game as
    texts, in which semicolons stand for commas. Raises as `setup_of` does.
    """

    entry: GameModule
    name: str
    openings: Listed
    fixed: Setup | None
    """The setting of a game that begins with listed openings."""

    def __init__(self, params: Mapping[str, Any]) -> None:
        entry, openings, unit = self.entry, self.openings, params.get("unit", "match")
        if unit not in ("match", "round"):
            raise ValueError(f"a unit is a match or a round, not {unit!r}")
        setup = self.fixed or _setup(entry, params)
        whole_match = unit == "match" and not openings
        seed, draws = int(params.get("seed", _FRESH)), int(params.get("draws", DRAWS))
        seed = fresh_seed() % _SEEDS if seed == _FRESH else seed
        self.table = Table(
            entry,
            setup,
            observation_of(entry.name, setup),
            whole_match,
            without_chance(lambda rng: first_player(setup, rng))[1],
            openings,
            LONGEST,
            draws,
            seed,
        )
        info = pyspiel.GameInfo(
            num_distinct_actions=self.table.layout.actions,
            max_chance_outcomes=max(MOST_WAYS, len(openings), draws),
            num_players=setup.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(
            _game_type(entry, self.name, openings, setup), info, {**params, **_params(setup, entry.rules), "seed": seed}
        )

    def new_initial_state(self, *_: Any) -> TableState:
        """The beginning: who begins is open, or the first deal is."""
        return TableState(self, self.table)

    def max_chance_nodes_in_history(self) -> int:
        """More cannot be there."""
        return 2 * LONGEST

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """What tells observations, or information states where `iig_obs_type` asks for perfect recall."""
        return Observer(self.table, iig_obs_type is not None and iig_obs_type.perfect_recall)


class Observer:
    """What a player sees, as numbers (those of the layout) and as text.

    With perfect recall the text is its information state: what it sees and a digest of all that it has seen and done.
    The numbers are the same both ways: what a player remembers is among what it sees.
    """

    def __init__(self, table: Table, perfect_recall: bool) -> None:
        self._layout, self._recalls = table.layout, perfect_recall
        self.tensor = np.zeros(table.layout.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: TableState, player: int) -> None:
        """Have `tensor` tell what a player sees; zeros before the first deal."""
        view = state.view(player)
        self.tensor[:] = 0.0 if view is None else self._layout.observation(view)

    def string_from(self, state: TableState, player: int) -> str:
        """What a player sees, in words."""
        memory = state.at.memory
        if memory is None:
            return f"player {player} before the deal"
        if self._recalls:
            return f"{memory.digest(player).hex()} {memory.views[player]}"
        return "\n".join([f"player {player}", *self._layout.told(memory.views[player])])


def _setup(entry: GameModule, params: Mapping[str, Any]) -> Setup:
    keys = {option.key for option in entry.rules.options}
    options = {key: str(value).rstrip(";").replace(";", ",") for key, value in params.items() if key in keys}
    return setup_of(entry.name, params.get("players"), options)


def _params(setup: Setup, rules: AnyRules) -> dict[str, int | str]:
    """A setting as parameters of OpenSpiel."""
    told = [option for option in rules.options if option.key in setup.options]
    options = {option.key: _param(option, setup.options[option.key]) for option in told}
    return {"players": setup.players, **options}


def _game_type(entry: GameModule, name: str, openings: Listed, setup: Setup) -> Any:
    rules = entry.rules
    unseen = rules.hidden_hands or any(zone.faces != "all" for zone in entry.zones)
    fixed, _ = without_chance(lambda rng: first_player(setup, rng))
    lot = bool(openings) or entry.chance or not fixed
    parameters = {"players": setup.players, "unit": "match", "seed": _FRESH, "draws": DRAWS}
    return pyspiel.GameType(
        short_name=name,
        long_name=f"Tabletalk's {entry.title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=_Chance.EXPLICIT_STOCHASTIC if lot else _Chance.DETERMINISTIC,
        information=_Information.IMPERFECT_INFORMATION if unseen else _Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=rules.seats[-1],
        min_num_players=rules.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters | {option.key: _param(option, option.default) for option in rules.options},
    )


def _param(option: Option, value: Any) -> int | str:
    """An option's value as a parameter of OpenSpiel. In its texts commas part parameters, and digits alone are a
    number: a text of digits ends with a semicolon."""
    if type(option.default) is int:
        return int(value)
    if isinstance(value, bool):
        return "on" if value else "off"
    text = ";".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
    return f"{text};" if text.isdecimal() else text


_registered: dict[str, GameModule] = {}


def register_games() -> list[str]:
    """Register every game that has an observation, and give their names in OpenSpiel. It has been done for those that
    were there when this module was imported; after ``use_mods`` it does so for the games of mods."""
    for entry in registry.games():
        name = short_name(entry.name)
        if entry.observation is not None and _registered.get(name) is not entry:
            _register(name, entry, (), setup_of(entry.name), None)
    return list(_registered)


def register_openings(name: str, game: str, openings: Sequence[tuple[Any, float]], setup: Setup | None = None) -> str:
    """Register a game of one round that begins with one of these states, drawn by their weights: a game cut small, or a
    position with all that its players cannot see. The name that OpenSpiel knows it by is given. Raises ValueError where
    there is no opening."""
    if not openings:
        raise ValueError("a game needs an opening at least")
    total = sum(weight for _, weight in openings)
    listed = tuple([(state, weight / total) for state, weight in openings])
    entry, fixed = registry.game(game), setup or setup_of(game)
    _register(name, entry, listed, fixed, fixed)
    return name


def _register(name: str, entry: GameModule, openings: Listed, usual: Setup, fixed: Setup | None) -> None:
    # A class, for OpenSpiel keeps what it is given beyond the end of Python, and there only a class does no harm.
    made = type("TableGame", (TableGame,), {"entry": entry, "name": name, "openings": openings, "fixed": fixed})
    pyspiel.register_game(_game_type(entry, name, openings, usual), made)
    _registered[name] = entry


def load(
    game: str,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    unit: str = "match",
    seed: int | None = None,
) -> Any:
    """A game at a setting, told as for environments. Raises as `setup_of` does."""
    entry, setup = registry.game(game), setup_of(game, players, options)
    params: dict[str, Any] = {"unit": unit, "seed": _FRESH if seed is None else seed}
    return pyspiel.load_game(short_name(entry.name), params | _params(setup, entry.rules))


register_games()
