"""Thirty-one by brute force, straight from the rules page: cards are texts, hands are lists, no shared code."""

from dataclasses import dataclass, field, replace
from itertools import combinations

Action = tuple[str, ...]
"""("deck",), ("take",), ("call",), ("discard", card)."""
WORTH = {"A": 11, "K": 10, "Q": 10, "J": 10} | {str(number): number for number in range(2, 11)}


@dataclass(frozen=True)
class Position:
    """A round under way: hands, deck (drawn from its front), discard pile (its last card is the top), lives, whose turn
    it is, who has called, turns complete, the card in hand that was just taken or drawn."""

    hands: tuple[tuple[str, ...], ...]
    deck: tuple[str, ...]
    pile: tuple[str, ...]
    lives: tuple[int, ...]
    player: int
    caller: int | None = None
    turns: int = 0
    drawn: str | None = None
    taken: bool = False
    seen: dict[str, int] = field(default_factory=dict)
    """Cards that everybody has seen, with whose hand they are in."""

    @property
    def living(self) -> list[int]:
        return [player for player, lives in enumerate(self.lives) if lives > 0]


def score(hand: tuple[str, ...], alike: bool = False) -> float:
    """The highest sum over any cards of the hand that are of one suit."""
    sums = [0.0]
    for number in range(1, len(hand) + 1):
        for some in combinations(hand, number):
            if len({card[-1] for card in some}) == 1:
                sums.append(sum(WORTH[card[:-1]] for card in some))
    if alike and len(hand) == 3 and len({card[:-1] for card in hand}) == 1:
        sums.append(30.5)
    return max(sums)


def is_over(position: Position) -> bool:
    """Whether the round is over before the next turn begins. In the middle of a turn it never is."""
    if position.drawn is not None:
        return False
    if any(score(hand) == 31 for hand in position.hands):
        return True
    if position.caller is not None and (position.player == position.caller or position.turns == 1):
        return True
    return not position.deck or position.turns >= 200


def moves(position: Position) -> set[Action]:
    """Every legal action."""
    if is_over(position):
        return set()
    if position.drawn is None:
        return {("deck",), ("take",)} | ({("call",)} if position.caller is None else set())
    hand = position.hands[position.player]
    return {("discard", card) for card in hand if not (position.taken and card == position.drawn)}


def after(position: Position, action: Action) -> Position:
    """What an action leads to."""
    player = position.player
    hands, seen = list(position.hands), dict(position.seen)
    if action == ("deck",):
        card = position.deck[0]
        hands[player] = (*hands[player], card)
        return replace(position, hands=tuple(hands), deck=position.deck[1:], drawn=card)
    if action == ("take",):
        card = position.pile[-1]
        hands[player] = (*hands[player], card)
        seen[card] = player
        return replace(position, hands=tuple(hands), pile=position.pile[:-1], drawn=card, taken=True, seen=seen)
    following = min(position.living, key=lambda other: (other - player) % len(hands) if other != player else len(hands))
    passed = replace(position, player=following, turns=position.turns + 1, drawn=None, taken=False)
    if action == ("call",):
        return replace(passed, caller=player)
    card = action[1]
    hands[player] = tuple(held for held in hands[player] if held != card)
    seen.pop(card, None)
    return replace(passed, hands=tuple(hands), pile=(*position.pile, card), seen=seen)


def lost(position: Position, alike: bool = False, safe: bool = False) -> list[int]:
    """The lives that a round that is over really costs."""
    living = position.living
    points = [score(hand, alike) for hand in position.hands]
    losses = [0] * len(points)
    if any(score(hand) == 31 for hand in position.hands):
        for player in living:
            losses[player] = 0 if points[player] == 31 else 1
    else:
        lowest = min(points[player] for player in living)
        tied = sum(points[player] == lowest for player in living) > 1
        for player in living:
            if points[player] == lowest:
                called = player == position.caller
                losses[player] = (0 if tied and safe else 2) if called else 1
    left = [max(0, lives - loss) for lives, loss in zip(position.lives, losses, strict=True)]
    if not any(left):
        return [0] * len(points)
    return [lives - rest for lives, rest in zip(position.lives, left, strict=True)]


def perft(position: Position, depth: int) -> int:
    """How many sequences of `depth` actions there are."""
    if depth == 0:
        return 1
    return sum(perft(after(position, action), depth - 1) for action in moves(position))
