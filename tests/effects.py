"""The smallest world there is: a board on which effects are carried out one by one."""

from collections import Counter
from collections.abc import Container, Sequence

from game.rules.protocol import Board, Effect, Piece, Place, Reordered, Shift


def carried_out(board: Board, log: Sequence[Effect], piles: Container[Place] = ()) -> Board:
    """The board after the effects. A piece must lie where it is said to come from; at `piles`, first of all."""
    after = {place: list(pieces) for place, pieces in board.items()}
    for effect in log:
        if isinstance(effect, Shift):
            source = after[effect.source]
            assert effect.piece in source, effect
            assert effect.source not in piles or source[0] == effect.piece, effect
            source.remove(effect.piece)
            after.setdefault(effect.target, []).append(effect.piece)
        elif isinstance(effect, Reordered):
            assert Counter(after[effect.place]) == Counter(effect.pieces), effect
            after[effect.place] = list(effect.pieces)
    return after


def unordered(board: Board) -> dict[Place, Counter[Piece]]:
    """What lies at each place in no order, empty places left out."""
    return {place: Counter(pieces) for place, pieces in board.items() if pieces}
