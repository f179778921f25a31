"""Whole headless matches through the rules and through the world: of a game's default AI against itself, and of random
moves, which cost nothing to choose, so that they tell what the world itself costs."""

import itertools
import time
from collections.abc import Iterator

from benchmarks.measuring import Row, Stretch, grouped, rates
from game.games import registry
from game.matches.arena import Fixture
from game.matches.arena_match import ArenaMatch
from game.rules.protocol import usual_options


def matches(game: registry.GameModule, ai: str, through: str) -> Stretch:
    """Matches of an AI against itself in one process, one seed after the other."""
    options = usual_options(game.rules)
    seats = (0,) * game.rules.seats[0]
    play = ArenaMatch(game.name, (ai,), options, through)
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
    """The rates of each game's default AI and of random moves, both ways, and how much the world costs."""
    return [
        row
        for game in registry.games()
        for ai in (game.default_ai, "random")
        for row in _rows(game, ai, seconds, repetitions)
    ]


def _rows(game: registry.GameModule, ai: str, seconds: float, repetitions: int) -> Iterator[Row]:
    measured = rates({through: matches(game, ai, through) for through in ("rules", "world")}, seconds, repetitions)
    what = f"{game.title}: {ai} against itself, through the"
    for through, rate in measured.items():
        yield Row(f"{what} {through}", f"{grouped(rate['matches'])} matches/s, {grouped(rate['moves'])} moves/s")
    times = measured["rules"]["moves"] / measured["world"]["moves"]
    yield Row(f"{what} world", f"{times:.1f} times the cost of the rules")


if __name__ == "__main__":
    for row in rows():
        print(f"{row.what}: {row.figure}")
