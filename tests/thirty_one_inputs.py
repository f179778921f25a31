"""The inputs of Thirty-one's networks once more, card by card and number by number as the encodings' docstrings list
them, for one view at a time: what the arrays must equal. Plain and slow; nothing is shared with the game but its cards
and its views."""

from fractions import Fraction

import numpy as np

from game.agents.networks import Floats
from game.games.thirty_one.cards import SUITS, VALUES, cards_of, is_three_alike, pack, rank_of, suit_of
from game.games.thirty_one.state import FROM_DISCARD, View

Numbers = list[Fraction | int]
ALL_SUITS = range(len(SUITS))


def held(view: View) -> tuple[int, ...]:
    """The own three cards."""
    return tuple(card for card in view.cards if card != view.drawn)


def sums(cards: tuple[int, ...]) -> list[int]:
    return [sum(VALUES[card] for card in cards if suit_of(card) == suit) for suit in ALL_SUITS]


def score(view: View, cards: tuple[int, ...]) -> Fraction:
    alike = view.house.three_of_a_kind and is_three_alike(pack(cards))
    return Fraction(61, 2) if alike else Fraction(max(sums(cards)))


def swapped(cards: tuple[int, ...], new: int) -> list[tuple[int, ...]]:
    return [tuple(new if card == old else card for card in cards) for old in cards]


def expected(view: View) -> Numbers:
    unseen = cards_of(view.unseen)
    return [Fraction(total, max(1, len(unseen))) for total in sums(unseen)]


def page_cards(cards: tuple[int, ...], places: int = 3) -> Numbers:
    found: Numbers = [VALUES[card] * (suit_of(card) == suit) for card in cards for suit in ALL_SUITS]
    return [*found, *[0] * (4 * places - len(found))]


def page(view: View) -> tuple[Numbers, tuple[int, ...]]:
    """The page's inputs for what the view's player has to decide, and the cards that the outputs of a swap throw."""
    known = [cards_of(cards) for cards in view.known]
    left, right = page_cards(known[view.left]), page_cards(known[view.right])
    own = page_cards(held(view))
    if view.drawn is not None:
        return [*own, *page_cards((view.drawn,), 1), *expected(view), *left], (*held(view), view.drawn)
    top = page_cards(view.discard[-1:], 1)
    return [*own, *top, *expected(view), view.first_turn, view.caller is not None, *left, *right], ()


def suits_in_order(view: View, card: int) -> list[int]:
    own, left, unseen = sums(held(view)), sums(cards_of(view.known[view.left])), sums(cards_of(view.unseen))
    question = sums((card,))
    return sorted(ALL_SUITS, key=lambda suit: (-own[suit], -question[suit], -left[suit], -unseen[suit], suit))


def neighbour(view: View, player: int, suits: list[int]) -> Numbers:
    known, thrown = cards_of(view.known[player]), cards_of(view.thrown[player])
    return [
        *[Fraction(sums(known)[suit], 10) for suit in suits],
        Fraction(len(known), 3),
        *[Fraction(sum(suit_of(card) == suit for card in thrown), 4) for suit in suits],
        view.lives[player] == 1,
        view.lives[player] == 2,
        view.caller == player,
    ]


def full(view: View) -> tuple[Numbers, tuple[int, ...]]:
    """The full encoding's inputs for what the view's player has to decide, and the cards that the outputs of a swap
    throw."""
    card = view.discard[-1] if view.drawn is None else view.drawn
    suits = suits_in_order(view, card)
    own = tuple(sorted(held(view), key=lambda each: (suits.index(suit_of(each)), -rank_of(each))))
    unseen = [[each for each in cards_of(view.unseen) if suit_of(each) == suit] for suit in suits]
    values = [[VALUES[each] for each in each_suit] for each_suit in unseen]
    alive = sum(lives > 0 for lives in view.lives)
    lives = view.lives[view.player]
    row: Numbers = [Fraction(VALUES[each], 10) * (suit_of(each) == suit) for each in (*own, card) for suit in suits]
    row += [expected(view)[suit] / Fraction(2) for suit in suits]
    row += [Fraction(len(each_suit), 13) for each_suit in unseen]
    row += [Fraction(each_suit.count(10), 4) for each_suit in values]
    row += [11 in each_suit for each_suit in values]
    row += [*neighbour(view, view.left, suits), *neighbour(view, view.right, suits)]
    row += [lives == 1, lives == 2, view.caller is not None, Fraction(view.turns, 20), Fraction(view.deck_size, 45)]
    row += [alive == 3, alive == 4, score(view, own) / 31]
    row += [each in cards_of(view.known[view.player]) for each in own]
    row += [Fraction(sums(own)[suit], 20) for suit in suits]
    if view.drawn is not None:
        scores = [score(view, cards) for cards in (*swapped(own, card), own)]
        taken = view.drawn_from is FROM_DISCARD
        return [*row, *[each / 31 for each in scores], taken, max(scores) / 31], (*own, view.drawn)
    return [*row, *_of_the_turn(view, own, card, alive)], ()


def whole(view: View) -> tuple[Numbers, tuple[int, ...]]:
    """The same with who sits across, where four are alive."""
    row, thrown = full(view)
    if sum(lives > 0 for lives in view.lives) < 4:
        return [*row, *[0] * 12], thrown
    suits = suits_in_order(view, view.discard[-1] if view.drawn is None else view.drawn)
    return [*row, *neighbour(view, (view.player + 2) % 4, suits)], thrown


def _of_the_turn(view: View, own: tuple[int, ...], top: int, alive: int) -> Numbers:
    now, unseen = score(view, own), cards_of(view.unseen)
    taking = max(score(view, cards) for cards in swapped(own, top))
    drawing = [max(now, *[score(view, cards) for cards in swapped(own, card)]) for card in unseen]
    number = max(1, len(unseen))
    return [
        (taking - now) / 10,
        sum([each - now for each in drawing], Fraction(0)) / number / 10,
        Fraction(drawing.count(Fraction(31)), number),
        taking / 31,
        Fraction(sums(cards_of(view.known[view.left]))[suit_of(top)], 30),
        view.first_turn,
        *[view.turns < each * alive for each in (2, 4, 6, 8)],
    ]


def as_floats(numbers: Numbers) -> Floats:
    """The numbers as networks take them in."""
    return np.array([float(number) for number in numbers], np.float32)
