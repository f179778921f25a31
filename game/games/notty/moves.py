"""Moves of Notty: all the legal ones, and why another is refused."""

from collections.abc import Sequence
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

from game.games.notty.groups import SHORTEST_RUN, SMALLEST_SET, groups, is_group
from game.games.notty.hands import (
    ALL,
    COLOURS,
    HAND_LIMIT,
    KEPT,
    KINDS,
    MOST_DRAWN,
    card_name,
    colour_of,
    contains,
    count,
    each_kind,
    number_of,
    size,
)
from game.rules.language import _
from game.rules.mentions import mention


class MoveKind(IntEnum):
    """The actions of which a turn is made, in the order of the rules."""

    DRAW = 0
    """One to three cards are drawn from the deck."""
    STEAL = 1
    """A card is drawn blindly from the hand of an opponent."""
    DRAW_TO_DISCARD = 2
    """One card is drawn, for which one must be returned."""
    RETURN_CARD = 3
    """A card of the hand is returned for the one drawn."""
    DISCARD_GROUP = 4
    """A group of the hand is discarded."""
    NEXT_TURN = 5
    """The turn is ended."""


class Move(NamedTuple):
    """What a player decides."""

    kind: MoveKind
    """Which action it is."""
    value: int = 0
    """How many to draw, whom to steal from, which kind to return, or the packed cards of the group to discard; else
    0."""


DREW, STOLE, HOLDS, RETURNED = 1, 2, 4, 8
"""What a turn has used: the draw, the steal, the first step of draw and discard, both of its steps. One int holds them
all; of HOLDS and RETURNED at most one is there."""
FRESH = 0

NEXT_TURN = Move(MoveKind.NEXT_TURN)
"""The move that ends the turn."""
DRAW_TO_DISCARD = Move(MoveKind.DRAW_TO_DISCARD)
"""The move that draws one card to return one."""
DRAWS = tuple(Move(MoveKind.DRAW, number) for number in range(1, MOST_DRAWN + 1))
RETURNS = tuple(Move(MoveKind.RETURN_CARD, kind) for kind in range(len(KINDS)))
_DISCARD = MoveKind.DISCARD_GROUP


@lru_cache(maxsize=1024)
def _plain(player: int, targets: tuple[int, ...], used: int, room: int) -> tuple[Move, ...]:
    """The moves that ask for no cards of the hand, but for the end of the turn, with room for this many more cards."""
    moves: list[Move] = []
    if not used & DREW:
        moves += DRAWS[:room]
    if not used & STOLE and room > 0:
        moves += [Move(MoveKind.STEAL, target) for target in targets]
    if not used & RETURNED:
        moves.append(DRAW_TO_DISCARD)
    return tuple(moves)


@lru_cache(maxsize=KEPT)
def discards(hand: int) -> tuple[Move, ...]:
    """A move for every group of a hand."""
    return tuple([Move(_DISCARD, group) for group in groups(hand)])


def targets(player: int, hands: Sequence[int]) -> tuple[int, ...]:
    """The opponents from whom a card can be stolen, by rising index."""
    return tuple([other for other, hand in enumerate(hands) if hand and other != player])


def legal_moves(
    player: int, hands: Sequence[int], used: int, drawn: int = MOST_DRAWN, limit: int = HAND_LIMIT
) -> tuple[Move, ...]:
    """Every legal move of the player to move, once, where a draw takes at most `drawn` cards and a hand holds at most
    `limit`."""
    hand = hands[player]
    if used & HOLDS:
        return tuple([RETURNS[kind] for kind in each_kind(hand)])
    room = min(limit - size(hand), drawn)
    return (*_plain(player, targets(player, hands), used, room), *discards(hand), NEXT_TURN)


def refusal(
    player: int, hands: Sequence[int], used: int, move: object, drawn: int = MOST_DRAWN, limit: int = HAND_LIMIT
) -> str | None:
    """Why `move` is not legal for the player to move, where a draw takes at most `drawn` cards and a hand holds at most
    `limit`; None when it is legal."""
    if not isinstance(move, Move):
        return _("{move} is not a move of Notty", move=repr(move))
    if type(move.kind) is not MoveKind:
        return _("there is no move of kind {kind}", kind=repr(move.kind))
    if type(move.value) is not int:
        return _("a move of Notty takes a whole number, not {value}", value=repr(move.value))
    if move.kind == MoveKind.RETURN_CARD:
        return _refuse_return(hands[player], used, move.value)
    if used & HOLDS:
        return _("a card was drawn to discard one: first one card of the hand is returned")
    return _refuse_in_turn(player, hands, used, move, drawn, limit)


def _refuse_in_turn(player: int, hands: Sequence[int], used: int, move: Move, drawn: int, limit: int) -> str | None:
    """Why a move that is no return of a card is not legal when none must be returned; None when it is legal."""
    kind, value = move
    hand = hands[player]
    match kind:
        case MoveKind.DRAW:
            return _refuse_draw(hand, used, value, drawn, limit)
        case MoveKind.STEAL:
            return _refuse_steal(player, hands, used, value, limit)
        case MoveKind.DISCARD_GROUP:
            return _refuse_discard(hand, value)
    if value:
        return _("this move takes no number")
    if kind == MoveKind.DRAW_TO_DISCARD and used & RETURNED:
        return _("draw and discard is done once a turn at most")
    return None


def _refuse_draw(hand: int, used: int, number: int, drawn: int, limit: int) -> str | None:
    if used & DREW:
        return _("cards are drawn once a turn at most")
    if drawn == 1 < number:
        return _("a draw takes one card")
    if not 1 <= number <= drawn:
        return _("a draw takes 1 to {number} cards", number=drawn)
    held = size(hand)
    if held >= limit:
        return _("the hand holds {held} cards; no more can be drawn", held=held)
    if held + number > limit:
        return _(
            "the hand holds {held} cards and at most {most}; only {number} can be drawn",
            held=held,
            most=limit,
            number=limit - held,
        )
    return None


def _refuse_steal(player: int, hands: Sequence[int], used: int, target: int, limit: int) -> str | None:
    if used & STOLE:
        return _("a card is stolen once a turn at most")
    if not 0 <= target < len(hands):
        return _("there is no {player}: there are {number}", player=mention(target), number=len(hands))
    if target == player:
        return _("nobody steals from themselves")
    if not hands[target]:
        return _("{player} has no card to steal", player=mention(target))
    if size(hands[player]) >= limit:
        return _("the hand holds {number} cards; none can be stolen", number=limit)
    return None


def _refuse_return(hand: int, used: int, kind: int) -> str | None:
    if not used & HOLDS:
        return _("a card is returned only after one was drawn to discard one")
    if not 0 <= kind < len(KINDS):
        return _("that is no card of Notty")
    return None if count(hand, kind) else _("the hand does not hold a {card}", card=card_name(kind))


def _refuse_discard(hand: int, cards: int) -> str | None:
    if not 0 < cards <= ALL:
        return _("those are no cards of Notty")
    if not is_group(cards):
        return refuse_group(cards)
    return None if contains(hand, cards) else _("the hand does not hold those cards")


def refuse_group(cards: int) -> str:
    """Why these cards, at least one, are no group."""
    kinds, number = each_kind(cards), size(cards)
    if number > len(kinds):
        return _("a group never holds two cards alike, such as {card} twice", card=_first_double(cards))
    colours, numbers = {colour_of(kind) for kind in kinds}, {number_of(kind) for kind in kinds}
    if len(colours) > 1 and len(numbers) > 1:
        return _("the cards of a group share their colour or their number")
    if len(numbers) == 1 and number > 1:
        return _(
            "a set is of {least} or {most} colours, not of {number}",
            least=SMALLEST_SET,
            most=len(COLOURS),
            number=number,
        )
    if number < SHORTEST_RUN:
        return _("a group is of at least {least} cards, not of {number}", least=SHORTEST_RUN, number=number)
    missing = next(kind for kind in range(kinds[0], kinds[-1]) if kind not in kinds)
    return _("the numbers of a run follow each other: {card} is missing", card=card_name(missing))


def _first_double(cards: int) -> str:
    return next(card_name(kind) for kind in each_kind(cards) if count(cards, kind) > 1)
