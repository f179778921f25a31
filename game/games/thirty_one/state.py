"""What Thirty-one's rules work on: a round as a state, what one player sees of it, and a match's standing.

Cards are ints, and sets of cards are ints with a bit for each card (see :mod:`game.games.thirty_one.cards`).
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from game.games.thirty_one.cards import ALL, HAND_SIZE, cards_of
from game.rules.equality import ByValues

START_LIVES = 3
TURN_LIMIT = 200
"""After so many turns of one round, hands are shown."""


class Source(StrEnum):
    """Where the card just drawn came from, as replays name it."""

    DECK = "deck"
    """From the deck, face down."""
    DISCARD = "discard"
    """From the discard pile, in sight of everybody."""


FROM_DECK, FROM_DISCARD = Source.DECK, Source.DISCARD


class House(NamedTuple):
    """The house rules that are played by."""

    three_of_a_kind: bool = False
    """Whether three of a kind count 30.5."""
    caller_safe: bool = False
    """Whether a caller who ties for the lowest score loses nothing."""

    @classmethod
    def of(cls, options: Mapping[str, Any]) -> "House":
        """The house rules of a game's options."""
        return cls(*[bool(options.get(key, False)) for key in cls._fields])


class Standing(NamedTuple):
    """What a match holds beside its round: the lives of each player."""

    lives: tuple[int, ...]


class Facts(NamedTuple):
    """What a round holds beside its cards: lives; who has called, or None; turns complete; the card just drawn and
    where it came from, or None; the cards that each player has discarded this round, as sets; all cards that have lain
    on the pile, in their order; the house rules."""

    lives: tuple[int, ...]
    caller: int | None
    turns: int
    drawn: int | None
    drawn_from: Source | None
    thrown: tuple[int, ...]
    laid: tuple[int, ...]
    house: House


class State(ByValues):
    """One round.

    `hands` are sets, empty for a player who is out, of four cards between drawing and discarding; `known` holds the
    cards of each hand that everybody knows of, which is all of them once the round is over; `thrown` the cards that
    each player has discarded this round, wherever they are now, and `laid` the opening discard and all of them in their
    order. `deck` is fixed by the deal, `deck_at` counts the cards drawn from it; the last card of `discard` is the top.
    `turns` counts those complete.
    """

    __slots__ = (
        "caller", "deck", "deck_at", "discard", "drawn", "drawn_from", "hands", "house", "known", "laid", "lives",
        "thrown", "to_move", "turns",
    )  # fmt: skip

    def __init__(
        self,
        hands: list[int],
        deck: tuple[int, ...],
        discard: tuple[int, ...],
        lives: tuple[int, ...],
        to_move: int | None = 0,
        house: House = House(),  # noqa: B008 - a constant, and never changed
    ) -> None:
        self.hands = hands
        self.known = [0] * len(hands)
        self.thrown = [0] * len(hands)
        self.deck = deck
        self.deck_at = 0
        self.discard = discard
        self.laid = discard
        self.lives = lives
        self.house = house
        self.caller: int | None = None
        self.drawn: int | None = None
        self.drawn_from: Source | None = None
        self.turns = 0
        self.to_move = to_move

    def copy(self) -> "State":
        twin = State.__new__(State)
        twin.hands = self.hands[:]
        twin.known = self.known[:]
        twin.thrown = self.thrown[:]
        twin.deck = self.deck
        twin.deck_at = self.deck_at
        twin.discard = self.discard
        twin.laid = self.laid
        twin.lives = self.lives
        twin.house = self.house
        twin.caller = self.caller
        twin.drawn = self.drawn
        twin.drawn_from = self.drawn_from
        twin.turns = self.turns
        twin.to_move = self.to_move
        return twin

    def __repr__(self) -> str:
        """For a failing test to print: sets as lists of cards."""
        sets = ("hands", "known", "thrown")
        shown = [f"{name}={[list(cards_of(cards)) for cards in getattr(self, name)]}" for name in sets]
        shown += [f"{name}={getattr(self, name)}" for name in self.__slots__ if name not in (*sets, "deck", "deck_at")]
        return f"State({', '.join(shown)}, deck={self.deck[self.deck_at :]})"

    @property
    def deck_size(self) -> int:
        """How many cards the deck still holds."""
        return len(self.deck) - self.deck_at

    @property
    def first_turn(self) -> bool:
        """Whether the first turn is not complete yet."""
        return not self.turns

    def after(self, player: int) -> int:
        """Who is next after `player`: the next higher index with lives, cyclically."""
        return next_living(self.lives, player)


def next_living(lives: tuple[int, ...], player: int) -> int:
    """The next player with lives after `player`, cyclically: the neighbour to the left, and `player` where nobody else
    is left."""
    player = (player + 1) % len(lives)
    while not lives[player]:
        player = (player + 1) % len(lives)
    return player


def previous_living(lives: tuple[int, ...], player: int) -> int:
    """The player with lives before `player`, cyclically: the neighbour to the right; of two the same as the next."""
    player = (player - 1) % len(lives)
    while not lives[player]:
        player = (player - 1) % len(lives)
    return player


class View(NamedTuple):
    """What one player can see and remember; sets are ints with a bit for each card, everything is by player's index.

    A card that has lain face up is either still on the pile or in the hand of who took it: all those that were seen are
    in `discard` or in `known`.
    """

    player: int
    """Whose view it is, counted from 0."""
    to_move: int | None
    """Whose decision is next; None when the round is over."""
    hand: int
    """The own hand, a set: of four cards between drawing and discarding."""
    discard: tuple[int, ...]
    """The whole discard pile, the last card is the top. It is empty at most while a card is held that was taken from
    it."""
    known: tuple[int, ...]
    """For each player the cards of its hand that everybody has seen, as a set: those taken from the discard pile and
    still held. Of the own hand it is what the others know. Once the round is over, all hands are shown."""
    thrown: tuple[int, ...]
    """For each player the cards that it has discarded this round, as a set, wherever they are now."""
    lives: tuple[int, ...]
    """The lives of each player; 0 for who is out."""
    caller: int | None
    """Who has called; None when nobody has."""
    turns: int
    """How many turns of the round are complete."""
    drawn: int | None
    """The card just drawn by the player to move, where this player can see it: it is its own, or it was taken from the
    discard pile; else None."""
    drawn_from: Source | None
    """Where the card just drawn came from, told to everybody; None when no card is drawn."""
    deck_size: int
    """How many cards the deck holds."""
    house: House
    """The house rules."""
    laid: tuple[int, ...] = ()
    """The opening discard, and after it every card discarded this round in the order of the turns, wherever it is now;
    not told of a round that is not known from its beginning."""

    @property
    def alive(self) -> int:
        """How many players are not out."""
        return sum(map(bool, self.lives))

    def __repr__(self) -> str:
        """Without the cards laid down: positions are kept by what this says, and were before those were told."""
        told = [f"{name}={value!r}" for name, value in zip(self._fields, self, strict=True) if name != "laid"]
        return f"View({', '.join(told)})"

    @property
    def players(self) -> int:
        """How many players there are, those too who are out."""
        return len(self.lives)

    @property
    def cards(self) -> tuple[int, ...]:
        """The own hand in canonical order."""
        return cards_of(self.hand)

    @property
    def top(self) -> int | None:
        """The top card of the discard pile."""
        return self.discard[-1] if self.discard else None

    @property
    def must_discard(self) -> bool:
        """Whether the player to move has drawn and must discard."""
        return self.drawn_from is not None

    @property
    def first_turn(self) -> bool:
        """Whether the first turn of the round is not complete yet."""
        return not self.turns

    @property
    def unseen(self) -> int:
        """The cards that this player has neither seen nor in its own hand, as a set: those of the deck and, in the
        hands of the others, those that are not known."""
        seen = self.hand
        for known in self.known:
            seen |= known
        return ALL & ~(seen | sum([1 << card for card in self.discard]))

    @property
    def left(self) -> int:
        """The neighbour to the left: the next player with lives."""
        return next_living(self.lives, self.player)

    @property
    def right(self) -> int:
        """The neighbour to the right: the player with lives before this one; of two the same as to the left."""
        return previous_living(self.lives, self.player)

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """How many cards each player holds."""
        held = [HAND_SIZE if lives else 0 for lives in self.lives]
        if self.drawn_from is not None and self.to_move is not None:
            held[self.to_move] += 1
        return tuple(held)
