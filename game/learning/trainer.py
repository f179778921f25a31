"""A training beside the window, as panels see it, whatever is learnt and wherever."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from game.agents.learning import CurvePoint
from game.agents.q_learning import Parameters
from game.games import registry
from game.games.ai import AI
from game.learning.snapshot import ActionValue, TrainerSnapshot
from game.learning.strength import Plays, Strength, with_strength, yardstick_of
from game.rules.protocol import AnyRules, Setup
from game.training.metrics import LearningCurve, curve_so_far


class Trainer(Protocol):
    """A training under way: networks in a process of their own, a table in the frames, or one in a mod's worker.
    `trouble` says what went wrong with its file, until it has been told."""

    trouble: str | None

    @property
    def ai(self) -> AI:
        """Who learns."""

    @property
    def path(self) -> Path:
        """The user's own checkpoint."""

    @property
    def count(self) -> int:
        """How many games or rounds have been learnt from."""

    @property
    def curve(self) -> LearningCurve:
        """Its curve, up to now."""

    def refresh(self) -> None:
        """Go on from what has been learnt elsewhere since."""


class FrameTrainer(Trainer, Protocol):
    """A training that goes on in the frames of its panel, a table's; see
    :class:`game.learning.table_trainer.TableTrainer` for what each name means."""

    rules: AnyRules
    setup: Setup
    seed: int
    given: dict[str, Any]

    @property
    def parameters(self) -> Parameters | None:
        """The parameters that it learns with; None where they are not known here."""

    @property
    def ways(self) -> Mapping[str, Any]:
        """The ways of its play that were asked for."""

    @property
    def strengths(self) -> Sequence[Strength]:
        """How well it has played against its yardstick, earliest first."""

    @property
    def plays(self) -> Plays | None:
        """What it plays by at this moment; None where that is not known here."""

    def play_was_measured(self, found: Strength) -> None:
        """Take in how well it has played."""

    @property
    def snapshot(self) -> TrainerSnapshot:
        """How far the training is."""

    @property
    def unkept(self) -> bool:
        """Whether something has been learnt since it was last kept."""

    def run(self, seconds: float, games_per_second: float) -> bool:
        """Learn for a frame; whether it can go on."""

    def values(self, view: Any | None) -> list[ActionValue]:
        """What has been learnt of every action of a position."""

    def forget(self) -> None:
        """Start anew with nothing learnt."""

    def keep(self) -> bool:
        """Keep what has been learnt; False, and `trouble`, when that cannot be."""


def table_curve(
    ai: AI, points: Sequence[CurvePoint], measure: str, strengths: Sequence[Strength] = ()
) -> LearningCurve:
    """The curve of an AI that learns a table, of its points up to now, what its evaluation measures, and how well it
    has played against its yardstick."""
    curve = curve_so_far(registry.at_game(ai.name, ai.game), points, measure)
    return with_strength(curve, yardstick_of(ai), strengths) if strengths else curve


def taken_trouble(trainer: Trainer) -> str | None:
    """What went wrong, if anything did; it is told once."""
    trouble, trainer.trouble = trainer.trouble, None
    return trouble


class Told:
    """A learner in another process, as that told of it last: how many games it has learnt from, and its curve."""

    ai: AI
    snapshot: TrainerSnapshot
    points: Sequence[CurvePoint]
    strengths: Sequence[Strength] = ()

    @property
    def count(self) -> int:
        """How many games it had learnt from."""
        return self.snapshot.games

    @property
    def curve(self) -> LearningCurve:
        """Its curve, up to then."""
        return table_curve(self.ai, self.points, self.snapshot.measure, self.strengths)
