"""A window in which matches are shown that are played elsewhere."""

from collections.abc import Callable

import numpy as np
import pygame
from numpy.typing import NDArray

from game.app.display import SIZE
from game.app.guard import Guard
from game.app.window import FRAMES_A_SECOND, Nothing, Window
from game.matches.timeline import Timeline
from systems.view.screens.replay import ReplayScreen
from systems.view.screens.screen import Screen
from systems.view.toolkit.canvas import Canvas
from systems.view.toolkit.draw_list import DrawList

_LONG_AFTER = 10.0
"""Seconds after which nothing moves any more."""


class _Unguarded(Guard):
    """Lets every error through: who plays the match is told, as of any error of what they call."""

    def run(self, doing: str, call: Callable[[], None]) -> None:
        """Do something."""
        call()


class Spectating(Window):
    """A window in which matches are shown that are played elsewhere, as environments'; who plays them lets it run."""

    def __init__(self) -> None:
        super().__init__()
        self.guard = _Unguarded(self)
        self._clock = pygame.time.Clock()

    @property
    def is_open(self) -> bool:
        """Whether it has not been closed, by its button or by leaving the table."""
        return self._running

    def screen_of(self, timeline: Timeline) -> ReplayScreen:
        """A screen for a match, at its first frame; it is the caller's to close."""
        return ReplayScreen(self, timeline)

    def show(self, screen: Screen | None) -> None:
        """Show one of the screens, or none."""
        self.screen = Nothing(self) if screen is None else screen
        self.display.name(self.screen.game)

    def tick(self, seconds: float) -> None:
        """One frame of so many seconds, not before its time."""
        self._clock.tick(FRAMES_A_SECOND)
        self.frame(seconds)

    def picture(self, screen: ReplayScreen) -> NDArray[np.uint8]:
        """What a screen shows in the end, drawn beside the window and in silence: (height, width, 3) bytes, red, green,
        blue."""
        surface = pygame.Surface(SIZE)
        muted, self.sounds.muted = self.sounds.muted, True
        screen.go(len(screen.frames) - 1)
        screen.skip()
        drawn = DrawList(SIZE)
        screen.frame(_LONG_AFTER, Canvas(drawn))
        drawn.show_on(surface)
        self.sounds.muted = muted
        return np.ascontiguousarray(pygame.surfarray.array3d(surface).swapaxes(0, 1))

    def close(self) -> None:
        """Close the window; mods go on, as the matches do."""
        self.show(None)
        self.display.close()

    def to_menu(self, words: str = "") -> None:
        """There is no menu here: the window closes."""
        self.quit()
