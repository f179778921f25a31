"""Moves of Thirty-one: all the legal ones, and why another is refused.

Drawing and discarding are two decisions of one turn; a call is a whole turn.
"""

from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

from game.rules.thirty_one_cards import BIT, CARDS, DECK_CARDS, KINDS, cards_of
from game.rules.thirty_one_state import FROM_DISCARD, View

NO_CARD = -1


class MoveKind(IntEnum):
    """What a player can decide, in the order of the rules."""

    DRAW_DECK = 0
    TAKE_DISCARD = 1
    DISCARD = 2
    CALL = 3


class Move(NamedTuple):
    """What a player decides. `card` is the one that a discard throws, else -1."""

    kind: MoveKind
    card: int = NO_CARD


DRAW_DECK = Move(MoveKind.DRAW_DECK)
TAKE_DISCARD = Move(MoveKind.TAKE_DISCARD)
CALL = Move(MoveKind.CALL)
DISCARDS = tuple(Move(MoveKind.DISCARD, card) for card in DECK_CARDS)
"""The discard of each card."""
_BEFORE_CALL = (DRAW_DECK, TAKE_DISCARD, CALL)
_AFTER_CALL = (DRAW_DECK, TAKE_DISCARD)


@lru_cache(maxsize=1 << 15)
def discards(cards: int) -> tuple[Move, ...]:
    """The discard of each of these cards, in canonical order."""
    return tuple([DISCARDS[card] for card in cards_of(cards)])


def legal_moves(view: View) -> tuple[Move, ...]:
    """Every legal move of the player to move: draw, take, call; between drawing and discarding the discards of the
    three cards that were held before, in canonical order, and that of the card drawn from the deck last."""
    drawn = view.drawn
    if drawn is None:
        return _BEFORE_CALL if view.caller is None else _AFTER_CALL
    held = discards(view.hand ^ BIT[drawn])
    return held if view.drawn_from is FROM_DISCARD else (*held, DISCARDS[drawn])


def refusal(view: View, move: object) -> str | None:
    """Why `move` is not legal for the player to move; None when it is."""
    if not isinstance(move, Move):
        return f"{move!r} is not a move of Thirty-one"
    kind, card = move
    if not isinstance(kind, int) or kind not in tuple(MoveKind):
        return f"there is no move of kind {kind!r}"
    if kind == MoveKind.DISCARD:
        return _refuse_discard(view, card)
    if type(card) is not int or card != NO_CARD:
        return "only a discard names a card"
    if view.drawn is not None:
        return "a card has been drawn: one must be discarded first"
    if kind == MoveKind.CALL and view.caller is not None:
        return "somebody has called already"
    return None


def _refuse_discard(view: View, card: object) -> str | None:
    if type(card) is not int or not 0 <= card < CARDS:
        return "its card is no card of Thirty-one"
    if view.drawn is None:
        return "a card is discarded only after one has been drawn"
    if not view.hand & BIT[card]:
        return f"the hand does not hold {KINDS[card]}"
    if card == view.drawn and view.drawn_from is FROM_DISCARD:
        return "the card just taken from the discard pile may not go back"
    return None
