"""The course of a training: the marks that a trained file keeps, column by column, raw or as a rolling mean."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.agents.learning import Mark
from game.agents.network_learning import WON
from game.checkpoints.tables import Content, check_course
from game.games import registry

Floats: TypeAlias = NDArray[np.float64]

_TITLES = {"pairs": "Values learnt", "share": "How well it plays", "length": "Length in turns"}


@dataclass(frozen=True, eq=False)
class Course:
    """The marks of a training: a row each, `columns` by name; the first column counts up, such as games. `measure`
    says what the column "share" is the share of, where it is known."""

    game: str
    ai: str
    columns: tuple[str, ...]
    marks: Floats
    measure: str = ""

    @property
    def named(self) -> str:
        """Who learnt what: "q-learner at Nim"."""
        try:
            return f"{self.ai} at {registry.game(self.game).title}"
        except registry.UnknownNameError:
            return f"{self.ai} at {self.game}"

    @property
    def unit(self) -> str:
        """What the first column counts: "games"."""
        return self.columns[0]

    @property
    def across(self) -> Floats:
        """The first column."""
        return self.marks[:, 0]

    def values(self, column: str) -> Floats:
        """A column by its name; what was not measured is not a number."""
        return self.marks[:, self.columns.index(column)]

    @property
    def measured(self) -> tuple[str, ...]:
        """The columns, but for the first, in which something was measured."""
        return tuple(name for name in self.columns[1:] if np.isfinite(self.values(name)).any())


def title(column: str) -> str:
    """A column in words for people."""
    words = column if column.startswith(WON) else column.replace("_", " ")
    return _TITLES.get(column, words[:1].upper() + words[1:])


def course_of(content: Content) -> Course:
    """The course that a trained file keeps, of whatever kind it is. Raises TrainedFileError."""
    header = content.header
    names, marks = header["course"], content.arrays.get("course")
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names) or len(set(names)) < 2:
        raise content.fault("damaged: its metrics have no columns")
    try:
        check_course(names, np.empty(0) if marks is None else marks)
    except ValueError as error:
        raise content.fault(f"damaged: {error}") from None
    assert marks is not None
    return Course(header["game"], header["ai"], tuple(names), marks.astype(np.float64), _measure(header))


def _measure(header: Mapping[str, Any]) -> str:
    """What the yardstick of a file's AI measures at the file's setting; empty where that is not known."""
    try:
        recipe = registry.ai(header["game"], header["ai"]).recipe
        if recipe is None or recipe.yardstick is None:
            return ""
        return recipe.yardstick(recipe.encoding.setting_of(header["options"])).about
    except (registry.UnknownNameError, ValueError, TypeError, KeyError, AttributeError):
        return ""


def course_so_far(game: str, ai: str, marks: Sequence[Mark], measure: str = "") -> Course:
    """The course of a table's training that is under way."""
    rows: Any = np.array(marks, dtype=np.float64).reshape(-1, len(Mark._fields))
    return Course(game, ai, Mark._fields, rows, measure)


def rolling_mean(values: Floats, window: int) -> Floats:
    """The mean of each value and of those before it, `window` in all; what is not a number counts for nothing."""
    found = np.isfinite(values)
    sums = np.concatenate([[0.0], np.cumsum(np.where(found, values, 0.0))])
    counts = np.concatenate([[0], np.cumsum(found)])
    after = np.arange(1, len(values) + 1)
    before = np.maximum(after - window, 0)
    number = counts[after] - counts[before]
    mean = (sums[after] - sums[before]) / np.maximum(number, 1)
    return np.where(number > 0, mean, np.nan)
