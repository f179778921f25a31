"""Mods in tests: a home of the test's own, files written into its mods folder, matches with their AIs both ways."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from game.agents import match
from game.agents.match import MatchResult, Silent
from game.games import registry
from game.games.seats import parse_seats, setup
from game.matches.world import play_match
from game.mods import files as mod_files
from game.mods.mod import Mod
from game.mods.mods import MODS
from tests.quick import quick_options

TESTED = Path(__file__).resolve().parent / "mods"
"""Where the mods for tests lie."""


class Notes(Silent):
    """Keeps what is played and what is noted."""

    def __init__(self) -> None:
        self.moves: list[tuple[int, Any, Any]] = []
        self.notes: list[tuple[int | None, str]] = []

    def moved(self, player: int, move: Any, chance: Any, state: Any) -> None:
        self.moves.append((player, move, chance))

    def noted(self, player: int | None, text: str) -> None:
        self.notes.append((player, text))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Notes) and (self.moves, self.notes) == (other.moves, other.notes)

    __hash__ = None  # type: ignore[assignment]  # it changes


def through_rules(game: str, specs: Sequence[str], seed: int, notes: Notes) -> MatchResult:
    """A match on the pure rules, cut short by its turns where that can be."""
    rules, seats = registry.game(game).rules, parse_seats(game, specs)
    agents = [agent for seat in seats if (agent := seat.agent()) is not None]
    fallback = registry.ai(game, registry.game(game).default_ai).agent()
    try:
        return match.play_match(rules, setup(rules, seats, quick_options(rules, specs)), agents, fallback, seed, notes)
    finally:
        for agent in agents:
            agent.close()


def through_world(game: str, specs: Sequence[str], seed: int, notes: Notes) -> MatchResult:
    """The same match through a world."""
    rules, seats = registry.game(game).rules, parse_seats(game, specs)
    return play_match(rules, setup(rules, seats, quick_options(rules, specs)), seats, seed, notes)


BOTH_WAYS: dict[str, Callable[[str, Sequence[str], int, Notes], MatchResult]] = {
    "rules": through_rules,
    "world": through_world,
}


def drop(name: str, text: str) -> Path:
    """Write a file into the mods folder of the home."""
    path = mod_files.folder() / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def taken() -> list[Mod]:
    """All mods, found and loaded or refused."""
    MODS.refresh()
    MODS.wait()
    return MODS.all


def mod(name: str) -> Mod:
    """The mod of a name."""
    return next(each for each in MODS.all if each.name == name)


def mod_ais(game: str) -> list[str]:
    """The names of the AIs that mods add to a game."""
    return [ai.name for ai in registry.ais(game) if ai.origin.startswith("mod ")]


A_MOD = '''"""A mod."""

from game.modding import AI, AnyMove, Weighted


def register(registry):
    registry.ai(AI("{name}", "nim", "{about}", lambda rules, _: [AnyMove(rules)], lambda _: Weighted()))
'''
