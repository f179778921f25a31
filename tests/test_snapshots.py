"""Snapshots of learners and trainers: told in plain values, and read with every value checked."""

import json
import math
from dataclasses import fields
from typing import Any

import pytest

from game.agents.learning import CurvePoint
from game.learning.snapshot import ActionValue, LearnerSnapshot, TrainerSnapshot, curve_of, snapshot_of, told, values_of
from game.training.q_training import Progress
from game.workers.answers import AnswerError

LEARNER = LearnerSnapshot(True, False, 3, 20, 4, 0.25, 17, 9, "1 3 5 7", "share of moves that win", "it is not kept")
TRAINER = TrainerSnapshot(3, True, 12.5, "", Progress(3, 2, 20, 4, 0.25, 8, 17, None, 0.5, 4.0))


@pytest.mark.parametrize("snapshot", [LEARNER, LearnerSnapshot(), TRAINER, TrainerSnapshot()])
def test_what_is_told_is_read_as_it_was(snapshot: LearnerSnapshot | TrainerSnapshot) -> None:
    plain = json.loads(json.dumps(told(snapshot)))
    assert snapshot_of(type(snapshot), plain) == snapshot


@pytest.mark.parametrize("wrong", [b"bytes", [1], {"games": 1}, math.nan])
def test_a_value_of_another_kind_is_refused(wrong: Any) -> None:
    for snapshot in (LEARNER, TRAINER):
        for field in fields(snapshot):
            with pytest.raises(AnswerError):
                snapshot_of(type(snapshot), told(snapshot) | {field.name: wrong})


def test_what_lacks_a_value_is_refused() -> None:
    for snapshot in (LEARNER, TRAINER):
        plain = told(snapshot)
        del plain["games"]
        with pytest.raises(AnswerError, match="has no games"):
            snapshot_of(type(snapshot), plain)
    with pytest.raises(AnswerError):
        snapshot_of(TrainerSnapshot, told(TRAINER) | {"progress": told(TRAINER)["progress"] | {"pairs": 1.5}})


def test_curves_and_values_are_read_row_by_row() -> None:
    curve = curve_of([(10, 0.5, 4, math.nan), (20, 0.25, 6, 0.75)])
    assert curve[1] == CurvePoint(20, 0.25, 6, 0.75)
    assert math.isnan(curve[0].share)
    wrong: Any
    for wrong in [(10, math.nan, 4, 0.5), (10, 0.5, 4), (-1, 0.5, 4, 0.5), "row"]:
        with pytest.raises(AnswerError):
            curve_of([wrong])
    for wrong in [("no move", 0.5, True, None), (None, 0.5, True, None)]:
        with pytest.raises(AnswerError):
            values_of([wrong])
    assert values_of([]) == list[ActionValue]()
