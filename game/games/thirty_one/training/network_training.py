"""Trainings of networks as the program runs them: begun as words ask, gone on with from a file, kept in one.

The ways to train are listed in :mod:`game.games.thirty_one.training.methods`, what they do is in
:mod:`game.games.thirty_one.training.training`.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from game.agents.network_learning import WON, TrainedNetworks
from game.checkpoints.curves import check_curve
from game.games.registry import AI
from game.games.seats import HUMAN, SeatError, parse_seat
from game.games.thirty_one.neural import ACTION, SWAP, NeuralScorer
from game.games.thirty_one.rounds import Player
from game.games.thirty_one.training.learner import NetworkPlayer
from game.games.thirty_one.training.methods import METHODS, POOLS, methods_of, pool_of
from game.games.thirty_one.training.parameters import METRICS, Parameters
from game.games.thirty_one.training.players import GreedyPlayer, RandomPlayer
from game.games.thirty_one.training.tactician import TacticianPlayer
from game.games.thirty_one.training.training import BatchMetrics, Opponent, Training
from game.training.network_training import PATIENCE, Progress, TrainingRequest, plain
from game.training.spreading import Spread

WON_ROUNDS = "no life lost"
"""What the share of rounds won is called: of two players one loses a life."""
LATELY = 50
"""Figures of the progress are means over so many batches."""


class NetworkTraining:
    """A training under way. What it has learnt, kept and gone on with, gives what it would have given without the
    stop, bit for bit on the same machine."""

    def __init__(self, ai: AI, method: str, parameters: Parameters, against: Sequence[str], seed: int) -> None:
        """Begin to train against these seats. Raises SeatError where one cannot be trained against, ValueError where
        the parameters make no training."""
        self.ai, self.method, self.against = ai, method, tuple(against)
        opponents = [opponent(ai.game, spec) for spec in against]
        self._digests = [parse_seat(ai.game, spec).trained for spec in against]
        self.training = Training(parameters, opponents, seed)

    @classmethod
    def resumed(cls, ai: AI, trained: TrainedNetworks) -> "NetworkTraining":
        """The training that a checkpoint holds. Raises ValueError where it holds none that is whole, or where somebody
        that it trains against has learnt since."""
        if not trained.state:
            raise ValueError("it holds networks, but no training to go on with")
        try:
            return cls._resumed(ai, trained)
        except (KeyError, TypeError, AttributeError, IndexError, OverflowError) as error:
            raise ValueError(f"its state is not whole: {error}") from None

    @classmethod
    def _resumed(cls, ai: AI, trained: TrainedNetworks) -> "NetworkTraining":
        parameters = dict(trained.parameters)
        found = cls.__new__(cls)
        found.ai, found.method = ai, str(parameters.pop("method"))
        found.against = tuple(map(str, parameters.pop("against")))
        try:
            opponents = [opponent(ai.game, spec) for spec in found.against]
            found._digests = [parse_seat(ai.game, spec).trained for spec in found.against]
        except (SeatError, LookupError) as error:
            raise ValueError(f"it was trained against {', '.join(found.against)}: {error}") from None
        if found._digests != parameters.pop("against_trained"):
            raise ValueError(f"it was trained against {', '.join(found.against)}, of whom one has learnt since")
        header = dict(trained.state) | {"parameters": parameters, "seed": trained.seed}
        if not all(np.isfinite(array).all() for name, array in trained.state_arrays.items() if name != "marks"):
            raise ValueError("its state holds numbers that are not finite")
        _check_metrics(trained.state_arrays["marks"])
        found.training = Training.resumed(header, trained.state_arrays, opponents)
        return found

    @property
    def unshared(self) -> str:
        """Why nobody else can take part in it, and what would help; empty where its batches are shared out."""
        if self.parameters.shards > 1:
            return ""
        return f"what is shared out are the shards of a batch: {self.ai.name}@shards=8, say"

    def share_out(self, spread: Spread) -> None:
        """Let the shards of batches be played elsewhere; changes nothing but the time."""
        self.training.spread = spread

    @property
    def parameters(self) -> Parameters:
        """The parameters of the training."""
        return self.training.parameters

    @property
    def batch(self) -> int:
        """How many rounds a batch has."""
        return self.parameters.batch

    @property
    def rounds(self) -> int:
        """How many rounds have been learnt from."""
        return self.training.batches * self.batch

    @property
    def batches(self) -> int:
        """How many batches have been learnt from."""
        return self.training.batches

    @property
    def left(self) -> int:
        """How many batches of the planned curve are left."""
        return self.training.left

    @property
    def over(self) -> bool:
        """Whether the win rate has been flat for as long as the training's patience allows."""
        return self.training.flat

    def be_patient(self, measurements: int) -> None:
        """From now on so many measurements without a new best make it `over`; what it learns does not depend on it."""
        self.training.parameters = replace(self.training.parameters, patience=measurements)

    def encourage(self) -> None:
        """Let a training that is over go on for as long again."""
        if self.over:
            self.be_patient(self.training.evaluations_since_best + PATIENCE)

    def step(self, most: float = math.inf) -> int:
        """Play and learn from a batch more, however few rounds are asked for: how many it were."""
        self.training.run(1)
        return self.batch

    def progress(self) -> Progress:
        """How far the training is."""
        metrics = self.training.metrics
        late = metrics[-LATELY:]
        measured = [each.evaluation for each in metrics if np.isfinite(each.evaluation)]
        rate, action_loss, swap_loss, win_rate, length = (
            _mean([getattr(each, name) for each in late])
            for name in ("rounds_per_second", "action_loss", "swap_loss", "win_rate", "length")
        )
        last, best = (measured[-1], self.training.best_evaluation) if measured else (None, None)
        shares = {} if win_rate is None else {WON_ROUNDS: win_rate}
        losses = {"action": action_loss, "swap": swap_loss}
        measured_losses = {name: loss for name, loss in losses.items() if loss is not None}
        stopped = _mean(self.training.stopped[-LATELY:])
        return Progress(self.rounds, rate, shares, measured_losses, last, best, length, stopped)

    def result(self) -> TrainedNetworks:
        """What has been learnt so far: the best networks, and all that the training needs to go on."""
        training = self.training
        header, arrays = training.state()
        parameters = self._record(header.pop("parameters"))
        for key in ("seed", "against"):
            del header[key]
        progress = self.progress()
        best = progress.best is not None
        statistics = {
            "rounds": self.rounds,
            "win_rate": progress.shares.get(WON_ROUNDS),
            "matches_won": progress.matches_won,
            "best": {"matches_won": progress.best, "rounds": training.best_batch * self.batch} if best else None,
        }
        return TrainedNetworks(
            self.ai.game, self.ai.name, {}, training.seed, parameters, statistics,
            training.to_keep, self.curve(), header, _without_clock(arrays), self.columns,
        )  # fmt: skip

    def played_by(self) -> TrainedNetworks:
        """What it would play by now, without curve and state."""
        training = self.training
        record = self._record(asdict(training.parameters))
        return TrainedNetworks(self.ai.game, self.ai.name, {}, training.seed, record, {}, training.networks)

    def _record(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        more = {"method": self.method, "against": list(self.against), "against_trained": self._digests}
        return plain({**parameters, **more})

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of its curve."""
        return (*METRICS, *(WON + name for name in self.training.measured))

    def curve(self, since: int = 0) -> NDArray[np.float64]:
        """The curve so far, or from this batch on, shaped (batches, len(columns))."""
        won, unmeasured = self.training.won, (np.nan,) * len(self.training.measured)
        rows = [
            (each.batch * self.batch, *each[1 : len(METRICS)], *won.get(each.batch, unmeasured))
            for each in self.training.metrics[since:]
        ]
        return np.array(rows, dtype=np.float64).reshape(-1, len(self.columns))


def begin(ai: AI, request: TrainingRequest) -> NetworkTraining:
    """A training as asked. Raises SeatError where an opponent cannot be trained against, ValueError where the
    parameters make no training, UnknownNameError."""
    method = request.method or next(iter(methods_of(ai.name)))
    parameters = replace(METHODS[method].parameters, **request.values, patience=request.patience)
    if request.count is not None:
        parameters = replace(parameters, batches=math.ceil(request.count / parameters.batch))
    return NetworkTraining(ai, method, parameters, request.against or pool_of(ai.name), request.seed)


def opponent(game: str, spec: str) -> Opponent:
    """Somebody to train against, asked for as a seat is. Raises SeatError where that cannot be, and
    registry.UnknownNameError."""
    if spec == HUMAN:
        raise SeatError("training is headless: --against takes AIs only")
    seat = parse_seat(game, spec)
    ai, agent = seat.ai, seat.agent()
    assert ai is not None
    assert agent is not None
    if ai.networks is not None and isinstance(scorer := agent.scorers[0], NeuralScorer):
        return Opponent(spec, NetworkPlayer({ACTION: scorer.action, SWAP: scorer.swap}, scorer.encoding))
    makers: dict[str, Callable[[], Player]] = {
        "random": RandomPlayer,
        "greedy": GreedyPlayer,
        "greedy-caller": lambda: GreedyPlayer(_parameter(ai, seat.parameters, "call_at")),
        "tactician": TacticianPlayer,
    }
    if ai.name not in makers:
        choices = ", ".join([*makers, *POOLS])
        raise SeatError(f"{spec}: rounds are played a thousand at once, and {ai.name} cannot; choose: {choices}")
    return Opponent(spec, makers[ai.name]())


def _check_metrics(metrics: NDArray[Any]) -> None:
    """Raises ValueError where a batch has metrics that cannot be; only the rate and the evaluation may be unknown."""
    check_curve(BatchMetrics._fields, metrics)
    unknown = np.isnan(metrics)
    unknown[:, [BatchMetrics._fields.index(name) for name in ("rounds_per_second", "evaluation")]] = False
    if unknown.any() or not np.array_equal(metrics[:, 0], np.arange(1, len(metrics) + 1)):
        raise ValueError("its metrics are not whole")


def _mean(figures: Sequence[float]) -> float | None:
    """The mean of what was measured; None where nothing was."""
    known = [figure for figure in figures if math.isfinite(figure)]
    return float(np.mean(known)) if known else None


def _parameter(ai: AI, given: Mapping[str, Any], key: str) -> Any:
    return given.get(key, next(option.default for option in ai.parameters if option.key == key))


def _without_clock(arrays: dict[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """The state without how long each batch took: the same training gives the same file."""
    marks = arrays["marks"].copy()
    marks[:, BatchMetrics._fields.index("rounds_per_second")] = np.nan
    return arrays | {"marks": marks}
