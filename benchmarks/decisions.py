"""What a decision costs: milliseconds of CPU, by every AI of every game, in matches against itself."""

import time
from statistics import mean

from benchmarks.measuring import Row
from game.agents.match import Match
from game.games import registry
from game.games.module import GameModule
from game.games.seats import parse_seats, setup
from game.rules.protocol import usual_options

_MOST = 300
"""Decisions of an AI that are measured."""


def decisions(game: GameModule, ai: str, seconds: float) -> list[float]:
    """The seconds of CPU that each decision of an AI took, in matches of two against itself from seed 1 on, for so
    long; the first, in which what it learnt is read, is left out."""
    seats = parse_seats(game.name, [ai, ai])
    agents = [seat.agent() for seat in seats]
    how = setup(game.rules, seats, usual_options(game.rules))
    fallback = registry.ai(game.name, game.default_ai).agent()
    taken: list[float] = []
    seed = 0
    while len(taken) <= _MOST and sum(taken) < seconds:
        seed += 1
        match = Match(game.rules, how, seed)
        while (player := match.state.to_move) is not None and len(taken) <= _MOST and sum(taken) < seconds:
            agent = agents[player]
            assert agent is not None
            started = time.process_time()
            move = match.choose(player, agent, fallback)
            taken.append(time.process_time() - started)
            match.play(move)
    return taken[1:] or taken


def rows(seconds: float = 2.0) -> list[Row]:
    """The mean of each AI's decisions."""
    return [
        Row(f"{game.title}: a decision of {ai.name}", f"{1000 * mean(decisions(game, ai.name, seconds)):.2f} ms")
        for game in registry.games()
        for ai in registry.ais(game.name)
    ]


if __name__ == "__main__":
    for row in rows():
        print(f"{row.what}: {row.figure}")
