"""Trainers: what the command ``train`` and the panels of the window learn by, whatever is learnt and wherever."""

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from time import monotonic
from typing import Any, ClassVar, Protocol, TypeAlias

from game.agents.learning import CurvePoint, Yardstick
from game.agents.q_learning import Parameters
from game.base.storage import StorageError
from game.checkpoints import container
from game.checkpoints.container import CheckpointError
from game.games import registry
from game.games.ai import AI
from game.learning.snapshot import ActionValue, NetworkSnapshot, TrainerSnapshot
from game.learning.strength import Plays, Strength, with_strength
from game.rules.language import error_words
from game.rules.protocol import AnyRules, Setup
from game.training.metrics import LearningCurve, curve_so_far

MOMENT = 0.1
"""Seconds between two words of how a training goes, about."""


Write: TypeAlias = Callable[[Path], str]
"""Writes a checkpoint: its SHA-256. Raises CheckpointError or StorageError."""


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
        """Let garbage collections pass over what is there, now that so many seconds more have been learnt."""


class Trainer(Protocol):
    """A training under way, and where it is kept: of a table or of networks, in this process, in one of its own, or in
    a mod's worker. The command ``train`` and the panels of the window drive it alike: it is made anew or from what a
    checkpoint holds, `run` again and again, and kept. `trouble` says what went wrong with its file, until it has been
    told; `notice` why it has ended by itself."""

    trouble: str | None
    notice: str | None

    @property
    def ai(self) -> AI:
        """Who learns."""

    @property
    def count(self) -> int:
        """How many games or rounds have been learnt from."""

    @property
    def curve(self) -> LearningCurve:
        """Its metrics, point by point, up to now."""

    @property
    def snapshot(self) -> TrainerSnapshot | NetworkSnapshot:
        """How far the training is."""

    @property
    def unkept(self) -> bool:
        """Whether something has been learnt since it was last kept."""

    def run(self, seconds: float, pace: float) -> bool:
        """Learn for a moment, `seconds` after the last, from no more than `pace` games a second (networks: batches):
        whether it can go on. In a process of its own it learns on until it is to be kept."""

    def keep(self) -> bool:
        """Keep what has been learnt, of networks the best with all that goes on; False, and `trouble`, when that cannot
        be."""


class PanelTrainer(Trainer, Protocol):
    """What a panel of the window shows and does beside that; see
    :class:`game.learning.own_table_trainer.OwnTableTrainer` for what each name means. `chances` tells whether values
    are chances to win."""

    chances: bool
    rules: AnyRules
    setup: Setup
    seed: int
    given: dict[str, Any]

    @property
    def path(self) -> Path:
        """The user's own checkpoint."""

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

    def refresh(self) -> None:
        """Go on from what has been learnt elsewhere since."""

    def values(self, view: Any | None) -> list[ActionValue]:
        """What has been learnt of every action of a position."""

    def forget(self) -> None:
        """Start anew with nothing learnt."""

    def saving(self) -> Saving:
        """What keeps it beside the frames."""


class TrainerHere(ABC):
    """What trainers have in common that learn in the process that they are in: they learn until they have come to
    their `goal` or are over by themselves, and keep checkpoints on the way. Nothing is kept until it is told where."""

    saved_every: ClassVar[float] = math.inf
    """Seconds between two checkpoints on the way."""
    notice: str | None = None

    def __init__(self, ai: AI) -> None:
        self.ai = ai
        self.trouble: str | None = None
        self.goal: float = math.inf
        """How many games or rounds it learns from in all, at most; networks go to the end of a batch."""
        self.kept: Sequence[tuple[Path, str]] = ()
        """The files of those who learn, each with its SHA-256 as it was last kept."""
        self.replaced: list[Path] = []
        """The files that it does not go on from, which become the previous ones once it is kept."""
        self._files: Sequence[Path] = ()
        self._kept_count = 0

    @property
    @abstractmethod
    def count(self) -> int:
        """How many games or rounds have been learnt from."""

    @property
    @abstractmethod
    def over(self) -> bool:
        """Whether the training has ended by itself."""

    @abstractmethod
    def run(self, seconds: float, pace: float) -> bool:
        """Learn for a moment, see :class:`Trainer`."""

    @abstractmethod
    def _learners(self) -> Sequence[tuple[str, Write]]:
        """Those who learn: what each AI is called, and what writes a checkpoint of it."""

    def keep_in(self, *files: Path) -> None:
        """From now on keep those who learn in a file each. Raises CheckpointError where another file lies there."""
        for (name, _write), path in zip(self._learners(), files, strict=True):
            container.check_replaceable(path, self.ai.game, name)
        self._files = files

    def keep(self) -> bool:
        """Keep what has been learnt in the files that it was told of; False, and `trouble`, when that cannot be. A game
        under way is not played to its end."""
        writing = zip(self._learners(), self._files, strict=bool(self._files))
        try:
            while self.replaced:
                container.keep_previous(self.replaced[-1])
                self.replaced.pop()
            self.kept = [(path, write(path)) for (_name, write), path in writing]
        except (CheckpointError, StorageError) as error:
            self.trouble = error_words(error)
            return False
        self._kept_count = self.count
        return True

    @property
    def unkept(self) -> bool:
        """Whether something has been learnt since it was last kept."""
        return self.count != self._kept_count

    @property
    def ended(self) -> bool:
        """Whether it has come to its goal, or is over by itself."""
        return self.count >= self.goal or self.over

    def train(self, tell: Callable[[], object], going: Callable[[], bool] = lambda: True) -> bool:
        """Learn until it has ended, as long as it is `going`; `tell` is called after every moment. The end is the
        caller's to keep; False, and `trouble`, where a checkpoint on the way could not be kept, which ends it."""
        saved = monotonic()
        while not self.ended and going():
            self.run(MOMENT, math.inf)
            tell()
            if monotonic() - saved > self.saved_every:
                if not self.keep():
                    return False
                saved = monotonic()
        return True


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


def table_seat(trainer: PanelTrainer) -> str:
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
