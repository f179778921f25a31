"""The greedy player of Thirty-one, and the one that calls: the highest immediate score, to the letter of the game's
reference page. All scores of candidates are points of the hand that an action leaves.
"""

from random import Random

from game.agents.agent import Candidate, Reason
from game.games.thirty_one.cards import BEST, BIT, CARD_NAMES, cards_of
from game.games.thirty_one.moves import CALL, DRAW_DECK, TAKE_DISCARD, legal_moves
from game.games.thirty_one.outlook import by_score
from game.games.thirty_one.rules import View
from game.games.thirty_one.words import ScoreInWords
from game.rules.language import marked

CALL_AT = 25
"""The points at which the page's caller calls."""

_DRAW = marked("{:.2f} points on average after a card of the deck and the best discard; {} now")
_TAKE = marked("{} points, with the {} in place of the {}")
_KEEP = marked("keeps {}")
_CALL = marked("{} points: calls from {:g} points on, and counts them as 31")
_NO_CALL = marked("{} points: calls from {:g} points on")


def may_draw(view: View) -> bool:
    """Whether the view's player is to draw, take or call."""
    return view.to_move == view.player and view.drawn_from is None


def must_discard(view: View) -> bool:
    """Whether the view's player is to discard."""
    return view.to_move == view.player and view.drawn_from is not None


class DrawDeck:
    """The score to expect after a card of the deck and the best discard after it."""

    name = "draw from the deck"

    def score(self, view: View, rng: Random) -> list[Candidate]:
        if not may_draw(view):
            return []
        alike = view.house.three_of_a_kind
        expected = by_score(alike).expected(view)
        return [Candidate(DRAW_DECK, expected, Reason(_DRAW, (expected, ScoreInWords(view.hand, alike))))]


class TakeDiscard:
    """The highest score that the top discard makes in place of one of the three cards."""

    name = "take the discard"

    def score(self, view: View, rng: Random) -> list[Candidate]:
        if not may_draw(view):
            return []
        outlook, top, hand = by_score(view.house.three_of_a_kind), view.discard[-1], view.hand
        best = outlook.swapped(hand)[top]
        given = next(card for card in cards_of(hand) if outlook.worth(hand ^ BIT[card] | BIT[top]) == best)
        return [Candidate(TAKE_DISCARD, best, Reason(_TAKE, (best, CARD_NAMES[top], CARD_NAMES[given])))]


class KeepHighest:
    """The score of the three cards that each discard keeps."""

    name = "discard"

    def score(self, view: View, rng: Random) -> list[Candidate]:
        if not must_discard(view):
            return []
        alike, hand = view.house.three_of_a_kind, view.hand
        worth = by_score(alike).worth
        kept = [(move, hand ^ BIT[move.card]) for move in legal_moves(view)]
        return [Candidate(move, worth(left), Reason(_KEEP, (ScoreInWords(left, alike),))) for move, left in kept]


class CallFrom:
    """31, as if the round were won, for a call with a hand of `call_at` points or more; else 0."""

    name = "call"

    def __init__(self, call_at: float = CALL_AT) -> None:
        self.call_at = call_at

    def score(self, view: View, rng: Random) -> list[Candidate]:
        if not may_draw(view) or view.caller is not None:
            return []
        points = by_score(view.house.three_of_a_kind).worth(view.hand)
        calls = points >= self.call_at
        return [
            Candidate(CALL, float(BEST if calls else 0), Reason(_CALL if calls else _NO_CALL, (points, self.call_at)))
        ]


def greedy() -> tuple[DrawDeck, TakeDiscard, KeepHighest]:
    """The greedy player's scorers, for the highest score: of equal ones it draws, and throws the first of its cards in
    canonical order, the one drawn from the deck last."""
    return DrawDeck(), TakeDiscard(), KeepHighest()


def greedy_caller(call_at: float = CALL_AT) -> tuple[CallFrom, DrawDeck, TakeDiscard, KeepHighest]:
    """The same behind a call from `call_at` points on, which nothing comes before: no hand is worth more than 31."""
    return CallFrom(call_at), *greedy()
