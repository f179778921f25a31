"""A tournament for the window: its matches are played in worker processes that give way to the program.

Nothing here waits. The screen lets it go on from frame to frame; what is played is written to its file beside the
frames, so that a program that ends, however it does, loses a few seconds of play.
"""

import os
import time
from collections import deque
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any

from game.agents.agent import ThinkingError
from game.base import locks
from game.base.locks import InUseError
from game.base.storage import StorageError, write_whole
from game.games import registry
from game.matches.arena_match import ArenaMatch
from game.matches.tournament import Tournament, content, load
from game.matches.tournament_service import outcomes_of, recorded_in, starts_of
from game.rules.language import _, error_words
from game.rules.protocol import OptionError
from game.workers.answers import AnswerError
from game.workers.pool import Task, WorkerPool
from game.workers.worker import Worker

MOST_WORKERS = 4
_PORTION = 50
"""No more matches are handed to a worker at a time; it gives back what it has no time for."""
_SAVE_SECONDS = 5.0


class RemoteTournament:
    """A tournament and who plays it. `changes` counts what has come; `trouble` says why it has stopped, or is not kept,
    until somebody has told it."""

    def __init__(self, tournament: Tournament, path: Path, workers: int | None = None) -> None:
        self.tournament = tournament
        self.path = path
        self.trouble = ""
        self.changes = 0
        self._workers = workers or min(MOST_WORKERS, os.cpu_count() or 1)
        self._pool: WorkerPool | None = None
        self._match: ArenaMatch | None = None
        self._hold: locks.Hold | None = None
        self._starts: Task | None = None
        self._tasks: list[tuple[Task, list[int]]] = []
        self._waiting: deque[int] = deque()
        self._since = 0.0
        self._file = _File(path)
        self._saved_at = 0.0

    # --- what can be done ---

    @property
    def running(self) -> bool:
        """Whether matches are being played."""
        return self._pool is not None

    @property
    def busy(self) -> bool:
        """Whether more may come by itself."""
        return self.running or self._file.busy

    @property
    def per_second(self) -> float:
        """How many matches were played a second."""
        return self.tournament.arena.per_second(len(self.tournament.played))

    def start(self) -> None:
        """Play on. Where that cannot be, `trouble` says why."""
        if self.running or self.tournament.over:
            return
        try:
            self._match = self.tournament.match()
            self._take_hold()
        except (registry.UnknownNameError, ValueError) as error:
            self.trouble = _("The tournament cannot go on: {error}.", error=error_words(error))
            return
        except InUseError:
            self.trouble = _("This tournament is being played in another window.")
            return
        if self.tournament.over:
            return
        self._waiting = deque(self.tournament.missing())
        self._pool = WorkerPool("tournament", min(self._workers, len(self._waiting)))
        self._starts = self._pool.ask("tournament", "starts", self._match)
        self._since = time.monotonic()

    def _take_hold(self) -> None:
        """Keep the file from other windows until it is closed, and go on from what they have written to it. Raises
        InUseError, or ValueError where it is another tournament's."""
        if self._hold is not None:
            return
        with ExitStack() as undone:
            hold = undone.enter_context(locks.hold(self.path))
            with suppress(StorageError, OptionError):  # gone, or damaged: it is written again
                self.tournament.take_over(load(self.path))
            undone.pop_all()
        self._hold, self.trouble = hold, hold.trouble or ""
        self.changes += 1

    def stop(self) -> None:
        """Play no more, and keep what has been played; matches under way are played again when it goes on."""
        if self._pool is None:
            return
        self._pool.end()
        self._pool, self._starts, self._tasks = None, None, []
        self._save()

    def close(self) -> None:
        """Stop, and wait until what has been played is kept. Raises StorageError where it is not."""
        self.stop()
        if self._hold is not None:
            self._file.wait()
            with self._hold:
                self._hold = None
                write_whole(self.path, content(self.tournament))

    # --- from frame to frame ---

    def look(self) -> None:
        """Take in what has come, and let the workers go on."""
        self.trouble = self._file.look() or self.trouble
        if self._pool is None or self._match is None:
            return
        self._pool.look()
        try:
            self._take_in()
        except (ThinkingError, AnswerError) as error:
            self.stop()
            self.trouble = _("The tournament has stopped: a player’s process {error}.", error=error_words(error))
            return
        if self._pool is not None and self._starts is None:
            self._hand_out(self._pool, self._match)

    def _take_in(self) -> None:
        """Count what has been played. Raises ThinkingError or AnswerError."""
        if self._starts is not None:
            if self._starts.done:
                self._begin(starts_of(self._starts.result()))
            return
        done = [(task, numbers) for task, numbers in self._tasks if task.done]
        self._tasks = [entry for entry in self._tasks if not entry[0].done]
        for task, numbers in done:
            outcomes = outcomes_of(task.result())
            now = time.monotonic()
            passed, self._since = now - self._since, now
            for outcome in outcomes:
                if outcome.number in numbers:
                    self.tournament.count(outcome, passed / len(outcomes))
            self._waiting.extendleft(number for number in reversed(numbers) if number not in self.tournament.played)
        if done:
            self._changed()

    def _begin(self, starts: tuple[Any, ...]) -> None:
        """Begin with the entrants that it was begun with; others are another tournament's."""
        self._starts = None
        before = self.tournament.starts
        if before and before != starts:
            changed = [spec for spec, old, new in zip(self.tournament.specs, before, starts, strict=True) if old != new]
            self.stop()
            self.trouble = _(
                "The tournament cannot go on: {names} has changed since it began. Its results stay as they are.",
                names=", ".join(changed),
            )
        else:
            self.tournament.starts = starts

    def _changed(self) -> None:
        self.changes += 1
        if self.tournament.over:
            self.stop()
        elif time.monotonic() - self._saved_at > _SAVE_SECONDS:
            self._save()

    def _hand_out(self, pool: WorkerPool, match: ArenaMatch) -> None:
        """Give every worker something to play, and one of them something to go on with."""
        size = max(1, min(_PORTION, len(self._waiting) // (2 * self._workers)))
        while self._waiting and len(self._tasks) <= self._workers:
            numbers = [self._waiting.popleft() for _ in range(min(size, len(self._waiting)))]
            task = pool.ask("tournament", "play", match, self.tournament.schedule, numbers)
            self._tasks.append((task, numbers))

    def _save(self) -> None:
        self._saved_at = time.monotonic()
        self._file.write(content(self.tournament))


class _File:
    """A file that is written beside the frames; of several contents that wait, the latest."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._thread: Thread | None = None
        self._next: bytes | None = None
        self._trouble = ""

    @property
    def busy(self) -> bool:
        """Whether something is being written."""
        return self._thread is not None

    def write(self, content: bytes) -> None:
        """Have this written, in the place of what the file holds."""
        self._next = content
        self.look()

    def look(self) -> str:
        """Go on; what has gone wrong, once."""
        if self._thread is not None and not self._thread.is_alive():
            self._thread = None
        if self._thread is None and self._next is not None:
            content, self._next = self._next, None
            self._thread = Thread(target=self._write, args=(content,), name="tournament")
            self._thread.start()
        trouble, self._trouble = self._trouble, ""
        return trouble

    def _write(self, content: bytes) -> None:
        try:
            write_whole(self._path, content)
        except StorageError as error:
            self._trouble = error_words(error)

    def wait(self) -> None:
        """Wait until nothing is being written."""
        if self._thread is not None:
            self._thread.join()
        self._thread, self._next = None, None


class WatchedMatch:
    """A match of a tournament that is played once more, to be seen: the same as the one that is counted. `path` is
    where it is recorded, once it is over."""

    def __init__(self, tournament: Tournament, number: int, worker: Worker, folder: Path) -> None:
        self.number = number
        self.fixture = tournament.schedule.fixture(number)
        self.path = recorded_in(folder, number)
        self.trouble = ""
        recording = replace(tournament.match(), folder=folder)
        self._request = worker.ask("tournament", "play", recording, tournament.schedule, [number])

    @property
    def ready(self) -> bool:
        """Whether it is recorded. Where it cannot be, `trouble` says why."""
        if self._request.failed is not None:
            self.trouble = str(self._request.failed)
        return self._request.done and not self.trouble


class Watching:
    """Matches of a tournament, recorded one after another in a process of its own and a folder that goes with it."""

    def __init__(self, tournament: Tournament) -> None:
        self._tournament = tournament
        self._worker = Worker("watched matches", gives_way=True)
        self._folder: TemporaryDirectory[str] | None = None
        self._known: dict[int, WatchedMatch] = {}

    def match(self, number: int) -> WatchedMatch:
        """A match, which is recorded unless it has been. Raises UnknownNameError where an AI is gone."""
        if self._folder is None:
            self._folder = TemporaryDirectory(prefix="tabletalk-")
        if number not in self._known:
            self._known[number] = WatchedMatch(self._tournament, number, self._worker, Path(self._folder.name))
        return self._known[number]

    def only(self, number: int) -> None:
        """Nobody waits for another match than this any more: what is being recorded of others is given up."""
        if any(not each.ready for other, each in self._known.items() if other != number):
            self._worker.end()
            self._known = {other: each for other, each in self._known.items() if each.ready}

    def look(self) -> None:
        """Take in what has come."""
        self._worker.look()

    def end(self) -> None:
        """End the process, and remove what it has recorded."""
        self._worker.end()
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None
