"""All trainings beside the window: each goes on where it stopped when its panel is opened again."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from game.games.ai import AI
from game.learning.learner_store import LearnerStore
from game.learning.own_table_trainer import OwnTableTrainer
from game.learning.remote_network_trainer import RemoteNetworkTrainer
from game.learning.remote_table_trainer import RemoteTableTrainer
from game.learning.trainer import PanelTrainer
from game.mods.mod import ModAI
from game.training.self_play import SelfPlay


class TrainerStore:
    """The trainers of a program: one for each AI and setting."""

    def __init__(self, learners: LearnerStore) -> None:
        self._learners = learners
        self._known: dict[tuple[Path, type[SelfPlay] | None], PanelTrainer] = {}

    def trainer(
        self,
        ai: AI,
        options: Mapping[str, Any],
        given: Mapping[str, Any] | None = None,
        one_by_one: type[SelfPlay] | None = None,
    ) -> PanelTrainer:
        """The trainer of an AI at its game with these options, up to date with its file; another one where the AI has
        changed, or other values of its parameters are `given`. `one_by_one` plays the games of our own instead of the
        fastest way there is. Networks have another one each time, for their process lasts as long as their panel.
        Raises ValueError when the AI does not learn, ThinkingError when its mod is at fault."""
        if ai.networks is not None:
            return RemoteNetworkTrainer(ai)
        asked: PanelTrainer
        if isinstance(ai, ModAI):
            asked = RemoteTableTrainer(ai, options, given=given)
        else:
            asked = OwnTableTrainer(ai, options, learners=self._learners, given=given, one_by_one=one_by_one)
        known = self._known.get((asked.path, one_by_one))
        if known is None or known.ai is not ai or known.given != asked.given:
            known = self._known[asked.path, one_by_one] = asked
        known.refresh()
        return known
