"""What the window is asked to open with; plain data, so that the command line needs no pygame to ask."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from game.games import registry
from game.games.seats import Seat


@dataclass(frozen=True)
class TableRequest:
    """A table: its game, seats and options; a seed or None for a fresh one; where to record it, or None for the
    user's saves, with what AIs think where `thoughts` are asked for; `speed` multiplies motion and pace, `inf` for as
    fast as frames come."""

    game: str
    seats: tuple[Seat, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int | None = None
    record: Path | None = None
    speed: float = 1.0
    thoughts: bool = False


@dataclass(frozen=True)
class ReplayRequest:
    """A recorded match, to be stepped through."""

    path: Path


WindowRequest = TableRequest | ReplayRequest | None
"""None opens the menu."""


@dataclass
class TournamentChoices:
    """What was last put together as a tournament of a game: the words that ask for who takes part, how many matches a
    pair plays, and the game's options by key, as they would be typed."""

    specs: set[str]
    games: int
    options: dict[str, str] = field(default_factory=dict)


@dataclass
class MenuChoices:
    """What was last chosen in the menu, for the program's run: the game, and for each game by its name what its chairs
    ask for, chair by chair, its options by key, as they would be typed, and its last tournament. What the chairs ask
    for while nobody has chosen is `offered`, and not kept: it changes with what somebody has won."""

    game: str | None = None
    offered: dict[str, list[str]] = field(default_factory=dict)
    chairs: dict[str, list[str]] = field(default_factory=dict)
    options: dict[str, dict[str, str]] = field(default_factory=dict)
    tournaments: dict[str, TournamentChoices] = field(default_factory=dict)

    def take(self, request: TableRequest) -> None:
        """Choose what a table was asked for with, but not its seed, nor who sits at one that is only watched."""
        options = registry.game(request.game).rules.options
        asked = {option.key: option for option in options if option.key in request.options}
        self.game = request.game
        if any(seat.is_human for seat in request.seats):
            self.keep_chairs(request.game, [seat.spec for seat in request.seats])
        self.options[request.game] = {
            key: replace(option, default=request.options[key]).default_text for key, option in asked.items()
        }

    def keep_chairs(self, game: str, specs: Sequence[str]) -> None:
        """Keep what the chairs of a game ask for, an empty one nothing, unless it is what is offered anyway."""
        if [spec for spec in specs if spec] == self.offered.get(game):
            self.chairs.pop(game, None)
        else:
            self.chairs[game] = list(specs)
