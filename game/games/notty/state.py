"""What Notty's rules work on: a match as a state, and what a player sees of it, which is all but the deck's order."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from game.games.notty.hands import ALL, CARDS, HAND_LIMIT, MOST_DRAWN, size
from game.games.notty.moves import DREW, FRESH, HOLDS, RETURNED, STOLE
from game.rules.equality import ByValues


class House(NamedTuple):
    """The house rules that are played by."""

    draw_limit: int = MOST_DRAWN
    """How many cards one draw takes at most."""
    hand_limit: int = HAND_LIMIT
    """How many cards a hand holds at most."""

    @classmethod
    def of(cls, options: Mapping[str, Any]) -> "House":
        """The house rules of a game's options."""
        return cls(**{key: options[key] for key in cls._fields if key in options})


PAGE = House()
"""The rules of the page."""


class Facts(NamedTuple):
    """What a match holds beside its cards: what the turn has used, turns complete, the turn limit (0: none), and the
    house rules."""

    used: int = FRESH
    turns: int = 0
    limit: int = 0
    house: House = PAGE


class State(ByValues):
    """One match. `hands` are packed (see :mod:`game.games.notty.hands`), `deck` lists kinds, the next to be drawn
    first; `used` is what the turn under way has used, `house` the house rules."""

    __slots__ = ("deck", "hands", "house", "limit", "to_move", "turns", "used")

    def __init__(self, hands: list[int], deck: tuple[int, ...], to_move: int | None = 0) -> None:
        self.hands = hands
        self.deck = deck
        self.to_move = to_move
        self.used, self.turns, self.limit = FRESH, 0, 0
        self.house = PAGE

    def copy(self) -> "State":
        twin = State.__new__(State)
        twin.hands = self.hands[:]
        twin.deck = self.deck
        twin.to_move = self.to_move
        twin.used = self.used
        twin.turns = self.turns
        twin.limit = self.limit
        twin.house = self.house
        return twin

    def __repr__(self) -> str:
        """For a failing test to print: hands in hexadecimal."""
        shown = [f"hands={[*map(hex, self.hands)]}"]
        shown += [f"{name}={getattr(self, name)}" for name in self.__slots__ if name != "hands"]
        return f"State({', '.join(shown)})"

    @property
    def winner(self) -> int | None:
        """Who has no cards, if somebody has none."""
        return self.hands.index(0) if 0 in self.hands else None


class View(NamedTuple):
    """What one player sees: all hands, packed, and what the turn has used; of the deck, the cards but not their
    order."""

    player: int
    """Whose view it is, counted from 0."""
    to_move: int | None
    """Whose decision is next; None when the match is over."""
    hands: tuple[int, ...]
    """The hands of all players, by index, each packed: hands are open."""
    used: int
    """What the turn under way has used, a sum of bits, which `may_draw`, `may_steal`, `may_swap` and `must_return`
    read."""
    turns: int
    """How many turns are complete."""
    limit: int
    """After how many turns the match is stopped; 0: never."""
    house: House = PAGE
    """The house rules: the `draw_limit` of one draw and the `hand_limit`."""

    @property
    def players(self) -> int:
        """How many players there are."""
        return len(self.hands)

    @property
    def hand(self) -> int:
        """The player's own hand, packed."""
        return self.hands[self.player]

    @property
    def room(self) -> int:
        """How many more cards the own hand may take."""
        return self.house.hand_limit - size(self.hand)

    @property
    def most_drawn(self) -> int:
        """How many cards a draw may take now."""
        return min(self.house.draw_limit, self.room)

    @property
    def deck_size(self) -> int:
        """How many cards the deck holds."""
        return CARDS - sum(map(size, self.hands))

    @property
    def unseen(self) -> int:
        """The cards of the deck, packed, in no order."""
        return ALL - sum(self.hands)

    @property
    def may_draw(self) -> bool:
        """Whether the turn's draw is left."""
        return not self.used & DREW

    @property
    def may_steal(self) -> bool:
        """Whether the turn's steal is left."""
        return not self.used & STOLE

    @property
    def may_swap(self) -> bool:
        """Whether the turn's draw and discard is left, both steps."""
        return not self.used & (HOLDS | RETURNED)

    @property
    def must_return(self) -> bool:
        """Whether a card has been drawn to discard one, and one must be returned."""
        return bool(self.used & HOLDS)
