"""Jaipur's standings: a match's seals, and what a round's end is worth at each of them."""

from functools import cache
from itertools import product

from game.games import standings
from game.games.jaipur.rules import RULES
from game.games.jaipur.state import Standing, View
from game.games.jaipur.tables import SEALS_TO_WIN
from game.games.standing_spec import Key, StandingSpec
from game.games.standings import RoundWorth
from game.rules.protocol import RoundEnd


def _standing(key: Key) -> Standing:
    return Standing((key[0], key[1]))


def _key(standing: Standing, first: int) -> tuple[Key, tuple[int, ...]]:
    """Rounds that the turn limit stopped are left out: they count for nothing between AIs that end theirs."""
    return (standing.seals[first], standing.seals[1 - first]), (first, 1 - first)


def _end(key: Key, winner: int | None) -> RoundEnd:
    seals = [won + (player == winner) for player, won in enumerate(key)]
    return RoundEnd(None, winner, {"seals": seals})


SPEC = StandingSpec(
    keys=lambda _: [*product(range(SEALS_TO_WIN), repeat=2)],
    standing=_standing,
    players=lambda _: 2,
    key=_key,
    outcome=lambda end: end.winner,
    end=_end,
    won_or_lost=True,
)
"""What the table of standings asks of Jaipur."""


def round_worth(view: View) -> RoundWorth:
    """What the end of the round under way is worth to the view's player, who is to move or whose rival is: its chance
    to win the match once it has won, drawn or lost the round. Who began is known from the number of turns."""
    assert view.to_move is not None, "the round is over"
    first = (view.to_move + view.turns) % 2
    return _round_worth(view.seals, int(first != view.player))


@cache
def _round_worth(seals: tuple[int, int], first: int) -> RoundWorth:
    """The same for a player's own and the rival's seals; `first` is 0 where the player began the round, else 1."""
    return RoundWorth(*[_after(seals, first, winner) for winner in (0, None, 1)])


def _after(seals: tuple[int, int], first: int, winner: int | None) -> float:
    standing, following, end = RULES.after_round(Standing(seals), first, _end(seals, winner))
    if end is not None:
        return float(end.winner == 0)
    return standings.chances(RULES.name, {}, standing, following)[0]
