"""All that a view tells, for many seats at once: the suits in the order of what they matter to who decides."""

import numpy as np

from game.brains.networks import Floats
from game.training.thirty_one_cards import (
    BITS,
    SUIT_COUNT,
    SUIT_SUM,
    SUIT_WITH,
    SUITS,
    VALUES,
    Bits,
    Ints,
    by_suit,
)
from game.training.thirty_one_rounds import Sight

_SUIT_OF = np.eye(4, dtype=np.int64)[SUITS]
COMMON = 71


class FullEncoding:
    """Suits are renamed so that the own best one comes first: what is learnt of one suit holds for all."""

    action_inputs = COMMON + 12
    swap_inputs = COMMON + 6

    def action(self, sight: Sight) -> Floats:
        """Inputs at the start of a turn."""
        suits, order = _orders(sight, sight.top)
        found = np.empty((len(sight), self.action_inputs), dtype=np.float32)
        _common(found, sight, sight.top, suits, order)
        count = np.maximum(sight.unseen_count, 1)
        swap = sight.score_without(sight.top)[:, :3].max(axis=1)
        at = COMMON
        found[:, at] = (swap - sight.score) / 20
        found[:, at + 1] = sight.draw_gain / (20 * count)
        found[:, at + 2] = _chance_of_31(sight) / count
        found[:, at + 3] = swap / 62
        found[:, at + 4] = sight.rounds.thrown[sight.rows, sight.left] != 0
        sums = SUIT_SUM[by_suit(BITS[sight.top])]
        left = _suit_sums(sight.known(sight.left))
        found[:, at + 5] = (left * (sums > 0)).sum(axis=1) / 30
        turns = sight.rounds.turns[sight.rows]
        found[:, at + 6] = sight.first_turn
        found[:, at + 7] = turns < 2 * sight.rounds.seats
        found[:, at + 8] = turns < 4 * sight.rounds.seats
        found[:, at + 9] = turns < 6 * sight.rounds.seats
        found[:, at + 10] = turns < 8 * sight.rounds.seats
        found[:, at + 11] = sight.score >= 50
        return found

    def swap(self, sight: Sight) -> tuple[Floats, Ints | None]:
        """Inputs with a card in hand."""
        assert sight.drawn is not None
        suits, order = _orders(sight, sight.drawn)
        found = np.empty((len(sight), self.swap_inputs), dtype=np.float32)
        _common(found, sight, sight.drawn, suits, order)
        places = np.concatenate([order, np.full((len(sight), 1), 3)], axis=1)
        left = sight.score_without(sight.drawn)
        found[:, COMMON : COMMON + 4] = np.take_along_axis(left, places, axis=1) / 62
        found[:, COMMON + 4] = sight.drawn == sight.top
        found[:, COMMON + 5] = left.max(axis=1) / 62
        return found, places


def _suit_sums(cards: Ints) -> Ints:
    """What hands of three count in each suit, (n, 4)."""
    found: Ints = (_SUIT_OF[cards] * VALUES[cards][:, :, None]).sum(axis=1)
    return found


def _orders(sight: Sight, card: Ints) -> tuple[Ints, Ints]:
    """The suits, best first, (n, 4), and the own cards by that order, higher first, (n, 3)."""
    row = np.arange(len(sight))
    weight = sight.suit_sums * 16
    weight[row, SUITS[card]] += VALUES[card]
    weight = weight * 64 + _suit_sums(sight.known(sight.left))
    weight = weight * 128 + SUIT_SUM[sight.unseen]
    suits = np.argsort(-weight, axis=1, kind="stable")
    rank = np.empty_like(suits)
    rank[row[:, None], suits] = np.arange(4)
    keys = np.take_along_axis(rank, SUITS[sight.own], axis=1) * 64 - sight.own
    return suits, np.argsort(keys, axis=1)


def _common(found: Floats, sight: Sight, card: Ints, suits: Ints, order: Ints) -> None:
    """The inputs that both networks have."""
    rounds, rows, count = sight.rounds, sight.rows, len(sight)
    own = np.take_along_axis(sight.own, order, axis=1)
    renamed = suits[:, None, :]
    cards = np.concatenate([own, card[:, None]], axis=1)
    in_suit = np.take_along_axis(_SUIT_OF[cards], np.broadcast_to(renamed, (count, 4, 4)), axis=2)
    found[:, :16] = (in_suit * VALUES[cards][:, :, None]).reshape(count, 16) / 10
    unseen = np.take_along_axis(sight.unseen, suits, axis=1)
    unseen_count = np.maximum(sight.unseen_count, 1)[:, None]
    found[:, 16:20] = SUIT_SUM[unseen] / unseen_count / 2
    found[:, 20:24] = SUIT_COUNT[unseen] / 13
    found[:, 24:28] = SUIT_WITH[unseen, 10] / 4
    found[:, 28:32] = SUIT_WITH[unseen, 11]
    at = 32
    for seat in (sight.left, sight.right):
        known = sight.known(seat)
        found[:, at : at + 4] = np.take_along_axis(_suit_sums(known), suits, axis=1) / 10
        found[:, at + 4] = (known < 52).sum(axis=1) / 3
        thrown: Bits = rounds.thrown[rows, seat]
        found[:, at + 5 : at + 9] = np.take_along_axis(SUIT_COUNT[by_suit(thrown)], suits, axis=1) / 4
        lives = rounds.lives_before[rows, seat]
        found[:, at + 9] = lives == 1
        found[:, at + 10] = lives == 2
        found[:, at + 11] = rounds.caller[rows] == seat
        at += 12
    lives = rounds.lives_before[rows, sight.player]
    found[:, 56] = lives == 1
    found[:, 57] = lives == 2
    found[:, 58] = sight.called
    found[:, 59] = rounds.turns[rows] / 20
    found[:, 60] = (rounds.deck_size[rows] - rounds.drawn[rows]) / 45
    alive = (rounds.lives_before[rows] > 0).sum(axis=1)
    found[:, 61] = alive == 3
    found[:, 62] = alive == 4
    found[:, 63] = sight.score / 62
    seen = rounds.seen[rows][:, None] & BITS[own]
    found[:, 64:67] = seen != 0
    found[:, 67:71] = np.take_along_axis(sight.suit_sums, suits, axis=1) / 20


def _chance_of_31(sight: Sight) -> Ints:
    """How many unseen cards make 31 with the best discard, (n,)."""
    lowest = np.where(sight.suit_counts == 3, VALUES[sight.own].min(axis=1)[:, None], 0)
    missing = 31 - (sight.suit_sums - lowest)
    found = np.where(missing <= 11, SUIT_WITH[sight.unseen, np.clip(missing, 0, 11)], 0)
    total: Ints = found.sum(axis=1)
    return total
