"""What the state after a move is worth to the mover: by a network, or exactly where the move is sure to end the round.

The network's first output is the chance to win the round as a logit, its second the expected difference of score, in
units of `UNIT` points. A move is chosen by .75 (2 p - 1) + .25 tanh(d / 30): the chance counts most, and the difference
keeps what is won anyway, or lost, from being played at random.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

import numpy as np

from game.agents.networks import Floats, Network
from game.games.jaipur.candidates import Candidates, candidates
from game.games.jaipur.encoding import BONUS_OF, expected_bonus, inputs
from game.games.jaipur.moves import Move
from game.games.jaipur.state import View
from game.games.jaipur.tables import CAMEL_TOKEN, EMPTY_TO_END, MARKET_SIZE
from game.games.jaipur.view_arrays import BONUS_VALUES, Bools, Decided, Ints, ViewArrays, decide

VALUE, OUTPUTS = "value", 2
"""The network's name in files, and how many outputs it has."""
UNIT = 30.0
"""So many points make 1 of the network's second output, and of the hyperbolic tangent."""
CHANCE_SHARE = 0.75
"""How much of a value is the chance's; the rest is the difference's."""


class Values(NamedTuple):
    """What n states after moves are worth: the chance to win the round, a draw counted half, and the expected
    difference of score in points, (n,) each; which of them are sure, as the round ends, and the chance that these end
    it drawn, 0 of the others."""

    chance: Floats
    difference: Floats
    sure: Bools
    drawn: Floats

    @property
    def total(self) -> Floats:
        """What moves are chosen by, from -1 to 1."""
        return total(self.chance, self.difference)

    @property
    def settled(self) -> Floats:
        """(n,): 1 for moves that end the round as won, -1 for those that end it as lost, else 0."""
        found: Floats = self.sure * ((self.chance == 1.0) * np.float32(1.0) - (self.chance == 0.0))
        return found

    @property
    def ranks(self) -> Floats:
        """What moves are ranked by: by their totals, after those that settle the round as won, before those that settle
        it as lost."""
        found: Floats = self.total + np.float32(3.0) * self.settled
        return found

    @property
    def in_question(self) -> Bools:
        """Which moves of one decision come into question: where some end the round as won, these alone; else all but
        those that end it as lost, where there are others."""
        settled = self.settled
        best: Bools = settled == settled.max()
        return best


def total(chance: Floats, difference: Floats) -> Floats:
    """What moves are chosen by, from -1 to 1."""
    found = CHANCE_SHARE * (2.0 * chance - 1.0) + (1.0 - CHANCE_SHARE) * np.tanh(difference / UNIT)
    values: Floats = found.astype(np.float32, copy=False)
    return values


class Looked(NamedTuple):
    """The moves looked at in views of players to move, their inputs (moves, INPUTS), and what they are worth."""

    found: Candidates
    rows: Floats
    values: Values


def look(network: Network, views: Sequence[View]) -> Looked:
    """What a network makes of views of one match, or of several by the same house rules, many at a time. It was trained
    by the published ones: of others it is shown what is legal, and equal herds where these count for nobody."""
    seen, house = ViewArrays.of(views), views[0].house
    found = candidates(seen, house.hand_limit)
    decided = decide(seen.take(found.place), found.moves)
    rows = inputs(decided, house.herd)
    return Looked(found, rows, evaluate(network, decided, rows, house.herd))


def evaluate(network: Network, decided: Decided, rows: Floats, herd: bool = True) -> Values:
    """What decisions with these inputs are worth; `herd` tells whether the larger one counts."""
    outputs = network.forward(rows)
    chance = winning(outputs)
    difference: Floats = np.float32(UNIT) * outputs[:, 1]
    over, stopped = ends(decided)
    sure, drawn = over | stopped, np.zeros_like(chance)
    if sure.any():
        places = np.flatnonzero(sure)
        chance[places], difference[places], drawn[places] = _results(decided, places, stopped[places], herd)
    return Values(chance, difference, sure, drawn)


def sure_ends(view: View) -> dict[Move, tuple[float, float]]:
    """The chances to win the round, a draw counted half, and to draw it, of the moves of a view that end it: they are
    known, but for bonus tokens that lie face down."""
    seen = ViewArrays.of([view])
    found = candidates(seen, view.house.hand_limit)
    decided = decide(seen.take(found.place), found.moves)
    over, stopped = ends(decided)
    places = np.flatnonzero(over | stopped)
    if not len(places):
        return {}
    chances, _, drawn = _results(decided, places, stopped[places], view.house.herd)
    return dict(zip(found.moves.moves(places), zip(chances.tolist(), drawn.tolist(), strict=True), strict=True))


def winning(outputs: Floats) -> Floats:
    """The chances to win the round, (n,), of outputs (n, OUTPUTS)."""
    found: Floats = np.float32(1.0) / (np.float32(1.0) + np.exp(-outputs[:, 0]))
    return found


def ends(decided: Decided) -> tuple[Bools, Bools]:
    """Which decisions end the round by the rules, and at which of the others the turn limit stops it, (n,) each."""
    seen = decided.seen
    missing = MARKET_SIZE - seen.market.sum(axis=0)
    over = ((seen.tokens_left == 0).sum(axis=0) >= EMPTY_TO_END) | (seen.deck_size < missing)
    stopped = ~over & (seen.limit > 0) & (seen.limit <= seen.turns + 1)
    return over, stopped


def _results(decided: Decided, places: Ints, stopped: Bools, herd: bool) -> tuple[Floats, Floats, Floats]:
    """The chance, the expected difference and the chance of a draw of decisions that end the round: a bonus token won
    with them, and those of the rival that lie face down, may be any that nobody has shown."""
    seen, sold = decided.seen.take(places), decided.sold[places]
    pile = BONUS_OF[sold] - 1
    won = (pile >= 0) & (seen.bonuses_left[pile, np.arange(sold.size)] > 0)
    expected = expected_bonus(Decided(seen, sold))
    mean = seen.scores[0] - seen.scores[1] + CAMEL_TOKEN * np.sign(seen.herds[0] - seen.herds[1]) * herd
    bonuses = seen.bonuses_taken[0] + won - seen.bonuses_taken[1]
    goods = seen.goods_taken[0] - seen.goods_taken[1]
    tie = np.where(bonuses != 0, np.sign(bonuses), np.sign(goods))
    # Without the mean of what lies face down with the rival, a whole number.
    seen_lead = np.rint(mean + (seen.rivals_unseen * seen.bonus_means).sum(axis=0))
    keys = np.concatenate([seen.bonuses_unseen.reshape(9, -1), seen.rivals_unseen, [np.where(won, pile, -1)]])
    chance, drawn = np.empty(sold.size, np.float32), np.empty(sold.size, np.float32)
    for key, rows in _alike(keys):
        values, ways = _hidden_bonuses(key[:9], key[9:12], key[12])
        after = seen_lead[rows, None] + values
        results = np.where(after != 0, np.sign(after), tie[rows, None])
        chance[rows] = 0.5 + 0.5 * (results @ ways) / ways.sum()
        drawn[rows] = (results == 0) @ ways / ways.sum()
    chance[stopped], drawn[stopped] = 0.5, 1.0
    return chance, (mean + expected).astype(np.float32), drawn


def _alike(keys: Ints) -> Iterator[tuple[tuple[int, ...], list[int]]]:
    """Every different column, with the places where it stands."""
    places = dict[tuple[int, ...], list[int]]()
    for at, key in enumerate(zip(*keys.tolist(), strict=True)):
        places.setdefault(key, []).append(at)
    yield from places.items()


@lru_cache(maxsize=1 << 12)
def _hidden_bonuses(unseen: tuple[int, ...], rivals: tuple[int, ...], won: int) -> tuple[Ints, Ints]:
    """What a bonus token that is `won` of a pile, -1 for none, less those that the rival holds face down may come to,
    and in how many ways; `unseen` counts by pile and value those that lie face down."""
    ways = Counter({0: 1})
    for pile, values in enumerate(BONUS_VALUES.tolist()):
        tokens = np.repeat(values, unseen[3 * pile : 3 * pile + 3]).tolist()
        of_pile = Counter[int]()
        for held in combinations(range(len(tokens)), rivals[pile]):
            own = [value for at, value in enumerate(tokens) if at not in held] if pile == won else [0]
            of_pile.update([value - sum([tokens[at] for at in held]) for value in own])
        ways = _summed(ways, of_pile)
    return np.array([*ways]), np.array([*ways.values()])


def _summed(one: Counter[int], other: Counter[int]) -> Counter[int]:
    found = Counter[int]()
    for first, second in product(one, other):
        found[first + second] += one[first] * other[second]
    return found
