"""Thirty-one as an environment: card by card what is held, seen and known; an action for every draw and discard."""

from collections.abc import Iterable
from typing import Any

from game.layouts.layout import Enumerated, Field, one_hot
from game.rules.thirty_one import RULES
from game.rules.thirty_one_cards import CARDS, DECK_CARDS
from game.rules.thirty_one_moves import CALL, DISCARDS, DRAW_DECK, TAKE_DISCARD, Move
from game.rules.thirty_one_state import FROM_DISCARD, START_LIVES, TURN_LIMIT


def _bits(cards: int) -> list[int]:
    """A set of cards as 52 numbers."""
    return [(cards >> card) & 1 for card in DECK_CARDS]


class ThirtyOneLayout(Enumerated):
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

    def _counts(self, view: Any) -> list[int]:
        after = self.after(view.player)
        caller = None if view.caller is None else after.index(view.caller)
        drawn = view.must_discard
        row = [*_bits(view.hand), *one_hot(view.drawn, CARDS), *one_hot(view.top, CARDS)]
        row += _bits(sum(1 << card for card in view.discard))
        for player in after:
            row += _bits(view.known[player])
        for player in after[1:]:
            row += _bits(view.thrown[player])
        row += [view.lives[player] for player in after]
        row += one_hot(caller, len(after))
        row += [int(view.first_turn), view.turns, view.deck_size]
        from_discard = view.drawn_from is FROM_DISCARD
        return [*row, int(drawn and not from_discard), int(from_discard)]

    def _moves(self) -> Iterable[Move]:
        return (DRAW_DECK, TAKE_DISCARD, CALL, *DISCARDS)
