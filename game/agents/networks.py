"""Feed-forward networks in plain numpy: leaky ReLU between the layers, nothing after the last; gradients and Adam.

All numbers are float32. All parameters of a network lie in one vector, of which its weights and biases are views: an
optimiser's step is then a few operations on one array. The same inputs give the same outputs on the same machine; a
row alone and the same row within a batch may differ in the last bits, as the sums are taken in another order.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float32]

SLOPE = np.float32(0.01)
"""What leaky ReLU multiplies negative numbers with."""
LAST_SCALE = np.float32(0.1)
"""What the last layer's first weights are multiplied with, so that a fresh network is nearly indifferent."""
_AT_ONCE = 1 << 17
"""So many numbers of a layer are worked on together."""


class Network:
    """A network of fully connected layers. Layer k holds ``weights[k]``, shaped (inputs, outputs), and ``biases[k]``.

    `flat` is the vector of all parameters, layer by layer, weights (row by row) before biases. Changing it, or a view
    of it, changes the network; only who trains it should.
    """

    def __init__(self, weights: Sequence[NDArray[Any]], biases: Sequence[NDArray[Any]]) -> None:
        """A network with copies of these arrays. Raises ValueError when they do not make one."""
        _check(weights, biases)
        self.sizes = (weights[0].shape[0], *(bias.shape[0] for bias in biases))
        """Numbers of inputs, of each hidden layer's units, and of outputs."""
        parts = [np.ravel(part) for pair in zip(weights, biases, strict=True) for part in pair]
        self.flat: Floats = np.concatenate(parts).astype(np.float32)
        self.weights, self.biases = self.split(self.flat)

    @classmethod
    def fresh(cls, sizes: Sequence[int], rng: np.random.Generator) -> "Network":
        """He's initialisation (normal, variance 2 / inputs, corrected for the slope), biases 0, the last layer scaled
        by `LAST_SCALE`. `sizes` are those of `Network.sizes`.

        Source: He et al., Delving Deep into Rectifiers (2015), equation 15.
        """
        if len(sizes) < 2 or min(sizes) < 1:
            raise ValueError(f"a network needs two sizes or more, each at least 1, not {list(sizes)}")
        weights = []
        for inputs, outputs in pairwise(sizes):
            deviation = np.sqrt(2.0 / (inputs * (1.0 + float(SLOPE) ** 2)))
            weights.append((rng.standard_normal((inputs, outputs)) * deviation).astype(np.float32))
        weights[-1] *= LAST_SCALE
        return cls(weights, [np.zeros(size, np.float32) for size in sizes[1:]])

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]], name: str) -> "Network":
        """The network that `arrays` keeps under `name`, see `arrays`. Raises ValueError when it is not whole."""
        count = sum(1 for key in arrays if key.startswith(f"{name}.weight."))
        try:
            weights = [arrays[f"{name}.weight.{layer}"] for layer in range(count)]
            biases = [arrays[f"{name}.bias.{layer}"] for layer in range(count)]
        except KeyError as error:
            raise ValueError(f"the network {name!r} is not whole: {error.args[0]} is missing") from None
        return cls(weights, biases)

    @classmethod
    def mean_of(cls, parts: Sequence["Network"]) -> "Network":
        """The network that says the mean of what these say, which have one hidden layer each and the same inputs and
        outputs: their hidden units side by side. Raises ValueError where they have not."""
        ends = {(part.sizes[0], part.sizes[-1], len(part.sizes)) for part in parts}
        if len(ends) != 1 or len(parts[0].sizes) != 3:
            raise ValueError(f"networks of sizes {[part.sizes for part in parts]} cannot be joined")
        first, last = zip(*(part.weights for part in parts), strict=True)
        hidden, outputs = zip(*(part.biases for part in parts), strict=True)
        share = np.float32(1 / len(parts))
        return cls(
            [np.concatenate(first, axis=1), share * np.concatenate(last)],
            [np.concatenate(hidden), share * np.sum(outputs, axis=0)],
        )

    def arrays(self, name: str) -> dict[str, Floats]:
        """Copies of all parameters as they are kept: "<name>.weight.<layer>" and "<name>.bias.<layer>"."""
        found = {f"{name}.weight.{layer}": weight.copy() for layer, weight in enumerate(self.weights)}
        return found | {f"{name}.bias.{layer}": bias.copy() for layer, bias in enumerate(self.biases)}

    def copy(self) -> "Network":
        """An independent copy."""
        return Network(self.weights, self.biases)

    def split(self, flat: Floats) -> tuple[tuple[Floats, ...], tuple[Floats, ...]]:
        """Views of a vector laid out like `flat`: the part of each weight, and of each bias."""
        weights, biases, at = [], [], 0
        for inputs, outputs in pairwise(self.sizes):
            weights.append(flat[at : at + inputs * outputs].reshape(inputs, outputs))
            at += inputs * outputs
            biases.append(flat[at : at + outputs])
            at += outputs
        return tuple(weights), tuple(biases)

    def forward(self, rows: NDArray[Any]) -> Floats:
        """The outputs: (n, outputs) for inputs shaped (n, inputs), or (outputs,) for one row shaped (inputs,)."""
        layer: Floats = np.asarray(rows, dtype=np.float32)
        last = len(self.weights) - 1
        for number, (weight, bias) in enumerate(zip(self.weights, self.biases, strict=True)):
            layer = layer.dot(weight)  # of one row twice as fast as @
            _add_bias(layer, bias, leaky=number < last)
        return layer

    def trace(self, rows: NDArray[Any]) -> list[Floats]:
        """What every layer takes in, from the inputs on, and last the outputs: for a batch shaped (n, inputs)."""
        layers = [np.asarray(rows, dtype=np.float32)]
        last = len(self.weights) - 1
        for number, (weight, bias) in enumerate(zip(self.weights, self.biases, strict=True)):
            layer = layers[-1] @ weight
            _add_bias(layer, bias, leaky=number < last)
            layers.append(layer)
        return layers

    def gradient(self, trace: Sequence[Floats], slopes: Floats) -> Floats:
        """The gradient of a loss over all parameters, laid out like `flat`. `slopes` are the loss's derivatives by
        the outputs of the batch that `trace` was made of, shaped (n, outputs)."""
        gradient = np.empty_like(self.flat)
        weights, biases = self.split(gradient)
        for layer in range(len(self.weights) - 1, -1, -1):
            np.matmul(trace[layer].T, slopes, out=weights[layer])
            slopes.sum(axis=0, out=biases[layer])
            if layer:
                slopes = self._through(slopes, layer, trace)
        return gradient

    def _through(self, slopes: Floats, layer: int, trace: Sequence[Floats]) -> Floats:
        """Derivatives by a layer's outputs turned into those by the layer before's, through its leaky ReLU."""
        back: Floats = slopes @ self.weights[layer].T
        # A leaky ReLU keeps the sign, so what came out of it tells which side it was on.
        sides = (trace[layer] > 0).astype(np.float32)
        np.maximum(sides, SLOPE, out=sides)
        back *= sides
        return back


def _add_bias(layer: Floats, bias: Floats, leaky: bool) -> None:
    """Add a bias to what a layer has summed up, in place, and let it through a leaky ReLU if it is `leaky`; of large
    batches some rows at a time, which stay in the processor's cache meanwhile."""
    for rows in (layer,) if layer.size <= _AT_ONCE else np.array_split(layer, -(-layer.size // _AT_ONCE)):
        rows += bias
        if leaky:
            np.maximum(rows, SLOPE * rows, out=rows)


def _check(weights: Sequence[NDArray[Any]], biases: Sequence[NDArray[Any]]) -> None:
    if not weights or len(weights) != len(biases):
        raise ValueError("a network needs as many biases as weights, at least one of each")
    for layer, (weight, bias) in enumerate(zip(weights, biases, strict=True)):
        if weight.ndim != 2 or bias.shape != weight.shape[1:] or weight.size == 0:
            raise ValueError(f"layer {layer}: weights {weight.shape} and biases {bias.shape} do not go together")
        if layer and weight.shape[0] != biases[layer - 1].shape[0]:
            raise ValueError(f"layer {layer} takes {weight.shape[0]} numbers, the one before gives another number")
        if weight.dtype.kind != "f" or bias.dtype.kind != "f":
            raise ValueError(f"layer {layer} is not of floating-point numbers")
        if not (np.isfinite(weight).all() and np.isfinite(bias).all()):
            raise ValueError(f"layer {layer} holds numbers that are not finite")


def sigmoid(values: Floats) -> Floats:
    """The logistic function of every number: a chance in (0, 1)."""
    found: Floats = np.float32(0.5) + np.float32(0.5) * np.tanh(np.float32(0.5) * values)
    return found


def clipped(gradient: Floats, most: float) -> Floats:
    """The gradient, shortened to a Euclidean norm of `most` where it is longer. Changes and returns its argument."""
    norm = float(np.sqrt(np.dot(gradient, gradient)))
    if norm > most:
        gradient *= np.float32(most / norm)
    return gradient


@dataclass
class Adam:
    """Adam's moving averages for one network, laid out like its `flat`; `steps` have been taken.

    Source: Kingma and Ba, Adam: A Method for Stochastic Optimization (2015), algorithm 1.
    """

    mean: Floats
    square: Floats
    steps: int = 0
    beta1: float = field(default=0.9, kw_only=True)
    beta2: float = field(default=0.999, kw_only=True)
    epsilon: float = field(default=1e-8, kw_only=True)

    @classmethod
    def fresh(cls, network: Network) -> "Adam":
        """The averages of a network that has not been trained."""
        return cls(np.zeros_like(network.flat), np.zeros_like(network.flat))

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]], name: str, steps: int) -> "Adam":
        """The averages that `arrays` keeps under `name`, see `arrays`. Raises ValueError when they are not whole."""
        try:
            mean, square = arrays[f"{name}.adam.mean"], arrays[f"{name}.adam.square"]
        except KeyError as error:
            raise ValueError(f"the optimiser of {name!r} is not whole: {error.args[0]} is missing") from None
        if mean.shape != square.shape or mean.ndim != 1 or mean.dtype != np.float32 or square.dtype != np.float32:
            raise ValueError(f"the optimiser of {name!r} is not as it should be")
        return cls(mean.copy(), square.copy(), steps)

    def arrays(self, name: str) -> dict[str, Floats]:
        """Copies of both averages as they are kept: "<name>.adam.mean" and "<name>.adam.square"."""
        return {f"{name}.adam.mean": self.mean.copy(), f"{name}.adam.square": self.square.copy()}

    def step(self, network: Network, gradient: Floats, rate: float) -> None:
        """Change `network` by one step down `gradient`, laid out like its `flat`."""
        self.steps += 1
        self.mean += np.float32(1 - self.beta1) * (gradient - self.mean)
        self.square += np.float32(1 - self.beta2) * (gradient * gradient - self.square)
        correction = np.sqrt(1 - self.beta2**self.steps) / (1 - self.beta1**self.steps)
        # The correction of the squares' start, taken out of the root, belongs to epsilon too.
        width = np.sqrt(self.square)
        width += np.float32(self.epsilon * np.sqrt(1 - self.beta2**self.steps))
        network.flat -= np.float32(rate * correction) * self.mean / width
