"""Controls for one value: picking one of many, and a line of text."""

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar, Unpack

import pygame

from systems.view.toolkit import looks, theme
from systems.view.toolkit.canvas import Box, Canvas, Point
from systems.view.toolkit.controls import Labelled, Looks
from systems.view.toolkit.scrolling import BAR_WIDTH, RowState, ScrollList, draw_row_ground
from systems.view.toolkit.widgets import EMPTY, PRESS_KEYS, Kind, UiEvent

Value = TypeVar("Value")

_OPTION_HEIGHT = 40.0
_MOST_OPTIONS = 9
_ARROW_WIDTH = 36.0
_AROUND_OPTION = 48.0
"""What the margin of an option's name and its tick take of its width."""
_BLINK_SECONDS = 0.53
_LEFT_ARROW = ((0.62, 0.2), (0.34, 0.5), (0.62, 0.8))
_RIGHT_ARROW = ((0.38, 0.2), (0.66, 0.5), (0.38, 0.8))
_TICK = ((0.16, 0.54), (0.42, 0.78), (0.86, 0.24))


class Choice(Labelled, Generic[Value]):
    """Picks one of `options`, pairs of a value and its name: arrows step round, a click opens a list.

    `index` is the option picked; `on_change` gets the value of each newly picked one. ValueError without options
    or if `value` is none of them.
    """

    def __init__(
        self,
        label: str,
        options: Sequence[tuple[Value, str]],
        value: Value | None = None,
        on_change: Callable[[Value], None] | None = None,
        box: Box = EMPTY,
        **looks: Unpack[Looks],
    ) -> None:
        super().__init__(label, box, **looks)
        self.on_change = on_change
        self.options: list[tuple[Value, str]] = []
        self.index = 0
        self.open = False
        self._pointed: str | None = None
        self._list = ScrollList(self._draw_option, selectable=True)
        self.set_options(options, value)

    @property
    def value(self) -> Value:
        """The value picked."""
        return self.options[self.index][0]

    @property
    def captures(self) -> bool:
        """Whether the list is open."""
        return self.open

    def set_options(self, options: Sequence[tuple[Value, str]], value: Value | None = None) -> None:
        """Replace the options and pick `value`, or the first if None; `on_change` is not told."""
        if not options:
            raise ValueError("a choice needs at least one option")
        values = [each for each, _ in options]
        self.index = 0 if value is None else values.index(value)
        self.options = list(options)
        self.open = False
        self._list.set_heights([_OPTION_HEIGHT] * len(options))

    def pick(self, index: int) -> None:
        """Pick option `index`, counted round past both ends, and tell `on_change` if it is another."""
        index %= len(self.options)
        if index != self.index:
            self.index = index
            if self.on_change is not None:
                self.on_change(self.value)

    def update(self, dt: float) -> None:
        """Animate the open list too."""
        super().update(dt)
        self._list.hovered = self.open
        self._list.update(dt)

    def handle(self, event: UiEvent, canvas: Canvas) -> bool:
        """While the list is open everything goes to it."""
        if self.open and self.enabled:
            return self._handle_open(event, canvas)
        return super().handle(event, canvas)

    def drag(self, at: Point, canvas: Canvas) -> None:
        """Keep what was pressed: an arrow, or the middle."""
        del canvas
        self._pointed = self._part(at)

    def activate(self) -> None:
        """Step if an arrow was pressed, else open the list."""
        step = {"left": -1, "right": 1}.get(self._pointed or "", 0)
        self._pointed = None
        if step:
            self.pick(self.index + step)
        else:
            self._show()

    def key(self, event: UiEvent, canvas: Canvas) -> bool:
        """Left and right step round; Enter and Space open the list."""
        step = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}.get(event.key, 0)
        if step:
            self.pick(self.index + step)
            return True
        return super().key(event, canvas)

    def hit(self, point: Point) -> bool:
        """Only the control answers, not the label."""
        return super().hit(point) and self.control.contains(point)

    def draw(self, canvas: Canvas) -> None:
        """Draw the label and the picked option between its arrows."""
        self.draw_label(canvas)
        box = self.control
        skin = theme.DISABLED
        if self.enabled:
            skin = theme.mix_skins(theme.FIELD, theme.FIELD_HOVER, 1.0 if self.open else self.hover.level)
        canvas.shape(box, skin.fill, skin.low, skin.rim, theme.HAIRLINE, self.radius)
        for points, x in ((_LEFT_ARROW, box.x + 20), (_RIGHT_ARROW, box.right - 20)):
            canvas.stroke(points, (x, box.centre[1]), 18, theme.GOLD if self.enabled else skin.ink)
        room = box.w - 2 * _ARROW_WIDTH
        name = self.options[self.index][1]
        canvas.text(name, *box.centre, theme.BODY, skin.ink, align="centre", max_width=room, vertical="middle")

    def draw_over(self, canvas: Canvas) -> None:
        """Draw the open list."""
        if self.open:
            self._place(canvas)
            frame = self._list.box.inset(-6)
            canvas.panel(frame, fill=theme.PANEL_SOLID, radius=self.radius + 2)
            self._list.draw(canvas)

    def _part(self, at: Point) -> str:
        if at[0] < self.control.x + _ARROW_WIDTH:
            return "left"
        return "right" if at[0] >= self.control.right - _ARROW_WIDTH else "middle"

    def _show(self) -> None:
        self.open = True
        self._list.selected = self.index

    def _place(self, canvas: Canvas) -> None:
        """Put the list below the control, above it if there is more room there, always on the screen."""
        control, margin = self.control, 16.0
        below = canvas.view.bottom - control.bottom - 2 * margin
        above = control.y - canvas.view.y - 2 * margin
        wanted = _OPTION_HEIGHT * min(_MOST_OPTIONS, len(self.options))
        upwards = wanted > below and above > below
        height = max(_OPTION_HEIGHT, min(wanted, above if upwards else below))
        y = control.y - margin - height if upwards else control.bottom + margin
        fresh = self._list.box == EMPTY
        width = max(control.w - 12, min(self._widest(canvas), canvas.view.w - 2 * margin))
        x = min(control.x + 6, canvas.view.right - margin - width)
        self._list.box = Box(x, y, width, height)
        if fresh:
            self._list.scroller.fit(self._list.box, _OPTION_HEIGHT * len(self.options))
            above_middle = (self._list.box.h - _OPTION_HEIGHT) / 2
            self._list.scroller.to(_OPTION_HEIGHT * self.index - above_middle, at_once=True)

    def _widest(self, canvas: Canvas) -> float:
        """The width of a list in which every name is whole, beside its tick and bar."""
        return max(canvas.text_size(name, theme.BODY)[0] for _, name in self.options) + _AROUND_OPTION + BAR_WIDTH + 8

    def _handle_open(self, event: UiEvent, canvas: Canvas) -> bool:
        self._place(canvas)
        if event.kind is Kind.DOWN and not self._list.scroller.bar.contains(event.at):
            row = self._list.row_at(event.at)
            self._close(row)
        elif event.kind is Kind.KEY and event.key in PRESS_KEYS:
            self._close(self._list.selected)
        elif event.kind is Kind.KEY and event.key in (pygame.K_ESCAPE, pygame.K_TAB):
            self._close(None)
        else:
            self._list.handle(event, canvas)
        return True

    def _close(self, index: int | None) -> None:
        self.open = False
        self.pressed = False
        self._list.box = EMPTY
        if index is not None:
            self.pick(index)

    def _draw_option(self, canvas: Canvas, box: Box, index: int, state: RowState) -> None:
        draw_row_ground(canvas, box.inset(0, 1), state)
        name, middle = self.options[index][1], box.centre[1]
        canvas.text(name, box.x + 14, middle, theme.BODY, max_width=box.w - _AROUND_OPTION, vertical="middle")
        if index == self.index:
            canvas.stroke(_TICK, (box.right - 18, middle), 16, theme.GOLD)


def _clipboard_text() -> str:
    """What is on the clipboard, empty where there is none."""
    try:
        return pygame.scrap.get_text()
    except pygame.error:
        return ""


class TextField(Labelled):
    """One line of text, such as a seed or a file name.

    `on_change` gets the text after each change, `on_submit` on Enter. Typing past `max_length` and, with
    `digits_only`, anything but digits is left out.
    """

    cursor = pygame.SYSTEM_CURSOR_IBEAM

    def __init__(
        self,
        label: str = "",
        text: str = "",
        on_change: Callable[[str], None] | None = None,
        box: Box = EMPTY,
        *,
        on_submit: Callable[[str], None] | None = None,
        digits_only: bool = False,
        max_length: int = 64,
        placeholder: str = "",
        **looks: Unpack[Looks],
    ) -> None:
        super().__init__(label, box, **looks)
        self.digits_only = digits_only
        self.max_length = max_length
        self.placeholder = placeholder
        self.on_change = on_change
        self.on_submit = on_submit
        self.clipboard = _clipboard_text
        self.text = self._allowed(text)[:max_length]
        self.caret = len(self.text)
        self._shift = 0.0
        self._blink = 0.0

    def set(self, text: str) -> None:
        """Replace the text, put the caret at its end and tell `on_change` if it differs."""
        self._replace(self._allowed(text)[: self.max_length], self.max_length)

    def insert(self, words: str) -> None:
        """Insert what of `words` is allowed and fits at the caret."""
        words = self._allowed(words)[: self.max_length - len(self.text)]
        before, after = self.text[: self.caret], self.text[self.caret :]
        self._replace(before + words + after, self.caret + len(words))

    def update(self, dt: float) -> None:
        """Blink the caret."""
        super().update(dt)
        self._blink = (self._blink + dt) % (2 * _BLINK_SECONDS)

    def handle(self, event: UiEvent, canvas: Canvas) -> bool:
        """Take typed text too."""
        if event.kind is Kind.TEXT and self.enabled:
            self.insert(event.text)
            return True
        return super().handle(event, canvas)

    def drag(self, at: Point, canvas: Canvas) -> None:
        """Put the caret where the pointer is."""
        x = at[0] - self._inner.x + self._shift
        widths = [self._width(canvas, end) for end in range(len(self.text) + 1)]
        self._move(min(range(len(widths)), key=lambda end: abs(widths[end] - x)))

    def key(self, event: UiEvent, canvas: Canvas) -> bool:
        """Move the caret, delete, paste, submit; letters are used up here, as they also come as text."""
        if event.mods & (pygame.KMOD_CTRL | pygame.KMOD_META):
            if event.key == pygame.K_v:
                self.insert(self.clipboard())
            return event.key == pygame.K_v
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            if self.on_submit is not None:
                self.on_submit(self.text)
            return self.on_submit is not None
        return self._edit(event.key) or 32 <= event.key < 127

    def hit(self, point: Point) -> bool:
        """Only the control answers, not the label."""
        return super().hit(point) and self.control.contains(point)

    def draw(self, canvas: Canvas) -> None:
        """Draw the field with as much of the text as fits around the caret."""
        self.draw_label(canvas)
        skin = theme.DISABLED
        if self.enabled:
            skin = theme.mix_skins(theme.FIELD, theme.FIELD_HOVER, 1.0 if self.focused else self.hover.level)
        canvas.shape(self.control, skin.fill, skin.low, skin.rim, theme.HAIRLINE, self.radius)
        inner, middle = self._inner, self.control.centre[1]
        self._scroll_to_caret(canvas)
        with canvas.clip(inner.inset(-2, 0)):
            if self.text:
                canvas.text(self.text, inner.x - self._shift, middle, theme.BODY, skin.ink, vertical="middle")
            elif not self.focused:
                canvas.text(
                    self.placeholder, inner.x, middle, theme.BODY, theme.FAINT, "sans-italic",
                    max_width=inner.w, vertical="middle",
                )  # fmt: skip
            if self.focused and self.enabled and (looks.now().still or self._blink < _BLINK_SECONDS):
                x = inner.x - self._shift + self._width(canvas, self.caret)
                canvas.shape(Box(x - 0.8, middle - 12, 1.8, 24), theme.FOCUS, radius=0.5)

    @property
    def _inner(self) -> Box:
        return self.control.inset(14, 4)

    def _allowed(self, words: str) -> str:
        return "".join(c for c in words if c.isprintable() and (not self.digits_only or c in "0123456789"))

    def _width(self, canvas: Canvas, end: int) -> float:
        return canvas.text_size(self.text[:end], theme.BODY)[0]

    def _scroll_to_caret(self, canvas: Canvas) -> None:
        caret, room = self._width(canvas, self.caret), self._inner.w
        longest = max(0.0, self._width(canvas, len(self.text)) - room)
        self._shift = min(longest, max(caret - room, min(self._shift, caret)))

    def _move(self, caret: int) -> None:
        self.caret = min(len(self.text), max(0, caret))
        self._blink = 0.0

    def _replace(self, text: str, caret: int) -> None:
        changed = text != self.text
        self.text = text
        self._move(caret)
        if changed and self.on_change is not None:
            self.on_change(text)

    def _edit(self, key: int) -> bool:
        """Do what an editing key does; return whether `key` is one."""
        text, caret = self.text, self.caret
        if key == pygame.K_BACKSPACE and caret:
            self._replace(text[: caret - 1] + text[caret:], caret - 1)
        elif key == pygame.K_DELETE:
            self._replace(text[:caret] + text[caret + 1 :], caret)
        targets = {
            pygame.K_LEFT: caret - 1,
            pygame.K_RIGHT: caret + 1,
            pygame.K_HOME: 0,
            pygame.K_END: len(text),
        }
        if key in targets:
            self._move(targets[key])
        return key in targets or key in (pygame.K_BACKSPACE, pygame.K_DELETE)
