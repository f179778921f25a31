"""Moves of Notty: all the legal ones, and why another is refused."""

from collections.abc import Sequence
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

from game.rules.notty_groups import groups, is_group
from game.rules.notty_hands import ALL, HAND_LIMIT, KINDS, MOST_DRAWN, contains, count, each_kind, size


class MoveKind(IntEnum):
    """The actions of which a turn is made, in the order of the rules."""

    DRAW = 0
    STEAL = 1
    DRAW_TO_DISCARD = 2
    RETURN_CARD = 3
    DISCARD_GROUP = 4
    NEXT_TURN = 5


class Move(NamedTuple):
    """What a player decides. `value` is how many to draw, whom to steal from, which kind to return, or the packed
    cards of the group to discard; else 0."""

    kind: MoveKind
    value: int = 0


DREW, STOLE, HOLDS, RETURNED = 1, 2, 4, 8
"""What a turn has used: the draw, the steal, the first step of draw and discard, both of its steps. One int holds them
all; of HOLDS and RETURNED at most one is there."""
FRESH = 0

NEXT_TURN = Move(MoveKind.NEXT_TURN)
DRAW_TO_DISCARD = Move(MoveKind.DRAW_TO_DISCARD)
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


@lru_cache(maxsize=1 << 14)
def discards(hand: int) -> tuple[Move, ...]:
    """A move for every group of a hand."""
    return tuple([Move(_DISCARD, group) for group in groups(hand)])


def targets(player: int, hands: Sequence[int]) -> tuple[int, ...]:
    """The opponents from whom a card can be stolen, by rising index."""
    return tuple([other for other, hand in enumerate(hands) if hand and other != player])


def legal_moves(player: int, hands: Sequence[int], used: int) -> tuple[Move, ...]:
    """Every legal move of the player to move, once."""
    hand = hands[player]
    if used & HOLDS:
        return tuple([RETURNS[kind] for kind in each_kind(hand)])
    room = min(HAND_LIMIT - size(hand), MOST_DRAWN)
    return (*_plain(player, targets(player, hands), used, room), *discards(hand), NEXT_TURN)


def refusal(player: int, hands: Sequence[int], used: int, move: object) -> str | None:
    """Why `move` is not legal for the player to move; None when it is legal."""
    if not isinstance(move, Move):
        return f"{move!r} is not a move of Notty"
    if type(move.kind) is not MoveKind:
        return f"there is no move of kind {move.kind!r}"
    if type(move.value) is not int:
        return f"a move of Notty takes a whole number, not {move.value!r}"
    if move.kind == MoveKind.RETURN_CARD:
        return _refuse_return(hands[player], used, move.value)
    if used & HOLDS:
        return "a card has been drawn to discard one: first return a card"
    return _refuse_in_turn(player, hands, used, move)


def _refuse_in_turn(player: int, hands: Sequence[int], used: int, move: Move) -> str | None:
    """Why a move that is no return of a card is not legal when none must be returned; None when it is legal."""
    kind, value = move
    hand = hands[player]
    match kind:
        case MoveKind.DRAW:
            return _refuse_draw(hand, used, value)
        case MoveKind.STEAL:
            return _refuse_steal(player, hands, used, value)
        case MoveKind.DISCARD_GROUP:
            return _refuse_discard(hand, value)
    if value:
        return "this move takes no number"
    if kind == MoveKind.DRAW_TO_DISCARD and used & RETURNED:
        return "draw and discard has been used this turn"
    return None


def _refuse_draw(hand: int, used: int, number: int) -> str | None:
    if used & DREW:
        return "the draw has been used this turn"
    if not 1 <= number <= MOST_DRAWN:
        return f"a draw takes 1 to {MOST_DRAWN} cards"
    if size(hand) + number > HAND_LIMIT:
        return f"the hand would hold more than {HAND_LIMIT} cards"
    return None


def _refuse_steal(player: int, hands: Sequence[int], used: int, target: int) -> str | None:
    if used & STOLE:
        return "the steal has been used this turn"
    if not 0 <= target < len(hands):
        return f"there is no player {target}"
    if target == player:
        return "nobody steals from themselves"
    if not hands[target]:
        return "that player has no cards"
    if size(hands[player]) >= HAND_LIMIT:
        return f"the hand is full: {HAND_LIMIT} cards"
    return None


def _refuse_return(hand: int, used: int, kind: int) -> str | None:
    if not used & HOLDS:
        return "a card is returned only after one has been drawn to discard one"
    if not 0 <= kind < len(KINDS) or not count(hand, kind):
        return "the hand does not hold that card"
    return None


def _refuse_discard(hand: int, cards: int) -> str | None:
    if not 0 < cards <= ALL or not is_group(cards):
        return "those cards are no group: a run is 3 or more in a row of one colour, a set 4 or 5 colours of one number"
    if not contains(hand, cards):
        return "the hand does not hold those cards"
    return None
