"""A person's own matches as screens have them: read between frames, and, where wanted, analysed one after another."""

import time
from collections.abc import Callable, Generator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from game.analysis.people.index import Index, Recorded

if TYPE_CHECKING:  # judges are loaded once there is something to analyse
    from game.analysis.remote import Analyses
    from game.analysis.remote_match import MatchAnalysis

READING = 0.004
"""So many seconds of a frame are spent on reading files."""
MOMENT = 0.05
"""So many where somebody waits for what is in them."""


class OwnMatches:
    """The index of the user's matches, opened once for all screens, and brought up to date while frames go on; then
    those that are over and not analysed are analysed, the latest first. What cannot be analysed is not tried again."""

    def __init__(self, analyses: "Callable[[], Analyses]") -> None:
        self.index = Index()
        self.files_left = 0
        """How many files are still to be read."""
        self.under_way: Path | None = None
        """The match that is being analysed."""
        self._analyses = analyses
        self._current: MatchAnalysis | None = None
        self._todo: list[Path] | None = None
        self._reading: Generator[int, None, None] | None = None
        self._fresh = False
        self._recorded: list[Recorded] = []
        self._analysed: set[str] = set()
        self._refused: list[str] = []
        self._changes = -1

    @property
    def recorded(self) -> list[Recorded]:
        """What the index holds by now, see :meth:`game.analysis.people.index.Index.recorded`."""
        self._take_in()
        return self._recorded

    @property
    def refused(self) -> list[str]:
        """The files that count for nothing, see :meth:`game.analysis.people.index.Index.refused`."""
        self._take_in()
        return self._refused

    def analysed(self, path: Path) -> bool:
        """Whether there is an analysis of a match, as far as the index knows by now."""
        self._take_in()
        return path.parent == self.index.folder and path.name in self._analysed

    def _take_in(self) -> None:
        """Take in what has changed in the index."""
        if self._changes != self.index.changes:
            self._changes = self.index.changes
            self._recorded, self._analysed = self.index.recorded(), self.index.analysed()
            self._refused = self.index.refused()

    @property
    def reading(self) -> bool:
        """Whether files are still to be read, or looked for."""
        return not self._fresh

    @property
    def left(self) -> int:
        """How many matches are to be analysed after the one under way."""
        return len(self._todo or ())

    @property
    def share(self) -> float:
        """How much of the match under way is done, in [0, 1]."""
        return 0.0 if self._current is None else self._current.share

    def look(self, analyse: bool) -> bool:
        """Let it go on, every frame; whether something has come in. Without `analyse` it only reads."""
        if self.reading:
            return self.read(READING)
        if analyse:
            self._analyse()
        elif self._todo is not None:
            self.stop()
        return False

    def read(self, seconds: float) -> bool:
        """Read files for so many seconds, or until all are read; whether they are."""
        end = time.perf_counter() + seconds
        if self._reading is None:
            self._reading = self.index.update()
        for left in self._reading:
            self.files_left = left
            if time.perf_counter() > end:
                return False
        self._reading, self._fresh = None, True
        return True

    def _analyse(self) -> None:
        if self._todo is None:
            self._todo = [self.index.folder / name for name in waiting(self.recorded)]
        if self._current is not None and self._current.over:
            self._fresh = not self._current.finished
            self._leave()
        elif self._current is None and self._todo:
            self.under_way = self._todo.pop()
            self._current = self._analyses().match(self.under_way)

    def _leave(self) -> None:
        if self.under_way is not None:
            self._analyses().let_go(self.under_way)
        self.under_way, self._current = None, None

    def stop(self) -> None:
        """Give up what is under way, but keep what was read; whoever looks again begins anew, and finds new files."""
        if self._reading is not None:
            self._reading.close()
        self._reading, self._todo, self._fresh = None, None, False
        self._leave()

    def close(self) -> None:
        """Give everything up, and close the index."""
        self.stop()
        self.index.close()


def waiting(matches: Sequence[Recorded]) -> list[str]:
    """The names of the matches that are over and not analysed, the latest last."""
    return [match.name for match in matches if match.finished and match.judged is None]
