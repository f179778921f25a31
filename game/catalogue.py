"""The games, and the AIs at each of them: one way to register an AI, for our own and for anybody's.

An AI is registered by name for one game: its scorers, its picker, its parameters. Everything else, the menu, the
overlay, the arena, finds it here. Our own AIs stand in ``game/builtin/``, a module a game.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from game.ai import AI, Learnt, Trained
from game.brains.nim_players import verdicts
from game.builtin import jaipur as jaipur_ais
from game.builtin import nim as nim_ais
from game.builtin import notty as notty_ais
from game.builtin import thirty_one as thirty_one_ais
from game.registry import Register, Registry
from game.rules import jaipur, nim, notty, thirty_one
from game.rules.protocol import AnyRules

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


class UnknownNameError(LookupError):
    """A game, AI or parameter that does not exist; the text names what there is."""


@dataclass(frozen=True)
class Game:
    """A game of the catalogue: its rules, its title, one line about it, and the AI that plays and hints by default.

    Where exact play is known, `verdicts` tells for every legal move of a view whether it wins.
    """

    rules: AnyRules
    title: str
    about: str
    default_ai: str
    verdicts: Callable[[Any], Mapping[Any, bool]] | None = None

    @property
    def name(self) -> str:
        """The name on the command line and in replays."""
        return self.rules.name


_games: dict[str, Game] = {}
_ais: dict[tuple[str, str], AI] = {}


def register_game(entry: Game) -> None:
    """Add a game; one of the same name is replaced."""
    _games[entry.name] = entry


def register(ai: AI) -> None:
    """Add an AI to its game; one of the same name is replaced. Raises UnknownNameError for an unknown game."""
    game(ai.game)
    _ais[ai.game, ai.name] = ai


def forget(ai: AI) -> None:
    """Take an AI out of the catalogue, if it is the one of its name."""
    if _ais.get((ai.game, ai.name)) is ai:
        del _ais[ai.game, ai.name]


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


def _open(entry: Game, ais_of_it: Register) -> None:
    """Add a game of ours with its AIs."""
    register_game(entry)
    registry = Registry()
    ais_of_it(registry)
    for each in registry.ais:
        register(each)


_open(
    Game(jaipur.RULES, "Jaipur", "Two merchants trade goods; two seals of excellence win.", "utility"),
    jaipur_ais.register,
)
_open(
    Game(
        nim.RULES, "Nim", "Two players take stones from piles; whoever takes the last one loses.", "q-learner", verdicts
    ),
    nim_ais.register,
)
_open(
    Game(notty.RULES, "Notty", "Two or three players get rid of their cards in groups.", "q-learner"),
    notty_ais.register,
)
_open(
    Game(thirty_one.RULES, "Thirty-one", "Two to four players gather one suit; the last with lives wins.", "neural"),
    thirty_one_ais.register,
)
