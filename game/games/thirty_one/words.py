"""Thirty-one in words: what a move is called, why cards make no move together, and the rules to read at the table.

People count players from 1; the program and its files count them from 0.
"""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from game.games.thirty_one.cards import NUMBER_OF_KIND, SUIT_NAMES, THREE_ALIKE, best_suit, card_name, points, score
from game.games.thirty_one.moves import DISCARD_FIRST, Move, MoveKind, refusal
from game.games.thirty_one.state import View
from game.rules.language import Message, _, enumerated, joined
from game.rules.protocol import Piece, RoundEnd
from game.rules.wording import out_of_turn, to_player

KIND_NAMES = {
    MoveKind.DRAW_DECK: _("Draw from the deck"),
    MoveKind.TAKE_DISCARD: _("Take the discard"),
    MoveKind.DISCARD: _("Discard"),
    MoveKind.CALL: _("Call"),
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


class ScoreInWords(NamedTuple):
    """What a hand of three scores, and with what, put into words only when somebody reads it: "27 in spades", "30½ with
    three of a kind"."""

    hand: int
    three_of_a_kind: bool = False

    def __str__(self) -> str:
        return self.message

    @property
    def message(self) -> Message:
        """The words as a message, to be translated where they are shown."""
        if score(self.hand, self.three_of_a_kind) == THREE_ALIKE:
            return _("30½ with three of a kind")
        return _in_suit(points(self.hand), best_suit(self.hand))


@cache
def _in_suit(points: int, suit: int) -> Message:
    """So many points in a suit; kept, for many hands share these words."""
    return _("{points} in {suit}", points=points, suit=SUIT_NAMES[suit])


def label(move: Move) -> str:
    """The move as a button names it."""
    return _("Discard {card}", card=card_name(move.card)) if move.kind == MoveKind.DISCARD else KIND_NAMES[move.kind]


def piece_words(piece: Piece) -> str:
    """A card of the table in words: "7 of hearts"."""
    return card_name(NUMBER_OF_KIND[piece.kind])


def describe(move: Move, drawn: int | None = None) -> str:
    """The move told afterwards, without its subject; a card drawn from the deck is nobody else's business, one taken
    from the discard pile, `drawn`, is named where it is known."""
    match move.kind:
        case MoveKind.DRAW_DECK:
            return _("drew from the deck")
        case MoveKind.TAKE_DISCARD:
            return _("took the discard") if drawn is None else _("took the {card}", card=card_name(drawn))
        case MoveKind.DISCARD:
            return _("discarded the {card}", card=card_name(move.card))
        case MoveKind.CALL:
            return _("called")


NO_CARDS = _("no cards are picked for this move")
FROM_DECK = _("The top card of the deck is drawn alone, and nobody sees it before.")
FROM_OTHERS = _("The cards of other players stay with them.")
DRAW_FIRST = _("Draw from the deck or take the discard first; then you discard one card.")
ONLY_TOP = _("Only the top card of the discard pile can be taken, and it is taken alone.")


def why_no_move(view: View, zones: set[str], own: Sequence[int], piled: Sequence[int], kind: str | None = None) -> str:
    """Why no legal move picks all of these: cards `own` of the hand and `piled` of the discard pile, out of `zones`,
    where a "rival" zone is another player's hand; of a `kind`, why none picks just these."""
    waits = out_of_turn(view)
    if waits is not None:
        return to_player(waits)
    if kind is not None:
        return _why_not_of_kind(view, own, next(each for each, name in KIND_NAMES.items() if name == kind))
    if "rival" in zones:
        return FROM_OTHERS
    if view.must_discard:
        return to_player(DISCARD_FIRST) if piled or "deck" in zones else _why_no_discard(view, own)
    if "deck" in zones:
        return FROM_DECK
    return ONLY_TOP if piled and not own else DRAW_FIRST


def _why_no_discard(view: View, own: Sequence[int]) -> str:
    if len(own) != 1:
        return _("Exactly one card is discarded, not {number}.", number=len(own) or _("none"))
    return to_player(refusal(view, Move(MoveKind.DISCARD, own[0])) or NO_CARDS)


def _why_not_of_kind(view: View, own: Sequence[int], kind: MoveKind) -> str:
    if kind is MoveKind.DISCARD:
        return _why_no_discard(view, own) if view.must_discard else DRAW_FIRST
    return to_player(refusal(view, Move(kind)) or NO_CARDS)


def round_title(end: RoundEnd, names: Sequence[str]) -> str:
    """Who has lost how many lives: "You lose a life", "Ann loses two lives, Ben and Cleo one each"."""
    lost: Sequence[int] = end.record.get("lost", [0] * len(names))
    parts: list[str] = []
    left: Sequence[int] = end.record.get("lives", [1] * len(names))
    for lives in sorted({lives for lives in lost if lives}, reverse=True):
        losers = [player for player, its in enumerate(lost) if its == lives]
        who = [names[player] for player in losers]
        parts.append(_less(who) if parts else _losing(who, lives, not any(left[player] for player in losers)))
    return joined(parts) or _("Nobody loses a life")


def _losing(names: Sequence[str], lives: int, last: bool) -> str:
    """Who loses the most lives, one or two, whether the last one."""
    who = enumerated(names)
    if last and lives == 1:
        if len(names) > 1:
            return _("{names} lose the last life each", names=who)
        return _("You lose your last life") if who == "You" else _("{name} loses the last life", name=who)
    if len(names) > 1:
        return _("{names} lose a life each", names=who) if lives == 1 else _("{names} lose two lives each", names=who)
    if who == "You":
        return _("You lose a life") if lives == 1 else _("You lose two lives")
    return _("{name} loses a life", name=who) if lives == 1 else _("{name} loses two lives", name=who)


def _less(names: Sequence[str]) -> str:
    """Who loses one life, where another loses two."""
    who = enumerated(names)
    return _("{names} one each", names=who) if len(names) > 1 else _("{name} one", name=who)
