"""The training of Jaipur's network: what states are to be worth, and trainings that go on as if never stopped."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest

from game.agents.networks import Network
from game.checkpoints.networks import NetworkCodec
from game.cli.main import run
from game.games import registry
from game.games.jaipur.candidates import Candidates
from game.games.jaipur.encoding import INPUTS
from game.games.jaipur.evaluation import OUTPUTS, VALUE
from game.games.jaipur.rules import RULES
from game.games.jaipur.training.parameters import Parameters
from game.games.jaipur.training.self_play import PlayRounds, Rounds, Turn, Way, utility_player
from game.games.jaipur.training.training import Training, returns
from game.games.jaipur.view_arrays import MoveArrays
from game.games.pool import pool
from game.games.seats import parse_seat
from game.training.network_training import TrainingRequest
from game.training.spreading import Here, P, R
from tests.jaipur_positions import dealt

SMALL = Parameters(
    batches=6, batch=8, hidden=(8,), shards=2, minibatch=4, turn_limit=40, evaluate_every=9, evaluation_rounds=2
)


def training(parameters: Parameters = SMALL) -> Training:
    return Training("td", parameters, pool("jaipur", ["utility"]), 3)


def turn(place: int, player: int, value: float, sure: bool = False) -> Turn:
    outputs = np.array([[value, 0.0]], np.float32)
    return Turn(np.zeros((1, INPUTS), np.float32), outputs, np.array([sure]), np.array([place]), np.array([player]))


def test_returns_mix_the_result_with_the_values_on_the_way() -> None:
    # Player 0 has two states worth .6 and .8 and wins; player 1 has one in between, worth .3.
    result = np.array([[[1.0, 0.5], [0.0, -0.5]]], np.float32)
    turns = [turn(0, 0, 0.6), turn(0, 1, 0.3), turn(0, 0, 0.8)]
    rounds = Rounds(turns, result, np.array([3]), np.array([1]))
    found = [each[0].tolist() for each in returns(rounds, 0.75)]
    assert found[2] == pytest.approx([1.0, 0.5])
    assert found[1] == pytest.approx([0.0, -0.5])
    assert found[0] == pytest.approx([0.75 * 1.0 + 0.25 * 0.8, 0.75 * 0.5])


def test_a_state_that_surely_ends_the_round_is_worth_just_that() -> None:
    rounds = Rounds(
        [turn(0, 0, 0.6), turn(0, 0, 0.5, sure=True)], np.ones((1, 2, 2), np.float32), np.array([2]), np.array([1])
    )
    found = [each[0, 0] for each in returns(rounds, 0.75)]
    assert found == pytest.approx([0.5, 0.5])


def test_rounds_are_played_to_their_end_in_turn_and_by_the_rules() -> None:
    network = Network.fresh((INPUTS, 4, OUTPUTS), np.random.default_rng(1))
    rounds = PlayRounds(network, Way(0.2, 0.05), 60, (1, 2), 0.5, utility_player())((0, 20))
    assert rounds.results.sum(axis=1) == pytest.approx(np.tile([1.0, 0.0], (20, 1)))
    assert (rounds.length <= 60).all()
    decisions = np.zeros((20, 2), np.int64)
    for each in rounds.turns:
        decisions[each.place, each.player] += 1
    opposed = (decisions == 0).any(axis=1)
    assert 0 < opposed.sum() < 20
    assert (decisions[~opposed].sum(axis=1) == rounds.length[~opposed]).all()
    assert (decisions[opposed, rounds.own[opposed]] > 0).all()


def test_moves_are_drawn_at_random_by_softmax_or_the_best() -> None:
    start, many, number = np.array([0, 3]), 5, 4000
    moves = MoveArrays(np.zeros(many, np.int64), np.zeros((6, many), np.int64), np.zeros((7, many), np.int64))
    found = Candidates(moves, np.array([0, 0, 0, 1, 1]), start)
    values = np.array([0.1, 0.3, 0.2, -0.5, -0.6], np.float32)
    random = np.random.default_rng(1)
    assert Way().chosen(found, values, random).tolist() == [1, 3]
    softly = np.array([Way(temperature=0.1).chosen(found, values, random) for _ in range(number)])
    weights = np.exp(values / 0.1)
    wanted = weights[1] / weights[:3].sum(), weights[3] / weights[3:].sum()
    assert (softly == [1, 3]).mean(axis=0) == pytest.approx(wanted, abs=0.03)
    drawn = np.array([Way(epsilon=0.6).chosen(found, values, random) for _ in range(number)])
    assert (drawn == [1, 3]).mean(axis=0) == pytest.approx([0.4 + 0.6 / 3, 0.4 + 0.6 / 2], abs=0.03)


def test_a_training_gone_on_with_ends_as_if_it_had_never_stopped() -> None:
    spec = registry.ai("jaipur", "neural").network_training
    assert spec is not None
    whole, first = training(), training()
    for _ in range(4):
        whole.step()
    for _ in range(2):
        first.step()
    second = spec.resume(first.result())
    for _ in range(2):
        second.step(1)
    expected, found = whole.result(), second.result()
    assert np.array_equal(expected.networks[VALUE].flat, found.networks[VALUE].flat)
    assert np.array_equal(expected.curve, found.curve, equal_nan=True)
    for name, array in expected.state_arrays.items():
        assert np.array_equal(array, found.state_arrays[name])


class Backwards(Here):
    """Does the last portion first."""

    def each(self, work: Callable[[P], R], portions: Sequence[P]) -> Iterator[tuple[int, R]]:
        return iter([(place, work(portions[place])) for place in reversed(range(len(portions)))])


def test_who_plays_the_shards_and_when_changes_nothing() -> None:
    here, there = training(), training()
    there.share_out(Backwards())
    here.step()
    there.step()
    assert np.array_equal(here.networks[VALUE].flat, there.networks[VALUE].flat)


def test_parts_of_the_course_need_as_many_of_each() -> None:
    spec = registry.ai("jaipur", "neural").network_training
    assert spec is not None
    with pytest.raises(ValueError, match="as many"):
        spec.begin(TrainingRequest(values={"trace": (0.9, 0.8)}))


@pytest.mark.parametrize("few", [replace(SMALL, batch=1), replace(SMALL, evaluation_rounds=1)])
def test_fewer_rounds_than_shards_are_refused(few: Parameters) -> None:
    with pytest.raises(ValueError, match="1 round at once cannot be played in 2 shards"):
        training(few)


def test_a_batch_in_which_the_network_decides_nothing_teaches_nothing() -> None:
    idle = training(replace(SMALL, batch=1, shards=1, turn_limit=1, against_utility=1.0))
    while idle.left:
        before = idle.networks[VALUE].flat.copy()
        idle.step()
        if np.isnan(idle.curve(-1)[0, idle.columns.index("chance_loss")]):  # utility began, and that was the round
            assert np.array_equal(idle.networks[VALUE].flat, before)
            return
    pytest.fail("the network always began")


def test_the_command_trains_and_what_it_keeps_is_played_by(tmp_path: Path) -> None:
    path = tmp_path / "neural.npz"
    words = "neural@hidden=8,batch=8,minibatch=4,turn_limit=40,evaluate_every=9 --rounds 16 --seed 2 --out"
    assert run(["train", "jaipur", *words.split(), str(path)]) == 0
    neural, expert = registry.ai("jaipur", "neural"), registry.ai("jaipur", "expert")
    trained = NetworkCodec(neural.networks).load(path, "jaipur", "neural")[0] if neural.networks else None
    assert trained is not None
    assert len(trained.curve) == 2
    assert expert.learnt_from(path)[1] == neural.learnt_from(path)[1]
    view = RULES.view(dealt(1), dealt(1).to_move or 0)
    for spec in (f"neural:{path}", f"expert:{path}@rollouts=4"):
        agent = parse_seat("jaipur", spec).agent()
        assert agent is not None
        chosen = agent.choose(view, Random(1))
        assert chosen is not None
        assert RULES.refusal(view, chosen.move) is None


def test_measured_are_shares_of_rounds_on_the_same_deals() -> None:
    one, other = training(), training()
    first = one.measured(one.played(), one.stream(0, 1))
    assert list(first) == list(other.measured(other.played(), other.stream(0, 1)))
    assert len(first) == 1
    assert first[0] in (0.0, 0.25, 0.5, 0.75, 1.0)
