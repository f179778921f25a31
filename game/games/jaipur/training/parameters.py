"""What can be set about a training of Jaipur's network."""

from dataclasses import dataclass

from game.training.network_training import BatchParameters

METRICS = ("rounds", "chance_loss", "difference_loss", "length")
"""The columns of a training's curve: rounds learnt from, the mean cross-entropy of the chance in nats, the mean squared
error of the difference in units of 30 points, and the mean length of rounds in turns."""


@dataclass(frozen=True)
class Parameters(BatchParameters):
    """Everything about a training but its opponents and its seed.

    The rounds of a batch are played in `shards`, with the network as the last batch left it. Exploration
    comes in thirds of the planned course: `trace` (lambda), `epsilon` (the share of moves drawn at random),
    `temperature` (of a softmax over the values, for the others). `against_utility` is the share of rounds in which
    utility has one side; `turn_limit` that of the rules, after which a round is drawn.

    Every `minibatch` rounds make a step of the optimiser, `passes` times over, every second time with cloth and spice
    exchanged. What is measured are `evaluation_rounds` rounds against each opponent.
    """

    batches: int = 1200
    batch: int = 256
    encoding: str = "after-move"
    clip: float = 5.0
    evaluate_every: int = 300
    hidden: tuple[int, ...] = (128, 32)
    shards: int = 2
    minibatch: int = 16
    passes: int = 2
    trace: tuple[float, ...] = (0.9, 0.8, 0.7)
    epsilon: tuple[float, ...] = (0.1, 0.05, 0.02)
    temperature: tuple[float, ...] = (0.03, 0.02, 0.01)
    against_utility: float = 0.05
    turn_limit: int = 200
    evaluation_rounds: int = 1000
