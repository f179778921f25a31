"""All trainings beside the window: each goes on where it stopped when its panel is opened again."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from game.agents.learning import CurvePoint
from game.games.ai import AI
from game.learning.learner_store import LearnerStore
from game.learning.remote_trainer import RemoteTrainer
from game.learning.snapshot import ActionValue, TrainerSnapshot
from game.learning.table_trainer import TableTrainer
from game.mods.mod import ModAI
from game.rules.protocol import AnyRules, Setup
from game.training.self_play import SelfPlay


class Trainer(Protocol):
    """A training under way, as its panel sees it; see :class:`TableTrainer` for what each name means."""

    rules: AnyRules
    setup: Setup
    seed: int
    given: dict[str, Any]
    trouble: str | None

    @property
    def ai(self) -> AI:
        """Who learns."""

    @property
    def path(self) -> Path:
        """The user's own checkpoint."""

    @property
    def snapshot(self) -> TrainerSnapshot:
        """How far the training is."""

    @property
    def curve(self) -> Sequence[CurvePoint]:
        """The points of its curve, up to now."""

    @property
    def unkept(self) -> bool:
        """Whether something has been learnt since it was last kept."""

    def refresh(self) -> None:
        """Go on from what has been learnt elsewhere since."""

    def run(self, seconds: float, games_per_second: float) -> bool:
        """Learn for a frame; whether it can go on."""

    def values(self, view: Any | None) -> list[ActionValue]:
        """What has been learnt of every action of a position."""

    def forget(self) -> None:
        """Start anew with nothing learnt."""

    def keep(self) -> bool:
        """Keep what has been learnt; False, and `trouble`, when that cannot be."""


class TrainerStore:
    """The trainers of a program: one for each AI and setting."""

    def __init__(self, learners: LearnerStore) -> None:
        self._learners = learners
        self._known: dict[tuple[Path, type[SelfPlay] | None], Trainer] = {}

    def trainer(
        self,
        ai: AI,
        options: Mapping[str, Any],
        given: Mapping[str, Any] | None = None,
        one_by_one: type[SelfPlay] | None = None,
    ) -> Trainer:
        """The trainer of an AI at its game with these options, up to date with its file; another one where the AI has
        changed, or other values of its parameters are `given`. `one_by_one` plays the games of our own instead of the
        fastest way there is. Raises ValueError when the AI learns no table, ThinkingError when its mod is at fault."""
        asked: Trainer
        if isinstance(ai, ModAI):
            asked = RemoteTrainer(ai, options, given=given)
        else:
            asked = TableTrainer(ai, options, learners=self._learners, given=given, one_by_one=one_by_one)
        known = self._known.get((asked.path, one_by_one))
        if known is None or known.ai is not ai or known.given != asked.given:
            known = self._known[asked.path, one_by_one] = asked
        known.refresh()
        return known
