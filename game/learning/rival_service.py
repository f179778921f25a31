"""A training in a worker process beside another one that it is compared with: nothing of it is kept."""

from collections.abc import Mapping
from time import perf_counter
from typing import Any

from game.games import registry
from game.games.ai import AI
from game.games.learners import LEARNING
from game.learning.snapshot import TrainerSnapshot, told
from game.learning.strength import Strength, measured_strength, next_due, plays_by, yardstick_of
from game.learning.table_trainer import ways_of, window_plan
from game.rules.protocol import Setup
from game.training.q_training import TableTraining

_SECONDS = 0.1
"""So long it learns before it tells how far it has come."""
_ABREAST = 1.2
"""Who has learnt from so many times as many games is ahead."""


class RivalService:
    """Answers for one training at a time: another key is another training, which begins with nothing learnt."""

    def __init__(self) -> None:
        self._key: Any = None
        self._training: TableTraining | None = None
        self._rate = 0.0
        self._strengths: list[Strength] = []

    def run(
        self, key: int, game: str, ai: str, how: Setup, given: Mapping[str, Any], seed: int, games: int, view: Any
    ) -> dict[str, Any]:
        """Learn on towards so many games, and tell how far it is and what has been learnt of every action of `view`."""
        if key != self._key or self._training is None:
            self._key, self._training, self._strengths = key, _begun(game, ai, how, given, seed), []
        training = self._training
        self._measure(training, registry.ai(game, ai), given, behind=games > _ABREAST * training.games)
        began, before = perf_counter(), training.games
        while training.games < games and perf_counter() - began < _SECONDS:
            training.step(games - training.games)
        if training.games > before:
            self._rate = (training.games - before) / max(perf_counter() - began, 1e-9)
        progress = training.progress()
        evaluation = training.evaluation
        snapshot = TrainerSnapshot(
            training.games, False, self._rate, "" if evaluation is None else evaluation.about, progress
        )
        values, moves = ([], []) if view is None else training.learner.considered(view)
        best = values.index(max(values)) if values else -1
        return {
            "snapshot": told(snapshot),
            "curve": [tuple(point) for point in training.curve],
            "strengths": [tuple(each) for each in self._strengths],
            "values": [
                (move, float(value), place == best, None)
                for place, (value, move) in enumerate(zip(values, moves, strict=True))
            ],
        }

    def _measure(self, training: TableTraining, ai: AI, given: Mapping[str, Any], behind: bool) -> None:
        """See how well it plays, where that is due: it does not learn meanwhile."""
        if yardstick_of(ai) is None or training.games < next_due(self._strengths, behind):
            return
        plays, spec = plays_by(training.learner.table, training.picker.epsilon), training.plan.spec
        found = measured_strength(
            ai.game, ai.name, training.plan.setup, ways_of(spec, given), plays, training.games, training.plan.seed
        )
        self._strengths.append(found)


def _begun(game: str, name: str, how: Setup, given: Mapping[str, Any], seed: int) -> TableTraining:
    """A training that has learnt nothing yet. Raises ValueError where it cannot be."""
    ai = registry.ai(game, name)
    if ai.learner_spec is None:
        raise ValueError(f"{name} does not learn a table")
    spec = ai.learner_spec.by(given)
    learning = {option.key for option in LEARNING}
    values = {key: value for key, value in given.items() if key in learning}
    return TableTraining(window_plan(ai, spec, how, values, seed))
