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
from typing import NamedTuple

import numpy as np

from game.agents.networks import Floats
from game.games.thirty_one.batch_view import BatchView
from game.games.thirty_one.card_arrays import (
    NO_CARD,
    POINTS,
    SUIT_COUNT,
    SUIT_SUM,
    SUIT_WITH,
    SUITS,
    THIRTY_ONE,
    Ints,
    suit_points,
)
from game.games.thirty_one.cards import BEST, HAND_SIZE, SUIT_NAMES, SUIT_SIZE, card_name, cards_of
from game.games.thirty_one.encoding import FRESH_DECK, SWAP_OUTPUTS, Part, expected_values
from game.games.thirty_one.state import View
from game.rules.language import _, joined, ngettext

_COMMON = 71
_ACTION, _SWAP = _COMMON + 10, _COMMON + 6
_SUITS = len(SUIT_NAMES)
_NEIGHBOUR = 12
"""How many inputs tell of a neighbour."""
_ONE_OR_TWO: Floats = np.array([(0, 0), (1, 0), (0, 1), (0, 0)], dtype=np.float32)
_THREE_OR_FOUR: Floats = np.array([(0, 0), (0, 0), (0, 0), (1, 0), (0, 1)], dtype=np.float32)
"""By a number, whether it is the one and whether it is the other."""
_NEIGHBOUR_SCALE = (*[10] * 4, HAND_SIZE, *[4] * 4, *[1] * 3)
_COMMON_SCALE = (*[1] * 32, *_NEIGHBOUR_SCALE * 2, *[1] * 3, 20, 45, *[1] * 2, THIRTY_ONE, *[1] * 3, *[20] * 4)
_ACTION_SCALE = (*_COMMON_SCALE, 20, 1, 1, THIRTY_ONE, 30, *[1] * 5)
_SWAP_SCALE = (*_COMMON_SCALE, *[THIRTY_ONE] * 4, 1, THIRTY_ONE)
"""What the inputs are divided by, all at once, when they are filled in."""
_TURNS = np.array([2, 4, 6, 8])
_ALL_SEATS = 4
_POINTS: Floats = (POINTS / 10).astype(np.float32)
_SUIT_FACTS: Floats = np.stack(
    [SUIT_SUM, SUIT_COUNT / SUIT_SIZE, SUIT_WITH[:, 10] / 4, SUIT_WITH[:, 11]], axis=1
).astype(np.float32)
"""Of a suit's part of a set: what its cards count together, and the inputs for the number of its cards, of its tens and
courts, and for its ace."""
_DRAWN = 3
"""What stands for the drawn card among the places of the hand."""


class _Order(NamedTuple):
    """The order that a row's inputs stand in: the suits, best first, (n, 4), and where these stand in arrays of all
    rows' suits; the places of the own cards, (n, 3), by suit, higher ones first; and the number of each row, (n, 1)."""

    suits: Ints
    places: Ints
    own: Ints
    row: Ints


def _order(seen: BatchView, card: Ints) -> _Order:
    """The order of a batch, with the card in question (n,)."""
    row = np.arange(len(seen))[:, None]
    weight = seen.suit_points * 16 + POINTS.take(card, axis=0)
    weight = weight * 64 + seen.left_points
    weight = weight * 128 + SUIT_SUM.take(seen.unseen)
    suits = (-weight).argsort(axis=1, kind="stable")
    first = _SUITS * row
    rank = suits.argsort(axis=1)
    own = (rank.take(first + SUITS.take(seen.own)) * 64 - seen.own).argsort(axis=1)
    return _Order(suits, first + suits, own, row)


class FullEncoding:
    """All that is seen, suits and own cards in the order of what they matter; who sits `across` only if asked for."""

    def __init__(self, name: str, across: bool) -> None:
        self.name, self.across = name, across
        self.action_inputs = _ACTION + _NEIGHBOUR * across
        self.swap_inputs = _SWAP + _NEIGHBOUR * across
        self._action_scale: Floats = np.array(_ACTION_SCALE + _NEIGHBOUR_SCALE * across, dtype=np.float32)
        self._swap_scale: Floats = np.array(_SWAP_SCALE + _NEIGHBOUR_SCALE * across, dtype=np.float32)

    def action(self, seen: BatchView) -> Floats:
        order = _order(seen, seen.top)
        found = np.empty((len(seen), self.action_inputs), dtype=np.float32)
        _common(found, seen, seen.top, order)
        count = np.maximum(seen.unseen_count, 1)
        swapped = seen.score_taking(seen.top)
        found[:, 71] = swapped - seen.score
        found[:, 72] = seen.draw_gain / (20 * count)
        found[:, 73] = _making_31(seen) / count
        found[:, 74] = swapped
        found[:, 75] = seen.left_points.take(_SUITS * order.row[:, 0] + SUITS[seen.top])
        found[:, 76] = seen.first_turn
        found[:, 77:_ACTION] = seen.turns[:, None] < _TURNS * seen.alive[:, None]
        if self.across:
            _across(found[:, _ACTION:], seen, order)
        found /= self._action_scale
        return found

    def swap(self, seen: BatchView) -> tuple[Floats, Ints]:
        assert seen.drawn is not None
        order = _order(seen, seen.drawn)
        found = np.empty((len(seen), self.swap_inputs), dtype=np.float32)
        _common(found, seen, seen.drawn, order)
        places = np.full((len(seen), SWAP_OUTPUTS), _DRAWN)
        places[:, :HAND_SIZE] = order.own
        left = seen.score_without(seen.drawn)
        found[:, 71:75] = left.take(SWAP_OUTPUTS * order.row + places)
        found[:, 75] = seen.drawn == seen.top
        found[:, 76] = left.max(axis=1)
        if self.across:
            _across(found[:, _SWAP:], seen, order)
        found /= self._swap_scale
        return found, places

    def action_parts(self, view: View) -> list[Part]:
        seen = BatchView.of(view)
        top = card_name(view.discard[-1])
        parts = [
            *_common_parts(view, seen, seen.top),
            _gone(_("the {card} on the pile", card=top), [*range(12, 16), 71, 74, 75]),
        ]
        parts.append(_gone(_("what a draw promises"), [72, 73]))
        turns = [1.0 - view.first_turn, *[0.0] * len(_TURNS)]
        parts.append(Part(_("the time of the round"), [59, *range(76, 81)], [0.5, *turns]))
        return [*parts, *self._across_parts(view, _ACTION)]

    def swap_parts(self, view: View) -> list[Part]:
        seen = BatchView.of(view)
        assert view.drawn is not None
        assert seen.drawn is not None
        parts = [
            *_common_parts(view, seen, seen.drawn),
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


def _common(found: Floats, seen: BatchView, card: Ints, order: _Order) -> None:
    """Fill in the inputs that both networks have, with the card in question (n,); they are not scaled yet."""
    places = order.places
    own = seen.own.take(HAND_SIZE * order.row + order.own)
    cards = np.concatenate([own, card[:, None]], axis=1)
    found[:, :16] = _POINTS.take(_SUITS * cards[:, :, None] + order.suits[:, None, :]).reshape(len(seen), 16)
    found[:, 16:32] = _SUIT_FACTS.take(seen.unseen.take(places), axis=0).transpose(0, 2, 1).reshape(len(seen), 16)
    found[:, 16:20] /= 2 * np.maximum(seen.unseen_count, 1).astype(np.float32)[:, None]
    _neighbour(found[:, 32:44], seen, seen.left, seen.known_left, seen.left_points, order)
    if seen.seats == 2:
        found[:, 44:56] = found[:, 32:44]
    else:
        known = seen.known(seen.right)
        _neighbour(found[:, 44:56], seen, seen.right, known, suit_points(known), order)
    found[:, 56:58] = _ONE_OR_TWO.take(seen.lives(seen.player), axis=0)
    found[:, 58] = seen.called
    found[:, 59] = seen.turns
    found[:, 60] = seen.deck_left
    found[:, 61:63] = _THREE_OR_FOUR.take(seen.alive, axis=0)
    found[:, 63] = seen.score
    found[:, 64:67] = seen.is_seen(own)
    found[:, 67:71] = seen.suit_points.take(places)


def _neighbour(found: Floats, seen: BatchView, seat: Ints, known: Ints, points: Ints, order: _Order) -> None:
    """Fill in the 12 inputs about a neighbour, some of whose cards are known (n, 3), and count `points` in each suit,
    (n, 4)."""
    found[:, :4] = points.take(order.places)
    found[:, 4] = (known != NO_CARD).sum(axis=1)
    found[:, 5:9] = SUIT_COUNT.take(seen.thrown(seat).take(order.places))
    found[:, 9:11] = _ONE_OR_TWO.take(seen.lives(seat), axis=0)
    found[:, 11] = seen.caller == seat


def _across(found: Floats, seen: BatchView, order: _Order) -> None:
    """Fill in the 12 inputs about who sits across; zeros where fewer than four are alive."""
    if seen.seats < _ALL_SEATS:
        found[:] = 0
        return
    seat = (seen.player + 2) % _ALL_SEATS
    known = seen.known(seat)
    _neighbour(found, seen, seat, known, suit_points(known), order)
    found[seen.alive < _ALL_SEATS] = 0


def _making_31(seen: BatchView) -> Ints:
    """How many unseen cards make 31 with the best discard after them, (n,)."""
    missing = np.minimum(BEST - seen.suit_base, SUIT_WITH.shape[1] - 1)
    found: Ints = SUIT_WITH[seen.unseen, missing].sum(axis=1)
    return found


# --- words -------------------------------------------------------------------------------------------------------


_FRESH_SUIT = [FRESH_DECK[0] / 2, 1.0, 1.0, 1.0]
"""What is said of a suit before a card has been seen."""


def _gone(words: str, columns: Sequence[int]) -> Part:
    """A part that would be zeros."""
    return Part(words, columns, [0.0] * len(columns))


def _common_parts(view: View, seen: BatchView, card: Ints) -> list[Part]:
    order = _order(seen, card)
    own = seen.own[0, order.own[0]].tolist()
    parts = [_gone(_("{card} in hand", card=card_name(card)), range(4 * at, 4 * at + 4)) for at, card in enumerate(own)]
    parts.append(_gone(_("a hand of {score:g}", score=seen.score[0] / 2), [63, *range(67, 71)]))
    values = expected_values(seen)
    for place, suit in enumerate(order.suits[0].tolist()):
        words = _("{suit} left ({value:.1f} a card)", suit=SUIT_NAMES[suit], value=values[suit])
        parts.append(Part(words, range(16 + place, 32, 4), _FRESH_SUIT))
    if view.left == view.right:
        parts += _neighbour_parts(view, view.left, _("the opponent's"), (32, 44))
    else:
        parts += _neighbour_parts(view, view.left, _("the left's"), (32,))
        parts += _neighbour_parts(view, view.right, _("the right's"), (44,))
    if view.caller is not None:
        parts.append(_gone(_("the call"), [43, 55, 58]))
    if seen.is_seen(seen.own).any():
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
