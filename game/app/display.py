"""The window on the desktop: opened, resized, filling the screen, and what there is to draw on."""

import os
import sys
import warnings
from pathlib import Path

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from systems.view.toolkit import drawings, kept, looks
from systems.view.toolkit.canvas import LOGICAL_HEIGHT, LOGICAL_WIDTH, Box, Canvas
from systems.view.toolkit.draw_list import DrawList
from systems.view.toolkit.scaled import ScaledWindow

SIZE = (1280, 720)
LEAST_SIZE = (960, 540)
_ARROWS = {pygame.K_LEFT: (-1, 0), pygame.K_RIGHT: (1, 0), pygame.K_UP: (0, -1), pygame.K_DOWN: (0, 1)}
_LARGER = dict.fromkeys((pygame.K_PLUS, pygame.K_EQUALS, pygame.K_KP_PLUS), 0.1)
_SMALLER = dict.fromkeys((pygame.K_MINUS, pygame.K_KP_MINUS), -0.1)
_WHOLE = (pygame.K_0, pygame.K_KP_0)
_MOST_SCALE = 2.0
_ALL = 100
"""So many steps lead across any page."""
_UNSEEN = ("offscreen", "dummy")
"""The drivers of SDL that show nothing: fine where they are asked for, as by tests."""


class Display:
    """The window, at the size that the user gave it or filling the screen. `surface` and `canvas` are what to draw on:
    a window that a desktop makes smaller than `LEAST_SIZE` shows a larger picture, scaled down; where the user wants
    everything larger, by `scale` from 1 to 2, it shows a part of a larger page."""

    def __init__(self, fullscreen: bool, scale: float = 1.0) -> None:
        """Open it. Raises pygame.error where there is no display."""
        self._scale = scale
        self._scale_before = _MOST_SCALE
        self._least: tuple[int, int] = (LOGICAL_WIDTH, LOGICAL_HEIGHT)
        _prefer_fast_presenting()
        pygame.display.init()
        if pygame.display.get_driver() in _UNSEEN and "SDL_VIDEODRIVER" not in os.environ:
            # SDL would rather draw where nobody sees it than say that no display answers.
            raise pygame.error("no display answers")
        pygame.font.init()
        self._size = fitting(SIZE)
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

    def enlarge(self, scale: float) -> None:
        """Show everything larger, by a factor from 1 to 2."""
        surface = pygame.display.get_surface()
        if scale != self._scale and surface is not None:
            self._scale = scale
            self._draw_on(surface)

    def lay_out_for(self, least: tuple[int, int]) -> None:
        """Show a screen that is laid out for so many units at least, where everything is enlarged; from its upper left
        corner, as it is new."""
        surface = pygame.display.get_surface()
        if least != self._least and surface is not None:
            self._least = least
            if self._scale > 1:
                self._draw_on(surface)
        self._scaled.pan.step(-_ALL, -_ALL)
        self._look()

    def _draw_on(self, shown: pygame.Surface) -> None:
        """Draw what the window shows from now on, which stays too small where a desktop insists on it."""
        self._scaled = ScaledWindow(shown, LEAST_SIZE, self._least, self._scale)
        self.surface = self._scaled.drawn
        self._drawn = DrawList(self.surface.get_size())
        self.canvas = Canvas(self._drawn, self._scaled.unit)
        self._minded: Box | None = None
        self._look()

    def _look(self) -> None:
        """Tell the canvas which part of it is seen."""
        seen, unit = self._scaled.pan.view, self.canvas.unit
        self.canvas.view = Box(seen.x / unit, seen.y / unit, seen.w / unit, seen.h / unit)

    @property
    def seen(self) -> pygame.Surface:
        """What the window shows of the surface."""
        return self._scaled.seen

    @property
    def pushed(self) -> bool:
        """Whether the pointer pushes the view along the page."""
        return self._scaled.pan.pushed

    def on_seen(self, event: pygame.event.Event) -> pygame.event.Event:
        """An event of the window with its place on what is seen."""
        return self._scaled.on_seen(event)

    def on_page(self, event: pygame.event.Event) -> pygame.event.Event:
        """An event on what is seen with its place on the canvas."""
        return self._scaled.on_page(event)

    def asked_scale(self, event: pygame.event.Event) -> float | None:
        """How large everything is to be by a key with Ctrl: larger by +, smaller by -, and by 0 the whole screen at
        once and as before again; None where no such key is pressed."""
        if event.type != pygame.KEYDOWN or not event.mod & pygame.KMOD_CTRL:
            return None
        if event.key in _WHOLE:
            before, self._scale_before = self._scale_before, self._scale
            return before if self._scale == 1 else 1.0
        step = (_LARGER | _SMALLER).get(event.key)
        return None if step is None else min(_MOST_SCALE, max(1.0, round(self._scale + step, 1)))

    def walk(self, event: pygame.event.Event) -> bool:
        """Move the view where a key asks for it, an arrow with Ctrl; whether it does."""
        asked = event.type == pygame.KEYDOWN and event.key in _ARROWS and event.mod & pygame.KMOD_CTRL
        if asked and self._scaled.pan.step(*_ARROWS[event.key]):
            self._show_all()
        return bool(asked)

    def show(self, seconds: float = 0.0) -> bool:
        """Show what has been drawn on the canvas since the last time, `seconds` ago; whether it differs from that. The
        view follows the keyboard, and the pointer that pushes it."""
        places = self._drawn.show_on(self.surface)
        minded, self.canvas.minded = self.canvas.minded, None
        moved = self._scaled.pan.update(seconds, looks.now().still)
        if minded != self._minded:
            self._minded = minded
            moved = (minded is not None and self._scaled.pan.reveal(self.canvas.rect(minded))) or moved
        if moved:
            self._show_all()
        elif places:
            self._scaled.show(places)
        return bool(places) or moved

    def _show_all(self) -> None:
        """Show another part of the page."""
        self._look()
        self.show_again()

    def show_surface(self) -> None:
        """Show what has been drawn on the surface itself, beside the canvas."""
        self._drawn.forget()
        self.show_again()

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


def fitting(size: tuple[int, int]) -> tuple[int, int]:
    """The largest size up to this one that the screen has room for, but none below `LEAST_SIZE`: without a window
    manager nobody else makes a window smaller. What a driver that shows nothing says of its screen is passed over."""
    if pygame.display.get_driver() in _UNSEEN:
        return size
    width, height = pygame.display.get_desktop_sizes()[0]
    return max(LEAST_SIZE[0], min(size[0], width)), max(LEAST_SIZE[1], min(size[1], height))


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
