"""Jaipur once more, slow and plain, to hold the fast rules against.

Cards here are things: every choice of physical cards from a list is tried, judged by the words of the rules
page, and written down by kind; a set then drops the doubles. Nothing is shared with the rules under test,
not even their numbering of kinds.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations

from game.games.jaipur.moves import Move

GOODS = ("diamond", "gold", "silver", "cloth", "spice", "leather")
DEAR = ("diamond", "gold", "silver")
TOKENS = {"diamond": 5, "gold": 5, "silver": 5, "cloth": 7, "spice": 7, "leather": 9}

Written = tuple[str, tuple[str, ...], tuple[str, ...]]
"""A move by kinds: what it is, the cards of the market, the cards of the own hand and herd, both sorted."""


def moves(market: list[str], hand: list[str], herd: int) -> set[Written]:
    """Every legal move of a player with this hand and herd at this market."""
    return {*_takes(market, hand), *_sales(hand), *_exchanges(market, hand, herd)}


def _takes(market: list[str], hand: list[str]) -> Iterator[Written]:
    for card in market:
        if card == "camel":
            yield "camels", (), ()
        elif len(hand) <= 6:
            yield "take", (card,), ()


def _sales(hand: list[str]) -> Iterator[Written]:
    for number in range(1, len(hand) + 1):
        for cards in combinations(hand, number):
            if len(set(cards)) == 1 and (number >= 2 or cards[0] not in DEAR):
                yield "sell", (), cards


def _exchanges(market: list[str], hand: list[str], herd: int) -> Iterator[Written]:
    goods = [card for card in market if card != "camel"]
    # A market has five cards, so more than five camels are never given.
    givable = hand + ["camel"] * min(herd, 5)
    for number in range(2, len(goods) + 1):
        for taken in combinations(goods, number):
            for given in combinations(givable, number):
                kept = len(hand) - sum(card != "camel" for card in given)
                if not set(taken) & set(given) and kept + number <= 7:
                    yield "exchange", tuple(sorted(taken)), tuple(sorted(given))


@dataclass
class Table:
    """A round as far as it decides which moves there are: cards by name, tokens only counted."""

    market: list[str]
    deck: list[str]
    hands: list[list[str]]
    herds: list[int]
    tokens: dict[str, int] = field(default_factory=lambda: dict(TOKENS))
    player: int = 0
    over: bool = False

    def moves(self) -> set[Written]:
        return set() if self.over else moves(self.market, self.hands[self.player], self.herds[self.player])

    def after(self, move: Written) -> "Table":
        """The table after a legal move."""
        kind, market, own = move
        table = Table(self.market[:], self.deck[:], [hand[:] for hand in self.hands], self.herds[:], dict(self.tokens))
        hand = table.hands[self.player]
        if kind == "camels":
            table.herds[self.player] += table.market.count("camel")
            table.market = [card for card in table.market if card != "camel"]
        for card in market:
            table.market.remove(card)
            hand.append(card)
        for card in own:
            if card == "camel":
                table.herds[self.player] -= 1
            else:
                hand.remove(card)
            if kind == "exchange":
                table.market.append(card)
        if kind == "sell":
            table.tokens[own[0]] = max(0, table.tokens[own[0]] - len(own))
        table._refill()
        table.player = 1 - self.player
        return table

    def _refill(self) -> None:
        while len(self.market) < 5 and self.deck:
            self.market.append(self.deck.pop(0))
        self.over = len(self.market) < 5 or list(self.tokens.values()).count(0) >= 3


def perft(table: Table, depth: int) -> int:
    """How many sequences of `depth` moves there are."""
    if depth == 1:
        return len(table.moves())
    return sum(perft(table.after(move), depth - 1) for move in table.moves())


def table_of(record: dict[str, object]) -> Table:
    """The table of a dealt round's record."""
    market, deck, hands, herds = (record[key] for key in ("market", "deck", "hands", "herds"))
    assert isinstance(market, list)
    assert isinstance(deck, list)
    assert isinstance(hands, list)
    assert isinstance(herds, list)
    return Table(market[:], deck[:], [hand[:] for hand in hands], herds[:])


KINDS = (*GOODS, "camel")
_WORDS = ("take", "camels", "exchange", "sell")


def written(move: Move) -> Written | None:
    """A move of the rules under test, by kinds; None when its numbers stand for no cards."""
    market, hand = names(move.market), names(move.hand)
    return None if market is None or hand is None else (_WORDS[move.kind], tuple(market), tuple(hand))


def names(packed: int) -> list[str] | None:
    """The cards of a packed multiset, sorted by name; None when it is none."""
    if packed < 0 or packed >= 16**7:
        return None
    digits = Counter({kind: packed // 16**number % 16 for number, kind in enumerate(KINDS)})
    return sorted(digits.elements())
