"""What a canvas has drawn."""

import pygame

from systems.view.toolkit.canvas import Canvas


def surface_of(canvas: Canvas) -> pygame.Surface:
    """The surface of a canvas that draws at once."""
    assert isinstance(canvas.surface, pygame.Surface)
    return canvas.surface
