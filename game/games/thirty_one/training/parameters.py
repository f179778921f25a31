"""What can be set about a training of Thirty-one's networks."""

from dataclasses import dataclass

ROUNDS = 1000
"""The rounds of a batch, unless another number is asked for."""
METRICS = ("rounds", "action_loss", "swap_loss", "reward", "length", "win_rate")
"""The columns of a training's curve, a row a batch: rounds learnt from so far, both networks' mean losses, the mean
reward of a round, its mean length in turns, and the share of rounds won."""


@dataclass(frozen=True)
class Parameters:
    """Everything about a training but its opponents and its seed.

    `batches` is the planned curve, each of `batch` rounds, of which `together` are played at once, then learnt from. On
    it the rate falls in a line from `rate` to `last_rate` of it, epsilon to `last_epsilon` of it, `entropy` to
    `last_entropy` of it; `random_first` is its share that is played against random moves. `seats` are the tables played
    at, one kind a batch, in turn; the learner has one seat of each, its opponents are drawn for each seat, or at a
    share of the tables, `alike`, one for all; everybody's lives are drawn. `reward` is the page's, or "chances": by how
    many percent points a round changes the chance to win the match. Every `evaluate_every` batches the networks play
    `evaluation_matches` whole matches against each opponent at tables of each of `evaluation_seats`, without exploring;
    `patience` such in a row without a new best end it. A policy's training goes on with learning what the choices of
    the best networks come to, see :mod:`game.games.thirty_one.training.chances`: for `valued` batches more, or however
    many are asked for.

    Gradients longer than `clip` are shortened to it; 0: none are. Of values only: `discount`, of a turn, and `epsilon`,
    the share of random turns. Of a policy only: `passes` over a batch, `near` (how far a probability may move before it
    is left alone), `trace` (the share of what comes later that advantages are taken from), `entropy`'s bonus, and
    `imitate`, the share of the curve that begins it by imitating the tactician.
    """

    batches: int = 2000
    encoding: str = "page"
    action_hidden: tuple[int, ...] = (64, 64)
    swap_hidden: tuple[int, ...] = (64, 64)
    targets: str = "chosen"
    reward: str = "page"
    discount: float = 0.98
    batch: int = ROUNDS
    together: int = ROUNDS
    epsilon: float = 0.05
    last_epsilon: float = 1.0
    rate: float = 2e-3
    last_rate: float = 0.05
    clip: float = 5.0
    minibatch: int = 1024
    random_first: float = 0.1
    seats: tuple[int, ...] = (2,)
    alike: float = 0.0
    evaluate_every: int = 50
    evaluation_matches: int = 1000
    evaluation_seats: tuple[int, ...] = (2,)
    patience: int | None = None
    passes: int = 2
    near: float = 0.2
    trace: float = 0.95
    entropy: float = 0.01
    last_entropy: float = 0.1
    imitate: float = 0.0
    valued: int = 0
    shards: int = 1
