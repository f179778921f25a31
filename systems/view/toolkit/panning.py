"""A window onto a page that is larger than it: what part of the page is seen, and how one gets to the rest.

Lengths are in pixels. The pointer pushes the view when it is at an edge; what the keyboard chooses is brought into
view; and the view may be moved by steps.
"""

import pygame

Size = tuple[int, int]
_EDGE = 0.035
"""The pointer pushes within this share of the lesser side of what is seen."""
_SIDES_A_SECOND = 1.1
"""How fast: so many times what is seen in a second."""
_STEP = 0.25
"""A step by a key moves by this share of what is seen."""
_STEP_SECONDS = 0.4
"""So long the pointer pushes for a step, where nothing may glide."""
_ROOM = 0.06
"""What is brought into view keeps this share of the lesser side around it, where there is room."""
_BAR, _LEAST_BAR = 0.009, 5
"""How thick the bars at the edges are: this share of the lesser side of what is seen, and at least so many pixels."""
_INK, _GROUND = (236, 188, 100), (27, 17, 26)


class Pan:
    """Which part of a page is seen: a window of the size `seen`, which is at most as large as the `page`."""

    def __init__(self, page: Size, seen: Size) -> None:
        """Begin at the upper left corner."""
        self._page = pygame.Rect((0, 0), page)
        self._view = pygame.Rect((0, 0), seen)
        self._at = pygame.Vector2()
        self._pointer: tuple[float, float] | None = None
        self._pushed_for = 0.0

    @property
    def view(self) -> pygame.Rect:
        """What is seen of the page."""
        return self._view.copy()

    @property
    def whole(self) -> bool:
        """Whether all of the page is seen."""
        return self._view.contains(self._page)

    @property
    def pushed(self) -> bool:
        """Whether the pointer lies at an edge beyond which there is more."""
        return self._moved(self._push()) != self._at

    def point(self, where: tuple[float, float] | None) -> None:
        """The pointer is at a place of what is seen; None: it has left the window."""
        self._pointer = where

    def update(self, seconds: float, still: bool = False) -> bool:
        """Let time pass, in which the pointer may push, by steps where nothing may glide; whether the view moved."""
        push = self._push()
        if not still:
            return self._go(push * seconds)
        self._pushed_for = self._pushed_for + seconds if push else 0.0
        if self._pushed_for < _STEP_SECONDS:
            return False
        self._pushed_for = 0.0
        return self.step(_sign(push.x), _sign(push.y))

    def step(self, across: int, down: int) -> bool:
        """Move by steps; whether there was anywhere to go."""
        return self._go(pygame.Vector2(across * self._view.w, down * self._view.h) * _STEP)

    def reveal(self, place: pygame.Rect) -> bool:
        """Bring a place of the page into view, its upper left corner first where it is too large; whether that moved
        anything."""
        goal = pygame.Vector2(self._at)
        for axis in (0, 1):
            start, length, seen = place.topleft[axis], place.size[axis], self._view.size[axis]
            room = min(round(min(self._view.size) * _ROOM), max(0, seen - length) // 2)
            goal[axis] = min(max(goal[axis], start + length + room - seen), start - room)
        return self._go(goal - self._at)

    def _push(self) -> pygame.Vector2:
        """How the pointer pushes, in pixels a second."""
        if self._pointer is None:
            return pygame.Vector2()
        edge = max(2, round(min(self._view.size) * _EDGE))
        ways = [(at >= side - edge) - (at < edge) for at, side in zip(self._pointer, self._view.size, strict=True)]
        return pygame.Vector2(ways[0], ways[1]) * min(self._view.size) * _SIDES_A_SECOND

    def _moved(self, by: pygame.Vector2) -> pygame.Vector2:
        """Where a movement would end: always on the page."""
        most = self._page.w - self._view.w, self._page.h - self._view.h
        x, y = (min(max(0.0, at + way), float(end)) for at, way, end in zip(self._at, by, most, strict=True))
        return pygame.Vector2(x, y)

    def _go(self, by: pygame.Vector2) -> bool:
        self._at = self._moved(by)
        before, self._view.topleft = self._view.topleft, (round(self._at.x), round(self._at.y))
        return before != self._view.topleft

    def draw(self, seen: pygame.Surface) -> None:
        """Show along the lower and the right edge of what is seen where on the page it lies."""
        width, height = seen.get_size()
        thick = max(_LEAST_BAR, round(min(width, height) * _BAR))
        page, view = self._page, self._view
        if page.w > view.w:
            ground = pygame.Rect(0, height - thick, width, thick)
            knob = pygame.Rect(view.x * width // page.w, ground.y, view.w * width // page.w, thick)
            seen.fill(_GROUND, ground)
            pygame.draw.rect(seen, _INK, knob, border_radius=thick // 2)
        if page.h > view.h:
            ground = pygame.Rect(width - thick, 0, thick, height)
            knob = pygame.Rect(ground.x, view.y * height // page.h, thick, view.h * height // page.h)
            seen.fill(_GROUND, ground)
            pygame.draw.rect(seen, _INK, knob, border_radius=thick // 2)


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)


def page_size(seen: Size, least: Size, unit: float) -> Size:
    """The size in pixels of the page of a window, where a unit is so many of them: it measures `least` units at least,
    and fills the window."""
    width, height = (max(side, round(unit * units)) for side, units in zip(seen, least, strict=True))
    return width, height
