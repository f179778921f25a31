"""The cards of Thirty-one, sets of them, and what a hand is worth.

A card is an int, ``13 * suit + rank``: suits S, H, D, C as 0 to 3, ranks 2 to A as 0 to 12; counting up is the
canonical order. No card is there twice, so a set of cards (a hand, what is known of one) is an int with a bit for each
card, the bit of card c being ``1 << c``: joining is ``|``, taking away what is there is ``^``, and a set is its own
dictionary key.
"""

from collections.abc import Iterable
from functools import lru_cache

from game.rules.language import _, pgettext

SUITS = ("S", "H", "D", "C")
"""The suits by number: spades, hearts, diamonds, clubs."""
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
"""The ranks by number, the 2 first."""
SUIT_NAMES = (
    pgettext("suit", "spades"),
    pgettext("suit", "hearts"),
    pgettext("suit", "diamonds"),
    pgettext("suit", "clubs"),
)
_COURT = {"J": _("jack"), "Q": _("queen"), "K": _("king"), "A": _("ace")}
SUIT_SIZE = len(RANKS)
KINDS = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""The kinds by number, as replays name them."""
NUMBER_OF_KIND = {kind: number for number, kind in enumerate(KINDS)}
CARDS = len(KINDS)
DECK_CARDS = tuple(range(CARDS))
BIT = tuple(1 << card for card in DECK_CARDS)
ALL = (1 << CARDS) - 1
_SUIT = (1 << SUIT_SIZE) - 1
VALUES = tuple(11 if rank == "A" else 10 if rank in ("J", "Q", "K") else int(rank) for _ in SUITS for rank in RANKS)
"""What each card counts in its suit."""
HAND_SIZE = 3
BEST = 31
"""The most that a hand of three scores: an ace and two cards of ten in one suit."""
THREE_ALIKE = 30.5
"""What three of a kind count, where the house rule is on."""

KEPT = 1 << 12
"""Of so many hands is kept what was found out about them: play meets ten times as many in an hour, and to keep more
takes megabytes and saves hardly any time."""


def suit_of(card: int) -> int:
    """The suit of a card, 0 to 3."""
    return card // SUIT_SIZE


def rank_of(card: int) -> int:
    """The rank of a card, 0 for a 2 to 12 for an ace."""
    return card % SUIT_SIZE


def card_name(card: int) -> str:
    """A card in words: "7 of hearts", "queen of spades"."""
    rank = RANKS[rank_of(card)]
    return _("{rank} of {suit}", rank=_COURT.get(rank, rank), suit=SUIT_NAMES[suit_of(card)])


CARD_NAMES = tuple(map(card_name, DECK_CARDS))
"""All cards in words."""


def pack(cards: Iterable[int]) -> int:
    """Different cards as a set."""
    return sum([BIT[card] for card in cards])


@lru_cache(maxsize=KEPT)
def cards_of(cards: int) -> tuple[int, ...]:
    """The cards of a set in canonical order."""
    found = []
    while cards:
        lowest = cards & -cards
        found.append(lowest.bit_length() - 1)
        cards ^= lowest
    return tuple(found)


def kinds_of(cards: int) -> list[str]:
    """The cards of a set by name, in canonical order."""
    return [KINDS[card] for card in cards_of(cards)]


def suit_points(hand: int) -> tuple[int, ...]:
    """What the cards of a hand count in each suit."""
    one_suit = _points_in_suit
    return (
        one_suit(hand & _SUIT),
        one_suit(hand >> SUIT_SIZE & _SUIT),
        one_suit(hand >> 2 * SUIT_SIZE & _SUIT),
        one_suit(hand >> 3 * SUIT_SIZE & _SUIT),
    )


@lru_cache(maxsize=_SUIT + 1)
def _points_in_suit(ranks: int) -> int:
    """What cards of one suit count together, a bit a rank."""
    return sum([VALUES[card] for card in cards_of(ranks)])


@lru_cache(maxsize=KEPT)
def points(hand: int) -> int:
    """The highest sum in one suit; 0 of no cards."""
    return max(suit_points(hand))


def best_suit(hand: int) -> int:
    """The suit in which a hand scores, 0 to 3; of equal ones the first."""
    found = suit_points(hand)
    return found.index(max(found))


def is_three_alike(hand: int) -> bool:
    """Whether a hand is three cards of one rank."""
    cards = cards_of(hand)
    return len(cards) == HAND_SIZE and len({rank_of(card) for card in cards}) == 1


def score(hand: int, three_of_a_kind: bool = False) -> float:
    """What a hand scores, an int but for the 30.5 of three of a kind, where that house rule is on."""
    return THREE_ALIKE if three_of_a_kind and is_three_alike(hand) else points(hand)
