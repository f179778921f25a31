"""What measures the things that must hold of analyses: its figures, and a game where they are known."""

from argparse import Namespace
from random import Random

import numpy as np
import pytest

from benchmarks.analysis import Figures, measure, pairs_of, told_named, variance_left
from game.games.levels import NAMES
from game.training.spreading import HERE


def test_pairs_are_unequal_and_hold_every_level_but_once() -> None:
    assert pairs_of(NAMES) == [("expert", "club"), ("expert", "beginner"), ("club", "casual")]
    assert pairs_of(["random", "robber"]) == [("robber", "random")]


def test_luck_that_is_half_of_the_result_leaves_the_rest_of_its_variance() -> None:
    lot = Random(1)
    luck = np.array([lot.gauss(0.0, 1.0) for _ in range(2000)])
    rest = np.array([lot.gauss(0.0, 1.0) for _ in range(2000)])
    less, (low, high) = variance_left(luck + rest, luck)
    assert low < 0.5 < high
    assert less == pytest.approx(0.5, abs=0.05)


def test_at_nim_nothing_is_luck_and_perfect_play_loses_nothing() -> None:
    words = Namespace(matches=2, pair=None, named=4, effort=1.0, seed=1)
    told = list(measure("nim", words, HERE))
    assert all(
        "luck 0.0 [0.0, 0.0]; the rest 0.0 [0.0, 0.0], one standard deviation of a match 0.0;" in line
        for line in told[1:4]
    )
    assert any(line.startswith("  expert: 0.0 points a decision") for line in told)


def test_named_losses_are_told_by_what_they_come_to() -> None:
    figures = Figures()
    figures.named["mistake"] = ["blunder", "mistake", "inaccuracy", None]
    assert not figures.named["inaccuracy"], "none was looked at, and none is told"
    (line,) = told_named(figures)
    assert "of 4 mistakes and blunders, 1 are none" in line
    assert line.endswith("; 1 are inaccuracies")
