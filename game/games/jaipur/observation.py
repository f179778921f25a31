"""Jaipur as an environment: counts of goods and tokens; an action for every take, sale and exchange there can be."""

from collections.abc import Iterable
from functools import cache, lru_cache
from operator import itemgetter
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.games.jaipur.moves import TAKE_CAMELS, Move, MoveKind
from game.games.jaipur.rules import RULES
from game.games.jaipur.state import House
from game.games.jaipur.tables import (
    BONUSES,
    CAMEL,
    CARDS,
    GOODS,
    HAND_LIMIT,
    HIGH_VALUE,
    KINDS,
    MARKET_SIZE,
    TOKENS,
    next_token,
)
from game.games.observation import Enumerated, Field, Numbered, numbered
from game.rules.multisets import BITS, FULL, count, few, one, subsets, support
from game.rules.protocol import Setup

_MOST_GOODS = sum(map(sum, TOKENS))
_MOST_BONUS = sum(map(sum, BONUSES))


_next_token = cache(next_token)
_value = itemgetter(1)
_DIGITS = bytes.maketrans(b"0123456789abcdef", bytes(range(16)))


@cache
def _every_move(held: int) -> Numbered:
    """All moves of hands that hold so many goods at most, numbered: they are many, and the same at every such table."""
    return numbered(_moves(held))


def _moves(held: int) -> Iterable[Move]:
    yield from (Move(MoveKind.TAKE_GOOD, one(good)) for good in GOODS)
    yield TAKE_CAMELS
    for good in GOODS:
        least = 2 if good in HIGH_VALUE else 1
        most = min(held, CARDS[good])
        yield from (Move(MoveKind.SELL, 0, number * one(good)) for number in range(least, most + 1))
    yield from _exchanges()


def _exchanges() -> Iterable[Move]:
    """Every exchange: two to five goods for as many goods of other kinds and camels."""
    goods = sum(MARKET_SIZE * one(good) for good in GOODS)
    for number in range(2, MARKET_SIZE + 1):
        for taken in subsets(goods, number):
            yield from (Move(MoveKind.EXCHANGE, taken, gift) for gift in _gifts(support(taken), number))


@cache
def _gifts(kinds: int, number: int) -> list[int]:
    """Every choice of `number` cards to give for goods of these kinds, in the order of the actions."""
    cards = sum(MARKET_SIZE * one(kind) for kind in range(len(KINDS)))
    return [gift for gift in subsets(cards, number) if not gift & kinds]


Actions: TypeAlias = NDArray[np.uint8]
"""A set of actions, a bit each, the lowest of a byte first."""
_Part: TypeAlias = Literal["market", "hand"]


@cache
def _needed(held: int, part: _Part) -> NDArray[np.int64]:
    """The cards that each action takes or gives, a packed multiset."""
    return np.array([getattr(move, part) for move in _every_move(held)[0]], np.int64)


@cache
def _actions(held: int, part: _Part, kind: int, most: int) -> Actions:
    """The actions that take or give `most` cards of a kind at most."""
    return np.packbits((_needed(held, part) >> BITS * kind & FULL) <= most, bitorder="little")


@cache
def _without(held: int, kind: MoveKind) -> Actions:
    """All actions but those of a kind."""
    return np.packbits([move.kind != kind for move in _every_move(held)[0]], bitorder="little")


@lru_cache(maxsize=1 << 10)
def _taking(held: int, market: int, full: bool) -> Actions:
    """The actions that a market has the cards for, without those that a full hand has no room for."""
    needs = [_actions(held, "market", good, count(market, good)) for good in GOODS]
    if full:
        needs.append(_without(held, MoveKind.TAKE_GOOD))
    if not count(market, CAMEL):
        needs.append(_without(held, MoveKind.TAKE_CAMELS))
    found: Actions = np.bitwise_and.reduce(needs)
    return found


@lru_cache(maxsize=1 << 11)
def _giving(held: int, hand: int) -> Actions:
    """The actions that a hand has the goods for."""
    found: Actions = np.bitwise_and.reduce([_actions(held, "hand", good, count(hand, good)) for good in GOODS])
    return found


class JaipurObservation(Enumerated):
    """Actions: the six takes of one good, the camels, the sales by good and number, then the exchanges. Where a house
    rule lets a hand hold more than usual there are more sales; where less, all is as usual.
    Where bonus tokens are seen, the opponent's are counted."""

    rules = RULES

    def __init__(self, setup: Setup) -> None:
        house = House.of(setup.options)
        self._held, self._open = max(HAND_LIMIT, house.hand_limit), house.open_bonus
        super().__init__(setup)

    def _fields(self) -> Iterable[Field]:
        goods = ", ".join(KINDS[:CAMEL])
        yield Field("market", len(KINDS), MARKET_SIZE, f"cards in the market: {goods}, camel")
        yield Field("hand", len(GOODS), self._held, f"own goods: {goods}")
        yield Field("herds", 2, CARDS[CAMEL], "own camels, the opponent's")
        yield Field("rival_hand", 1, self._held, "how many goods the opponent holds")
        yield Field("rival_known", len(GOODS), self._held, "of those, the ones taken face up")
        yield Field("unseen", len(KINDS), max(CARDS), "cards in the deck, or unknown in the opponent's hand")
        yield Field("deck", 1, sum(CARDS), "cards in the deck")
        yield Field("tokens_left", len(GOODS), max(map(len, TOKENS)), "tokens of each good")
        yield Field("next_token", len(GOODS), max(map(max, TOKENS)), "the value of each good's next token")
        yield Field("bonuses_left", len(BONUSES), max(map(len, BONUSES)), "bonus tokens for 3, 4, 5 cards")
        yield Field("goods_score", 2, _MOST_GOODS, "the value of goods tokens taken: own, the opponent's")
        yield Field("own_bonus_score", 1, _MOST_BONUS, "the value of own bonus tokens")
        yield Field("rival_bonuses", len(BONUSES), max(map(len, BONUSES)), "the opponent's bonus tokens for 3, 4, 5")
        if self._open:
            yield Field("rival_bonus_score", 1, _MOST_BONUS, "the value of the opponent's bonus tokens")

    def _counts(self, view: Any) -> bytes:
        """The first fields are nibbles already: they are strung together as one int, and read off as its digits."""
        own, rivals = view.herds
        nibbles = view.market | view.hand << 28 | own << 52 | rivals << 56 | view.rival_hand_size << 60
        nibbles |= view.rival_known << 64 | view.unseen << 88
        left, bonuses = view.tokens_left, view.bonuses_taken
        scores = [sum(map(_value, taken)) for taken in (*view.goods_taken, bonuses[0])]
        rest = bytes(
            [view.deck_size, *left, *map(_next_token, GOODS, left), *view.bonuses_left, *scores, *_by_pile(bonuses[1])]
            + [sum(map(_value, bonuses[1]))] * self._open
        )
        return (b"%029x" % nibbles)[::-1].translate(_DIGITS) + rest

    def mask(self, view: Any) -> NDArray[np.int8]:
        """Without making the moves: what the market, the hand and the herd have the cards for is legal."""
        if view.to_move != view.player:
            return np.zeros(self.actions, np.int8)
        room = view.house.hand_limit - few(view.hand)
        camels = min(view.herds[0], room, MARKET_SIZE)
        held = self._held
        legal = _taking(held, view.market, room <= 0) & _giving(held, view.hand) & _actions(held, "hand", CAMEL, camels)
        return np.unpackbits(legal, count=self.actions, bitorder="little").view(np.int8)

    def legal(self, view: Any) -> list[int]:
        return np.flatnonzero(self.mask(view).view(np.bool_)).tolist()

    def _numbered(self) -> Numbered:
        return _every_move(self._held)


def _by_pile(taken: Iterable[tuple[int, int]]) -> list[int]:
    """How many bonus tokens of each pile were taken."""
    piles = [pile for pile, _ in taken]
    return [piles.count(pile) for pile in range(len(BONUSES))]
