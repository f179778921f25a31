"""The file of a match at the window's table: held from other programs, written as the match goes on, and given up where
it cannot be written."""

import contextlib
import itertools
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from game.agents.agent import Considered
from game.base import locks
from game.base.events import Events, MoveMade, Undone
from game.base.locks import Hold, InUseError
from game.base.storage import StorageError
from game.matches.listening import listen
from game.matches.replay import Recorder, Replay, matches_folder
from game.mods.mods import MODS
from game.rules.language import error_words, made, marked
from game.rules.protocol import AnyRules, Setup


def free_paths(stem: str) -> Iterator[Path]:
    """Where to record a match of this name: a seed that is played again must not replace the match before."""
    names = itertools.chain([stem], (f"{stem}-{number}" for number in itertools.count(2)))
    paths = (matches_folder() / f"{name}.jsonl" for name in names)
    return (path for path in paths if not os.path.lexists(path))


class Recording:
    """Records a match in a file that no other program writes meanwhile. Where that cannot be written, there is no
    `recorder` any more: the match goes on without."""

    def __init__(self) -> None:
        self.recorder: Recorder | None = None
        self.trouble: str | None = None
        """Why the match is not recorded, or not held from other programs, until that has been told."""
        self._hold: Hold | None = None

    def begin(
        self, asked: Path | None, rules: AnyRules, seed: int, how: Setup, players: Sequence[Mapping[str, Any]]
    ) -> None:
        """Record a match from its beginning, to the file that was asked for, or to a new one among the user's."""
        self._open(lambda: self._new(asked, rules, seed, how, players))

    def go_on(self, replay: Replay, hold: Hold) -> None:
        """Record the rest of a match behind what its file holds, which is held already."""
        self._hold = hold
        self._open(lambda: Recorder.resumed(replay.path, replay.rules, replay.length))

    def _open(self, opened: Callable[[], Recorder]) -> None:
        try:
            self.recorder = opened()
        except StorageError as error:
            self._give_up(error)
        else:
            self.trouble = None if self._hold is None else self._hold.trouble

    def _new(
        self, asked: Path | None, rules: AnyRules, seed: int, how: Setup, players: Sequence[Mapping[str, Any]]
    ) -> Recorder:
        """A recorder of a match from its beginning. Raises StorageError."""
        systems = MODS.systems_record(rules.name)
        if asked is not None:
            self._hold = locks.hold(asked)
            return Recorder(asked, rules, seed, how, players, systems=systems)
        for path in free_paths(f"{rules.name}-{seed}"):
            # Another program may take the name at the same moment.
            with contextlib.suppress(InUseError, FileExistsError):
                self._hold = locks.hold(path)
                return Recorder(path, rules, seed, how, players, new=True, systems=systems)
            self._leave_file()
        raise AssertionError("there are names without end")

    def listen(self, events: Events, thoughts: bool) -> None:
        """Record what is posted, with what AIs think where `thoughts` are asked for."""
        if self.recorder is None:
            return
        guarded = _Guarded(self.recorder, self._give_up)
        listen(events, guarded, lambda made: guarded.moved(*_told(made)))
        events.on(Undone, lambda event: guarded.undone(event.to, event.state, event.seed))
        if thoughts:
            events.on(Considered, guarded.considered)

    def _give_up(self, error: StorageError) -> None:
        began, self.recorder = self.recorder is not None, None
        words = (
            marked("This match is no longer recorded: {why}") if began else marked("This match is not recorded: {why}")
        )
        self.trouble = made(words, (), {"why": error_words(error)})

    def close(self) -> None:
        """Close the file, and let other programs write it."""
        try:
            if self.recorder is not None:
                with contextlib.suppress(StorageError):  # every line is flushed: nothing is left to lose
                    self.recorder.close()
        finally:
            self._leave_file()

    def _leave_file(self) -> None:
        if self._hold is not None:
            self._hold.close()


class _Guarded:
    """A recorder whose first failure to write is reported, and which is silent afterwards: the match goes on."""

    def __init__(self, recorder: Recorder, give_up: Callable[[StorageError], None]) -> None:
        self._recorder = recorder
        self._give_up = give_up
        self._failed = False

    def __getattr__(self, name: str) -> Callable[..., None]:
        told = getattr(self._recorder, name)

        def tell(*what: Any) -> None:
            if self._failed:
                return
            try:
                told(*what)
            except StorageError as error:
                self._failed = True
                self._give_up(error)

        return tell


def _told(made: MoveMade) -> tuple[Any, ...]:
    """A move as a recorder is told of it."""
    return made.player, made.move, made.chance, made.state, made.picked
