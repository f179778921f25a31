"""Batches played in shards: the same networks whoever plays them, and memories put together rightly."""

from contextlib import closing
from dataclasses import replace

import numpy as np
import pytest

from game.games.thirty_one.neural import ENCODINGS
from game.games.thirty_one.training.learner import NetworkPlayer
from game.games.thirty_one.training.parameters import Parameters
from game.games.thirty_one.training.players import GreedyPlayer
from game.games.thirty_one.training.shards import PlayRounds, joined_memory, played_in_shards
from game.games.thirty_one.training.training import Opponent, Training
from game.training.spreading import HERE, Spread, spread_over

pytestmark = pytest.mark.usefixtures("few_standings")
SMALL = Parameters(batches=4, action_hidden=(8,), swap_hidden=(8,), random_first=0.0, evaluate_every=100)
METHODS = [SMALL, replace(SMALL, targets="policy", reward="chances", seats=(2, 3))]


def trained(parameters: Parameters, shards: int, spread: Spread = HERE, seed: int = 1) -> Training:
    against = [Opponent("greedy", GreedyPlayer()), Opponent("caller", GreedyPlayer(25))]
    training = Training(replace(parameters, shards=shards), against, seed, spread)
    training.run(2)
    return training


def weights(training: Training) -> list[float]:
    return [float(weight) for network in training.learning.networks.values() for weight in network.flat]


@pytest.mark.parametrize("parameters", METHODS)
def test_who_plays_the_shards_changes_nothing(parameters: Parameters) -> None:
    with closing(spread_over(2)) as workers:
        shared = trained(parameters, 3, workers)
    alone = trained(parameters, 3)
    assert weights(alone) == weights(shared)
    assert [mark._replace(rounds_per_second=0, evaluation=0) for mark in alone.metrics] == [
        mark._replace(rounds_per_second=0, evaluation=0) for mark in shared.metrics
    ]


def test_how_many_shards_there_are_and_the_seed_count() -> None:
    found = [weights(trained(SMALL, shards, seed=seed)) for shards, seed in ((1, 1), (2, 1), (3, 1), (2, 2))]
    assert all(one != other for place, one in enumerate(found) for other in found[:place])


def test_shards_hold_all_rounds_and_their_memories_say_whose_decision_it_was() -> None:
    encoding = ENCODINGS["page"]
    learner = NetworkPlayer(trained(SMALL, 1).networks, encoding)
    played = played_in_shards(PlayRounds(3, learner, (GreedyPlayer(),), (1, 0, 7, 2)), 10, 4, HERE)
    assert [len(part.rounds) for part in played] == [2, 3, 2, 3]
    memory = joined_memory([part.memory for part in played])
    own = np.concatenate([part.own for part in played])
    assert len(memory.counts) == len(own) == 10
    for decisions in [*memory.action, *memory.swap]:
        assert (decisions.seat == own[decisions.row]).all()
    number = sum(len(decisions.row) for decisions in [*memory.action, *memory.swap])
    assert number == memory.counts.sum() > 0


def test_more_shards_than_rounds_are_refused() -> None:
    with pytest.raises(ValueError, match="shards"):
        Training(replace(SMALL, together=1, shards=2), [Opponent("greedy", GreedyPlayer())])


@pytest.mark.parametrize(("alike", "expected"), [(0.0, 1 / 3), (1.0, 1.0), (0.5, 2 / 3)])
def test_at_a_share_of_the_tables_all_opponents_are_the_same(alike: float, expected: float) -> None:
    learner = NetworkPlayer(trained(SMALL, 1).networks, ENCODINGS["page"])
    pool = tuple(GreedyPlayer(points) for points in (0, 1, 2))
    seated = PlayRounds(3, learner, pool, (1,), alike).played(2000, np.random.default_rng(1)).seated
    first, second = np.sort(seated, axis=1)[:, 1:].T
    assert (first == second).mean() == pytest.approx(expected, abs=0.04)


def test_who_is_named_twice_sits_there_twice_as_often() -> None:
    learner = NetworkPlayer(trained(SMALL, 1).networks, ENCODINGS["page"])
    often, seldom = GreedyPlayer(0), GreedyPlayer(1)
    played = PlayRounds(2, learner, (often, seldom, often), (1,)).played(3000, np.random.default_rng(1))
    assert (played.seated == 1).sum() / 3000 == pytest.approx(2 / 3, abs=0.03)
