"""What an environment shows: the table in Tabletalk's own window, or a picture of it."""

import os
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from weakref import WeakSet

import numpy as np
from numpy.typing import NDArray

from game.matches.timeline import Timeline, TimelineRecorder
from game.rules.protocol import AnyRules, Setup

_FRAME = 1 / 60
_LONGEST_MOVE = 240
"""Frames: no move takes longer to be shown."""


class Rendering:
    """Shows the matches of one environment, one after another.

    For a `human`, in the window, moves are seen as they are made, at the pace of the window; it answers to its buttons
    while a call of `show` lasts. Several environments share it: it shows the one that was shown last. Once it has been
    closed, these matches go on unseen. Otherwise pictures are made, and nothing is seen or heard.

    Raises pygame.error where a human could see nothing for want of a display.
    """

    def __init__(self, rules: AnyRules, setup: Setup, human: bool) -> None:
        self._rules = rules
        self._setup = setup
        self._human = human
        self._timeline: Timeline | None = None
        self._window: Any = None
        self._screen: Any = None
        self._closed = False

    def follow(self, names: Sequence[str], seed: int) -> TimelineRecorder:
        """Show the match of this seed from now on: the listener to be told of it."""
        self._drop_screen()
        self._timeline = Timeline(self._rules, self._setup, names, seed)
        return TimelineRecorder(self._timeline)

    def show(self) -> NDArray[np.uint8] | None:
        """Show what has happened since the last call; the picture, (height, width, 3), where it is not for a human."""
        if self._closed or self._timeline is None or not self._open():
            return None
        if not self._human:
            picture: NDArray[np.uint8] = self._window.picture(self._screen)
            return picture
        self._window.show(self._screen)
        self._let_arrive()
        while self._window.is_open and self._screen.at < len(self._timeline.frames) - 1:
            self._screen.go(self._screen.at + 1)
            self._let_arrive()
        if not self._window.is_open:
            self.close()
            _DISPLAY.shut()
            warnings.warn("the window was closed: what goes on is not shown any more", stacklevel=4)
        return None

    def _open(self) -> bool:
        """Have the present match on a screen of the present window; False where a human has closed that."""
        if self._human and self._window is not None and self._window is not _DISPLAY.window:
            self.close()
            return False
        window = _DISPLAY.open(self, self._human)
        if self._screen is None or self._window is not window:
            self._drop_screen()
            self._window, self._screen = window, window.screen_of(self._timeline)
        return True

    def _let_arrive(self) -> None:
        """Run frames until all pieces lie where they belong."""
        self._window.tick(_FRAME)
        for _ in range(_LONGEST_MOVE):
            if not (self._window.is_open and self._screen.busy):
                return
            self._window.tick(_FRAME)

    def _drop_screen(self) -> None:
        if self._screen is not None:
            if self._window.screen is self._screen:
                self._window.show(None)
            self._screen.close()
            self._screen = None

    def __getstate__(self) -> dict[str, Any]:
        """For copies: what is shown, without the window, of which there is one only."""
        return self.__dict__ | {"_window": None, "_screen": None}

    def close(self) -> None:
        """Show nothing any more."""
        self._drop_screen()
        self._closed = True
        _DISPLAY.leave(self)


class _Display:
    """The display of this process: pygame has one window, so all that is shown shares it."""

    def __init__(self) -> None:
        self.window: Any = None
        self._seen = False
        self._users: WeakSet[Rendering] = WeakSet()

    def open(self, user: Rendering, seen: bool) -> Any:
        """The window, opened where there is none; one that is `seen`, where that is wanted."""
        from game.app.spectating import Spectating  # pygame is loaded only where something is shown

        if self.window is not None and seen and not self._seen:
            self.shut()
        if self.window is None:
            with _driver(seen):
                self.window = Spectating()
            self._seen = seen
        self._users.add(user)
        return self.window

    def leave(self, user: Rendering) -> None:
        """Close the window when the last one leaves it."""
        self._users.discard(user)
        if not self._users:
            self.shut()

    def shut(self) -> None:
        """Close the window; who still needs one opens another."""
        if self.window is not None:
            self.window.close()
        self.window = None


@contextmanager
def _driver(seen: bool) -> Iterator[None]:
    """Where nobody is to see it, the window opens without a display; SDL's choice of driver is given back after."""
    before = os.environ.get("SDL_VIDEODRIVER")
    if not seen:
        os.environ["SDL_VIDEODRIVER"] = "dummy"
    try:
        yield
    finally:
        if not seen:
            if before is None:
                del os.environ["SDL_VIDEODRIVER"]
            else:
                os.environ["SDL_VIDEODRIVER"] = before


_DISPLAY = _Display()
