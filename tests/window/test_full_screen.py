"""Full screen, where the desktop plays along and where it does not: quietly, and never without a window."""

import warnings
from typing import Any

import pygame
import pytest

from game.app.display import Display
from tests.window.conftest import Open
from tests.window.desk import Desk, table


@pytest.fixture
def playing(open_desk: Open) -> Desk:
    """A table in a window of 1280 x 720."""
    return open_desk(table("human", "utility"), size=(1280, 720), motion="instant", pace=0.0)


def test_a_screen_that_cannot_be_filled_leaves_a_window_and_is_told(
    playing: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_mode = pygame.display.set_mode

    def refusing(size: Any = (0, 0), flags: int = 0) -> pygame.Surface:
        if flags & pygame.FULLSCREEN:
            raise pygame.error("no screen of this size")
        return set_mode(size, flags)

    monkeypatch.setattr(pygame.display, "set_mode", refusing)
    playing.keys("f11")
    assert not playing.window.settings.fullscreen
    assert playing.table.toasts.words == "The window cannot fill the screen here."
    assert playing.window.display.surface.get_size() == (1280, 720)
    playing.frame(2)


def test_a_desktop_that_insists_on_a_size_is_asked_again_and_gives_no_warning(
    playing: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    playing.keys("f11")
    assert playing.window.settings.fullscreen
    set_mode, asked = pygame.display.set_mode, []

    def stubborn(size: tuple[int, int], flags: int = 0) -> pygame.Surface:
        """As without a window manager: at the first asking the window stays as large as the screen."""
        asked.append(size)
        if len(asked) == 1:
            warnings.warn("Requested window was forcibly resized by the OS.", RuntimeWarning, stacklevel=2)
            return set_mode((1920, 1080), flags)
        return set_mode(size, flags)

    monkeypatch.setattr(pygame.display, "set_mode", stubborn)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        playing.keys("f11")
    assert asked == [(1280, 720)] * 2
    assert not playing.window.settings.fullscreen
    assert playing.window.display.surface.get_size() == (1280, 720)
    playing.frame(2)


@pytest.mark.parametrize(
    ("screen", "size"),
    [
        ((1920, 1080), (1280, 720)),
        ((1024, 768), (1024, 720)),
        ((1366, 600), (1280, 600)),
        ((800, 600), (960, 600)),
        ((640, 480), (960, 540)),
    ],
)
def test_a_window_begins_no_larger_than_the_screen(
    monkeypatch: pytest.MonkeyPatch, screen: tuple[int, int], size: tuple[int, int]
) -> None:
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "x11")
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [screen])
    display = Display(fullscreen=False)
    assert display.surface.get_size() == size
    display.close()
