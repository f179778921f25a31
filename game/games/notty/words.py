"""Notty in words: what a move is called, why cards make no move together, and the rules to read at the table.

Players are mentioned by number, for names to be put in (see :mod:`game.rules.mentions`).
"""

from collections.abc import Sequence

from game.games.notty.groups import SHORTEST_RUN, SMALLEST_SET, is_run
from game.games.notty.hands import COLOUR_NAMES, card_name, colour_of, count, each_kind, number_of, size
from game.games.notty.moves import Move, MoveKind, refusal, refuse_group
from game.games.notty.state import View
from game.rules.language import _, enumerated, ngettext
from game.rules.mentions import mention
from game.rules.wording import out_of_turn, to_player

KIND_NAMES = {
    MoveKind.DRAW: _("Draw"),
    MoveKind.STEAL: _("Steal"),
    MoveKind.DRAW_TO_DISCARD: _("Draw and discard"),
    MoveKind.RETURN_CARD: _("Return a card"),
    MoveKind.DISCARD_GROUP: _("Discard a group"),
    MoveKind.NEXT_TURN: _("Next turn"),
}

HELP: tuple[tuple[str, str], ...] = (
    ("The aim", "Be the first without cards. All hands lie open; nobody may hold more than 20 cards."),
    (
        "Once a turn each",
        "Draw one, two or three cards.\n"
        "Steal a card from another player: it is drawn blindly from their shuffled hand.\n"
        "Draw and discard: draw one card, even when you hold 20, then return any one card of your hand to the deck.",
    ),
    (
        "As often as you like",
        "Discard a group. A run is three or more cards of one colour with numbers in a row. A set is four or five "
        "cards of one number, all of different colours.\n"
        "Press Next turn to end yours: that is always possible, except between drawing and returning a card.",
    ),
    (
        "Good to know",
        "There are 90 cards: five colours, numbers 1 to 9, each card twice. Cards that are returned or discarded go "
        "back into the deck, which is shuffled at once.\n"
        "Whoever has no cards wins immediately, even when their last card was stolen.",
    ),
    (
        "At the table",
        "Click cards, or move with the arrow keys and choose with Space; the buttons name what you can do. Cards that "
        "fit no group are dim; click one to read why.",
    ),
)


def group_name(group: int) -> str:
    """A group in words: "red 3 to 6", "5 in red, green, black and blue"."""
    kinds = each_kind(group)
    if is_run(group):
        return _("{first} to {last}", first=card_name(kinds[0]), last=number_of(kinds[-1]))
    if len(kinds) == len(COLOUR_NAMES):
        return _("{number} in all colours", number=number_of(kinds[0]))
    colours = enumerated([COLOUR_NAMES[colour_of(kind)] for kind in kinds])
    return _("{number} in {colours}", number=number_of(kinds[0]), colours=colours)


def _cards(number: int) -> str:
    return ngettext("a card", "{number} cards", number)


def label(move: Move) -> str:
    """The move as a button names it."""
    kind, value = move
    match kind:
        case MoveKind.DRAW:
            return _("Draw {cards}", cards=_cards(value))
        case MoveKind.STEAL:
            return _("Steal from {name}", name=mention(value))
        case MoveKind.RETURN_CARD:
            return _("Return {card}", card=card_name(value))
        case MoveKind.DISCARD_GROUP:
            if is_run(value):
                return _("Discard the run of {number}", number=size(value))
            return _("Discard the set of {number}", number=size(value))
    return KIND_NAMES[kind]


def detail(move: Move) -> str:
    """What the label leaves out: the cards of a group."""
    return group_name(move.value) if move.kind == MoveKind.DISCARD_GROUP else ""


def describe(move: Move, chance: object = None) -> str:
    """The move told afterwards, without its subject; `chance` names the stolen card."""
    kind, value = move
    match kind:
        case MoveKind.DRAW:
            return _("drew {cards}", cards=_cards(value))
        case MoveKind.STEAL:
            what = card_name(chance) if isinstance(chance, int) else _("a card")
            return _("stole {card} from {name}", card=what, name=mention(value))
        case MoveKind.DRAW_TO_DISCARD:
            return _("drew a card to discard one")
        case MoveKind.RETURN_CARD:
            return _("returned {card}", card=card_name(value))
        case MoveKind.DISCARD_GROUP:
            return _("discarded {cards}", cards=group_name(value))
        case MoveKind.NEXT_TURN:
            return _("ended the turn")


OVER = _("the match is over")
APART = _("cards are drawn from the deck, stolen one at a time, or played from the hand, one after another")


def why_no_move(view: View, cards: int, kind: str | None = None) -> str:
    """Why no legal move picks all of these cards of the own hand; of a `kind`, why none picks just these."""
    waits = out_of_turn(view, OVER)
    if waits is not None:
        return to_player(waits)
    if kind is not None:
        return _why_not_of_kind(view, cards, next(each for each, name in KIND_NAMES.items() if name == kind))
    if view.must_return:
        return _("Exactly one card is returned, not {number}.", number=size(cards))
    kinds = each_kind(cards)
    if size(cards) == 1:
        return _(
            "The {card} makes no run of {run} and no set of {set} with the cards of your hand.",
            card=card_name(kinds[0]),
            run=SHORTEST_RUN,
            set=SMALLEST_SET,
        )
    if size(cards) > len(kinds):
        return to_player(refuse_group(cards))
    if len({number_of(kind) for kind in kinds}) == 1:
        return _why_no_set(view.hand, number_of(kinds[0]))
    if len({colour_of(kind) for kind in kinds}) == 1:
        return _why_no_run(view.hand, kinds)
    return to_player(refuse_group(cards))


def _why_no_set(hand: int, number: int) -> str:
    held = sum(number_of(kind) == number for kind in each_kind(hand))
    return _(
        "A set is of {least} or {most} colours; you hold the {number} in {held}.",
        least=SMALLEST_SET,
        most=len(COLOUR_NAMES),
        number=number,
        held=held,
    )


def _why_no_run(hand: int, kinds: Sequence[int]) -> str:
    missing = next((kind for kind in range(kinds[0], kinds[-1]) if not count(hand, kind)), None)
    if missing is None:
        return _("A run is of at least {number} cards; you hold no number next to these.", number=SHORTEST_RUN)
    return _("The numbers of a run follow each other; you do not hold {card}.", card=card_name(missing))


def _why_not_of_kind(view: View, cards: int, kind: MoveKind) -> str:
    """Why no move of a kind picks just these cards; a draw stands for that of one card, a steal for each."""
    value = 0
    if kind is MoveKind.DISCARD_GROUP and not view.must_return:
        if not cards:
            return to_player(_("the hand holds no run of 3 cards and no set of 4"))
        value = cards
    elif kind is MoveKind.RETURN_CARD and view.must_return:
        return _("Exactly one card is returned, not {number}.", number=size(cards) or _("none"))
    elif kind is MoveKind.DRAW:
        value = 1
    elif kind is MoveKind.STEAL:
        value = next(player for player in range(len(view.hands)) if player != view.player)
    why = refusal(view.player, view.hands, view.used, Move(kind, value))
    return to_player(why or _("this move picks no cards"))
