"""The tactician of Thirty-one: it gathers points first and 31 later, watches what the others want, and calls in time.

It judges a hand by an estimate of its own: the highest sum in one suit of what its cards are worth, where tens and aces
count for more, and small cards for less, than their points, since 31 is what wins long rounds. In the first turns of a
round the estimate is nearer to the points, as short rounds are won by calls; once somebody else has called, only points
count. All scores of candidates are in these values.

The numbers were found by play in matches of two: a cross-entropy search against the greedy player and two that call, at
25 and at 28 points.
"""

from collections.abc import Callable
from functools import lru_cache
from math import ceil, exp
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from game.agents.agent import Candidate, Reason
from game.games.thirty_one.cards import (
    BEST,
    BIT,
    CARD_NAMES,
    DECK_CARDS,
    SUITS,
    VALUES,
    cards_of,
    is_three_alike,
    points,
    score,
    suit_of,
    suit_points,
)
from game.games.thirty_one.greedy import may_draw, must_discard
from game.games.thirty_one.moves import CALL, DRAW_DECK, TAKE_DISCARD, Move, legal_moves
from game.games.thirty_one.outlook import Outlook
from game.games.thirty_one.rules import View
from game.games.thirty_one.words import ScoreInWords
from game.rules.language import _, marked

if TYPE_CHECKING:  # who trains against it computes with arrays; it plays without
    from numpy.typing import NDArray

N = TypeVar("N", float, "NDArray[Any]")
_TEN, _ACE = 10, 11
_ROUNDING = 1e-6
"""Sums of tenths are off by less."""
_WON = 100.0
"""What 31, and a call that is due, are worth: more than anything else."""
_NOT_LOWEST = 10.0
"""What a hand is worth, after a call, that is certain not to be the lowest."""
MOST_SPURNED = 2
"""So many discards of a suit by the next player tell that it does not gather it; more tell nothing new."""
MOST_BAR = float(BEST - 1)
"""No call asks for more points: nothing but 31 beats them."""
_SUIT_CARDS = tuple(sum(BIT[card] for card in DECK_CARDS if suit_of(card) == suit) for suit in range(len(SUITS)))


class Tactics(NamedTuple):
    """The numbers that the tactician plays by; `ABOUT` tells what each of them is."""

    opening: float = 6.8
    first_ace: float = 12.5
    first_ten: float = 8.6
    first_number: float = -4.5
    first_margin: float = 1.4
    ace: float = 14.3
    ten: float = 10.7
    number: float = -6.8
    margin: float = 1.8
    give_ace: float = -3.8
    give_ten: float = -2.4
    feed: float = -0.04
    spurned: float = 0.42
    gun_at: float = 18.0
    call_at: float = 24.5
    call_rise: float = 1.3
    call_known: float = 0.6
    last_life: float = -2.5
    middle: float = 24.5
    width: float = 5.2


ABOUT: dict[str, str] = {
    "opening": _("how many own turns the opening of a round lasts"),
    "first_ace": _("in the opening, what an ace is worth"),
    "first_ten": _("in the opening, what a ten or a court card is worth"),
    "first_number": _("in the opening, what another card is worth beside its points"),
    "first_margin": _("in the opening, by how much the discard must beat the deck to be taken"),
    "ace": _("later, what an ace is worth"),
    "ten": _("later, what a ten or a court card is worth"),
    "number": _("later, what another card is worth beside its points"),
    "margin": _("later, by how much the discard must beat the deck to be taken"),
    "give_ace": _("what discarding an ace is worth"),
    "give_ten": _("what discarding a ten or a court card is worth"),
    "feed": _("what a discard is worth, times its points and the points of its suit the next player is known to hold"),
    "spurned": _(
        "what a discard is worth for each ten points of it, times the next player’s discards of its suit, to 2"
    ),
    "gun_at": _("the points from which the very first turn is a call"),
    "call_at": _("the points from which it calls in its first turn"),
    "call_rise": _("how many more points a call asks for with each further turn of its own"),
    "call_known": _(
        "how many more points a call asks for with each ten points that another is known to hold in a suit"
    ),
    "last_life": _("how many more points a call asks for with the last life"),
    "middle": _("after a call, the points that lose the round as often as not"),
    "width": _("after a call, how many points away from these still make a difference"),
}


def _worths(ace: float, ten: float, number: float) -> tuple[float, ...]:
    """What each card is worth in the suit that is gathered."""
    return tuple([ace if value == _ACE else ten if value == _TEN else value + number for value in VALUES])


@lru_cache(maxsize=16)
def gathering(ace: float, ten: float, number: float, three_of_a_kind: bool) -> Outlook:
    """Hands judged by the highest sum in one suit of what cards are worth, a suit that the hand lacks being worth 0;
    three of a kind, where it counts, as three tens."""
    worths = _worths(ace, ten, number)

    def worth(hand: int) -> float:
        if three_of_a_kind and is_three_alike(hand):
            return 3 * ten
        sums = [0.0] * len(SUITS)
        for card in cards_of(hand):
            sums[suit_of(card)] += worths[card]
        return max(sums)

    return Outlook(worth)


@lru_cache(maxsize=16)
def facing_a_call(middle: float, width: float, three_of_a_kind: bool) -> Outlook:
    """Hands judged by how likely it seems that they are not the lowest."""
    return Outlook(lambda hand: _NOT_LOWEST / (1 + exp((middle - score(hand, three_of_a_kind)) / width)))


def call_bar(tactics: Tactics, turns_each: N, shown: N, bonus: N) -> N:
    """The points from which a call is due after so many turns of each player, with the most points in one suit that
    another is known to hold and what the last life adds; not yet held below 31. One, or many in arrays."""
    bar: N = tactics.call_at + tactics.call_rise * turns_each + tactics.call_known * shown / _TEN + bonus
    return bar


def gathered_value(tactics: Tactics, value: N, held: N, spurned: N) -> N:
    """What a discard that counts `value` is worth for what the next player gathers, who is known to hold so many points
    of its suit and has discarded so many of its cards, 2 at most. One, or many in arrays."""
    worth: N = tactics.feed * value * held + tactics.spurned * spurned * value / _TEN
    return worth


def turns_each(view: View) -> int:
    """How many turns everybody at the table has had in this round."""
    return view.turns // view.alive


def plan(view: View, tactics: Tactics) -> tuple[Outlook, float]:
    """How hands are judged now, and by how much the discard must beat the deck."""
    alike = view.house.three_of_a_kind
    if view.caller is not None:
        return facing_a_call(tactics.middle, tactics.width, alike), 0.0
    if turns_each(view) < tactics.opening:
        worth = gathering(tactics.first_ace, tactics.first_ten, tactics.first_number, alike)
        return worth, tactics.first_margin
    return gathering(tactics.ace, tactics.ten, tactics.number, alike), tactics.margin


_DRAW = marked("worth {:.1f} on average after a card of the deck; now {:.1f}, {}")
_TAKE = marked("worth {:.1f} with the {} in place of the {}; {:.1f} less, as the others see the card")
_TAKE_LAST = marked("worth {:.1f} with the {} in place of the {}")
_TAKE_BEST = marked("31, with the {} in place of the {}")
_KEEP = marked("keeps {}, worth {:.1f}")
_KEEP_BEST = marked("keeps 31")
_KEEP_AND_GIVE = marked(
    "keeps {}, worth {:.1f}; {:+.1f} for giving up the card, {:+.1f} for what the next player gathers"
)
_CALL = marked("{}: at this time it calls from {:.1f} points on")
_GUN = marked("{}: calls in the very first turn from {:.1f} points on")


class _Scorer:
    """What all scorers of the tactician have in common: its numbers."""

    def __init__(self, tactics: Tactics) -> None:
        self.tactics = tactics


class DrawDeck(_Scorer):
    """What the hand is worth after a card of the deck and the best discard after it."""

    name = "draw from the deck"

    def score(self, view: View, rng: Random) -> list[Candidate]:
        if not may_draw(view):
            return []
        outlook, _ = plan(view, self.tactics)
        expected, words = outlook.expected(view), ScoreInWords(view.hand, view.house.three_of_a_kind)
        return [Candidate(DRAW_DECK, expected, Reason(_DRAW, (expected, outlook.worth(view.hand), words)))]


class TakeDiscard(_Scorer):
    """What the hand is worth with the top discard, less a margin; 31 is taken before anything else."""

    name = "take the discard"

    def score(self, view: View, rng: Random) -> list[Candidate]:
        if not may_draw(view):
            return []
        top, hand = view.discard[-1], view.hand
        outlook, margin = plan(view, self.tactics)
        swaps = [(hand ^ BIT[card] | BIT[top], card) for card in cards_of(hand)]
        for swapped, card in swaps:
            if points(swapped) == BEST:
                why = Reason(_TAKE_BEST, (CARD_NAMES[top], CARD_NAMES[card]))
                return [Candidate(TAKE_DISCARD, _WON + BEST, why)]
        best = outlook.swapped(hand)[top]
        given = next(card for swapped, card in swaps if outlook.worth(swapped) == best)
        terms = (best, CARD_NAMES[top], CARD_NAMES[given])
        why = Reason(_TAKE, (*terms, margin)) if margin else Reason(_TAKE_LAST, terms)
        return [Candidate(TAKE_DISCARD, best - margin, why)]


class Discard(_Scorer):
    """What the three cards that are kept are worth, and what the next player could make of the one that is thrown;
    after a call, only the former."""

    name = "discard"

    def score(self, view: View, rng: Random) -> list[Candidate]:
        if not must_discard(view):
            return []
        outlook, _ = plan(view, self.tactics)
        return [self._of(view, move, outlook.worth) for move in legal_moves(view)]

    def _of(self, view: View, move: Move, worth: Callable[[int], float]) -> Candidate:
        kept = view.hand ^ BIT[move.card]
        if points(kept) == BEST:
            return Candidate(move, _WON + worth(kept), Reason(_KEEP_BEST))
        value, words = worth(kept), ScoreInWords(kept, view.house.three_of_a_kind)
        given, gathered = (0.0, 0.0) if view.caller is not None else self._next_player(view, move.card)
        why = (
            Reason(_KEEP_AND_GIVE, (words, value, given, gathered))
            if given or gathered
            else Reason(_KEEP, (words, value))
        )
        return Candidate(move, value + given + gathered, why)

    def _next_player(self, view: View, card: int) -> tuple[float, float]:
        """What giving up a card costs: for the card itself, and for what the next player is seen to gather or not."""
        tactics, value, suit, following = self.tactics, VALUES[card], suit_of(card), view.left
        given = tactics.give_ace if value == _ACE else tactics.give_ten if value == _TEN else 0.0
        held = suit_points(view.known[following])[suit] if view.known[following] else 0
        spurned = min(MOST_SPURNED, (view.thrown[following] & _SUIT_CARDS[suit]).bit_count())
        return given, gathered_value(tactics, value, held, spurned)


class Call(_Scorer):
    """As much as 31 for a call that is due; else the points that the hand lacks for one, below 0.

    A call is due from so many points on as the tactics say: more, the longer the round has gone on, as the others'
    hands grow. The very first turn has a bar of its own, for nobody can answer.
    """

    name = "call"

    def score(self, view: View, rng: Random) -> list[Candidate]:
        if not may_draw(view) or view.caller is not None:
            return []
        alike, bar = view.house.three_of_a_kind, self._bar(view)
        missing = bar - score(view.hand, alike)
        words = ScoreInWords(view.hand, alike)
        told = ceil(10 * bar - _ROUNDING) / 10  # rounded to the nearest it might be a hand that does not call
        why = Reason(_GUN if view.first_turn else _CALL, (words, told))
        return [Candidate(CALL, -missing if missing > 0 else _WON, why)]

    def _bar(self, view: View) -> float:
        """The points from which a call is due."""
        tactics = self.tactics
        bonus = tactics.last_life if view.lives[view.player] == 1 else 0.0
        if view.first_turn:
            return tactics.gun_at + bonus
        others = [known for player, known in enumerate(view.known) if player != view.player]
        shown = max([points(known) for known in others])
        return min(call_bar(tactics, turns_each(view), shown, bonus), MOST_BAR)


def tactician(tactics: Tactics = Tactics()) -> tuple[Call, DrawDeck, TakeDiscard, Discard]:  # noqa: B008 - a constant
    """The four scorers; of equal scores the picker takes the first in this order."""
    return Call(tactics), DrawDeck(tactics), TakeDiscard(tactics), Discard(tactics)
