"""What an environment shows: the table in Tabletalk's own window, or a picture of it."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from game.film import Film, Filming
from game.rules.protocol import AnyRules, Setup

_FRAME = 1 / 60
_LONGEST_MOVE = 240
"""Frames: no move takes longer to be shown."""


class Rendering:
    """Shows the matches of one environment, one after another.

    With "human", in a window, moves are seen as they are made, at the pace of the window; it answers to its buttons
    while a call of `show` lasts, and is gone for good once it has been closed. With "rgb_array" nothing is seen.
    Raises pygame.error where "human" finds no display.
    """

    def __init__(self, rules: AnyRules, setup: Setup, names: list[str], mode: str) -> None:
        self._rules = rules
        self._setup = setup
        self._names = names
        self._human = mode == "human"
        self._window: Any = None
        self._screen: Any = None
        self._film: Film | None = None
        self._closed = False

    def follow(self, seed: int) -> Filming:
        """Show the match of this seed from now on: the listener to be told of it."""
        self._film = Film(self._rules, self._setup, self._names, seed)
        self._screen = None
        return Filming(self._film)

    def show(self) -> NDArray[np.uint8] | None:
        """Show what has happened since the last call; the picture, (height, width, 3), where there is no window."""
        if self._film is None or self._closed:
            return None
        self._open()
        while self._screen.at < len(self._film.stills) - 1 and self._window.is_open:
            self._screen.go(self._screen.at + 1)
            self._let_arrive()
        self._let_arrive()
        if self._human:
            self._closed = not self._window.is_open
            if self._closed:
                self._window.close()
            return None
        picture: NDArray[np.uint8] = self._window.picture()
        return picture

    def _open(self) -> None:
        """Open the window, once, and the present match in it."""
        from game.window import Spectating  # pygame is loaded only where something is shown

        if self._window is None:
            with _display(seen=self._human):
                self._window = Spectating()
        if self._screen is None and self._film is not None:
            self._screen = self._window.spectate(self._film)

    def _let_arrive(self) -> None:
        """Run frames until all pieces lie where they belong; at once where nobody watches."""
        if not self._human:
            self._screen.skip()
        self._window.tick(_FRAME, paced=self._human)
        for _ in range(_LONGEST_MOVE):
            if not (self._screen.busy and self._window.is_open):
                return
            self._window.tick(_FRAME, paced=self._human)

    def close(self) -> None:
        """Close the window."""
        if self._window is not None and not self._closed:
            self._window.close()
        self._closed = True


@contextmanager
def _display(seen: bool) -> Iterator[None]:
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
