"""Thirty-one's players that follow rules, deciding for many seats at once; the same as the game's AIs."""

import numpy as np

from game.games.thirty_one.training.cards import Bools, Ints
from game.games.thirty_one.training.rounds import CALL, DRAW, TAKE
from game.games.thirty_one.training.sight import Sight


class RandomPlayer:
    """Uniform over the legal moves."""

    def begin(self, sight: Sight, random: np.random.Generator) -> Ints:
        """DRAW, TAKE, or where nobody has called CALL."""
        return random.integers(0, np.where(sight.called, 2, 3))

    def discard(self, sight: Sight, took: Bools, random: np.random.Generator) -> Ints:
        """Any of the hand, or the card drawn from the deck."""
        return random.integers(0, np.where(took, 3, 4))


class GreedyPlayer:
    """The highest immediate value; calls at `call_at` points or more, or never."""

    def __init__(self, call_at: float | None = None) -> None:
        self.call_at = call_at

    def begin(self, sight: Sight, random: np.random.Generator) -> Ints:
        """Takes the top where its best swap beats the expected score of a draw, compared in whole numbers."""
        assert sight.drawn is None
        swap = sight.score_without(sight.top)[:, :3].max(axis=1)
        takes = (swap - sight.score) * np.maximum(sight.unseen_count, 1) > sight.draw_gain
        action = np.where(takes, TAKE, DRAW)
        if self.call_at is not None:
            action[~sight.called & (sight.score >= 2 * self.call_at)] = CALL
        return action

    def discard(self, sight: Sight, took: Bools, random: np.random.Generator) -> Ints:
        """Keeps the three that score highest; of equals it discards the first of its cards, one drawn
        from the deck last."""
        assert sight.drawn is not None
        left = sight.score_without(sight.drawn)
        left[took, 3] = -1
        found: Ints = left.argmax(axis=1)
        return found
