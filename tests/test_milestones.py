"""Milestones: what was reached and kept, for every kind of metrics; nothing that was lost again."""

import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from game.checkpoints.container import read
from game.games import registry
from game.learning.kept_curve import kept_curve
from game.learning.milestones import SMOOTH, finds_of, milestones, since_words
from game.learning.own_table_trainer import OwnTableTrainer
from game.learning.trainer import table_curve
from game.training.metrics import LearningCurve


def curve(values: Sequence[float], column: str = "share", unit: str = "games") -> LearningCurve:
    points = np.column_stack([np.arange(1, len(values) + 1) * 100.0, np.array(values)])
    return LearningCurve("x at nim", (unit, column), points)


def told(values: Sequence[float], column: str = "share", unit: str = "games") -> list[str]:
    return [since_words(each, unit) for each in milestones(curve(values, column, unit))]


def test_the_highest_level_that_was_kept_is_told() -> None:
    assert told([0.1, 0.5, 0.7, 0.95, 0.91]) == ["reaches 90 % of what its game measures since game 400"]


def test_what_was_lost_again_is_not_claimed() -> None:
    assert told([0.1, 1.0, 0.6, 0.55]) == ["reaches 50 % of what its game measures since game 200"]
    assert told([0.1, 0.9, 0.3]) == []


def test_what_was_so_from_the_beginning_is_none() -> None:
    assert told([1.0, 1.0, 1.0]) == []


def test_what_was_not_measured_says_nothing_against_it() -> None:
    assert told([0.1, math.nan, 0.9, math.nan, 0.9, math.nan]) == [
        "reaches 90 % of what its game measures since game 300"
    ]


def test_wins_count_as_means_of_several_measurements() -> None:
    rising = [0.2] * SMOOTH + [0.72] * SMOOTH
    assert told(rising, "won against greedy", "rounds") == [f"wins 70 % against greedy since round {200 * SMOOTH:,}"]
    assert told([0.2] * (SMOOTH - 1), "won against greedy") == []
    weak = [0.05] * SMOOTH + [0.33] * SMOOTH
    assert told(weak, "won against expert") == [f"wins 30 % against expert since game {200 * SMOOTH:,}"]
    called = milestones(curve(rising, "won against greedy"), called=str.title)
    assert called[0].words == "wins 70 % against Greedy"


def test_values_learnt_and_exploring_are_told() -> None:
    assert told([5, 99, 100, 1500], "pairs") == ["knows what 1,000 moves are worth since game 400"]
    assert told([0.9, 0.5, 0.1, 0.1], "epsilon") == ["tries something new in 10 % of its moves only since game 300"]


def test_losses_and_lengths_are_no_milestones() -> None:
    assert told([3.0, 2.0, 1.0], "value_loss") == []


def test_nim_tells_it_in_its_own_words() -> None:
    finds = finds_of(registry.ai("nim", "q-learner"))
    assert milestones(curve([0.1, 0.5, 1.0]), finds)[0].words == "finds every winning move"
    assert milestones(curve([0.1, 0.91]), finds)[0].words == "finds 90 % of the winning moves"


def test_a_training_reaches_them_and_tells_since_when(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLETALK_HOME", str(tmp_path))
    trainer = OwnTableTrainer(registry.ai("nim", "q-learner"), {"piles": [1, 2, 3]})
    trainer.training.run(600)
    so_far = table_curve(trainer.ai, trainer.training.curve, trainer.measure)
    found = {each.column: each for each in milestones(so_far, finds_of(trainer.ai))}
    assert found["share"].words == "finds every winning move"
    assert trainer.training.curve[-1].share == 1.0
    before = [point for point in trainer.training.curve if point.games < found["share"].since]
    assert before[-1].share < 1.0


def test_every_shipped_training_can_be_told_of() -> None:
    for game in registry.games():
        for ai in registry.ais(game.name):
            if ai.can_train and ai.pretrained is not None:
                found = milestones(kept_curve(read(ai.pretrained)))
                assert all(each.words and each.since > 0 for each in found), ai.name
