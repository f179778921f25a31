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
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.agents.networks import Floats
from game.games.thirty_one.batch_view import CALLED, KNOWN, BatchView
from game.games.thirty_one.card_arrays import (
    DECK,
    SUIT_ACE,
    SUIT_COUNT,
    SUIT_PARTS,
    SUIT_SHIFTS,
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
from game.games.thirty_one.state import TURN_LIMIT, View
from game.rules.language import _, joined, ngettext

_COMMON = 71
_ACTION, _SWAP = _COMMON + 10, _COMMON + 6
_SUITS = len(SUIT_NAMES)
_NEIGHBOUR = 12
"""How many inputs tell of a neighbour."""
_LEFT, _RIGHT = 32, 44
"""Where those of the left and of the right one begin."""
_ALL_SEATS = 4

# --- what is looked up -------------------------------------------------------------------------------------------
#
# Of one row, an operation on arrays costs the same however little it does; so what can be is looked up, as inputs.


def _inputs(values: Any, scale: float = 1) -> Floats:
    """Numbers as inputs, divided by their scale."""
    found: Floats = (np.asarray(values) / scale).astype(np.float32)
    return found


_UNSEEN = _inputs(np.stack([SUIT_SUM, SUIT_COUNT / SUIT_SIZE, SUIT_TENS / 4, SUIT_ACE], axis=1))
"""Of the unseen part of a suit: what its cards count together, and the inputs for the number of its cards, of its tens
and courts, and for its ace."""
_PARTS = np.concatenate([_inputs(SUIT_COUNT, 4), _inputs(SUIT_SUM, 10), _inputs(SUIT_SUM, 20)])
"""The inputs for the suit's part of other cards: those thrown, those known, and the own ones."""
_THROWN, _KNOWN, _OWN = 0, SUIT_PARTS, 2 * SUIT_PARTS
_STARTS = [np.array([*[_THROWN, _KNOWN] * number, _OWN])[:, None] for number in range(_ALL_SEATS)]
"""Where these begin for each set, by how many neighbours are told of."""
_COUNTS = np.arange(CARDS + 1)
_HELD, _DECK, _SCORE = _inputs(_COUNTS, HAND_SIZE), _inputs(_COUNTS, 45), _inputs(np.arange(THIRTY_ONE + 1), THIRTY_ONE)
"""The inputs for how many cards of a hand are known, how many the deck holds, and twice a score."""
_AT_LEAST_ONE = np.maximum(_COUNTS, 1)
_TWICE, _HOPES = _inputs(2 * _AT_LEAST_ONE), _AT_LEAST_ONE[:, None] * np.array([10, 1])
"""By how many cards are unseen: what expected values and prospects are divided by."""
_SUIT_OF_CARD: Ints = SUIT_SHIFTS.take(SUITS)
"""Where the suit of a card begins in a set."""
_MARKS = _inputs([(lives == 1, lives == 2, called) for called in (0, 1) for lives in range(CALLED)])
"""By a player's lives and call: one life; two lives; the call."""
_TURNS = (2, 4, 6, 8)
_TIMES = TURN_LIMIT + 1
_TIME = _inputs([
    (turns / 20, 0, alive == 3, alive == 4, not turns, *[turns < number * alive for number in _TURNS])
    for alive in range(_ALL_SEATS + 1) for turns in range(_TIMES)
])  # fmt: skip
"""By how many are alive, and how many turns are over: inputs 59 to 62, without the deck, and 76 to 80."""

# --- the order that suits and cards stand in ---------------------------------------------------------------------

_WEIGHTS: Ints = np.array([-128, -16 * 64 * 128, -64 * 128, -1])
"""What decides the order of suits: what left's known cards, the own ones, the card in question and the unseen ones
count."""
_DIGITS: Ints = _SUITS ** np.arange(_SUITS)[::-1]
_ORDERS = _SUITS**_SUITS
"""An order of suits is a number whose digits are the suits."""
_RANKS: Ints = np.argsort((np.arange(_ORDERS)[:, None] // _DIGITS) % _SUITS, axis=1, kind="stable")
"""The rank of every suit, by the order."""
_PLACES: Ints = 2 * np.arange(HAND_SIZE + 1)
_KEYS: Ints = np.zeros((_ORDERS, 2 * KNOWN), dtype=np.int64)
"""What own cards are sorted by, by the order and the card: the rank of its suit, then the card, higher ones first;
below that is room for its place in the hand, and whether it is known."""
for _known in (0, 1):
    _KEYS[:, KNOWN * _known : KNOWN * _known + CARDS] = 8 * (64 * _RANKS[:, SUITS[:-1]] + CARDS - DECK) + _known
_ROW_OF_KEYS: Ints = _KEYS.shape[1] * _DIGITS[:, None]
_OF_KEY = np.arange(_SUITS * 64 * 8) // 8
_CARDS: Ints = np.clip(CARDS - _OF_KEY % 64, 0, CARDS)
"""The card of a key."""
_CARD: Floats = _inputs(VALUES[_CARDS, None] * (_OF_KEY[:, None] // 64 == np.arange(_SUITS)), 10)
"""The inputs for it."""


class _Look(NamedTuple):
    """What the inputs of a batch are made of: sets of cards as the view has them, (n, sets), how many cards each has,
    and its parts in the order of the suits, (n, sets, 4); the suits, best first, (n, 4); the keys of the own cards in
    their order, and of the card in question, (n, 4)."""

    sets: Ints
    counts: NDArray[np.uint8]
    parts: Ints
    suits: Ints
    keys: Ints

    @classmethod
    def of(cls, seen: BatchView, across: bool) -> "_Look":
        """Who sits `across` is told of, or not."""
        sets = seen.sets(across)
        suits = (_WEIGHTS @ SUIT_SUM.take(by_suit(sets[:, -len(_WEIGHTS) :]))).argsort(axis=1, kind="stable")
        keys = _KEYS.take(suits @ _ROW_OF_KEYS + seen.four_known)
        keys += _PLACES
        keys[:, :HAND_SIZE].sort(axis=1)
        return cls(sets, np.bitwise_count(sets), by_suit(sets, SUIT_SIZE * suits[:, None]), suits, keys)

    @property
    def cards(self) -> Ints:
        """The own cards in their order, and the card in question: (n, 4)."""
        return _CARDS.take(self.keys)

    @property
    def places(self) -> Ints:
        """Where these stand in the hand, the card in question last: (n, 4)."""
        return (self.keys >> 1) & 3


class FullEncoding:
    """All that is seen, suits and own cards in the order of what they matter; who sits `across` only if asked for."""

    def __init__(self, name: str, across: bool) -> None:
        self.name, self.across = name, across
        self.action_inputs = _ACTION + _NEIGHBOUR * across
        self.swap_inputs = _SWAP + _NEIGHBOUR * across

    def action(self, seen: BatchView) -> Floats:
        found = np.empty((len(seen), self.action_inputs), dtype=np.float32)
        look, left, times = self._common(found, seen, _ACTION)
        score, swapped = left[:, -1], highest(left[:, :-1])
        found[:, 71] = (swapped - score) / 20
        hopes = prospects(score, look.parts[:, -3], look.parts[:, -1])
        found[:, 72:74] = hopes / _HOPES.take(look.counts[:, -1], axis=0)
        if seen.house.three_of_a_kind:
            found[:, 72] = seen.draw_gain / (20 * np.maximum(seen.unseen_count, 1))
        found[:, 74] = _SCORE.take(swapped)
        wanted = (look.sets[:, -4] >> _SUIT_OF_CARD.take(seen.top)) & (SUIT_PARTS - 1)
        found[:, 75] = SUIT_SUM.take(wanted) / 30
        found[:, 76:_ACTION] = times
        return found

    def swap(self, seen: BatchView) -> tuple[Floats, Ints]:
        assert seen.drawn is not None
        found = np.empty((len(seen), self.swap_inputs), dtype=np.float32)
        look, left, _times = self._common(found, seen, _SWAP)
        scores = _SCORE.take(left)
        found[:, 71:75] = scores
        found[:, 75] = seen.drawn == seen.top
        found[:, 76] = highest(scores)
        return found, look.places

    def _common(self, found: Floats, seen: BatchView, end: int) -> tuple[_Look, Ints, Floats]:
        """Fill in the inputs that both networks have, those about who sits across from `end` on. What they are made of;
        twice the scores of the own cards and the card in question without each of them, (n, 4); and the inputs for the
        time that only one of the networks has, (n, 5)."""
        across = self.across and seen.seats == _ALL_SEATS
        look = _Look.of(seen, across)
        found[:, :16] = _CARD.take(look.keys, axis=0).reshape(-1, 16)
        unseen = _UNSEEN.take(look.parts[:, -1], axis=0)
        unseen[:, :, 0] /= _TWICE.take(look.counts[:, -1:])
        found[:, 16:32] = unseen.transpose(0, 2, 1).reshape(-1, 16)
        starts = [_LEFT] if seen.seats == 2 else [*([end] if across else []), _RIGHT, _LEFT]
        told = _PARTS.take(look.parts[:, :-2] + _STARTS[len(starts)])
        marks = _MARKS.take(seen.marks(across), axis=0)
        for number, start in enumerate(starts):
            found[:, start : start + 4] = told[:, 2 * number + 1]
            found[:, start + 4] = _HELD.take(look.counts[:, 2 * number + 1])
            found[:, start + 5 : start + 9] = told[:, 2 * number]
            found[:, start + 9 : start + _NEIGHBOUR] = marks[:, number]
        if len(starts) == 1:
            found[:, _RIGHT : _RIGHT + _NEIGHBOUR] = found[:, _LEFT : _LEFT + _NEIGHBOUR]
        if self.across:
            found[seen.alive < _ALL_SEATS, end:] = 0
        left, times = seen.scores_without(look.cards), _TIME.take(seen.alive * _TIMES + seen.turns, axis=0)
        found[:, 56:59] = marks[:, -1]
        found[:, 59:63] = times[:, :4]
        found[:, 60] = _DECK.take(seen.deck_left)
        found[:, 63] = _SCORE.take(left[:, -1])
        found[:, 64:67] = look.keys[:, :HAND_SIZE] & 1
        found[:, 67:_COMMON] = told[:, -1]
        return look, left, times[:, 4:]

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
        return _neighbour_parts(view, (view.player + 2) % _ALL_SEATS, _("the other's"), (start,))


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
        parts += _neighbour_parts(view, view.left, _("the opponent's"), (32, 44))
    else:
        parts += _neighbour_parts(view, view.left, _("the left's"), (32,))
        parts += _neighbour_parts(view, view.right, _("the right's"), (44,))
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
