"""What `search` makes of Jaipur's positions, many at a time, is what `neural` makes of each of them."""

from collections.abc import Iterable, Iterator, Sequence
from random import Random

import pytest

from game.agents.agent import Agent
from game.agents.match import Match
from game.agents.playouts import Considered, Outlook, Playouts, Worth
from game.agents.search import Search
from game.games import registry
from game.games.jaipur.moves import Move
from game.games.jaipur.playouts import PLAYOUTS
from game.games.jaipur.rules import RULES
from game.games.jaipur.state import State
from game.games.seats import parse_seats, setup
from game.rules.protocol import usual_options


@pytest.fixture(scope="module")
def neural() -> Agent:
    return registry.ai("jaipur", "neural").agent()


@pytest.fixture(scope="module")
def states() -> list[State]:
    """Positions of a match of several rounds, of both players."""
    seats = parse_seats("jaipur", ["random", "random"])
    match = Match(RULES, setup(RULES, seats, usual_options(RULES)), 7)
    found, rng = list[State](), Random(7)
    while (player := match.state.to_move) is not None:
        found.append(match.state.copy())
        match.play(rng.choice(RULES.legal_moves(RULES.view(match.state, player))))
    return found[::5]


def outlook() -> Outlook:
    assert PLAYOUTS.outlook is not None
    return PLAYOUTS.outlook()


def test_a_state_is_worth_the_chance_that_neural_shows_for_the_move_it_makes(
    neural: Agent, states: list[State]
) -> None:
    assert len({(state.seals, state.to_move) for state in states}) >= 4
    for state, worth in zip(states, outlook().worths(states), strict=True):
        mover = state.to_move or 0
        best = neural.choose(RULES.view(state, mover), Random(0))
        assert best is not None
        assert best.estimate is not None
        assert worth[mover] == pytest.approx(best.estimate.chance, abs=1e-5)
        assert sum(worth) == pytest.approx(1.0)


def test_moves_are_in_the_order_of_neural(neural: Agent, states: list[State]) -> None:
    views = [RULES.view(state, state.to_move or 0) for state in states]
    for view, moves in zip(views, outlook().considered([Considered(view, Random(0)) for view in views]), strict=True):
        shown = [*neural.think(view, Random(0))]
        scores = {candidate.move: candidate.score for candidate in shown}
        ordered = [scores[move] for move in moves if move in scores]
        won = all(each.estimate is not None and each.estimate.round_chance == 1.0 for each in shown)
        assert scores.keys() <= {*moves} if won else scores.keys() == {*moves}
        assert ordered == pytest.approx(sorted(ordered, reverse=True), abs=1e-5)


def test_looking_at_many_positions_at_a_time_changes_no_search(
    states: list[State],
) -> None:
    """Play-outs side by side come to what they do one after another."""

    def told(search: Search, state: State) -> Iterator[tuple[str, int | None, float | None]]:
        *_, last = search.score(RULES.view(state, state.to_move or 0), Random(3))
        for each in last:
            assert each.estimate is not None
            yield RULES.describe(each.move), each.estimate.visits, each.estimate.chance

    class Alone:
        def __init__(self) -> None:
            self.all = outlook()

        def considered(self, asked: Sequence[Considered]) -> list[Iterable[Move]]:
            return [self.all.considered([each])[0] for each in asked]

        def worths(self, states: Sequence[State]) -> list[Worth]:
            return [self.all.worths([state])[0] for state in states]

    one, many = (Search(RULES, 60, Playouts(outlook=each)) for each in (Alone, outlook))
    for state in states[:3]:
        for mine, others in zip(told(one, state), told(many, state), strict=True):
            assert mine[:2] == others[:2]
            assert mine[2] == pytest.approx(others[2], abs=1e-5)
