"""Notty in words: what a move is called, why cards make no move together, and the rules to read at the table.

Players are mentioned by number, for names to be put in (see :mod:`game.rules.mentions`).
"""

from game.rules.mentions import mention
from game.rules.notty_groups import is_run
from game.rules.notty_hands import COLOURS, colour_of, each_kind, number_of, size
from game.rules.notty_moves import Move, MoveKind
from game.rules.notty_state import View

KIND_NAMES = {
    MoveKind.DRAW: "Draw",
    MoveKind.STEAL: "Steal",
    MoveKind.DRAW_TO_DISCARD: "Draw and discard",
    MoveKind.RETURN_CARD: "Return a card",
    MoveKind.DISCARD_GROUP: "Discard a group",
    MoveKind.NEXT_TURN: "Next turn",
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
        "Next turn ends yours. It is always possible, except between drawing and returning a card.",
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


def card_name(kind: int) -> str:
    """A card in words: "red 5"."""
    return f"{COLOURS[colour_of(kind)]} {number_of(kind)}"


def group_name(group: int) -> str:
    """A group in words: "red 3 to 6", "5 in red, green, black and blue"."""
    kinds = each_kind(group)
    if is_run(group):
        return f"{card_name(kinds[0])} to {number_of(kinds[-1])}"
    colours = [COLOURS[colour_of(kind)] for kind in kinds]
    if len(colours) == len(COLOURS):
        return f"{number_of(kinds[0])} in all colours"
    return f"{number_of(kinds[0])} in {', '.join(colours[:-1])} and {colours[-1]}"


def _cards(number: int) -> str:
    return "a card" if number == 1 else f"{number} cards"


def label(move: Move) -> str:
    """The move as a button names it."""
    kind, value = move
    match kind:
        case MoveKind.DRAW:
            return f"Draw {_cards(value)}"
        case MoveKind.STEAL:
            return f"Steal from {mention(value)}"
        case MoveKind.RETURN_CARD:
            return f"Return {card_name(value)}"
        case MoveKind.DISCARD_GROUP:
            return f"Discard the {'run' if is_run(value) else 'set'} of {size(value)}"
    return KIND_NAMES[kind]


def detail(move: Move) -> str:
    """What the label leaves out: the cards of a group."""
    return group_name(move.value) if move.kind == MoveKind.DISCARD_GROUP else ""


def describe(move: Move, chance: object = None) -> str:
    """The move told afterwards, without its subject; `chance` names the stolen card."""
    kind, value = move
    match kind:
        case MoveKind.DRAW:
            return f"drew {_cards(value)}"
        case MoveKind.STEAL:
            what = card_name(chance) if isinstance(chance, int) else "a card"
            return f"stole {what} from {mention(value)}"
        case MoveKind.DRAW_TO_DISCARD:
            return "drew a card to discard one"
        case MoveKind.RETURN_CARD:
            return f"returned {card_name(value)}"
        case MoveKind.DISCARD_GROUP:
            return f"discarded {group_name(value)}"
        case MoveKind.NEXT_TURN:
            return "ended the turn"


FROM_DECK = "Cards are drawn blindly from the deck: choose how many by the buttons."
FROM_OTHERS = "A stolen card is drawn blindly: choose whom to steal from by the buttons."


def why_no_move(view: View, cards: int) -> str:
    """Why no legal move picks all of these cards of the own hand."""
    if view.must_return:
        return "Exactly one card is returned."
    if size(cards) == 1:
        return "No group can be made with this card now."
    kinds = each_kind(cards)
    if size(cards) > len(kinds):
        return "A group never holds two cards alike."
    if len({number_of(kind) for kind in kinds}) == 1:
        return "A set is four or five colours of one number; your hand lacks some."
    if len({colour_of(kind) for kind in kinds}) == 1:
        return "A run is three or more numbers in a row; your hand lacks some between them."
    return "These cards share neither their colour nor their number, so they fit no group."
