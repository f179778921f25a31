"""What a network sees of Notty: all hands, as all lie open, told as numbers that say how near each is to going out.

One's own hand comes first, then each rival's in the order of the turns. The features are a study's: 18 a hand, those of
`HAND_PARTS`; for each rival the shares of its cards whose theft would help; what the turn has used; the deck. To these
come the other side of a theft, which the study left out: for each rival the shares of one's own cards whose theft would
help it, and for each hand the shares of its cards whose loss would cost it something.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.agents.networks import Floats
from game.games.notty.groups import REACH, SHORTEST_RUN, sets_of
from game.games.notty.hand_arrays import Counts, counts_of, covers
from game.games.notty.hands import CARDS, COLOURS, COPIES, HAND_LIMIT, KINDS, MOST_DRAWN, NUMBERS, kind_of, pack
from game.games.notty.moves import DREW, RETURNED, STOLE

TOLD_APART = 6
"""Fewer cards left over than this are told apart one by one."""
MOST_GAINED = 9
"""One card more or less never changes by more than this how many cards groups hold."""
OWN_PARTS = 13
"""Of a hand, what depends on nothing else: size, whether it is full, how much it lacks of room for a whole draw, the
cards left over (an eighth of them, a third of their root, and 0 to 5 each for itself), by how much one card less at
random raises those, and the pairs that may belong to one group, a card."""
LOSS_PARTS = 3
"""Of a hand, the shares of its cards without which its groups hold at least 1, 2, 3 cards fewer."""
DECK_PARTS = 5
"""Of a hand, the shares of the deck's cards that let its groups hold at least 1, 2, 3 more, all cards, all but one."""
HAND_PARTS = OWN_PARTS + DECK_PARTS
THEFT_PARTS = 3
"""Of a theft, the shares of the robbed hand's cards that let the thief's groups hold at least 1, 2 more, all cards."""
USES = (DREW, STOLE, RETURNED)
"""What a turn has used, by the bits that tell it."""

REACHES = np.array([[reach >> 2 * kind & 1 for kind in range(len(KINDS))] for reach in REACH], np.float32)
"""(45, 45): 1 where some smallest group holds both kinds."""


def inputs_of(players: int) -> int:
    """How many numbers a network sees at a table of so many players."""
    return players * (HAND_PARTS + LOSS_PARTS) + 2 * (players - 1) * THEFT_PARTS + len(USES) + 1


class Hands(NamedTuple):
    """n hands, and what there is to know of each by itself; any number of leading axes in place of n."""

    counts: Counts
    """(n, 45)."""
    left: NDArray[np.int8]
    """(n,): cards left over by the best groups."""
    gains: NDArray[np.int8]
    """(n, 45), as in :class:`game.games.notty.hand_arrays.Covers`."""
    losses: NDArray[np.int8]
    """(n, 45), likewise."""
    own: Floats
    """(n, OWN_PARTS)."""
    lost: Floats
    """(n, LOSS_PARTS)."""

    @property
    def sizes(self) -> NDArray[np.int64]:
        """(n,): how many cards each holds."""
        found: NDArray[np.int64] = self.counts.sum(axis=-1)
        return found

    @property
    def own_hand(self) -> "Hands":
        """Of hands shaped (n, players), the first."""
        return self.of((slice(None), 0))

    def of(self, which: Any) -> "Hands":
        """Some of these hands, by anything that is an index of their leading axes."""
        return Hands(*[part[which] for part in self])

    def put(self, which: Any, new: "Hands") -> None:
        """Replace some of these hands, likewise."""
        self.counts[which], self.left[which] = new.counts, new.left
        self.gains[which], self.losses[which] = new.gains, new.losses
        self.own[which], self.lost[which] = new.own, new.lost


def hands_of(counts: Counts) -> Hands:
    """What there is to know of hands, (n, 45)."""
    best, gains, losses = covers(counts)
    left = (counts.sum(axis=1) - best).astype(np.int8)
    lost = at_least(counts, losses)[:, 1 : 1 + LOSS_PARTS].astype(np.float32)
    return Hands(counts, left, gains, losses, _own_parts(counts, left, losses), lost)


def packed_hands(hands: list[int]) -> Hands:
    """The same of packed hands."""
    return hands_of(counts_of(hands))


def _own_parts(counts: Counts, left: NDArray[np.int8], losses: NDArray[np.int8]) -> Floats:
    size = counts.sum(axis=1)
    cards = np.maximum(size, 1)
    present = (counts > 0).astype(np.float32)
    parts = np.zeros((len(counts), OWN_PARTS), np.float32)
    parts[:, 0] = size / HAND_LIMIT
    parts[:, 1] = size == HAND_LIMIT
    parts[:, 2] = np.maximum(0, MOST_DRAWN - HAND_LIMIT + size) / MOST_DRAWN
    parts[:, 3] = left / 8
    parts[:, 4] = np.sqrt(left, dtype=np.float32) / 3
    few = np.flatnonzero(left < TOLD_APART)
    parts[few, 5 + left[few]] = 1
    parts[:, 11] = (counts * losses).sum(axis=1) / cards - 1
    parts[:, 12] = ((present @ REACHES) * present).sum(axis=1) / 2 / cards
    return parts


def at_least(cards: Counts, gains: NDArray[np.int8]) -> NDArray[np.float64]:
    """(n, MOST_GAINED + 1): of cards (n, 45), the shares that gain or lose at least 0, 1, 2, ... by `gains`."""
    rows = np.arange(len(cards))[:, None] * (MOST_GAINED + 1)
    sums = np.bincount((rows + gains).ravel(), cards.ravel(), len(cards) * (MOST_GAINED + 1))
    tails: NDArray[np.float64] = sums.reshape(len(cards), MOST_GAINED + 1)[:, ::-1].cumsum(axis=1)[:, ::-1]
    return tails / np.maximum(tails[:, :1], 1)


def deck_of(counts: Counts) -> Counts:
    """(n, 45): the deck beside hands shaped (n, players, 45)."""
    deck: Counts = COPIES - counts.sum(axis=1, dtype=np.int8)
    return deck


def rows_of(seen: Hands, used: NDArray[np.int64]) -> Floats:
    """What the network is told, (n, inputs_of(players)): `seen` are the hands shaped (n, players), the own first and
    the rivals' in the order of the turns; `used` (n,) is what the turn has used."""
    count, players = seen.left.shape
    deck = deck_of(seen.counts)
    every = np.arange(count * players)
    chances = at_least(np.repeat(deck, players, axis=0), seen.gains.reshape(count * players, len(KINDS)))
    left = seen.left.ravel().astype(np.int64)
    all_held = chances[every, np.minimum(left + 1, MOST_GAINED)] * (left < MOST_GAINED)
    all_but_one = chances[every, np.minimum(np.maximum(left, 1), MOST_GAINED)] * (left <= MOST_GAINED)
    of_deck = np.column_stack([chances[:, 1:4], all_held, all_but_one]).reshape(count, players, DECK_PARTS)
    hands = np.concatenate([seen.own, of_deck], axis=2).reshape(count, players * HAND_PARTS)
    thefts = [_theft_parts(seen, 0, rival) for rival in range(1, players)]
    uses = (used[:, None] & np.array(USES) > 0).astype(np.float32)
    size = deck.sum(axis=1, keepdims=True) / CARDS
    threats = [_theft_parts(seen, rival, 0) for rival in range(1, players)]
    lost = seen.lost.reshape(count, players * LOSS_PARTS)
    return np.concatenate([hands, *thefts, uses, size, *threats, lost], axis=1).astype(np.float32)


def _theft_parts(seen: Hands, thief: int, robbed: int) -> NDArray[np.float64]:
    shares = at_least(seen.counts[:, robbed], seen.gains[:, thief])
    left = seen.left[:, thief].astype(np.int64)
    out = shares[np.arange(len(left)), np.minimum(left + 1, MOST_GAINED)] * (left < MOST_GAINED)
    return np.column_stack([shares[:, 1:3], out])


# --- what can be done --------------------------------------------------------------------------------------------


def actions_of(players: int) -> int:
    """How many actions there are to choose from: draw 1 to 3 cards, steal from each rival in the order of the turns,
    draw and discard, next turn."""
    return MOST_DRAWN + (players - 1) + 2


def possible(sizes: NDArray[np.int64], used: NDArray[np.int64]) -> NDArray[np.bool_]:
    """(n, actions_of(players)): which actions the rules allow where no card must be returned. `sizes` (n, players) are
    those of the hands, the own first; `used` (n,) is what the turn has used."""
    room = HAND_LIMIT - sizes[:, 0]
    draws = [(used & DREW == 0) & (room >= number) for number in range(1, MOST_DRAWN + 1)]
    thefts = [(used & STOLE == 0) & (room > 0) & (theirs > 0) for theirs in sizes.T[1:]]
    return np.column_stack([*draws, *thefts, used & RETURNED == 0, np.ones(len(sizes), np.bool_)])


def sensible(sizes: NDArray[np.int64], used: NDArray[np.int64]) -> NDArray[np.bool_]:
    """The same without what is never tried: to take a last card, which loses, and to end the turn before draw and
    discard, which costs nothing. Something is always left."""
    found = possible(sizes, used)
    found[:, MOST_DRAWN:-2] &= sizes[:, 1:] > 1
    found[:, -1] = used & RETURNED > 0
    return found


def _all_groups() -> Counts:
    """(groups, 45): every group that there is, runs of up to five cards and sets; a longer run is two."""
    found = []
    for colour in range(len(COLOURS)):
        for first in NUMBERS:
            for length in range(SHORTEST_RUN, min(2 * SHORTEST_RUN - 1, NUMBERS[-1] + 1 - first) + 1):
                found.append(pack([kind_of(colour, first + step) for step in range(length)]))
    for number in NUMBERS:
        found += sets_of(pack([kind_of(colour, number) for colour in range(len(COLOURS))]))
    return counts_of(found)


GROUPS = _all_groups()
"""(144, 45): the groups that may be worth discarding before a hand can go; longer runs are left out."""
_GROUPS = GROUPS.T.astype(np.float32)
_GROUP_SIZES = GROUPS.sum(axis=1)


def groups_held(counts: Counts) -> NDArray[np.bool_]:
    """(n, 144): which of `GROUPS` hands (n, 45) hold."""
    found: NDArray[np.bool_] = (counts > 0).astype(np.float32) @ _GROUPS == _GROUP_SIZES
    return found


class Returns(NamedTuple):
    """The cards that may well be returned: those whose loss leaves the fewest cards over."""

    row: NDArray[np.int64]
    """Of which hand, rising."""
    kind: NDArray[np.int64]
    then: Hands
    """What the hand is without it."""

    def of(self, rows: NDArray[np.int64]) -> "Returns":
        """Those of some hands, rising, numbered by their places among these."""
        which = np.flatnonzero(np.isin(self.row, rows))
        return Returns(np.searchsorted(rows, self.row[which]), self.kind[which], self.then.of(which))


def returns_of(counts: Counts, losses: NDArray[np.int8]) -> Returns:
    """The cards that may well be returned of hands (n, 45)."""
    cost = np.where(counts > 0, losses, np.int8(100))
    row, kind = np.nonzero(cost == cost.min(axis=1, keepdims=True))
    return Returns(row, kind, hands_of(without(counts[row], kind)))


def without(counts: Counts, kinds: NDArray[np.int64]) -> Counts:
    """Hands (n, 45) with one card of these kinds (n,) less."""
    fewer = counts.copy()
    fewer[np.arange(len(fewer)), kinds] -= 1
    return fewer


def with_one(counts: Counts, kinds: NDArray[np.int64]) -> Counts:
    """Hands (n, 45) with one card of these kinds (n,) more."""
    more = counts.copy()
    more[np.arange(len(more)), kinds] += 1
    return more


def highest(rows: NDArray[np.int64], scores: NDArray[Any]) -> NDArray[np.int64]:
    """For each row that is named in `rows`, rising, the place of its highest score; of equal ones the first."""
    order = np.lexsort((-scores, rows))
    first = np.flatnonzero(np.diff(rows[order], prepend=-1))
    found: NDArray[np.int64] = order[first]
    return found
