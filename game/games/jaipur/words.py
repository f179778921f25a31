"""Jaipur in words: what a move is called, why cards make no move together, and the rules to read at the table."""

from collections.abc import Sequence

from game.games.jaipur.moves import (
    GOODS_MASK,
    NO_CAMELS_EXCHANGED,
    PAIRS,
    Move,
    MoveKind,
    hand_full,
    refusal,
    refuse_both,
    refuse_camels_given,
)
from game.games.jaipur.state import View
from game.games.jaipur.tables import CAMEL, KINDS, LEAST_EXCHANGED, NAME
from game.rules.language import _, enumerated, joined, made, ngettext, pgettext, plural
from game.rules.multisets import BITS, count, size, support
from game.rules.wording import counted, out_of_turn, to_player

KIND_NAMES = {
    MoveKind.TAKE_GOOD: _("Take one good"),
    MoveKind.TAKE_CAMELS: _("Take camels"),
    MoveKind.EXCHANGE: _("Exchange"),
    MoveKind.SELL: _("Sell"),
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
        "points. Your rival does not see which until the round ends.",
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


_ONE_MANY = (
    plural("1 diamond", "{number} diamonds"),
    plural("1 gold", "{number} gold"),
    plural("1 silver", "{number} silver"),
    plural("1 cloth", "{number} cloth"),
    plural("1 spice", "{number} spice"),
    plural("1 leather", "{number} leather"),
    plural("1 camel", "{number} camels"),
)
"""Cards of each kind, by number."""
NO_EXCHANGE = _("An exchange may not take and give the same good, and without that these cards find no match.")
OUT_OF_REACH = _("Moves are made of cards of the market, your hand and your herd.")


def label(move: Move) -> str:
    """The move as a button names it: "Sell 3 leather"."""
    match move.kind:
        case MoveKind.TAKE_GOOD:
            return _("Take {cards}", cards=cards_in_words(move.market, article=False))
        case MoveKind.TAKE_CAMELS:
            return _("Take all camels")
        case MoveKind.SELL:
            return _("Sell {cards}", cards=cards_in_words(move.hand, article=False))
        case MoveKind.EXCHANGE:
            return _("Exchange {given} for {taken}", given=size(move.hand), taken=size(move.market))


def detail(move: Move) -> str:
    """What the label leaves out: the cards of an exchange."""
    if move.kind != MoveKind.EXCHANGE:
        return ""
    return _("{given} for {taken}", given=cards_in_words(move.hand), taken=cards_in_words(move.market))


def describe(move: Move) -> str:
    """The move told afterwards, without its subject: "sold 3 leather"."""
    match move.kind:
        case MoveKind.TAKE_GOOD:
            return _("took {cards}", cards=cards_in_words(move.market))
        case MoveKind.TAKE_CAMELS:
            return _("took all camels")
        case MoveKind.SELL:
            return _("sold {cards}", cards=cards_in_words(move.hand))
        case MoveKind.EXCHANGE:
            given, taken = cards_in_words(move.hand), cards_in_words(move.market)
            return _("swapped {given} for {taken}", given=given, taken=taken)


def cards_in_words(cards: int, article: bool = True) -> str:
    """Cards in words: "3 leather and 1 camel"; a single card is named without `article` where it stands alone."""
    numbers = [(kind, count(cards, kind)) for kind in range(len(KINDS))]
    parts = [
        NAME[kind] if number == 1 and not article else _several(kind, number) for kind, number in numbers if number
    ]
    return enumerated(parts) or pgettext("no cards", "nothing")


def _several(kind: int, number: int) -> str:
    one, many = _ONE_MANY[kind]
    return made(one, (), {"number": number}, many, number)


def why_no_move(view: View, taken: int, given: int, kind: str | None = None) -> str:
    """Why no legal move takes at least `taken` from the market and gives or sells at least `given` (packed
    multisets; camels of the herd count as given); of a `kind`, why none takes and gives just these."""
    waits = out_of_turn(view)
    if waits is not None:
        return to_player(waits)
    if kind is not None:
        return _why_not_of_kind(view, taken, given, next(each for each, name in KIND_NAMES.items() if name == kind))
    if count(taken, CAMEL):
        return _told(view, Move(MoveKind.TAKE_CAMELS, taken, given))
    no_exchange = _why_no_exchange(view, taken, given) or NO_EXCHANGE
    if taken and size(view.hand) >= view.house.hand_limit and not given:
        return joined([to_player(hand_full(view.house.hand_limit)), no_exchange], " ")
    if taken or not given:
        return no_exchange
    return joined([_told(view, Move(MoveKind.SELL, 0, given)), no_exchange], " ")


def _why_not_of_kind(view: View, taken: int, given: int, kind: MoveKind) -> str:
    if kind is MoveKind.TAKE_CAMELS and not taken and not given:
        return to_player(_("the market has no camels"))
    if kind is MoveKind.SELL and not taken and not given:
        nothing = _("the hand holds no good to sell")
        return to_player(joined([nothing, PAIRS], ": ") if view.hand else nothing)
    if kind is MoveKind.EXCHANGE and (why := _why_no_exchange(view, taken, given)):
        return why
    return _told(view, Move(kind, taken, given))


def _told(view: View, move: Move) -> str:
    """Why a move is refused, as it is told to the player."""
    return to_player(
        refusal(view.market, view.hand, view.herds[0], move, view.house.hand_limit) or _("nothing keeps from this move")
    )


def _why_no_exchange(view: View, taken: int, given: int) -> str | None:
    """The first rule that keeps these cards from every exchange; None where none of them alone does."""
    goods, held = taken & GOODS_MASK, size(view.hand)
    if goods != taken:
        return to_player(NO_CAMELS_EXCHANGED)
    if support(goods) & given:
        return to_player(refuse_both(goods, given))
    limit = view.house.hand_limit
    too_many = refuse_camels_given(held, count(given, CAMEL), limit)
    if too_many is not None:
        return to_player(too_many)
    to_give = size(view.hand & ~support(goods)) + min(view.herds[0], limit - held)
    to_take = size(view.market & GOODS_MASK & ~support(given))
    cards = _only_cards(to_give, other=bool(view.hand & support(goods)))
    offered = _only_goods(to_take, other=bool(view.market & GOODS_MASK & support(given)))
    if size(goods) > to_give:
        return _(
            "An exchange is even: for {goods} you have {cards} to give.",
            goods=counted(size(goods), "{number:,} good", "{number:,} goods"),
            cards=cards,
        )
    if size(given) > to_take:
        return _(
            "An exchange is even: for {cards} the market has {goods} to take.",
            cards=counted(size(given), "{number:,} card", "{number:,} cards"),
            goods=offered,
        )
    if to_give < LEAST_EXCHANGED:
        return _("An exchange is of two cards or more; you have {cards} to give.", cards=cards)
    if to_take < LEAST_EXCHANGED:
        return _("An exchange is of two cards or more; the market has {goods} to take.", goods=offered)
    return None


def _only_cards(number: int, *, other: bool) -> str:
    if other:
        return (
            ngettext("only {number} other card", "only {number} other cards", number) if number else _("no other cards")
        )
    return ngettext("only {number} card", "only {number} cards", number) if number else _("no cards")


def _only_goods(number: int, *, other: bool) -> str:
    if other:
        return (
            ngettext("only {number} other good", "only {number} other goods", number) if number else _("no other goods")
        )
    return ngettext("only {number} good", "only {number} goods", number) if number else _("no goods")


def picked(pieces: Sequence[tuple[str, str]]) -> tuple[int, int]:
    """Pieces as (zone, kind), as packed multisets: those of the market, and those of hand and herd."""
    numbers = {kind: number for number, kind in enumerate(KINDS)}
    taken = sum(1 << (BITS * numbers[kind]) for zone, kind in pieces if zone == "market")
    given = sum(1 << (BITS * numbers[kind]) for zone, kind in pieces if zone != "market")
    return taken, given
