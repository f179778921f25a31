"""The heuristic AI of Jaipur: a hand-made evaluation of the state after a move, never tuned, so that figures against it
mean the same on every day.

Source of every number: the game's page on the heuristic. Judged is the state after the mover's decision, before the
market is filled up, by what the mover knows; the end of a round has no rule of its own. Values are in points.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from random import Random
from typing import NamedTuple

from game.agents.agent import Candidate, Reason
from game.games.jaipur.moves import GOODS_MASK, TAKE_CAMELS, Move, MoveKind, sales, takes
from game.games.jaipur.state import View, mean
from game.games.jaipur.tables import (
    CAMEL,
    CARDS,
    GOODS,
    HIGH_VALUE,
    LEAST_EXCHANGED,
    MARKET_SIZE,
    next_token,
    tokens_left,
)
from game.rules.language import _, joined, with_minus
from game.rules.multisets import count, few, one, size, subsets, support, unpack

_DECK = 40
"""Cards in the deck once a round is dealt."""
_FOR_NUMBER = (0.0, 0.0, 0.5, 1.8, 4.2, 8.0)
"""What so many cards of a good are worth beside their tokens; each card above five takes 1 away."""
_LARGE_HAND = {5: -0.1, 6: -0.4, 7: -1.2}
_TOLD = 3
"""So many terms are told of a candidate."""
Tokens = tuple[int, ...]
"""How many tokens of each good are left."""


class Terms(NamedTuple):
    """The value of a state, by what it comes from: their sum."""

    score: float
    own_goods: float
    rivals_goods: float
    goods_left: float
    hand_size: float
    camels: float
    refill: float


_NAMES = (
    _("score"),
    _("own goods"),
    _("the rival’s goods"),
    _("goods left there"),
    _("size of the hand"),
    _("camels"),
    _("new cards"),
)


@lru_cache(maxsize=1 << 12)
def holdings(good: int, left: int, decay: float, bonus_decay: float) -> tuple[float, ...]:
    """What 0, 1, 2 ... cards of a good are worth in a hand, with `left` of its tokens left; the page's ``hold``."""
    values, high = tokens_left(good, left), good in HIGH_VALUE
    found = [0.0]
    for number in range(1, CARDS[good] + 1):
        tokens = sum(values[:number])
        if number == 1 and high:
            found.append(0.45 * tokens)
        else:
            together = _FOR_NUMBER[min(number, 5)] - max(0, number - 5)
            found.append(tokens * (1 - decay) * (0.85 if high else 0.75) + together * (1 - bonus_decay))
    return tuple(found)


class Goods:
    """What the goods of both hands and of the market come to, with so many tokens and cards of the deck left."""

    def __init__(self, tokens: Tokens, deck: int, rival_known: int) -> None:
        used = 1 - deck / _DECK
        decay = 0.15 * used + (0.15 if tokens.count(0) >= 2 else 0.0)
        self.tokens = tokens
        self.hold = [holdings(good, tokens[good], decay, 0.5 * used) for good in GOODS]
        self._rival = [count(rival_known, good) for good in GOODS]
        self.rivals = -sum(
            0.6 * self.hold[good][known] + (0.5 if known >= 3 else 0.0) for good, known in enumerate(self._rival)
        )

    def own(self, hand: int) -> float:
        """What the own hand is worth."""
        return sum(self.hold[good][count(hand, good)] for good in GOODS)

    def left(self, market: int) -> float:
        """What the goods that are left in the market are worth to the rival, below 0."""
        return -sum(self._left_to_rival(good, number) for good in GOODS if (number := count(market, good)))

    def _left_to_rival(self, good: int, number: int) -> float:
        known, hold = self._rival[good], self.hold[good]
        more = 0.3 * (hold[known + 1] - hold[known]) if known else 0.0
        return (
            0.12 * number * next_token(good, self.tokens[good]) + (0.1 * number if good in HIGH_VALUE else 0.0) + more
        )


class Position:
    """A view of the player to move, and the value of what its moves lead to."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.goods = Goods(view.tokens_left, view.deck_size, view.rival_known)
        self._lead = view.lead

    def terms(self, move: Move) -> Terms:
        """The value of the state after a legal move, by what it comes from."""
        if move.kind == MoveKind.SELL:
            return self._sold(move.hand)
        view = self.view
        camels = view.market - (view.market & GOODS_MASK) if move.kind == MoveKind.TAKE_CAMELS else 0
        goods_given = move.hand & GOODS_MASK
        hand = view.hand + move.market - goods_given
        market = view.market + move.hand - move.market - camels
        herd = view.herds[0] + count(camels, CAMEL) - count(move.hand, CAMEL)
        return self._of(self.goods, self._lead, hand, market, herd)

    def _sold(self, cards: int) -> Terms:
        """After a sale: a bonus counts as the mean of those of its kind that nobody has shown."""
        view = self.view
        number = few(cards)
        good = unpack(cards)[0]
        before = view.tokens_left[good]
        gained = sum(tokens_left(good, before)[:number])
        tokens = (*view.tokens_left[:good], max(0, before - number), *view.tokens_left[good + 1 :])
        goods = Goods(tokens, view.deck_size, view.rival_known)
        score = self._lead + gained + (self._mean_bonus(min(number, 5) - 3) if number >= 3 else 0.0)
        return self._of(goods, score, view.hand - cards, view.market, view.herds[0])

    def _mean_bonus(self, pile: int) -> float:
        return mean(self.view.bonuses_unseen[pile]) if self.view.bonuses_left[pile] else 0.0

    def _of(self, goods: Goods, score: float, hand: int, market: int, herd: int) -> Terms:
        rivals = self.view.herds[1]
        lead = min(3, max(-3, herd - rivals)) if self.view.house.herd else 0
        return Terms(
            score,
            goods.own(hand),
            goods.rivals,
            goods.left(market),
            _LARGE_HAND.get(few(hand), 0.0),
            0.5 * herd - 0.1 * max(0, herd - 6) - 0.5 * rivals + lead / 3,
            -0.05 * count(market, CAMEL) - 0.25 * (MARKET_SIZE - few(market)),
        )

    # --- the moves looked at ---

    def moves(self) -> Iterator[Move]:
        """Every take of a good, every sale, the camels, then the exchanges that are looked at."""
        view = self.view
        taken = takes(view.market, few(view.hand) >= view.house.hand_limit)
        yield from (move for move in taken if move != TAKE_CAMELS)
        yield from sales(view.hand)
        yield from (move for move in taken if move == TAKE_CAMELS)
        yield from self._exchanges()

    def _exchanges(self) -> Iterator[Move]:
        """Every set of goods of the market, with every number of camels, filled up with the goods that cost least."""
        view = self.view
        market, room = view.market & GOODS_MASK, view.house.hand_limit - few(view.hand)
        for number in range(LEAST_EXCHANGED, size(market) + 1):
            for taken in subsets(market, number):
                rest = view.hand & ~support(taken)
                for camels in range(min(number, view.herds[0], room) + 1):
                    if number - camels <= few(rest):
                        yield Move(
                            MoveKind.EXCHANGE, taken, self._cheapest(rest, number - camels) + camels * one(CAMEL)
                        )

    def _cheapest(self, hand: int, number: int) -> int:
        """The goods of a hand, so many, whose loss costs the least; of equals those of the first kinds."""
        return min(subsets(hand, number), key=self._loss)

    def _loss(self, given: int) -> float:
        hold, hand = self.goods.hold, self.view.hand
        return sum(
            hold[good][count(hand, good)] - hold[good][count(hand, good) - lost]
            for good in GOODS
            if (lost := count(given, good))
        )


class Heuristic:
    """The value of the state after each move that it looks at; a reason tells the value, and the terms that differ most
    from those of the next candidate."""

    name = "value of the state after the move"

    def score(self, view: View, rng: Random) -> list[Candidate]:
        """The candidates, in points."""
        position = Position(view)
        found = [(move, position.terms(move)) for move in position.moves()]
        values = [sum(terms) for _, terms in found]
        ranked = sorted(range(len(found)), key=lambda at: -values[at])
        following = {at: found[below][1] for at, below in pairwise(ranked)}
        return [
            Candidate(move, values[at], Reason("{:+.2f} points{}", (values[at], _Against(terms, following.get(at)))))
            for at, (move, terms) in enumerate(found)
        ]


class _Against:
    """The terms that differ most from those of the next candidate, put into words when somebody reads them."""

    def __init__(self, terms: Terms, following: Terms | None) -> None:
        self._terms, self._following = terms, following

    def __format__(self, how: str) -> str:
        return str(self.message)

    @property
    def message(self) -> str:
        """The words, to be translated."""
        if self._following is None:
            return ""
        differences = [
            (own - other, name) for own, other, name in zip(self._terms, self._following, _NAMES, strict=True)
        ]
        largest = sorted(differences, key=lambda each: -abs(each[0]))[:_TOLD]
        told = [_("{term} {amount:+.2f}", term=name, amount=amount) for amount, name in largest if round(amount, 2)]
        return with_minus(_("; against the next move: {terms}", terms=joined(told))) if told else ""
