"""How Jaipur's learner sees the game, and what it is rewarded for.

It chooses among the four kinds of moves; the cards are those of the utility AI's candidate of that kind. Source: a
study of the project's own, of which the features, the rewards and the returns of whole rounds are; one step at a time
learns far less here.
"""

from collections.abc import Mapping
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from game.agents.agent import Candidate
from game.agents.learning import LearnerSpec, Yardstick
from game.agents.q_learning import Parameters, Returns
from game.games.jaipur.moves import Move, MoveKind
from game.games.jaipur.state import View
from game.games.jaipur.tables import CAMEL, CAMEL_TOKEN, HIGH_VALUE
from game.games.jaipur.utility import Exchange, Sell, TakeCamels, TakeGood
from game.rules.language import _, joined
from game.rules.multisets import count, size, unpack

PARAMETERS = Parameters(alpha=0.001, epsilon=0.3, decay=0.9999991, floor=0.05, returns=Returns.EPISODE)
A_POINT = 1 / 30
"""The reward of a point by which one's score is further ahead."""
A_WIN = 0.3
"""The reward of a round won; a round lost costs as much."""
ACTIONS = (MoveKind.TAKE_GOOD, MoveKind.TAKE_CAMELS, MoveKind.EXCHANGE, MoveKind.SELL)
ACTION_NAMES = ("take a good", "take the camels", "exchange", "sell")
SCORERS = (TakeGood(), TakeCamels(), Exchange(), Sell())
"""Whose candidates the actions are, in their order."""
HANDS = (_("hand of 0 to 3"), _("hand of 4"), _("hand of 5"), _("hand of 6"), _("hand of 7"))
CAMELS = (_("0 or 1 camel"), _("2 camels"), _("3 camels"), _("4 or 5 camels"))
EXCHANGES = (_("no exchange"), _("poor exchange"), _("fair exchange"), _("good exchange"))
TAKES = (_("no good to take"), _("new cheap good"), _("cheap good"), _("new dear good"), _("dear good"))
MOST_SOLD = 5
"""More cards of a sale are told apart no further: the bonus is the same."""
SALES = tuple([f"sale of {number}{dear}" for dear in ("", " dear") for number in range(MOST_SOLD + 1)])
DECKS = ("full deck", "low deck")
"""What files call the sales and the decks: tables that were learnt are found by these names, so they stay, though what
is shown is more exact."""
LOW_DECK = 10
CHEAP_SALES = (
    *[_("sale of {number}", number=number) for number in range(MOST_SOLD)],
    _("sale of {number} or more", number=MOST_SOLD),
)
DEAR_SALES = (
    *[_("sale of {number} dear", number=number) for number in range(MOST_SOLD)],
    _("sale of {number} or more dear", number=MOST_SOLD),
)
DECKS_SHOWN = (_("deck of {number} or more", number=LOW_DECK), _("deck below {number}", number=LOW_DECK))
EVERYWHERE = "any table"
_NOTHING = Random(0)
"""The scorers draw nothing."""


class Features(NamedTuple):
    """A state, by what could be done in it: the hand's size, the sale's number of cards, whether these are of high
    value, the market's camels, how the exchange scores, what good would be taken, and whether the deck runs low."""

    hand: int
    sold: int
    dear: bool
    camels: int
    exchange: int
    taken: int
    ending: bool


@lru_cache(maxsize=1 << 10)
def _seen(view: View) -> tuple[Features, tuple[tuple[int, Move], ...]]:
    """The state of a view, and its possible actions, each with the move that it is."""
    candidates = [next(iter(scorer.score(view, _NOTHING)), None) for scorer in SCORERS]
    take, _, exchange, sale = candidates
    return (
        Features(
            max(size(view.hand), 3) - 3,
            0 if sale is None else min(size(sale.move.hand), MOST_SOLD),
            sale is not None and unpack(sale.move.hand)[0] in HIGH_VALUE,
            min(max(count(view.market, CAMEL), 1), 4) - 1,
            _exchange_bucket(exchange),
            _take_bucket(view, take),
            view.deck_size < LOW_DECK,
        ),
        tuple((column, found.move) for column, found in enumerate(candidates) if found is not None),
    )


def _exchange_bucket(exchange: Candidate | None) -> int:
    if exchange is None:
        return 0
    return 1 + (exchange.score >= 0.7) + (exchange.score >= 0.9)


def _take_bucket(view: View, take: Candidate | None) -> int:
    if take is None:
        return 0
    good = unpack(take.move.market)[0]
    return 1 + 2 * (good in HIGH_VALUE) + (count(view.hand, good) > 0)


@lru_cache(maxsize=1 << 10)
def in_words(state: Features) -> str:
    """A state for people, as it is shown."""
    sale = (DEAR_SALES if state.dear else CHEAP_SALES)[state.sold]
    return _told(state, sale, DECKS_SHOWN[state.ending])


def _told(state: Features, sale: str, deck: str) -> str:
    """A state, with its sale and its deck put so."""
    return joined([HANDS[state.hand], sale, CAMELS[state.camels], EXCHANGES[state.exchange], TAKES[state.taken], deck])


class JaipurEncoding:
    """How a learner sees Jaipur: what each of the four kinds of moves would do; the actions are these kinds."""

    faithful = False

    def setting(self, view: View) -> str:
        return EVERYWHERE

    def setting_name(self, setting: Any) -> str:
        return EVERYWHERE

    def state(self, view: View) -> Features:
        return _seen(view)[0]

    def actions(self, state: Features) -> tuple[MoveKind, ...]:
        return ACTIONS

    def options(self, view: View) -> tuple[tuple[int, Move], ...]:
        return _seen(view)[1]

    def action(self, view: View, move: Move) -> MoveKind:
        return move.kind

    def features(self, view: View) -> str:
        return in_words(self.state(view))

    def options_of(self, setting: Any) -> dict[str, Any]:
        return {}

    def setting_of(self, options: Mapping[str, Any]) -> str:
        if options:
            raise ValueError("a table of Jaipur belongs to no options")
        return EVERYWHERE

    def state_name(self, state: Features, setting: Any) -> str:
        return str(_told(state, SALES[state.sold + state.dear * (MOST_SOLD + 1)], DECKS[state.ending]))

    def state_named(self, name: str, setting: Any) -> Features:
        hand, sale, camels, exchange, taken, deck = name.split(", ")
        dear, sold = divmod(SALES.index(sale), MOST_SOLD + 1)
        return Features(
            HANDS.index(hand),
            sold,
            bool(dear),
            CAMELS.index(camels),
            EXCHANGES.index(exchange),
            TAKES.index(taken),
            bool(DECKS.index(deck)),
        )

    def action_name(self, action: MoveKind) -> str:
        return ACTION_NAMES[ACTIONS.index(action)]

    def action_named(self, name: str) -> MoveKind:
        return ACTIONS[ACTION_NAMES.index(name)]


def lead(view: View) -> float:
    """By how many points a view's player is ahead, as far as it can know."""
    herds = view.herds
    return view.lead + CAMEL_TOKEN * ((herds[0] > herds[1]) - (herds[0] < herds[1]))


class JaipurRewards:
    """Points by which one's score gets ahead by the move and what the rival makes of it, and the win of the round."""

    until_next = True

    def of_move(self, view: View, move: Move, after: View) -> float:
        return A_POINT * (lead(after) - lead(view))

    def of_end(self, player: int, winner: int | None) -> float:
        return 0.0 if winner is None else A_WIN if player == winner else -A_WIN


LEARNING = LearnerSpec(JaipurEncoding(), JaipurRewards(), PARAMETERS, yardstick=Yardstick("utility"))
