"""What players hold is no accident: how much likelier they are to hold some cards than a deal would have it.

A network sees a hand that somebody might hold, and what everybody saw that player do; it was taught to tell hands that
were held from hands that were drawn among the unseen cards. Its output is then the logarithm of how many times likelier
the hand is than such a draw (Sugiyama, Suzuki and Kanamori, Density Ratio Estimation in Machine Learning, 2012, chapter
4). Hands that are drawn evenly lie 6 points too low in the mean, and who believes in them calls too early.

14 inputs: 0: score / 31; 1: turns the player has had, at most 12, / 6; 2: none; 3: at most one; 4: it has called; 5:
it has had a turn after a call; 6, 7: three, two cards of the suit that counts most; 8: what the second suit counts /
10; 9: cards that nobody has seen / 3; 10: players alive - 2; 11: by how many points / 10 the best card that it has
discarded would raise the score, which is odd; 12: the same of all cards on the pile; 13: its lowest card / 10.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from game.agents.networks import Floats, Network
from game.checkpoints import container, places
from game.games.thirty_one.batch_view import RoundArrays
from game.games.thirty_one.card_arrays import (
    BITS,
    NO_CARD,
    SUIT_BEST,
    SUITS,
    THIRTY_ONE,
    VALUES,
    Bools,
    Ints,
    by_suit,
    hand_index,
    suit_points,
)

INPUTS = 14
NAME = "hands"
FILE = places.shipped("thirty_one", "hands.npz")
_MOST_TURNS = 12
_BEST = THIRTY_ONE // 2


@cache
def pretrained() -> Network:
    """The network that ships. Raises CheckpointError where its file is damaged."""
    return Network.from_arrays(container.read(FILE).arrays, NAME)


def odds(network: Network, rounds: RoundArrays) -> NDArray[np.float64]:
    """The logarithm of how much likelier the hands of all but the players to move are than hands drawn evenly, (n,);
    minus infinity where one of them is 31: the round would be over."""
    rows = inputs(rounds)
    told = network.forward(rows.reshape(-1, INPUTS)).reshape(rows.shape[:2]).astype(np.float64)
    others = guessed(rounds)
    best = (rounds.scores[hand_index(rounds.hands)] == THIRTY_ONE) & others
    found: NDArray[np.float64] = np.where(best, -np.inf, np.where(others, told, 0.0)).sum(axis=1)
    return found


def guessed(rounds: RoundArrays) -> Bools:
    """Whose hands the player to move does not see: those of the others alive, (n, seats)."""
    found: Bools = rounds.lives_before > 0
    found[np.arange(len(found)), rounds.to_move] = False
    return found


def inputs(rounds: RoundArrays) -> Floats:
    """The inputs for every seat's hand, (n, seats, inputs); those of seats that are out mean nothing."""
    count, seats = rounds.lives_before.shape
    hands = rounds.hands
    points = suit_points(hands.reshape(-1, 3)).reshape(count, seats, 4)
    main = points.argmax(axis=2)
    alike = (SUITS[hands] == main[:, :, None]).sum(axis=2)
    values = VALUES[hands]
    lowest, score = values.min(axis=2), rounds.scores[hand_index(hands)] / 2
    # A fourth card of a suit takes the place of the lowest of three.
    base = points - np.where(alike == 3, lowest, 0)[:, :, None] * (points > 0)
    thrown = SUIT_BEST[by_suit(rounds.thrown.reshape(-1))].reshape(count, seats, 4)
    lying = rounds.seen & ~np.bitwise_or.reduce(BITS[hands], axis=(1, 2))
    lain = SUIT_BEST[by_suit(lying)][:, None]
    turns, after_call = _turns(rounds)
    found = np.empty((count, seats, INPUTS), dtype=np.float32)
    found[:, :, 0] = score / _BEST
    found[:, :, 1] = np.minimum(turns, _MOST_TURNS) / 6
    found[:, :, 2] = turns == 0
    found[:, :, 3] = turns <= 1
    found[:, :, 4] = rounds.caller[:, None] == np.arange(seats)
    found[:, :, 5] = after_call
    found[:, :, 6] = alike == 3
    found[:, :, 7] = alike == 2
    found[:, :, 8] = np.sort(points, axis=2)[:, :, 2] / 10
    found[:, :, 9] = (((rounds.seen[:, None, None] & BITS[hands]) == 0) & (hands != NO_CARD)).sum(axis=2) / 3
    found[:, :, 10] = (rounds.lives_before > 0).sum(axis=1)[:, None] - 2
    found[:, :, 11] = _raised(base, thrown, score)
    found[:, :, 12] = _raised(base, lain, score)
    found[:, :, 13] = lowest / 10
    return found


def _raised(base: Ints, best: Ints, score: NDArray[np.float64]) -> NDArray[np.float64]:
    """By how many points / 10 the best cards of each suit, 0 where there is none, would raise scores: (n, seats)."""
    reached = np.where(best > 0, base + best, 0).max(axis=2)
    found: NDArray[np.float64] = np.maximum(reached - score, 0.0) / 10
    return found


def _turns(rounds: RoundArrays) -> tuple[Ints, Bools]:
    """How many turns every seat has had in the round, and whether it has had one since a call: (n, seats) each."""
    count, seats = rounds.lives_before.shape
    row, alive = np.arange(count), (rounds.lives_before > 0).sum(axis=1)
    back = np.zeros((count, seats), dtype=np.int64)
    seat = rounds.to_move
    for step in range(1, seats):
        seat = rounds.preceding[row, seat]
        back[row, seat] = np.where(step < alive, step, 0)
    back[row, rounds.to_move] = alive
    turns = np.where(rounds.turns[:, None] < back, 0, (rounds.turns[:, None] - back) // alive[:, None] + 1)
    caller = np.maximum(rounds.caller, 0)
    after: Bools = (rounds.caller >= 0)[:, None] & (back < back[row, caller][:, None])
    return turns, after
