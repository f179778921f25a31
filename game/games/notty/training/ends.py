"""How matches that are under way come to an end when all go on by networks: many at once."""

from collections.abc import Sequence
from random import Random

import numpy as np

from game.games.notty.deep_q import Networks
from game.games.notty.rules import RULES
from game.games.notty.state import State
from game.games.notty.training.games import Games
from game.games.notty.training.learner import AtTable
from game.games.notty.training.players import TURN_LIMIT, play
from game.rules.protocol import worth_of


def played_out(networks: Networks, states: Sequence[State], rng: Random) -> list[tuple[float, ...]]:
    """What the end is worth to every player of matches that stand as these states, all of as many players."""
    going = [state for state in states if state.to_move is not None]
    ends = iter(_ends(networks, going, rng) if going else ())
    return [worth_of(RULES, state, len(state.hands)) if state.to_move is None else next(ends) for state in states]


def _ends(networks: Networks, states: Sequence[State], rng: Random) -> list[tuple[float, ...]]:
    games = Games.of(states, np.random.default_rng(rng.getrandbits(64)))
    seated = np.zeros((len(games), games.players), np.int64)
    play(games, seated, [AtTable(networks.values, networks.crowded)], TURN_LIMIT)
    drawn = np.full(games.players, 1 / games.players)
    rows = np.where(games.winner[:, None] < 0, drawn, games.winner[:, None] == np.arange(games.players))
    return [tuple(row) for row in rows.tolist()]
