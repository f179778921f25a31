"""What the judges have in common that games bring themselves."""

from dataclasses import dataclass
from typing import ClassVar

from game.games.judge_error import shipped_error


@dataclass(frozen=True, kw_only=True)
class SamplingJudge:
    """A judge that samples worlds; `effort` multiplies how many. Its own error is the one that was measured at its
    `game`, unless another is given. Whoever extends it has the methods of :class:`game.agents.judging.Judge`."""

    game: ClassVar[str]
    exact: ClassVar[bool] = False
    open_error: ClassVar[float] = 0.0
    """Not told apart from its own error, against which sampling is little."""
    effort: float = 1.0
    own_error: float | None = None

    @property
    def error(self) -> float:
        """One standard error of the difference that it tells between two moves."""
        return shipped_error(self.game) if self.own_error is None else self.own_error

    def times(self, worlds: int) -> int:
        """How many worlds there are where it is usually so many; at least two, so that they tell of an error."""
        return max(2, round(worlds * self.effort))
