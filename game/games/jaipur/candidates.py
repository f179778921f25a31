"""The moves of Jaipur that are worth a look, listed for many views at a time.

Every take of a good, every sale, the camels; of the exchanges every set of goods of the market with every number of
camels, filled up with the goods of the hand that cost least, by what the heuristic holds a hand to be worth at the
start of a round.

A market or a hand is laid out in slots, a card each, by rising kind; a choice of cards is a bit mask over the slots.
Equal cards are one and the same, so of a kind's slots a choice takes the first ones.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.games.jaipur.heuristic import holdings
from game.games.jaipur.moves import MoveKind
from game.games.jaipur.tables import CAMEL, CARDS, GOODS, HAND_LIMIT, HIGH_VALUE, LEAST_EXCHANGED, MARKET_SIZE, TOKENS
from game.games.jaipur.view_arrays import MOST_CARDS, MOST_TOKENS, Bools, Ints, MoveArrays, ViewArrays

_NONE = len(GOODS)
"""The kind of a slot without a card."""
_GOODS = np.arange(len(GOODS))
_LEAST_SOLD: Ints = np.array([2 if good in HIGH_VALUE else 1 for good in GOODS])
_NEVER = 1 << 40
"""What it costs to give what cannot be given."""


class Candidates(NamedTuple):
    """Moves for n views, one view's after the other's: `place` (moves,) tells whose each is, `start` (n,) where those
    of each begin; there is always one at least."""

    moves: MoveArrays
    place: Ints
    start: Ints

    def best(self, values: NDArray[np.float32]) -> Ints:
        """Where each view's move of the highest value is, (n,), of values of all moves; of equals the first."""
        table = np.full((self.start.size, int(self.many.max())), -np.inf, dtype=np.float32)
        table[self.place, np.arange(values.size) - self.start[self.place]] = values
        found: Ints = self.start + table.argmax(axis=1)
        return found

    def ranked(self, values: NDArray[np.float32]) -> list[Ints]:
        """Where the moves of each view are, from the highest value to the lowest, of values of all moves; of equals the
        first comes first."""
        own = np.split(-values, self.start[1:])
        return [start + each.argsort(kind="stable") for start, each in zip(self.start, own, strict=True)]

    @property
    def many(self) -> Ints:
        """How many moves each view has, (n,)."""
        return np.diff(self.start, append=self.place.size)


class _Slots(NamedTuple):
    """A choice's masks over so many slots, fewest cards first."""

    masks: Ints
    """(masks,)."""
    begins: Ints
    """The slots that a mask holds without the one before, as a mask, (masks,)."""
    sizes: Ints
    """How many cards each mask takes."""
    bits: Ints
    """(masks, slots)."""
    by_size: Ints
    """Where the masks begin that take 0, 1, 2 ... cards."""

    @property
    def number(self) -> int:
        """How many slots there are."""
        return int(self.bits.shape[1])

    @classmethod
    def of(cls, slots: int) -> "_Slots":
        masks = np.array(sorted(range(1 << slots), key=lambda mask: (mask.bit_count(), mask)))
        bits = (masks[:, None] >> np.arange(slots)) & 1
        sizes = bits.sum(axis=1)
        return cls(masks, masks & ~(masks << 1), sizes, bits, np.searchsorted(sizes, np.arange(slots + 2)))


_MARKET = _Slots.of(MARKET_SIZE)


@cache
def _hand(limit: int) -> _Slots:
    """The slots of a hand that holds so many goods at most."""
    return _Slots.of(limit)


@cache
def _holdings() -> Ints:
    """What 0, 1, 2 ... cards of a good are worth in a hand, (goods, tokens left, cards), in thousandths of a point:
    whole numbers, so that sums of them are the same in any order."""
    found = np.zeros((len(GOODS), MOST_TOKENS, MOST_CARDS))
    for good in GOODS:
        for left in range(len(TOKENS[good]) + 1):
            found[good, left, : CARDS[good] + 1] = holdings(good, left, 0.0, 0.0)
    return np.rint(1000.0 * found).astype(np.int64)


def _laid_out(counts: Ints, slots: int) -> Ints:
    """The kinds of the cards by slots, (slots, n), of counts (6, n)."""
    ends = counts.cumsum(axis=0)
    found: Ints = (ends <= np.arange(slots)[:, None, None]).sum(axis=1)
    return found


def _mask(slots: NDArray[Any]) -> Ints:
    """Masks (n,) of slots (slots, n), 1 or True where they are in it."""
    found: Ints = (slots << np.arange(len(slots))[:, None]).sum(axis=0)
    return found


def _choices(kinds: Ints, slots: _Slots) -> Bools:
    """Which masks are choices of the cards in these slots, (masks, n)."""
    equal = np.zeros(kinds.shape, dtype=np.int64)
    equal[1:] = kinds[1:] == kinds[:-1]
    found: Bools = (slots.masks[:, None] & _mask(kinds == _NONE)) | (slots.begins[:, None] & _mask(equal)) == 0
    return found


def candidates(views: ViewArrays, limit: int = HAND_LIMIT) -> Candidates:
    """The moves looked at in views of players to move, whose hands hold at most `limit` goods: a view's takes, sales,
    camels, then exchanges."""
    room, numbers = limit - views.hand.sum(axis=0), np.arange(1, limit + 1)
    taken_good, taker = np.nonzero((views.market[:CAMEL] > 0) & (room > 0))
    sold_good, number, seller = np.nonzero(
        (views.hand[:, None] >= numbers[:, None]) & (_LEAST_SOLD[:, None] <= numbers)[:, :, None]
    )
    (camel_taker,) = np.nonzero(views.market[CAMEL])
    exchanged, given, exchanger = _exchanges(views, room, _hand(limit))
    counts = (taker.size, seller.size, camel_taker.size, exchanger.size)
    ends = np.cumsum(counts)
    total = int(ends[-1])
    all_taken, all_given = np.zeros((len(GOODS), total), np.int64), np.zeros((CAMEL + 1, total), np.int64)
    all_taken[taken_good, np.arange(taker.size)] = 1
    all_given[sold_good, np.arange(ends[0], ends[1])] = number + 1
    all_taken[:, ends[2] :] = exchanged
    all_given[:, ends[2] :] = given
    place = np.concatenate([taker, seller, camel_taker, exchanger])
    kind = np.repeat(_KINDS_IN_ORDER, counts)
    if views.number > 1:
        order = np.argsort(place, kind="stable")
        place, kind, all_taken, all_given = place[order], kind[order], all_taken[:, order], all_given[:, order]
    return Candidates(MoveArrays(kind, all_taken, all_given), place, np.searchsorted(place, np.arange(views.number)))


_KINDS_IN_ORDER: Ints = np.array([MoveKind.TAKE_GOOD, MoveKind.SELL, MoveKind.TAKE_CAMELS, MoveKind.EXCHANGE])


def _exchanges(views: ViewArrays, room: Ints, hand: _Slots) -> tuple[Ints, Ints, Ints]:
    """What is taken (6, n), what is given for it (7, n), and by whom (n,)."""
    kinds = _laid_out(views.market[:CAMEL], MARKET_SIZE)
    possible = _choices(kinds, _MARKET)
    possible[: np.searchsorted(_MARKET.sizes, LEAST_EXCHANGED)] = False
    mask, who = np.nonzero(possible)
    taken = np.zeros((_NONE + 1, who.size), np.int64)
    pairs = np.arange(who.size)
    for slot, bits in zip(kinds, _MARKET.bits[mask].T, strict=True):
        taken[slot[who], pairs] += bits
    taken = taken[:_NONE]
    gifts, cost = _gifts(views, who, taken, hand)
    camels = _MARKET.sizes[mask] - np.arange(MARKET_SIZE + 1)[:, None]
    most = np.minimum(room, views.herds[0])[who]
    goods, pair = np.nonzero((camels >= 0) & (camels <= most) & (cost < _NEVER))
    given = np.zeros((CAMEL + 1, pair.size), np.int64)
    slots = _laid_out(views.hand, hand.number)[:, who[pair]]
    chosen = hand.bits[gifts[goods, pair]].T
    given[:CAMEL] = ((slots == _GOODS[:, None, None]) & (chosen[None] > 0)).sum(axis=1)
    given[CAMEL] = camels[goods, pair]
    return taken[:, pair], given, who[pair]


def _gifts(views: ViewArrays, who: Ints, taken: Ints, hand: _Slots) -> tuple[Ints, Ints]:
    """The cheapest choice of 0 to 5 goods to give for what is `taken` (6, pairs) by `who` (pairs,): its place among the
    masks of a hand, and what it costs, both (6, pairs)."""
    kinds = _laid_out(views.hand, hand.number)
    loss = np.where(_choices(kinds, hand), hand.bits @ _losses(views, kinds), _NEVER).T
    takes_none = np.concatenate([taken > 0, np.zeros((1, who.size), dtype=bool)])
    kept = _mask(takes_none[kinds[:, who], np.arange(who.size)])
    losses = np.where(hand.masks & kept[:, None], _NEVER, loss[who])
    gifts, costs = np.empty((2, MARKET_SIZE + 1, who.size), np.int64)
    for number in range(MARKET_SIZE + 1):
        first = hand.by_size[number]
        part = losses[:, first : hand.by_size[number + 1]]
        best = part.argmin(axis=1)
        gifts[number] = first + best
        costs[number] = part[np.arange(who.size), best]
    return gifts, costs


def _losses(views: ViewArrays, kinds: Ints) -> Ints:
    """What the card of each slot of the hands is worth once those before it of its kind are given, (7, n)."""
    counts, left = views.hand, views.tokens_left
    at = np.arange(views.number)
    good = np.minimum(kinds, _NONE - 1)
    before = counts.cumsum(axis=0) - counts
    still = np.maximum(0, counts[good, at] - (np.arange(len(kinds))[:, None] - before[good, at]))
    held = _holdings()
    tokens = left[good, at]
    found: Ints = held[good, tokens, still] - held[good, tokens, np.maximum(0, still - 1)]
    return found
