"""All that players of Thirty-one see and remember, as numbers for networks: a row for each of the two.

What holds of one suit holds of all, so suits stand in an order of their own: by what the own three cards count in it,
then by the value of the card in question (the top discard, or the one just drawn), then by the next player's known
cards, then by the unseen ones. The own cards stand in that order of suits, higher ones first, and so do the outputs of
the swap network. Numbers are scaled to be about 1 at most. Left is the next player alive, right the one before.

71 inputs of both networks:

- 0 to 15: own three cards, and the card in question: each card's value / 10 at its suit's place;
- 16 to 31, four each: a suit's expected value in the deck / 2; unseen cards / 13; unseen tens and courts / 4; whether
  the ace is unseen;
- 32 to 43, left: what the known cards count in each suit / 10; known cards / 3; cards discarded of each suit / 4; one
  life; two lives; is the caller; 44 to 55, right: the same;
- 56 to 62: one life; two lives; called; turns / 20; deck / 45; three alive; four alive;
- 63: own score / 31; 64 to 66: own card is known to the others; 67 to 70: what the own cards count in each suit / 20.

10 more of the action network: 71: what the best swap for the top discard adds to the score / 10; 72: what a draw adds
on the average, with the best discard after it / 10; 73: the chance that it makes 31; 74: the score after the best swap
/ 31; 75: what left's known cards count in the suit of the top discard / 30; 76: first turn; 77 to 80: fewer than 2, 4,
6, 8 turns for each player alive.

6 more of the swap network: 71 to 74: the score after each discard, in the order of the outputs / 31; 75: the card was
taken from the discard pile; 76: the best of these scores / 31.

The `whole` encoding has 12 more of both, last: who sits across, where four are alive, as left and right are told of;
else zeros.
"""

from collections.abc import Sequence
from functools import cache
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.agents.networks import Floats
from game.games.thirty_one.batch_view import CALLED, KNOWN, TIMES, BatchView
from game.games.thirty_one.card_arrays import (
    DECK,
    SUIT_ACE,
    SUIT_COUNT,
    SUIT_SUM,
    SUIT_TENS,
    SUITS,
    THIRTY_ONE,
    VALUES,
    Ints,
    by_suit,
    highest,
    prospects,
)
from game.games.thirty_one.cards import CARDS, HAND_SIZE, SUIT_NAMES, SUIT_SIZE, card_name, cards_of
from game.games.thirty_one.encoding import FRESH_DECK, Part, expected_values
from game.games.thirty_one.state import View
from game.rules.language import _, joined, ngettext

_ACTION, _SWAP = 81, 77
"""How many inputs both networks have where nobody sits across."""
_SUITS = len(SUIT_NAMES)
_NEIGHBOUR = 12
"""How many inputs tell of a neighbour."""
_ALL_SEATS = 4
_AT_ONCE = 512
"""So many rows are looked up together: they stay in the processor's cache."""

# --- the order that suits and cards stand in ---------------------------------------------------------------------

_WEIGHTS = np.kron([[-128], [-16 * 64 * 128], [-64 * 128], [-1]], np.eye(_SUITS)).astype(np.float32)
"""What decides the order of suits: what left's known cards, the own ones, the card in question and the unseen ones
count in each. All are whole numbers that float32 holds."""
_SUMS = SUIT_SUM.astype(np.float32)
_DIGITS: Ints = _SUITS ** np.arange(_SUITS)[::-1]
_ORDERS = _SUITS**_SUITS
"""An order of suits is a number whose digits are the suits."""
_RANKS: Ints = np.argsort((np.arange(_ORDERS)[:, None] // _DIGITS) % _SUITS, axis=1, kind="stable")
"""The rank of every suit, by the order."""
_PLACES: Ints = 2 * np.arange(HAND_SIZE + 1)[None]
_KEYS: Ints = np.zeros((_ORDERS, 2 * KNOWN), dtype=np.int64)
"""What own cards are sorted by, by the order and the card: the rank of its suit, then the card, higher ones first;
below that is room for its place in the hand, and whether it is known."""
for _known in (0, 1):
    _KEYS[:, KNOWN * _known : KNOWN * _known + CARDS] = 8 * (64 * _RANKS[:, SUITS[:-1]] + CARDS - DECK) + _known
_ROW_OF_KEYS: Ints = _KEYS.shape[1] * _DIGITS
_OF_KEY = np.arange(_SUITS * 64 * 8)
_CARDS: Ints = np.clip(CARDS - _OF_KEY // 8 % 64, 0, CARDS)
"""The card of a key."""


class _Look(NamedTuple):
    """What the inputs of a batch are made of: the numbers that are told, see `BatchView.told`; the suits, best first,
    (n, 4); the keys of the own cards in their order, and of the card in question, (n, 4); twice the scores of these
    without each of them, (n, 4); and of the sets that are told how many cards each has, (n, sets), and its parts in the
    order of the suits, (n, sets, 4)."""

    told: Ints
    suits: Ints
    keys: Ints
    left: Ints
    counts: NDArray[np.uint8]
    parts: Ints

    @classmethod
    def of(cls, seen: BatchView, across: bool) -> "_Look":
        """Who sits `across` is told of, or not."""
        told, sets = seen.told(across)
        deciding = _SUMS.take(by_suit(sets[:, -len(_WEIGHTS) // _SUITS :])).reshape(len(sets), -1)
        suits = deciding.dot(_WEIGHTS).argsort(axis=1, kind="stable")
        keys = _KEYS.take(suits.dot(_ROW_OF_KEYS)[:, None] + told[:, : HAND_SIZE + 1])
        keys += _PLACES
        keys[:, :HAND_SIZE].sort(axis=1)
        left, parts = seen.scores_without(_CARDS.take(keys)), by_suit(sets, SUIT_SIZE * suits[:, None])
        return cls(told, suits, keys, left, np.bitwise_count(sets), parts)

    @property
    def cards(self) -> Ints:
        """The own cards in their order, and the card in question: (n, 4)."""
        return _CARDS.take(self.keys)

    @property
    def places(self) -> Ints:
        """Where these stand in the hand, the card in question last: (n, 4)."""
        return (self.keys >> 1) & 3


# --- what is looked up -------------------------------------------------------------------------------------------
#
# Of one row, an operation on arrays costs the same however little it does; so whole numbers are put together of what is
# seen, and all inputs are looked up at once, in one long table.


def _table(values: Any, scale: float = 1) -> Floats:
    """Numbers as inputs, divided by their scale: a row for each of the inputs that are looked up at one place."""
    found: Floats = (np.asarray(values) / scale).astype(np.float32)
    return found.reshape(len(found), -1).T


_COUNTS = np.arange(CARDS + 1)
_TURNS = (2, 4, 6, 8)
_TIME = [(turns, alive) for alive in range(_ALL_SEATS + 1) for turns in range(TIMES)]
_TABLES = {
    # By a key.
    "card": _table(VALUES[_CARDS, None] * (_OF_KEY[:, None] // (64 * 8) == np.arange(_SUITS)), 10),
    "marked": _table(_OF_KEY & 1),
    # By the cards of one suit.
    "total": _table(SUIT_SUM),
    "unseen": _table(np.stack([SUIT_COUNT / SUIT_SIZE, SUIT_TENS / 4, SUIT_ACE], axis=1)),
    "known": _table(SUIT_SUM, 10),
    "thrown": _table(SUIT_COUNT, 4),
    "own": _table(SUIT_SUM, 20),
    "wanted": _table(SUIT_SUM, 30),
    # By a count of cards; by twice a score, and twice a gain; by what `prospects` tells.
    "held": _table(_COUNTS, HAND_SIZE),
    "deck": _table(_COUNTS, 45),
    "score": _table(np.arange(THIRTY_ONE + 1), THIRTY_ONE),
    "gain": _table(np.arange(-THIRTY_ONE, THIRTY_ONE + 1), 20),
    "hope": _table(np.arange(CARDS * THIRTY_ONE)),
    "chance": _table(_COUNTS),
    # By a player's lives and call; by who are alive and the turns; by whether a card was taken: see `BatchView.told`.
    "marks": _table([(lives == 1, lives == 2, called) for called in (0, 1) for lives in range(CALLED)]),
    "turns": _table([turns for turns, _alive in _TIME], 20),
    "alive": _table([(alive == 3, alive == 4) for _turns, alive in _TIME]),
    "early": _table([(not turns, *[turns < number * alive for number in _TURNS]) for turns, alive in _TIME]),
    "taken": _table([0, 1]),
}
_LONG_TABLE: Floats = np.concatenate([table.ravel() for table in _TABLES.values()])
_ENDS = accumulate([table.size for table in _TABLES.values()])
_BEGINS = {name: end - _TABLES[name].size for name, end in zip(_TABLES, _ENDS, strict=True)}
_BEGINS["gain"] += THIRTY_ONE  # that of 0: a swap for the top discard can lose
_SHARED = {"total": 2, "hope": 10, "chance": 1}
"""What is divided by so many times the number of the unseen cards."""

# The numbers to look up: the four keys, what scores these leave, what is told, how many cards each set has, its parts,
# and last what only one of the networks needs.
_LEFT, _TIME_AT, _DECK_AT, _WANTED_AT, _TAKEN_AT, _LIVES_AT = 4, *range(12, 17)


class _Layout(NamedTuple):
    """How the inputs of a network are looked up: by which of the numbers, from where on in the long table, (1, inputs),
    and what is divided by what, by how many cards are unseen, (53, inputs)."""

    sources: Ints
    begins: Ints
    divisors: Floats

    @classmethod
    def of(cls, inputs: Sequence[tuple[str, Sequence[int]]]) -> "_Layout":
        """The inputs in their order: of which table, and by which numbers; a table of several rows makes an input of
        each number by its first row, then by the next."""
        found = [
            (source, _BEGINS[name] + row * _TABLES[name].shape[1], _SHARED.get(name, 0))
            for name, sources in inputs
            for row in range(len(_TABLES[name]))
            for source in sources
        ]
        sources, begins, shares = np.array(found).T
        divisors = np.where(shares, shares * np.maximum(_COUNTS, 1)[:, None], 1).astype(np.float32)
        return cls(sources.copy(), begins[None].copy(), divisors)


@cache
def _layout(neighbours: int, swap: bool, across: bool) -> _Layout:
    """The inputs of a network, by how many neighbours are told of; with those for who sits across, or without."""
    sets = 2 * neighbours + 3
    counts = _LIVES_AT + neighbours + 1
    more = counts + sets + _SUITS * sets
    parts = [range(start, start + _SUITS) for start in range(counts + sets, more, _SUITS)]

    def neighbour(number: int) -> list[tuple[str, Sequence[int]]]:
        thrown, known, lives = 2 * number, 2 * number + 1, _LIVES_AT + 1 + number
        return [("known", parts[known]), ("held", [counts + known]), ("thrown", parts[thrown]), ("marks", [lives])]

    inputs: list[tuple[str, Sequence[int]]] = [("card", [key]) for key in range(_LEFT)]
    inputs += [("total", parts[-1]), ("unseen", parts[-1])]
    inputs += [*neighbour(neighbours - 1), *neighbour(max(neighbours - 2, 0))]
    inputs += [("marks", [_LIVES_AT]), ("turns", [_TIME_AT]), ("deck", [_DECK_AT]), ("alive", [_TIME_AT])]
    inputs += [("score", [_LEFT + HAND_SIZE]), ("marked", range(HAND_SIZE)), ("own", parts[-3])]
    if swap:
        inputs += [("score", range(_LEFT, _LEFT + 4)), ("taken", [_TAKEN_AT]), ("score", [more])]
    else:
        inputs += [("gain", [more]), ("hope", [more + 1]), ("chance", [more + 2]), ("score", [more + 3])]
        inputs += [("wanted", [_WANTED_AT]), ("early", [_TIME_AT])]
    return _Layout.of([*inputs, *(neighbour(0) if across else [])])


class FullEncoding:
    """All that is seen, suits and own cards in the order of what they matter; who sits `across` only if asked for."""

    def __init__(self, name: str, across: bool) -> None:
        self.name, self.across = name, across
        self.action_inputs = _ACTION + _NEIGHBOUR * across
        self.swap_inputs = _SWAP + _NEIGHBOUR * across

    def action(self, seen: BatchView) -> Floats:
        look = self._look(seen)
        score, swapped = look.left[:, -1], highest(look.left[:, :-1])
        hopes = prospects(score, look.parts[:, -3], look.parts[:, -1])
        found = self._inputs(look, (swapped - score)[:, None], hopes, swapped[:, None], swap=False)
        if seen.house.three_of_a_kind:
            found[:, 72] = seen.draw_gain / (20 * np.maximum(seen.unseen_count, 1))
        return found

    def swap(self, seen: BatchView) -> tuple[Floats, Ints]:
        look = self._look(seen)
        return self._inputs(look, highest(look.left)[:, None], swap=True), look.places

    def _look(self, seen: BatchView) -> _Look:
        return _Look.of(seen, self.across and seen.seats == _ALL_SEATS)

    def _inputs(self, look: _Look, *more: NDArray[Any], swap: bool) -> Floats:
        """The inputs of a network, for which there are `more` numbers to look up, (n, any) each."""
        parts = look.parts.reshape(len(look.parts), -1)
        numbers = np.concatenate((look.keys, look.left, look.told, look.counts, parts, *more), axis=1)
        sources, begins, divisors = _layout(look.counts.shape[1] // 2 - 1, swap, self.across)
        found = np.empty((len(numbers), len(sources)), dtype=np.float32)
        for first in range(0, len(numbers), _AT_ONCE):
            rows = slice(first, first + _AT_ONCE)
            places = numbers[rows].take(sources, axis=1)
            places += begins
            np.divide(_LONG_TABLE.take(places), divisors.take(look.counts[rows, -1], axis=0), out=found[rows])
        if self.across:
            found[numbers[:, _TIME_AT] < _ALL_SEATS * TIMES, -_NEIGHBOUR:] = 0
        return found

    def action_parts(self, view: View) -> list[Part]:
        top = card_name(view.discard[-1])
        parts = [
            *_common_parts(view),
            _gone(_("the {card} on the pile", card=top), [*range(12, 16), 71, 74, 75]),
        ]
        parts.append(_gone(_("what a draw promises"), [72, 73]))
        turns = [1.0 - view.first_turn, *[0.0] * len(_TURNS)]
        parts.append(Part(_("the time of the round"), [59, *range(76, 81)], [0.5, *turns]))
        return [*parts, *self._across_parts(view, _ACTION)]

    def swap_parts(self, view: View) -> list[Part]:
        assert view.drawn is not None
        parts = [
            *_common_parts(view),
            _gone(_("the new {card}", card=card_name(view.drawn)), range(12, 16)),
            _gone(_("the scores it leaves"), range(71, 77)),
        ]
        parts.append(Part(_("the time of the round"), [59], [0.5]))
        return [*parts, *self._across_parts(view, _SWAP)]

    def _across_parts(self, view: View, start: int) -> list[Part]:
        if not self.across or len(view.lives) < _ALL_SEATS or not all(view.lives):
            return []
        return _neighbour_parts(view, (view.player + 2) % _ALL_SEATS, _("the other’s"), (start,))


FULL = FullEncoding("full", across=False)
WHOLE = FullEncoding("whole", across=True)


# --- words -------------------------------------------------------------------------------------------------------


_FRESH_SUIT = [FRESH_DECK[0] / 2, 1.0, 1.0, 1.0]
"""What is said of a suit before a card has been seen."""


def _gone(words: str, columns: Sequence[int]) -> Part:
    """A part that would be zeros."""
    return Part(words, columns, [0.0] * len(columns))


def _common_parts(view: View) -> list[Part]:
    seen = BatchView.of(view)
    look = _Look.of(seen, across=False)
    own = look.cards[0, :HAND_SIZE].tolist()
    parts = [_gone(_("{card} in hand", card=card_name(card)), range(4 * at, 4 * at + 4)) for at, card in enumerate(own)]
    parts.append(_gone(_("a hand of {score:g}", score=seen.score[0] / 2), [63, *range(67, 71)]))
    values = expected_values(seen)
    for place, suit in enumerate(look.suits[0].tolist()):
        words = _("{suit} left ({value:.1f} a card)", suit=SUIT_NAMES[suit], value=values[suit])
        parts.append(Part(words, range(16 + place, 32, 4), _FRESH_SUIT))
    if view.left == view.right:
        parts += _neighbour_parts(view, view.left, _("the opponent’s"), (32, 44))
    else:
        parts += _neighbour_parts(view, view.left, _("the left’s"), (32,))
        parts += _neighbour_parts(view, view.right, _("the right’s"), (44,))
    if view.caller is not None:
        parts.append(_gone(_("the call"), [43, 55, 58]))
    if (look.keys & 1).any():
        parts.append(_gone(_("what the others know"), range(64, 67)))
    lives = view.lives[view.player]
    if lives < 3:
        parts.append(_gone(ngettext("{number} life left", "{number} lives left", lives), [56, 57]))
    return parts


def _neighbour_parts(view: View, player: int, whose: str, starts: Sequence[int]) -> list[Part]:
    found = []
    if known := cards_of(view.known[player]):
        columns = [start + column for start in starts for column in range(5)]
        found.append(_gone(_("{whose} {cards}", whose=whose, cards=joined(map(card_name, known))), columns))
    if view.thrown[player]:
        found.append(
            _gone(_("{whose} discards", whose=whose), [start + column for start in starts for column in range(5, 9)])
        )
    if view.lives[player] < 3:
        found.append(_gone(_("{whose} lives", whose=whose), [start + column for start in starts for column in (9, 10)]))
    return found
