"""A training in a worker process beside another one that it is compared with: nothing of it is kept."""

from collections.abc import Mapping
from math import inf
from typing import Any

from game.games import registry
from game.games.learners import LEARNING
from game.learning.own_table_trainer import ways_of, window_plan
from game.learning.strength import measured_strength, next_due
from game.learning.table_trainer import TableTrainer
from game.learning.trainer import MOMENT
from game.rules.protocol import Setup

_ABREAST = 1.2
"""Who has learnt from so many times as many games is ahead."""


class RivalService:
    """Answers for one training at a time: another key is another training, which begins with nothing learnt."""

    def __init__(self) -> None:
        self._key: Any = None
        self._trainer: TableTrainer | None = None

    def run(
        self, key: int, game: str, ai: str, how: Setup, given: Mapping[str, Any], seed: int, games: int, view: Any
    ) -> dict[str, Any]:
        """Learn on towards so many games, and tell how far it is and what has been learnt of every action of `view`."""
        if key != self._key or self._trainer is None:
            self._key, self._trainer = key, _begun(game, ai, how, given, seed)
        trainer = self._trainer
        trainer.goal = games
        _measure(trainer, behind=games > _ABREAST * trainer.count)
        trainer.run(MOMENT, inf)
        return trainer.report(view)


def _measure(trainer: TableTrainer, behind: bool) -> None:
    """See how well it plays, where that is due: it does not learn meanwhile."""
    if trainer.yardstick is not None and trainer.count >= next_due(trainer.strengths, behind):
        ai, how = trainer.ai, (trainer.setup, trainer.ways, trainer.plays, trainer.count, trainer.seed)
        trainer.play_was_measured(measured_strength(ai.game, ai.name, *how))


def _begun(game: str, name: str, how: Setup, given: Mapping[str, Any], seed: int) -> TableTrainer:
    """A training that has learnt nothing yet. Raises ValueError where it cannot be."""
    ai = registry.ai(game, name)
    if ai.learner_spec is None:
        raise ValueError(f"{name} does not learn a table")
    spec = ai.learner_spec.by(given)
    learning = {option.key for option in LEARNING}
    values = {key: value for key, value in given.items() if key in learning}
    return TableTrainer(ai, window_plan(ai, spec, how, values, seed), ways=ways_of(spec, given))
