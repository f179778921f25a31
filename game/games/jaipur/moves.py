"""Moves of Jaipur: all the legal ones without waste, and why another is refused.

Goods are numbered as in the table of the rules, diamond 0 to leather 5; the camel is 6. Cards are packed
multisets (see :mod:`game.rules.multisets`).
"""

from collections.abc import Callable, Iterator, Sequence
from enum import IntEnum
from functools import cache, lru_cache
from itertools import chain, product, repeat, starmap
from typing import Any, NamedTuple, overload

from game.games.jaipur.tables import CAMEL, GOODS, HAND_LIMIT, HIGH_VALUE, KINDS, LEAST_EXCHANGED, MARKET_SIZE, NAMES
from game.rules.language import _
from game.rules.multisets import BITS, FULL, contains, count, few, one, size, subsets, support
from game.rules.wording import counted

ONE_CAMEL = one(CAMEL)
GOODS_MASK = ONE_CAMEL - 1
IN_WORDS = {5: _("five"), 6: _("six"), 7: _("seven"), 8: _("eight"), 9: _("nine")}
NO_CAMELS_EXCHANGED = _("camels of the market are not exchanged: they are taken all together")
PAIRS = _("diamonds, gold and silver are sold two or more at a time")


class MoveKind(IntEnum):
    """The four things a turn can be."""

    TAKE_GOOD = 0
    """One good is taken from the market."""
    TAKE_CAMELS = 1
    """All camels of the market are taken."""
    EXCHANGE = 2
    """Two or more goods of the market are taken, and as many goods of the hand and camels of the herd given."""
    SELL = 3
    """Goods of one kind are sold."""


class Move(NamedTuple):
    """What a player decides."""

    kind: MoveKind
    """Which of the four things it is."""
    market: int = 0
    """The cards taken from the market, a packed multiset. A take of camels names none: it takes all."""
    hand: int = 0
    """The cards given or sold, a packed multiset; camels given in an exchange are among them."""


TAKE_CAMELS = Move(MoveKind.TAKE_CAMELS)
"""The move that takes the camels."""
_TAKES = tuple(Move(MoveKind.TAKE_GOOD, one(good)) for good in GOODS)
_KIND = (MoveKind.EXCHANGE,)
_made: Callable[[type[Move], Any], Move] = tuple.__new__
"""Makes a move of its fields in less time than its constructor takes: exchanges are made by the hundred."""
_ALL_KINDS = (1 << BITS * len(KINDS)) - 1


@lru_cache(maxsize=4096)
def sales(hand: int) -> tuple[Move, ...]:
    """Every sale from a hand."""
    return tuple(
        Move(MoveKind.SELL, 0, number * one(good))
        for good in GOODS
        for number in range(2 if good in HIGH_VALUE else 1, count(hand, good) + 1)
    )


@lru_cache(maxsize=2048)
def takes(market: int, hand_full: bool) -> tuple[Move, ...]:
    """Every take from a market that is not an exchange."""
    goods = () if hand_full else tuple(_TAKES[good] for good in GOODS if count(market, good))
    return (*goods, TAKE_CAMELS) if market & (FULL << (BITS * CAMEL)) else goods


@cache
def wishes(market_goods: int) -> tuple[tuple[int, int, tuple[int, ...], int], ...]:
    """What an exchange could take from these goods of the market: groups (how many, mask that clears the
    kinds taken, every choice with these kinds and this number, and how many of them there are)."""
    groups: dict[tuple[int, int], list[int]] = {}
    for number in range(LEAST_EXCHANGED, size(market_goods) + 1):
        for taken in subsets(market_goods, number):
            groups.setdefault((number, _ALL_KINDS & ~support(taken)), []).append(taken)
    return tuple((number, rest, tuple(taken), len(taken)) for (number, rest), taken in groups.items())


def to_give(hand: int, herd: int, limit: int) -> int:
    """The cards that exchanges may give: the goods of the hand, and the camels that it has room for, as a market holds
    them at most."""
    return hand + min(herd, limit - few(hand), MARKET_SIZE) * ONE_CAMEL


@cache
def gifts(cards: int) -> tuple[tuple[int, ...], ...]:
    """Every choice of 0, 1, 2 ... cards to give from these, as many as a market holds at most."""
    return tuple(tuple(subsets(cards, number)) for number in range(MARKET_SIZE + 1))


class LegalMoves(Sequence[Move]):
    """Every legal move once, in a fixed order, made only when asked for: takes, sales, then exchanges.

    Exchanges can be hundreds; they are held as products (choices to take x choices to give), so that their
    number and any one of them is had without listing them: `plain` are the takes and sales, `products` the choices for
    each field of a move: the kind, what to take and what to give, packed.
    """

    __slots__ = ("_size", "plain", "products")

    def __init__(self, market: int, hand: int, herd: int, limit: int = HAND_LIMIT) -> None:
        """Those of a hand and a herd before a market, where a hand holds at most `limit` goods."""
        self.plain: tuple[Move, ...] = takes(market, few(hand) >= limit) + sales(hand)
        self.products: list[tuple[tuple[MoveKind], tuple[int, ...], tuple[int, ...]]] = []
        products, total, own = self.products, len(self.plain), to_give(hand, herd, limit)
        for number, rest, taken, choices in wishes(market & GOODS_MASK):
            given = gifts(own & rest)[number]
            if given:
                products.append((_KIND, taken, given))
                total += choices * len(given)
        self._size = total

    def __len__(self) -> int:
        return self._size

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | Sequence[Move]:
        if isinstance(index, slice):
            return list(self)[index]
        if index < 0:
            index += self._size
        plain = self.plain
        if 0 <= index < len(plain):
            return plain[index]
        index -= len(plain)
        if index >= 0:
            for _kind, taken, given in self.products:
                choices = len(given)
                here = choices * len(taken)
                if index < here:
                    return _made(Move, (MoveKind.EXCHANGE, taken[index // choices], given[index % choices]))
                index -= here
        raise IndexError("no such move")

    def __iter__(self) -> Iterator[Move]:
        return chain(self.plain, map(_made, repeat(Move), chain.from_iterable(starmap(product, self.products))))


def refusal(market: int, hand: int, herd: int, move: object, limit: int = HAND_LIMIT) -> str | None:
    """Why `move` is not legal for the player to move, who has this hand and herd, where a hand holds at most `limit`
    goods; None when it is legal."""
    if not isinstance(move, Move):
        return _("{move} is not a move of Jaipur", move=repr(move))
    for cards in (move.market, move.hand):
        if not isinstance(cards, int) or cards < 0 or cards >> (BITS * len(KINDS)):
            return _("its cards are not cards of Jaipur")
    match move.kind:
        case MoveKind.TAKE_GOOD:
            return _refuse_take(market, hand, move, limit)
        case MoveKind.TAKE_CAMELS:
            return _refuse_camels(market, move)
        case MoveKind.EXCHANGE:
            return _refuse_exchange(market, hand, herd, move, limit)
        case MoveKind.SELL:
            return _refuse_sale(hand, move)
    return _("there is no move of kind {kind}", kind=repr(move.kind))


def hand_full(limit: int) -> str:
    """Why nothing can be taken into a hand of as many goods as it may hold."""
    return _("the hand holds {number} goods; no more can be taken", number=IN_WORDS[limit])


def _refuse_take(market: int, hand: int, move: Move, limit: int) -> str | None:
    if size(hand) >= limit:
        return hand_full(limit)
    if move.hand:
        return _("taking one good gives nothing back; two or more are exchanged")
    if move.market >= ONE_CAMEL:
        return _("camels are taken all together, and no goods with them")
    if size(move.market) != 1:
        return _("one good is taken at a time, not {number}", number=size(move.market) or _("none"))
    return None if contains(market, move.market) else _("the market does not hold that card")


def _refuse_camels(market: int, move: Move) -> str | None:
    if not count(market, CAMEL):
        return _("the market has no camels")
    return _("camels are taken all together, and nothing else with them") if move.market or move.hand else None


def _refuse_exchange(market: int, hand: int, herd: int, move: Move, limit: int) -> str | None:
    taken, given = size(move.market), size(move.hand)
    if move.market >= ONE_CAMEL:
        return NO_CAMELS_EXCHANGED
    if taken != given:
        return _(
            "an exchange is even, not {taken} taken and {given} given",
            taken=taken or _("none"),
            given=given or _("none"),
        )
    if taken < LEAST_EXCHANGED:
        return _("an exchange takes two cards or more and gives as many")
    if not contains(market, move.market):
        return _("the market does not hold those cards")
    if not contains(hand + herd * ONE_CAMEL, move.hand):
        return _("the hand and the herd do not hold those cards")
    if support(move.market) & move.hand:
        return refuse_both(move.market, move.hand)
    return refuse_camels_given(size(hand), count(move.hand, CAMEL), limit)


def refuse_both(taken: int, given: int) -> str:
    """Why an exchange cannot take and give these, where they share a good."""
    both = next(good for good in GOODS if count(taken, good) and count(given, good))
    return _("an exchange may not both take and give {good}", good=NAMES[both])


def refuse_camels_given(held: int, camels: int, limit: int) -> str | None:
    """Why so many camels cannot be given by a hand of so many goods; None when they can: each makes it larger."""
    if held + camels <= limit:
        return None
    given = counted(camels, "{number:,} camel", "{number:,} camels")
    return _(
        "the hand holds {most} goods at most; with {camels} given it would hold {number}",
        most=IN_WORDS[limit],
        camels=given,
        number=held + camels,
    )


def _refuse_sale(hand: int, move: Move) -> str | None:
    if move.market:
        return _("a sale takes nothing from the market")
    if move.hand >= ONE_CAMEL:
        return _("camels are not sold; they are given in an exchange")
    goods = [good for good in GOODS if count(move.hand, good)]
    if len(goods) != 1:
        return _("a sale is of one good, not of {number}", number=len(goods) or _("none"))
    if not contains(hand, move.hand):
        return _("the hand does not hold those cards")
    return PAIRS if goods[0] in HIGH_VALUE and size(move.hand) < 2 else None
