"""Moves of Thirty-one: all the legal ones, and why another is refused.

Drawing and discarding are two decisions of one turn; a call is a whole turn.
"""

from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

from game.games.thirty_one.cards import BEST, BIT, CARDS, DECK_CARDS, KEPT, card_name, cards_of, points
from game.games.thirty_one.state import FROM_DISCARD, View
from game.rules.language import _
from game.rules.mentions import mention

NO_CARD = -1
DISCARD_FIRST = _("a card was drawn; one card of the hand is discarded first")


class MoveKind(IntEnum):
    """What a player can decide, in the order of the rules."""

    DRAW_DECK = 0
    """A card is drawn from the deck, face down."""
    TAKE_DISCARD = 1
    """The top card of the discard pile is taken."""
    DISCARD = 2
    """A card of the hand is thrown after one was drawn, which ends the turn."""
    CALL = 3
    """The end of the round is called: everybody else has one turn more."""


_KINDS = frozenset(MoveKind)


class Move(NamedTuple):
    """What a player decides."""

    kind: MoveKind
    """Which of the four things it is."""
    card: int = NO_CARD
    """The card that a discard throws; else -1."""


DRAW_DECK = Move(MoveKind.DRAW_DECK)
"""The move that draws from the deck."""
TAKE_DISCARD = Move(MoveKind.TAKE_DISCARD)
"""The move that takes the top of the discard pile."""
CALL = Move(MoveKind.CALL)
"""The move that calls."""
DISCARDS = tuple(Move(MoveKind.DISCARD, card) for card in DECK_CARDS)
"""The discard of each card."""
_BEFORE_CALL = (DRAW_DECK, TAKE_DISCARD, CALL)
_AFTER_CALL = (DRAW_DECK, TAKE_DISCARD)


@lru_cache(maxsize=KEPT)
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
        return _("{move} is not a move of Thirty-one", move=repr(move))
    kind, card = move
    if not isinstance(kind, int) or kind not in _KINDS:
        return _("there is no move of kind {kind}", kind=repr(kind))
    if kind == MoveKind.DISCARD:
        return _refuse_discard(view, card)
    if type(card) is not int or card != NO_CARD:
        return _("only a discard names a card")
    if view.drawn is not None:
        return DISCARD_FIRST
    if kind == MoveKind.CALL and view.caller is not None:
        return _("{player} has called already; a round has one call", player=mention(view.caller))
    return None


def _refuse_discard(view: View, card: object) -> str | None:
    if type(card) is not int or not 0 <= card < CARDS:
        return _("its card is no card of Thirty-one")
    if view.drawn is None:
        return _("a card is discarded only after one was drawn")
    if not view.hand & BIT[card]:
        return _("the hand does not hold the {card}", card=card_name(card))
    if card == view.drawn and view.drawn_from is FROM_DISCARD:
        return _("the {card} was just taken from the discard pile and may not go back", card=card_name(card))
    return None


def makes_31(view: View, move: Move) -> bool:
    """Whether a move makes 31, or takes the card that does."""
    if move.kind is MoveKind.DISCARD:
        return points(view.hand & ~BIT[move.card]) == BEST
    if move != TAKE_DISCARD:
        return False
    return any(points(view.hand & ~BIT[card] | BIT[view.discard[-1]]) == BEST for card in cards_of(view.hand))
