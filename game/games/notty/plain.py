"""What a move of Notty does, in a sentence for whoever plays the game. Players are mentioned by number, for names to
be put in (see :mod:`game.rules.mentions`)."""

from game.games.notty.cover import leftover, outs
from game.games.notty.hands import ONE, card_name, size
from game.games.notty.moves import Move, MoveKind
from game.games.notty.state import View
from game.rules.language import _, ngettext
from game.rules.mentions import mention


def plain(view: View, move: Move) -> str:
    """What a legal move brings, and what it leaves: "alone" are cards that no run and no set holds."""
    kind, value = move
    match kind:
        case MoveKind.DRAW:
            return _of_draw(view, value)
        case MoveKind.DRAW_TO_DISCARD:
            return _of_swap(view)
        case MoveKind.STEAL:
            theirs = view.hands[value]
            return _(
                "{number} of the {cards} cards of {name} would fit a group here; which one comes is luck.",
                number=outs(view.hand, theirs),
                cards=size(theirs),
                name=mention(value),
            )
        case MoveKind.RETURN_CARD:
            return _alone(view.hand - ONE[value], card_name(value))
        case MoveKind.DISCARD_GROUP:
            return _of_group(view.hand - value, size(value))
    return _alone(view.hand, "")


def _of_swap(view: View) -> str:
    fitting = outs(view.hand, view.unseen)
    if not fitting:
        return _("One card for another; none of the {deck} in the deck completes a group yet.", deck=view.deck_size)
    return _(
        "One card for another: {number} of the {deck} in the deck would fit a group.",
        number=fitting,
        deck=view.deck_size,
    )


def _of_draw(view: View, number: int) -> str:
    fitting = outs(view.hand, view.unseen)
    if not fitting:
        return _("From the deck; none of its {deck} cards alone completes a group yet.", deck=view.deck_size)
    values = {"fitting": fitting, "deck": view.deck_size}
    return ngettext(
        "A card from the deck: {fitting} of its {deck} would fit a group.",
        "{number} cards from the deck: {fitting} of its {deck} would fit a group.",
        number,
        **values,
    )


def _of_group(left: int, gone: int) -> str:
    if not left:
        return _("The last cards go, and that wins.")
    return ngettext(
        "{gone} cards go; {number} stays.", "{gone} cards go; {number} stay.", size(left), gone=gone
    )  # fmt: skip


def _alone(hand: int, returned: str) -> str:
    """How far a hand is from going out once a card has been returned, or the turn has ended."""
    held, alone = size(hand), leftover(hand)
    if returned:
        return _(
            "The {card} goes back; of {cards} cards {number} stand alone then.",
            card=returned, cards=held, number=alone,
        )  # fmt: skip
    return _("The turn ends with {cards} cards, {number} of them alone.", cards=held, number=alone)
