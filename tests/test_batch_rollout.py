"""Games of a batch spread over workers: the same tables whoever plays them, and learners that get somewhere."""

from contextlib import closing
from typing import Any

import pytest

from game.agents.epsilon_greedy import EpsilonGreedy
from game.agents.q_learning import Parameters, QLearner
from game.games import registry
from game.games.nim.learning import LEARNING
from game.rules.protocol import Setup
from game.training.batch_rollout import BatchRollout, Portion
from game.training.self_play import SeatLearner
from game.training.spreading import HERE, Spread, spread_over

RULES = registry.game("nim").rules
SETUP = Setup(2, {option.key: option.default for option in RULES.options} | {"piles": (1, 2, 3)})


def batch_rollout(
    spread: Spread = HERE, seed: int = 3, batch: int = 40, **parameters: Any
) -> tuple[BatchRollout, SeatLearner]:
    learning = Parameters(**parameters)
    learner = QLearner(LEARNING.encoding, learning)
    seat_learner = SeatLearner(learner, EpsilonGreedy(learning), LEARNING.rewards)
    return BatchRollout(RULES, SETUP, [seat_learner], seed, batch, spread), seat_learner


def learnt(seat_learner: SeatLearner) -> dict[Any, list[float]]:
    return {state: list(row.values) for state, row in seat_learner.learner.table.rows.items()}


def test_who_plays_the_games_changes_nothing() -> None:
    alone, one = batch_rollout()
    alone.run(120)
    with closing(spread_over(2)) as workers:
        shared, two = batch_rollout(workers)
        shared.run(120)
    assert learnt(one) == learnt(two)
    assert one.picker.picks == two.picker.picks > 120


def test_the_size_of_a_batch_and_the_seed_are_what_counts() -> None:
    tables = []
    for batch, seed in ((40, 3), (60, 3), (40, 4)):
        play, seat_learner = batch_rollout(batch=batch, seed=seed)
        play.run(120)
        tables.append(learnt(seat_learner))
    assert tables[0] != tables[1]
    assert tables[0] != tables[2]


def test_the_last_batch_is_as_small_as_is_left_and_no_game_is_played_twice() -> None:
    play, _ = batch_rollout(batch=50)
    assert play._portions(5) == [Portion(game, 1) for game in range(5)]
    play.run(70)
    assert play.games == 70
    assert play._portions(8)[0] == Portion(70, 1)


def test_epsilon_decays_for_every_action_as_one_game_after_another() -> None:
    play, seat_learner = batch_rollout(epsilon=0.5, decay=0.999, floor=0.01)
    play.run(80)
    assert seat_learner.picker.epsilon == pytest.approx(max(0.01, 0.5 * 0.999**seat_learner.picker.picks))
    assert 0 < seat_learner.picker.explorations < seat_learner.picker.picks


def test_a_small_game_is_learnt() -> None:
    play, seat_learner = batch_rollout(unknown=1.0, epsilon=0.2, alpha=0.5)
    play.run(3000)
    assert LEARNING.evaluation is not None
    assert LEARNING.evaluation(SETUP.options["piles"])(seat_learner.learner) == 1.0
