"""What lies on the table: cards, tokens and stones, and where each of them lies.

These components are changed in place as a piece moves, never removed, so that queries stay cached. Players are
named by their index, as everywhere.
"""

from dataclasses import dataclass


@dataclass(slots=True)
class Card:
    """A card of a kind."""

    kind: str


@dataclass(slots=True)
class Token:
    """A token of a kind, worth `value` points."""

    kind: str
    value: int


@dataclass(slots=True)
class Stone:
    """A stone."""

    kind: str


@dataclass(slots=True)
class Zone:
    """The part of the table that a piece lies in: "market", "hand", "deck" ..."""

    name: str


@dataclass(slots=True)
class Owner:
    """Whose zone it is: a player's index, or None for the table's own."""

    player: int | None


@dataclass(slots=True)
class Slot:
    """The place of a piece within its zone; in a pile the lowest is the next to be drawn."""

    index: int


@dataclass(slots=True)
class SelectedCard:
    """Marks a piece that the move to come would take, give or play; the marks of an AI stay for its pace."""

    player: int
    along: bool = False
    """Whether it came along with another that was picked, as the one choice left."""
