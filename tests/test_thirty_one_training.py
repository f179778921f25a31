"""Training of Thirty-one's networks: rewards by hand, gradients against differences, resuming, what is kept."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from game.agents.networks import Adam, Network
from game.games.thirty_one.card_arrays import VALUES, Ints
from game.games.thirty_one.neural import ENCODINGS, fresh_networks
from game.games.thirty_one.rounds import CALL, Dealt, Rounds, deal, play
from game.games.thirty_one.training.learner import Decisions, Joiner, Memory, NetworkPlayer, log_softmax
from game.games.thirty_one.training.parameters import Parameters
from game.games.thirty_one.training.players import GreedyPlayer, RandomPlayer
from game.games.thirty_one.training.policy import Gauge, PolicyLearning, _advantages, _imitation_slopes
from game.games.thirty_one.training.rewards import MatchChances, page_rewards
from game.games.thirty_one.training.tactician import TacticianPlayer
from game.games.thirty_one.training.training import Opponent, Training, win_share
from game.games.thirty_one.training.values import ValueLearning

pytestmark = pytest.mark.usefixtures("few_standings")
GREEDY = Opponent("greedy", GreedyPlayer())
SMALL = Parameters(
    batches=10, action_hidden=(16,), swap_hidden=(16,), evaluate_every=2, evaluation_matches=20, random_first=0.0
)
POLICY = replace(SMALL, targets="policy", encoding="full", reward="chances", clip=0.5, rate=1e-3)
REFERENCE = replace(SMALL, targets="all", together=1)


def rng(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng(seed)


# Rewards


def shown(hands: Sequence[Sequence[int]], lives: Sequence[int], caller: int = -1) -> Rounds:
    """A round that ended with these hands, each as suit and value of three cards in whole numbers."""
    rounds = Rounds(
        Dealt(
            np.array([hands]), np.zeros((1, 45), np.int8), np.array([45]), np.array([51]), np.array([lives]),
            np.array([0]),
        )
    )  # fmt: skip
    if rounds.live.size:
        rounds.caller[0] = caller
        rounds._end(np.array([0]), np.array([False]))
    return rounds


# Ranks 2 to ace are 0 to 12: the values of these hands are 24, 17, 10 and 31.
TWENTY_FOUR, SEVENTEEN, TEN_, THIRTY_ONE_ = (2, 8, 9), (13, 18, 19), (26, 28, 40), (49, 50, 51)


def test_the_hands_of_this_test_count_what_they_should() -> None:
    totals = [int(VALUES[list(hand)].sum()) for hand in (TWENTY_FOUR, SEVENTEEN, THIRTY_ONE_)]
    assert totals == [24, 17, 31]


@pytest.mark.parametrize(
    ("hands", "lives", "caller", "expected"),
    [
        # Nobody called: the lowest loses a life. 0.5 * 7 + 0.5; 0 - 2 - 0.3 + 0.5.
        ([TWENTY_FOUR, SEVENTEEN], [3, 3], -1, [3.5 + 0.5, -2 - 0.3 + 0.5]),
        # The caller above the lowest: 0.3 * 7 more; with two lives 0.3 less.
        ([TWENTY_FOUR, SEVENTEEN], [2, 3], 0, [3.5 + 2.1 - 0.3 + 0.5, -2 - 0.3 + 0.5]),
        # The caller is the lowest: -5, and two lives.
        ([TWENTY_FOUR, SEVENTEEN], [3, 3], 1, [3.5 + 0.5, -5 - 0.6 + 0.5]),
        # At 0 lives: -0.9 and -2.
        ([TWENTY_FOUR, SEVENTEEN], [3, 1], -1, [3.5 + 0.5, -2 - 0.9 - 2]),
        # 31: +10, and half the margin of 7.
        ([THIRTY_ONE_, TWENTY_FOUR], [1, 3], -1, [3.5 + 10 - 0.6 + 0.5, -2 - 0.3 + 0.5]),
        # Who is out gets nothing, and is not the lowest.
        ([TWENTY_FOUR, (52, 52, 52), SEVENTEEN], [3, 0, 3], -1, [3.5 + 0.5, 0, -2 - 0.3 + 0.5]),
    ],
)
def test_the_rewards_of_the_page(
    hands: list[Sequence[int]], lives: list[int], caller: int, expected: list[float]
) -> None:
    assert page_rewards(shown(hands, lives, caller))[0].tolist() == pytest.approx(expected, abs=1e-5)


def test_chances_begin_as_shares_of_lives_and_rewards_are_their_change() -> None:
    chances = MatchChances(2)
    assert chances.of(np.array([[3, 1], [2, 0]])).tolist() == [[0.75, 0.25], [1.0, 0.0]]
    rounds = shown([TWENTY_FOUR, SEVENTEEN], [1, 1])
    assert chances.rewards(rounds).tolist() == [[50.0, -50.0]]
    assert MatchChances(3).of(np.array([[3, 0, 1]])).tolist() == [[0.75, 0.0, 0.25]]


def test_chances_move_towards_what_comes_of_them() -> None:
    """Who always loses with a life each has no chance with it; chances at other lives stay."""
    chances, lost = MatchChances(2), shown([TWENTY_FOUR, SEVENTEEN], [1, 1])
    chances.learn(lost, np.array([[False, True]]))
    assert chances.table[1, 1] == pytest.approx(0.5 * 0.98**0.01)
    chances.step = 1 - (1 - chances.step) ** 50  # one round is as good as fifty of the same
    for _ in range(1000):
        chances.learn(lost, np.array([[False, True]]))
    assert chances.table[1, 1] < 0.01
    assert chances.table[2, 1] == pytest.approx(2 / 3)
    assert chances.table[1, 0] == 1.0


# Decisions


def decisions(count: int, inputs: int, choices: int, extra: int = 0, seed: int = 1) -> Decisions:
    """Made-up decisions, some of them without the last choice, each of a round of its own."""
    random = rng(seed)
    possible = np.ones((count, choices), dtype=bool)
    possible[::3, -1] = False
    chosen = random.integers(0, choices - 1, count)
    return Decisions(
        random.standard_normal((count, inputs)).astype(np.float32),
        random.standard_normal((count, choices + extra)).astype(np.float32),
        possible, chosen, np.arange(count), np.zeros(count, dtype=np.int64), np.zeros(count, dtype=np.int64),
    )  # fmt: skip


def test_parts_are_joined_one_after_another_in_room_that_is_used_again() -> None:
    joiner = Joiner()
    for counts in ((3, 2), (1, 1), (9, 8)):
        parts = [decisions(count, 5, 3, seed=count) for count in counts]
        for found, *fields in zip(joiner.joined(parts), *parts, strict=True):
            assert np.array_equal(found, np.concatenate(fields))


def test_targets_for_the_chosen_leave_the_others_alone_and_all_pull_them_to_0() -> None:
    """One step along the biases of a network without hidden layers, whose weights are 0."""
    for targets, others in (("chosen", 0.0), ("all", -1.0)):
        network = Network([np.zeros((2, 3), np.float32)], [np.array([1.0, 1.0, 1.0], np.float32)])
        made = decisions(30, 2, 3)._replace(chosen=np.zeros(30, dtype=np.int64))
        parameters = replace(SMALL, targets=targets, minibatch=30)
        learning = ValueLearning(parameters, {"action": network}, {"action": Adam.fresh(network)})
        error = learning._fit("action", made, np.full(30, 3.0, np.float32), 1e-3, rng())
        moved = np.sign(np.round(network.biases[0] - 1, 6))
        assert moved.tolist() == [1.0, others, others]
        assert error == pytest.approx(4.0 if targets == "chosen" else 6.0 / 3, rel=1e-4)


def test_targets_are_discounted_by_the_turns_left() -> None:
    """Networks that can tell decisions apart learn 0.5 to the number of turns that come after: two turns of an action
    and a swap, and a call."""

    def at(*numbers: int) -> list[Decisions]:
        count, zeros = len(numbers), np.zeros(len(numbers), np.int64)
        outputs, possible = np.zeros((count, 3), np.float32), np.ones((count, 3), bool)
        inputs = np.eye(5, dtype=np.float32)[list(numbers)]
        return [Decisions(inputs, outputs, possible, zeros, zeros, zeros, np.array(numbers))]

    memory = Memory(np.array([[5]]), action=at(0) + at(2) + at(4), swap=at(1) + at(3))
    networks = {name: Network([np.zeros((5, 3), np.float32)], [np.zeros(3, np.float32)]) for name in ("action", "swap")}
    parameters = replace(SMALL, discount=0.5, rate=0.05, clip=0.0)
    learning = ValueLearning(parameters, networks, {name: Adam.fresh(each) for name, each in networks.items()})
    for _ in range(400):
        learning.learn(memory, np.array([[8.0]], np.float32), 0.0, rng())
    found = [
        networks[name].forward(np.eye(5))[number, 0] for number, name in enumerate(["action", "swap"] * 2 + ["action"])
    ]
    assert found == pytest.approx([2.0, 2.0, 4.0, 4.0, 8.0], abs=0.2)


@pytest.mark.parametrize(("clip", "length"), [(0.5, 0.5), (0.0, 200.0)])
def test_gradients_are_shortened_to_a_length_or_not_at_all(clip: float, length: float) -> None:
    """The mean of Adam's first step is a tenth of the gradient: 2 * 300 / 3, of the chosen output's bias."""
    network = Network([np.zeros((2, 3), np.float32)], [np.zeros(3, np.float32)])
    made = decisions(1, 2, 3)._replace(inputs=np.zeros((1, 2), np.float32))
    learning = ValueLearning(replace(REFERENCE, clip=clip), {"action": network}, {"action": Adam.fresh(network)})
    learning._fit("action", made, np.full(1, 300.0, np.float32), 1e-3, rng())
    assert np.linalg.norm(learning.optimisers["action"].mean) == pytest.approx(length / 10, rel=1e-5)


def learning_of(parameters: Parameters, inputs: int = 3) -> PolicyLearning:
    networks = {name: Network.fresh((inputs, 5, size), rng()) for name, size in (("action", 4), ("swap", 5))}
    return PolicyLearning(parameters, networks, {name: Adam.fresh(network) for name, network in networks.items()})


def test_the_slopes_of_the_policy_equal_numerical_differences() -> None:
    made, pull = decisions(12, 3, 4, extra=1), rng(5).standard_normal(12).astype(np.float32)
    outputs = made.outputs.copy()
    part, row = np.arange(12), np.arange(12)
    before = log_softmax(outputs, made.possible)[row, made.chosen] + rng(6).uniform(-0.5, 0.5, 12).astype(np.float32)
    learning = learning_of(POLICY)

    def loss(changed: NDArray[np.float32]) -> float:
        logs = log_softmax(changed.astype(np.float64).astype(np.float32), made.possible).astype(np.float64)
        ratio = np.exp(logs[row, made.chosen] - before)
        clipped = np.minimum(ratio * pull, np.clip(ratio, 0.8, 1.2) * pull)
        entropy = -(np.exp(logs) * np.where(made.possible, logs, 0)).sum(axis=1)
        return float(-clipped.sum() - 0.3 * entropy.sum())

    found = learning._policy_slopes(outputs, made, part, pull, before, 0.3)
    for at in range(12):
        for column in range(4):
            up, down = outputs.copy(), outputs.copy()
            up[at, column] += 5e-3
            down[at, column] -= 5e-3
            assert found[at, column] == pytest.approx((loss(up) - loss(down)) / 1e-2, abs=5e-3)


def test_imitation_pulls_towards_what_was_done() -> None:
    made = decisions(6, 3, 4)
    slopes = _imitation_slopes(made.outputs, made, np.arange(6))
    likely = np.exp(log_softmax(made.outputs, made.possible))
    expected = likely - np.eye(4)[made.chosen]
    assert slopes == pytest.approx(expected, abs=1e-5)
    assert (likely[~made.possible] == 0).all()


def test_advantages_are_generalised_estimates_over_both_networks() -> None:
    """One seat: action, swap, action; baselines 0.1, 0.3, 0.2; it ends with 1; a share of 0.5 of what comes later."""

    def at(number: Sequence[int], baseline: Sequence[float]) -> Decisions:
        count = len(number)
        outputs = np.zeros((count, 4), np.float32)
        outputs[:, -1] = baseline
        zeros = np.zeros(count, np.int64)
        return Decisions(
            np.zeros((count, 1), np.float32), outputs, np.ones((count, 3), bool), zeros, zeros, zeros, np.array(number)
        )

    found = _advantages(
        {"action": at([0, 2], [0.1, 0.2]), "swap": at([1], [0.3])}, np.array([[3]]), np.array([[1.0]], np.float32), 0.5
    )
    last = 1.0 - 0.2
    middle = (0.2 - 0.3) + 0.5 * last
    assert found["action"].tolist() == pytest.approx([(0.3 - 0.1) + 0.5 * middle, last])
    assert found["swap"].tolist() == pytest.approx([middle])


def test_a_gauge_finds_the_line_from_preferences_to_what_they_are_worth() -> None:
    """Choices drawn by preferences whose advantages are 0.05 for each unit above the mean one."""
    random, gauge = rng(), Gauge()
    assert gauge.line() == (1.0, 0.0)
    for _ in range(40):
        outputs = random.standard_normal((2000, 4)).astype(np.float32)
        possible = np.ones((2000, 3), dtype=bool)
        likely = np.exp(log_softmax(outputs, possible))
        chosen = (likely.cumsum(axis=1) > random.random((2000, 1))).argmax(axis=1)
        above = outputs[np.arange(2000), chosen] - (likely * outputs[:, :3]).sum(axis=1)
        advantage = (0.05 * above + 0.1 * random.standard_normal(2000)).astype(np.float32)
        made = decisions(2000, 1, 3)._replace(outputs=outputs, possible=possible, chosen=chosen)
        gauge.add(made, advantage)
    assert gauge.line()[0] == pytest.approx(0.05, rel=0.05)


def test_a_policy_is_played_by_its_preferences_in_units_of_the_reward() -> None:
    learning = learning_of(POLICY)
    learning.gauges["swap"].sums[:] = [100, 50, 5, 30, 2]
    rows = rng(2).standard_normal((50, 3))
    raw, played = learning.networks["swap"].forward(rows), learning.played()["swap"].forward(rows)
    assert played.shape == (50, 4)
    # The slope is 5 / 50; what is added, (2 - 0.1 * 30) / 100.
    assert played == pytest.approx(100 * (0.1 * raw[:, :4] + raw[:, 4:] - 0.01), rel=1e-3, abs=1e-3)
    assert np.array_equal(played.argmax(axis=1), raw[:, :4].argmax(axis=1))


def test_a_learner_explores_as_often_as_it_should_and_never_what_is_impossible() -> None:
    networks = {"action": Network.fresh((46, 3), rng()), "swap": Network.fresh((32, 4), rng())}
    rounds = Rounds(deal(np.full((4000, 2), 3), np.zeros(4000, dtype=np.int64), rng()))
    seen = rounds.batch_view()
    usual = NetworkPlayer(networks, ENCODINGS["page"]).begin(seen, rng())
    exploring = NetworkPlayer(networks, ENCODINGS["page"], epsilon=0.3).begin(seen, rng())
    assert (usual != exploring).mean() == pytest.approx(0.2, abs=0.03)
    rounds.call(seen.rows)
    later = NetworkPlayer(networks, ENCODINGS["page"], epsilon=1.0).begin(rounds.batch_view(), rng())
    assert np.bincount(later, minlength=3)[2] == 0


@pytest.mark.parametrize("learns_random", [False, True])
def test_a_random_turn_is_random_whole_and_left_out_whole_by_who_does_not_learn_from_it(learns_random: bool) -> None:
    networks = fresh_networks(action=(8,), swap=(8,))
    learner = NetworkPlayer(networks, ENCODINGS["page"], epsilon=0.5, learns_random=learns_random)
    rounds = Rounds(deal(np.full((500, 2), 3), np.zeros(500, dtype=np.int64), rng()))
    learner.memory = Memory.of(rounds)
    play(rounds, np.tile([0, 1], (500, 1)), [learner, GreedyPlayer()], rng())
    found = {
        name: Joiner().joined(parts)
        for name, parts in (("action", learner.memory.action), ("swap", learner.memory.swap))
    }
    own = {
        (row, number): chosen == np.where(possible, outputs, -np.inf).argmax()
        for made in found.values()
        for outputs, possible, chosen, row, number in zip(
            made.outputs, made.possible, made.chosen, made.row.tolist(), made.number.tolist(), strict=True
        )
    }
    calls = found["action"].chosen == CALL
    drawing = set(zip(found["action"].row[~calls].tolist(), (found["action"].number[~calls] + 1).tolist(), strict=True))
    assert drawing == set(zip(found["swap"].row.tolist(), found["swap"].number.tolist(), strict=True))
    assert len(own) == learner.memory.counts.sum()
    if not learns_random:
        assert all(own.values())
        assert len(found["action"].row) < 0.6 * sum(rounds.turns / 2)
    else:
        swaps = np.array([[own[row, number - 1], own[row, number]] for row, number in drawing])
        assert swaps[swaps[:, 0], 1].mean() > swaps[~swaps[:, 0], 1].mean() + 0.2, "random actions, random swaps"
        assert swaps[~swaps[:, 0], 1].mean() == pytest.approx(0.27, abs=0.05), "one of four, or of three"


def test_a_soft_learner_draws_by_the_softmax() -> None:
    networks = {
        "action": Network([np.zeros((46, 3), np.float32)], [np.log([0.2, 0.7, 0.1]).astype(np.float32)]),
        "swap": Network.fresh((32, 4), rng()),
    }
    rounds = Rounds(deal(np.full((20_000, 2), 3), np.zeros(20_000, dtype=np.int64), rng()))
    found = NetworkPlayer(networks, ENCODINGS["page"], soft=True).begin(rounds.batch_view(), rng())
    assert np.bincount(found) / len(found) == pytest.approx([0.2, 0.7, 0.1], abs=0.015)


# Trainings


def flat(training: Training) -> NDArray[np.float32]:
    """All parameters of the networks that learn."""
    return np.concatenate([network.flat for network in training.learning.networks.values()])


def kept(training: Training, against: Sequence[Opponent]) -> Training:
    """The training after it has been through JSON and arrays."""
    header, arrays = training.state()
    return Training.resumed(json.loads(json.dumps(header)), arrays, against)


def made_up_share(player: NetworkPlayer, opponent: Any, matches: int, random: np.random.Generator, seats: int) -> float:
    """What stands for a share of matches won: it hangs on the networks and on chance, too."""
    return float((player.action.flat.sum() + player.swap.flat.sum() + random.random()) % 1)


@pytest.mark.parametrize("parameters", [SMALL, POLICY, replace(POLICY, imitate=0.3, seats=(2, 3, 4))])
def test_a_training_that_is_resumed_goes_on_as_if_it_had_never_stopped(
    parameters: Parameters, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.games.thirty_one.training.training.win_share", made_up_share)
    parameters = replace(parameters, batch=100, together=100)
    against = [GREEDY, Opponent("tactician", TacticianPlayer())]
    whole, stopped = Training(parameters, against, 3), Training(parameters, against, 3)
    whole.run(4)
    stopped.run(3)  # between two evaluations
    resumed = kept(stopped, against)
    resumed.run(1)
    assert np.array_equal(flat(whole), flat(resumed))
    without_clock = [
        [mark._replace(rounds_per_second=0.0, evaluation=0.0) for mark in t.metrics] for t in (whole, resumed)
    ]
    assert without_clock[0] == without_clock[1]
    assert whole.best_evaluation == resumed.best_evaluation
    assert all(np.array_equal(whole.best[name].flat, resumed.best[name].flat) for name in whole.best)
    assert all(np.array_equal(whole.networks[name].flat, resumed.networks[name].flat) for name in whole.best)


def test_the_reference_method_takes_a_step_after_every_round() -> None:
    training = Training(REFERENCE, [GREEDY])
    for _ in range(7):
        training._part(1, rng(4))
    steps = [optimiser.steps for optimiser in training.learning.optimisers.values()]
    # A round in which 31 was dealt has no decisions to learn from.
    assert all(5 <= step <= 7 for step in steps)


def test_a_policy_learns_from_rounds_with_few_decisions_or_none() -> None:
    """A round alone may end by its deal, or by a call that is the learner's only decision."""
    training = Training(replace(POLICY, together=1), [Opponent("caller", GreedyPlayer(0))])
    training.learning.networks["action"].biases[-1][2] = 50.0
    losses = [training._part(1, rng(seed))[:2] for seed in range(30)]
    assert any(swap == 0.0 for _, swap in losses)
    assert np.isfinite(flat(training)).all()


def test_seeds_differ_and_repeat() -> None:
    first, again, other = (Training(SMALL, [GREEDY], seed) for seed in (1, 1, 2))
    for training in (first, again, other):
        training.run(1)
    assert np.array_equal(flat(first), flat(again))
    assert not np.array_equal(flat(first), flat(other))


@pytest.mark.parametrize(
    ("parameters", "batches", "least"),
    [(replace(SMALL, batches=40), 24, 0.6), (replace(POLICY, batches=20, imitate=1.0), 20, 0.85)],
)
def test_networks_learn_to_beat_random_moves(parameters: Parameters, batches: int, least: float) -> None:
    training = Training(replace(parameters, evaluate_every=1000), [Opponent("random", RandomPlayer())], 1)
    before = win_share(NetworkPlayer(training.networks, training.encoding), RandomPlayer(), 400, rng())
    training.run(batches)
    after = win_share(NetworkPlayer(training.networks, training.encoding), RandomPlayer(), 400, rng())
    assert after > max(least, before + 0.1)


def test_the_best_networks_are_kept_and_a_flat_training_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    shares = iter([0.3, 0.5, 0.4, 0.45, 0.2])
    monkeypatch.setattr("game.games.thirty_one.training.training.win_share", lambda *_: next(shares))
    training = Training(replace(SMALL, evaluate_every=1, patience=3), [GREEDY])
    training.run(2)
    best = training.networks["action"].flat
    training.run(8)
    assert training.flat
    assert training.batches == 5
    assert (training.best_evaluation, training.best_batch) == (0.5, 2)
    assert np.array_equal(training.best["action"].flat, best)
    assert [mark.evaluation for mark in training.metrics] == [0.3, 0.5, 0.4, 0.45, 0.2]


def test_states_that_are_not_whole_are_refused() -> None:
    training = Training(SMALL, [GREEDY])
    header, arrays = training.state()
    for key in ("action.weight.0", "swap.adam.mean", "best.action.bias.0"):
        with pytest.raises(ValueError, match=r"missing|at least one"):
            Training.resumed(header, {name: array for name, array in arrays.items() if name != key}, [GREEDY])
    with pytest.raises(ValueError, match="the matches won"):
        Training.resumed(header, arrays | {"won": np.zeros((1, 5))}, [GREEDY])
    with pytest.raises(ValueError, match="the matches won"):
        Training.resumed(header, arrays | {"won": np.array([[2.0, 1.5]])}, [GREEDY])
    other: dict[str, Any] = dict(header) | {"parameters": header["parameters"] | {"action_hidden": [8]}}
    with pytest.raises(ValueError, match="are needed"):
        Training.resumed(other, arrays, [GREEDY])
    with pytest.raises(ValueError, match="needs an opponent"):
        Training(SMALL, [])


def test_a_share_of_matches_is_measured_from_every_seat() -> None:
    assert win_share(GreedyPlayer(), GreedyPlayer(), 3000, rng()) == pytest.approx(0.5, abs=0.035)
    assert win_share(GreedyPlayer(), RandomPlayer(), 300, rng()) > 0.97
    assert win_share(GreedyPlayer(), GreedyPlayer(), 3000, rng(), seats=3) == pytest.approx(1 / 3, abs=0.035)

    seats: set[int] = set()

    class Noting:
        """Notes the seats it plays from."""

        def begin(self, seen: Any, random: np.random.Generator) -> Ints:
            seats.update(seen.player.tolist())
            return np.zeros(len(seen), dtype=np.int64)

        def discard(self, seen: Any, took: Any, random: np.random.Generator) -> Ints:
            return np.full(len(seen), 3)

    win_share(Noting(), GreedyPlayer(), 8, rng(), seats=4)
    assert seats == {0, 1, 2, 3}


def test_evaluations_measure_every_opponent_at_every_number_of_seats() -> None:
    parameters = replace(SMALL, evaluate_every=1, evaluation_seats=(2, 4))
    training = Training(parameters, [GREEDY, GREEDY, Opponent("random", RandomPlayer())])
    training.run(1)
    assert list(training.measured) == ["greedy", "random", "3 greedy", "3 random"]
    assert len(training.won[1]) == 4
    assert training.best_evaluation == pytest.approx(np.mean(training.won[1]))


def test_a_batch_has_as_many_rounds_as_asked_for() -> None:
    training = Training(replace(SMALL, batch=60, together=20), [GREEDY])
    training.run(1)
    steps = [optimiser.steps for optimiser in training.learning.optimisers.values()]
    assert steps == [3, 3]
    with pytest.raises(ValueError, match="no whole number"):
        Training(replace(SMALL, batch=50, together=20), [GREEDY])
