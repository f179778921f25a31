"""What a hand of Thirty-one shows at the table: which of its cards count, in which suit, and what it can come to."""

from collections.abc import Iterable
from typing import NamedTuple

from game.games.thirty_one.cards import BIT, SUITS, best_suit, cards_of, is_three_alike, pack, points, score, suit_of
from game.games.thirty_one.state import House


class Worth(NamedTuple):
    """What a hand scores, and the letter of the suit that it scores in: None for three of a kind, and no cards."""

    score: float
    suit: str | None

    @property
    def number(self) -> str:
        """The score as people write it: "24", "30½"."""
        return f"{int(self.score)}{'½' if self.score % 1 else ''}"


def worth(hand: int, house: House) -> Worth:
    """What a hand, a set of at most four cards, scores."""
    found = score(hand, house.three_of_a_kind)
    if not hand or found != points(hand):
        return Worth(found, None)
    return Worth(found, SUITS[best_suit(hand)])


def counting(hand: int, house: House) -> int:
    """The cards of a hand that make its score, as a set."""
    suit = worth(hand, house).suit
    if suit is None:
        return hand if is_three_alike(hand) else 0
    return pack(card for card in cards_of(hand) if SUITS[suit_of(card)] == suit)


def best_after(hand: int, droppable: Iterable[int], house: House) -> Worth:
    """The most that a hand of four can score once one of the cards that may be discarded is gone."""
    return max((worth(hand ^ BIT[card], house) for card in droppable), key=lambda kept: kept.score)
