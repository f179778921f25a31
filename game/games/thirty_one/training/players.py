"""Thirty-one's players that follow rules, deciding for many seats at once; the same as the game's AIs."""

import numpy as np

from game.games.thirty_one.batch_view import BatchView
from game.games.thirty_one.card_arrays import Bools, Ints
from game.games.thirty_one.rounds import CALL, DRAW, TAKE


class RandomPlayer:
    """Uniform over the legal moves."""

    def begin(self, seen: BatchView, random: np.random.Generator) -> Ints:
        """DRAW, TAKE, or where nobody has called CALL."""
        return random.integers(0, np.where(seen.called, 2, 3))

    def discard(self, seen: BatchView, took: Bools, random: np.random.Generator) -> Ints:
        """Any of the hand, or the card drawn from the deck."""
        return random.integers(0, np.where(took, 3, 4))


class GreedyPlayer:
    """The highest immediate value; calls at `call_at` points or more, or never."""

    def __init__(self, call_at: float | None = None) -> None:
        self.call_at = call_at

    def begin(self, seen: BatchView, random: np.random.Generator) -> Ints:
        """Takes the top where its best swap beats the expected score of a draw, compared in whole numbers."""
        assert seen.drawn is None
        takes = (seen.score_taking(seen.top) - seen.score) * np.maximum(seen.unseen_count, 1) > seen.draw_gain
        action = np.where(takes, TAKE, DRAW)
        if self.call_at is not None:
            action[~seen.called & (seen.score >= 2 * self.call_at)] = CALL
        return action

    def discard(self, seen: BatchView, took: Bools, random: np.random.Generator) -> Ints:
        """Keeps the three that score highest; of equals it discards the first of its cards, one drawn
        from the deck last."""
        assert seen.drawn is not None
        left = seen.scores_without(seen.four)
        left[took, 3] = -1
        found: Ints = left.argmax(axis=1)
        return found
