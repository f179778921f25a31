"""The utility AI of Jaipur: four scorers, each one formula, each giving the cards of its best candidate.

Source of the formulas: the game's reference page ("The utility AI"). Scores are shares of 1, clamped to 0..1;
a reason carries the terms of its formula.
"""

from random import Random

from game.agents.agent import Candidate, Reason
from game.games.jaipur.moves import GOODS_MASK, TAKE_CAMELS, Move, MoveKind
from game.games.jaipur.rules import View
from game.games.jaipur.tables import CAMEL, GOODS, HIGH_VALUE, called
from game.rules.language import _
from game.rules.multisets import count, one, pack, size, unpack

A_CARD = 0.20
"""What one card of a good counts."""
HIGH_FACTOR = 1.5
EXCHANGES = ("page", "original", "off")
"""How exchanges are scored: by the page's words, by those of the original's code, not at all."""
CAMEL_FACTOR = 0.8 / 32

_SELL = Reason("{} {} × 20 %{} = {:.0f} %{}")
_PATIENCE = Reason("; × {:g} patience = {:.0f} %")
_TAKE = Reason("({} {} in hand + 1) × 20 %{} = {:.0f} %{}")
_CAMELS = Reason("({}² {} − 2 × (½ × {} in hand)² + {} in the rival’s hand) × 0.8 / 32 = {:.1f} %{}")
_EXCHANGE = Reason("({} {} in hand and market + 1) × 20 % = {:.0f} %{}")


def _candidate(move: Move, score: float, why: Reason, *terms: object) -> Candidate:
    """A candidate with its score clamped to 0..1, the terms of its formula in the reason."""
    clamped = min(1.0, max(0.0, score))
    counted = "" if clamped == score else _(", counts as {share:.0f} %", share=clamped * 100)
    return Candidate(move, clamped, Reason(why.template, (*terms, score * 100, counted)))


def _factor(good: int) -> tuple[float, str]:
    """The factor of a good, and how a reason writes it."""
    return (HIGH_FACTOR, " × 1.5") if good in HIGH_VALUE else (1.0, "")


class TakeGood:
    """(count in hand + 1) * 0.20, times 1.5 when high value, for the best good of the market; nothing when the hand
    is full. Of equal goods, the first in the table of goods."""

    name = "take one good"

    def score(self, view: View, rng: Random) -> list[Candidate]:
        goods = [good for good in GOODS if count(view.market, good)]
        if not goods or size(view.hand) >= view.house.hand_limit:
            return []
        best = max(goods, key=lambda good: self._score(view, good))
        held = count(view.hand, best)
        move = Move(MoveKind.TAKE_GOOD, one(best))
        return [_candidate(move, self._score(view, best), _TAKE, held, called(best, held), _factor(best)[1])]

    @staticmethod
    def _score(view: View, good: int) -> float:
        return (count(view.hand, good) + 1) * A_CARD * _factor(good)[0]


class Sell:
    """count * 0.20, times 1.5 when high value, for the good held most often, leaving out high-value goods held once.
    Equal counts: the better score, then the first in the table of goods. The clamped score is multiplied by a
    `patience` of at most 1: below 1 a take ranks above a sale of as many cards."""

    name = "sell"

    def __init__(self, patience: float = 1.0) -> None:
        self.patience = patience

    def score(self, view: View, rng: Random) -> list[Candidate]:
        sellable = [good for good in GOODS if count(view.hand, good) > (good in HIGH_VALUE)]
        if not sellable:
            return []
        good = max(sellable, key=lambda good: (count(view.hand, good), _factor(good)[0]))
        held = count(view.hand, good)
        factor, told = _factor(good)
        move = Move(MoveKind.SELL, 0, held * one(good))
        sale = _candidate(move, held * A_CARD * factor, _SELL, held, called(good, held), told)
        return [sale if self.patience == 1 else self._later(sale)]

    def _later(self, sale: Candidate) -> Candidate:
        score = sale.score * self.patience
        patience = Reason(_PATIENCE.template, (self.patience, score * 100))
        return Candidate(sale.move, score, Reason("{}{}", (sale.reason, patience)))


class TakeCamels:
    """(m^2 - 2 * (0.5 * h)^2 + o) * 0.8 / 32 with m camels in the market, h goods in the own hand and o in the
    opponent's; nothing when the market has no camel."""

    name = "take all camels"

    def score(self, view: View, rng: Random) -> list[Candidate]:
        camels = count(view.market, CAMEL)
        if not camels:
            return []
        held, rivals = size(view.hand), view.rival_hand_size
        score = (camels**2 - 2 * (0.5 * held) ** 2 + rivals) * CAMEL_FACTOR
        return [_candidate(TAKE_CAMELS, score, _CAMELS, camels, called(CAMEL, camels), held, rivals)]


class Exchange:
    """(highest number of a wanted good in hand and market together + 1) * 0.20; nothing below two pairs.

    Wanted are the goods of the market, those first of which hand and market hold most, by `original` without those
    that would be single after it unless they are high value; offered are camels as far as the hand may grow, then the
    goods held exactly once and not in the market. Ties go by the table of goods.
    """

    name = "exchange"

    def __init__(self, original: bool = False) -> None:
        self.original = original

    def score(self, view: View, rng: Random) -> list[Candidate]:
        wanted = self._wanted(view)
        offered = self._offered(view)
        pairs = min(len(wanted), len(offered))
        if pairs < 2:
            return []
        after = self._after(view, wanted[0])
        move = Move(MoveKind.EXCHANGE, pack(wanted[:pairs]), pack(offered[:pairs]))
        return [_candidate(move, (after + 1) * A_CARD, _EXCHANGE, after, called(wanted[0], after))]

    @staticmethod
    def _after(view: View, good: int) -> int:
        return count(view.hand, good) + count(view.market, good)

    def _wanted(self, view: View) -> list[int]:
        goods = sorted(unpack(view.market & GOODS_MASK), key=lambda good: -self._after(view, good))
        return [good for good in goods if not self.original or good in HIGH_VALUE or self._after(view, good) > 1]

    @staticmethod
    def _offered(view: View) -> list[int]:
        camels = min(view.house.hand_limit - size(view.hand), view.herds[0])
        singles = [good for good in GOODS if count(view.hand, good) == 1 and not count(view.market, good)]
        return [CAMEL] * camels + singles


def scorers(patience: float = 1.0, exchange: str = EXCHANGES[0]) -> tuple[TakeGood | Sell | TakeCamels | Exchange, ...]:
    """The scorers; of equal scores the picker takes the first in this order. With exchanges ``off`` there still is
    always a take, a sale or camels that score above 0."""
    usual = TakeGood(), Sell(patience), TakeCamels()
    return usual if exchange == "off" else (*usual, Exchange(exchange == "original"))
