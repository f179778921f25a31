"""Notty's cards, and hands of them: multisets of 45 kinds, each there at most twice, packed into one int.

A kind is a number: nine for each colour, in the order of COLOURS, from the 1 to the 9. Two bits of a hand hold the
count of each kind, so a hand is its own dictionary key, and adding and taking away cards is ``+`` and ``-``.
"""

from collections.abc import Iterable

from game.rules.language import _

COLOURS = ("red", "green", "yellow", "black", "blue")
"""The colours, by number from 0."""
COLOUR_NAMES = (_("red"), _("green"), _("yellow"), _("black"), _("blue"))
"""What people call them."""
NUMBERS = range(1, 10)
"""The numbers on the cards."""
KINDS = tuple(f"{colour}-{number}" for colour in COLOURS for number in NUMBERS)
"""The kinds by number, as replays name them."""
COPIES = 2
"""How often each kind is there."""
HAND_LIMIT = 20
"""How many cards a hand holds at most, unless a house rule says fewer."""
KEPT = 1 << 12
"""Of so many hands is kept what was found out about them: play meets ten times as many in an hour, and to keep more
takes megabytes and saves hardly any time."""
DEAL_SIZE = 4
MOST_DRAWN = 3
"""How many cards one draw takes at most, unless a house rule says fewer."""

BITS = 2
ROW = BITS * len(NUMBERS)
"""The bits of one colour."""
ONE = tuple(1 << (BITS * kind) for kind in range(len(KINDS)))
"""By kind, the hand that holds one of it."""
EACH = sum(ONE)
"""One card of every kind."""
_SECOND = EACH << 1
ALL = COPIES * EACH
"""All 90 cards."""
CARDS = COPIES * len(KINDS)


def kind_of(colour: int, number: int) -> int:
    """The kind of a colour (from 0, as in COLOURS) and a number (from 1)."""
    return colour * len(NUMBERS) + number - 1


def colour_of(kind: int) -> int:
    """The colour of a kind, from 0, as in COLOURS."""
    return kind // len(NUMBERS)


def number_of(kind: int) -> int:
    """The number on the cards of a kind, 1 to 9."""
    return kind % len(NUMBERS) + 1


def card_name(kind: int) -> str:
    """A card in words: "red 5"."""
    return _("{colour} {number}", colour=COLOUR_NAMES[colour_of(kind)], number=number_of(kind))


def count(hand: int, kind: int) -> int:
    """How many of a kind a hand holds."""
    return (hand >> (BITS * kind)) & 3


def size(hand: int) -> int:
    """How many cards a hand holds."""
    return hand.bit_count() + (hand & _SECOND).bit_count()


def distinct(hand: int) -> int:
    """One card of each kind that a hand holds."""
    return (hand | hand >> 1) & EACH


def pack(kinds: Iterable[int]) -> int:
    """The hand of these kinds, in any order, each at most twice."""
    hand = 0
    for kind in kinds:
        hand += 1 << (BITS * kind)
    return hand


def unpack(hand: int) -> list[int]:
    """The kinds of a hand in rising order, with repeats."""
    kinds: list[int] = []
    while hand:
        lowest = (hand & -hand).bit_length() - 1
        kind = lowest >> 1
        number = (hand >> (BITS * kind)) & 3
        kinds.extend([kind] * number)
        hand -= number << (BITS * kind)
    return kinds


def each_kind(hand: int) -> list[int]:
    """The kinds that a hand holds, in rising order, each once."""
    left = distinct(hand)
    kinds: list[int] = []
    while left:
        lowest = left & -left
        kinds.append((lowest.bit_length() - 1) >> 1)
        left -= lowest
    return kinds


def contains(hand: int, part: int) -> bool:
    """Whether a hand holds every card of `part`."""
    return all(count(hand, kind) >= count(part, kind) for kind in each_kind(part))
