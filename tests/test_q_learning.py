"""The core of tabular Q-learning: worked examples by hand, the picker's chances, transitions."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.agents.agent import Agent, Candidate, Reason
from game.agents.epsilon_greedy import EpsilonGreedy
from game.agents.q_learning import (
    Parameters,
    QLearner,
    QTable,
    Returns,
    Row,
    Spread,
    Ties,
    target_of,
    transitions_for,
    update,
    update_many,
)
from game.agents.transitions import Experience, Trail, Transition, rewarded
from game.games.nim.learning import NimEncoding, NimRewards
from game.games.nim.record import Move
from game.games.nim.rules import RULES, State, View, pack

PILES = (1, 2)


def view(*piles: int) -> View:
    return View(0, 0, pack(piles), PILES)


def value(learner: QLearner, piles: tuple[int, ...], move: tuple[int, int]) -> float:
    moves = learner.encoding.actions(pack(piles))
    return learner.table.rows[pack(piles)].values[moves.index(Move(*move))]


# The update


def test_the_update_moves_a_value_half_way_to_its_target() -> None:
    learner = QLearner(NimEncoding(), Parameters(alpha=0.5))
    # The end of a game, -1: 0 + 0.5 (-1 - 0) = -0.5, then -0.5 + 0.5 (-1 + 0.5) = -0.75.
    end = Transition(view(0, 1), Move(1, 1), -1.0, None)
    learner.learn(end)
    assert value(learner, (0, 1), (1, 1)) == -0.5
    learner.learn(end)
    assert value(learner, (0, 1), (1, 1)) == -0.75
    # What follows counts by its best action, and the position (0, 1) has only one: 0 + 0.5 (0 - 0.75 - 0) = -0.375.
    learner.learn(Transition(view(1, 2), Move(1, 1), 0.0, view(0, 1)))
    assert value(learner, (1, 2), (1, 1)) == -0.375
    # Of (1, 1), never learnt about, the best is unknown, 0: -0.375 + 0.5 (0 + 0.375) = -0.1875.
    learner.learn(Transition(view(1, 2), Move(1, 1), 0.0, view(1, 1)))
    assert value(learner, (1, 2), (1, 1)) == -0.1875
    assert learner.table.rows[pack((1, 2))].updates == {1: 2}
    assert learner.table.pairs == 2


def test_the_best_that_follows_is_taken_among_learnt_and_unknown_actions() -> None:
    learner = QLearner(NimEncoding(), Parameters(alpha=0.5))
    learner.learn(Transition(view(0, 2), Move(1, 2), -1.0, None))  # -0.5; (1, 1) stays unknown, 0
    learner.learn(Transition(view(1, 2), Move(0, 1), 0.0, view(0, 2)))
    assert value(learner, (1, 2), (0, 1)) == 0.0
    learner.learn(Transition(view(0, 2), Move(1, 1), -1.0, None))  # now the best is -0.5
    learner.learn(Transition(view(1, 2), Move(0, 1), 0.0, view(0, 2)))
    assert value(learner, (1, 2), (0, 1)) == -0.25


def test_the_largest_value_that_follows_counts_wherever_it_stands() -> None:
    # Of the three actions that follow one is worth 8, the others 2 and 4: 0 + 0.5 (0 + 8 - 0) = 4.
    for best in range(3):
        learner = QLearner(NimEncoding(), Parameters(alpha=1.0))
        worth = [2.0, 4.0]
        worth.insert(best, 8.0)
        for stones, reward in enumerate(worth, start=1):
            learner.learn(Transition(view(0, 3), Move(1, stones), reward, None))
        learner.parameters = Parameters(alpha=0.5)
        learner.learn(Transition(view(1, 3), Move(0, 1), 0.0, view(0, 3)))
        assert value(learner, (1, 3), (0, 1)) == 4.0


def test_a_discount_and_a_reward_on_the_way() -> None:
    learner = QLearner(NimEncoding(), Parameters(alpha=0.1, gamma=0.9))
    learner.learn(Transition(view(0, 1), Move(1, 1), 100.0, None))  # 10
    assert value(learner, (0, 1), (1, 1)) == pytest.approx(10.0)
    # 0 + 0.1 (2 + 0.9 * 10 - 0) = 1.1
    learner.learn(Transition(view(1, 2), Move(1, 1), 2.0, view(0, 1)))
    assert value(learner, (1, 2), (1, 1)) == pytest.approx(1.1)


@pytest.mark.parametrize("values", [10, 1 << 15])  # counted through whole, and sorted
def test_many_learnt_at_once_move_as_each_alone(values: int) -> None:
    rng = np.random.default_rng(1)
    row = Row(rng.random(values).tolist())
    together, updates = np.array(row.values), np.zeros(values, np.int64)
    places = np.array([7, 2, 5])
    rewards, best_next = rng.random(3), np.array([0.5, 0.0, -2.0])
    update_many(together, updates, places, rewards, best_next, 0.3, 0.9)
    for place, reward, best in zip(places.tolist(), rewards.tolist(), best_next.tolist(), strict=True):
        update(row.values, row.updates, place, target_of(reward, best, 0.9), 0.3)
    assert together == pytest.approx(np.array(row.values), rel=1e-12)
    assert {place: int(updates[place]) for place in np.flatnonzero(updates).tolist()} == row.updates
    # Three of one place: by their mean three times.
    update_many(together, updates, np.array([5, 5, 5]), np.array([1.0, 2.0, 6.0]), np.zeros(3), 0.3, 0.9)
    for _ in range(3):
        update(row.values, row.updates, 5, 3.0, 0.3)
    assert together == pytest.approx(np.array(row.values), rel=1e-12)
    assert (int(updates[5]), int(updates[6])) == (4, 0)


def test_unknown_values_can_be_other_than_nothing() -> None:
    learner = QLearner(NimEncoding(), Parameters(alpha=0.5, unknown=1.0))
    assert [candidate.score for candidate in learner.score(view(1, 2), Random(1))] == [1.0, 1.0, 1.0]
    learner.learn(Transition(view(1, 2), Move(1, 2), 0.0, view(1, 0)))  # 1 + 0.5 (1 - 1) = 1
    learner.learn(Transition(view(1, 0), Move(0, 1), -1.0, None))  # 1 + 0.5 (-1 - 1) = 0
    assert value(learner, (1, 0), (0, 1)) == 0.0
    assert learner.table.pairs == 2


def test_reasons_tell_the_state_and_how_often_it_was_learnt() -> None:
    learner = QLearner(NimEncoding(), Parameters())
    assert str(learner.score(view(1, 2), Random(1))[0].reason) == "untrained: every move counts +0.00"
    learner.learn(Transition(view(1, 2), Move(1, 2), 1.0, None))
    reasons = [str(candidate.reason) for candidate in learner.score(view(1, 2), Random(1))]
    assert reasons == [
        "piles 1 2: never tried, counts +0.00",
        "piles 1 2: never tried, counts +0.00",
        "piles 1 2: +0.500, learnt once",
    ]
    learner.table.rows[NimEncoding().state(view(1, 2))].updates[2] = 12345
    assert str(learner.score(view(1, 2), Random(1))[2].reason) == "piles 1 2: +0.500, learnt 12,345 times"
    assert str(learner.score(view(0, 2), Random(1))[0].reason) == "piles 0 2: never seen, every move counts +0.00"


def test_a_table_learns_nothing_about_another_setting() -> None:
    learner = QLearner(NimEncoding(), Parameters())
    learner.learn(Transition(view(1, 2), Move(1, 2), 1.0, None))
    before = learner.table.copy()
    learner.learn(Transition(View(0, 0, pack((1, 2)), (1, 3)), Move(1, 2), 1.0, None))
    assert learner.table == before
    assert learner.table.setting == PILES


def test_tables_are_equal_only_when_all_that_was_learnt_is() -> None:
    first, second = (QLearner(NimEncoding(), Parameters()) for _ in range(2))
    for learner in (first, second):
        learner.learn(Transition(view(1, 2), Move(1, 2), 1.0, None))
    assert first.table == second.table
    second.table.rows[pack((1, 2))].values[2] = math.nextafter(0.5, 1.0)
    assert first.table != second.table
    assert QTable(0.0, PILES) != QTable(1.0, PILES)


# Actions that are not moves, and not always possible: as at Notty


class Situation(NamedTuple):
    """A view of a made-up game whose actions stand for moves that depend on the view."""

    name: str
    possible: tuple[str, ...]
    player: int = 0


class NamedActions:
    """Three actions; the move of an action carries the situation's name."""

    faithful = False
    _all = ("draw", "steal", "pass")

    def setting(self, view: Situation) -> tuple[()]:
        return ()

    def setting_name(self, setting: Any) -> str:
        return "any"

    def state(self, view: Situation) -> str:
        return view.name

    def actions(self, state: Any) -> tuple[str, ...]:
        return self._all

    def options(self, view: Situation) -> Sequence[tuple[int, Any]]:
        return [(at, f"{name} at {view.name}") for at, name in enumerate(self._all) if name in view.possible]

    def action(self, view: Situation, move: str) -> str:
        return move.split()[0]

    def features(self, view: Situation) -> str:
        return view.name

    def options_of(self, setting: Any) -> dict[str, Any]:
        return {}

    def setting_of(self, options: Mapping[str, Any]) -> tuple[()]:
        return ()

    def state_name(self, state: Any, setting: Any) -> str:
        return str(state)

    def state_named(self, name: str, setting: Any) -> str:
        return name

    def action_name(self, action: Any) -> str:
        return str(action)

    def action_named(self, name: str) -> str:
        return name


def test_only_possible_actions_are_considered_and_followed() -> None:
    learner = QLearner(NamedActions(), Parameters(alpha=0.5))
    here, there = Situation("here", ("steal", "pass")), Situation("there", ("draw", "pass"))
    assert learner.considered(here) == ([0.0, 0.0], ["steal at here", "pass at here"])
    learner.learn(Transition(there, "steal at there", 8.0, None))
    learner.learn(Transition(there, "draw at there", 2.0, None))
    assert learner.considered(there) == ([1.0, 0.0], ["draw at there", "pass at there"])
    # Stealing there would be worth 4, but it is not possible: 0 + 0.5 (0 + 1) = 0.5.
    learner.learn(Transition(here, "pass at here", 0.0, there))
    assert learner.considered(here)[0] == [0.0, 0.5]
    assert [candidate.move for candidate in learner.score(here, Random(1))] == ["steal at here", "pass at here"]
    assert "never tried" in str(learner.score(here, Random(1))[0].reason)


# The picker


def chances(parameters: Parameters, values: list[float], draws: int = 40_000) -> list[float]:
    rng, picker = Random(1), EpsilonGreedy(parameters)
    counts = Counter(picker.choose(values, rng) for _ in range(draws))
    return [counts[index] / draws for index in range(len(values))]


@pytest.mark.parametrize("values", [[0.0, 1.0, 0.5, -1.0], [1.0, 0.0], [3.0], [0.0, 0.0, 2.0]])
@pytest.mark.parametrize("epsilon", [0.1, 0.5, 1.0])
def test_the_chances_of_nim_s_page(values: list[float], epsilon: float) -> None:
    """Of n actions the best has weight 1 - epsilon, each other one epsilon / n; weights are normalised."""
    number, best = len(values), values.index(max(values))
    weights = [1 - epsilon if index == best else epsilon / number for index in range(number)]
    total = sum(weights) or 1.0
    expected = [weight / total for weight in weights] if sum(weights) else [1.0]
    assert chances(Parameters(epsilon=epsilon), values) == pytest.approx(expected, abs=0.01)


def test_exploring_among_all_may_draw_the_best_again() -> None:
    found = chances(Parameters(epsilon=0.3, spread=Spread.ALL), [0.0, 1.0, 0.5])
    assert found == pytest.approx([0.1, 0.8, 0.1], abs=0.01)


def test_ties_are_the_first_or_drawn() -> None:
    values = [0.0, 2.0, 2.0, 1.0, 2.0]
    assert chances(Parameters(epsilon=0.0), values) == [0, 1, 0, 0, 0]
    drawn = chances(Parameters(epsilon=0.0, ties=Ties.RANDOM), values)
    assert drawn == pytest.approx([0, 1 / 3, 1 / 3, 0, 1 / 3], abs=0.01)


def test_without_exploring_nothing_is_drawn() -> None:
    rng = Random(1)
    assert EpsilonGreedy(Parameters(epsilon=0.0)).choose([1.0, 2.0], rng) == 1
    assert rng.random() == Random(1).random()


class Drawn(Random):
    """Draws these numbers, one after another."""

    def __init__(self, numbers: Sequence[float]) -> None:
        super().__init__(0)
        self._numbers = iter(numbers)

    def random(self) -> float:
        return next(self._numbers)


@pytest.mark.parametrize("epsilon", [0.0, 0.1, 0.9, 1.0])
@pytest.mark.parametrize("decay", [1.0, 0.999])
def test_many_at_once_choose_as_each_alone(epsilon: float, decay: float) -> None:
    parameters = Parameters(epsilon=epsilon, decay=decay, floor=0.05)
    numbers = np.array([2, 3, 5, 4] * 100)
    values = np.where(np.arange(5) < numbers[:, None], np.random.default_rng(1).integers(0, 3, (400, 5)), -np.inf)
    draws = np.random.default_rng(2).random(400).tolist()
    many = EpsilonGreedy(parameters)
    chosen = many.choose_many(values, numbers, np.random.default_rng(2)).tolist()
    explorations = 0
    for row, number, draw, column in zip(values.tolist(), numbers.tolist(), draws, chosen, strict=True):
        alone = EpsilonGreedy(parameters)  # as they all are: epsilon decays when all have chosen
        assert alone.choose(row[:number], Drawn([draw])) == column
        explorations += alone.explorations
    assert (many.picks, many.explorations) == (400, explorations)
    assert many.epsilon == parameters.decayed(epsilon, 400)
    assert (explorations > 0) == (epsilon > 0.0)


def test_epsilon_decays_after_every_action_and_never_under_its_floor() -> None:
    picker, rng = EpsilonGreedy(Parameters(epsilon=0.20, decay=0.9995, floor=0.05)), Random(1)
    for action in range(1, 101):
        picker.choose([0.0, 1.0], rng)
        assert picker.epsilon == pytest.approx(0.20 * 0.9995**action)
    for _ in range(3000):
        picker.choose([0.0, 1.0], rng)
    assert (picker.epsilon, picker.picks) == (0.05, 3100)
    assert 0 < picker.explorations < 620


@given(st.lists(st.floats(-1, 1), min_size=1, max_size=20), st.floats(0, 1), st.integers(0, 99))
def test_every_pick_is_one_of_them(values: list[float], epsilon: float, seed: int) -> None:
    for spread in Spread:
        for ties in Ties:
            picker = EpsilonGreedy(Parameters(epsilon=epsilon, spread=spread, ties=ties))
            assert 0 <= picker.choose(values, Random(seed)) < len(values)


def test_negative_scores_are_picked_too_and_nothing_from_nothing() -> None:
    picker, rng = EpsilonGreedy(Parameters(epsilon=0.0)), Random(1)
    why = Reason("")
    assert picker.pick([Candidate("a", -1.0, why), Candidate("b", -0.5, why)], rng) == 1
    assert picker.pick([], rng) is None


@given(st.integers(0, 200))
def test_an_agent_picks_what_training_picks(seed: int) -> None:
    """The pipeline's scorer and picker, and the short cut of training, give the same move by the same numbers."""
    learner = QLearner(NimEncoding(), Parameters())
    for position, move, reward in [((1, 2), (1, 2), 1.0), ((1, 2), (0, 1), -0.5), ((0, 2), (1, 1), 1.0)]:
        learner.learn(Transition(view(*position), Move(*move), reward, None))
    parameters = Parameters(epsilon=0.5, ties=Ties.RANDOM)
    for position in [(1, 2), (0, 2), (1, 1)]:
        agent = Agent("learner", (learner,), EpsilonGreedy(parameters))
        candidate = agent.choose(view(*position), Random(seed))
        values, moves = learner.considered(view(*position))
        assert candidate is not None
        assert candidate.move == moves[EpsilonGreedy(parameters).choose(values, Random(seed))]


# Parameters


def test_parameters_can_be_written_and_read_back() -> None:
    parameters = replace(Parameters(), epsilon=0.2, decay=0.9995, spread=Spread.ALL, ties=Ties.RANDOM)
    assert Parameters.from_record(parameters.record()) == parameters
    assert "returns" not in parameters.record()  # as in files of old
    whole = replace(parameters, returns=Returns.EPISODE)
    assert Parameters.from_record(whole.record()) == whole


@pytest.mark.parametrize(
    "change",
    [
        {"alpha": "0.5"},
        {"alpha": True},
        {"alpha": math.nan},
        {"gamma": math.inf},
        {"spread": "x"},
        {"x": 1},
        {"returns": "x"},
    ],
)
def test_other_parameters_are_refused(change: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"."):
        Parameters.from_record(Parameters().record() | change)


# Transitions


def test_transitions_of_a_game_by_hand() -> None:
    """A takes 1 of (1, 2), B takes 1, A takes the last: A loses."""
    state, trail, rewards = State(PILES), Trail(RULES, [0, 1]), NimRewards()
    trail.start(state)
    found: list[Transition] = []
    views = [trail.view]
    for move in (Move(0, 1), Move(1, 1), Move(1, 1)):
        RULES.decide(state, move)
        RULES.settle(state, move, None)
        met = trail.moved(move, state)
        found += [] if met is None else [rewarded(rewards, met)]
        views.append(trail.view)
    assert views == [view(1, 2), View(1, 1, pack((0, 2)), PILES), view(0, 1), None]
    assert found == [Transition(view(1, 2), Move(0, 1), 0.0, view(0, 1))]
    assert [rewarded(rewards, met) for met in trail.ended(state.winner)] == [
        Transition(view(0, 1), Move(1, 1), -1.0, None),
        Transition(View(1, 1, pack((0, 2)), PILES), Move(1, 1), 1.0, None),
    ]
    assert trail.ended(state.winner) == []


class Payments(NimRewards):
    """What a move takes, at once."""

    def of_move(self, view: View, move: Move, after: View) -> float:
        return float(move.stones)


def met(piles: int, stones: int, following: int | None, winner: int | None = None) -> Experience:
    """What player 0 meets with at a single pile."""

    def at(left: int) -> View:
        return View(0, 0, pack((left,)), (9,))

    after = at(piles - stones)
    return Experience(at(piles), Move(0, stones), after, None if following is None else at(following), winner)


def test_whole_returns_are_learnt_from_once_the_game_is_over() -> None:
    """9, takes 3; 5, takes 2; 2, takes 1 and wins: 1 + 1, half of it and 2, half of that and 3."""
    parameters = Parameters(gamma=0.5, returns=Returns.EPISODE)
    transitions = transitions_for(Payments(), parameters)
    assert transitions(met(9, 3, 5)) == []
    assert transitions(met(5, 2, 2)) == []
    last = transitions(met(2, 1, None, winner=0))
    assert [(each.view.packed, each.reward, each.following) for each in last] == [
        (2, 2.0, None),
        (5, 3.0, None),
        (9, 4.5, None),
    ]
    assert transitions(met(9, 1, None, winner=1)) == [Transition(met(9, 1, None).view, Move(0, 1), 0.0, None)]


def test_the_first_returns_are_averaged_until_alpha_counts_for_more() -> None:
    learner = QLearner(NimEncoding(), Parameters(alpha=0.25, unknown=9.0, returns=Returns.EPISODE))
    values = []
    for reward in (8.0, 4.0, 0.0, 4.0, 4.0, 12.0):
        learner.learn(Transition(met(9, 3, None).view, Move(0, 3), reward, None))
        values.append(learner.table.rows[pack((9,))].values[2])
    assert values == pytest.approx([8.0, 6.0, 4.0, 4.0, 4.0, 6.0])


def test_an_episode_that_does_not_go_on_where_it_stopped_begins_anew() -> None:
    transitions = transitions_for(Payments(), Parameters(returns=Returns.EPISODE))
    transitions(met(9, 3, 5))
    found = transitions(met(7, 1, None, winner=0))  # after an undo, say
    assert [each.view.packed for each in found] == [7]


def test_one_step_at_a_time_is_learnt_from_at_once() -> None:
    transitions = transitions_for(Payments(), Parameters())
    assert [*transitions(met(9, 3, 5))] == [rewarded(Payments(), met(9, 3, 5))]


def test_a_fresh_start_drops_what_is_pending() -> None:
    state, trail = State(PILES), Trail(RULES, [0, 1])
    trail.start(state.copy())
    RULES.decide(state, Move(0, 1))
    RULES.settle(state, Move(0, 1), None)
    assert trail.moved(Move(0, 1), state) is None
    trail.start(State(PILES))
    assert trail.ended(0) == []


@pytest.mark.parametrize("spread", Spread)
def test_every_exploration_is_counted_however_it_spreads(spread: Spread) -> None:
    picker = EpsilonGreedy(replace(Parameters(), epsilon=1.0, spread=spread))
    rng = Random(1)
    for _ in range(50):
        picker.choose([0.0, 1.0, 0.5], rng)
    assert (picker.picks, picker.explorations) == (50, 50)
