"""What a hand of Thirty-one may become: its worth after a card is swapped in, and what the deck promises.

The worth of a hand is whatever its player makes of it: its score, or a player's own estimate.
"""

from collections.abc import Callable
from functools import lru_cache

from game.games.thirty_one.cards import BIT, CARDS, DECK_CARDS, HAND_SIZE, cards_of, score
from game.games.thirty_one.rules import View

_HANDS = 1 << 15
"""More than there are hands of three, 22,100: every hand is worked out once."""


class Outlook:
    """Hands judged by one measure, `worth`, of a set of three cards.

    A hand that is met for the first time in a process is worth some ten times the work of one that was met before: 147
    swaps are judged. So of two AIs that are timed one after the other the first seems the dearer.
    """

    def __init__(self, worth: Callable[[int], float]) -> None:
        self.worth = lru_cache(maxsize=_HANDS)(worth)
        self.swapped = lru_cache(maxsize=_HANDS)(self._swapped)
        self._drawn = lru_cache(maxsize=_HANDS)(self._all_drawn)

    def _swapped(self, hand: int) -> tuple[float, ...]:
        """For each card, the most that a hand of three is worth once the card has taken the place of one of its own;
        0 for those it holds."""
        pairs = [hand ^ BIT[card] for card in cards_of(hand)]
        worth = self.worth
        return tuple(
            [
                0 if hand & bit else max([worth(pair | bit) for pair in pairs])
                for bit in map(BIT.__getitem__, DECK_CARDS)
            ]
        )

    def _all_drawn(self, hand: int) -> tuple[tuple[float, ...], float]:
        """For each card, the most that a hand of three is worth once the card was drawn from the deck and the best card
        discarded, which may be that one; and the sum over the cards that the hand does not hold."""
        least = self.worth(hand)
        drawn = tuple([max(least, worth) for worth in self.swapped(hand)])
        return drawn, sum(drawn) - len(cards_of(hand)) * least

    def expected(self, view: View) -> float:
        """What the hand of a player who may draw is worth, on the average, after a card of the deck and the best
        discard after it: over the cards neither seen nor in the own hand. Where none is left, it stays as it is.

        Of scores, which are whole or halves, the sum is exact, and its quotient by at most 49 cards is never rounded
        onto a half that it is not: comparing it with a score gives what comparing fractions would.
        """
        hand = view.hand
        drawn, total = self._drawn(hand)
        left = CARDS - HAND_SIZE - len(view.discard)
        for card in view.discard:
            total -= drawn[card]
        known = 0
        for cards in view.known:
            known |= cards
        known &= ~hand
        if known:
            for card in cards_of(known):
                total -= drawn[card]
                left -= 1
        return total / left if left else self.worth(hand)


@lru_cache(maxsize=2)
def by_score(three_of_a_kind: bool) -> Outlook:
    """Hands judged by their score."""
    return Outlook(lambda hand: score(hand, three_of_a_kind))
