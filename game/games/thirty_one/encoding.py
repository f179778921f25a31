"""How networks see Thirty-one: what players see and remember as the numbers that the action network and the swap
network take in, and what these numbers mean in words.

Source: the game's reference page ("The neural AI"). A card is four numbers, its value at its suit's place (S H D C),
else 0; cards of a hand stand in canonical order, unknown ones are 0 and stand last. The expected value of a suit is
the sum of its unseen values divided by the number of unseen cards.

- 46 inputs of the action network: own three cards (12), top discard (4), the expected value of each suit (4), first
  turn of the round (1), called (1), the cards seen of the player to the left (12), and of the one to the right (12).
- 32 inputs of the swap network: own three cards (12), drawn card (4), the expected value of each suit (4), the cards
  seen of the player to the left (12).
"""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np

from game.agents.networks import Floats
from game.games.thirty_one.batch_view import BatchView, held_before
from game.games.thirty_one.card_arrays import POINTS, SUIT_SUM, Ints, sorted_three
from game.games.thirty_one.cards import CARDS, SUIT_NAMES, SUITS, VALUES, card_name, cards_of
from game.games.thirty_one.state import View
from game.rules.language import _, made, marked

ACTION_OUTPUTS = 3
"""Draw from the deck, take the top discard, call."""
SWAP_OUTPUTS = 4
"""Discard the first, second or third own card, or the drawn one."""
FRESH_DECK = (sum(VALUES) / len(SUITS) / CARDS,) * len(SUITS)
"""The expected value of each suit before a card has been seen."""

_NOTHING = (0.0,) * len(SUITS)
_AS_HELD = np.arange(SWAP_OUTPUTS)


class Part(NamedTuple):
    """Some inputs that mean one thing: what that is in words, where they stand, and what they would be without it."""

    words: str
    columns: Sequence[int]
    without: Sequence[float]


class Encoding(Protocol):
    """How what is seen becomes a row of numbers for each of the two networks. Stateless."""

    @property
    def name(self) -> str:
        """The name that files give it."""

    @property
    def action_inputs(self) -> int:
        """How many numbers the action network takes in."""

    @property
    def swap_inputs(self) -> int:
        """How many numbers the swap network takes in."""

    def action(self, seen: BatchView) -> Floats:
        """The inputs of the action network at the start of a turn, (n, inputs)."""

    def swap(self, seen: BatchView) -> tuple[Floats, Ints]:
        """The inputs of the swap network with a card in hand, (n, inputs), and which card each of its outputs throws,
        (n, 4): 0 to 2 of the hand as it stands, and 3, the drawn one, last."""

    def action_parts(self, view: View) -> list[Part]:
        """What the inputs of the action network mean; inputs that tell nothing here are left out."""

    def swap_parts(self, view: View) -> list[Part]:
        """What the inputs of the swap network mean; inputs that tell nothing here are left out."""


class PageEncoding:
    """The page's inputs, to the letter."""

    name = "page"
    action_inputs = 46
    swap_inputs = 32

    def action(self, seen: BatchView) -> Floats:
        found = np.empty((len(seen), self.action_inputs), dtype=np.float32)
        found[:, :12] = _cards(seen.own)
        found[:, 12:16] = POINTS[seen.top]
        found[:, 16:20] = seen.expected
        found[:, 20] = seen.first_turn
        found[:, 21] = seen.called
        found[:, 22:34] = _known_cards(seen.known_left)
        found[:, 34:46] = found[:, 22:34] if seen.seats == 2 else _known_cards(seen.known(seen.right))
        return found

    def swap(self, seen: BatchView) -> tuple[Floats, Ints]:
        assert seen.drawn is not None
        found = np.empty((len(seen), self.swap_inputs), dtype=np.float32)
        found[:, :12] = _cards(seen.own)
        found[:, 12:16] = POINTS[seen.drawn]
        found[:, 16:20] = seen.expected
        found[:, 20:32] = _known_cards(seen.known_left)
        return found, np.broadcast_to(_AS_HELD, (len(seen), SWAP_OUTPUTS))

    def action_parts(self, view: View) -> list[Part]:
        left, right = view.left, view.right
        parts = [*_own(view), _card(_("{card} on the pile", card=_named(view.top)), 12), *_suits(view, 16)]
        parts.append(
            Part(_("the first turn") if view.first_turn else _("no first turn"), (20,), (float(not view.first_turn),))
        )
        called = view.caller is not None
        parts.append(Part(_("the call") if called else _("nobody has called"), (21,), (float(not called),)))
        if left == right:
            return parts + _known(view.known[left], marked("the opponent’s {}"), (22, 34))
        return (
            parts
            + _known(view.known[left], marked("{} to the left"), (22,))
            + _known(view.known[right], _(marked("{} to the right")), (34,))
        )

    def swap_parts(self, view: View) -> list[Part]:
        drawn = _card(f"the new {_named(view.drawn)}", 12)
        whose = marked("the opponent’s {}") if view.left == view.right else marked("{} to the left")
        return [*_own(view), drawn, *_suits(view, 16), *_known(view.known[view.left], whose, (20,))]


PAGE = PageEncoding()


def _cards(cards: Ints) -> Ints:
    """Cards as four numbers each: (n, 4 * m) for (n, m)."""
    return POINTS.take(cards, axis=0).reshape(len(cards), -1)


def _known_cards(cards: Ints) -> Ints:
    """Of a hand the cards that are known, in order, then zeros: (n, 12) for (n, 3)."""
    return _cards(sorted_three(cards[:, 0], cards[:, 1], cards[:, 2]))


# --- words -------------------------------------------------------------------------------------------------------


def expected_values(seen: BatchView) -> list[float]:
    """The expected value of each suit in the deck for the first row, as precise as can be."""
    count = max(1, int(seen.unseen_count[0]))
    return [total / count for total in SUIT_SUM[seen.unseen[0]].tolist()]


def _named(card: int | None) -> str:
    return _("nothing") if card is None else card_name(card)


def _card(words: str, at: int) -> Part:
    return Part(words, range(at, at + 4), _NOTHING)


def _own(view: View) -> list[Part]:
    return [
        _card(_("{card} in hand", card=card_name(card)), 4 * place)
        for place, card in enumerate(cards_of(held_before(view)))
    ]


def _suits(view: View, at: int) -> list[Part]:
    values = expected_values(BatchView.of(view))
    return [
        Part(_("{suit} left ({value:.1f} a card)", suit=name, value=value), (at + suit,), (FRESH_DECK[suit],))
        for suit, (name, value) in enumerate(zip(SUIT_NAMES, values, strict=True))
    ]


def _known(cards: int, words: str, starts: Sequence[int]) -> list[Part]:
    """The known cards of a neighbour, whose inputs begin at each of `starts`."""
    return [
        Part(
            made(words, (card_name(card),), {}),
            [start + 4 * place + column for start in starts for column in range(4)],
            _NOTHING * len(starts),
        )
        for place, card in enumerate(cards_of(cards))
    ]
