"""What a round of Thirty-one is worth to its players: the page's rewards, and chances to win the match."""

import itertools

import numpy as np

from game.agents.networks import Floats
from game.games.thirty_one.card_arrays import THIRTY_ONE, Bools, Ints
from game.games.thirty_one.rounds import Rounds
from game.games.thirty_one.state import START_LIVES


def page_rewards(rounds: Rounds) -> Floats:
    """The page's reward for every seat of rounds that are over, (n, seats); 0 for those who were out.

    0.5 * (own score - lowest score); then one of: lowest: -2, or -5 as the caller; else 31: +10; else the caller: +0.3
    * margin over the lowest; then, lives being those after the round: -0.3 * (3 - lives); at 0 lives -2, else +0.5.
    """
    score = rounds.hand_scores()
    low = np.where(rounds.alive, score, 99).min(axis=1)[:, None]
    margin = (score - low) / 2
    calling = np.arange(rounds.seats) == rounds.caller[:, None]
    place = np.where(score == THIRTY_ONE, 10.0, np.where(calling, 0.3 * margin, 0.0))
    place = np.where(score == low, np.where(calling, -5.0, -2.0), place)
    lives = -0.3 * (START_LIVES - rounds.lives) + np.where(rounds.lives == 0, -2.0, 0.5)
    return np.where(rounds.alive, 0.5 * margin + place + lives, 0.0).astype(np.float32)


class MatchChances:
    """The chance to win the match by everybody's lives, learnt from the rounds that are played.

    `table[own, next's, ...]` is a player's chance, by its own lives and those of the seats after it in turn; it starts
    as its share of all lives. A round is worth what it changes, in percent points.
    """

    def __init__(self, seats: int, step: float = 0.02) -> None:
        self.step = step
        self.table = np.zeros((START_LIVES + 1,) * seats)
        for lives in itertools.product(range(START_LIVES + 1), repeat=seats):
            self.table[lives] = lives[0] / max(sum(lives), 1)

    def of(self, lives: Ints) -> Floats:
        """Every seat's chance, (n, seats), by the lives (n, seats)."""
        seats = lives.shape[1]
        turned = [np.roll(lives, -seat, axis=1) for seat in range(seats)]
        return np.stack([self.table[tuple(each.T)] for each in turned], axis=1).astype(np.float32)

    def rewards(self, rounds: Rounds) -> Floats:
        """By how many percent points rounds that are over have changed every seat's chance, (n, seats)."""
        return 100 * (self.of(rounds.lives) - self.of(rounds.lives_before))

    def learn(self, rounds: Rounds, learner: Bools) -> None:
        """Move the chances of the learner's seats (n, seats) towards what came of them in these rounds."""
        after = self.of(rounds.lives)
        row, seat = np.nonzero(learner & rounds.alive & ~rounds.void[:, None])
        seats = rounds.seats
        turned = (seat[:, None] + np.arange(seats)) % seats
        place = np.ravel_multi_index(tuple(rounds.lives_before[row[:, None], turned].T), self.table.shape)
        flat = self.table.reshape(-1)
        count = np.bincount(place, minlength=flat.size)
        sums = np.bincount(place, weights=after[row, seat], minlength=flat.size)
        known = count > 0
        share = 1 - (1 - self.step) ** (count[known] / 100)
        flat[known] += share * (sums[known] / count[known] - flat[known])
