"""What Thirty-one's networks take in, for many seats at once."""

from typing import Protocol

import numpy as np

from game.agents.networks import Floats
from game.games.thirty_one.training.batch_view import BatchView
from game.games.thirty_one.training.cards import NO_CARD, SUITS, VALUES, Ints
from game.games.thirty_one.training.full_encoding import FullEncoding

CARD_INPUTS: Floats = np.zeros((NO_CARD + 1, 4), dtype=np.float32)
"""A card as four numbers: its value at its suit's place, else 0; no card is zeros."""
CARD_INPUTS[np.arange(52), SUITS[:52]] = VALUES[:52]


class ArrayEncoding(Protocol):
    """How seats are turned into the inputs of both networks."""

    @property
    def action_inputs(self) -> int:
        """How many numbers the action network takes."""

    @property
    def swap_inputs(self) -> int:
        """How many numbers the swap network takes."""

    def action(self, seen: BatchView) -> Floats:
        """The action network's inputs at the start of a turn, (n, inputs)."""

    def swap(self, seen: BatchView) -> tuple[Floats, Ints | None]:
        """The swap network's inputs with a card in hand, (n, inputs), and what its outputs stand for: the place of the
        discard for every output, (n, 4), or None where it is the outputs' own order."""


class PageEncoding:
    """The encoding of the rules page, 46 and 32 inputs: cards in canonical order, a neighbour's seen ones first.

    action: own three cards, top discard, expected value of each suit, first turn, called, left's cards, right's cards;
    swap: own three cards, the drawn one, expected value of each suit, left's cards.
    """

    action_inputs = 46
    swap_inputs = 32

    def action(self, seen: BatchView) -> Floats:
        """46 numbers a row."""
        found = np.empty((len(seen), 46), dtype=np.float32)
        found[:, :12] = _cards(seen.own)
        found[:, 12:16] = CARD_INPUTS[seen.top]
        found[:, 16:20] = seen.expected
        found[:, 20] = seen.first_turn
        found[:, 21] = seen.called
        found[:, 22:34] = _cards(seen.known(seen.left))
        found[:, 34:46] = found[:, 22:34] if seen.rounds.seats == 2 else _cards(seen.known(seen.right))
        return found

    def swap(self, seen: BatchView) -> tuple[Floats, Ints | None]:
        """32 numbers a row; the outputs stand for the own cards in order and the drawn one."""
        assert seen.drawn is not None
        found = np.empty((len(seen), 32), dtype=np.float32)
        found[:, :12] = _cards(seen.own)
        found[:, 12:16] = CARD_INPUTS[seen.drawn]
        found[:, 16:20] = seen.expected
        found[:, 20:32] = _cards(seen.known(seen.left))
        return found, None


def _cards(cards: Ints) -> Floats:
    return CARD_INPUTS[cards].reshape(len(cards), -1)


ENCODINGS: dict[str, ArrayEncoding] = {"page": PageEncoding(), "full": FullEncoding()}
"""The encodings by name."""
