"""Pictures that are drawn without a window, and kept as files."""

import io
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pygame

from game.base.storage import write_whole
from systems.view.toolkit import kept


def save(path: Path, draw: Callable[[], pygame.Surface]) -> None:
    """Write what is drawn as a PNG, putting it in place in one step; opens no window. Raises StorageError."""
    buffer = io.BytesIO()
    with _display():
        pygame.image.save(draw(), buffer, "picture.png")
    write_whole(path, buffer.getvalue())


@contextmanager
def _display() -> Iterator[None]:
    """A display to prepare pictures for: the one there is, or for so long one that shows nothing."""
    if pygame.display.get_surface() is not None:
        yield
        return
    driver = os.environ.get("SDL_VIDEODRIVER")
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    try:
        pygame.display.init()
        pygame.font.init()
        pygame.display.set_mode((1, 1))
        yield
    finally:
        kept.forget()
        pygame.quit()
        if driver is None:
            del os.environ["SDL_VIDEODRIVER"]
        else:
            os.environ["SDL_VIDEODRIVER"] = driver
