"""Notty as an environment: all hands card by card; an action for every draw, steal, return and group."""

from collections.abc import Iterable
from functools import cache
from typing import Any

from game.games.notty.groups import groups
from game.games.notty.hands import CARDS, COLOURS, COPIES, EACH, HAND_LIMIT, KINDS, NUMBERS, ROW, count, size
from game.games.notty.moves import DRAW_TO_DISCARD, DRAWS, NEXT_TURN, RETURNS, Move, MoveKind
from game.games.notty.rules import RULES
from game.games.observation import Field, ObservationSpec

_ROW = (1 << ROW) - 1


@cache
def _row(cards: int) -> bytes:
    """How many of each number, 1 to 9, cards of one colour hold."""
    return bytes([count(cards, kind) for kind in range(len(NUMBERS))])


def _by_kind(hand: int) -> bytes:
    """How many of each kind a hand holds."""
    return b"".join([_row((hand >> start) & _ROW) for start in range(0, ROW * len(COLOURS), ROW)])


@cache
def _discards() -> tuple[Move, ...]:
    """A move for every group that there can be."""
    return tuple(Move(MoveKind.DISCARD_GROUP, group) for group in groups(EACH))


class NottyObservation(ObservationSpec):
    """Actions: draw 1, 2, 3; steal from the next player, from the one after; draw to discard; next turn; return each
    of the 45 cards; discard each of the 194 groups. All hands are public."""

    rules = RULES

    def __init__(self, setup: Any) -> None:
        super().__init__(setup)
        plain = (*DRAWS, DRAW_TO_DISCARD, NEXT_TURN, *RETURNS, *_discards())
        self._first_steal = len(DRAWS)
        steals: list[Move | None] = [None] * (setup.players - 1)
        self._moves: list[Move | None] = [*plain[: len(DRAWS)], *steals, *plain[len(DRAWS) :]]
        self._at = {move: at for at, move in enumerate(self._moves) if move is not None}
        self.actions = len(self._moves)

    def _fields(self) -> Iterable[Field]:
        whose = ["own hand", *(f"the hand of the player {step} after" for step in range(1, self.setup.players))]
        for number, words in enumerate(whose):
            yield Field(f"hand_{number}", len(KINDS), COPIES, f"{words}: red 1 to 9, green, yellow, black, blue")
        most = HAND_LIMIT + 1  # until a full hand that has drawn to discard gives a card back
        yield Field("hand_sizes", self.setup.players, most, "cards in each hand, in the same order")
        yield Field("deck", 1, CARDS, "cards in the deck")
        yield Field("may", 3, 1, "whether this turn's draw, steal, and draw and discard are left")
        yield Field("must_return", 1, 1, "whether a card must be returned now")

    def _counts(self, view: Any) -> bytes:
        hands = [view.hands[player] for player in self.after(view.player)]
        mine = view.to_move == view.player
        left = (view.may_draw, view.may_steal, view.may_swap, view.must_return)
        return b"".join([
            *map(_by_kind, hands), bytes(map(size, hands)), bytes([view.deck_size, *(mine and each for each in left)]),
        ])  # fmt: skip

    def index(self, view: Any, move: Move) -> int:
        if move.kind == MoveKind.STEAL:
            after: int = (move.value - view.player) % self.setup.players
            return self._first_steal + after - 1
        return self._at[move]

    def move(self, view: Any, index: int) -> Move:
        move = self._moves[index]
        if move is not None:
            return move
        return Move(MoveKind.STEAL, (view.player + index - self._first_steal + 1) % self.setup.players)
