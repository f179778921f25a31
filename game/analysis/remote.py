"""Judging for the window: matches and positions, in worker processes that give way to the program and end with it.

Nothing here waits. Screens are given what grows, and look at it from frame to frame: the analysis of a match
(:mod:`game.analysis.remote_match`), what is asked of a position (:mod:`game.analysis.remote_position`), moves that are
judged on (:mod:`game.analysis.remote_rollout`).
"""

import os
import pickle
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

from game.analysis.asking import Asked
from game.analysis.coming import DealMayCome, MayCome
from game.analysis.judges import JudgeError, JudgeWords, usual_judge
from game.analysis.opinions import Question, everybody
from game.analysis.positions import Position, Sampling, Thinking
from game.analysis.remote_match import MatchAnalysis
from game.analysis.remote_position import (
    ComingAsked,
    DealAsked,
    Endings,
    EverybodyAsked,
    Pending,
    PositionJudging,
    ThinkingAgain,
)
from game.analysis.remote_rollout import Rollout
from game.analysis.service import Judging
from game.games import registry
from game.mods.mods import MODS, ModsInUse
from game.rules.protocol import Setup
from game.workers.pool import Task, WorkerPool

MOST_WORKERS = 4
MOST_MATCHES = 3
"""So many matches are held: where AIs play on faster than judges judge, nobody comes back to all of them."""
POSITION, SHOWN, SAMPLED, BEHIND = range(4)
"""What is judged first: a position that somebody waits for, the match that is shown, what is rolled out, other
matches."""


class Analyses(Protocol):
    """What screens ask of judges; what they are given grows from frame to frame by itself."""

    def match(self, path: Path) -> MatchAnalysis:
        """The analysis of a recorded match by its game's judge: the one that is kept is there at once, as far as that
        can be, another one grows. Of several matches the one that was asked for last goes first; of more than
        MOST_MATCHES the one that was asked for first is given up where it is not over."""

    def let_go(self, path: Path) -> None:
        """Nobody looks at the analysis of a match any more: it is given up where it is not over."""

    def position(self, game: str, view: Any, asked: Sequence[Any] = (), number: int = 1) -> PositionJudging:
        """What the judge of a game makes of a position, see :class:`game.analysis.positions.Position`."""

    def think_again(self, game: str, player: Mapping[str, Any], how: Setup, view: Any, number: int) -> ThinkingAgain:
        """What the AI of a seat makes of a position, see :class:`game.analysis.positions.Thinking`."""

    def endings(self, game: str, view: Any, moves: Sequence[Any], number: int = 1) -> Endings:
        """How these moves of a position come out, each in the same sampled worlds."""

    def what_may_come(self, ask: Asked, number: int, move: Any) -> ComingAsked:
        """What may come of a move, the played one or another, in place of the recorded match's move of a number."""

    def deal_may_come(self, ask: Asked, number: int) -> DealAsked:
        """What could have come of the deal of a number, from 1, in place of what did."""

    def roll_out(self, game: str, view: Any, moves: Sequence[Any], number: int = 1) -> Rollout:
        """These moves of a position judged on until their differences from the first are known closely."""

    def ask_everybody(self, game: str, view: Any, number: int = 1) -> EverybodyAsked:
        """What every AI of a game but the levels would play at a position, and the judge's chances of it; `number` is
        that of the move that is to be made."""


class RemoteAnalyses:
    """Judges in worker processes; `look` lets it go on, every frame."""

    def __init__(self, workers: int | None = None) -> None:
        self._pool = WorkerPool("judge", workers or min(MOST_WORKERS, os.cpu_count() or 1))
        self._matches: dict[tuple[Path, int, int], MatchAnalysis] = {}
        self._others: list[Pending[Any] | Rollout | EverybodyAsked] = []
        self._pickled: tuple[Judging, bytes] | None = None

    def match(self, path: Path) -> MatchAnalysis:
        """See :meth:`Analyses.match`."""
        for other in self._matches.values():
            other.rank(BEHIND)
        key = _version_of(path)
        found = self._matches.pop(key, None)
        if found is None or found.failed:
            found = MatchAnalysis(path, self._asked)
        found.rank(SHOWN)
        self._matches[key] = found
        if len(self._matches) > MOST_MATCHES:
            self._forget(next(iter(self._matches)))
        return found

    def _forget(self, key: tuple[Path, int, int]) -> None:
        found = self._matches.pop(key)
        if not found.over:
            found.stop()

    def let_go(self, path: Path) -> None:
        """See :meth:`Analyses.let_go`."""
        for key in [key for key in self._matches if key[0] == path]:
            self._forget(key)

    def position(self, game: str, view: Any, asked: Sequence[Any] = (), number: int = 1) -> PositionJudging:
        """See :meth:`Analyses.position`."""
        position, failed = self._position(game, view, asked, number)
        task = None if failed else self._asked(position, position.mods, None, POSITION)
        found = PositionJudging(position, task, failed)
        self._others.append(found)
        return found

    def think_again(self, game: str, player: Mapping[str, Any], how: Setup, view: Any, number: int) -> ThinkingAgain:
        """See :meth:`Analyses.think_again`."""
        ai = str(player["ai"] or registry.advising_ai(registry.game(game), how.options).name)
        try:
            work = Thinking(game, dict(player), how, view, number, mods=MODS.in_use(game, [ai]))
        except registry.UnknownNameError as error:
            return ThinkingAgain(Thinking(game, player, how, view, number), None, f"{error}.")
        found = ThinkingAgain(work, self._asked(work, work.mods, None, POSITION), who=str(player["name"]))
        self._others.append(found)
        return found

    def endings(self, game: str, view: Any, moves: Sequence[Any], number: int = 1) -> Endings:
        """See :meth:`Analyses.endings`."""
        position, failed = self._position(game, view, moves, number)
        work = Sampling(position)
        found = Endings(work, None if failed else self._asked(work, position.mods, 0, POSITION), failed)
        self._others.append(found)
        return found

    def what_may_come(self, ask: Asked, number: int, move: Any) -> ComingAsked:
        """See :meth:`Analyses.what_may_come`."""
        work = MayCome(ask.path, ask.match.digest, ask.words, ask.seed, number - 1, ask.mods, move)
        found = ComingAsked(work, self._asked(work, ask.mods, None, POSITION))
        self._others.append(found)
        return found

    def deal_may_come(self, ask: Asked, number: int) -> DealAsked:
        """See :meth:`Analyses.deal_may_come`."""
        work = DealMayCome(ask.path, ask.match.digest, ask.words, ask.seed, number - 1, ask.mods)
        found = DealAsked(work, self._asked(work, ask.mods, None, POSITION))
        self._others.append(found)
        return found

    def roll_out(self, game: str, view: Any, moves: Sequence[Any], number: int = 1) -> Rollout:
        """See :meth:`Analyses.roll_out`."""
        position, failed = self._position(game, view, moves, number)
        sampling = Sampling(position)
        found = Rollout(sampling, lambda portion: self._asked(sampling, position.mods, portion, SAMPLED), failed)
        self._others.append(found)
        return found

    def ask_everybody(self, game: str, view: Any, number: int = 1) -> EverybodyAsked:
        """See :meth:`Analyses.ask_everybody`."""
        ais = everybody(game, registry.house_rules_seen(registry.game(game), view))
        asked = [Question(game, ai, view, number, mods=MODS.in_use(game, [ai])) for ai in ais]
        found = EverybodyAsked(asked, self._question, lambda moves: self.position(game, view, moves, number))
        self._others.append(found)
        return found

    def _question(self, question: Question, news: Callable[[Any], None]) -> Task:
        work = pickle.dumps(question, pickle.HIGHEST_PROTOCOL)
        return self._pool.ask("judge", question.mods, work, None, rank=POSITION, news=news)

    def _position(self, game: str, view: Any, asked: Sequence[Any], number: int) -> tuple[Position, str]:
        """A position, and why it cannot be judged; nothing where it can."""
        words, mods, failed = JudgeWords(game, ""), ModsInUse(), ""
        try:
            entry = registry.game(game)
            words = JudgeWords(game, usual_judge(entry, registry.house_rules_seen(entry, view)))
            mods = MODS.in_use(game, [words.ai])
        except (JudgeError, registry.UnknownNameError) as error:
            failed = f"{error}."
        return Position(words, view, tuple(asked), number, mods=mods), failed

    def _asked(self, work: Judging, mods: ModsInUse, portion: Any, rank: int) -> Task:
        if self._pickled is None or self._pickled[0] is not work:  # one work has many portions
            self._pickled = work, pickle.dumps(work, pickle.HIGHEST_PROTOCOL)
        return self._pool.ask("judge", mods, self._pickled[1], portion, rank=rank)

    @property
    def idle(self) -> bool:
        """Whether nothing is being judged."""
        return self._pool.idle and all(each.over for each in self._matches.values())

    def look(self) -> None:
        """Take in what has come, and let the judges go on. Raises what nobody expects of reading a match."""
        for each in [*self._matches.values(), *self._others]:
            each.look()
        self._others = [each for each in self._others if not each.over]
        self._pool.look()

    def end(self) -> None:
        """End the judges; what they have not come to is given up."""
        for each in [*self._matches.values(), *self._others]:
            each.stop()
        self._pool.end()


def _version_of(path: Path) -> tuple[Path, int, int]:
    """Tells a file that has grown from what it was."""
    with suppress(OSError):
        found = path.stat()
        return path, found.st_size, found.st_mtime_ns
    return path, 0, 0
