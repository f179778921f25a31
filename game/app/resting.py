"""When a window rests: nothing moves in it, so it sleeps between frames, and wakes for the user."""

import time
from collections.abc import Callable

import pygame

NAP = 0.5
"""A window sleeps for so many seconds at most; what grows meanwhile, as an analysis does, is seen that much later."""
_STILL = 0.5
"""It sleeps when the picture has not changed for so many seconds, and nothing is under way."""
_BLINK = 1 / 25
"""So often it looks meanwhile whether the user does something."""


class Rest:
    """How long the picture of a window has stood still, and the sleep that it may then have."""

    def __init__(self) -> None:
        self.still_for = 0.0
        """For how many seconds the picture has not changed."""

    def note(self, changed: bool, seconds: float) -> None:
        """A frame has been shown that lasts `seconds`, and whether its picture was another one."""
        self.still_for = 0.0 if changed else self.still_for + seconds

    @property
    def due(self) -> bool:
        """Whether the picture has stood still for long enough."""
        return self.still_for >= _STILL

    def nap(self, running: Callable[[], bool]) -> bool:
        """Sleep until the user does something, but not for long, and only while the window is `running`; whether the
        user did something."""
        until, woken = time.monotonic() + NAP, False
        while running() and not (woken := pygame.event.peek()) and time.monotonic() < until:
            time.sleep(_BLINK)  # SDL's own waiting looks every millisecond, at ten times the cost
        return woken
