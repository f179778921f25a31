"""A window of any size, drawn at a size at which everything has room.

A desktop may make a window smaller than can be drawn in, down to a single pixel: then a larger picture is drawn and
shown scaled down. And where the user wants everything larger, what is drawn is a page of which the window shows a part.
"""

import pygame

from systems.view.toolkit.canvas import unit_of
from systems.view.toolkit.panning import Pan, page_size

Size = tuple[int, int]
_FARTHEST = 2200
"""A side that is lengthened, so that the picture has the window's shape, gets no longer than this."""


class ScaledWindow:
    """The surface of a window, and `drawn`, the page to draw on: the same where the window has room for all of it;
    `unit` is how many pixels a unit has there.
    `pan` says which part of the page is seen."""

    def __init__(self, shown: pygame.Surface, least: Size, page_least: Size = (1, 1), scale: float = 1.0) -> None:
        """A window is at least of the size `least`; its page measures `page_least` units at least, each of which is
        enlarged by `scale`."""
        self._shown = shown
        size = drawn_size(shown.get_size(), least)
        self.unit = scale * unit_of(size)
        page = page_size(size, page_least, self.unit)
        self.drawn = shown if page == shown.get_size() else pygame.Surface(page)
        self.pan = Pan(page, size)

    @property
    def seen(self) -> pygame.Surface:
        """The part of the page that is seen."""
        return self.drawn if self.pan.whole else self.drawn.subsurface(self.pan.view)

    def show(self, places: list[pygame.Rect]) -> None:
        """Show what has been drawn at some places."""
        if self.drawn is self._shown:
            pygame.display.update(places)
            return
        seen = self.seen
        if seen.get_size() == self._shown.get_size():
            self._shown.blit(seen, (0, 0))
        else:
            self._shown.blit(pygame.transform.smoothscale(seen, self._shown.get_size()), (0, 0))
        self.pan.draw(self._shown)
        pygame.display.flip()

    def on_seen(self, event: pygame.event.Event) -> pygame.event.Event:
        """An event with its place on what is seen; the pan is told where the pointer is."""
        if self.drawn is self._shown:
            return event
        if event.type == pygame.WINDOWLEAVE:
            self.pan.point(None)
        if "pos" not in event.dict:
            return event
        sides = zip(event.pos, self.pan.view.size, self._shown.get_size(), strict=True)
        pos = tuple(round(at * seen / shown) for at, seen, shown in sides)
        self.pan.point((pos[0], pos[1]))
        return pygame.event.Event(event.type, event.dict | {"pos": pos})

    def on_page(self, event: pygame.event.Event) -> pygame.event.Event:
        """An event on what is seen with its place on the page."""
        if self.pan.whole or "pos" not in event.dict:
            return event
        x, y = self.pan.view.topleft
        return pygame.event.Event(event.type, event.dict | {"pos": (event.pos[0] + x, event.pos[1] + y)})


def drawn_size(shown: Size, least: Size) -> Size:
    """The size to draw at for a window of the size `shown`: neither side shorter than `least`, in the window's shape
    unless that is too long and thin for anything."""
    width, height = shown
    scale = max(1.0, least[0] / max(1, width), least[1] / max(1, height))
    return (
        max(width, least[0], min(round(width * scale), _FARTHEST)),
        max(height, least[1], min(round(height * scale), _FARTHEST)),
    )
