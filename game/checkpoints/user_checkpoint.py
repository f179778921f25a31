"""The user's own checkpoint of a learner: read, watched, and written without holding anybody up."""

import gc
import os
import threading
from collections.abc import Callable
from contextlib import suppress
from enum import Enum, auto
from pathlib import Path

from game.agents.learning import TrainedTable
from game.base import locks
from game.base.locks import Hold, InUseError
from game.base.storage import StorageError
from game.checkpoints import container
from game.checkpoints.container import CheckpointError, Stamp
from game.rules.language import _, error_words, why_of

YIELD_SECONDS = 0.0005
"""So much of a frame is left to a thread that writes: frames that never sleep would keep the interpreter to themselves,
for whoever only waits to be told that it is free comes too late each time."""


class Outcome(Enum):
    """What became of a save."""

    KEPT = auto()
    FAILED = auto()
    OVERTAKEN = auto()
    """Somebody else has changed the file: it is left as it is, to be loaded again."""


class UserCheckpoint:
    """The user's own checkpoint of a learner.

    A file that is damaged, foreign or newer is left untouched, until the user moves it away; so is one that has been
    changed since it was last read or written, and one that another program holds.
    """

    def __init__(
        self, path: Path, read: Callable[[Path], tuple[TrainedTable, str]], write: Callable[[Path, TrainedTable], str]
    ) -> None:
        """`read` gives what the file holds and its SHA-256, `write` the new SHA-256; both raise CheckpointError,
        `write` StorageError too."""
        self.path = path
        self.digest: str | None = None
        """The SHA-256 of the file as it was last read or written."""
        self._read, self._write = read, write
        self._stamp: Stamp | None = None
        self._fault: str | None = None
        self._in_use: str | None = None
        self._failed: str | None = None
        self._writing: _Writing | None = None

    @property
    def trouble(self) -> str | None:
        """Why what is learnt is not kept at present."""
        return self._fault or self._in_use or self._failed

    def hold(self, patience: float = locks.PATIENCE) -> Hold | None:
        """Keep the file from other programs; None, and `trouble`, where one of them holds it."""
        self._in_use = None
        try:
            return locks.hold(self.path, patience)
        except InUseError as error:
            self._in_use = error_words(error)
            return None

    @property
    def changed_by_others(self) -> bool:
        """Whether the file is another one than was last read or written."""
        return stamp_of(self.path) != self._stamp

    @property
    def unusable(self) -> bool:
        """Whether the file was not what it should be when it was last read."""
        return self._fault is not None

    def load(self) -> TrainedTable | None:
        """What the file holds; None where there is none, and where it is unusable: see `trouble`."""
        self._stamp = stamp_of(self.path)
        self.digest = self._fault = self._failed = None
        if self._stamp is None:
            return None
        try:
            trained, self.digest = self._read(self.path)
        except CheckpointError as error:
            self._fault = _("{error}; it is left as it is", error=error_words(error))
            return None
        return trained

    def begin(self, trained: TrainedTable, waiting: bool) -> None:
        """Write a table that does not change, in the meantime or, `waiting`, at once; `settle` tells the outcome."""
        if self._fault is not None and stamp_of(self.path) is None:
            self._fault = self._stamp = None  # the user has moved the unusable file away
        self._writing = _Writing(self, trained)
        if waiting:
            self._writing.run()
        else:
            # A table is made of many objects: looking through them for garbage would stop the frames meanwhile.
            gc.disable()
            self._writing.start()

    @property
    def busy(self) -> bool:
        """Whether a save has begun that has not been settled."""
        return self._writing is not None

    @property
    def done(self) -> bool:
        """Whether a save has begun that `settle` need not wait for; ask once a frame."""
        if self._writing is None:
            return False
        if self._writing.ident is not None:
            self._writing.join(YIELD_SECONDS)
        return not self._writing.is_alive()

    def settle(self) -> Outcome:
        """Wait for the save that has begun, and take note of what became of it. Raises an error of it that nobody
        expected."""
        writing, self._writing = self._writing, None
        if writing is None:
            return Outcome.KEPT
        if writing.ident is not None:
            writing.join()
            gc.enable()
        if writing.error is not None:
            raise writing.error
        if writing.outcome is Outcome.FAILED:
            self._failed = writing.trouble
            return writing.outcome
        self._in_use = self._failed = None
        if writing.outcome is Outcome.KEPT:
            self._stamp, self.digest = writing.stamp, writing.digest
        return writing.outcome

    def keep_previous(self) -> bool:
        """Keep the file, which is about to be replaced, beside it; False, and `trouble`, when that cannot be."""
        if self._fault is not None:
            return True  # it is left as it is anyway
        try:
            container.keep_previous(self.path)
        except StorageError as error:
            self._failed = error_words(error)
            return False
        return True

    def retire(self) -> bool:
        """Make the file the previous one; False, and `trouble`, when that cannot be."""
        if self._fault is not None:
            return False
        hold = self.hold()
        if hold is None:
            return False
        try:
            with hold, suppress(FileNotFoundError):
                os.replace(self.path, container.previous_of(self.path))
        except OSError as error:
            self._failed = _("{path} could not be removed: {why}", path=str(self.path), why=why_of(error))
            return False
        return True

    def written(self, trained: TrainedTable) -> tuple[str, Stamp | None] | None:
        """Write the file: its SHA-256 and its stamp. None where somebody else has changed it. Raises CheckpointError
        or StorageError."""
        with locks.hold(self.path):
            if self.changed_by_others:
                return None
            if self._fault is not None:
                raise CheckpointError(self._fault)
            return self._write(self.path, trained), stamp_of(self.path)


class _Writing(threading.Thread):
    """A save under way. With a small table it waits for the disk most of the time, and leaves that to the frames."""

    def __init__(self, own: UserCheckpoint, trained: TrainedTable) -> None:
        super().__init__(name=f"keeping {own.path.name}")
        self._own, self._trained = own, trained
        self.outcome = Outcome.FAILED
        self.digest: str | None = None
        self.stamp: Stamp | None = None
        self.trouble: str = _("it could not be written")
        self.error: Exception | None = None
        """An error that nobody expected; whoever settles the save raises it."""

    def run(self) -> None:
        try:
            written = self._own.written(self._trained)
        except (CheckpointError, StorageError, MemoryError) as error:
            self.trouble = error_words(error) or _("there is no memory left")
            return
        except Exception as error:
            self.error = error
            return
        if written is None:
            self.outcome = Outcome.OVERTAKEN
        else:
            self.outcome = Outcome.KEPT
            self.digest, self.stamp = written


def stamp_of(path: Path) -> Stamp | None:
    """The stamp of a file; None where there is none."""
    try:
        return container.stamp(path)
    except CheckpointError:
        return None
