"""A display in memory and a canvas for every test of the view."""

from collections.abc import Iterator

import pygame
import pytest

from systems.view.toolkit import kept
from systems.view.toolkit.canvas import Canvas
from systems.view.toolkit.focus import Group
from tests.ui.driver import Drive, Driver


@pytest.fixture(scope="module", autouse=True)
def display() -> Iterator[None]:
    """A display in memory, for the whole module."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SDL_VIDEODRIVER", "dummy")
        pygame.display.init()
        pygame.font.init()
        pygame.display.set_mode((1280, 720))
        yield
        kept.forget()
        pygame.font.quit()
        pygame.display.quit()


@pytest.fixture
def canvas() -> Canvas:
    """A canvas of 1600 x 900 pixels, where a unit is 1.25 pixels."""
    return Canvas(pygame.Surface((1600, 900)))


@pytest.fixture
def drive(canvas: Canvas) -> Drive:
    """Makes a driver for some widgets."""
    return lambda *widgets: Driver(Group(widgets), canvas)
