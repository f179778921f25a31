"""What a move of Notty does, in a sentence for whoever plays the game. Players are mentioned by number, for names to
be put in (see :mod:`game.rules.mentions`)."""

from game.games.notty.cover import leftover, outs
from game.games.notty.hands import ONE, size
from game.games.notty.moves import Move, MoveKind
from game.games.notty.state import View
from game.rules.language import _, joined, ngettext
from game.rules.mentions import mention


def plain(view: View, move: Move) -> str:
    """What a legal move brings, and what it leaves."""
    kind, value = move
    match kind:
        case MoveKind.DRAW | MoveKind.DRAW_TO_DISCARD:
            return _of_deck(view)
        case MoveKind.STEAL:
            return _of_theft(view, value)
        case MoveKind.RETURN_CARD:
            return _of_return(view.hand - ONE[value])
        case MoveKind.DISCARD_GROUP:
            return _of_group(view, value)
    return _of_end(view.hand)


def _of_theft(view: View, player: int) -> str:
    theirs = view.hands[player]
    if size(theirs) == 1:
        return _("This takes the last card from {name}: whoever has none left wins.", name=mention(player))
    if not (fitting := outs(view.hand, theirs)):
        return _("By lot; none of the {cards} would fit a group.", cards=size(theirs))
    return ngettext(
        "By lot; {fitting} of the {cards} would fit a group.",
        "By lot; {fitting} of the {cards} would fit a group.",
        fitting,
        fitting=fitting,
        cards=size(theirs),
    )


def _of_deck(view: View) -> str:
    """What a card from the deck may bring, whether one of the hand goes for it or not."""
    fitting = outs(view.hand, view.unseen)
    if not fitting:
        return _("None of the deck’s {deck} fits a group.", deck=view.deck_size)
    return ngettext(
        "{fitting} of the deck’s {deck} would fit a group.",
        "{fitting} of the deck’s {deck} would fit a group.",
        fitting,
        fitting=fitting,
        deck=view.deck_size,
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


def _of_return(hand: int) -> str:
    """How far a hand is from going out once a card has been returned."""
    left = leftover(hand)
    if not left:
        return _("Then every card is in a group.")
    if left == size(hand):
        return _("Then no card is in a group.")
    return ngettext(
        "Then {number} of {cards} cards is in no group.",
        "Then {number} of {cards} cards are in no group.",
        left,
        cards=size(hand),
    )


def _of_end(hand: int) -> str:
    """How far a hand is from going out as the turn ends, and why what could go of it stays."""
    left, cards = leftover(hand), size(hand)
    if not left:
        return _("The turn ends, although every card is in a group: discarding them all would win.")
    if left == cards:
        return ngettext(
            "One card stays, which is in no group.",
            "{number} cards stay, none of them in a group.",
            cards,
        )
    told = _("{cards} cards stay, {number} of them in no group.", cards=cards, number=left)
    stay = _("Groups are kept: new cards find more to join, and the hand that goes as a whole wins.")
    return joined([told, stay], " ")
