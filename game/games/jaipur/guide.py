"""Jaipur's guided first turn: each of the four things a turn can be, and what tokens are worth."""

from collections.abc import Sequence

from game.games.guide import Guide, Step
from game.games.jaipur.moves import TAKE_CAMELS, Move, MoveKind
from game.games.jaipur.state import State
from game.games.jaipur.tables import CARDS, KINDS
from game.rules.language import _
from game.rules.multisets import pack

_DIAMOND, _GOLD, _SILVER, _CLOTH, _SPICE, _LEATHER, _CAMEL = range(len(KINDS))
_MARKET = (_SILVER, _CAMEL, _CAMEL, _GOLD, _SILVER)
_HANDS = ((_SILVER, _LEATHER, _DIAMOND, _DIAMOND), (_CLOTH, _CLOTH, _SPICE, _SPICE, _LEATHER))
_HERDS = (1, 1)
_NEXT = (_LEATHER, _SILVER, _CLOTH, _SPICE, _GOLD, _CAMEL, _LEATHER)
"""The cards that come first from the deck; the others follow by kind."""


def _deal() -> State:
    state = State()
    state.market, state.hands, state.herds = pack(_MARKET), [pack(hand) for hand in _HANDS], list(_HERDS)
    rest = [kind for kind, number in enumerate(CARDS) for _ in range(number)]
    for card in (*_MARKET, *_HANDS[0], *_HANDS[1], *[_CAMEL] * sum(_HERDS), *_NEXT):
        rest.remove(card)
    state.deck, state.to_move = (*_NEXT, *rest), 0
    return state


def _take(good: int) -> Move:
    return Move(MoveKind.TAKE_GOOD, pack([good]))


def _sell(cards: Sequence[int]) -> Move:
    return Move(MoveKind.SELL, 0, pack(cards))


GUIDE = Guide(
    _deal,
    (
        Step(
            _take(_SILVER),
            _("Goods come from the market. Click a silver, then press the button that takes it."),
            _("Let us gather silver: click one of the two silver cards of the market."),
            replies=(_take(_GOLD),),
        ),
        Step(
            TAKE_CAMELS,
            _("Camels pay for exchanges, and you always take all that are in the market. Click one of them."),
            _("The camels this time: click one camel of the market, and the other comes along."),
            replies=(_sell([_CLOTH] * 2),),
        ),
        Step(
            Move(MoveKind.EXCHANGE, pack([_SILVER] * 2), pack([_CAMEL] * 2)),
            _("Exchange two cards or more: click both silver cards of the market, then two camels of your herd."),
            _("The exchange is two silver cards of the market for two camels of your herd, at the lower left."),
            replies=(_take(_CLOTH),),
        ),
        Step(
            _sell([_SILVER] * 4),
            _("Four alike bring a bonus: click your four silver cards, then sell them."),
            _("All four silver cards of your hand are sold together. The more at once, the higher the bonus token."),
            replies=(_sell([_SPICE] * 2),),
        ),
        Step(
            _sell([_DIAMOND] * 2),
            _("The first tokens of a good are worth most, so sell early: both diamonds, for seven points each."),
            _("Sell the two diamonds of your hand. Diamonds, gold and silver are sold at least two at a time."),
            replies=(_take(_GOLD),),
        ),
        Step(
            _sell([_LEATHER]),
            _("Cloth, spice and leather may go one by one: sell your leather."),
            _("Your leather is left: click it, then sell it."),
        ),
    ),
    _(
        "These are all kinds of turns. A round ends when three kinds of tokens are gone, or when the deck cannot fill "
        "the market. The larger herd earns five points, whoever has more then takes a seal, and two seals win."
    ),
)
