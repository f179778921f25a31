"""All that a view tells, for many seats at once: the same numbers as :mod:`game.games.thirty_one.full_encoding`, where
they are explained, has for one."""

import numpy as np

from game.agents.networks import Floats
from game.games.thirty_one.training.batch_view import BatchView
from game.games.thirty_one.training.cards import (
    BITS,
    NO_CARD,
    SUIT_COUNT,
    SUIT_SUM,
    SUIT_WITH,
    SUITS,
    VALUES,
    Ints,
    by_suit,
)

_SUIT_OF = np.eye(4, dtype=np.int64)[SUITS]
COMMON = 71


class FullEncoding:
    """81 and 77 inputs, suits and cards in the order of what they matter."""

    action_inputs = COMMON + 10
    swap_inputs = COMMON + 6

    def action(self, seen: BatchView) -> Floats:
        """81 numbers a row."""
        suits, order = _orders(seen, seen.top)
        found = np.empty((len(seen), self.action_inputs), dtype=np.float32)
        alive = _common(found, seen, seen.top, suits, order)
        count = np.maximum(seen.unseen_count, 1)
        swap = seen.score_without(seen.top)[:, :3].max(axis=1)
        turns = seen.rounds.turns[seen.rows]
        row = np.arange(len(seen))
        found[:, 71] = (swap - seen.score) / 20
        found[:, 72] = seen.draw_gain / (20 * count)
        found[:, 73] = _making_31(seen) / count
        found[:, 74] = swap / 62
        found[:, 75] = _suit_sums(seen.known(seen.left))[row, SUITS[seen.top]] / 30
        found[:, 76] = seen.first_turn
        for column, each in enumerate((2, 4, 6, 8)):
            found[:, 77 + column] = turns < each * alive
        return found

    def swap(self, seen: BatchView) -> tuple[Floats, Ints | None]:
        """77 numbers a row; the outputs stand for the own cards in that order, and the one in hand."""
        assert seen.drawn is not None
        suits, order = _orders(seen, seen.drawn)
        found = np.empty((len(seen), self.swap_inputs), dtype=np.float32)
        _common(found, seen, seen.drawn, suits, order)
        places = np.concatenate([order, np.full((len(seen), 1), 3)], axis=1)
        left = seen.score_without(seen.drawn)
        found[:, 71:75] = np.take_along_axis(left, places, axis=1) / 62
        found[:, 75] = seen.drawn == seen.top
        found[:, 76] = left.max(axis=1) / 62
        return found, places


def _suit_sums(cards: Ints) -> Ints:
    """What hands of three count in each suit, (n, 4)."""
    found: Ints = (_SUIT_OF[cards] * VALUES[cards][:, :, None]).sum(axis=1)
    return found


def _orders(seen: BatchView, card: Ints) -> tuple[Ints, Ints]:
    """The suits, best first, (n, 4), and the places of the own cards in that order, higher ones first, (n, 3)."""
    row = np.arange(len(seen))
    weight = seen.suit_sums * 16
    weight[row, SUITS[card]] += VALUES[card]
    weight = weight * 64 + _suit_sums(seen.known(seen.left))
    weight = weight * 128 + SUIT_SUM[seen.unseen]
    suits = np.argsort(-weight, axis=1, kind="stable")
    rank = np.empty_like(suits)
    rank[row[:, None], suits] = np.arange(4)
    keys = np.take_along_axis(rank, SUITS[seen.own], axis=1) * 64 - seen.own
    return suits, np.argsort(keys, axis=1)


def _common(found: Floats, seen: BatchView, card: Ints, suits: Ints, order: Ints) -> Ints:
    """Fill in the inputs that both networks have; how many players are alive, (n,)."""
    rounds, rows, count = seen.rounds, seen.rows, len(seen)
    own = np.take_along_axis(seen.own, order, axis=1)
    cards = np.concatenate([own, card[:, None]], axis=1)
    in_suit = np.take_along_axis(_SUIT_OF[cards], np.broadcast_to(suits[:, None, :], (count, 4, 4)), axis=2)
    found[:, :16] = (in_suit * VALUES[cards][:, :, None]).reshape(count, 16) / 10
    unseen = np.take_along_axis(seen.unseen, suits, axis=1)
    found[:, 16:20] = SUIT_SUM[unseen] / (2 * np.maximum(seen.unseen_count, 1)[:, None])
    found[:, 20:24] = SUIT_COUNT[unseen] / 13
    found[:, 24:28] = SUIT_WITH[unseen, 10] / 4
    found[:, 28:32] = SUIT_WITH[unseen, 11]
    _neighbour(found[:, 32:44], seen, seen.left, suits)
    _neighbour(found[:, 44:56], seen, seen.right, suits)
    lives = rounds.lives_before[rows, seen.player]
    alive: Ints = (rounds.lives_before[rows] > 0).sum(axis=1)
    found[:, 56] = lives == 1
    found[:, 57] = lives == 2
    found[:, 58] = seen.called
    found[:, 59] = rounds.turns[rows] / 20
    found[:, 60] = (rounds.deck_size[rows] - rounds.drawn[rows]) / 45
    found[:, 61] = alive == 3
    found[:, 62] = alive == 4
    found[:, 63] = seen.score / 62
    found[:, 64:67] = (rounds.seen[rows][:, None] & BITS[own]) != 0
    found[:, 67:71] = np.take_along_axis(seen.suit_sums, suits, axis=1) / 20
    return alive


def _neighbour(found: Floats, seen: BatchView, seat: Ints, suits: Ints) -> None:
    """Fill in the 12 inputs about a neighbour."""
    rounds, rows = seen.rounds, seen.rows
    known = seen.known(seat)
    lives = rounds.lives_before[rows, seat]
    found[:, :4] = np.take_along_axis(_suit_sums(known), suits, axis=1) / 10
    found[:, 4] = (known != NO_CARD).sum(axis=1) / 3
    found[:, 5:9] = np.take_along_axis(SUIT_COUNT[by_suit(rounds.thrown[rows, seat])], suits, axis=1) / 4
    found[:, 9] = lives == 1
    found[:, 10] = lives == 2
    found[:, 11] = rounds.caller[rows] == seat


def _making_31(seen: BatchView) -> Ints:
    """How many unseen cards make 31 with the best discard after them, (n,)."""
    lowest = np.where(seen.suit_counts == 3, VALUES[seen.own].min(axis=1)[:, None], 0)
    missing = 31 - (seen.suit_sums - lowest)
    found: Ints = np.where(missing <= 11, SUIT_WITH[seen.unseen, np.clip(missing, 0, 11)], 0).sum(axis=1)
    return found
