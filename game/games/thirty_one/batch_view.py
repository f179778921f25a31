"""What players to move can see and remember, as arrays: of one view, or of many rounds that are played at once."""

from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from game.games.thirty_one.card_arrays import (
    BITS,
    DECK,
    NO_CARD,
    SUIT_COUNT,
    SUIT_PARTS,
    SUIT_SHIFTS,
    SUIT_SUM,
    SUITS,
    Bools,
    Ints,
    by_suit,
    card_by_card,
    hand_index,
    hand_union,
    highest,
    index_without_each,
    prospects,
    scores,
    suit_points,
    swap_index,
)
from game.games.thirty_one.cards import ALL as ALL_CARDS
from game.games.thirty_one.cards import BIT, HAND_SIZE, SUIT_SIZE, cards_of, suit_of
from game.games.thirty_one.standing_arrays import neighbours
from game.games.thirty_one.state import FROM_DECK, FROM_DISCARD, TURN_LIMIT, House, View

CALLED = 4
"""What a call adds to lives where both stand in one number."""
KNOWN = 64
"""What is added to a card that the others know."""
TIMES = TURN_LIMIT + 1
"""So many turns a round may be old, 0 included."""


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


class BatchView:
    """What the players to move of some rows can see and remember; everything is a row each, made when it is asked for.

    Scores are twice as large as at the table, so that 30.5 is a whole number.
    """

    rows: Ints
    """Which of the rounds' rows they are, (n,)."""
    drawn: Ints | None
    """The card in hand that was just drawn or taken, (n,), or None at the start of a turn."""

    def __init__(self, rounds: RoundArrays, rows: Ints, drawn: Ints | None = None) -> None:
        self._given = rounds
        self.rows = rows
        self._seats_before: Ints = rows * rounds.seats
        self.drawn = drawn

    @classmethod
    def of(cls, view: View) -> "BatchView":
        """The view of a player to move, as the only row."""
        return _OneView(view)

    def __len__(self) -> int:
        return len(self.rows)

    def part(self, chosen: Bools | Ints) -> "BatchView":
        """The same of some of the rows."""
        return BatchView(self.arrays, self.rows[chosen], None if self.drawn is None else self.drawn[chosen])

    # --- the table ---

    @cached_property
    def arrays(self) -> RoundArrays:
        """The rounds that are seen, of which `rows` are the rows."""
        return self._given

    @property
    def house(self) -> House:
        """The house rules."""
        return self.arrays.house

    @property
    def seats(self) -> int:
        """How many seats the tables have, those that are out among them."""
        return self.arrays.seats

    @cached_property
    def player(self) -> Ints:
        """Who sees, (n,)."""
        return self.arrays.to_move[self.rows]

    @cached_property
    def own(self) -> Ints:
        """The hand of three, in canonical order, (n, 3): of four cards, those held before the draw."""
        return self._hand(self.player)

    @cached_property
    def top(self) -> Ints:
        """The top of the discard pile, (n,); after a take, what it was."""
        return self.arrays.top[self.rows]

    @cached_property
    def deck_left(self) -> Ints:
        """How many cards the deck holds, (n,)."""
        return self.arrays.deck_left[self.rows]

    @cached_property
    def turns(self) -> Ints:
        """How many turns of the round are complete, (n,)."""
        return self.arrays.turns[self.rows]

    @cached_property
    def first_turn(self) -> Bools:
        """Whether it is the first turn of the round, (n,)."""
        found: Bools = self.turns == 0
        return found

    @cached_property
    def caller(self) -> Ints:
        """Who has called, (n,); -1 where nobody has."""
        return self.arrays.caller[self.rows]

    @cached_property
    def called(self) -> Bools:
        """Whether somebody has called, (n,)."""
        found: Bools = self.caller >= 0
        return found

    @cached_property
    def alive(self) -> Ints:
        """How many players have lives, (n,)."""
        return self.arrays.living[self.rows]

    @cached_property
    def left(self) -> Ints:
        """The next player alive, (n,)."""
        return self._of(self.arrays.following, self.player)

    @cached_property
    def right(self) -> Ints:
        """The player before, (n,)."""
        return self._of(self.arrays.preceding, self.player)

    def _of(self, each: Ints, seat: Ints) -> Ints:
        """What is told of each seat, (rounds, seats), at these, (n,)."""
        return each.take(self._seats_before + seat)

    def _hand(self, seat: Ints) -> Ints:
        """The hands of these players as the arrays have them, (n, 3)."""
        return self.arrays.hands.reshape(-1, HAND_SIZE).take(self._seats_before + seat, axis=0)

    def lives(self, seat: Ints) -> Ints:
        """The lives of these players, (n,)."""
        return self._of(self.arrays.lives_before, seat)

    def thrown(self, seat: Ints) -> Ints:
        """The cards that these players have discarded, as the four suits' parts of a set: (n, 4)."""
        return by_suit(self._thrown_set(seat))

    def _thrown_set(self, seat: Ints) -> Ints:
        return self._of(self.arrays.thrown, seat)

    # --- cards seen ---

    @cached_property
    def card(self) -> Ints:
        """The card in question, (n,): that in hand, at the start of a turn the top of the discard pile."""
        return self.top if self.drawn is None else self.drawn

    @cached_property
    def four(self) -> Ints:
        """The own hand, and the card in question, (n, 4)."""
        return np.concatenate([self.own, self.card[:, None]], axis=1)

    def _known_set(self, seat: Ints) -> Ints:
        return hand_union(self._hand(seat)) & self.arrays.seen[self.rows]

    def told(self, across: bool) -> tuple[Ints, Ints]:
        """What networks are told, in whole numbers, and as sets of cards.

        The numbers, (n, 9 + neighbours): the own hand, `KNOWN` more where the others know a card; the card in question;
        the turns, `TIMES` more for each player alive; how many cards the deck holds; the next player's known cards of
        the suit of the card in question, as that suit's part of a set; whether that card lies on the discard pile, or
        did; the own lives, `CALLED` more if anybody has called; those of each neighbour, as much more if it has.

        The sets, (n, 2 * neighbours + 3): what each neighbour has discarded, and what is known of its hand; then the
        own cards, the card in question, and the unseen ones. Neighbours are who sits `across`, only if asked for, to
        the right unless there are two seats, to the left.
        """
        seats = _neighbours(self, self.seats, across)
        known = [self._known_set(seat) for seat in seats]
        marked = self.own + KNOWN * ((self._known_set(self.player)[:, None] >> self.own) & 1)
        wanted = (known[-1] >> SUIT_SHIFTS.take(SUITS.take(self.card))) & (SUIT_PARTS - 1)
        lives = [self.lives(self.player) + CALLED * self.called]
        lives += [self.lives(seat) + CALLED * (self.caller == seat) for seat in seats]
        time = self.turns + TIMES * self.alive
        numbers = [*marked.T, self.card, time, self.deck_left, wanted, self.card == self.top, *lives]
        sets = [each for seat, cards in zip(seats, known, strict=True) for each in (self._thrown_set(seat), cards)]
        sets += [hand_union(self.own), BITS.take(self.card), self._unseen_set]
        return np.stack(numbers, axis=1), np.stack(sets, axis=1)

    def known(self, seat: Ints) -> Ints:
        """The cards of these players' hands that have been seen, in the place of others no cards: (n, 3)."""
        hand = self._hand(seat)
        return np.where(self.arrays.seen[self.rows][:, None] & BITS.take(hand), hand, NO_CARD)

    @cached_property
    def known_left(self) -> Ints:
        """The known cards of the next player, (n, 3)."""
        return self.known(self.left)

    @cached_property
    def left_points(self) -> Ints:
        """What these count in each suit, (n, 4)."""
        return suit_points(self.known_left)

    @cached_property
    def _unseen_set(self) -> Ints:
        gone = self.arrays.seen[self.rows] | hand_union(self.own)
        if self.drawn is not None:
            gone |= BITS.take(self.drawn)
        found: Ints = ALL_CARDS & ~gone
        return found

    @cached_property
    def unseen(self) -> Ints:
        """The cards neither seen nor in the own hand, as the four suits' parts of a set: (n, 4)."""
        return by_suit(self._unseen_set)

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
        return self._scores_at(hand_index(self.own))

    def score_taking(self, card: Ints) -> Ints:
        """Twice the score of the best hand with a card in place of one of the own: (n,) for (n,)."""
        found: Ints = highest(self._scores_at(swap_index(self.own, card[:, None])))
        return found

    def scores_without(self, four: Ints) -> Ints:
        """Twice the score of what is left of four cards without each of them: (n, 4) for (n, 4)."""
        return self._scores_at(index_without_each(four))

    def _scores_at(self, index: Ints) -> Ints:
        """Twice the scores of the hands that stand there, see `hand_index`."""
        return scores(self.house.three_of_a_kind).take(index).astype(np.int64)

    @cached_property
    def draw_gain(self) -> Ints:
        """Twice by how much a card drawn now and the best discard after it raise the score, summed over the unseen
        cards: (n,). Divided by their number it is the expected gain of a draw."""
        if self.house.three_of_a_kind:
            return self._draw_gain_card_by_card()
        own = by_suit(hand_union(self.own))
        return 2 * prospects(self.score, own, self.unseen, 1)[:, 0].astype(np.int64)

    def _draw_gain_card_by_card(self) -> Ints:
        drawn = self._scores_at(swap_index(self.own[:, None], DECK[:, None])).max(axis=2)
        found: Ints = (self.unseen_cards * np.maximum(drawn - self.score[:, None], 0)).sum(axis=1)
        return found


def _neighbours(who: BatchView | View, seats: int, across: bool) -> list[Any]:
    """The neighbours of whoever sees, in the order that `BatchView.told` tells of them."""
    if seats == 2:
        return [who.left]
    return [*([(who.player + 2) % seats] if across else []), who.right, who.left]


class _OneView(BatchView):
    """A view as the only row: what networks are told is made of it in plain numbers, which of one row are quicker than
    arrays; arrays of its round only where something else is asked for."""

    rows = _seats_before = np.zeros(1, dtype=np.int64)

    def __init__(self, view: View) -> None:
        self.view = view
        self.drawn = None if view.drawn is None else np.array([view.drawn])

    @property
    def house(self) -> House:
        return self.view.house

    @property
    def seats(self) -> int:
        return len(self.view.lives)

    @cached_property
    def arrays(self) -> RoundArrays:
        view, held = self.view, held_before(self.view)
        hands = [three(held if player == view.player else known) for player, known in enumerate(view.known)]
        seen = ALL_CARDS & ~view.unseen & ~(view.hand & ~view.known[view.player])
        top = view.drawn if view.drawn_from is FROM_DISCARD else view.top
        return RoundArrays(
            house=view.house,
            hands=np.array([hands]),
            seen=np.array([seen]),
            thrown=np.array([view.thrown]),
            top=np.array([top]),
            deck_left=np.array([view.deck_size]),
            lives_before=np.array([view.lives]),
            to_move=np.array([view.player]),
            caller=np.array([-1 if view.caller is None else view.caller]),
            turns=np.array([view.turns]),
        )

    def told(self, across: bool) -> tuple[Ints, Ints]:
        view, lives, caller = self.view, self.view.lives, self.view.caller
        held, known = held_before(view), view.known[view.player]
        card = view.discard[-1] if view.drawn is None else view.drawn
        seats = _neighbours(view, self.seats, across)
        marked = [each + KNOWN * (known >> each & 1) for each in cards_of(held)]
        time = view.turns + TIMES * (len(lives) - lives.count(0))
        wanted = view.known[seats[-1]] >> SUIT_SIZE * suit_of(card) & (SUIT_PARTS - 1)
        numbers = [*marked, card, time, view.deck_size, wanted, view.drawn_from is not FROM_DECK]
        numbers.append(lives[view.player] + CALLED * (caller is not None))
        numbers += [lives[seat] + CALLED * (seat == caller) for seat in seats]
        sets = [each for seat in seats for each in (view.thrown[seat], view.known[seat])]
        found = np.array([[*numbers, *sets, held, BIT[card], view.unseen]])
        return found[:, : len(numbers)], found[:, len(numbers) :]


def held_before(view: View) -> int:
    """The own three cards as a set: of four, those that were held before the draw."""
    return view.hand if view.drawn is None else view.hand ^ BIT[view.drawn]


def three(cards: int) -> list[int]:
    """A set of up to three cards in order, then no cards."""
    found = list(cards_of(cards))
    return found + [NO_CARD] * (HAND_SIZE - len(found))
