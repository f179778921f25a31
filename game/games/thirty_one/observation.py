"""Thirty-one as an environment: card by card what is held, seen and known; an action for every draw and discard."""

from collections.abc import Iterable
from functools import cache
from typing import Any

from game.games.observation import Enumerated, Field, Numbered, numbered, one_hot
from game.games.thirty_one.cards import BIT, CARDS, SUIT_SIZE
from game.games.thirty_one.moves import CALL, DISCARDS, DRAW_DECK, TAKE_DISCARD
from game.games.thirty_one.rules import RULES
from game.games.thirty_one.state import FROM_DISCARD, START_LIVES, TURN_LIMIT

_SUIT = (1 << SUIT_SIZE) - 1


@cache
def _suit(cards: int) -> bytes:
    """A set of cards of one suit as 13 numbers."""
    return bytes([(cards >> rank) & 1 for rank in range(SUIT_SIZE)])


def _bits(cards: int) -> bytes:
    """A set of cards as 52 numbers."""
    return b"".join([_suit((cards >> start) & _SUIT) for start in range(0, CARDS, SUIT_SIZE)])


def _bit(card: int | None) -> bytes:
    """A card as 52 numbers, all 0 where there is none."""
    return _bits(0 if card is None else BIT[card])


class ThirtyOneObservation(Enumerated):
    """Actions: draw from the deck, take the discard, call, then the discard of each of the 52 cards."""

    rules = RULES

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
        after = self.after(view.player)
        caller = None if view.caller is None else after.index(view.caller)
        from_discard = view.drawn_from is FROM_DISCARD
        return b"".join([
            _bits(view.hand), _bit(view.drawn), _bit(view.top), _bits(sum([BIT[card] for card in view.discard])),
            *[_bits(view.known[player]) for player in after],
            *[_bits(view.thrown[player]) for player in after[1:]],
            bytes([view.lives[player] for player in after]), bytes(one_hot(caller, len(after))),
            bytes([view.first_turn, view.turns, view.deck_size, view.must_discard and not from_discard, from_discard]),
        ])  # fmt: skip

    def _numbered(self) -> Numbered:
        return numbered((DRAW_DECK, TAKE_DISCARD, CALL, *DISCARDS))
