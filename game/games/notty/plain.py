"""What a move of Notty does, in a sentence for whoever plays the game. Players are mentioned by number, for names to
be put in (see :mod:`game.rules.mentions`)."""

from game.games.notty.cover import leftover, outs
from game.games.notty.hands import ONE, card_name, size
from game.games.notty.moves import Move, MoveKind
from game.games.notty.state import View
from game.rules.language import _, joined, ngettext
from game.rules.mentions import mention


def plain(view: View, move: Move) -> str:
    """What a legal move brings, and what it leaves."""
    kind, value = move
    match kind:
        case MoveKind.DRAW:
            return _of_draw(view, value)
        case MoveKind.DRAW_TO_DISCARD:
            return _of_swap(view)
        case MoveKind.STEAL:
            return _of_theft(view, value)
        case MoveKind.RETURN_CARD:
            return _of_return(view.hand - ONE[value], card_name(value))
        case MoveKind.DISCARD_GROUP:
            return _of_group(view, value)
    return _of_end(view.hand)


def _of_theft(view: View, player: int) -> str:
    theirs, name = view.hands[player], mention(player)
    if size(theirs) == 1:
        return _("This takes the last card from {name}: whoever has none left wins.", name=name)
    if not (fitting := outs(view.hand, theirs)):
        return _("A card comes blindly from {name}; none of the {cards} would fit a group here.",
                 name=name, cards=size(theirs))  # fmt: skip
    return _(
        "A card comes blindly from {name}; {number} of the {cards} would fit a group here.",
        name=name,
        number=fitting,
        cards=size(theirs),
    )


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


def _of_group(view: View, group: int) -> str:
    """What a discarded group leaves, and why good players often keep it: the more a hand holds, the more new cards find
    a group in it, and the hand that goes as a whole wins."""
    rest, gone = view.hand - group, size(group)
    if not rest:
        return _("The last cards go, and that wins.")
    told = ngettext("{gone} cards go; {number} stays.", "{gone} cards go; {number} stay.", size(rest), gone=gone)
    if not leftover(rest):
        return joined([told, _("The rest can go, too, and that wins.")], " ")
    fit, then = outs(view.hand, view.unseen), outs(rest, view.unseen + group)
    if then * view.deck_size >= fit * (view.deck_size + gone):
        return told
    kept = _(
        "Kept, they give new cards more to join: {fit} of the {deck} in the deck fit now, {then} of {more} would then.",
        fit=fit, deck=view.deck_size, then=then, more=view.deck_size + gone,
    )  # fmt: skip
    return joined([told, kept], " ")


def _of_return(hand: int, card: str) -> str:
    """How far a hand is from going out once a card has been returned."""
    left = leftover(hand)
    if not left:
        return _("The {card} goes back; then every card is in a group.", card=card)
    if left == size(hand):
        return _("The {card} goes back; then no card is in a group.", card=card)
    return ngettext(
        "The {card} goes back; then {number} of {cards} cards is in no group.",
        "The {card} goes back; then {number} of {cards} cards are in no group.",
        left,
        card=card,
        cards=size(hand),
    )


def _of_end(hand: int) -> str:
    """How far a hand is from going out as the turn ends, and why what could go of it stays."""
    left, cards = leftover(hand), size(hand)
    if not left:
        return _("The turn ends, although every card is in a group: discarding them all would win.")
    if left == cards:
        return ngettext(
            "The turn ends with one card, which is in no group.",
            "The turn ends with {number} cards, none of them in a group.",
            cards,
        )
    told = _("The turn ends with {cards} cards, {number} of them in no group.", cards=cards, number=left)
    stay = _("The groups stay: new cards find more to join, and the hand that goes as a whole wins.")
    return joined([told, stay], " ")
