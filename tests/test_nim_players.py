"""Exact play against brute force, and how a learner sees Nim."""

from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.agents.match import play_match
from game.agents.q_learning import Parameters, QLearner, QTable, Row
from game.agents.transitions import Transition
from game.games import registry
from game.games.nim.learning import NimEncoding, NimRewards, WinningShare
from game.games.nim.players import ExactPlay, verdicts, winning_moves, wins
from game.games.nim.rules import RULES, View, pack
from game.rules.protocol import Setup
from tests import nim_brute

PIECES = (1, 3, 5, 7)
SMALL = list(product(*(range(count + 1) for count in PIECES)))
"""All 384 positions that 1 3 5 7 can come to."""


def view_of(piles: tuple[int, ...], start: tuple[int, ...] | None = None) -> View:
    return View(0, 0, pack(piles), start or piles)


def random_setups(number: int) -> list[tuple[int, ...]]:
    """Set-ups that brute force can solve in a moment."""
    rng = Random("set-ups")
    found: list[tuple[int, ...]] = []
    while len(found) < number:
        piles = tuple([rng.randint(1, 15) for _ in range(rng.randint(1, 8))])
        if sum(piles) <= 30:
            found.append(piles)
    return found


def test_exact_play_is_right_at_every_position_of_one_three_five_seven() -> None:
    for piles in SMALL:
        assert {(move.pile, move.stones) for move in winning_moves(piles)} == nim_brute.winning_moves(piles), piles
        assert wins(piles) == nim_brute.wins(piles), piles


@pytest.mark.parametrize("piles", random_setups(50))
def test_exact_play_is_right_at_random_set_ups_and_on_the_way_down(piles: tuple[int, ...]) -> None:
    rng = Random(str(piles))
    while any(piles):
        assert {(move.pile, move.stones) for move in winning_moves(piles)} == nim_brute.winning_moves(piles)
        assert wins(piles) == nim_brute.wins(piles)
        _, _, piles = rng.choice(list(nim_brute.moves(piles)))


def test_one_three_five_seven_is_lost_for_the_first_player() -> None:
    assert not wins(PIECES)
    assert not nim_brute.wins(PIECES)
    assert sum(nim_brute.wins(piles) for piles in SMALL if any(piles)) == 335


@pytest.mark.parametrize(
    ("piles", "moves"),
    [
        ((1, 3, 5, 7), []),
        ((1, 1), [(0, 1), (1, 1)]),
        ((1, 1, 1), []),
        ((1,), []),
        ((2,), [(0, 1)]),
        ((1, 4), [(1, 4)]),
        ((1, 1, 4), [(2, 3)]),
        ((2, 2), []),
        ((0, 3, 5), [(2, 2)]),
        ((0, 0), []),
    ],
)
def test_exact_play_by_hand(piles: tuple[int, ...], moves: list[tuple[int, int]]) -> None:
    assert winning_moves(piles) == moves


def test_the_scores_of_exact_play_tell_won_from_lost() -> None:
    for piles in SMALL:
        view, expected = view_of(piles), nim_brute.winning_moves(piles)
        candidates = ExactPlay().score(view, Random(1)) if any(piles) else []
        assert [candidate.move for candidate in candidates] == list(RULES.legal_moves(view)), piles
        for candidate in candidates:
            assert (candidate.score == 1.0) == (candidate.move in expected), piles
            assert 0 < candidate.score < 0.5 or candidate.score == 1.0
            assert str(candidate.reason).startswith(("leaves", "takes the last stone"))
        assert verdicts(view) == {candidate.move: candidate.score == 1.0 for candidate in candidates}, piles


def test_a_lost_position_is_played_where_most_answers_are_mistakes() -> None:
    # Of 1 1 1 every move is alike; of 2 2, taking one leaves 1 2: its answers (0,1), (1,1), (1,2), and only (1,2)
    # wins; taking two leaves 2: its answers are (1,1), which wins, and (1,2).
    candidates = {candidate.move: candidate for candidate in ExactPlay().score(view_of((2, 2)), Random(1))}
    assert candidates[0, 1].score == pytest.approx(0.02 + 0.4 * 2 / 3)
    assert candidates[0, 2].score == pytest.approx(0.02 + 0.4 * 1 / 2)
    assert "2 of 3 answers are mistakes" in str(candidates[0, 1].reason)


@pytest.mark.parametrize("seed", range(20))
def test_perfect_wins_from_every_won_position(seed: int) -> None:
    """As second player at 1 3 5 7 it wins whatever the other does."""
    agents = [registry.ai("nim", "random").agent(), registry.ai("nim", "perfect").agent()]
    how = Setup(2, {"piles": list(PIECES), "first": 0})
    assert play_match(RULES, how, agents, agents[1], seed).end.winner == 1


# How a learner sees the game


@given(st.data())
def test_names_of_states_and_actions_can_be_read_back(data: st.DataObject) -> None:
    start = tuple(data.draw(st.lists(st.integers(1, 15), min_size=1, max_size=8)))
    piles = tuple(data.draw(st.integers(0, count)) for count in start)
    encoding, view = NimEncoding(), view_of(piles, start)
    state = encoding.state(view)
    assert encoding.state_name(state, start) == ",".join(map(str, piles))
    assert encoding.state_named(encoding.state_name(state, start), start) == state
    for action in encoding.actions(state):
        assert encoding.action_named(encoding.action_name(action)) == action
        assert encoding.action(view, action) == action
    assert encoding.setting_of(encoding.options_of(start)) == start == encoding.setting(view)


@pytest.mark.parametrize("piles", [None, [], [0], [16], [True], ["1"], "1,3", [1] * 9, [1.0]])
def test_other_piles_are_no_setting(piles: object) -> None:
    with pytest.raises(ValueError, match="no piles of Nim"):
        NimEncoding().setting_of({"piles": piles})


@pytest.mark.parametrize("name", ["", "1,3,5", "1,3,5,8", "2,3,5,7", "-1,3,5,7", "a,b,c,d"])
def test_other_positions_are_no_state(name: str) -> None:
    with pytest.raises(ValueError, match="no position of 1 3 5 7"):
        NimEncoding().state_named(name, PIECES)


def test_only_the_end_is_rewarded() -> None:
    rewards = NimRewards()
    assert rewards.of_move(view_of((1, 2)), next(iter(RULES.legal_moves(view_of((1, 2))))), view_of((0, 2))) == 0
    assert [rewards.of_end(player, 1) for player in (0, 1)] == [-1, 1]


def test_the_share_of_an_exact_table_is_one_and_of_an_empty_one_is_that_of_first_moves() -> None:
    share = WinningShare(PIECES)
    assert share.positions == 335
    assert not share.sampled
    empty = QLearner(NimEncoding(), Parameters())
    first = sum((0, 0) <= min(nim_brute.winning_moves(piles)) == first_move(piles) for piles in SMALL if lucky(piles))
    assert share(empty) == first / 335
    table = QTable(setting=PIECES)
    for piles in SMALL:
        if any(piles):
            by_move = verdicts(view_of(piles))
            row = table.rows[pack(piles)] = Row([0.0] * len(by_move))
            row.values = [1.0 if won else -1.0 for won in by_move.values()]
    assert share(QLearner(NimEncoding(), Parameters(), table)) == 1.0


def first_move(piles: tuple[int, ...]) -> tuple[int, int]:
    return next((pile, taken) for pile, taken, _ in nim_brute.moves(piles))


def lucky(piles: tuple[int, ...]) -> bool:
    return any(piles) and first_move(piles) in nim_brute.winning_moves(piles)


def test_many_positions_are_measured_by_a_fixed_sample() -> None:
    share = WinningShare((15,) * 8)
    assert share.sampled
    assert 0 < share.positions <= 4096
    learner = QLearner(NimEncoding(), Parameters())
    assert share(learner) == WinningShare((15,) * 8)(learner)


def test_a_learner_at_other_piles_is_untrained_and_says_so() -> None:
    agent = registry.ai("nim", "q-learner").agent()
    here = agent.think(view_of((3, 4, 5)), Random(1))
    assert {candidate.score for candidate in here} == {0.0}
    assert {str(candidate.reason) for candidate in here} == {"untrained at 3 4 5: the table is for 1 3 5 7"}
    # The same piles on the way down from others are not the table's either.
    on_the_way = agent.think(view_of(PIECES, (2, 3, 5, 7)), Random(1))
    assert "untrained at 2 3 5 7" in str(next(iter(on_the_way)).reason)
    at_home = agent.think(view_of(PIECES), Random(1))
    assert len({candidate.score for candidate in at_home}) > 1
    assert "piles 1 3 5 7" in str(at_home[0].reason)


def test_an_agent_learns_on_a_table_of_its_own() -> None:
    first, second = registry.ai("nim", "q-learner").agent(), registry.ai("nim", "q-learner").agent()
    learners = [agent.scorers[0] for agent in (first, second)]
    assert isinstance(learners[0], QLearner)
    assert isinstance(learners[1], QLearner)
    before = learners[1].table.copy()
    view = view_of(PIECES)
    learners[0].learn(Transition(view, next(iter(RULES.legal_moves(view))), 5.0, None))
    assert learners[1].table == before
    assert learners[0].table != before
