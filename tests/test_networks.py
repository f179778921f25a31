"""Networks: outputs against a plain loop, gradients against differences, Adam against its formulas, keeping."""

import math

import numpy as np
import pytest

from game.agents.networks import LAST_SCALE, Adam, Network, clipped


def rng(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng(seed)


def by_hand(network: Network, row: list[float]) -> list[float]:
    """One row through the layers, a number at a time."""
    for layer, (weight, bias) in enumerate(zip(network.weights, network.biases, strict=True)):
        row = [
            sum(value * float(weight[i, j]) for i, value in enumerate(row)) + float(bias[j])
            for j in range(weight.shape[1])
        ]
        if layer < len(network.weights) - 1:
            row = [value if value > 0 else 0.01 * value for value in row]
    return row


def biased(sizes: tuple[int, ...], seed: int = 1) -> Network:
    """A fresh network whose biases are not all 0."""
    network = Network.fresh(sizes, rng(seed))
    for bias in network.biases:
        bias += rng(seed + 1).standard_normal(bias.shape).astype(np.float32)
    return network


def test_forward_is_what_the_layers_say_number_by_number() -> None:
    network = biased((5, 7, 6, 3))
    rows = rng(2).standard_normal((4, 5))
    expected = [by_hand(network, row) for row in rows.tolist()]
    assert network.forward(rows) == pytest.approx(np.array(expected), rel=1e-5, abs=1e-6)
    assert network.forward(rows[1]).shape == (3,)
    assert network.forward(rows[1]) == pytest.approx(np.array(expected[1]), rel=1e-5, abs=1e-6)
    assert network.forward(rows).dtype == np.float32
    assert np.array_equal(network.trace(rows)[-1], network.forward(rows))


def test_a_large_batch_says_what_its_rows_say() -> None:
    """It goes through the layers some rows at a time."""
    network = biased((5, 64, 3))
    rows = rng(2).standard_normal((5000, 5)).astype(np.float32)
    expected = np.concatenate([network.forward(part) for part in np.split(rows, 50)])
    assert network.forward(rows) == pytest.approx(expected, rel=1e-4, abs=1e-5)
    assert network.trace(rows)[-1] == pytest.approx(expected, rel=1e-4, abs=1e-5)


def test_forward_leaves_its_input_alone() -> None:
    network = Network.fresh((3, 3), rng())
    rows = np.ones((2, 3), np.float32)
    network.forward(rows)
    assert np.array_equal(rows, np.ones((2, 3)))


def test_gradient_equals_numerical_differences() -> None:
    network = biased((4, 6, 5, 3))
    rows = rng(3).standard_normal((8, 4))
    weights = rng(4).standard_normal((8, 3)).astype(np.float32)

    def loss(parameters: list[float]) -> float:
        other = Network(*network.split(np.array(parameters, np.float32)))
        outputs = np.array([by_hand(other, row) for row in rows.tolist()])
        return float((outputs * weights).sum())

    gradient = network.gradient(network.trace(rows), weights)
    flat = network.flat.astype(float).tolist()
    step = 1e-3
    for place in range(0, len(flat), 5):
        up, down = flat.copy(), flat.copy()
        up[place] += step
        down[place] -= step
        assert gradient[place] == pytest.approx((loss(up) - loss(down)) / (2 * step), rel=2e-2, abs=2e-3), place


def test_fresh_weights_have_the_deviation_of_he_and_the_last_are_a_tenth() -> None:
    network = Network.fresh((200, 300, 200), rng())
    expected = math.sqrt(2 / 200 / (1 + 0.01**2))
    assert float(network.weights[0].std()) == pytest.approx(expected, rel=0.02)
    assert float(network.weights[1].std()) == pytest.approx(
        float(LAST_SCALE) * math.sqrt(2 / 300 / (1 + 0.01**2)), rel=0.02
    )
    assert all(not bias.any() for bias in network.biases)
    assert np.array_equal(network.flat, Network.fresh((200, 300, 200), rng()).flat)
    assert not np.array_equal(network.flat, Network.fresh((200, 300, 200), rng(2)).flat)


def test_adam_takes_the_steps_of_its_algorithm() -> None:
    network = Network.fresh((2, 2), rng())
    adam = Adam.fresh(network)
    mean, square, flat = np.zeros(6), np.zeros(6), network.flat.astype(float)
    for step in range(1, 30):
        gradient = rng(step).standard_normal(6)
        adam.step(network, gradient.astype(np.float32), 0.01)
        mean = 0.9 * mean + 0.1 * gradient
        square = 0.999 * square + 0.001 * gradient**2
        flat -= 0.01 * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    assert adam.steps == 29
    assert network.flat == pytest.approx(flat, rel=1e-4)


def test_adam_learns_a_function() -> None:
    """Exclusive or cannot be learnt without a hidden layer, or with a gradient that is wrong."""
    rows = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], np.float32)
    wanted = np.array([[0], [1], [1], [0]], np.float32)
    network = Network.fresh((2, 16, 1), rng())
    adam = Adam.fresh(network)
    for _ in range(600):
        trace = network.trace(rows)
        adam.step(network, clipped(network.gradient(trace, trace[-1] - wanted), 5.0), 0.02)
    assert network.forward(rows) == pytest.approx(wanted, abs=0.05)


def test_clipping_shortens_what_is_too_long_and_nothing_else() -> None:
    assert clipped(np.array([3, 4], np.float32), 1.0) == pytest.approx(np.array([0.6, 0.8]))
    assert clipped(np.array([3, 4], np.float32), 5.0) == pytest.approx(np.array([3.0, 4.0]))


def test_kept_arrays_give_the_same_network_and_optimiser() -> None:
    network = biased((4, 5, 2))
    adam = Adam.fresh(network)
    adam.step(network, np.ones_like(network.flat), 0.1)
    arrays = network.arrays("action") | adam.arrays("action") | biased((3, 3)).arrays("swap")
    again, other = Network.from_arrays(arrays, "action"), Adam.from_arrays(arrays, "action", adam.steps)
    for each, averages in ((network, adam), (again, other)):
        averages.step(each, np.full_like(each.flat, 0.5), 0.1)
    assert again.sizes == (4, 5, 2)
    assert np.array_equal(network.flat, again.flat)


def test_a_network_of_several_says_the_mean_of_what_they_say() -> None:
    parts = [biased((4, 5, 2)), biased((4, 3, 2)), Network.fresh((4, 7, 2), rng())]
    joined, rows = Network.mean_of(parts), rng().random((6, 4), np.float32)
    assert joined.sizes == (4, 15, 2)
    assert joined.forward(rows) == pytest.approx(np.mean([part.forward(rows) for part in parts], axis=0), abs=1e-6)
    with pytest.raises(ValueError, match="cannot be joined"):
        Network.mean_of([parts[0], biased((4, 3, 3))])
    with pytest.raises(ValueError, match="cannot be joined"):
        Network.mean_of([biased((4, 3, 3, 2))])


def test_copies_are_independent() -> None:
    network = Network.fresh((2, 2), rng())
    copy, kept = network.copy(), network.arrays("x")
    network.flat += 1
    assert not np.array_equal(network.flat, copy.flat)
    assert not np.array_equal(network.weights[0], kept["x.weight.0"])


@pytest.mark.parametrize(
    ("weights", "biases", "text"),
    [
        ([], [], "at least one"),
        ([np.ones((2, 3))], [np.ones(2)], "do not go together"),
        ([np.ones((2, 3)), np.ones((4, 1))], [np.ones(3), np.ones(1)], "takes 4"),
        ([np.ones((2, 3), int)], [np.ones(3)], "floating-point"),
        ([np.full((2, 3), np.nan)], [np.ones(3)], "not finite"),
    ],
)
def test_arrays_that_make_no_network_are_refused(weights: list[object], biases: list[object], text: str) -> None:
    with pytest.raises(ValueError, match=text):
        Network(weights, biases)  # type: ignore[arg-type]  # whatever a damaged file holds


def test_a_network_that_is_not_whole_is_refused() -> None:
    arrays = Network.fresh((2, 3, 1), rng()).arrays("action")
    del arrays["action.bias.1"]
    with pytest.raises(ValueError, match=r"action\.bias\.1 is missing"):
        Network.from_arrays(arrays, "action")
    with pytest.raises(ValueError, match="at least one"):
        Network.from_arrays(arrays, "swap")
    with pytest.raises(ValueError, match="missing"):
        Adam.from_arrays(arrays, "action", 0)
    with pytest.raises(ValueError, match="two sizes"):
        Network.fresh((3,), rng())
