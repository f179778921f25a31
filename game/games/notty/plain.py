"""What a move of Notty does, in a sentence for whoever plays the game: what this one does that others of its kind do
not, for the chances stand beside it. Players are mentioned by number, for names to be put in (see
:mod:`game.rules.mentions`)."""

from collections.abc import Sequence

from game.games.notty.cover import cover, leftover, outs
from game.games.notty.groups import groups
from game.games.notty.hands import ONE, card_name, colour_of, contains, count, each_kind, number_of, size
from game.games.notty.moves import Move, MoveKind
from game.games.notty.state import View
from game.rules.language import _, enumerated, joined, ngettext
from game.rules.mentions import mention

_NEAR = 2
"""Two cards of one colour can lie in a run of three where their numbers are at most so far apart."""
_MOST_NAMED = 4


def plain(view: View, move: Move) -> str:
    """What a legal move brings, and what it leaves."""
    kind, value = move
    match kind:
        case MoveKind.DRAW:
            return _of_draw(view, value)
        case MoveKind.DRAW_TO_DISCARD:
            return _of_change(view)
        case MoveKind.STEAL:
            return _of_theft(view, value)
        case MoveKind.RETURN_CARD:
            return _of_return(view, value)
        case MoveKind.DISCARD_GROUP:
            return _of_group(view, value)
    return _of_end(view.hand)


def _of_theft(view: View, player: int) -> str:
    theirs = view.hands[player]
    cards = size(theirs)
    if cards == 1:
        return _("This takes the last card from {name}: whoever has none left wins.", name=mention(player))
    fitting, grouped = outs(view.hand, theirs), cover(theirs)
    if fitting:
        told = ngettext(
            "By lot; {fitting} of the {cards} would fit a group.",
            "By lot; {fitting} of the {cards} would fit a group.",
            fitting,
            fitting=fitting,
            cards=cards,
        )
        broken = _(
            "{number} of the {cards} are in groups there, which this may break.",
            number=grouped,
            cards=cards,
        )
        return joined([told, broken], " ") if grouped else told
    if not grouped:
        return _("By lot; none of the {cards} would fit a group; it is one card more to build on.", cards=cards)
    return _(
        "By lot; none of the {cards} would fit a group, but {number} are in groups there, which this may break.",
        cards=cards,
        number=grouped,
    )


def _of_draw(view: View, number: int) -> str:
    """What so many cards from the deck may bring."""
    deck, fitting = view.deck_size, outs(view.hand, view.unseen)
    if not fitting:
        return ngettext(
            "None of the deck’s {deck} fits a group yet: one card more to build on.",
            "None of the deck’s {deck} fits a group yet: {number} cards more to build on.",
            number,
            deck=deck,
        )
    tries = ngettext("One try", "{number} tries", number)
    return ngettext(
        "{tries}: {number} of the deck’s {deck} would fit a group.",
        "{tries}: {number} of the deck’s {deck} would fit a group.",
        fitting,
        tries=tries,
        deck=deck,
    )


def _of_change(view: View) -> str:
    """What a card may bring for which another one goes."""
    fitting = outs(view.hand, view.unseen)
    if not fitting:
        return _("One card for another: none of the deck’s {deck} fits a group yet.", deck=view.deck_size)
    return ngettext(
        "One card for another: {fitting} of the deck’s {deck} would fit a group.",
        "One card for another: {fitting} of the deck’s {deck} would fit a group.",
        fitting,
        fitting=fitting,
        deck=view.deck_size,
    )


def _of_group(view: View, group: int) -> str:
    """What a discarded group leaves, and what it costs: the more a hand holds, the more new cards find a group."""
    rest, gone = view.hand - group, size(group)
    if not rest:
        return _("The last cards go, and that wins.")
    left = leftover(rest)
    if not left:
        told = ngettext("{gone} cards go; {number} stays.", "{gone} cards go; {number} stay.", size(rest), gone=gone)
        return joined([told, _("The rest can go, too, and that wins.")], " ")
    told = _("{gone} cards go; {number} stay, {left} of them in no group.", gone=gone, number=size(rest), left=left)
    if size(rest) == 1:
        told = _("{gone} cards go; one stays, in no group.", gone=gone)
    fit = ngettext(
        "Then {number} of the deck’s {more} would fit a group, now {now} of {deck}.",
        "Then {number} of the deck’s {more} would fit a group, now {now} of {deck}.",
        outs(rest, view.unseen + group),
        more=view.deck_size + gone,
        now=outs(view.hand, view.unseen),
        deck=view.deck_size,
    )
    return joined([told, _stays_beside(view.hand, group), fit], " ")


def _stays_beside(hand: int, group: int) -> str:
    """What larger groups of a hand hold beside one that goes, and what stays therefore; empty where it is nothing."""
    beside = 0
    for larger in groups(hand):
        if contains(larger, group):
            beside |= larger - group
    return _("What would go with it and stays: {cards}.", cards=_named(each_kind(beside))) if beside else ""


def _of_return(view: View, kind: int) -> str:
    """What a returned card went with, and what may still come."""
    rest = view.hand - ONE[kind]
    if not leftover(rest):
        return _("Then every card is in a group.")
    fit = ngettext(
        "Then {number} of the deck’s {deck} would fit a group.",
        "Then {number} of the deck’s {deck} would fit a group.",
        outs(rest, view.unseen + ONE[kind]),
        deck=view.deck_size + 1,
    )
    return joined([_without(view.hand, kind), fit], " ")


def _without(hand: int, kind: int) -> str:
    """What a card that goes was to the groups of a hand: one without which they break, one of theirs, or none."""
    rest = hand - ONE[kind]
    left, cards = leftover(rest), size(rest)
    if left > leftover(hand):
        return ngettext(
            "That breaks a group: {number} of {cards} cards is in none then.",
            "That breaks a group: {number} of {cards} cards are in none then.",
            left,
            cards=cards,
        )
    if left == leftover(hand):
        return ngettext(
            "Groups hold one card less then: {number} of {cards} cards is in none.",
            "Groups hold one card less then: {number} of {cards} cards are in none.",
            left,
            cards=cards,
        )
    return _goes_with(rest, kind)


def _goes_with(rest: int, kind: int) -> str:
    """What a card might have made a group with, of what stays in the hand."""
    if count(rest, kind):
        return _("There is another {card}.", card=card_name(kind))
    near = [each for each in each_kind(rest) if _near(each, kind)]
    return _("It goes with {cards}.", cards=_named(near)) if near else _("It goes with no other card.")


def _named(kinds: Sequence[int]) -> str:
    """Cards by name, or how many others they are besides, where they are many."""
    names = [card_name(each) for each in kinds]
    if len(names) <= _MOST_NAMED:
        return enumerated(names)
    return _("{cards} and {number} others", cards=joined(names[: _MOST_NAMED - 1]), number=len(names) - _MOST_NAMED + 1)


def _near(one: int, other: int) -> bool:
    """Whether two kinds may lie in a group together."""
    apart = abs(number_of(one) - number_of(other))
    return apart <= _NEAR if colour_of(one) == colour_of(other) else apart == 0


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
