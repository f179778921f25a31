"""Jaipur as an environment: counts of goods and tokens; an action for every take, sale and exchange there can be."""

from collections.abc import Iterable
from functools import cache, lru_cache
from operator import itemgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from game.games.jaipur.moves import GOODS_MASK, TAKE_CAMELS, Move, MoveKind, gifts, sales, takes, to_give, wishes
from game.games.jaipur.rules import RULES
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
from game.rules.multisets import few, one, subsets, support

_MOST_GOODS = sum(map(sum, TOKENS))
_MOST_BONUS = sum(map(sum, BONUSES))


_next_token = cache(next_token)
_value = itemgetter(1)
_DIGITS = bytes.maketrans(b"0123456789abcdef", bytes(range(16)))


@cache
def _every_move() -> Numbered:
    """All moves, numbered: they are many, and the same at every table."""
    return numbered(_moves())


def _moves() -> Iterable[Move]:
    yield from (Move(MoveKind.TAKE_GOOD, one(good)) for good in GOODS)
    yield TAKE_CAMELS
    for good in GOODS:
        least = 2 if good in HIGH_VALUE else 1
        most = min(HAND_LIMIT, CARDS[good])
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


@cache
def _places(kinds: int, number: int) -> dict[int, int]:
    """Where each of these choices is among them."""
    return {gift: at for at, gift in enumerate(_gifts(kinds, number))}


@cache
def _starts() -> dict[int, int]:
    """The number of the first exchange that takes these goods; those for other gifts follow."""
    starts: dict[int, int] = {}
    for at, move in enumerate(_every_move()[0]):
        if move.kind == MoveKind.EXCHANGE:
            starts.setdefault(move.market, at)
    return starts


@lru_cache(maxsize=1 << 12)
def _takes(market: int, hand_full: bool) -> list[int]:
    """The numbers of the takes from a market that are no exchanges."""
    return [_every_move()[1][move] for move in takes(market, hand_full)]


@lru_cache(maxsize=1 << 12)
def _sales(hand: int) -> list[int]:
    """The numbers of the sales from a hand."""
    return [_every_move()[1][move] for move in sales(hand)]


@lru_cache(maxsize=1 << 15)
def _marks(cards: int, rest: int, number: int) -> bytes:
    """The part of a mask for the exchanges that take the same goods, a `number` of the kinds that `rest` clears: 1
    where what is given is among these cards; nothing where they do not suffice."""
    given = gifts(cards)[number]
    places = _places(GOODS_MASK & ~rest, number)
    marks = bytearray(len(places) if given else 0)
    for gift in given:
        marks[places[gift]] = 1
    return bytes(marks)


class JaipurObservation(Enumerated):
    """Actions: the six takes of one good, the camels, the sales by good and number, then the exchanges."""

    rules = RULES

    def _fields(self) -> Iterable[Field]:
        goods = ", ".join(KINDS[:CAMEL])
        yield Field("market", len(KINDS), MARKET_SIZE, f"cards in the market: {goods}, camel")
        yield Field("hand", len(GOODS), HAND_LIMIT, f"own goods: {goods}")
        yield Field("herds", 2, CARDS[CAMEL], "own camels, the opponent's")
        yield Field("rival_hand", 1, HAND_LIMIT, "how many goods the opponent holds")
        yield Field("rival_known", len(GOODS), HAND_LIMIT, "of those, the ones taken face up")
        yield Field("unseen", len(KINDS), max(CARDS), "cards in the deck, or unknown in the opponent's hand")
        yield Field("deck", 1, sum(CARDS), "cards in the deck")
        yield Field("tokens_left", len(GOODS), max(map(len, TOKENS)), "tokens of each good")
        yield Field("next_token", len(GOODS), max(map(max, TOKENS)), "the value of each good's next token")
        yield Field("bonuses_left", len(BONUSES), max(map(len, BONUSES)), "bonus tokens for 3, 4, 5 cards")
        yield Field("goods_score", 2, _MOST_GOODS, "the value of goods tokens taken: own, the opponent's")
        yield Field("own_bonus_score", 1, _MOST_BONUS, "the value of own bonus tokens")
        yield Field("rival_bonuses", len(BONUSES), max(map(len, BONUSES)), "the opponent's bonus tokens for 3, 4, 5")

    def _counts(self, view: Any) -> bytes:
        """The first fields are nibbles already: they are strung together as one int, and read off as its digits."""
        own, rivals = view.herds
        nibbles = view.market | view.hand << 28 | own << 52 | rivals << 56 | view.rival_hand_size << 60
        nibbles |= view.rival_known << 64 | view.unseen << 88
        left, bonuses = view.tokens_left, view.bonuses_taken
        scores = [sum(map(_value, taken)) for taken in (*view.goods_taken, bonuses[0])]
        rest = bytes(
            [view.deck_size, *left, *map(_next_token, GOODS, left), *view.bonuses_left, *scores, *_by_pile(bonuses[1])]
        )
        return (b"%029x" % nibbles)[::-1].translate(_DIGITS) + rest

    def mask(self, view: Any) -> NDArray[np.int8]:
        """Without making the exchanges, which are many: those that take the same goods follow each other."""
        mask = bytearray(self.actions)
        if view.to_move == view.player:
            market, hand, limit = view.market, view.hand, view.house.hand_limit
            for action in _takes(market, few(hand) >= limit) + _sales(hand):
                mask[action] = 1
            own, starts = to_give(hand, view.herds[0], limit), _starts()
            for number, rest, taken in wishes(market & GOODS_MASK):
                marks = _marks(own & rest, rest, number)
                if marks:
                    for goods in taken:
                        start = starts[goods]
                        mask[start : start + len(marks)] = marks
        return np.frombuffer(mask, np.int8)

    def legal(self, view: Any) -> list[int]:
        return np.flatnonzero(self.mask(view).view(np.bool_)).tolist()

    def _numbered(self) -> Numbered:
        return _every_move()


def _by_pile(taken: Iterable[tuple[int, int]]) -> list[int]:
    """How many bonus tokens of each pile were taken."""
    piles = [pile for pile, _ in taken]
    return [piles.count(pile) for pile in range(len(BONUSES))]
