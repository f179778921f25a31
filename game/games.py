"""The games: the rules of each, its title, and who plays it by default."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from game.brains.nim_players import verdicts
from game.rules import jaipur, nim, notty, thirty_one
from game.rules.protocol import AnyRules


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


def register_game(entry: Game) -> None:
    """Add a game; one of the same name is replaced."""
    _games[entry.name] = entry


def games() -> list[Game]:
    """Every game, in the order of registration."""
    return list(_games.values())


def game(name: str) -> Game:
    """The game of a name ("thirty-one" is understood as "thirty_one"); raises UnknownNameError."""
    known = _games.get(name.replace("-", "_"))
    if known is None:
        raise UnknownNameError(f"there is no game {name!r}; choose one of: {', '.join(_games)}")
    return known


for _entry in (
    Game(jaipur.RULES, "Jaipur", "Two merchants trade goods; two seals of excellence win.", "utility"),
    Game(
        nim.RULES, "Nim", "Two players take stones from piles; whoever takes the last one loses.", "q-learner", verdicts
    ),
    Game(notty.RULES, "Notty", "Two or three players get rid of their cards in groups.", "q-learner"),
    Game(thirty_one.RULES, "Thirty-one", "Two to four players gather one suit; the last with lives wins.", "neural"),
):
    register_game(_entry)
