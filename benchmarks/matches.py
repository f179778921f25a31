"""Whole headless matches of a game's default AI against itself, through the rules and through the world."""

import itertools
import time

from benchmarks.measuring import Row, Stretch, grouped, rates
from game.games import registry
from game.matches.arena import Fixture
from game.matches.arena_match import ArenaMatch
from game.rules.protocol import usual_options


def matches(game: registry.GameModule, through: str) -> Stretch:
    """Matches in one process, one seed after the other."""
    options = usual_options(game.rules)
    seats = (0,) * game.rules.seats[0]
    play = ArenaMatch(game.name, (game.default_ai,), options, through)
    numbers = itertools.count(1)

    def stretch(seconds: float) -> dict[str, float]:
        played = moves = 0
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            number = next(numbers)
            moves += play(Fixture(number, seats, number)).moves
            played += 1
        return {"matches": played, "moves": moves}

    return stretch


def rows(seconds: float = 2.0, repetitions: int = 5) -> list[Row]:
    """The rates of each game's default AI, both ways."""
    contestants = {
        f"{game.title}: {game.default_ai} against itself, through the {through}": matches(game, through)
        for game in registry.games()
        for through in ("rules", "world")
    }
    return [
        Row(name, f"{grouped(rate['matches'])} matches/s, {grouped(rate['moves'])} moves/s")
        for name, rate in rates(contestants, seconds, repetitions).items()
    ]


if __name__ == "__main__":
    for row in rows():
        print(f"{row.what}: {row.figure}")
