"""What the actions of Notty are worth by what they lead to: one action farther than a network sees.

What a network says of an action is right in the mean over many positions, and noisy in each. An action is also worth
the mean, over the cards that may come by it, of what the best action is worth then: many values, whose noise cancels
out. The two are averaged. A card that is drawn or stolen alone is counted out over all kinds; of the draws of two and
of three cards some are looked at. What ends a turn is worth what the network says of it.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.agents.networks import Floats, Network
from game.games.notty.action_values import Indices, Judged, judged, with_own
from game.games.notty.hand_arrays import Counts, random_kinds
from game.games.notty.hands import MOST_DRAWN
from game.games.notty.moves import DREW, RETURNED, STOLE
from game.games.notty.open_features import Hands, deck_of, hands_of, highest, returns_of, with_one, without

DRAWS, SWAPS = 48, 12
"""So many draws of two and of three cards are looked at, and so many cards that may be drawn to return another."""
OUT = np.float32(1.0)
"""What a hand that can go is worth."""


class Decided(NamedTuple):
    """How much sooner positions decide matches of those who look ahead than the log odds say, which are fitted to those
    who do not: factors of small leads, up to `SMALL`, and of what they are larger; and of leads in long matches."""

    small: float
    more: float
    long: float

    def odds(self, told: Floats, late: Floats) -> Floats:
        """(n,): log odds to win among those who look ahead, by those of the others; for how much positions count as
        those of long matches is `late`, (n,)."""
        small = np.clip(told, -SMALL, SMALL)
        usual = self.small * small + self.more * (told - small)
        found: Floats = ((1 - late) * usual + late * self.long * told).astype(np.float32)
        return found


SMALL = 0.3
"""Log odds up to this are what small hands and good groups are worth; larger ones are of hands about to go out."""
DECIDED: Mapping[int, Decided] = {2: Decided(2.0, 0.8, 0.7)}
"""By the number of players; of three the log odds are true as they are. Fitted to 2,000 matches of `expert` against
itself (seeds 5001 and 6001), which end in 145 turns in place of 181: 2.01 (±.38) and .77 (±.26); .72 (±.20) in the 438
long ones among these and 1,000 others (seed 2026)."""


def looked_ahead(network: Network, seen: Hands, used: Indices, found: Judged, rng: np.random.Generator) -> Judged:
    """What the actions are worth by the network and by what they lead to, where there is a choice. `seen` are hands
    shaped (n, players), `used` (n,) is what the turn has used; `found` is what the network says of them."""
    choices = np.flatnonzero(found.able.sum(axis=1) > 1)
    if not len(choices):
        return found
    values, ahead = found.values.copy(), _Ahead(network, seen, used, rng)
    for action in range(values.shape[1] - 1):
        rows = choices[found.able[choices, action]]
        if len(rows):
            values[rows, action] = (values[rows, action] + ahead.after(action, rows)) / 2
    return found._replace(values=values)


class _Ahead:
    """What the best is worth in some positions once an action is taken, in the mean."""

    def __init__(self, network: Network, seen: Hands, used: Indices, rng: np.random.Generator) -> None:
        self._network, self._seen, self._used, self._rng = network, seen, used, rng

    def after(self, action: int, rows: Indices) -> Floats:
        """Of the positions of these rows, (n,)."""
        if action < MOST_DRAWN:
            return self._drawn(rows, action + 1)
        rival = action - MOST_DRAWN + 1
        return self._stolen(rows, rival) if rival < self._seen.left.shape[1] else self._swapped(rows)

    def _drawn(self, rows: Indices, number: int) -> Floats:
        deck = deck_of(self._seen.counts[rows])
        if number == 1:
            place, kind = np.nonzero(deck)
            return _mean(place, deck[place, kind], self._best(rows[place], self._with(rows[place], kind), DREW))
        place = np.repeat(np.arange(len(rows)), DRAWS)
        own, left = self._seen.counts[rows[place], 0], deck[place]
        for _ in range(number):
            kind = random_kinds(left, self._rng)
            own, left = with_one(own, kind), without(left, kind)
        return _mean(place, np.ones_like(place), self._best(rows[place], hands_of(own), DREW))

    def _stolen(self, rows: Indices, rival: int) -> Floats:
        theirs = self._seen.counts[rows, rival]
        place, kind = np.nonzero(theirs)
        robbed = with_own(self._seen, rows[place], self._with(rows[place], kind))
        robbed.put((slice(None), rival), hands_of(without(theirs[place], kind)))
        return _mean(place, theirs[place, kind], self._worth(robbed, self._used[rows[place]] | STOLE))

    def _swapped(self, rows: Indices) -> Floats:
        place, kind, likely = self._swaps(rows)
        held = self._with(rows[place], kind)
        returns = returns_of(held.counts, held.losses)
        worth = self._best(rows[place[returns.row]], returns.then, RETURNED)
        return _mean(place, likely, worth[highest(returns.row, worth)])

    def _swaps(self, rows: Indices) -> tuple[Indices, Indices, NDArray[np.float64]]:
        """Cards drawn to return another: of which of these rows, rising, which kind, and for how many of the deck's
        cards each stands. All that may let the hand go, and some of the others."""
        deck = deck_of(self._seen.counts[rows])
        going = self._seen.gains[rows, 0] >= self._seen.left[rows, 0, None]
        out, kind = np.nonzero(np.where(going, deck, 0))
        others: Counts = np.where(going, np.int8(0), deck)
        number = others.sum(axis=1)
        place = np.repeat(np.flatnonzero(number), SWAPS)
        drawn = random_kinds(others[place], self._rng)
        where = np.concatenate([out, place])
        order = np.argsort(where, kind="stable")
        likely = np.concatenate([deck[out, kind], number[place] / SWAPS])
        return where[order], np.concatenate([kind, drawn])[order], likely[order]

    def _with(self, rows: Indices, kind: Indices) -> Hands:
        """The own hands of the positions of these rows with one card of these kinds more."""
        return hands_of(with_one(self._seen.counts[rows, 0], kind))

    def _best(self, rows: Indices, own: Hands, use: int) -> Floats:
        """What the best is worth with these hands, and one thing more used, in the positions of these rows."""
        return self._worth(with_own(self._seen, rows, own), self._used[rows] | use)

    def _worth(self, seen: Hands, used: Indices) -> Floats:
        best = judged(self._network, seen, used).best
        found: Floats = np.where(seen.left[:, 0] == 0, OUT, best)
        return found


def _mean(place: Indices, likely: NDArray[Any], worth: Floats) -> Floats:
    """(n,): the means of what outcomes are worth, each as likely as it says; `place` rises and names all n."""
    found: Floats = (np.bincount(place, likely * worth) / np.bincount(place, likely)).astype(np.float32)
    return found
