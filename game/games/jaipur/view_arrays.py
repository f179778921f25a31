"""Views of Jaipur in arrays, many at a time, and what decisions make of them.

Kinds and players run along the first axis, views along the last, so that sums over kinds add whole rows. A pair is
(own, rival's), as in :class:`game.games.jaipur.state.View`.
"""

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from game.games.jaipur.moves import Move, MoveKind
from game.games.jaipur.state import View
from game.games.jaipur.tables import BONUSES, CAMEL, CARDS, DEAL_SIZE, GOODS, HAND_LIMIT, KINDS, TOKENS, tokens_left
from game.rules.multisets import BITS, FULL

Ints: TypeAlias = NDArray[np.int64]
Bools: TypeAlias = NDArray[np.bool_]
Floats: TypeAlias = NDArray[np.float64]
_N = TypeVar("_N", np.int64, np.float64)

MOST_CARDS = HAND_LIMIT + DEAL_SIZE + 1
"""Tables go up to so many cards of a good, less one: a full hand and all that a rival may hold unknown beside it."""
MOST_TOKENS = max(map(len, TOKENS)) + 1
_SHIFTS: Ints = BITS * np.arange(len(KINDS))[:, None]
_KINDS = np.arange(len(KINDS))[:, None]
_GOODS = np.arange(len(GOODS))[:, None]
_CARDS: Ints = np.array(CARDS)[:, None]
BONUS_VALUES: Ints = np.array([sorted(set(values)) for values in BONUSES])
"""The three values of each pile of bonus tokens, (3, 3)."""
_PILES = range(len(BONUSES))
_VALUES: list[int] = BONUS_VALUES.ravel().tolist()
_BONUSES: Ints = np.array([[values.count(value)] for values in BONUSES for value in sorted(set(values))])

TOKEN_SUMS: Ints = np.array(
    [
        [[sum(tokens_left(good, min(left, len(TOKENS[good])))[:number]) for number in range(MOST_CARDS)]
         for left in range(MOST_TOKENS)]
        for good in GOODS
    ]
)  # fmt: skip
"""``TOKEN_SUMS[good, left, number]``: what the next `number` tokens of a good count together, with `left` left."""


class ViewArrays(NamedTuple):
    """What n views hold; fields that are not explained are those of a view."""

    market: Ints
    """How many of each kind lie in the market, (7, n)."""
    hand: Ints
    """(6, n)."""
    rival_hand_size: Ints
    """(n,)."""
    rival_known: Ints
    """(6, n)."""
    herds: Ints
    """(2, n)."""
    deck_size: Ints
    """(n,)."""
    unseen: Ints
    """(7, n)."""
    tokens_left: Ints
    """(6, n)."""
    bonuses_unseen: Ints
    """How many of the bonus tokens that lie face down have each of their pile's three values, (3, 3, n)."""
    rivals_unseen: Ints
    """How many of those of each pile the rival holds, (3, n)."""
    scores: Floats
    """What the tokens taken count, goods and bonuses, (2, n); those of the rival that lie face down as the mean of what
    they may be."""
    bonuses_taken: Ints
    """How many bonus tokens were taken, (2, n)."""
    goods_taken: Ints
    """How many goods tokens were taken, (2, n)."""
    turns: Ints
    """(n,)."""
    limit: Ints
    """(n,)."""

    @property
    def number(self) -> int:
        """How many views there are."""
        return int(self.turns.size)

    @property
    def bonuses_left(self) -> Ints:
        """How many bonus tokens are left on each pile, (3, n)."""
        left: Ints = self.bonuses_unseen.sum(axis=1) - self.rivals_unseen
        return left

    @property
    def bonus_means(self) -> Floats:
        """The means of the bonus tokens of each pile that lie face down, (3, n); 0 where none does."""
        sums, number = (self.bonuses_unseen * BONUS_VALUES[:, :, None]).sum(axis=1), self.bonuses_unseen.sum(axis=1)
        means: Floats = np.divide(sums, number, out=np.zeros(sums.shape), where=number > 0)
        return means

    @classmethod
    def of(cls, views: Sequence[View]) -> "ViewArrays":
        """The same in arrays."""
        number = len(views)
        column: Ints = np.array([_packed(view) for view in views]).T
        market, hand, known = unpacked(column[0]), unpacked(column[1])[:CAMEL], unpacked(column[2])[:CAMEL]
        sold = b"".join([bytes(view.discard) for view in views])
        owner = np.repeat(np.arange(number), [len(view.discard) for view in views])
        discard = np.bincount(
            np.frombuffer(sold, np.uint8).astype(np.int64) * number + owner, minlength=len(KINDS) * number
        )
        herds, tokens = column[5:7], column[8:14]
        unseen = _CARDS - market - discard.reshape(len(KINDS), number)
        unseen[:CAMEL] -= hand + known
        unseen[CAMEL] -= herds[0] + herds[1]
        found = cls(
            market, hand, column[3], known, herds, column[4], unseen, tokens,
            (_BONUSES - column[14:23]).reshape(3, 3, number), column[30:33], column[23:25].astype(np.float64),
            column[25:27], column[27:29], column[29], column[7],
        )  # fmt: skip
        found.scores[1] += (found.rivals_unseen * found.bonus_means).sum(axis=0)
        return found

    def take(self, places: Ints) -> "ViewArrays":
        """The views at these places, as often as they are named."""
        return ViewArrays._make([field.take(places, axis=-1) for field in self])


def _packed(view: View) -> tuple[int, ...]:
    """The numbers of a view, those of cards still packed."""
    goods, (own, rivals) = view.goods_taken, view.bonuses_taken
    seen = [value for _, value in chain(own, rivals)]
    unseen = [pile for pile, value in rivals if not value]
    return (
        view.market, view.hand, view.rival_known, view.rival_hand_size, view.deck_size, *view.herds, view.limit,
        *view.tokens_left, *map(seen.count, _VALUES), *map(_score, goods, (own, rivals)), len(own), len(rivals),
        len(goods[0]), len(goods[1]), view.turns, *map(unseen.count, _PILES),
    )  # fmt: skip


def _score(goods: Sequence[tuple[int, int]], bonuses: Sequence[tuple[int, int]]) -> int:
    return sum([value for _, value in goods]) + sum([value for _, value in bonuses])


def unpacked(cards: Ints) -> Ints:
    """The counts of each kind, (7, n), of n packed multisets."""
    found: Ints = (cards >> _SHIFTS) & FULL
    return found


def packed(counts: Ints) -> Ints:
    """The multisets of these counts, shaped (kinds, n)."""
    found: Ints = (counts << _SHIFTS[: len(counts)]).sum(axis=0)
    return found


class MoveArrays(NamedTuple):
    """Decisions in n views."""

    kind: Ints
    """The number of a `MoveKind`, (n,)."""
    taken: Ints
    """How many goods of each kind are taken from the market, (6, n)."""
    given: Ints
    """How many cards of each kind are given or sold, (7, n)."""

    def move(self, at: int) -> Move:
        """The move at a place."""
        return self.moves(np.array([at]))[0]

    def moves(self, places: Ints) -> list[Move]:
        """The moves at these places."""
        taken, given = packed(self.taken[:, places]), packed(self.given[:, places])
        kinds = self.kind[places]
        return [
            Move(_MOVE_KINDS[kind], market, hand)
            for kind, market, hand in zip(kinds.tolist(), taken.tolist(), given.tolist(), strict=True)
        ]


_MOVE_KINDS = tuple(MoveKind)


class Decided(NamedTuple):
    """What n views' players see after their decisions and before what follows: no bonus token is drawn yet, the market
    is not filled up, and the turn is not complete."""

    seen: ViewArrays
    sold: Ints
    """How many cards were sold, (n,)."""


def decide(views: ViewArrays, moves: MoveArrays) -> Decided:
    """What the rules' `decide` does, for one move in each view."""
    sale = moves.kind == MoveKind.SELL
    goods_given = moves.given[:CAMEL]
    sold = goods_given * sale
    tokens = np.minimum(sold, views.tokens_left)
    gained = TOKEN_SUMS[_GOODS, views.tokens_left, sold].sum(axis=0)
    market = views.market.copy()
    market[:CAMEL] += goods_given - sold - moves.taken
    camels = np.where(moves.kind == MoveKind.TAKE_CAMELS, market[CAMEL], 0) - moves.given[CAMEL]
    market[CAMEL] -= camels
    seen = views._replace(
        market=market,
        hand=views.hand + moves.taken - goods_given,
        herds=_own_more(views.herds, camels),
        tokens_left=views.tokens_left - tokens,
        scores=_own_more(views.scores, gained),
        goods_taken=_own_more(views.goods_taken, tokens.sum(axis=0)),
    )
    return Decided(seen, sold.sum(axis=0))


def _own_more(pair: NDArray[_N], more: Ints) -> NDArray[_N]:
    """A pair with more for the own side."""
    found = pair.copy()
    found[0] += more
    return found
