"""How networks see Thirty-one: one view as the numbers that the action network and the swap network take in.

Source: the game's reference page ("The neural AI"). A card is four numbers, its value at its suit's place (S H D C),
else 0; cards of a hand stand in canonical order, unknown ones are 0 and stand last. The expected value of a suit is
the sum of its unseen values divided by the number of unseen cards.

- 46 inputs of the action network: own three cards (12), top discard (4), the expected value of each suit (4), first
  turn of the round (1), called (1), the cards seen of the player to the left (12), and of the one to the right (12).
- 32 inputs of the swap network: own three cards (12), drawn card (4), the expected value of each suit (4), the cards
  seen of the player to the left (12).
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol

from game.games.thirty_one.cards import (
    BIT,
    CARDS,
    HAND_SIZE,
    SUIT_NAMES,
    SUIT_SIZE,
    SUITS,
    VALUES,
    card_name,
    cards_of,
    suit_of,
)
from game.games.thirty_one.state import View

Row = list[float]
ACTION_OUTPUTS = 3
"""Draw from the deck, take the top discard, call."""
SWAP_OUTPUTS = 4
"""Discard the first, second or third own card, or the drawn one."""

_NOTHING = (0.0,) * len(SUITS)
_CARD_ROWS = tuple(
    [tuple([float(VALUES[card] * (suit_of(card) == suit)) for suit in range(4)]) for card in range(CARDS)]
)
_SUIT_BITS = (1 << SUIT_SIZE) - 1
_SUIT_VALUES = VALUES[:SUIT_SIZE]
PART_SUMS = [0] * (1 << SUIT_SIZE)
"""What the cards of one suit count together, by their 13 bits."""
for _part in range(1, 1 << SUIT_SIZE):
    PART_SUMS[_part] = PART_SUMS[_part & (_part - 1)] + _SUIT_VALUES[(_part & -_part).bit_length() - 1]
FRESH_DECK = tuple([sum(_SUIT_VALUES) / CARDS] * len(SUITS))
"""The expected value of each suit before a card has been seen."""


class Part(NamedTuple):
    """Some inputs that mean one thing: what that is in words, where they stand, and what they would be without it."""

    words: str
    columns: Sequence[int]
    without: Sequence[float]


class Encoding(Protocol):
    """How a view becomes a row of numbers for each of the two networks. Stateless."""

    @property
    def name(self) -> str:
        """The name that files give it."""

    @property
    def action_inputs(self) -> int:
        """How many numbers the action network takes in."""

    @property
    def swap_inputs(self) -> int:
        """How many numbers the swap network takes in."""

    def action(self, view: View) -> Row:
        """The inputs of the action network, for a view of the player who begins a turn."""

    def swap(self, view: View) -> tuple[Row, tuple[int, ...]]:
        """The inputs of the swap network, for a view of the player who must discard, and the card that each of its
        outputs throws, the drawn one last."""

    def action_parts(self, view: View) -> list[Part]:
        """What the inputs of the action network mean; inputs that tell nothing here are left out."""

    def swap_parts(self, view: View) -> list[Part]:
        """What the inputs of the swap network mean; inputs that tell nothing here are left out."""


@lru_cache(maxsize=1 << 15)
def hand_row(cards: int) -> tuple[float, ...]:
    """A set of up to three cards as 12 numbers."""
    found = [number for card in cards_of(cards) for number in _CARD_ROWS[card]]
    return (*found, *[0.0] * (len(SUITS) * HAND_SIZE - len(found)))


def card_row(card: int | None) -> tuple[float, ...]:
    """A card as 4 numbers, no card as zeros."""
    return _NOTHING if card is None else _CARD_ROWS[card]


def expected_values(unseen: int) -> tuple[float, float, float, float]:
    """The expected value of each suit in the deck: of a card drawn from these unseen ones, what it counts in the suit.
    Zeros when no card is unseen."""
    number = unseen.bit_count()
    if not number:
        return 0.0, 0.0, 0.0, 0.0
    return (
        PART_SUMS[unseen & _SUIT_BITS] / number,
        PART_SUMS[unseen >> SUIT_SIZE & _SUIT_BITS] / number,
        PART_SUMS[unseen >> 2 * SUIT_SIZE & _SUIT_BITS] / number,
        PART_SUMS[unseen >> 3 * SUIT_SIZE] / number,
    )


def held_before(view: View) -> int:
    """The own three cards: of four, those that were held before the draw."""
    return view.hand if view.drawn is None else view.hand ^ BIT[view.drawn]


class PageEncoding:
    """The page's inputs, to the letter."""

    name = "page"
    action_inputs = 46
    swap_inputs = 32

    def action(self, view: View) -> Row:
        known = view.known
        return [
            *hand_row(view.hand),
            *card_row(view.top),
            *expected_values(view.unseen),
            0.0 if view.turns else 1.0,
            0.0 if view.caller is None else 1.0,
            *hand_row(known[view.left]),
            *hand_row(known[view.right]),
        ]

    def swap(self, view: View) -> tuple[Row, tuple[int, ...]]:
        drawn, held = view.drawn, held_before(view)
        assert drawn is not None
        row = [
            *hand_row(held),
            *card_row(drawn),
            *expected_values(view.unseen),
            *hand_row(view.known[view.left]),
        ]
        return row, (*cards_of(held), drawn)

    def action_parts(self, view: View) -> list[Part]:
        left, right = view.left, view.right
        parts = [*_own(view), _card(f"{_named(view.top)} on the pile", 12), *_suits(view, 16)]
        parts.append(
            Part("the first turn" if view.first_turn else "no first turn", (20,), (float(not view.first_turn),))
        )
        called = view.caller is not None
        parts.append(Part("the call" if called else "nobody has called", (21,), (float(not called),)))
        if left == right:
            return parts + _known(view.known[left], "the opponent's {}", (22, 34))
        return (
            parts
            + _known(view.known[left], "{} to the left", (22,))
            + _known(view.known[right], "{} to the right", (34,))
        )

    def swap_parts(self, view: View) -> list[Part]:
        drawn = _card(f"the new {_named(view.drawn)}", 12)
        whose = "the opponent's {}" if view.left == view.right else "{} to the left"
        return [*_own(view), drawn, *_suits(view, 16), *_known(view.known[view.left], whose, (20,))]


PAGE = PageEncoding()


# --- words -------------------------------------------------------------------------------------------------------


def _named(card: int | None) -> str:
    return "nothing" if card is None else card_name(card)


def _card(words: str, at: int) -> Part:
    return Part(words, range(at, at + 4), _NOTHING)


def _own(view: View) -> list[Part]:
    return [_card(f"{card_name(card)} in hand", 4 * place) for place, card in enumerate(cards_of(held_before(view)))]


def _suits(view: View, at: int) -> list[Part]:
    values = expected_values(view.unseen)
    return [
        Part(f"{name} left ({value:.1f} a card)", (at + suit,), (FRESH_DECK[suit],))
        for suit, (name, value) in enumerate(zip(SUIT_NAMES, values, strict=True))
    ]


def _known(cards: int, words: str, starts: Sequence[int]) -> list[Part]:
    """The known cards of a neighbour, whose inputs begin at each of `starts`."""
    return [
        Part(
            words.format(card_name(card)),
            [start + 4 * place + column for start in starts for column in range(4)],
            _NOTHING * len(starts),
        )
        for place, card in enumerate(cards_of(cards))
    ]
