"""Scrolling: a view on something taller, with wheel, drag bar and keys, and a list of rows."""

from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

import pygame

from systems.view.toolkit import looks, theme
from systems.view.toolkit.canvas import Box, Canvas, Point
from systems.view.toolkit.draw_list import draw_by
from systems.view.toolkit.widgets import EMPTY, PRESS_KEYS, Kind, UiEvent, Widget

BAR_WIDTH = 10.0
_GUTTER = BAR_WIDTH + 6
_LEAST_THUMB = 28.0
_WHEEL_STEP = 56.0
_EASE_PER_SECOND = 18.0
_FADE = 18.0
"""How far from an edge rows fade that go on behind it."""


class Scroller:
    """How far a view of height `view.h` is scrolled down something `content` units high.

    `target` is where it is going and `offset`, which follows smoothly unless nothing may move, what is shown; both stay
    within the limits.
    """

    def __init__(self) -> None:
        self.view = EMPTY
        self.content = 0.0
        self.target = 0.0
        self.offset = 0.0
        self._grip: float | None = None

    @property
    def limit(self) -> float:
        """The greatest offset; 0 when everything fits."""
        return max(0.0, self.content - self.view.h)

    @property
    def at_end(self) -> bool:
        """Whether the end of the content is, or is about to be, in view."""
        return self.target >= self.limit - 1.0

    @property
    def dragging(self) -> bool:
        """Whether the pointer holds the bar."""
        return self._grip is not None

    @property
    def bar(self) -> Box:
        """Where the bar moves: the right edge of the view."""
        return Box(self.view.right - BAR_WIDTH, self.view.y, BAR_WIDTH, self.view.h)

    @property
    def thumb(self) -> Box:
        """The part of the bar that stands for the view."""
        bar = self.bar
        height = min(bar.h, max(_LEAST_THUMB, bar.h * bar.h / max(1.0, self.content)))
        share = self.offset / self.limit if self.limit else 0.0
        return Box(bar.x, bar.y + (bar.h - height) * share, bar.w, height)

    def fit(self, view: Box, content: float) -> None:
        """Set the view and the height of the content; hold the offset within the new limits."""
        self.view, self.content = view, content
        self.target = min(self.limit, max(0.0, self.target))
        self.offset = min(self.limit, max(0.0, self.offset))

    def to(self, offset: float, at_once: bool = False) -> None:
        """Scroll to `offset`, held within the limits."""
        self.target = min(self.limit, max(0.0, offset))
        if at_once or looks.now().still:
            self.offset = self.target

    def reveal(self, top: float, bottom: float) -> None:
        """Scroll as little as shows the content from `top` to `bottom`."""
        if top < self.target:
            self.to(top)
        elif bottom > self.target + self.view.h:
            self.to(bottom - self.view.h)

    def update(self, dt: float) -> None:
        """Let the offset follow its target for `dt` seconds."""
        gap = self.target - self.offset
        at_once = abs(gap) < 0.5 or looks.now().still
        self.offset = self.target if at_once else self.offset + gap * min(1.0, dt * _EASE_PER_SECOND)

    def handle(self, event: UiEvent) -> bool:
        """Use the wheel over the view and drags of the bar."""
        if event.kind is Kind.WHEEL and self.limit:
            self.to(self.target - event.amount * _WHEEL_STEP)
            return True
        if event.kind is Kind.DOWN and self.limit and self.bar.inset(-6, 0).contains(event.at):
            self._grab(event.at)
            return True
        if event.kind is Kind.MOVE and self._grip is not None:
            self._drag(event.at)
            return True
        if event.kind is Kind.UP and self._grip is not None:
            self._grip = None
            return True
        return False

    def key(self, key: int) -> bool:
        """Use the page keys, Home and End; return whether `key` was one of them and there is anything to scroll."""
        page = max(_LEAST_THUMB, self.view.h * 0.85)
        targets = {
            pygame.K_PAGEUP: self.target - page,
            pygame.K_PAGEDOWN: self.target + page,
            pygame.K_HOME: 0.0,
            pygame.K_END: self.limit,
        }
        if key not in targets or not self.limit:
            return False
        self.to(targets[key])
        return True

    def draw(self, canvas: Canvas, lit: float = 0.0) -> None:
        """Draw the bar if there is anything to scroll; `lit` (0..1) brightens it."""
        if not self.limit:
            return
        canvas.shape(self.bar.inset(2, 0), (255, 236, 200, 22), radius=3)
        lit = 1.0 if self.dragging else lit
        colour = theme.mix((176, 138, 86, 190), (236, 190, 110, 255), lit)
        canvas.shape(self.thumb.inset(1.5 - lit / 2, 0), colour, radius=4)

    def _grab(self, at: Point) -> None:
        thumb = self.thumb
        # Beside the thumb: bring its middle under the pointer first.
        self._grip = at[1] - thumb.y if thumb.inset(-6, 0).contains(at) else thumb.h / 2
        self._drag(at)

    def _drag(self, at: Point) -> None:
        free = self.bar.h - self.thumb.h
        if free > 0 and self._grip is not None:
            self.to((at[1] - self._grip - self.bar.y) / free * self.limit, at_once=True)


@dataclass(frozen=True, slots=True)
class RowState:
    """How a row is to look."""

    hovered: bool
    selected: bool


DrawRow = Callable[[Canvas, Box, int, RowState], None]


class ScrollList(Widget):
    """Rows of different heights (in units), drawn by `draw_row(canvas, box, index, state)`.

    `hover_index` and `selected` are row numbers or None. Rows can be selected only if `selectable`; then a click
    or an arrow key calls `on_select`, a click or Enter `on_press`, and a change of the row under the pointer
    `on_hover`. With `follow_end` the view stays at the end when rows are added or the box changes while the end is in
    view, as in a log.
    """

    keeps_keys = True
    cursor = pygame.SYSTEM_CURSOR_ARROW

    def __init__(
        self,
        draw_row: DrawRow,
        heights: Iterable[float] = (),
        box: Box = EMPTY,
        *,
        selectable: bool = False,
        follow_end: bool = False,
        on_select: Callable[[int], None] | None = None,
        on_press: Callable[[int], None] | None = None,
        on_hover: Callable[[int | None], None] | None = None,
        hint: str = "",
    ) -> None:
        super().__init__(box, hint=hint)
        self.draw_row = draw_row
        self.selectable = selectable
        self.follow_end = follow_end
        self.on_select = on_select
        self.on_press = on_press
        self.on_hover = on_hover
        self.hover_index: int | None = None
        self.selected: int | None = None
        self.told: Callable[[int], str] | None = None
        """What a row says, for whoever does not see it."""
        self.content: Hashable = None
        """All that its rows show, where whoever draws them says so; see `look`."""
        self.scroller = Scroller()
        self._tops: list[float] = [0.0]
        self._set = 0
        """How often heights have been set."""
        self.set_heights(heights)

    def __len__(self) -> int:
        return len(self._tops) - 1

    @property
    def takes_focus(self) -> bool:
        """Whether there is anything to do with the keyboard."""
        return super().takes_focus and (self.selectable or self.scroller.limit > 0)

    def set_heights(self, heights: Iterable[float]) -> None:
        """Set the number of rows and their heights; a selected row that is gone is no longer selected."""
        self._tops = list(accumulate(heights, initial=0.0))
        self._set += 1
        self._fit()
        if self.selected is not None and self.selected >= len(self):
            self.selected = None
        self._set_hover(None)

    def add_heights(self, heights: Iterable[float]) -> None:
        """Add rows of these heights at the end; all others stay as they are."""
        self._tops[-1:] = accumulate(heights, initial=self._tops[-1])
        self._set += 1
        self._fit()

    @property
    def least_width(self) -> float:
        """The width of the rows when the bar shows: what is measured with it fits in any case."""
        return self.box.w - _GUTTER

    def row_box(self, index: int) -> Box:
        """Where row `index` is now, also when out of view; IndexError if there is none."""
        top, bottom = self._tops[index], self._tops[index + 1]
        gutter = _GUTTER if self.scroller.limit else 0.0
        return Box(self.box.x, self.box.y + top - self.scroller.offset, self.box.w - gutter, bottom - top)

    def row_at(self, point: Point) -> int | None:
        """The row at `point`, or None beside the rows."""
        if not self.hit(point):
            return None
        depth = point[1] - self.box.y + self.scroller.offset
        index = bisect_right(self._tops, depth) - 1
        return index if 0 <= index < len(self) and self.row_box(index).contains(point) else None

    def select(self, index: int) -> None:
        """Select row `index`, bring it into view, once the list has a place, and tell `on_select`; IndexError if there
        is none."""
        self.reveal(index)
        self.selected = index
        if self.on_select is not None:
            self.on_select(index)

    def update(self, dt: float) -> None:
        """Scroll smoothly too; the row under a pointer that has left is no longer hovered."""
        super().update(dt)
        self._fit()
        self.scroller.update(dt)
        if not self.hovered:
            self._set_hover(None)

    def handle(self, event: UiEvent, canvas: Canvas) -> bool:
        """Scroll, hover and select."""
        self._fit()
        if self.scroller.handle(event):
            return True
        if event.kind is Kind.MOVE and self.selectable:
            self._set_hover(self.row_at(event.at))
        if event.kind is Kind.DOWN and self.selectable:
            row = self.row_at(event.at)
            if row is not None:
                self.select(row)
                if self.on_press is not None:
                    self.on_press(row)
                return True
        return event.kind is Kind.KEY and self.key(event, canvas)

    def key(self, event: UiEvent, canvas: Canvas) -> bool:
        """Page keys scroll; arrows select the next row, or scroll where rows cannot be selected; Enter presses the
        selected one."""
        if event.key in PRESS_KEYS and self.on_press is not None and self.selected is not None:
            self.on_press(self.selected)
            return True
        step = {pygame.K_UP: -1, pygame.K_DOWN: 1}.get(event.key, 0)
        if step and self.selectable and len(self):
            at = -1 if self.selected is None and step > 0 else (self.selected or 0)
            self.select(min(len(self) - 1, max(0, at + step)))
            return True
        if step and self.scroller.limit:
            self.scroller.to(self.scroller.target + step * _WHEEL_STEP)
            return True
        return self.scroller.key(event.key)

    def look(self) -> Hashable:
        """Its rows, as far as they are known, where they are, and which of them is pointed at."""
        if self.content is None:
            return None
        self._fit()
        scroller = self.scroller
        lit = scroller.dragging, self.hover.level, self.hover_index, self.selected
        return self.box, self.content, self._set, scroller.offset, lit

    def draw(self, canvas: Canvas) -> None:
        """Draw the rows in view and the bar."""
        self._fit()
        scroller = self.scroller
        with self._fading(canvas), canvas.clip(self.box):
            index = max(0, bisect_right(self._tops, scroller.offset) - 1)
            while index < len(self) and self._tops[index] < scroller.offset + self.box.h:
                state = RowState(index == self.hover_index, index == self.selected)
                self.draw_row(canvas, self.row_box(index), index, state)
                index += 1
        scroller.draw(canvas, self.hover.level)

    def _fit(self) -> None:
        scroller = self.scroller
        stays_at_end, resized = self.follow_end and scroller.at_end, scroller.view.h != self.box.h
        unplaced = not scroller.view.h
        scroller.fit(self.box, self._tops[-1])
        if stays_at_end:
            scroller.to(scroller.limit, at_once=resized)
        elif unplaced and self.box.h and self.selected is not None:
            self.reveal(self.selected)
            scroller.to(scroller.target, at_once=True)

    def reveal(self, index: int) -> None:
        """Bring a row into view, once the list has a place, clear of the edges at which rows fade as far as there is
        room."""
        top, bottom = self._tops[index], self._tops[index + 1]
        clear = max(0.0, min(_FADE, (self.scroller.view.h - (bottom - top)) / 2))
        if self.scroller.view.h:
            self.scroller.reveal(top - clear, bottom + clear)

    @contextmanager
    def _fading(self, canvas: Canvas) -> Iterator[None]:
        """Let what is drawn in a `with` block fade at the edges behind which there are more rows: what lay there before
        is drawn over it once more."""
        scroller, box = self.scroller, self.box
        above, below = (max(0.0, min(_FADE, more)) for more in (scroller.offset, scroller.limit - scroller.offset))
        width = box.w - _GUTTER
        edges = [
            (Box(box.x, box.y, width, above), True),
            (Box(box.x, box.bottom - below, width, below), False),
        ]
        parts = [(canvas.rect(edge).clip(canvas.surface.get_rect()), upper) for edge, upper in edges]
        grounds = [(_Ground(part.size, upper), part) for part, upper in parts if part.w > 0 and part.h > 0]
        for ground, part in grounds:
            draw_by(canvas.surface, ground.take, part, ("taken", ground.upper, part.size))
        yield
        for ground, part in grounds:
            draw_by(canvas.surface, ground.give, part, ("given", ground.upper, part.size))

    def _set_hover(self, index: int | None) -> None:
        if index != self.hover_index:
            self.hover_index = index
            if self.on_hover is not None:
                self.on_hover(index)


class _Ground:
    """What lies at an edge before rows are drawn over it."""

    def __init__(self, size: tuple[int, int], upper: bool) -> None:
        self.upper = upper
        self._picture = pygame.Surface(size, pygame.SRCALPHA, 32)

    def take(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """Keep what lies in a rectangle, the less of it the nearer to the rows."""
        self._picture.blit(surface, (0, 0), rect)
        self._picture.blit(_veil(rect.w, rect.h, self.upper), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)

    def give(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """Draw it there once more."""
        surface.blit(self._picture, rect)


@lru_cache(maxsize=64)
def _veil(width: int, height: int, upper: bool) -> pygame.Surface:
    """What a ground is multiplied with: whole at the outer edge, nothing at the inner one."""
    veil = pygame.Surface((width, height), pygame.SRCALPHA, 32)
    for line in range(height):
        opaque = round(255 * (1 - line / height))
        veil.fill((255, 255, 255, opaque), (0, line if upper else height - 1 - line, width, 1))
    return veil


def draw_row_ground(canvas: Canvas, box: Box, state: RowState, radius: float = 8.0) -> None:
    """Draw the usual ground of a row: nothing at rest, lighter when hovered, a gold rim when selected."""
    if state.selected:
        canvas.shape(box, (120, 44, 54, 190), rim=(220, 174, 96, 220), rim_width=1.4, radius=radius)
    elif state.hovered:
        canvas.shape(box, (255, 236, 200, 26), radius=radius)
