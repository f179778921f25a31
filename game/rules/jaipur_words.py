"""Jaipur in words: what a move is called, why cards make no move together, and the rules to read at the table."""

from collections.abc import Sequence

from game.rules.jaipur_moves import GOODS_MASK, ONE_CAMEL, Move, MoveKind
from game.rules.jaipur_state import View
from game.rules.jaipur_tables import CAMEL, GOODS, HAND_LIMIT, HIGH_VALUE, KINDS
from game.rules.multisets import BITS, count, size, support

KIND_NAMES = {
    MoveKind.TAKE_GOOD: "Take one good",
    MoveKind.TAKE_CAMELS: "Take camels",
    MoveKind.EXCHANGE: "Exchange",
    MoveKind.SELL: "Sell",
}

HELP: tuple[tuple[str, str], ...] = (
    (
        "The aim",
        "Two merchants trade goods for tokens. Whoever has more points at the end of a round takes a seal of "
        "excellence; the first with two seals wins.",
    ),
    (
        "Your turn is one of four things",
        "Take one good from the market; the market is filled up from the deck. Your hand holds at most seven goods.\n"
        "Take all camels of the market into your herd. Camels are not part of your hand.\n"
        "Exchange two or more goods of the market for as many cards of yours: goods of your hand and camels of your "
        "herd in any mix. No good may be both taken and given.\n"
        "Sell any number of cards of one good; diamonds, gold and silver at least two at a time.",
    ),
    (
        "Selling",
        "You take the top tokens of that good, one for each card while there are any: early sales earn more. "
        "For three, four, or five and more cards at once you also draw a bonus token: 1 to 3, 4 to 6, or 8 to 10 "
        "points.",
    ),
    (
        "The end of a round",
        "A round ends when three kinds of goods have no token left, or when the deck cannot fill the market. "
        "The larger herd earns 5 points. Equal scores: more bonus tokens win, then more goods tokens; "
        "equal still, nobody takes a seal. The loser starts the next round.",
    ),
    (
        "At the table",
        "Click cards, or move with the arrow keys and choose with Space. The buttons name the moves that your "
        "choice makes. Cards that fit no move are dim; click one to read why.",
    ),
)


OUT_OF_REACH = "Moves are made of cards of the market, your hand and your herd."


def label(move: Move) -> str:
    """The move as a button names it: "Sell 3 leather"."""
    match move.kind:
        case MoveKind.TAKE_GOOD:
            return f"Take {cards_in_words(move.market, article=False)}"
        case MoveKind.TAKE_CAMELS:
            return "Take all camels"
        case MoveKind.SELL:
            return f"Sell {cards_in_words(move.hand, article=False)}"
        case MoveKind.EXCHANGE:
            return f"Exchange {size(move.hand)} for {size(move.market)}"


def detail(move: Move) -> str:
    """What the label leaves out: the cards of an exchange."""
    if move.kind != MoveKind.EXCHANGE:
        return ""
    return f"{cards_in_words(move.hand)} for {cards_in_words(move.market)}"


def describe(move: Move) -> str:
    """The move told afterwards, without its subject: "sold 3 leather"."""
    match move.kind:
        case MoveKind.TAKE_GOOD:
            return f"took {cards_in_words(move.market)}"
        case MoveKind.TAKE_CAMELS:
            return "took all camels"
        case MoveKind.SELL:
            return f"sold {cards_in_words(move.hand)}"
        case MoveKind.EXCHANGE:
            return f"swapped {cards_in_words(move.hand)} for {cards_in_words(move.market)}"


_PLURALS = ("diamonds", "gold", "silver", "cloth", "spice", "leather", "camels")


def cards_in_words(cards: int, article: bool = True) -> str:
    """Cards in words: "3 leather and a camel"; a single card is named without `article` where it stands alone."""
    numbers = [(kind, count(cards, kind)) for kind in range(len(KINDS))]
    single = "a " if article else ""
    parts = [
        f"{single}{KINDS[kind]}" if number == 1 else f"{number} {_PLURALS[kind]}" for kind, number in numbers if number
    ]
    return " and ".join(filter(None, [", ".join(parts[:-1]), parts[-1]])) if parts else "nothing"


def why_no_move(view: View, taken: int, given: int) -> str:
    """Why no legal move takes at least `taken` from the market and gives or sells at least `given` (packed
    multisets; camels of the herd count as given)."""
    market_camels = count(taken, CAMEL)
    if market_camels and (taken != market_camels * ONE_CAMEL or given):
        return "Camels are taken all together, and nothing else with them."
    goods_taken = taken & GOODS_MASK
    if support(goods_taken) & given:
        both = next(good for good in GOODS if count(goods_taken, good) and count(given, good))
        return f"An exchange may not both take and give {KINDS[both]}."
    if goods_taken:
        return _why_no_exchange(view, goods_taken, given)
    if count(given, CAMEL):
        return "Camels can only be given in an exchange, and no exchange is possible with these cards."
    kinds = [good for good in GOODS if count(given, good)]
    if len(kinds) > 1:
        return "A sale is of one good; for an exchange, these cards find no match in the market."
    if kinds and kinds[0] in HIGH_VALUE and count(view.hand, kinds[0]) < 2:
        return f"{KINDS[kinds[0]].capitalize()} is sold at least two at a time, and no exchange takes it now."
    return "No move is possible with these cards."


def _why_no_exchange(view: View, taken: int, given: int) -> str:
    held = size(view.hand)
    camels_given = given >> (BITS * CAMEL)
    if held + camels_given > HAND_LIMIT:
        return "Your hand would hold more than seven goods: give goods instead of camels."
    if size(taken) == 1 and not given and held >= HAND_LIMIT:
        return "Your hand is full: it holds seven goods. Sell, or exchange."
    camels = min(view.herds[0], HAND_LIMIT - held)
    room = size(view.hand & ~support(taken)) + camels
    if size(taken) > room:
        number = f"only {room} card{'' if room == 1 else 's'}" if room else "no card"
        return f"You have {number} to give for these: an exchange is even."
    if size(given) > size(view.market & GOODS_MASK & ~support(given)):
        return "The market has not that many goods to take for these cards."
    return "No exchange is possible with these cards."


def picked(pieces: Sequence[tuple[str, str]]) -> tuple[int, int]:
    """Pieces as (zone, kind), as packed multisets: those of the market, and those of hand and herd."""
    numbers = {kind: number for number, kind in enumerate(KINDS)}
    taken = sum(1 << (BITS * numbers[kind]) for zone, kind in pieces if zone == "market")
    given = sum(1 << (BITS * numbers[kind]) for zone, kind in pieces if zone != "market")
    return taken, given
