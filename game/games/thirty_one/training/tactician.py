"""Thirty-one's tactician, deciding for many seats at once: the same as :mod:`game.games.thirty_one.tactician`, which
explains it."""

from functools import lru_cache
from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray

from game.games.thirty_one.cards import BEST, BIT
from game.games.thirty_one.outlook import Outlook
from game.games.thirty_one.tactician import Tactics, facing_a_call, gathering
from game.games.thirty_one.training.batch_view import BatchView
from game.games.thirty_one.training.cards import SUIT_COUNT, SUITS, VALUES, Bools, Ints, by_suit, hand_index
from game.games.thirty_one.training.rounds import CALL, DRAW, TAKE, THIRTY_ONE

_OPENING, _LATER, _CALLED = range(3)
_HANDS: Ints = np.array(list(combinations(range(52), 3)))
"""Every hand of three."""
_ORDERS = list(permutations(range(3)))


@lru_cache
def _hand_numbers() -> Ints:
    """The place of every hand in `_HANDS`, by `hand_index`."""
    found = np.zeros(53**3, dtype=np.int64)
    for order in _ORDERS:
        found[hand_index(*_HANDS[:, order].T)] = np.arange(len(_HANDS))
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
    numbers, cards = _hand_numbers(), np.arange(52)
    first, second, third = (column[:, None] for column in _HANDS.T)
    swaps = [hand_index(cards, second, third), hand_index(first, cards, third), hand_index(first, second, cards)]
    # Places of cards that the hand holds hold whatever they may: no such card is unseen.
    drawn = np.maximum.reduce([worth[:, numbers[swap]] for swap in swaps])
    return worth, np.maximum(drawn, worth[:, :, None])


def _worths(outlook: Outlook) -> list[float]:
    return [outlook.worth(BIT[first] | BIT[second] | BIT[third]) for first, second, third in _HANDS.tolist()]


class TacticianPlayer:
    """Gathers points first and 31 later, watches what the others want, and calls in time."""

    def __init__(self, tactics: Tactics = Tactics()) -> None:  # noqa: B008 - a constant
        self.tactics = tactics

    def begin(self, seen: BatchView, random: np.random.Generator) -> Ints:
        """Takes what makes 31; else calls where that is due; else takes what beats the deck by the margin."""
        worth, drawn = _judged(self.tactics, seen.rounds.house.three_of_a_kind)
        numbers, phase = _hand_numbers(), self._phase(seen)
        first, second, third = seen.own.T
        hand = numbers[hand_index(first, second, third)]
        unseen = ((seen.unseen[:, :, None] >> np.arange(13)) & 1).reshape(len(seen), 52)
        expected = (drawn[phase, hand] * unseen).sum(axis=1) / np.maximum(seen.unseen_count, 1)
        top = seen.top
        swaps = [hand_index(top, second, third), hand_index(first, top, third), hand_index(first, second, top)]
        best = np.maximum.reduce([worth[phase, numbers[swap]] for swap in swaps])
        margin = np.choose(phase, [self.tactics.first_margin, self.tactics.margin, 0.0])
        action = np.where(best - margin > expected, TAKE, DRAW)
        action[~seen.called & (seen.score / 2 >= self._bar(seen))] = CALL
        action[(seen.score_without(top)[:, :3] == THIRTY_ONE).any(axis=1)] = TAKE
        return action

    def discard(self, seen: BatchView, took: Bools, random: np.random.Generator) -> Ints:
        """Keeps what is worth most, minding the next player until somebody has called."""
        assert seen.drawn is not None
        worth, _ = _judged(self.tactics, seen.rounds.house.three_of_a_kind)
        numbers, phase = _hand_numbers(), self._phase(seen)
        first, second, third = seen.own.T
        drawn = seen.drawn
        kept = [(drawn, second, third), (first, drawn, third), (first, second, drawn), (first, second, third)]
        value = np.stack([worth[phase, numbers[hand_index(*cards)]] for cards in kept], axis=1)
        given, gathered = self._next_player(seen, np.concatenate([seen.own, drawn[:, None]], axis=1))
        found = np.where(seen.called[:, None], value, value + given + gathered)
        found[seen.score_without(drawn) == THIRTY_ONE] = np.inf
        found[took, 3] = -np.inf
        best: Ints = found.argmax(axis=1)
        return best

    def _phase(self, seen: BatchView) -> Ints:
        opening = self._turns_each(seen) < self.tactics.opening
        return np.where(seen.called, _CALLED, np.where(opening, _OPENING, _LATER))

    def _turns_each(self, seen: BatchView) -> Ints:
        found: Ints = seen.rounds.turns[seen.rows] // seen.rounds.alive[seen.rows].sum(axis=1)
        return found

    def _bar(self, seen: BatchView) -> NDArray[np.float64]:
        """The points from which a call is due, (n,)."""
        tactics = self.tactics
        lives = seen.rounds.lives_before[seen.rows, seen.player]
        bonus = np.where(lives == 1, tactics.last_life, 0.0)
        shown = np.zeros(len(seen))
        for distance in range(1, seen.rounds.seats):
            known = seen.known((seen.player + distance) % seen.rounds.seats)
            shown = np.maximum(shown, _points(known))
        bar = tactics.call_at + tactics.call_rise * self._turns_each(seen) + tactics.call_known * shown / 10 + bonus
        return np.where(seen.first_turn, tactics.gun_at + bonus, np.minimum(bar, float(BEST - 1)))

    def _next_player(self, seen: BatchView, cards: Ints) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """What giving up each of these cards (n, 4) costs: for the card, and for what the next player gathers."""
        tactics, row = self.tactics, np.arange(len(seen))[:, None]
        value, suit = VALUES[cards], SUITS[cards]
        given = np.where(value == 11, tactics.give_ace, np.where(value == 10, tactics.give_ten, 0.0))
        thrown = SUIT_COUNT[by_suit(seen.rounds.thrown[seen.rows, seen.left])][row, suit]
        held = _suit_points(seen.known(seen.left))[row, suit]
        return given, tactics.feed * value * held + tactics.spurned * np.minimum(thrown, 2) * value / 10


def _suit_points(known: Ints) -> Ints:
    """What known cards (n, 3) count in each suit, (n, 4)."""
    found: Ints = (VALUES[known][:, :, None] * (SUITS[known][:, :, None] == np.arange(4))).sum(axis=1)
    return found


def _points(known: Ints) -> Ints:
    """The highest sum in one suit, (n,)."""
    found: Ints = _suit_points(known).max(axis=1)
    return found
