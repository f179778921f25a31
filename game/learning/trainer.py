"""A training beside the window, as panels see it, whatever is learnt and wherever."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from game.agents.learning import CurvePoint, Yardstick
from game.agents.q_learning import Parameters
from game.games import registry
from game.games.ai import AI
from game.learning.snapshot import ActionValue, NetworkSnapshot, TrainerSnapshot
from game.learning.strength import Plays, Strength, with_strength
from game.rules.protocol import AnyRules, Setup
from game.training.metrics import LearningCurve, curve_so_far


class Saving(Protocol):
    """Keeps what a training has learnt beside the frames; it must not learn while this is `busy`."""

    @property
    def busy(self) -> bool:
        """Whether something is being kept, or has just been and `update` has not told of it yet."""

    def start(self, then: Callable[[bool], None]) -> None:
        """Keep what has been learnt; `update` will tell `then` whether it is kept. While busy, what was to be done
        then is replaced."""

    def update(self) -> None:
        """Tell what came of it, once it is done; call this every frame."""

    def wait(self) -> None:
        """Wait until it is done, without telling."""

    def leave_out_of_collections(self, seconds: float) -> None:
        """So many seconds have been learnt: garbage collections may pass over what is there."""


class Trainer(Protocol):
    """A training under way: networks in a process of their own, a table in the frames, or one in a mod's worker; see
    :class:`game.learning.table_trainer.TableTrainer` for what each name means. `trouble`
    says what went wrong with its file, until it has been told; `notice` why it has ended by itself. `chances` tells
    whether values are chances to win."""

    trouble: str | None
    notice: str | None
    chances: bool
    rules: AnyRules
    setup: Setup
    seed: int
    given: dict[str, Any]

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

    @property
    def seat(self) -> str:
        """How a seat is asked for that plays by what is kept."""

    @property
    def parameters(self) -> Parameters | None:
        """The parameters that it learns with; None where they are not known here."""

    @property
    def ways(self) -> Mapping[str, Any]:
        """The ways of its play that were asked for."""

    @property
    def yardstick(self) -> Yardstick | None:
        """Against whom it is measured; None where nobody measures it so, or it is not known yet."""

    @property
    def strengths(self) -> Sequence[Strength]:
        """How well it has played against its yardstick, earliest first."""

    @property
    def plays(self) -> Plays | None:
        """What it plays by at this moment; None where that is not known here."""

    def play_was_measured(self, found: Strength) -> None:
        """Take in how well it has played."""

    @property
    def snapshot(self) -> TrainerSnapshot | NetworkSnapshot:
        """How far the training is."""

    def refresh(self) -> None:
        """Go on from what has been learnt elsewhere since."""

    @property
    def unkept(self) -> bool:
        """Whether something has been learnt since it was last kept."""

    def run(self, seconds: float, pace: float) -> bool:
        """Learn for a frame, so many games a second, networks so many batches; whether it can go on."""

    def values(self, view: Any | None) -> list[ActionValue]:
        """What has been learnt of every action of a position."""

    def forget(self) -> None:
        """Start anew with nothing learnt."""

    def keep(self) -> bool:
        """Keep what has been learnt; False, and `trouble`, when that cannot be."""

    def saving(self) -> Saving:
        """What keeps it beside the frames."""


def table_curve(
    ai: AI,
    points: Sequence[CurvePoint],
    measure: str,
    yardstick: Yardstick | None = None,
    strengths: Sequence[Strength] = (),
) -> LearningCurve:
    """The curve of an AI that learns a table, of its points up to now, what its evaluation measures, and how well it
    has played against its yardstick."""
    return with_strength(curve_so_far(registry.at_game(ai.name, ai.game), points, measure), yardstick, strengths)


def table_seat(trainer: Trainer) -> str:
    """How a seat is asked for that plays by the table that is kept, and learns on."""
    return trainer.ai.name if trainer.path.exists() else f"{trainer.ai.name}:untrained"


def taken_trouble(trainer: Trainer) -> str | None:
    """What went wrong, if anything did; it is told once."""
    trouble, trainer.trouble = trainer.trouble, None
    return trouble


class Told:
    """A learner in another process, as that told of it last: how many games it has learnt from, and its curve."""

    ai: AI
    snapshot: TrainerSnapshot
    points: Sequence[CurvePoint]
    yardstick: Yardstick | None = None
    strengths: Sequence[Strength] = ()
    _curve: LearningCurve | None = None
    _curve_of: tuple[Sequence[CurvePoint], object] | None = None

    @property
    def count(self) -> int:
        """How many games it had learnt from."""
        return self.snapshot.games

    @property
    def curve(self) -> LearningCurve:
        """Its curve, up to then; another one only once more has been told."""
        rest = self.snapshot.measure, self.yardstick, self.strengths
        known = self._curve_of
        if self._curve is None or known is None or known[0] is not self.points or known[1] != rest:
            self._curve = table_curve(self.ai, self.points, *rest)
            self._curve_of = self.points, rest
        return self._curve
