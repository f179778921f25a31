"""The window on the desktop: opened, resized, filling the screen, and what there is to draw on."""

import os
import sys
import warnings
from pathlib import Path

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from systems.view.toolkit import drawings, kept
from systems.view.toolkit.canvas import Canvas
from systems.view.toolkit.draw_list import DrawList
from systems.view.toolkit.scaled import ScaledWindow

SIZE = (1280, 720)
LEAST_SIZE = (960, 540)
_UNSEEN = ("offscreen", "dummy")
"""The drivers of SDL that show nothing: fine where they are asked for, as by tests."""


class Display:
    """The window, at the size that the user gave it or filling the screen. `surface` and `canvas` are what to draw on:
    a window that a desktop makes smaller than `LEAST_SIZE` shows a larger picture, scaled down."""

    def __init__(self, fullscreen: bool) -> None:
        """Open it. Raises pygame.error where there is no display."""
        _prefer_fast_presenting()
        pygame.display.init()
        if pygame.display.get_driver() in _UNSEEN and "SDL_VIDEODRIVER" not in os.environ:
            # SDL would rather draw where nobody sees it than say that no display answers.
            raise pygame.error("no display answers")
        pygame.font.init()
        self._size = SIZE
        self.name("")
        pygame.display.set_icon(drawings.window_icon(64))
        self.fill(fullscreen)

    def name(self, game: str) -> None:
        """Let the window's title say which game is seen, if any."""
        pygame.display.set_caption(f"{game} - Tabletalk" if game else "Tabletalk")

    def fill(self, fullscreen: bool) -> bool:
        """Fill the screen, or be a window; whether it could be done: else it is a window."""
        filling = _filled_screen() if fullscreen else None
        self.fullscreen = filling is not None
        self._draw_on(_sized(self._size) if filling is None else filling)
        return self.fullscreen == fullscreen

    def resize(self) -> None:
        """Take over the size that the user has given it; a smaller one than can be drawn legibly is enlarged."""
        surface = pygame.display.get_surface()
        if surface is None:
            return
        width, height = surface.get_size()
        wanted = (max(width, LEAST_SIZE[0]), max(height, LEAST_SIZE[1]))
        if wanted != (width, height) and not self.fullscreen:
            surface = _sized(wanted)
        if not self.fullscreen:
            self._size = wanted
        self._draw_on(surface)

    def _draw_on(self, shown: pygame.Surface) -> None:
        """Draw what the window shows from now on, which stays too small where a desktop insists on it."""
        self._scaled = ScaledWindow(shown, LEAST_SIZE)
        self.surface = self._scaled.drawn
        self._drawn = DrawList(self.surface.get_size())
        self.canvas = Canvas(self._drawn)

    def placed(self, event: pygame.event.Event) -> pygame.event.Event:
        """An event with its place on what is drawn."""
        return self._scaled.placed(event)

    def show(self) -> bool:
        """Show what has been drawn on the canvas since the last time; whether it differs from that."""
        places = self._drawn.show_on(self.surface)
        if places:
            self._scaled.show(places)
        return bool(places)

    def show_surface(self) -> None:
        """Show what has been drawn on the surface itself, beside the canvas."""
        self._drawn.forget()
        self._scaled.show([self.surface.get_rect()])

    def show_again(self) -> None:
        """Show everything once more, since the desktop may have lost it."""
        self._scaled.show([self.surface.get_rect()])

    @staticmethod
    def close() -> None:
        """Shut pygame down, and forget the pictures that are void without it."""
        kept.forget()
        pygame.quit()


def _prefer_fast_presenting() -> None:
    """Without a GPU, SDL presents a window many times faster by its plain framebuffer than by a software renderer.

    Must be called before the window is opened. A choice of the user's stands.
    """
    if sys.platform.startswith("linux") and not any(Path("/dev/dri").glob("renderD*")):
        os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")


def _filled_screen() -> pygame.Surface | None:
    """The window filling the screen; None where that cannot be."""
    try:
        return pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
    except pygame.error:
        return None


def _sized(size: tuple[int, int]) -> pygame.Surface:
    """The window at a size, or at the one that the desktop insists on: that is for the user, and no warning."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        surface = pygame.display.set_mode(size, pygame.RESIZABLE)
        if surface.get_size() != size:
            # Without a window manager a window that filled the screen takes another size only when asked again.
            surface = pygame.display.set_mode(size, pygame.RESIZABLE)
    return surface
