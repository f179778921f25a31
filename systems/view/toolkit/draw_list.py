"""What a frame draws, as a list: only what differs from the frame before is drawn again.

Screens draw everything in every frame, as if it were new; that costs little, for nothing is blitted yet. When the frame
is shown, its list is held against the one before, the places in which they differ are drawn again from the ground up,
and the window presents those places alone.
"""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import pygame

from game.rules.translation import chosen
from systems.view.toolkit import looks

Size = tuple[int, int]
Drawing = Callable[[pygame.Surface, pygame.Rect], None]
"""Draws on a surface, inside a rectangle of it."""
_MOST_PLACES = 24
"""Of more places than these, one is made that holds them all: taking them one by one would cost more."""


class _Step(NamedTuple):
    """One thing drawn. Two steps are equal when they would draw the same at the same place."""

    what: Hashable
    """A picture, or the key of what `draw` draws."""
    left: int
    top: int
    alpha: int | None
    clip: tuple[int, int, int, int]


class _Doing(NamedTuple):
    """How a step is carried out, and which pixels it can reach."""

    reach: pygame.Rect
    draw: "Drawing | None"
    """None: the picture of the step is blitted."""
    rect: pygame.Rect
    """What `draw` is told of where it draws."""


class Steps(NamedTuple):
    """Part of a list, to be drawn again as it is."""

    steps: tuple[_Step, ...]
    doings: tuple[_Doing, ...]


class DrawList:
    """Stands for a surface to draw on, and notes what is drawn until `show_on`.

    Pictures that are handed to it must not be changed until the next frame has been shown, but for their alpha. What
    nothing is drawn over stays as it is: the first thing drawn must cover everything.
    """

    def __init__(self, size: Size) -> None:
        """Note what is drawn on a surface of `size` pixels."""
        self._size = size
        self._area = pygame.Rect((0, 0), size)
        self._clip = self._area.copy()
        self._steps: list[_Step] = []
        self._doings: list[_Doing] = []
        self._shown: list[_Step] = []
        self._reached: list[pygame.Rect] = []
        self._known = False

    # --- as a surface ---

    def get_size(self) -> Size:
        """The width and the height in pixels."""
        return self._area.size

    def get_width(self) -> int:
        """The width in pixels."""
        return self._area.w

    def get_height(self) -> int:
        """The height in pixels."""
        return self._area.h

    def get_rect(self) -> pygame.Rect:
        """All of it."""
        return pygame.Rect((0, 0), self._area.size)

    def get_clip(self) -> pygame.Rect:
        """Where something may be drawn now."""
        return self._clip.move(-self._area.x, -self._area.y)

    def set_clip(self, rect: pygame.Rect | None) -> None:
        """Draw only inside `rect` from now on, None: anywhere."""
        self._clip = self._area.copy() if rect is None else rect.move(self._area.topleft).clip(self._area)

    def blit(self, picture: pygame.Surface, place: Any) -> None:
        """Draw a picture with its upper left corner at a place, or in that of a rectangle."""
        left, top = round(place[0]) + self._area.x, round(place[1]) + self._area.y
        reach = pygame.Rect((left, top), picture.get_size()).clip(self._clip)
        if reach:
            clip = self._clip
            self._steps.append(_Step(picture, left, top, picture.get_alpha(), (clip.x, clip.y, clip.w, clip.h)))
            self._doings.append(_Doing(reach, None, reach))

    # --- what a surface has not ---

    @property
    def offset(self) -> tuple[int, int]:
        """Where its upper left corner lies on the whole."""
        return self._area.x, self._area.y

    @property
    def whole(self) -> Size:
        """The size of the whole that it is a part of."""
        return self._size

    def by(self, draw: Drawing, rect: pygame.Rect, key: Hashable) -> None:
        """Have something drawn by a function when the list is shown. Whenever `key` is the same, so is what it draws
        over the same ground."""
        rect = rect.move(self._area.topleft)
        reach, clip = rect.clip(self._clip), self._clip
        if reach:
            self._steps.append(_Step(key, rect.x, rect.y, None, (clip.x, clip.y, clip.w, clip.h)))
            self._doings.append(_Doing(reach, draw, rect))

    def part(self, rect: pygame.Rect) -> "DrawList":
        """A part of it, with coordinates of its own; what is drawn there goes into this list."""
        part = DrawList(self._size)
        part._area = rect.move(self._area.topleft).clip(self._area)
        part._clip = part._area.copy()
        part._steps, part._doings = self._steps, self._doings
        return part

    @contextmanager
    def noted(self) -> Iterator[Callable[[], Steps]]:
        """What is drawn in a `with` block, to be asked for at its end."""
        since = len(self._steps)
        yield lambda: Steps(tuple(self._steps[since:]), tuple(self._doings[since:]))

    def again(self, drawn: Steps) -> None:
        """Draw what was noted, where it was."""
        self._steps += drawn.steps
        self._doings += drawn.doings

    # --- showing ---

    def forget(self) -> None:
        """What the surface shows is not known: draw all of it the next time."""
        self._known = False

    def show_on(self, surface: pygame.Surface) -> list[pygame.Rect]:
        """Draw on a surface, which shows what was drawn the last time, what differs by now; the places that were drawn.
        The next list begins. A list of nothing leaves everything as it is."""
        if not self._steps:
            return []
        reached = [doing.reach for doing in self._doings]
        places = _united(self._changes(reached)) if self._known else [self._area]
        for place in places:
            self._draw(surface, place, place.collidelistall(reached))
        surface.set_clip(None)
        self._shown, self._reached = self._steps[:], reached
        self._known = True
        self._steps.clear()
        self._doings.clear()
        return places

    def _changes(self, reached: list[pygame.Rect]) -> list[pygame.Rect]:
        """Where this list, whose steps reached this far, and the last one differ."""
        old, new = self._shown, self._steps
        if old == new:
            return []
        before, now = set(old), set(new)
        if [step for step in old if step in now] == [step for step in new if step in before]:
            gone = [reach for step, reach in zip(old, self._reached, strict=True) if step not in now]
            return gone + [reach for step, reach in zip(new, reached, strict=True) if step not in before]
        first, last = _common_ends(old, new)
        return self._reached[first : len(old) - last] + reached[first : len(new) - last]

    def _draw(self, surface: pygame.Surface, place: pygame.Rect, reaching: list[int]) -> None:
        """Draw all the steps again that reach into a place, from what covers it upwards."""
        for index in reaching[self._covering(reaching, place) :]:
            step, doing = self._steps[index], self._doings[index]
            surface.set_clip(place.clip(step.clip))
            if doing.draw is not None:
                doing.draw(surface, doing.rect)
            elif isinstance(step.what, pygame.Surface):
                surface.blit(step.what, (step.left, step.top))

    def _covering(self, reaching: list[int], place: pygame.Rect) -> int:
        """Which of the steps hides all that is drawn before it; 0 where a function may want what lies there."""
        for at in range(len(reaching) - 1, 0, -1):
            step, doing = self._steps[reaching[at]], self._doings[reaching[at]]
            if doing.draw is not None:
                return 0
            opaque = isinstance(step.what, pygame.Surface) and not step.what.get_flags() & pygame.SRCALPHA
            if opaque and step.alpha in (None, 255) and doing.reach.contains(place):
                return at
        return 0


def _common_ends(old: list[_Step], new: list[_Step]) -> tuple[int, int]:
    """How many steps of two lists are the same at their beginnings, and at their ends after that."""
    most = min(len(old), len(new))
    first = next((at for at in range(most) if old[at] != new[at]), most)
    last = next((at for at in range(most - first) if old[-1 - at] != new[-1 - at]), most - first)
    return first, last


def _united(places: list[pygame.Rect]) -> list[pygame.Rect]:
    """Few places that do not overlap, which together hold all of `places`."""
    apart: list[pygame.Rect] = []
    for place in places:
        while (hit := place.collidelist(apart)) >= 0:
            place = place.union(apart.pop(hit))
        apart.append(place)
    return apart if len(apart) <= _MOST_PLACES else [apart[0].unionall(apart[1:])]


def draw_by(ground: "Ground", draw: Drawing, rect: pygame.Rect, key: Hashable) -> None:
    """Have something drawn by a function, on a surface now, on a list when it is shown; see :meth:`DrawList.by`."""
    if isinstance(ground, DrawList):
        ground.by(draw, rect, key)
    else:
        draw(ground, rect)


def part_of(ground: "Ground", rect: pygame.Rect) -> "Ground":
    """A part of a surface or of a list, with coordinates of its own."""
    return ground.part(rect) if isinstance(ground, DrawList) else ground.subsurface(rect)


class KeptPart:
    """Part of a frame that is put together anew only when its key has changed."""

    def __init__(self) -> None:
        self._key: Hashable = None
        self._steps: Steps | None = None

    def draw(self, ground: "Ground", key: Hashable, draw: Callable[[], None]) -> bool:
        """Draw with `draw`, or again what it drew on the same part of a list for an equal key (which may be None: never
        again); whether that could be done."""
        if not isinstance(ground, DrawList):
            draw()
            return False
        if key is not None:
            place = ground.offset, ground.get_size(), ground.whole, tuple(ground.get_clip())
            key = key, place, chosen(), looks.now()
        if key is not None and key == self._key and self._steps is not None:
            ground.again(self._steps)
            return True
        with ground.noted() as steps:
            draw()
        self._key, self._steps = key, steps()
        return False


Ground = pygame.Surface | DrawList
"""What a canvas draws on."""


def offset_of(ground: Ground) -> tuple[int, int]:
    """Where the upper left corner of a part lies on the whole."""
    return ground.offset if isinstance(ground, DrawList) else ground.get_abs_offset()
