"""Tables at which environments are tried: a match some random moves on, and a random legal action."""

from random import Random
from typing import Any

import numpy as np

from game.agents.match import Match
from game.games import registry
from game.games.observation import setup_of
from tests.quick import quick_seat

TABLES = [(entry.name, players) for entry in registry.games() for players in entry.rules.seats]
"""Every game with every number of players."""
OPPONENTS = [(ai.game, quick_seat(ai)) for entry in registry.games() for ai in registry.ais(entry.name)]
"""Every AI with its game, as a seat is asked for."""


def played(game: str, players: int, seed: int, moves: int) -> Match:
    """A match after so many random moves, or at its end."""
    setup = setup_of(game, players)
    match = Match(registry.game(game).rules, setup, seed)
    rng = Random(seed)
    while match.end is None and match.moves < moves:
        view = match.rules.view(match.state, match.state.to_move)
        match.play(rng.choice(list(match.rules.legal_moves(view))))
    return match


def random_action(seen: dict[str, Any], rng: np.random.Generator) -> int:
    return int(rng.choice(np.flatnonzero(seen["action_mask"])))
