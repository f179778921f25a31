"""Counts of the move tree, which prove a move generator: they must agree with counts got another way."""

from collections import Counter

from game.games.jaipur.moves import MoveKind
from game.games.jaipur.rules import RULES, State


def perft(state: State, depth: int) -> int:
    """How many sequences of `depth` moves there are; the last move is counted without being made."""
    if state.to_move is None:
        return 0
    legal = RULES.legal_moves(RULES.view(state, state.to_move))
    if depth == 1:
        return len(legal)
    total = 0
    for move in legal:
        after = state.copy()
        RULES.decide(after, move)
        RULES.settle(after, move, None)
        total += perft(after, depth - 1)
    return total


def by_kind(state: State) -> dict[str, int]:
    """How many moves of each kind there are for the player to move."""
    assert state.to_move is not None
    found = Counter(move.kind for move in RULES.legal_moves(RULES.view(state, state.to_move)))
    return {kind.name.lower(): found[kind] for kind in MoveKind}
