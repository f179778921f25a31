"""What Jaipur's networks see of the state after a move, as the mover sees it: 246 numbers, in named blocks.

The first 165 are the first study's: both sides' goods, the market, tokens, herds, sizes, the score. The other 81 say
what the rival probably holds, what one more card is worth to either, who sells first, and who can end the round.
"""

from collections.abc import Iterator
from functools import cache
from math import comb
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.agents.networks import Floats
from game.games.jaipur.tables import (
    BONUSES,
    CAMEL,
    CAMEL_TOKEN,
    CARDS,
    DEAL_SIZE,
    GOODS,
    HAND_LIMIT,
    HIGH_VALUE,
    KINDS,
    MARKET_SIZE,
    TOKENS,
    next_token,
)
from game.games.jaipur.view_arrays import MOST_CARDS, MOST_TOKENS, TOKEN_SUMS, Decided, Ints
from game.rules.language import _

Column: TypeAlias = NDArray[np.float32]

NAME = "after-move"
"""What files call this encoding."""
_EACH = len(GOODS)
_SIZES = HAND_LIMIT + 1
_DECK = sum(CARDS) - 2 * DEAL_SIZE - MARKET_SIZE
"""Cards in the deck once a round is dealt."""


class Block(NamedTuple):
    """Inputs that belong together: how many, and what they are about; blocks of one group speak together in a reason.
    `goods` tells that the goods follow one another in it, once or several times."""

    size: int
    group: str
    goods: bool = False


OWN, RIVALS, LIES, TOKENS_LEFT, UNKNOWN, CAMELS, PACE, SCORE = (
    _("own goods"),
    _("the rival’s goods"),
    _("what lies in the market"),
    _("tokens left"),
    _("cards not seen"),
    _("camels"),
    _("how near the end is"),
    _("the score"),
)
BLOCKS: tuple[Block, ...] = (
    Block(5 * _EACH, OWN, True),  # the own count is at least 1 .. 5
    Block(_EACH, OWN, True),  # what its sale brings now
    Block(4 * _EACH, RIVALS, True),  # the known count is at least 1 .. 4
    Block(_EACH, RIVALS, True),  # what the sale of those known brings now
    Block(_EACH, RIVALS, True),  # expected count
    Block(3 * _EACH, LIES, True),  # the market's count is at least 1 .. 3
    Block(_EACH, TOKENS_LEFT, True),  # how many
    Block(_EACH, TOKENS_LEFT, True),  # the next one
    Block(_EACH, TOKENS_LEFT, True),  # none
    Block(_EACH, TOKENS_LEFT, True),  # one or two
    Block(_EACH, UNKNOWN, True),  # cards
    Block(3, PACE),  # 0, 1, 2 kinds empty
    Block(6, TOKENS_LEFT),  # bonus tokens, and their means
    Block(1, CAMELS),  # in the market
    Block(1, PACE),  # cards to be filled up
    Block(5, PACE),  # deck: its size, at most 4, 9, 16, fewer than are to be filled up
    Block(5, CAMELS),  # herds; own larger, equal, smaller
    Block(_SIZES, OWN),  # size of the hand, one-hot
    Block(_SIZES, RIVALS),
    Block(1, UNKNOWN),  # cards of the rival
    Block(5, SCORE),  # difference, its sign, times the deck used, of bonuses, with the camels near the end
    Block(2, SCORE),  # more tokens of bonuses, of goods: what breaks ties
    Block(3 * _EACH, RIVALS, True),  # chance that it holds at least 2, 3, 4
    Block(_EACH, RIVALS, True),  # the expected value of its sale
    Block(_EACH, OWN, True),  # one more card
    Block(_EACH, RIVALS, True),
    Block(_EACH, OWN, True),  # its sale once the rival has sold
    Block(_EACH, RIVALS, True),  # the rival's once one has sold
    Block(_EACH, LIES, True),  # gain from all of it that lies in the market, own
    Block(_EACH, LIES, True),  # the rival's
    Block(3, SCORE),  # projected total: now, once the rival has sold first, times the deck used
    Block(4, PACE),  # can I end the round, and with what lead; can the rival
    Block(2, PACE),  # tokens to the third empty pile
    Block(8, PACE),  # deck once the market is filled up, steps
    Block(4, CAMELS),  # room for exchanges, own and rival's; camels that can be given for it
)
INPUTS = sum(block.size for block in BLOCKS)


@cache
def mirrored() -> Ints:
    """The places that the inputs have once cloth and spice, which are alike in everything, change their names."""
    cloth, spice = KINDS.index("cloth"), KINDS.index("spice")
    goods = np.arange(_EACH)
    goods[[cloth, spice]] = spice, cloth
    found, at = np.arange(INPUTS), 0
    for block in BLOCKS:
        if block.goods:
            found[at : at + block.size] = at + (np.arange(block.size).reshape(-1, _EACH)[:, goods]).ravel()
        at += block.size
    return found


_GOODS = np.arange(_EACH)[:, None]
_OWN_STEPS, _KNOWN_STEPS, _MARKET_STEPS = (np.arange(1, most + 1)[:, None, None] for most in (5, 4, 3))
_AT_LEAST = np.array([2, 3, 4])[:, None, None]
_HAND_SIZES = np.arange(_SIZES)[:, None]
_DECK_STEPS = np.array([4, 9, 16])[:, None]
_REST_STEPS = np.array([0, 1, 2, 3, 6, 12, 20, 28])[:, None]
_MOST_TOKENS = np.array([[len(tokens)] for tokens in TOKENS])
_NEXT: Column = np.array(
    [[next_token(good, left) if left <= len(TOKENS[good]) else 0 for left in range(MOST_TOKENS)] for good in GOODS],
    dtype=np.float32,
)
_LEAST_SOLD = np.array([[2 if good in HIGH_VALUE else 1] for good in GOODS])
_SALES: Column = np.where(np.arange(MOST_CARDS) >= _LEAST_SOLD[:, :, None], TOKEN_SUMS, 0).astype(np.float32)
"""``[good, left, number]``: the goods tokens of a sale of so many cards; 0 where they are too few to be sold."""
_FIRST_SALES: Ints = _GOODS * (MOST_TOKENS * MOST_CARDS)
"""Where those of a good begin in the flat table."""
BONUS_OF = np.clip(np.arange(MOST_CARDS) - 2, 0, len(BONUSES))
"""By the number of cards sold, 0 for no bonus, else the pile counted from 1."""
_HIDDEN = DEAL_SIZE
"""So many cards of the rival's hand can be unknown: those of the deal."""
_POOL = sum(CARDS[:CAMEL]) + 1
_POINTS = np.float32(0.1)
"""What points are multiplied with, for inputs near 1."""
_LARGE = np.float32(0.05)
"""The same for sums of many tokens."""


@cache
def groups() -> dict[str, Ints]:
    """The places of the inputs that belong to each group, by its words."""
    names = np.repeat([block.group for block in BLOCKS], [block.size for block in BLOCKS])
    return {name: np.flatnonzero(names == name) for name in dict.fromkeys(block.group for block in BLOCKS)}


@cache
def _chances() -> tuple[Floats, Floats]:
    """By the number of unknown cards of the rival, of unseen goods, and of those of one good: the chances that it holds
    0 .. 5 of that good among them (6, entries), and that it holds at least 1 .. 4 (5, entries; the first is 1).

    Hypergeometric; the entries are laid out as `_entry` finds them.
    """
    shape = (_HIDDEN + 1, _POOL, MOST_CARDS)
    exactly = np.zeros((_HIDDEN + 1, *shape))
    for hidden in range(_HIDDEN + 1):
        for pool in range(hidden, _POOL):
            for of_it in range(min(pool, MOST_CARDS - 1) + 1):
                for number in range(min(hidden, of_it) + 1):
                    ways = comb(of_it, number) * comb(pool - of_it, hidden - number)
                    exactly[number, hidden, pool, of_it] = ways / comb(pool, hidden)
    flat = exactly.reshape(_HIDDEN + 1, -1)
    at_least = np.cumsum(flat[::-1], axis=0)[::-1][:5].copy()
    at_least[0] = 1.0
    return flat.astype(np.float32), at_least.astype(np.float32)


def inputs(decided: Decided, herd: bool = True) -> Floats:
    """The inputs of n decisions, (n, INPUTS); where no `herd` counts both are shown as equal."""
    found = np.empty((INPUTS, decided.sold.size), dtype=np.float32)
    at = 0
    for block, values in zip(BLOCKS, _Blocks(decided, herd).all(), strict=True):
        found[at : at + block.size] = values.reshape(block.size, -1)
        at += block.size
    return found.T


def expected_bonus(decided: Decided) -> Floats:
    """The mean of what the bonus token just won may be worth, (n,); 0 where there is none."""
    found: Floats = _bonus_means(decided)[BONUS_OF[decided.sold], np.arange(decided.sold.size)]
    return found


def _bonus_means(decided: Decided) -> Floats:
    """The means of what a bonus token of each pile may be, (4, n): the first 0, as no bonus brings nothing, and 0 where
    none is left on it."""
    seen = decided.seen
    found = np.zeros((len(BONUSES) + 1, seen.number), dtype=np.float32)
    np.copyto(found[1:], seen.bonus_means, where=seen.bonuses_left > 0, casting="same_kind")
    return found


class _Blocks:
    """The values of `BLOCKS` for n decisions: (size, n) or (.., 6, n) each."""

    def __init__(self, decided: Decided, herd: bool) -> None:
        seen, sold = self.seen, self.sold = decided
        self.at = np.arange(sold.size)
        self.own, self.left, self.known = seen.hand, seen.tokens_left, seen.rival_known
        self.market, self.camels = seen.market[:CAMEL], seen.market[CAMEL]
        self._bonuses()
        self._rivals_hand()
        self.own_size = self.own.sum(axis=0)
        self.empty = (self.left == 0).sum(axis=0)
        self.missing = MARKET_SIZE - self.camels - self.market.sum(axis=0)
        self.rest = seen.deck_size - self.missing
        """Cards in the deck once the market is filled up; below 0 where it cannot be."""
        self.used = 1.0 - seen.deck_size / _DECK
        self.lead = (seen.herds[0] - seen.herds[1]) * herd
        self.difference = seen.scores[0] - seen.scores[1] + self.bonus
        self.with_camels = self.difference + CAMEL_TOKEN * np.sign(self.lead)
        self._sales()

    def all(self) -> Iterator[NDArray[np.generic]]:
        """In the order of `BLOCKS`."""
        yield from self._goods()
        yield from self._rest()
        yield from self._outlook()
        yield from self._ends()

    def _bonuses(self) -> None:
        self.means = _bonus_means(Decided(self.seen, self.sold))
        self.bonus = self.means[BONUS_OF[self.sold], self.at]
        # The bonus token just won lies on its pile no more, though nobody has seen it; the means stay what they are.
        left = self.seen.bonuses_left - (BONUS_OF[self.sold] == np.arange(1, 4)[:, None])
        self.bonuses_left = np.maximum(left, 0)
        self.means[1:][self.bonuses_left == 0] = 0
        self.by_number = self.means[BONUS_OF]

    def _rivals_hand(self) -> None:
        """How many cards of the rival are hidden, of which pool, and how many it has of each good, in the mean and as
        a guess."""
        unseen = self.seen.unseen[:CAMEL]
        self.hidden = np.maximum(0, self.seen.rival_hand_size - self.known.sum(axis=0))
        pool = unseen.sum(axis=0)
        # In play no more are hidden than were dealt; a position that somebody made may hide more.
        self.entry = (np.minimum(self.hidden, _HIDDEN) * _POOL + pool) * MOST_CARDS + unseen
        mean = self.hidden * unseen / np.maximum(pool, 1)
        self.expected = self.known + mean
        self.guess = self.known + np.rint(mean).astype(np.int64)

    def _sales(self) -> None:
        """What sales bring: own and the rival's, now and of one card more, of all that lies in the market besides, and
        once the other has sold; and the rival's, were it to hold 0, 1, 2 ... more than is known."""
        own, guess, left, market = self.own, self.guess, self.left, self.market
        # One after the other: together, they would not fit into the processor's nearest memory.
        self.own_sale, self.rival_sale = self._sale(own, left), self._sale(guess, left)
        self.own_more, self.rival_more = self._sale(own + 1, left), self._sale(guess + 1, left)
        self.own_all, self.rival_all = self._sale(own + market, left), self._sale(guess + market, left)
        self.own_second = self._sale(own, np.maximum(0, left - guess))
        self.rival_second = self._sale(guess, np.maximum(0, left - own))
        self.known_sales = [self._sale(self.known + more, left) for more in range(int(self.hidden.max()) + 1)]

    def _sale(self, number: Ints, tokens: Ints) -> Floats:
        """What the sale of so many cards of each good brings with so many tokens left, (6, n)."""
        value: Floats = _SALES.take(_FIRST_SALES + tokens * MOST_CARDS + number)
        value += self.by_number.take(number * self.sold.size + self.at)
        return value

    def _goods(self) -> Iterator[NDArray[np.generic]]:
        left = self.left
        yield self.own >= _OWN_STEPS
        yield self.own_sale * _POINTS
        yield self.known >= _KNOWN_STEPS
        yield self.known_sales[0] * _POINTS
        yield self.expected / 3
        yield self.market >= _MARKET_STEPS
        yield left / _MOST_TOKENS
        yield _NEXT.take(_GOODS * MOST_TOKENS + left) / 7
        yield left == 0
        yield (left > 0) & (left <= 2)
        yield self.seen.unseen[:CAMEL] / 6

    def _rest(self) -> Iterator[NDArray[np.generic]]:
        """What is no matter of one good."""
        seen, lead, difference = self.seen, self.lead, self.difference
        yield self.empty == np.arange(3)[:, None]
        yield np.concatenate([self.bonuses_left / 6, self.means[1:] * _POINTS])
        yield self.camels / MARKET_SIZE
        yield self.missing / MARKET_SIZE
        yield np.concatenate([seen.deck_size[None] / _DECK, seen.deck_size <= _DECK_STEPS, self.rest[None] < 0])
        yield np.stack([seen.herds[0] / 8, seen.herds[1] / 8, lead > 0, lead == 0, lead < 0])
        yield self.own_size == _HAND_SIZES
        yield seen.rival_hand_size == _HAND_SIZES
        yield self.hidden / _HIDDEN
        bonuses = seen.bonuses_taken[0] + (self.bonus > 0) - seen.bonuses_taken[1]
        near_end = self.with_camels * self.used**2
        yield np.stack([difference / 30, np.sign(difference), difference * self.used / 30, bonuses / 3, near_end / 30])
        yield np.stack([np.sign(bonuses), np.sign(seen.goods_taken[0] - seen.goods_taken[1])])

    def _outlook(self) -> Iterator[NDArray[np.generic]]:
        """What the rival probably holds, and what is in store for either."""
        exactly, at_least = _chances()
        lacking = np.maximum(0, _AT_LEAST - self.known)
        yield at_least.take(lacking * exactly.shape[1] + self.entry)
        rivals = np.zeros(self.own.shape, dtype=np.float32)
        for chances, sales in zip(exactly, self.known_sales, strict=False):
            rivals += chances.take(self.entry) * sales
        yield rivals * _POINTS
        yield (self.own_more - self.own_sale) * _POINTS
        yield (self.rival_more - self.rival_sale) * _POINTS
        yield self.own_second * _POINTS
        yield self.rival_second * _POINTS
        yield (self.own_all - self.own_sale) * _POINTS
        yield (self.rival_all - self.rival_sale) * _POINTS
        first = self.with_camels + self.own_sale.sum(axis=0) - self.rival_second.sum(axis=0)
        second = self.with_camels + self.own_second.sum(axis=0) - rivals.sum(axis=0)
        yield np.stack([first * _LARGE, second * _LARGE, second * self.used * _LARGE])

    def _ends(self) -> Iterator[NDArray[np.generic]]:
        """Who can end the round, how far that is, and what there is room for."""
        seen, left, rest = self.seen, self.left, self.rest
        last = (self.empty == 2) & (left > 0)
        own_ends = last & (self.own >= left) & (self.own >= _LEAST_SOLD)
        rival_ends = last & (self.guess >= left) & (self.guess >= _LEAST_SOLD)
        # A turn that takes more than the deck can fill up ends the round.
        taken_ends = (rest <= 0) | (self.camels > rest)
        yield np.stack([
            own_ends.any(axis=0) | taken_ends,
            (self.with_camels + (self.own_sale * own_ends).max(axis=0)) * _LARGE,
            rival_ends.any(axis=0) | taken_ends,
            (self.with_camels - (self.rival_sale * rival_ends).max(axis=0)) * _LARGE,
        ])  # fmt: skip
        fewest = np.sort(left, axis=0)
        yield np.stack([fewest[:3].sum(axis=0) / 10, fewest[2] / 5])
        yield rest <= _REST_STEPS
        own_room, rival_room = HAND_LIMIT - self.own_size, HAND_LIMIT - seen.rival_hand_size
        yield np.stack([
            own_room / HAND_LIMIT,
            rival_room / HAND_LIMIT,
            np.minimum(own_room, seen.herds[0]) / MARKET_SIZE,
            np.minimum(rival_room, seen.herds[1]) / MARKET_SIZE,
        ])  # fmt: skip
