"""Thirty-one as an environment: card by card what is held, seen and known; an action for every draw and discard."""

from collections.abc import Iterable, Sequence
from operator import itemgetter
from typing import Any

from game.games.observation import Enumerated, Field, Numbered, numbered
from game.games.thirty_one.cards import BIT, CARDS
from game.games.thirty_one.moves import CALL, DISCARDS, DRAW_DECK, TAKE_DISCARD
from game.games.thirty_one.rules import RULES
from game.games.thirty_one.state import FROM_DISCARD, START_LIVES, TURN_LIMIT
from game.rules.protocol import Setup

_DIGITS = bytes.maketrans(b"01", bytes((0, 1)))


def _cards(sets: Sequence[int]) -> bytes:
    """Sets of cards as 52 numbers each, 1 for a card that is there: the digits of one binary number."""
    joined = 1  # before the last digit, so that none is left out
    for cards in reversed(sets):
        joined = joined << CARDS | cards
    return bin(joined)[:2:-1].encode().translate(_DIGITS)


def _bit(card: int | None) -> int:
    """A card as a set, the empty one where there is none."""
    return 0 if card is None else BIT[card]


class ThirtyOneObservation(Enumerated):
    """Actions: draw from the deck, take the discard, call, then the discard of each of the 52 cards."""

    rules = RULES

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self._in_turn = [itemgetter(*self.after(player)) for player in range(setup.players)]
        """By player what brings something of each player into the order of turns, from it on."""

    def _fields(self) -> Iterable[Field]:
        players = self.setup.players
        cards = "spades 2 to A, hearts, diamonds, clubs"
        yield Field("hand", CARDS, 1, f"own cards: {cards}")
        yield Field("drawn", CARDS, 1, "the card just drawn, where it can be seen")
        yield Field("top", CARDS, 1, "the top card of the discard pile")
        yield Field("discard", CARDS, 1, "all cards of the discard pile")
        yield Field("known_of_own", CARDS, 1, "own cards that the others have seen")
        for step in range(1, players):
            yield Field(f"known_{step}", CARDS, 1, f"cards seen in the hand of the player {step} after")
        for step in range(1, players):
            yield Field(f"thrown_{step}", CARDS, 1, f"cards that the player {step} after has discarded this round")
        yield Field("lives", players, START_LIVES, "lives: own, then in the order of turns")
        yield Field("caller", players, 1, "who has called, in the same order; all 0: nobody")
        yield Field("first_turn", 1, 1, "whether the round's first turn is not complete")
        yield Field("turns", 1, TURN_LIMIT, "turns complete in this round")
        yield Field("deck", 1, CARDS, "cards in the deck")
        yield Field("must_discard", 2, 1, "whether the player to move has drawn from the deck, from the discard pile")

    def _counts(self, view: Any) -> bytes:
        # Taken apart at once and put in the order of turns by one call: this is asked for before every action.
        player, _to_move, hand, discard, known, thrown, lives, caller, turns, drawn, drawn_from, deck, *_ = view
        in_turn = self._in_turn[player]
        pile = (_bit(discard[-1]) if discard else 0, sum([BIT[card] for card in discard]))
        sets = (hand, _bit(drawn), *pile, *in_turn(known), *in_turn(thrown)[1:])
        called = [0] * len(lives)
        if caller is not None:
            called[caller - player] = 1  # counted from the end where it is below 0: from the observer on
        took = drawn_from is FROM_DISCARD
        drew = drawn_from is not None and not took
        return _cards(sets) + bytes((*in_turn(lives), *called, not turns, turns, deck, drew, took))

    def _numbered(self) -> Numbered:
        return numbered((DRAW_DECK, TAKE_DISCARD, CALL, *DISCARDS))
