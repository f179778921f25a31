"""Tables at which environments are tried: a match some random moves on, and a random legal action."""

from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np

from game.agents.match import Listener, Match
from game.games import registry
from game.games.jaipur.moves import Move, MoveKind
from game.games.observation import setup_of
from game.rules.multisets import count
from tests.games import OBSERVED
from tests.quick import quick_seat

TABLES = [(game, players) for game in OBSERVED for players in registry.game(game).rules.seats]
"""Every game with every number of players."""
OPPONENTS = [(ai.game, quick_seat(ai)) for game in OBSERVED for ai in registry.ais(game)]
"""Every AI with its game, as a seat is asked for."""


HOUSES: list[tuple[str, dict[str, Any]]] = [
    ("jaipur", {"seals": 3, "hand_limit": 5, "herd": False}),
    ("jaipur", {"hand_limit": 9}),
    ("notty", {"draw_limit": 1, "hand_limit": 10}),
    ("thirty_one", {"three_of_a_kind": True, "caller_safe": True}),
]
"""Games by house rules as far from usual as these go."""
LEATHER = 5
HOARDING_SEED = 24


def played(game: str, players: int, seed: int, moves: int, options: Mapping[str, Any] | None = None) -> Match:
    """A match after so many random moves, or at its end."""
    setup = setup_of(game, players, options)
    match = Match(registry.game(game).rules, setup, seed)
    rng = Random(seed)
    while match.end is None and match.moves < moves:
        view = match.rules.view(match.state, match.state.to_move)
        match.play(rng.choice(list(match.rules.legal_moves(view))))
    return match


def hoarded(listener: Listener | None = None) -> Match:
    """A match of Jaipur in which player 0 is to move and holds nine leather, as a house rule lets it."""
    match = Match(registry.game("jaipur").rules, setup_of("jaipur", options={"hand_limit": 9}), HOARDING_SEED, listener)
    while match.state.to_move != 0 or count(match.state.hands[0], LEATHER) < 9:
        player = match.state.to_move
        moves = match.rules.legal_moves(match.rules.view(match.state, player))
        match.play(max(moves, key=lambda move: _hoarding(player, move)))
    return match


def _hoarding(player: int, move: Move) -> tuple[int, bool, bool, bool]:
    """How well a move serves that player 0 comes to hold all leather."""
    got = count(move.market, LEATHER) - count(move.hand, LEATHER)
    kinds = (MoveKind.TAKE_CAMELS, MoveKind.SELL, MoveKind.TAKE_GOOD)
    camels, sale, take = [move.kind == kind for kind in kinds]
    return (got if player == 0 else -abs(got), camels, sale, take)


def random_action(seen: dict[str, Any], rng: np.random.Generator) -> int:
    return int(rng.choice(np.flatnonzero(seen["action_mask"])))
