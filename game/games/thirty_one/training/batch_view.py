"""What the players to move of many rounds of Thirty-one can see and remember, as arrays."""

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from game.games.thirty_one.training.cards import (
    ALL,
    BITS,
    GAIN,
    MOST_GAIN,
    NO_CARD,
    SUIT_COUNT,
    SUIT_SUM,
    SUITS,
    VALUES,
    Bools,
    Ints,
    by_suit,
    hand_index,
    sorted_three,
)

if TYPE_CHECKING:
    from game.games.thirty_one.training.rounds import Rounds


class BatchView:
    """What the players to move of some rows can see and remember; everything is a row each, made when it is asked for.

    Scores are twice as large as at the table.
    """

    def __init__(self, rounds: "Rounds", rows: Ints, drawn: Ints | None = None) -> None:
        self.rounds = rounds
        self.rows = rows
        self.player = rounds.to_move[rows]
        self.own: Ints = rounds.hands[rows, self.player]
        self.drawn = drawn
        """The card in hand that was just drawn or taken, (n,), or None at the start of a turn."""

    def __len__(self) -> int:
        return len(self.rows)

    def part(self, chosen: Bools | Ints) -> "BatchView":
        """The same of some of the rows."""
        return BatchView(self.rounds, self.rows[chosen], None if self.drawn is None else self.drawn[chosen])

    @cached_property
    def top(self) -> Ints:
        """The top of the discard pile, (n,); after a take, what it was."""
        return self.rounds.top[self.rows]

    @cached_property
    def called(self) -> Bools:
        """Whether somebody has called, (n,)."""
        found: Bools = self.rounds.caller[self.rows] >= 0
        return found

    @cached_property
    def first_turn(self) -> Bools:
        """Whether it is the first turn of the round, (n,)."""
        found: Bools = self.rounds.turns[self.rows] == 0
        return found

    @cached_property
    def left(self) -> Ints:
        """The next player alive, (n,)."""
        return self.rounds.following[self.rows, self.player]

    @cached_property
    def right(self) -> Ints:
        """The player before, (n,)."""
        return self.rounds.preceding[self.rows, self.player]

    def known(self, seat: Ints) -> Ints:
        """The cards of these players' hands that have been seen, in order, then no cards: (n, 3)."""
        hand = self.rounds.hands[self.rows, seat]
        seen = self.rounds.seen[self.rows][:, None] & BITS[hand]
        cards = np.where(seen != 0, hand, NO_CARD)
        return sorted_three(cards[:, 0], cards[:, 1], cards[:, 2])

    @cached_property
    def unseen(self) -> Ints:
        """The cards neither seen nor in the own hand, as the four suits' parts of a set: (n, 4)."""
        gone = self.rounds.seen[self.rows] | BITS[self.own[:, 0]] | BITS[self.own[:, 1]] | BITS[self.own[:, 2]]
        if self.drawn is not None:
            gone |= BITS[self.drawn]
        return by_suit(ALL & ~gone)

    @cached_property
    def unseen_count(self) -> Ints:
        """How many cards those are, (n,)."""
        found: Ints = SUIT_COUNT[self.unseen].sum(axis=1)
        return found

    @cached_property
    def expected(self) -> NDArray[np.float32]:
        """The expected value of each suit in the deck, (n, 4): the sum of its unseen cards' values divided by the
        number of all unseen cards, 0 when there is none."""
        count = np.maximum(self.unseen_count, 1).astype(np.float32)
        found: NDArray[np.float32] = SUIT_SUM[self.unseen].astype(np.float32) / count[:, None]
        return found

    @cached_property
    def score(self) -> Ints:
        """Twice the score of the hand of three, (n,)."""
        return self._score(self.own[:, 0], self.own[:, 1], self.own[:, 2])

    def score_without(self, card: Ints) -> Ints:
        """Twice the score of what is left of the hand and `card` after discarding each of the four: (n, 4)."""
        first, second, third = self.own[:, 0], self.own[:, 1], self.own[:, 2]
        found = np.empty((len(self), 4), dtype=np.int64)
        found[:, 0] = self._score(card, second, third)
        found[:, 1] = self._score(first, card, third)
        found[:, 2] = self._score(first, second, card)
        found[:, 3] = self.score
        return found

    def _score(self, first: Ints, second: Ints, third: Ints) -> Ints:
        return self.rounds.scores[hand_index(first, second, third)].astype(np.int64)

    @cached_property
    def suit_sums(self) -> Ints:
        """What the hand of three counts in each suit, (n, 4)."""
        return self._per_suit(VALUES[self.own])

    @cached_property
    def suit_counts(self) -> Ints:
        """How many cards the hand of three has in each suit, (n, 4)."""
        return self._per_suit(np.ones_like(self.own))

    def _per_suit(self, numbers: Ints) -> Ints:
        found = np.zeros((len(self), 4), dtype=np.int64)
        row = np.arange(len(self))
        for place in range(3):
            found[row, SUITS[self.own[:, place]]] += numbers[:, place]
        return found

    @cached_property
    def draw_gain(self) -> Ints:
        """Twice by how much a card drawn now and the best discard after it raise the score, summed over the unseen
        cards: (n,). Divided by their number it is the expected gain of a draw."""
        if self.rounds.house.three_of_a_kind:
            return self._draw_gain_card_by_card()
        # A drawn card u joins its suit's cards; of four of a suit the lowest goes. The best three of the four then
        # score the greater of the old score and u's value plus `base`; any other discard scores no more.
        lowest = np.where(self.suit_counts == 3, VALUES[self.own].min(axis=1)[:, None], 0)
        least = self.score[:, None] // 2 - (self.suit_sums - lowest)
        found: Ints = 2 * GAIN[self.unseen, np.minimum(least, MOST_GAIN)].sum(axis=1)
        return found

    def _draw_gain_card_by_card(self) -> Ints:
        found = np.zeros(len(self), dtype=np.int64)
        for card in range(52):
            there = (self.unseen[:, card // 13] >> (card % 13)) & 1
            best = self.score_without(np.full(len(self), card)).max(axis=1)
            found += there * (best - self.score)
        return found
