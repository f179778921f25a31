"""Thirty-one's tactician, deciding for many seats at once: the same as :mod:`game.games.thirty_one.tactician`, which
explains it and has the formulas that both play by.

That one tells its reasons and knows one hand at a time; this one looks up all hands in tables that take a second to be
made, too long for a seat at a table.
"""

from functools import lru_cache
from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray

from game.games.thirty_one.batch_view import BatchView
from game.games.thirty_one.card_arrays import (
    DECK,
    NO_CARD,
    SUIT_COUNT,
    SUITS,
    THIRTY_ONE,
    VALUES,
    Bools,
    Ints,
    hand_index,
    index_without_each,
    suit_points,
    swap_index,
)
from game.games.thirty_one.cards import BIT
from game.games.thirty_one.outlook import Outlook
from game.games.thirty_one.rounds import CALL, DRAW, TAKE
from game.games.thirty_one.tactician import (
    MOST_BAR,
    MOST_SPURNED,
    Tactics,
    call_bar,
    facing_a_call,
    gathered_value,
    gathering,
)

_OPENING, _LATER, _CALLED = range(3)
_HANDS: Ints = np.array(list(combinations(DECK.tolist(), 3)))
"""Every hand of three."""
_ORDERS = list(permutations(range(3)))


@lru_cache
def _hand_numbers() -> Ints:
    """The place of every hand in `_HANDS`, by `hand_index`."""
    found = np.zeros((NO_CARD + 1) ** 3, dtype=np.int64)
    for order in _ORDERS:
        found[hand_index(_HANDS[:, order])] = np.arange(len(_HANDS))
    return found


@lru_cache
def _judged(tactics: Tactics, three_of_a_kind: bool) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What every hand is worth in the opening, later, and after a call, (3, hands); and after each card was drawn to it
    and the best one discarded, (3, hands, 52)."""
    outlooks = (
        gathering(tactics.first_ace, tactics.first_ten, tactics.first_number, three_of_a_kind),
        gathering(tactics.ace, tactics.ten, tactics.number, three_of_a_kind),
        facing_a_call(tactics.middle, tactics.width, three_of_a_kind),
    )
    worth = np.array([_worths(outlook) for outlook in outlooks])
    # Places of cards that the hand holds hold whatever they may: no such card is unseen.
    drawn = worth[:, _hand_numbers()[swap_index(_HANDS[:, None], DECK[:, None])]].max(axis=3)
    return worth, np.maximum(drawn, worth[:, :, None])


def _worths(outlook: Outlook) -> list[float]:
    return [outlook.worth(BIT[first] | BIT[second] | BIT[third]) for first, second, third in _HANDS.tolist()]


class TacticianPlayer:
    """Gathers points first and 31 later, watches what the others want, and calls in time."""

    def __init__(self, tactics: Tactics = Tactics()) -> None:  # noqa: B008 - a constant
        self.tactics = tactics

    def begin(self, seen: BatchView, random: np.random.Generator) -> Ints:
        """Takes what makes 31; else calls where that is due; else takes what beats the deck by the margin."""
        worth, drawn = _judged(self.tactics, seen.house.three_of_a_kind)
        numbers, phase = _hand_numbers(), self._phase(seen)
        hand = numbers[hand_index(seen.own)]
        expected = (drawn[phase, hand] * seen.unseen_cards).sum(axis=1) / np.maximum(seen.unseen_count, 1)
        best = worth[phase[:, None], numbers[swap_index(seen.own, seen.top[:, None])]].max(axis=1)
        margin = np.choose(phase, [self.tactics.first_margin, self.tactics.margin, 0.0])
        action = np.where(best - margin > expected, TAKE, DRAW)
        action[~seen.called & (seen.score / 2 >= self._bar(seen))] = CALL
        action[seen.score_taking(seen.top) == THIRTY_ONE] = TAKE
        return action

    def discard(self, seen: BatchView, took: Bools, random: np.random.Generator) -> Ints:
        """Keeps what is worth most, minding the next player until somebody has called."""
        assert seen.drawn is not None
        worth, _ = _judged(self.tactics, seen.house.three_of_a_kind)
        value = worth[self._phase(seen)[:, None], _hand_numbers()[index_without_each(seen.four)]]
        given, gathered = self._next_player(seen, seen.four)
        found = np.where(seen.called[:, None], value, value + given + gathered)
        found[seen.scores_without(seen.four) == THIRTY_ONE] = np.inf
        found[took, 3] = -np.inf
        best: Ints = found.argmax(axis=1)
        return best

    def _phase(self, seen: BatchView) -> Ints:
        opening = self._turns_each(seen) < self.tactics.opening
        return np.where(seen.called, _CALLED, np.where(opening, _OPENING, _LATER))

    def _turns_each(self, seen: BatchView) -> Ints:
        found: Ints = seen.turns // seen.alive
        return found

    def _bar(self, seen: BatchView) -> NDArray[np.float64]:
        """The points from which a call is due, (n,)."""
        tactics = self.tactics
        bonus = np.where(seen.lives(seen.player) == 1, tactics.last_life, 0.0)
        shown = np.zeros(len(seen))
        for distance in range(1, seen.seats):
            known = seen.known((seen.player + distance) % seen.seats)
            shown = np.maximum(shown, suit_points(known).max(axis=1))
        bar = np.minimum(call_bar(tactics, self._turns_each(seen), shown, bonus), MOST_BAR)
        return np.where(seen.first_turn, tactics.gun_at + bonus, bar)

    def _next_player(self, seen: BatchView, cards: Ints) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """What giving up each of these cards (n, 4) costs: for the card, and for what the next player gathers."""
        tactics, row = self.tactics, np.arange(len(seen))[:, None]
        value, suit = VALUES[cards], SUITS[cards]
        given = np.where(value == 11, tactics.give_ace, np.where(value == 10, tactics.give_ten, 0.0))
        thrown = SUIT_COUNT[seen.thrown(seen.left)][row, suit]
        held = seen.left_points[row, suit]
        return given, gathered_value(tactics, value, held, np.minimum(thrown, MOST_SPURNED))
