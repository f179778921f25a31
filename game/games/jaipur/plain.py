"""What a move of Jaipur does, in a sentence for whoever plays the game: no formula, no unit but points."""

from game.games.jaipur.moves import GOODS_MASK, LegalMoves, Move, MoveKind
from game.games.jaipur.state import View
from game.games.jaipur.tables import CAMEL, CAMEL_TOKEN, EMPTY_TO_END, GOODS, HIGH_VALUE, tokens_left
from game.games.jaipur.words import cards_in_words
from game.rules.language import _, capitalised, joined, ngettext
from game.rules.multisets import count, one, size

_LEAST_WITH_BONUS = 3
_MARKET_STAYS_SHORT = _("The deck cannot fill the market again: that ends the round.")


def plain(view: View, move: Move) -> str:
    """What a legal move brings: points now, what a sale would bring after it, the larger herd."""
    match move.kind:
        case MoveKind.SELL:
            return _of_sale(view, move)
        case MoveKind.TAKE_CAMELS:
            return _of_camels(view)
        case MoveKind.TAKE_GOOD if not view.deck_size:
            return _MARKET_STAYS_SHORT
    hand = (view.hand - (move.hand & GOODS_MASK)) + move.market
    told = _in_hand(view, hand, move.market)
    full = _("The hand is full then.") if size(hand) == view.house.hand_limit else ""
    return joined([told, full], " ")


def _of_sale(view: View, move: Move) -> str:
    good = next(good for good in GOODS if count(move.hand, good))
    number = count(move.hand, good)
    points = _worth(view, good, number)
    cards, bonus = cards_in_words(move.hand), _bonus(view, number)
    if bonus:
        return joined([_with_bonus(cards, points, bonus[0], bonus[-1]), _end(view, good, number)], " ")
    told = ngettext("{cards} for {number} point now.", "{cards} for {number} points now.", points, cards=cards)
    return joined([capitalised(told), _end(view, good, number) or _waiting(view, good, number)], " ")


def _with_bonus(cards: str, points: int, low: int, high: int) -> str:
    """What a sale of these cards brings with a bonus between two values, which may be one and the same."""
    if low == high:
        told = ngettext(
            "{cards} for {number} point now, and a bonus of {bonus} on top.",
            "{cards} for {number} points now, and a bonus of {bonus} on top.",
            points,
            cards=cards, bonus=low,
        )  # fmt: skip
    else:
        told = ngettext(
            "{cards} for {number} point now, and a bonus of {low} to {high} on top.",
            "{cards} for {number} points now, and a bonus of {low} to {high} on top.",
            points,
            cards=cards, low=low, high=high,
        )  # fmt: skip
    return capitalised(told)


def _end(view: View, good: int, number: int) -> str:
    """That a sale takes the last tokens without which the round is over, where it does."""
    last = 0 < view.tokens_left[good] <= number
    return _("It ends the round.") if last and view.tokens_left.count(0) + 1 >= EMPTY_TO_END else ""


def _waiting(view: View, good: int, number: int) -> str:
    """What speaks for waiting with a sale that earns no bonus, or against it; or that more could be sold at once."""
    bonus = bool(number < _LEAST_WITH_BONUS and _bonus(view, _LEAST_WITH_BONUS))
    if bonus and count(view.hand, good) >= _LEAST_WITH_BONUS:
        return _("Three would earn a bonus now.")
    rivals = count(view.rival_known, good)
    if rivals and _goes_on(view, 1) and _rival_may_sell(view, good):
        cards = cards_in_words(rivals * one(good))
        return _("The rival is known to hold {cards}, and may sell first.", cards=cards)
    if bonus and number == _LEAST_WITH_BONUS - 1 and _goes_on(view, 2) and _can_get(view, good):
        return _("One more lies in the market: three would earn a bonus.")
    return ""


def _goes_on(view: View, turns: int) -> bool:
    """Whether the turn limit leaves so many turns after this one."""
    return not view.limit or view.turns + turns < view.limit


def _can_get(view: View, good: int) -> bool:
    """Whether a take or an exchange brings a good of the market, without ending the round."""
    if not count(view.market, good):
        return False
    legal = LegalMoves(view.market, view.hand, view.herds[0], view.house.hand_limit)
    exchanged = (taken for _kind, choices, _given in legal.products for taken in choices)
    room = size(view.hand) < view.house.hand_limit
    return bool(room and view.deck_size) or any(count(taken, good) for taken in exchanged)


def _rival_may_sell(view: View, good: int) -> bool:
    """Whether the rival's hand, as far as it is known, may hold enough of a good to sell it on the next turn."""
    unknown = view.rival_hand_size - size(view.rival_known)
    most = count(view.rival_known, good) + min(unknown, count(view.unseen, good))
    return most >= _least_sold(good)


def _of_camels(view: View) -> str:
    number = count(view.market, CAMEL)
    own, rivals = view.herds[0] + number, view.herds[1]
    told = ngettext(
        "{number} camel to trade with later; an unknown card comes to the market, and the rival is next.",
        "{number} camels to trade with later; as many unknown cards come to the market, and the rival is next.",
        number,
    )
    if number > view.deck_size:
        told = _MARKET_STAYS_SHORT
    herd = _("It makes the larger herd, worth {points} points at the end.", points=CAMEL_TOKEN)
    return joined([told, herd if view.house.herd and view.herds[0] <= rivals < own else ""], " ")


def _in_hand(view: View, hand: int, taken: int) -> str:
    """What the hand holds of the goods that were taken, of which a sale would bring most."""
    kinds = [good for good in GOODS if count(taken, good)]
    good = max(kinds, key=lambda good: _promise(view, hand, good))
    number = count(hand, good)
    cards, points = cards_in_words(number * one(good)), _worth(view, good, number)
    if not points and not _bonus(view, number):
        return _("In hand then: {cards}. No token is left for a sale.", cards=cards)
    if not _can_sell(hand, good):
        return _("In hand then: {cards}. A second one is needed to sell.", cards=cards)
    if _bonus(view, number):
        return ngettext(
            "In hand then: {cards}. A sale would bring {number} point and a bonus.",
            "In hand then: {cards}. A sale would bring {number} points and a bonus.",
            points,
            cards=cards,
        )
    return ngettext(
        "In hand then: {cards}. A sale would bring {number} point.",
        "In hand then: {cards}. A sale would bring {number} points.",
        points,
        cards=cards,
    )


def _promise(view: View, hand: int, good: int) -> tuple[bool, bool, int]:
    """By what the goods of a hand are compared: whether they can still bring anything, at once, and how many points."""
    number = count(hand, good)
    points = _worth(view, good, number)
    return bool(points or _bonus(view, number)), _can_sell(hand, good), points


def _can_sell(hand: int, good: int) -> bool:
    return count(hand, good) >= _least_sold(good)


def _least_sold(good: int) -> int:
    return 2 if good in HIGH_VALUE else 1


def _worth(view: View, good: int, number: int) -> int:
    """What the tokens of so many cards of a good count."""
    return sum(tokens_left(good, view.tokens_left[good])[:number])


def _bonus(view: View, number: int) -> tuple[int, ...]:
    """What the bonus token for a sale of so many cards may be worth, the least first; none for one or two."""
    pile = min(number, 5) - _LEAST_WITH_BONUS
    return () if pile < 0 or not view.bonuses_left[pile] else view.bonuses_unseen[pile]
