"""A window of any size, drawn at a size at which everything has room.

A desktop may make a window smaller than can be drawn in, down to a single pixel: then a larger picture is drawn and
shown scaled down.
"""

import pygame

Size = tuple[int, int]
_FARTHEST = 2200
"""A side that is lengthened, so that the picture has the window's shape, gets no longer than this."""


class ScaledWindow:
    """The surface of a window, and `drawn`, the one to draw on: the same where it is at least of a size."""

    def __init__(self, shown: pygame.Surface, least: Size) -> None:
        self._shown = shown
        size = drawn_size(shown.get_size(), least)
        self.drawn = shown if size == shown.get_size() else pygame.Surface(size)

    def show(self, places: list[pygame.Rect]) -> None:
        """Show what has been drawn at some places."""
        if self.drawn is self._shown:
            pygame.display.update(places)
        else:
            self._shown.blit(pygame.transform.smoothscale(self.drawn, self._shown.get_size()), (0, 0))
            pygame.display.flip()

    def placed(self, event: pygame.event.Event) -> pygame.event.Event:
        """An event with its place on what is drawn."""
        if self.drawn is self._shown or "pos" not in event.dict:
            return event
        sides = zip(event.pos, self.drawn.get_size(), self._shown.get_size(), strict=True)
        return pygame.event.Event(
            event.type, event.dict | {"pos": tuple(round(at * drawn / shown) for at, drawn, shown in sides)}
        )


def drawn_size(shown: Size, least: Size) -> Size:
    """The size to draw at for a window of the size `shown`: neither side shorter than `least`, in the window's shape
    unless that is too long and thin for anything."""
    width, height = shown
    scale = max(1.0, least[0] / max(1, width), least[1] / max(1, height))
    return (
        max(width, least[0], min(round(width * scale), _FARTHEST)),
        max(height, least[1], min(round(height * scale), _FARTHEST)),
    )
