"""What players of Notty see, as the arrays that networks are asked by."""

from collections.abc import Sequence

import numpy as np

from game.games.notty.action_values import going_by
from game.games.notty.cover import leftover
from game.games.notty.hands import MOST_DRAWN, ONE
from game.games.notty.moves import DRAW_TO_DISCARD, DRAWS, NEXT_TURN, Move, MoveKind
from game.games.notty.open_features import Hands, packed_hands, sensible
from game.games.notty.state import View


def seen_by(*views: View) -> Hands:
    """The positions of n views at tables of as many players: hands shaped (n, players), the own first, the rivals' in
    the order of the turns."""
    players = len(views[0].hands)
    hands = [view.hands[(view.player + step) % players] for view in views for step in range(players)]
    return packed_hands(hands).of(np.arange(len(hands)).reshape(-1, players))


def move_of(view: View, action: int) -> Move:
    """The move that an action is for the player of a view."""
    players = len(view.hands)
    if action < MOST_DRAWN:
        return DRAWS[action]
    if action < MOST_DRAWN + players - 1:
        return Move(MoveKind.STEAL, (view.player + action - MOST_DRAWN + 1) % players)
    return DRAW_TO_DISCARD if action == MOST_DRAWN + players - 1 else NEXT_TURN


def surely_won(view: View, moves: Sequence[Move]) -> list[float]:
    """The share of what may come of each move after which the hand can go, where it does not go already."""
    if view.must_return:
        return [float(not leftover(view.hand - ONE[move.value])) for move in moves]
    if not leftover(view.hand):
        groups = [move.value if move.kind is MoveKind.DISCARD_GROUP else 0 for move in moves]
        return [float(group > 0 and not leftover(view.hand - group)) for group in groups]
    seen = seen_by(view)
    shares = going_by(seen, sensible(seen.sizes, np.array([view.used])))[0].tolist()
    by_move = {move_of(view, action): share for action, share in enumerate(shares)}
    return [by_move.get(move, 0.0) for move in moves]
