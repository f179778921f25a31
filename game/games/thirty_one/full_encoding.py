"""All that a view of Thirty-one tells, as numbers for networks: one view as a row, for each of the two networks.

What holds of one suit holds of all, so suits stand in an order of their own: by what the own three cards count in it,
then by the value of the card in question (the top discard, or the one just drawn), then by the next player's known
cards, then by the unseen ones. The own cards stand in that order of suits, higher ones first, and so do the outputs of
the swap network. Numbers are scaled to be about 1 at most. Left is the next player alive, right the one before.

71 inputs of both networks:

- 0 to 15: own three cards, and the card in question: each card's value / 10 at its suit's place;
- 16 to 31, four each: a suit's expected value in the deck / 2; unseen cards / 13; unseen tens and courts / 4; whether
  the ace is unseen;
- 32 to 43, left: what the known cards count in each suit / 10; known cards / 3; cards discarded of each suit / 4; one
  life; two lives; is the caller; 44 to 55, right: the same;
- 56 to 62: one life; two lives; called; turns / 20; deck / 45; three alive; four alive;
- 63: own score / 31; 64 to 66: own card is known to the others; 67 to 70: what the own cards count in each suit / 20.

10 more of the action network: 71: what the best swap for the top discard adds to the score / 10; 72: what a draw adds
on the average, with the best discard after it / 10; 73: the chance that it makes 31; 74: the score after the best swap
/ 31; 75: what left's known cards count in the suit of the top discard / 30; 76: first turn; 77 to 80: fewer than 2, 4,
6, 8 turns for each player alive.

6 more of the swap network: 71 to 74: the score after each discard, in the order of the outputs / 31; 75: the card was
taken from the discard pile; 76: the best of these scores / 31.
"""

from collections.abc import Sequence

from game.games.thirty_one.cards import (
    BEST,
    BIT,
    HAND_SIZE,
    SUIT_NAMES,
    SUIT_SIZE,
    SUITS,
    VALUES,
    card_name,
    cards_of,
    suit_of,
    suit_points,
)
from game.games.thirty_one.encoding import PART_SUMS, Part, Row, held_before
from game.games.thirty_one.outlook import by_score
from game.games.thirty_one.state import FROM_DISCARD, View
from game.rules.wording import counted

_COMMON = 71
_SUIT_BITS = (1 << SUIT_SIZE) - 1
_TENS = 0b0_1111_0000_0000
_ACE = 1 << 12
_TURNS = (2, 4, 6, 8)


def _parts_of(cards: int) -> tuple[int, int, int, int]:
    """The four suits' parts of a set."""
    return (
        cards & _SUIT_BITS,
        cards >> SUIT_SIZE & _SUIT_BITS,
        cards >> 2 * SUIT_SIZE & _SUIT_BITS,
        cards >> 3 * SUIT_SIZE,
    )


class _Look:
    """What both networks' inputs are made of, for one view and the card in question."""

    def __init__(self, view: View, card: int) -> None:
        self.view, self.card = view, card
        self.held = held_before(view)
        self.sums = suit_points(self.held)
        self.unseen = view.unseen
        self.parts = _parts_of(self.unseen)
        self.number = max(1, self.unseen.bit_count())
        self.left_sums = suit_points(view.known[view.left])
        self.worth = by_score(view.house.three_of_a_kind).worth
        suit = suit_of(card)
        weights = [
            (-self.sums[at], -VALUES[card] * (at == suit), -self.left_sums[at], -PART_SUMS[self.parts[at]], at)
            for at in range(len(SUITS))
        ]
        self.suits = [weight[-1] for weight in sorted(weights)]
        rank = {suit: place for place, suit in enumerate(self.suits)}
        self.cards = sorted(cards_of(self.held), key=lambda own: (rank[suit_of(own)], -own))

    def row(self) -> Row:
        """The 71 inputs of both networks."""
        view, suits, parts, number = self.view, self.suits, self.parts, self.number
        row: Row = []
        for card in (*self.cards, self.card):
            row += [VALUES[card] / 10 if suit_of(card) == suit else 0.0 for suit in suits]
        row += [PART_SUMS[parts[suit]] / (2 * number) for suit in suits]
        row += [parts[suit].bit_count() / 13 for suit in suits]
        row += [(parts[suit] & _TENS).bit_count() / 4 for suit in suits]
        row += [float(parts[suit] >= _ACE) for suit in suits]
        row += self._neighbour(view.left)
        row += self._neighbour(view.right)
        lives, alive = view.lives[view.player], self.alive
        row += [float(lives == 1), float(lives == 2), float(view.caller is not None)]
        row += [view.turns / 20, view.deck_size / 45, float(alive == 3), float(alive == 4)]
        row.append(self.worth(self.held) / BEST)
        row += [float(view.known[view.player] & BIT[card] != 0) for card in self.cards]
        return row + [self.sums[suit] / 20 for suit in suits]

    def _neighbour(self, player: int) -> Row:
        view, suits = self.view, self.suits
        known, thrown = view.known[player], _parts_of(view.thrown[player])
        sums = suit_points(known)
        row = [sums[suit] / 10 for suit in suits]
        row.append(known.bit_count() / 3)
        row += [thrown[suit].bit_count() / 4 for suit in suits]
        lives = view.lives[player]
        return [*row, float(lives == 1), float(lives == 2), float(view.caller == player)]

    @property
    def alive(self) -> int:
        """How many players have lives."""
        return sum(map(bool, self.view.lives))

    def making_31(self) -> int:
        """How many unseen cards make 31 with the best discard after them."""
        found = 0
        for suit, part in enumerate(self.parts):
            own = [VALUES[card] for card in self.cards if suit_of(card) == suit]
            missing = BEST - self.sums[suit] + (min(own) if len(own) == HAND_SIZE else 0)
            if missing == 11:
                found += part >= _ACE
            elif missing == 10:
                found += (part & _TENS).bit_count()
        return found


class FullEncoding:
    """All of a view, suits and own cards in the order of what they matter."""

    name = "full"
    action_inputs = _COMMON + 10
    swap_inputs = _COMMON + 6

    def action(self, view: View) -> Row:
        top = view.discard[-1]
        look = _Look(view, top)
        outlook = by_score(view.house.three_of_a_kind)
        score, swapped = outlook.worth(view.hand), outlook.swapped(view.hand)[top]
        return [
            *look.row(),
            (swapped - score) / 10,
            (outlook.expected(view) - score) / 10,
            look.making_31() / look.number,
            swapped / BEST,
            look.left_sums[suit_of(top)] / 30,
            float(view.first_turn),
            *[float(view.turns < turns * look.alive) for turns in _TURNS],
        ]

    def swap(self, view: View) -> tuple[Row, tuple[int, ...]]:
        drawn = view.drawn
        assert drawn is not None
        look = _Look(view, drawn)
        cards = (*look.cards, drawn)
        scores = [look.worth(view.hand ^ BIT[card]) / BEST for card in cards]
        return [*look.row(), *scores, float(view.drawn_from is FROM_DISCARD), max(scores)], cards

    def action_parts(self, view: View) -> list[Part]:
        look = _Look(view, view.discard[-1])
        top = card_name(look.card)
        parts = [*_common_parts(look), _gone(f"the {top} on the pile", [*range(12, 16), 71, 74, 75])]
        parts.append(_gone("what a draw promises", [72, 73]))
        turns = [1.0 - view.first_turn, *[0.0] * len(_TURNS)]
        parts.append(Part("the time of the round", [59, *range(76, 81)], [0.5, *turns]))
        return parts

    def swap_parts(self, view: View) -> list[Part]:
        assert view.drawn is not None
        look = _Look(view, view.drawn)
        parts = [*_common_parts(look), _gone(f"the new {card_name(look.card)}", range(12, 16))]
        parts.append(_gone("the scores it leaves", range(71, 77)))
        parts.append(Part("the time of the round", [59], [0.5]))
        return parts


FULL = FullEncoding()


# --- words -------------------------------------------------------------------------------------------------------


def _gone(words: str, columns: Sequence[int]) -> Part:
    """A part that would be zeros."""
    return Part(words, columns, [0.0] * len(columns))


def _common_parts(look: _Look) -> list[Part]:
    view = look.view
    parts = [_gone(f"{card_name(card)} in hand", range(4 * at, 4 * at + 4)) for at, card in enumerate(look.cards)]
    parts.append(_gone(f"a hand of {look.worth(look.held):g}", [63, *range(67, 71)]))
    for place, suit in enumerate(look.suits):
        value = PART_SUMS[look.parts[suit]] / look.number
        fresh = [sum(VALUES[:SUIT_SIZE]) / 104, 1.0, 1.0, 1.0]
        parts.append(Part(f"{SUIT_NAMES[suit]} left ({value:.1f} a card)", range(16 + place, 32, 4), fresh))
    if view.left == view.right:
        parts += _neighbour_parts(view, view.left, "the opponent's", (32, 44))
    else:
        parts += _neighbour_parts(view, view.left, "the left's", (32,))
        parts += _neighbour_parts(view, view.right, "the right's", (44,))
    if view.caller is not None:
        parts.append(_gone("the call", [43, 55, 58]))
    if view.known[view.player] & look.held:
        parts.append(_gone("what the others know", range(64, 67)))
    lives = view.lives[view.player]
    if lives < 3:
        parts.append(_gone(f"{counted(lives, 'life', 'lives')} left", [56, 57]))
    return parts


def _neighbour_parts(view: View, player: int, whose: str, starts: Sequence[int]) -> list[Part]:
    found = []
    if known := cards_of(view.known[player]):
        columns = [start + column for start in starts for column in range(5)]
        found.append(_gone(f"{whose} {', '.join(map(card_name, known))}", columns))
    if view.thrown[player]:
        found.append(_gone(f"{whose} discards", [start + column for start in starts for column in range(5, 9)]))
    if view.lives[player] < 3:
        found.append(_gone(f"{whose} lives", [start + column for start in starts for column in (9, 10)]))
    return found
