"""The curve of a checkpoint, in the words of the game and the AI that it is for."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from game.checkpoints.container import Content
from game.checkpoints.curves import check_curve
from game.games import registry
from game.training.metrics import LearningCurve


def kept_curve(content: Content) -> LearningCurve:
    """The curve that a checkpoint keeps, of whatever kind it is. Raises CheckpointError."""
    header = content.header
    names, points = header["course"], content.arrays.get("course")
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names) or len(set(names)) < 2:
        raise content.fault("damaged: its metrics have no columns")
    try:
        check_curve(names, np.empty(0) if points is None else points)
    except ValueError as error:
        raise content.fault(f"damaged: {error}") from None
    assert points is not None
    named = registry.at_game(header["ai"], header["game"])
    return LearningCurve(named, tuple(names), points.astype(np.float64), _measure(header))


def _measure(header: Mapping[str, Any]) -> str:
    """What the evaluation of a file's AI measures at the file's setting; empty where that is not known."""
    try:
        spec = registry.ai(header["game"], header["ai"]).learner_spec
        if spec is None or spec.evaluation is None:
            return ""
        return spec.evaluation(spec.encoding.setting_of(header["options"])).about
    except (registry.UnknownNameError, ValueError, TypeError, KeyError, AttributeError):
        return ""
