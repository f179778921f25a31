"""What Jaipur's rules work on: a round as a state, what one player sees of it, and a match's standing.

Cards in play are packed multisets of kinds (see :mod:`game.rules.multisets`), so equal cards are one and the
same and a state is cheap to copy.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from game.games.jaipur.moves import ONE_CAMEL
from game.games.jaipur.tables import BONUSES, CAMEL_TOKEN, CARDS, HAND_LIMIT, SEALS_TO_WIN, TOKENS
from game.rules.equality import ByValues
from game.rules.multisets import one, pack

ALL_CARDS = sum(number * one(kind) for kind, number in enumerate(CARDS))
"""The 55 cards as a packed multiset."""

TakenToken = tuple[int, int]
"""A token taken: (good, value), or (bonus pile, value), its value 0 where it lies face down."""


class House(NamedTuple):
    """The house rules that are played by."""

    seals: int = SEALS_TO_WIN
    """How many seals win the match."""
    hand_limit: int = HAND_LIMIT
    """How many goods a hand holds at most."""
    herd: bool = True
    """Whether the larger herd counts."""
    open_bonus: bool = False
    """Whether everybody sees the bonus tokens that were taken."""

    @classmethod
    def of(cls, options: Mapping[str, Any]) -> "House":
        """The house rules of a game's options."""
        return cls(**{key: options[key] for key in cls._fields if key in options})

    @property
    def options(self) -> dict[str, Any]:
        """Those that are not as usual, as options of the game."""
        pairs = zip(self._asdict().items(), PAGE, strict=True)
        return {key: value for (key, value), usual in pairs if value != usual}


PAGE = House()
"""The rules as they are published."""


class Facts(NamedTuple):
    """What a round holds beside its pieces: turns complete, the turn limit (0: none), the seals of both players, and
    the house rules."""

    turns: int
    limit: int
    seals: tuple[int, int]
    house: House = PAGE


class Standing(NamedTuple):
    """What a match holds beside its round: seals of both players, how many rounds the limit stopped, and how many seals
    win."""

    seals: tuple[int, int] = (0, 0)
    stopped: int = 0
    needed: int = SEALS_TO_WIN


class State(ByValues):
    """One round. `deck` is fixed by the deal; `deck_at` counts the cards drawn from it.

    `tokens_left` and `bonuses` run down; `goods_taken` and `bonuses_taken` hold, per player, what was taken
    in order; `known` holds, per player, the goods in hand that were taken face up; `seals` what each has won before the
    round; `house` the house rules.
    """

    __slots__ = (
        "bonuses", "bonuses_taken", "deck", "deck_at", "discard", "goods_taken", "hands", "herds", "house",
        "known", "limit", "market", "seals", "to_move", "tokens_left", "turns",
    )  # fmt: skip

    def __init__(self) -> None:
        self.market = 0
        self.deck: tuple[int, ...] = ()
        self.deck_at = 0
        self.discard: tuple[int, ...] = ()
        self.hands = [0, 0]
        self.herds = [0, 0]
        self.tokens_left = [len(tokens) for tokens in TOKENS]
        self.bonuses: list[tuple[int, ...]] = list(BONUSES)
        self.goods_taken: list[tuple[TakenToken, ...]] = [(), ()]
        self.bonuses_taken: list[tuple[TakenToken, ...]] = [(), ()]
        self.known = [0, 0]
        self.to_move: int | None = None
        self.turns = 0
        self.limit = 0
        self.seals = (0, 0)
        self.house = PAGE

    def copy(self) -> "State":
        twin = State.__new__(State)
        twin.market = self.market
        twin.deck = self.deck
        twin.deck_at = self.deck_at
        twin.discard = self.discard
        twin.hands = self.hands[:]
        twin.herds = self.herds[:]
        twin.tokens_left = self.tokens_left[:]
        twin.bonuses = self.bonuses[:]
        twin.goods_taken = self.goods_taken[:]
        twin.bonuses_taken = self.bonuses_taken[:]
        twin.known = self.known[:]
        twin.to_move = self.to_move
        twin.turns = self.turns
        twin.limit = self.limit
        twin.seals = self.seals
        twin.house = self.house
        return twin

    def __repr__(self) -> str:
        """For a failing test to print: multisets in hexadecimal, a digit a kind, the diamond last."""
        shown = {"market": hex(self.market), "hands": [*map(hex, self.hands)], "known": [*map(hex, self.known)]}
        names = [name for name in self.__slots__ if name not in ("deck_at", *shown)]
        shown |= {name: getattr(self, name) for name in names} | {"deck": self.deck[self.deck_at :]}
        return f"State({', '.join(f'{name}={value}' for name, value in shown.items())})"

    def bonus_score(self, player: int) -> int:
        """The sum of a player's bonus tokens."""
        return sum(value for _, value in self.bonuses_taken[player])

    def goods_score(self, player: int) -> int:
        """The sum of a player's goods tokens."""
        return sum(value for _, value in self.goods_taken[player])

    def camel_score(self, player: int) -> int:
        """The camel token goes to the larger herd; to nobody when they are equal, or herds do not count."""
        return CAMEL_TOKEN if self.house.herd and self.herds[player] > self.herds[1 - player] else 0


class View(NamedTuple):
    """What one player can see and remember. Pairs are (own, rival's); cards are packed multisets of kinds, where
    nothing else is said."""

    player: int
    """Whose view it is, 0 or 1."""
    to_move: int | None
    """Whose decision is next; None when the round is over."""
    market: int
    """The cards that lie in the market, camels too."""
    hand: int
    """The goods in the own hand, without camels."""
    known: int
    """The goods of the own hand that were taken face up: what the rival knows of it."""
    rival_hand_size: int
    """How many goods the rival's hand holds."""
    rival_known: int
    """The goods of the rival's hand that were taken face up."""
    herds: tuple[int, int]
    """How many camels each of the two has."""
    deck_size: int
    """How many cards the deck still holds."""
    discard: tuple[int, ...]
    """The kinds of the cards sold, in the order in which they were."""
    tokens_left: tuple[int, ...]
    """How many tokens of each good are left; `tokens_left` tells their values."""
    bonuses_left: tuple[int, int, int]
    """How many bonus tokens are left for sales of three, of four, and of five or more. Their values are hidden."""
    goods_taken: tuple[tuple[TakenToken, ...], tuple[TakenToken, ...]]
    """The goods tokens that each of the two has taken, in order, each as (good, value)."""
    bonuses_taken: tuple[tuple[TakenToken, ...], tuple[TakenToken, ...]]
    """The bonus tokens that each of the two has taken, in order, each as (pile, value); the piles are 0, 1 and 2 for
    sales of three, of four, and of five or more. The rival's lie face down, with the value 0, until the round ends."""
    turns: int
    """How many turns of the round are complete."""
    limit: int
    """After how many turns the round is stopped; 0: never."""
    seals: tuple[int, int]
    """How many seals each of the two has won before this round."""
    house: House = PAGE
    """The house rules: how many `seals` win, the `hand_limit`, whether the larger `herd` counts, and whether the
    rival's bonus tokens are seen (`open_bonus`)."""

    @property
    def players(self) -> int:
        """How many players there are: two."""
        return 2

    @property
    def unseen(self) -> int:
        """The cards that are in the deck or in the rival's hand without being known, as a packed multiset."""
        herds = self.herds[0] + self.herds[1]
        seen = self.market + self.hand + self.rival_known + herds * ONE_CAMEL
        # No kind has more than eleven cards, so no count leaves its four bits.
        return ALL_CARDS - seen - pack(self.discard)

    @property
    def bonuses_unseen(self) -> tuple[tuple[int, ...], ...]:
        """The values of the bonus tokens of each pile that lie face down, on the pile or with the rival."""
        taken = [token for each in self.bonuses_taken for token in each]
        return tuple([_without_those(values, pile, taken) for pile, values in enumerate(BONUSES)])

    @property
    def lead(self) -> float:
        """By how many points of tokens the player is ahead; a bonus token of the rival that lies face down counts as
        the mean of those that it may be."""
        own, rivals = (goods + bonuses for goods, bonuses in zip(self.goods_taken, self.bonuses_taken, strict=True))
        lead, unseen = sum([value for _, value in own]) - sum([value for _, value in rivals]), self.bonuses_unseen
        return lead - sum([mean(unseen[pile]) for pile, value in rivals if not value])


def mean(values: Sequence[int]) -> float:
    """The mean of bonus tokens; 0 of none."""
    return sum(values) / len(values) if values else 0.0


def _without_those(values: Sequence[int], pile: int, taken: Sequence[TakenToken]) -> tuple[int, ...]:
    left = list(values)
    for kind, value in taken:
        if kind == pile and value:
            left.remove(value)
    return tuple(left)
