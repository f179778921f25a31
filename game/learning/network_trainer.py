"""The training of networks in this process: for the command ``train``, and in the process beside a panel."""

from collections.abc import Sequence
from pathlib import Path
from typing import Self

from game.checkpoints.container import CheckpointError
from game.checkpoints.networks import NetworkCodec
from game.games import registry
from game.games.ai import AI
from game.learning.snapshot import NetworkSnapshot
from game.learning.trainer import TrainerHere, Write
from game.training.metrics import LearningCurve
from game.training.network_training import NetworkTraining, TrainingRequest


class NetworkTrainer(TrainerHere):
    """The training of an AI's networks; what is kept are the best, and all that the training needs to go on."""

    saved_every = 30.0

    def __init__(self, ai: AI, training: NetworkTraining) -> None:
        """Go on with a training of the AI."""
        super().__init__(ai)
        assert ai.networks is not None
        assert ai.network_training is not None
        self.training = training
        self.unit = ai.network_training.unit
        """What is counted: "round"."""
        self._codec = NetworkCodec(ai.networks)
        self._kept_count = self.count

    @classmethod
    def begun(cls, ai: AI, request: TrainingRequest) -> Self:
        """A training as asked. Raises ValueError or UnknownNameError where that cannot be."""
        assert ai.network_training is not None
        return cls(ai, ai.network_training.begin(request))

    @classmethod
    def resumed(cls, ai: AI, path: Path) -> Self:
        """The training that a checkpoint holds. Raises CheckpointError where it holds none to go on with."""
        assert ai.networks is not None
        assert ai.network_training is not None
        trained, _digest = NetworkCodec(ai.networks).load(path, ai.game, ai.name)
        try:
            return cls(ai, ai.network_training.resume(trained))
        except ValueError as error:
            raise CheckpointError(f"{path}: it cannot be gone on with: {error}") from None

    @property
    def count(self) -> int:
        """How many rounds or games have been learnt from."""
        return self.training.batches * self.training.batch

    @property
    def over(self) -> bool:
        """Whether so many measurements brought no new best as its patience allows."""
        return self.training.over

    def run(self, seconds: float, pace: float) -> bool:
        """Learn from a batch more, however long that takes; whether it can go on."""
        self.training.step(self.training.batch)
        return not self.ended

    def _learners(self) -> Sequence[tuple[str, Write]]:
        return [(self.ai.name, self._write)]

    def _write(self, path: Path) -> str:
        return self._codec.save(path, self.training.result())

    @property
    def curve(self) -> LearningCurve:
        """The curve of the training up to now."""
        training = self.training
        return LearningCurve(registry.at_game(self.ai.name, self.ai.game), training.columns, training.curve())

    @property
    def snapshot(self) -> NetworkSnapshot:
        """How far it is."""
        return NetworkSnapshot(self.count, self.unit, self.training.progress())
