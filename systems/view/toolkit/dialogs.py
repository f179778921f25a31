"""Modal dialogs: a panel over a dimmed screen with a title, a body and buttons; it fits every window."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, Protocol

import pygame

from systems.view.toolkit import looks, theme
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.controls import even_labels
from systems.view.toolkit.focus import Group, translate
from systems.view.toolkit.fonts import Colour
from systems.view.toolkit.scrolling import BAR_WIDTH, Scroller
from systems.view.toolkit.widgets import EMPTY, Button, Kind, UiEvent, Widget

_LOW = 500.0
"""Where less than this is seen, a dialog keeps smaller margins."""
_BUTTON_HEIGHT = 48.0
_BUTTON_GAP = 14.0
_LEAST_BUTTON = 132.0
_FADE = 22.0
# Room around the body inside its clip, for focus rings and shadows.
_BLEED = 10.0


class _Margins(NamedTuple):
    """What a dialog keeps free: around itself, within its edge, and for its title."""

    around: float
    padding: float
    title: float


_USUAL, _TIGHT = _Margins(24.0, 30.0, 56.0), _Margins(8.0, 18.0, 44.0)


class Body(Protocol):
    """What a dialog shows between its title and its buttons."""

    @property
    def widgets(self) -> Sequence[Widget]:
        """The widgets in it, in the order of Tab."""

    def height(self, canvas: Canvas, width: float) -> float:
        """Its height in units at a width."""

    def arrange(self, canvas: Canvas, box: Box) -> None:
        """Place its widgets in `box`, which is as high as `height` said and may be partly out of view."""

    def draw(self, canvas: Canvas, box: Box) -> None:
        """Draw everything but the widgets in `box`."""


class TextBody:
    """Paragraphs of text."""

    def __init__(self, words: str, size: float = theme.BODY, colour: Colour = theme.TEXT) -> None:
        self.words = words
        self.size = size
        self.colour = colour
        self.widgets: Sequence[Widget] = ()

    @property
    def said(self) -> Sequence[str]:
        """The paragraphs."""
        return self.words.split("\n") if type(self.words) is str else (self.words,)

    def height(self, canvas: Canvas, width: float) -> float:
        """The height of the wrapped text."""
        return canvas.paragraph_height(self.words, width, self.size)

    def arrange(self, canvas: Canvas, box: Box) -> None:
        """There is nothing to place."""

    def draw(self, canvas: Canvas, box: Box) -> None:
        """Draw the text."""
        canvas.paragraph(self.words, box, self.size, self.colour)


class ColumnBody:
    """Widgets one below another, all as wide as the dialog, after an optional introduction."""

    def __init__(
        self,
        widgets: Sequence[Widget],
        words: str = "",
        row_height: float = theme.ROW_HEIGHT,
        gap: float = theme.GAP,
    ) -> None:
        self.widgets = widgets
        self.words = words
        self.row_height = row_height
        self.gap = gap

    @property
    def said(self) -> Sequence[str]:
        """The introduction."""
        return (self.words,) if self.words else ()

    def height(self, canvas: Canvas, width: float) -> float:
        """The height of the introduction and all rows."""
        rows = len(self.widgets) * (self.row_height + self.gap) - self.gap
        return self._introduction(canvas, width) + max(0.0, rows)

    def arrange(self, canvas: Canvas, box: Box) -> None:
        """Give each widget a row."""
        y = box.y + self._introduction(canvas, box.w)
        for widget in self.widgets:
            widget.box = Box(box.x, y, box.w, self.row_height)
            y += self.row_height + self.gap
        even_labels(canvas, self.widgets)

    def draw(self, canvas: Canvas, box: Box) -> None:
        """Draw the introduction."""
        if self.words:
            canvas.paragraph(self.words, box)

    def _introduction(self, canvas: Canvas, width: float) -> float:
        return canvas.paragraph_height(self.words, width) + self.gap if self.words else 0.0


class SectionsBody:
    """Widgets in sections, each below its heading, in two columns that are filled as the sections are given, so that
    both become about as high; in one where there is no room for two."""

    _BETWEEN = 44.0
    _LEAST_OF_TWO = 800.0
    """Narrower than this there is one column."""
    _HEADING = 42.0
    _GAP = 6.0

    def __init__(self, sections: Sequence[tuple[str, Sequence[Widget]]]) -> None:
        """Sections, the left ones first; the keyboard goes through them in that order."""
        self.widgets = [widget for _, widgets in sections for widget in widgets]
        columns: tuple[list[_Section], list[_Section]] = ([], [])
        for section in sections:
            full = sum(len(widgets) for _, widgets in columns[0]) >= len(self.widgets) / 2
            columns[full].append(section)
        self._columns = columns

    def height(self, canvas: Canvas, width: float) -> float:
        """The height of the higher column."""
        columns = self._columns_in(width)
        return max(sum(self._section_height(widgets) for _, widgets in column) for column in columns)

    def _columns_in(self, width: float) -> "Sequence[Sequence[_Section]]":
        """The sections of every column at a width."""
        return [[*self._columns[0], *self._columns[1]]] if width < self._LEAST_OF_TWO else self._columns

    def _section_height(self, widgets: Sequence[Widget]) -> float:
        return self._HEADING + len(widgets) * (theme.ROW_HEIGHT + self._GAP)

    def arrange(self, canvas: Canvas, box: Box) -> None:
        """Give each widget a row of its column."""
        for place, (_, widgets) in self._places(box):
            y = place.y + self._HEADING
            for widget in widgets:
                widget.box = Box(place.x, y, place.w, theme.ROW_HEIGHT)
                y += theme.ROW_HEIGHT + self._GAP
        even_labels(canvas, self.widgets)

    def draw(self, canvas: Canvas, box: Box) -> None:
        """Draw the headings."""
        for place, (heading, _) in self._places(box):
            canvas.text(heading, place.x, place.y + 4, theme.SECTION, theme.HEADING, "serif", max_width=place.w)

    def _places(self, box: Box) -> Iterator[tuple[Box, "_Section"]]:
        """The sections, each with the box from its heading on."""
        columns = self._columns_in(box.w)
        for column, sections in zip(box.columns(len(columns), self._BETWEEN), columns, strict=True):
            y = box.y
            for section in sections:
                height = self._section_height(section[1])
                yield Box(column.x, y, column.w, height), section
                y += height


_Section = tuple[str, Sequence[Widget]]


class Dialog:
    """A modal panel; while it is open, give it every event and draw it last.

    A press of a button closes the dialog (`is_open` turns false) and then does what the button does, unless the button
    is in `keep_open`; its `on_press` is wrapped for that, so set it before. Escape presses `cancel`, by default the
    first button that is not primary, else the first; without buttons it just closes. Enter presses the primary button
    while no widget is in focus. With a `place` it stands in the middle of that box, over a screen that is not dimmed.
    Nothing is pressed in its first `rest` seconds: a key or click then was meant for what was there before.
    """

    def __init__(
        self,
        title: str,
        body: Body | str,
        buttons: Sequence[Button] = (),
        *,
        width: float = 580.0,
        cancel: Button | None = None,
        keep_open: Sequence[Button] = (),
        place: Box | None = None,
    ) -> None:
        self.rest = 0.0
        self.title = title
        self.body: Body = TextBody(body) if isinstance(body, str) else body
        self.buttons = list(buttons)
        self.width = width
        self.place = place
        self.cancel = cancel or _first_safe(self.buttons)
        self.is_open = True
        self.group = Group([*self.body.widgets, *self.buttons])
        self.scroller = Scroller()
        self.panel = EMPTY
        self._margins = _USUAL
        for button in self.buttons:
            if button not in keep_open:
                button.on_press = self._closing(button.on_press)

    @property
    def default(self) -> Button | None:
        """The button that Enter presses: the primary one, if it is enabled."""
        return next((each for each in self.buttons if each.style == "primary" and each.enabled), None)

    def close(self) -> None:
        """Close without pressing anything."""
        self.is_open = False

    def handle(self, event: pygame.event.Event, canvas: Canvas) -> bool:
        """React to one of pygame's events; every event of the pointer or the keyboard is used up."""
        translated = translate(event, canvas, self.group.pointer)
        return translated is not None and self.handle_ui(translated, canvas)

    def handle_ui(self, event: UiEvent, canvas: Canvas) -> bool:
        """React to an event in units; always true, as nothing below may have it."""
        if not self.is_open:
            return False
        if self.rest > 0 and event.kind in (Kind.KEY, Kind.DOWN) and event.key != pygame.K_TAB:
            return True
        self.layout(canvas)
        capturing = self.group.focused is not None and self.group.focused.captures
        held = self.scroller.dragging
        if not capturing and (held or self._in_view(event)) and self.scroller.handle(event):
            self.group.pointer = event.at
        elif self.group.handle_ui(event, canvas):
            self._reveal_focused()
        elif event.kind is Kind.KEY:
            self._handle_key(event.key)
        self.layout(canvas)
        return True

    def update(self, dt: float) -> None:
        """Let `dt` seconds pass."""
        self.rest -= dt
        self.scroller.update(dt)
        self.group.update(dt)

    def layout(self, canvas: Canvas) -> None:
        """Place everything for the size of `canvas`; done before each event and drawing."""
        self._margins = _USUAL if canvas.view.h >= _LOW else _TIGHT
        room = Box(0.0, 0.0, min(self.width, canvas.view.w - 2 * self._margins.around), 0.0)
        inner_width = room.w - 2 * self._margins.padding
        rows = self._button_rows(canvas, inner_width)
        footer = len(rows) * (_BUTTON_HEIGHT + _BUTTON_GAP) - _BUTTON_GAP + self._margins.padding if rows else 0.0
        header = self._margins.padding - 6 + (self._margins.title if self.title else 0.0)
        around = header + footer + self._margins.padding - 4
        most = canvas.view.h - 2 * self._margins.around - around
        content = self.body.height(canvas, inner_width)
        if content > most:
            inner_width -= BAR_WIDTH + 8
            content = self.body.height(canvas, inner_width)
        view_height = min(content, most)
        middle = Box.around((self.place or canvas.view).centre, room.w, around + view_height)
        self.panel = middle.kept_in(canvas.view.inset(self._margins.around))
        left, top = self.panel.x + self._margins.padding, self.panel.y + header
        self.scroller.fit(Box(left, top, room.w - 2 * self._margins.padding, view_height), content)
        self._place_body(canvas, inner_width)
        self._place_buttons(rows)

    def draw(self, canvas: Canvas) -> None:
        """Dim the screen and draw the dialog over it."""
        self.layout(canvas)
        if self.place is None:
            canvas.dim()
        canvas.panel(self.panel, fill=theme.PANEL_SOLID, radius=18)
        if self.title:
            room = self.panel.w - 2 * self._margins.padding
            x, y = self.panel.x + self._margins.padding, self.panel.y + self._margins.padding + 12
            size = canvas.fitting_size(self.title, theme.TITLE, room, "serif", theme.BODY)
            canvas.text(self.title, x, y, size, theme.HEADING, "serif", "left", room, "middle")
        with canvas.clip(self._window):
            self.body.draw(canvas, self._body_box)
        self.group.draw_widgets(canvas)
        self._draw_fades(canvas)
        self.scroller.draw(canvas)
        self.group.draw_over(canvas)
        self.group.draw_hint(canvas)

    def _draw_fades(self, canvas: Canvas) -> None:
        """Let the body fade out at an edge beyond which there is more of it."""
        window, solid = self._window, looks.ground(theme.PANEL_SOLID)
        clear: Colour = (*solid[:3], 0)
        if self.scroller.offset > 1:
            canvas.shape(Box(window.x, window.y, window.w, _FADE), solid, clear, radius=0)
        if self.scroller.offset < self.scroller.limit - 1:
            canvas.shape(Box(window.x, window.bottom - _FADE, window.w, _FADE), clear, solid, radius=0)

    @property
    def _window(self) -> Box:
        """The part of the screen where the body is seen."""
        return self.scroller.view.inset(-_BLEED, -2 if self.scroller.limit else -_BLEED)

    def _place_body(self, canvas: Canvas, width: float) -> None:
        view, content = self.scroller.view, self.scroller.content
        self._body_box = Box(view.x, view.y - self.scroller.offset, width, content)
        self.body.arrange(canvas, self._body_box)
        for widget in self.body.widgets:
            widget.clip = self._window

    def _button_rows(self, canvas: Canvas, width: float) -> list[list[tuple[Button, float]]]:
        """The buttons with their widths, in as many rows as they need."""
        rows: list[list[tuple[Button, float]]] = []
        free = 0.0
        for button in self.buttons:
            wanted = min(width, max(_LEAST_BUTTON, button.natural_width(canvas)))
            if not rows or wanted > free:
                rows.append([])
                free = width
            rows[-1].append((button, wanted))
            free -= wanted + _BUTTON_GAP
        return rows

    def _place_buttons(self, rows: list[list[tuple[Button, float]]]) -> None:
        bottom = self.panel.bottom - self._margins.padding + 4
        y = bottom - len(rows) * (_BUTTON_HEIGHT + _BUTTON_GAP) + _BUTTON_GAP
        for row in rows:
            x = self.panel.right - self._margins.padding
            for button, width in reversed(row):
                x -= width
                button.box = Box(x, y, width, _BUTTON_HEIGHT)
                x -= _BUTTON_GAP
            y += _BUTTON_HEIGHT + _BUTTON_GAP

    def _in_view(self, event: UiEvent) -> bool:
        return self.scroller.view.inset(-_BLEED).contains(event.at)

    def _reveal_focused(self) -> None:
        focused = self.group.focused
        if self.group.by_keyboard and focused in self.body.widgets and focused is not None:
            top = focused.box.y - self._body_box.y
            self.scroller.reveal(top - _BLEED, top + focused.box.h + _BLEED)

    def _handle_key(self, key: int) -> None:
        if key == pygame.K_ESCAPE:
            if self.cancel is None:
                self.close()
            elif self.cancel.enabled:
                self.cancel.activate()
        elif key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            if self.default is not None:
                self.default.press_by_key()
        elif key in (pygame.K_UP, pygame.K_DOWN):
            self.scroller.to(self.scroller.target + (48 if key == pygame.K_DOWN else -48))
        else:
            self.scroller.key(key)

    def _closing(self, on_press: Callable[[], None] | None) -> Callable[[], None]:
        def press() -> None:
            self.close()
            if on_press is not None:
                on_press()

        return press


def _first_safe(buttons: Sequence[Button]) -> Button | None:
    return next((button for button in buttons if button.style != "primary"), buttons[0] if buttons else None)
