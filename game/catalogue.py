"""The games, and the AIs at each of them: one way to register an AI, for our own and for anybody's.

An AI is registered by name for one game: its scorers, its picker, its parameters. Everything else, the menu, the
overlay, the arena, finds it here.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from game.brains import jaipur_utility
from game.brains.agent import Agent, Picker, Scorer
from game.brains.pickers import Highest, Weighted
from game.brains.random_moves import AnyMove
from game.rules import jaipur
from game.rules.protocol import AnyRules, Option


class UnknownNameError(LookupError):
    """A game, AI or parameter that does not exist; the text names what there is."""


@dataclass(frozen=True)
class Game:
    """A game of the catalogue: its rules, its title, one line about it, and the AI that plays and hints by default."""

    rules: AnyRules
    title: str
    about: str
    default_ai: str

    @property
    def name(self) -> str:
        """The name on the command line and in replays."""
        return self.rules.name


@dataclass(frozen=True)
class AI:
    """An AI of the catalogue.

    `scorers` and `picker` are called for every agent that sits down, with the rules and the AI's parameters, so
    that agents share nothing.
    """

    name: str
    game: str
    about: str
    scorers: Callable[[AnyRules, Mapping[str, Any]], Sequence[Scorer]]
    picker: Callable[[Mapping[str, Any]], Picker]
    parameters: tuple[Option, ...] = ()
    origin: str = "built in"

    def agent(self, values: Mapping[str, Any] | None = None) -> Agent:
        """An agent with these values of its parameters, the defaults where none is given."""
        settings = {option.key: option.default for option in self.parameters} | dict(values or {})
        rules = game(self.game).rules
        return Agent(self.name, tuple(self.scorers(rules, settings)), self.picker(settings))


_games: dict[str, Game] = {}
_ais: dict[tuple[str, str], AI] = {}


def register_game(entry: Game) -> None:
    """Add a game; one of the same name is replaced."""
    _games[entry.name] = entry


def register(ai: AI) -> None:
    """Add an AI to its game; one of the same name is replaced. Raises UnknownNameError for an unknown game."""
    game(ai.game)
    _ais[ai.game, ai.name] = ai


def games() -> list[Game]:
    """Every game, in the order of registration."""
    return list(_games.values())


def game(name: str) -> Game:
    """The game of a name ("thirty-one" is understood as "thirty_one"); raises UnknownNameError."""
    known = _games.get(name.replace("-", "_"))
    if known is None:
        raise UnknownNameError(f"there is no game {name!r}; choose one of: {', '.join(_games)}")
    return known


def ais(game_name: str) -> list[AI]:
    """Every AI of a game, in the order of registration."""
    return [ai for (name, _), ai in _ais.items() if name == game(game_name).name]


def ai(game_name: str, name: str) -> AI:
    """The AI of a name at a game; raises UnknownNameError."""
    known = _ais.get((game(game_name).name, name))
    if known is None:
        choices = ", ".join(each.name for each in ais(game_name))
        raise UnknownNameError(f"{game(game_name).name} has no AI {name!r}; choose one of: {choices}")
    return known


register_game(Game(jaipur.RULES, "Jaipur", "Two merchants trade goods; two seals of excellence win.", "utility"))
register(
    AI(
        "random",
        "jaipur",
        "any legal move, all alike",
        lambda rules, _: [AnyMove(rules)],
        lambda _: Weighted(),
    )
)
register(
    AI(
        "utility",
        "jaipur",
        "four formulas score a take, a sale, the camels and an exchange; the highest is played",
        lambda *_: jaipur_utility.scorers(),
        lambda _: Highest(),
    )
)
register(
    AI(
        "weighted",
        "jaipur",
        "the same four formulas; a move is drawn with probability proportional to its score",
        lambda *_: jaipur_utility.scorers(),
        lambda _: Weighted(),
    )
)
