"""How matches that are under way go on when all go on by networks: many at once."""

from collections.abc import Sequence
from random import Random

import numpy as np

from game.games.notty.deep_q import Networks
from game.games.notty.hand_arrays import packed_of
from game.games.notty.hands import ALL, unpack
from game.games.notty.state import State
from game.games.notty.training.games import Games
from game.games.notty.training.learner import AtTable
from game.games.notty.training.players import play


def played_on(networks: Networks, states: Sequence[State], turns: int, rng: Random) -> list[State]:
    """What comes of matches that stand as these states, none of which is over, all of as many players, if all go on by
    these networks for so many turns; nobody is to move where somebody went out. The decks are in no order."""
    games = Games.of(states, np.random.default_rng(rng.getrandbits(64)))
    play(games, np.zeros((len(games), games.players), np.int64), [AtTable(networks.values, networks.crowded)],
         games.turns + turns)  # fmt: skip
    return [_state(games, game, state) for game, state in enumerate(states)]


def _state(games: Games, game: int, before: State) -> State:
    after = before.copy()
    after.hands = packed_of(games.hands.counts[game])
    after.deck = tuple(unpack(ALL - sum(after.hands)))
    after.to_move = int(games.to_move[game]) if games.winner[game] < 0 else None
    after.used, after.turns = int(games.used[game]), int(games.turns[game])
    return after
