"""The parameters of an action of Notty, chosen by rule: how many cards to draw, whom to steal from, which card to
return, which group to discard.

Source of the rules: the game's reference page ("The Q-learning AI"). What it leaves open is decided by the best groups
of a hand, all disjoint at once (see :mod:`game.games.notty.cover`). How many cards to draw is decided in one of two
ways: as the page says, or carefully, for whoever draws two or three cards as a rule fills a hand faster than groups
empty it.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache

from game.agents.agent import Candidate, Estimate, Reason
from game.games.notty.cover import cover, outs, partition
from game.games.notty.groups import REACH, groups
from game.games.notty.hands import KEPT, ONE, count, distinct, each_kind, size
from game.games.notty.moves import Move, MoveKind
from game.games.notty.rules import View

CLOSE = 1 / 4
"""A hand is close to forming groups when at least this share of the deck would bring it closer to empty."""
FEW = 2
"""An opponent with no more cards has few."""
NEAR_LIMIT = 15
"""A hand of this many cards is near 20."""
LOW_DECK = 30
"""A deck of fewer cards is low."""
_GOES = Reason("every card is in a group: the hand goes")


def page_draws(view: View) -> int:
    """How many cards to draw where a draw is possible, as the page says: two, one more when close to forming groups,
    one more when an opponent has few cards, one fewer near 20 cards, one fewer when the deck is low; one to three."""
    return _within(2 + _few(view) + _close(view) - _near_limit(view) - _low(view), view)


def careful_draws(view: View) -> int:
    """The same reasons, but one card as a rule: two when both of those for more hold and none for fewer."""
    # Closeness comes last: it alone takes long to tell.
    return _within(1 + (_few(view) and not _near_limit(view) and not _low(view) and _close(view)), view)


DRAW_COUNTS: Mapping[str, Callable[[View], int]] = {"page": page_draws, "careful": careful_draws}
"""The ways to choose how many cards to draw, by their names."""
CAREFUL = "careful"
"""The usual way."""


def _close(view: View) -> bool:
    return outs(view.hand, view.unseen) >= CLOSE * view.deck_size


def _few(view: View) -> bool:
    return any(0 < size(hand) <= FEW for player, hand in enumerate(view.hands) if player != view.player)


def _near_limit(view: View) -> bool:
    return size(view.hand) >= NEAR_LIMIT


def _low(view: View) -> bool:
    return view.deck_size < LOW_DECK


def _within(count: int, view: View) -> int:
    """A number of cards that can be drawn, near `count`."""
    return max(1, min(count, view.most_drawn))


def steal_target(view: View) -> int:
    """Whom to steal from: the opponent with the most cards, so never one with very few while another has more; of
    equal ones the next to move."""
    players = len(view.hands)
    others = [(view.player + step) % players for step in range(1, players)]
    return max(others, key=lambda other: size(view.hands[other]))


@lru_cache(maxsize=KEPT)
def card_to_return(hand: int) -> int:
    """Which kind to return: one without which groups hold as many cards as before; of those one that fits the fewest
    potential groups, isolated in number and colour; of equal ones a duplicate."""
    kinds = distinct(hand)

    def worth(kind: int) -> tuple[int, int, bool, int]:
        return -cover(hand - ONE[kind]), (REACH[kind] & kinds).bit_count(), count(hand, kind) == 1, kind

    return min(each_kind(hand), key=worth)


@lru_cache(maxsize=KEPT)
def group_to_discard(hand: int) -> int | None:
    """Which group to discard: the larger ones first; of equal ones the group that leaves the more useful cards, of
    which groups hold more, then those that fit more potential groups. None when there is none."""
    found = groups(hand)
    if not found:
        return None
    largest = max(map(size, found))

    def left(group: int) -> tuple[int, int, int]:
        rest = hand - group
        return cover(rest), useful(rest), -group

    return max((group for group in found if size(group) == largest), key=left)


def useful(hand: int) -> int:
    """How many pairs of kinds of a hand could belong to one group."""
    kinds = distinct(hand)
    return sum((REACH[kind] & kinds).bit_count() for kind in each_kind(hand)) // 2


def gives_away(view: View, move: Move) -> bool:
    """Whether it takes a rival's last card, who wins by that."""
    return move.kind == MoveKind.STEAL and size(view.hands[move.value]) == 1


def going(hand: int) -> list[Candidate]:
    """The groups that hold a hand that can go, as candidates."""
    return [
        Candidate(Move(MoveKind.DISCARD_GROUP, group), 1.0 + size(group) / 100, _GOES, Estimate(1.0))
        for group in partition(hand)
    ]
