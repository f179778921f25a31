"""The curve of a training: read from files of any kind, and its rolling mean."""

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.agents.learning import CurvePoint
from game.checkpoints import container
from game.checkpoints.container import CheckpointError
from game.games import registry
from game.learning.kept_curve import kept_curve
from game.training import metrics
from systems.view.screens.metrics_charts import charts_of

NETWORKS = ["rounds", "action_loss", "win_rate"]


def kept(path: Path, columns: Any, points: Any) -> metrics.LearningCurve:
    """The curve of a file of some kind with these columns and points."""
    header = {"kind": "networks", "game": "thirty_one", "ai": "neural", "options": {}, "seed": 1}
    header |= {"parameters": {}, "statistics": {}, "course": columns}
    container.write(path, header, {"course": np.array(points)})
    return kept_curve(container.read(path))


def test_a_shipped_table_has_its_curve() -> None:
    shipped = registry.ai("nim", "q-learner").pretrained
    assert shipped is not None
    curve = kept_curve(container.read(shipped))
    assert (curve.named, curve.unit) == ("q-learner at Nim", "games")
    assert curve.across[-1] == 50_000
    assert curve.measured == ("epsilon", "pairs", "share")
    assert curve.values("share")[-1] == 1.0


def test_columns_in_which_nothing_was_measured_are_left_out(tmp_path: Path) -> None:
    curve = kept(tmp_path / "n.npz", NETWORKS, [[1000.0, 0.5, math.nan], [2000.0, math.nan, math.nan]])
    assert curve.unit == "rounds"
    assert curve.measured == ("action_loss",)


@pytest.mark.parametrize(
    ("columns", "points"),
    [
        ("rounds", [[1.0, 2.0]]),
        (["rounds"], [[1.0]]),
        (["rounds", 3], [[1.0, 2.0]]),
        (["rounds", "rounds"], [[1.0, 2.0]]),
        (NETWORKS, [[1.0, 2.0]]),
        (NETWORKS, [1.0, 2.0, 3.0]),
        (NETWORKS, [[1, 2, 3]]),
        (NETWORKS, [[2.0, 0.0, 0.0], [1.0, 0.0, 0.0]]),
        (NETWORKS, [[math.nan, 0.0, 0.0]]),
    ],
)
def test_what_is_no_course_is_refused_by_the_name_of_its_file(tmp_path: Path, columns: Any, points: Any) -> None:
    with pytest.raises(CheckpointError, match=r"n\.npz: damaged"):
        kept(tmp_path / "n.npz", columns, points)


def test_a_training_under_way_has_a_curve() -> None:
    curve = metrics.curve_so_far("q-learner at Nim", [CurvePoint(10, 0.1, 30, 0.25), CurvePoint(20, 0.1, 40, math.nan)])
    assert curve.across.tolist() == [10.0, 20.0]
    assert curve.values("pairs").tolist() == [30.0, 40.0]
    assert metrics.curve_so_far("q-learner at Nim", []).measured == ()


def test_a_rolling_mean_by_hand() -> None:
    values = np.array([1.0, 3.0, math.nan, 5.0, 9.0])
    assert metrics.rolling_mean(values, 1)[[0, 1, 3, 4]].tolist() == [1.0, 3.0, 5.0, 9.0]
    assert metrics.rolling_mean(values, 2).tolist() == [1.0, 2.0, 3.0, 5.0, 7.0]
    assert metrics.rolling_mean(values, 100).tolist() == [1.0, 2.0, 2.0, 3.0, 4.5]
    assert math.isnan(metrics.rolling_mean(np.array([math.nan, 1.0]), 3)[0])


@given(st.lists(st.floats(-1e6, 1e6) | st.just(math.nan), max_size=40), st.integers(1, 50))
def test_a_rolling_mean_is_the_mean_of_the_last_that_were_measured(values: list[float], window: int) -> None:
    means = metrics.rolling_mean(np.array(values, dtype=np.float64), window)
    for at, mean in enumerate(means.tolist()):
        found = [value for value in values[max(0, at - window + 1) : at + 1] if not math.isnan(value)]
        if found:
            assert mean == pytest.approx(sum(found) / len(found), abs=1e-6)
        else:
            assert math.isnan(mean)


def test_the_matches_won_against_several_opponents_are_one_chart_with_their_names(tmp_path: Path) -> None:
    columns = [*NETWORKS, "won against greedy", "won against neural:A_b"]
    curve = kept(tmp_path / "n.npz", columns, [[1000.0, 0.5, 0.5, 0.25, math.nan], [2000.0, 0.5, 0.5, 0.5, 0.75]])
    charts = charts_of(curve)
    assert [chart.title for chart in charts] == ["Action loss", "Win rate", "Matches won"]
    assert charts[-1].names == ("greedy", "neural:A_b")
    assert charts[-1].shares
    assert charts[-1].values[1].tolist() == [0.5, 0.75]
    alone = charts_of(kept(tmp_path / "o.npz", columns[:4], [[1000.0, 0.5, 0.5, 0.25]]))[-1]
    assert (alone.title, alone.names, alone.shares) == ("Won against greedy", (), True)
    assert metrics.title(columns[-1]) == "Won against neural:A_b"
