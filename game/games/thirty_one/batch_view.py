"""What players to move can see and remember, as arrays: of one view, or of many rounds that are played at once."""

from dataclasses import dataclass, fields
from functools import cache, cached_property

import numpy as np
from numpy.typing import NDArray

from game.games.thirty_one.card_arrays import (
    BITS,
    DECK,
    GAIN,
    MOST_GAIN,
    NO_CARD,
    POINTS,
    SUIT_COUNT,
    SUIT_SUM,
    SUITS,
    Bools,
    Ints,
    by_suit,
    card_by_card,
    hand_index,
    scores,
    suit_points,
    swap_index,
)
from game.games.thirty_one.cards import ALL as ALL_CARDS
from game.games.thirty_one.cards import BIT, HAND_SIZE, cards_of
from game.games.thirty_one.state import FROM_DISCARD, House, View, next_living, previous_living


@dataclass(eq=False)
class RoundArrays:
    """Rounds under way, a row each, all at tables of one size."""

    house: House
    hands: Ints
    """(n, seats, 3), in canonical order; between drawing and discarding as they were before. A seat that is out holds
    no cards; nor need there be one that nobody but its holder has seen, in a hand that is not to move."""
    seen: Ints
    """The cards that have lain on the discard pile, as sets, (n,)."""
    thrown: Ints
    """The cards that each seat has discarded, as sets, (n, seats)."""
    top: Ints
    """The top of the discard pile, (n,); after a take, what it was."""
    deck_left: Ints
    """How many cards the deck holds, (n,)."""
    lives_before: Ints
    """Lives as the rounds began, (n, seats)."""
    to_move: Ints
    """Whose turn it is, (n,)."""
    caller: Ints
    """Who has called, (n,); -1 where nobody has."""
    turns: Ints
    """How many turns are complete, (n,)."""

    def taken(self, rows: Ints) -> "RoundArrays":
        """Copies of these rows, (m,) of any, as rounds of their own."""
        copied = {name: getattr(self, name)[rows] for name in _BY_ROW}
        return RoundArrays(house=self.house, **copied)

    def __post_init__(self) -> None:
        self.seats: int = self.hands.shape[1]
        self.scores = scores(self.house.three_of_a_kind)
        self.following, self.preceding, self.living = neighbours(self.lives_before)


_BY_ROW = tuple(each.name for each in fields(RoundArrays) if each.name != "house")
"""The arrays of rounds, which all have a row a round."""


@cache
def _neighbours_of(seats: int) -> tuple[Ints, Ints, Ints, Ints]:
    """The bit of each seat, (seats,), by the bits of those alive the neighbours of every seat, (2 ** seats, seats)
    each, and how many are alive, (2 ** seats,)."""
    found = np.zeros((2, 1 << seats, seats), dtype=np.int64)
    for alive in range(1, 1 << seats):
        lives = tuple([alive >> seat & 1 for seat in range(seats)])
        found[0, alive] = [next_living(lives, seat) for seat in range(seats)]
        found[1, alive] = [previous_living(lives, seat) for seat in range(seats)]
    living = np.array([alive.bit_count() for alive in range(1 << seats)])
    return 1 << np.arange(seats), found[0], found[1], living


def neighbours(lives: Ints) -> tuple[Ints, Ints, Ints]:
    """For every seat the next one alive, and the one before, cyclically: (n, seats) each, by lives (n, seats); and how
    many are alive, (n,)."""
    bits, following, preceding, living = _neighbours_of(lives.shape[1])
    alive = (lives > 0) @ bits
    return following.take(alive, axis=0), preceding.take(alive, axis=0), living.take(alive)


class BatchView:
    """What the players to move of some rows can see and remember; everything is a row each, made when it is asked for.

    Scores are twice as large as at the table, so that 30.5 is a whole number.
    """

    def __init__(self, rounds: RoundArrays, rows: Ints, drawn: Ints | None = None) -> None:
        self._rounds = rounds
        self.rows = rows
        self.player: Ints = rounds.to_move[rows]
        self._seats_before: Ints = rows * rounds.seats
        self.own: Ints = self._hand(self.player)
        """The hand of three, in canonical order, (n, 3): of four cards, those held before the draw."""
        self.drawn = drawn
        """The card in hand that was just drawn or taken, (n,), or None at the start of a turn."""

    @classmethod
    def of(cls, view: View) -> "BatchView":
        """The view of a player to move, as the only row."""
        held, drawn = held_before(view), view.drawn
        hands = [three(held if player == view.player else known) for player, known in enumerate(view.known)]
        seen = ALL_CARDS & ~view.unseen & ~(view.hand & ~view.known[view.player])
        rounds = RoundArrays(
            house=view.house,
            hands=np.array([hands]),
            seen=np.array([seen]),
            thrown=np.array([view.thrown]),
            top=np.array([drawn if view.drawn_from is FROM_DISCARD else view.top]),
            deck_left=np.array([view.deck_size]),
            lives_before=np.array([view.lives]),
            to_move=np.array([view.player]),
            caller=np.array([-1 if view.caller is None else view.caller]),
            turns=np.array([view.turns]),
        )
        return cls(rounds, _ONLY, None if drawn is None else np.array([drawn]))

    def __len__(self) -> int:
        return len(self.rows)

    def part(self, chosen: Bools | Ints) -> "BatchView":
        """The same of some of the rows."""
        return BatchView(self._rounds, self.rows[chosen], None if self.drawn is None else self.drawn[chosen])

    # --- the table ---

    @property
    def arrays(self) -> RoundArrays:
        """The rounds that are seen, of which `rows` are the rows."""
        return self._rounds

    @property
    def house(self) -> House:
        """The house rules."""
        return self._rounds.house

    @property
    def seats(self) -> int:
        """How many seats the tables have, those that are out among them."""
        return self._rounds.seats

    @cached_property
    def top(self) -> Ints:
        """The top of the discard pile, (n,); after a take, what it was."""
        return self._rounds.top[self.rows]

    @cached_property
    def deck_left(self) -> Ints:
        """How many cards the deck holds, (n,)."""
        return self._rounds.deck_left[self.rows]

    @cached_property
    def turns(self) -> Ints:
        """How many turns of the round are complete, (n,)."""
        return self._rounds.turns[self.rows]

    @cached_property
    def first_turn(self) -> Bools:
        """Whether it is the first turn of the round, (n,)."""
        found: Bools = self.turns == 0
        return found

    @cached_property
    def caller(self) -> Ints:
        """Who has called, (n,); -1 where nobody has."""
        return self._rounds.caller[self.rows]

    @cached_property
    def called(self) -> Bools:
        """Whether somebody has called, (n,)."""
        found: Bools = self.caller >= 0
        return found

    @cached_property
    def alive(self) -> Ints:
        """How many players have lives, (n,)."""
        return self._rounds.living[self.rows]

    @cached_property
    def left(self) -> Ints:
        """The next player alive, (n,)."""
        return self._of(self._rounds.following, self.player)

    @cached_property
    def right(self) -> Ints:
        """The player before, (n,)."""
        return self._of(self._rounds.preceding, self.player)

    def _of(self, each: Ints, seat: Ints) -> Ints:
        """What is told of each seat, (rounds, seats), at these, (n,)."""
        return each.take(self._seats_before + seat)

    def _hand(self, seat: Ints) -> Ints:
        """The hands of these players as the arrays have them, (n, 3)."""
        return self._rounds.hands.reshape(-1, HAND_SIZE).take(self._seats_before + seat, axis=0)

    def lives(self, seat: Ints) -> Ints:
        """The lives of these players, (n,)."""
        return self._of(self._rounds.lives_before, seat)

    def thrown(self, seat: Ints) -> Ints:
        """The cards that these players have discarded, as the four suits' parts of a set: (n, 4)."""
        return by_suit(self._of(self._rounds.thrown, seat))

    # --- cards seen ---

    def is_seen(self, cards: Ints) -> Bools:
        """Whether cards have lain on the discard pile: (n, m) for (n, m)."""
        found: Bools = (self._rounds.seen[self.rows][:, None] & BITS.take(cards)) != 0
        return found

    def known(self, seat: Ints) -> Ints:
        """The cards of these players' hands that have been seen, in the place of others no cards: (n, 3)."""
        hand = self._hand(seat)
        return np.where(self.is_seen(hand), hand, NO_CARD)

    @cached_property
    def known_left(self) -> Ints:
        """The known cards of the next player, (n, 3)."""
        return self.known(self.left)

    @cached_property
    def left_points(self) -> Ints:
        """What these count in each suit, (n, 4)."""
        return suit_points(self.known_left)

    @cached_property
    def unseen(self) -> Ints:
        """The cards neither seen nor in the own hand, as the four suits' parts of a set: (n, 4)."""
        own = BITS.take(self.own)
        gone = self._rounds.seen[self.rows] | own[:, 0] | own[:, 1] | own[:, 2]
        if self.drawn is not None:
            gone |= BITS[self.drawn]
        return by_suit(ALL_CARDS & ~gone)

    @cached_property
    def unseen_count(self) -> Ints:
        """How many cards those are, (n,)."""
        found: Ints = SUIT_COUNT.take(self.unseen).sum(axis=1)
        return found

    @cached_property
    def unseen_cards(self) -> Ints:
        """1 for each of those cards, 0 for others, (n, 52)."""
        return card_by_card(self.unseen)

    @cached_property
    def expected(self) -> NDArray[np.float32]:
        """The expected value of each suit in the deck, (n, 4): the sum of its unseen cards' values divided by the
        number of all unseen cards, 0 when there is none."""
        count = np.maximum(self.unseen_count, 1).astype(np.float32)
        found: NDArray[np.float32] = SUIT_SUM.take(self.unseen).astype(np.float32) / count[:, None]
        return found

    # --- the own hand ---

    @cached_property
    def score(self) -> Ints:
        """Twice the score of the hand of three, (n,)."""
        return self._rounds.scores.take(hand_index(self.own)).astype(np.int64)

    def score_taking(self, card: Ints) -> Ints:
        """Twice the score of the best hand with a card in place of one of the own: (n,) for (n,)."""
        first, second, third = self._scores_with(self.own, card[:, None]).T
        found: Ints = np.maximum(np.maximum(first, second), third)
        return found

    def score_without(self, card: Ints) -> Ints:
        """Twice the score of what is left of the hand and a card (n,) after discarding each of the four: (n, 4)."""
        return np.concatenate([self._scores_with(self.own, card[:, None]), self.score[:, None]], axis=1)

    def _scores_with(self, hands: Ints, card: Ints) -> Ints:
        """Twice the scores with a card (..., 1) in place of each of a hand (..., 3)."""
        return self._rounds.scores.take(swap_index(hands, card)).astype(np.int64)

    @cached_property
    def suit_points(self) -> Ints:
        """What the hand of three counts in each suit, (n, 4)."""
        return suit_points(self.own)

    @cached_property
    def suit_base(self) -> Ints:
        """What a card that is drawn now adds to in its suit, (n, 4): that is all the hand counts there; but of four
        cards of a suit the lowest goes, which is the lowest of the three or the drawn one."""
        lowest, highest = self.own[:, 0], self.own[:, 2]
        one_suit = SUITS[lowest] == SUITS[highest]
        found: Ints = self.suit_points - POINTS.take(lowest, axis=0) * one_suit[:, None]
        return found

    @cached_property
    def draw_gain(self) -> Ints:
        """Twice by how much a card drawn now and the best discard after it raise the score, summed over the unseen
        cards: (n,). Divided by their number it is the expected gain of a draw."""
        if self.house.three_of_a_kind:
            return self._draw_gain_card_by_card()
        # The best three of the four score the greater of the old score and the card's value plus its suit's base; any
        # other discard scores no more.
        least = self.score[:, None] // 2 - self.suit_base
        found: Ints = 2 * GAIN[self.unseen, np.minimum(least, MOST_GAIN)].sum(axis=1)
        return found

    def _draw_gain_card_by_card(self) -> Ints:
        drawn = self._scores_with(self.own[:, None], DECK[:, None]).max(axis=2)
        found: Ints = (self.unseen_cards * np.maximum(drawn - self.score[:, None], 0)).sum(axis=1)
        return found


_ONLY: Ints = np.zeros(1, dtype=np.int64)


def held_before(view: View) -> int:
    """The own three cards as a set: of four, those that were held before the draw."""
    return view.hand if view.drawn is None else view.hand ^ BIT[view.drawn]


def three(cards: int) -> list[int]:
    """A set of up to three cards in order, then no cards."""
    found = list(cards_of(cards))
    return found + [NO_CARD] * (HAND_SIZE - len(found))
