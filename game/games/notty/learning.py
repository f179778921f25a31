"""How Notty's learners see the game, and what they are rewarded for.

Source: the game's reference page ("The Q-learning AI"): four features, six actions whose parameters are chosen by rule
(see :mod:`game.games.notty.choices`), rewards and parameters. For a learner that is to win more often, `FarEncoding`
replaces one feature, `EvenRewards` the rewards, and `STEADY` one parameter.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from game.agents.learning import LearnerSpec, Partner, Yardstick
from game.agents.q_learning import Parameters, Spread, Ties
from game.games.notty.choices import CAREFUL, DRAW_COUNTS, card_to_return, group_to_discard, steal_target
from game.games.notty.cover import leftover
from game.games.notty.hands import CARDS, HAND_LIMIT, size
from game.games.notty.moves import DRAW_TO_DISCARD, DREW, HOLDS, NEXT_TURN, RETURNED, RETURNS, STOLE, Move, MoveKind
from game.games.notty.rules import View
from game.rules.language import _, made, marked, pgettext
from game.rules.protocol import Option

PARAMETERS = Parameters(
    alpha=0.1, gamma=0.9, epsilon=0.20, decay=0.9995, floor=0.05, spread=Spread.ALL, ties=Ties.RANDOM
)
"""The page's numbers."""
STEADY = replace(PARAMETERS, alpha=0.03)
"""The same, learnt in smaller steps: a win is rare and worth 100, and by a tenth of it the last few games would decide
which action is best."""
_PARTNER = Partner("random", 4)
"""Full hands, which games against itself rarely show, make up most of what it meets there: without them it comes to
nothing even against `random`."""
ACTIONS = tuple(MoveKind)
ACTION_NAMES = ("draw", "steal", "draw and discard", "return a card", "discard a group", "next turn")
HAND_BUCKETS = (_("below 5"), _("below 10"), _("below 15"), _("15 or more"))
DECK_BUCKETS = (pgettext("a deck", "low"), pgettext("a deck", "medium"), pgettext("a deck", "high"))
MOST_LEFT = 7
"""More cards left over are told apart no further."""
_FAR_NAMES = (
    *[_("{number} left over", number=left) for left in range(MOST_LEFT)],
    _("{number} or more left over", number=MOST_LEFT),
)
EVERYWHERE = "any table"
_GROUP = marked("hand {hand}, deck {deck}, a group, others {others}")
_NO_GROUP = marked("hand {hand}, deck {deck}, no group, others {others}")


class Features(NamedTuple):
    """A state: the own hand, the deck, whether a group can be discarded now, and the opponents' hands, as buckets."""

    hand: int
    deck: int
    group: bool
    others: int


def hand_bucket(cards: float) -> int:
    """The bucket of a hand size: below 5, below 10, below 15, else."""
    return min(int(cards // 5), 3)


def deck_bucket(cards: int) -> int:
    """The bucket of a deck size: low below 30, high from 60 on, else medium."""
    return min(cards // 30, 2)


@lru_cache(maxsize=1 << 12)
def _options(view: View, draws: str) -> tuple[tuple[int, Move], ...]:
    """The possible actions, each with the move that it is by the page's rules."""
    hand, used = view.hand, view.used
    if used & HOLDS:
        return ((MoveKind.RETURN_CARD, RETURNS[card_to_return(hand)]),)
    found: list[tuple[int, Move]] = []
    room = size(hand) < HAND_LIMIT
    if room and not used & DREW:
        found.append((MoveKind.DRAW, Move(MoveKind.DRAW, DRAW_COUNTS[draws](view))))
    if room and not used & STOLE:
        found.append((MoveKind.STEAL, Move(MoveKind.STEAL, steal_target(view))))
    if not used & RETURNED:
        found.append((MoveKind.DRAW_TO_DISCARD, DRAW_TO_DISCARD))
    group = group_to_discard(hand)
    if group is not None:
        found.append((MoveKind.DISCARD_GROUP, Move(MoveKind.DISCARD_GROUP, group)))
    found.append((MoveKind.NEXT_TURN, NEXT_TURN))
    return tuple(found)


@lru_cache(maxsize=1 << 10)
def _in_words(own: str, deck: int, group: bool, others: int) -> str:
    """A state for people, of which the own hand is told by a name."""
    words = _GROUP if group else _NO_GROUP
    return made(words, (), {"hand": own, "deck": DECK_BUCKETS[deck], "others": HAND_BUCKETS[others]})


class PageEncoding:
    """How the page's learner sees Notty: four features and six actions. One table serves two players and three.

    `draws` names how the number of cards to draw is chosen, one of `DRAW_COUNTS`; no table depends on it.
    """

    faithful = False

    def __init__(self, draws: str = CAREFUL) -> None:
        self.draws = draws

    def setting(self, view: View) -> str:
        return EVERYWHERE

    def setting_name(self, setting: Any) -> str:
        return EVERYWHERE

    def state(self, view: View) -> Features:
        sizes = [size(hand) for hand in view.hands]
        held = sum(sizes)
        group = group_to_discard(view.hand) is not None
        others = hand_bucket((held - sizes[view.player]) / (len(sizes) - 1))
        return Features(self.own(view.hand), deck_bucket(CARDS - held), group, others)

    def own(self, hand: int) -> int:
        """The feature of the own hand."""
        return hand_bucket(size(hand))

    def own_names(self) -> tuple[str, ...]:
        """What the values of that feature are called."""
        return HAND_BUCKETS

    def actions(self, state: Features) -> tuple[MoveKind, ...]:
        return ACTIONS

    def options(self, view: View) -> tuple[tuple[int, Move], ...]:
        return _options(view, self.draws)

    def action(self, view: View, move: Move) -> MoveKind:
        return move.kind

    def features(self, view: View) -> str:
        own, deck, group, others = self.state(view)
        return _in_words(self.own_names()[own], deck, group, others)

    def options_of(self, setting: Any) -> dict[str, Any]:
        return {}

    def setting_of(self, options: Mapping[str, Any]) -> str:
        if options:
            raise ValueError("a table of Notty belongs to no options")
        return EVERYWHERE

    def state_name(self, state: Features, setting: Any) -> str:
        own, deck, group, others = state
        words = (self.own_names()[own], DECK_BUCKETS[deck], "group" if group else "no group", HAND_BUCKETS[others])
        return ", ".join(words)

    def state_named(self, name: str, setting: Any) -> Features:
        own, deck, group, others = name.split(", ")
        if group not in ("group", "no group"):
            raise ValueError(f"{name!r} is no state of Notty")
        own_index, deck_index = self.own_names().index(own), DECK_BUCKETS.index(deck)
        return Features(own_index, deck_index, group == "group", HAND_BUCKETS.index(others))

    def action_name(self, action: MoveKind) -> str:
        return ACTION_NAMES[action]

    def action_named(self, name: str) -> MoveKind:
        return MoveKind(ACTION_NAMES.index(name))


class FarEncoding(PageEncoding):
    """The same, but of the own hand how far it is from empty: how many cards the best groups leave over."""

    def own(self, hand: int) -> int:
        return min(leftover(hand), MOST_LEFT)

    def own_names(self) -> tuple[str, ...]:
        return _FAR_NAMES


class PageRewards:
    """The page's rewards."""

    of_kind: Mapping[MoveKind, float] = {
        MoveKind.DRAW: -0.5,
        MoveKind.STEAL: 0.5,
        MoveKind.DRAW_TO_DISCARD: -0.5,
        MoveKind.RETURN_CARD: 0.0,
        MoveKind.DISCARD_GROUP: 10.0,
        MoveKind.NEXT_TURN: -1.0,
    }
    a_card_fewer = 2.0
    a_win = 100.0

    def of_move(self, view: View, move: Move, after: View) -> float:
        fewer = size(view.hand) - size(after.hand)
        return self.of_kind[move.kind] + self.a_card_fewer * max(0, fewer)

    def of_end(self, player: int, winner: int | None) -> float:
        return self.a_win if player == winner else 0.0


class EvenRewards(PageRewards):
    """The page's rewards for a win, a card fewer and the end of a turn; a card more costs what a card fewer earns, and
    nothing else counts.

    The page's can be earned for ever, by cards that come and groups that go: a learner of them lives on that, and with
    its last card it waits to be robbed. Here whatever comes and goes adds up to nothing.
    """

    of_kind: Mapping[MoveKind, float] = dict.fromkeys(MoveKind, 0.0) | {MoveKind.NEXT_TURN: -1.0}

    def of_move(self, view: View, move: Move, after: View) -> float:
        return self.of_kind[move.kind] + self.a_card_fewer * (size(view.hand) - size(after.hand))


def page(ways: tuple[Option, ...]) -> LearnerSpec:
    """How the page's learner learns; it may be asked to play in these ways."""
    return LearnerSpec(
        PageEncoding(), PageRewards(), PARAMETERS, ways=ways, encoded=PageEncoding,
        yardstick=Yardstick("random", 40), partner=_PARTNER,
    )  # fmt: skip


def far(ways: tuple[Option, ...]) -> LearnerSpec:
    """How the one learns that is to win more often."""
    return LearnerSpec(
        FarEncoding(), EvenRewards(), STEADY, ways=ways, encoded=FarEncoding,
        yardstick=Yardstick("lean"), partner=_PARTNER,
    )  # fmt: skip
