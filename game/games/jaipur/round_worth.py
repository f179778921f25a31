"""What the end of a round is worth at each standing of a match of Jaipur."""

from functools import cache

from game.games import standings
from game.games.jaipur.rules import RULES
from game.games.jaipur.standings import end
from game.games.jaipur.state import House, Standing, State, View
from game.games.standings import RoundWorth
from game.rules.protocol import RoundEnd, shares


def round_worth(view: View, edge: float = 1.0) -> RoundWorth:
    """What the end of the round under way is worth to the view's player, who is to move or whose rival is: its chance
    to win the match once it has won, drawn or lost the round. Who began is known from the number of turns; `edge` is
    how much that counts in the rounds to come, see :func:`game.games.standings.chances`."""
    assert view.to_move is not None, "the round is over"
    first = (view.to_move + view.turns) % 2
    return _round_worth(view.seals, int(first != view.player), view.house, edge)


def worth_of_end(state: State) -> tuple[float, ...]:
    """Both players' chances to win the match after a round that is over, by the same table. Whoever began it is not
    told, which counts after a draw: then it is the mean over both."""
    before = Standing(state.seals, needed=state.house.seals)
    ended = RULES.round_end(state, before)
    firsts = (0, 1) if ended.winner is None else (0,)
    found = [_follows(before, first, ended, state.house, 1.0) for first in firsts]
    return tuple([sum(chances) / len(found) for chances in zip(*found, strict=True)])


@cache
def _round_worth(seals: tuple[int, int], first: int, house: House, edge: float) -> RoundWorth:
    """The same for a player's own and the rival's seals; `first` is 0 where the player began the round, else 1."""
    return RoundWorth(*[_after(seals, first, winner, house, edge) for winner in (0, None, 1)])


def _after(seals: tuple[int, int], first: int, winner: int | None, house: House, edge: float) -> float:
    return _follows(Standing(seals, needed=house.seals), first, end(seals, winner), house, edge)[0]


def _follows(before: Standing, first: int, ended: RoundEnd, house: House, edge: float) -> tuple[float, ...]:
    """Both players' chances after a round that `first` began."""
    standing, following, over = RULES.after_round(before, first, ended)
    if over is not None:
        return shares(over.winner, 2)
    return standings.chances(RULES.name, house.options, standing, following, edge=edge)
