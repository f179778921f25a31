"""Jaipur as an environment: counts of goods and tokens; an action for every take, sale and exchange there can be."""

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any

from game.games.jaipur.moves import TAKE_CAMELS, LegalMoves, Move, MoveKind
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
from game.rules.multisets import one, subsets, support

_MOST_GOODS = sum(map(sum, TOKENS))
_MOST_BONUS = sum(map(sum, BONUSES))


_next_token = cache(next_token)
_DIGITS = bytes.maketrans(b"0123456789abcdef", bytes(range(16)))


def _key(kind: int, market: int, hand: int) -> int:
    """A move as one number, which is looked up faster than the move itself."""
    return kind << 56 | hand << 28 | market


@cache
def _places() -> dict[int, int]:
    """The numbers of all moves, by their keys."""
    return {_key(move.kind, move.market, move.hand): at for at, move in enumerate(_every_move()[0])}


@lru_cache(maxsize=1 << 12)
def _plain_places(moves: tuple[Move, ...]) -> list[int]:
    """The numbers of takes and sales."""
    return [_places()[_key(*move)] for move in moves]


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
        given = subsets(goods + MARKET_SIZE * one(CAMEL), number)
        for taken in subsets(goods, number):
            kinds = support(taken)
            yield from (Move(MoveKind.EXCHANGE, taken, gift) for gift in given if not gift & kinds)


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
        scores = [sum([value for _, value in taken]) for taken in (*view.goods_taken, bonuses[0])]
        rest = bytes(
            [view.deck_size, *left, *map(_next_token, GOODS, left), *view.bonuses_left, *scores, *_by_pile(bonuses[1])]
        )
        return (b"%029x" % nibbles)[::-1].translate(_DIGITS) + rest

    def legal(self, view: Any) -> list[int]:
        """Without making the exchanges, which are many."""
        if view.to_move != view.player:
            return []
        moves = LegalMoves(view.market, view.hand, view.herds[0], view.house.hand_limit)
        places, found = _places(), _plain_places(moves.plain)[:]
        for _kind, taken, given in moves.products:
            for market in taken:
                key = _key(MoveKind.EXCHANGE, market, 0)
                found += [places[key | hand << 28] for hand in given]
        return found

    def _numbered(self) -> Numbered:
        return _every_move()


def _by_pile(taken: Iterable[tuple[int, int]]) -> list[int]:
    """How many bonus tokens of each pile were taken."""
    piles = [pile for pile, _ in taken]
    return [piles.count(pile) for pile in range(len(BONUSES))]
