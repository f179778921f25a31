"""Thirty-one in words: what a move is called, why cards make no move together, and the rules to read at the table.

People count players from 1; the program and its files count them from 0.
"""

from functools import lru_cache

from game.rules.thirty_one_cards import (
    DECK_CARDS,
    KINDS,
    RANKS,
    THREE_ALIKE,
    best_suit,
    points,
    rank_of,
    score,
    suit_of,
)
from game.rules.thirty_one_moves import Move, MoveKind
from game.rules.thirty_one_state import FROM_DISCARD, View

SUIT_NAMES = ("spades", "hearts", "diamonds", "clubs")
_COURT = {"J": "jack", "Q": "queen", "K": "king", "A": "ace"}

KIND_NAMES = {
    MoveKind.DRAW_DECK: "Draw from the deck",
    MoveKind.TAKE_DISCARD: "Take the discard",
    MoveKind.DISCARD: "Discard",
    MoveKind.CALL: "Call",
}

HELP: tuple[tuple[str, str], ...] = (
    (
        "The aim",
        "Hold cards of one suit: a hand scores the highest sum it has in one suit. Aces count 11, court cards 10, "
        "others their number; 31 is the most. Everybody starts with three lives, and the last player with lives wins.",
    ),
    (
        "Your turn is one of three things",
        "Draw from the deck, look at the card, then discard one of your four.\n"
        "Take the top card of the discard pile, then discard one of your three other cards.\n"
        "Call, when nobody has: all others have one more turn, then hands are shown. A call as the very first turn of "
        "a round shows them at once.",
    ),
    (
        "The end of a round",
        "When hands are shown, every player with the lowest score loses a life. The caller loses two when theirs is "
        "the lowest, or as low as the lowest.\n"
        "31 in three cards, dealt or left after a discard, ends the round at once: everybody without it loses a life.\n"
        "Hands are also shown when the deck is empty at the start of a turn, and after 200 turns.",
    ),
    (
        "Good to know",
        "A player without lives is out. A round that would leave nobody alive counts for nothing. Everybody remembers "
        "who took which card from the discard pile.\n"
        "House rules, when they are chosen: three of a kind count 30½; a caller who ties for the lowest score loses "
        "nothing.",
    ),
    (
        "At the table",
        "Click the deck, the discard pile or Call, then the card to discard; or move with the arrow keys and choose "
        "with Space. Cards that cannot be chosen are dim; click one to read why.",
    ),
)


def card_name(card: int) -> str:
    """A card in words: "7 of hearts", "queen of spades"."""
    rank = RANKS[rank_of(card)]
    return f"{_COURT.get(rank, rank)} of {SUIT_NAMES[suit_of(card)]}"


CARD_NAMES = tuple(map(card_name, DECK_CARDS))
"""All cards in words."""


@lru_cache(maxsize=1 << 15)
def score_in_words(hand: int, three_of_a_kind: bool = False) -> str:
    """What a hand of three scores, and with what: "27 in spades", "30½ with three of a kind"."""
    if score(hand, three_of_a_kind) == THREE_ALIKE:
        return "30½ with three of a kind"
    return f"{points(hand)} in {SUIT_NAMES[best_suit(hand)]}"


def label(move: Move) -> str:
    """The move as a button names it."""
    return f"Discard {card_name(move.card)}" if move.kind == MoveKind.DISCARD else KIND_NAMES[move.kind]


def describe(move: Move, drawn: int | None = None) -> str:
    """The move told afterwards, without its subject; a card drawn from the deck is nobody else's business, one taken
    from the discard pile, `drawn`, is named where it is known."""
    match move.kind:
        case MoveKind.DRAW_DECK:
            return "drew from the deck"
        case MoveKind.TAKE_DISCARD:
            return "took the discard" if drawn is None else f"took the {card_name(drawn)}"
        case MoveKind.DISCARD:
            return f"discarded the {card_name(move.card)}"
        case MoveKind.CALL:
            return "called"


OVER = "The round is over."
WAIT = "It is not your turn."
FROM_DECK = "The top card of the deck is drawn alone, and nobody sees it before."
FROM_OTHERS = "The cards of other players stay with them."
DRAW_FIRST = "Draw from the deck or take the discard first; then you discard a card."
ONE_CARD = "Exactly one card is discarded."
JUST_TAKEN = "The card you have just taken from the discard pile may not go back."
DISCARD_NOW = "You have drawn: discard one of your cards."
ONLY_TOP = "Only the top card of the discard pile can be taken, and it is taken alone."


def why_no_move(view: View, zones: set[str], own: list[int], piled: list[int]) -> str:
    """Why no legal move picks all of these: cards `own` of the hand and `piled` of the discard pile, out of `zones`,
    where a "rival" zone is another player's hand."""
    if view.to_move is None:
        return OVER
    if view.to_move != view.player:
        return WAIT
    if "rival" in zones:
        return FROM_OTHERS
    if "deck" in zones:
        return DISCARD_NOW if view.must_discard else FROM_DECK
    if view.must_discard:
        return _why_no_discard(view, own, piled)
    return ONLY_TOP if piled and not own else DRAW_FIRST


def _why_no_discard(view: View, own: list[int], piled: list[int]) -> str:
    if piled:
        return DISCARD_NOW
    if len(own) > 1:
        return ONE_CARD
    if own == [view.drawn] and view.drawn_from is FROM_DISCARD:
        return JUST_TAKEN
    return f"You do not hold {', '.join(KINDS[card] for card in own) or 'that card'}."
