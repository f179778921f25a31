"""Notty by brute force, straight from the rules page: cards one by one, every subset of a hand, no shared code."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations, pairwise

Card = tuple[str, int]
"""Colour and number."""
Action = tuple[object, ...]
"""("draw", 2), ("steal", 1), ("draw_to_discard",), ("return_card", card), ("discard_group", cards), ("next_turn",)."""
COLOURS = ("red", "green", "yellow", "black", "blue")


@dataclass
class Position:
    """A match under way: hands and deck as lists of cards, whose turn it is, and what the turn has used."""

    hands: list[list[Card]]
    deck: list[Card]
    player: int
    used: frozenset[str] = field(default=frozenset())


def a_group(cards: tuple[Card, ...]) -> bool:
    """By the page's words."""
    colours, numbers = zip(*cards, strict=True)
    run = (
        len(cards) >= 3
        and len(set(colours)) == 1
        and all(following == number + 1 for number, following in pairwise(sorted(numbers)))
    )
    a_set = len(cards) in (4, 5) and len(set(numbers)) == 1 and len(set(colours)) == len(cards)
    return run or a_set


def groups(hand: list[Card]) -> set[tuple[Card, ...]]:
    """Every group, by trying every subset of three to nine cards; no larger one is possible."""
    return set(_groups(tuple(sorted(hand))))


@lru_cache(maxsize=4096)
def _groups(hand: tuple[Card, ...]) -> frozenset[tuple[Card, ...]]:
    """See `groups`; a hand is asked about at many positions."""
    sizes = range(3, min(9, len(hand)) + 1)
    return frozenset(cards for size in sizes for cards in combinations(hand, size) if a_group(cards))


def moves(position: Position) -> set[Action]:
    """Every legal action."""
    hand, used = position.hands[position.player], position.used
    if "drawn" in used:
        return {("return_card", card) for card in hand}
    found: set[Action] = {("next_turn",)} | {("discard_group", group) for group in groups(hand)}
    if "draw" not in used:
        found |= {("draw", number) for number in (1, 2, 3) if len(hand) + number <= 20}
    if "steal" not in used and len(hand) < 20:
        found |= {("steal", other) for other, held in enumerate(position.hands) if held and other != position.player}
    if "done" not in used:
        found.add(("draw_to_discard",))
    return found


def outcomes(position: Position, action: Action) -> Iterator[Position]:
    """Where an action may lead: a steal to one position for each kind of card; a shuffled deck is laid in order."""
    hands = [list(hand) for hand in position.hands]
    deck, used, player = list(position.deck), position.used, position.player
    name, *what = action
    if name == "steal":
        target = what[0]
        assert isinstance(target, int)
        for card in set(hands[target]):
            stolen = [list(hand) for hand in hands]
            stolen[target].remove(card)
            stolen[player].append(card)
            yield Position(stolen, deck, player, used | {"steal"})
        return
    if name == "draw" or name == "draw_to_discard":
        number = what[0] if what else 1
        assert isinstance(number, int)
        hands[player] += deck[:number]
        deck = deck[number:]
        used |= {"draw" if name == "draw" else "drawn"}
    elif name == "return_card" or name == "discard_group":
        gone = [what[0]] if name == "return_card" else what[0]
        assert isinstance(gone, list | tuple)
        for card in gone:
            hands[player].remove(card)
            deck.append(card)
        deck.sort(key=lambda card: (COLOURS.index(card[0]), card[1]))
        used = used - {"drawn"} | {"done"} if name == "return_card" else used
    else:
        player, used = (player + 1) % len(hands), frozenset()
    yield Position(hands, deck, player, used)


def perft(position: Position, depth: int) -> int:
    """How many sequences of `depth` actions there are, a steal counted once for each kind that it may bring."""
    if depth == 0:
        return 1
    if not all(position.hands):
        return 0
    return sum(perft(after, depth - 1) for action in moves(position) for after in outcomes(position, action))
