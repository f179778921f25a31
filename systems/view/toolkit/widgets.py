"""Widgets that keep their state, for the pointer and the keyboard: what they share, and buttons.

A widget lives in a `focus.Group`, which turns pygame's events into `UiEvent`s in units, knows what the pointer
is over and which widget has the keyboard, and draws hints and the focus ring. Nothing here reads a clock: time
comes through `update(dt)` in seconds.
"""

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache
from typing import Literal

import pygame

from game.rules.translation import translated
from systems.view.toolkit import drawings, looks, theme
from systems.view.toolkit.canvas import Align, Box, Canvas, Point
from systems.view.toolkit.draw_list import KeptPart
from systems.view.toolkit.fonts import Colour
from systems.view.toolkit.theme import Skin

Style = Literal["primary", "gilt", "plain", "quiet"]
Icon = Callable[[int, Colour], pygame.Surface]
"""Makes an icon of a size in pixels in a colour."""

PRESS_KEYS = frozenset({pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE})
NOWHERE: Point = (-1e9, -1e9)
EMPTY = Box(0.0, 0.0, 0.0, 0.0)
_BLEND_STEPS = 8
_ICON_SHARE = 0.62
"""How much of a button's lesser side its bare icon takes at most, so that it keeps clear of the frame."""
_LEAST_IN_ONE_LINE = theme.SMALL
"""A label that would have to be smaller than this is broken, where it may be."""
_LEAST = 10.0
"""Letters are no smaller than this to have buttons that belong together alike."""
_BROKEN_PADDING = 7.0


@cache
def icon(name: str) -> Icon:
    """A sign as buttons take it."""
    return lambda size, ink: drawings.icon(name, size, (ink[0], ink[1], ink[2]))


class Kind(Enum):
    """What happened."""

    MOVE = auto()
    DOWN = auto()
    UP = auto()
    WHEEL = auto()
    KEY = auto()
    KEY_UP = auto()
    TEXT = auto()


@dataclass(frozen=True, slots=True)
class UiEvent:
    """An event with its place in units.

    `key` and `mods` are pygame's key code and modifier bits (KEY; any KEY_UP ends a repetition), `text` what was typed
    (TEXT), `amount` the notches turned away from the user (WHEEL). DOWN and UP are the main button's.
    """

    kind: Kind
    at: Point = NOWHERE
    key: int = 0
    mods: int = 0
    text: str = ""
    amount: float = 0.0


class Blend:
    """A number that eases between 0 and 1 in `theme.BLEND_SECONDS`, or is at once what it will be."""

    def __init__(self) -> None:
        self.value = 0.0

    def toward(self, on: bool, dt: float) -> None:
        """Move towards 1 if `on`, else towards 0."""
        if self.value == on:
            return
        step = 1.0 if looks.now().still else dt / theme.BLEND_SECONDS
        self.value = min(1.0, self.value + step) if on else max(0.0, self.value - step)

    def start(self) -> None:
        """Begin at 1, from which it eases to 0."""
        self.value = 0.0 if looks.now().still else 1.0

    @property
    def level(self) -> float:
        """The eased value in eighths: few steps, so that each look is rasterised once and kept."""
        eased = self.value * self.value * (3 - 2 * self.value)
        return round(eased * _BLEND_STEPS) / _BLEND_STEPS


class Widget:
    """Something in a box that can be pointed at and pressed.

    `hint` is shown when the pointer rests on it: the shortcut, or why it is disabled. `on_refused` gets the hint
    when a disabled widget is pressed; without it the hint is shown. `clip`, where set, is the part of the screen it may
    be seen and hit in.
    """

    focusable = True
    keeps_keys = False
    """Whether it takes keys after a click too, not only once the keyboard has chosen it."""
    cursor = pygame.SYSTEM_CURSOR_HAND
    radius = theme.BUTTON_RADIUS

    def __init__(self, box: Box = EMPTY, *, hint: str = "", enabled: bool = True) -> None:
        self.box = box
        self.hint = hint
        self.enabled = enabled
        self.visible = True
        self.clip: Box | None = None
        self.shortcut = ""
        self.on_refused: Callable[[str], None] | None = None
        self.hovered = False
        self.pressed = False
        self.focused = False
        self.hover = Blend()
        self.press = Blend()
        self.drawn = KeptPart()
        """What it drew last, for whoever draws it."""

    @property
    def takes_focus(self) -> bool:
        """Whether Tab stops here."""
        return self.focusable and self.visible and self.enabled

    @property
    def captures(self) -> bool:
        """Whether it takes every event for now, as with an open list."""
        return False

    def hit(self, point: Point) -> bool:
        """Whether `point` is on the part of the widget that can be seen."""
        inside = self.clip is None or self.clip.contains(point)
        return self.visible and inside and self.box.contains(point)

    def update(self, dt: float) -> None:
        """Let `dt` seconds pass."""
        self.hover.toward(self.hovered and self.enabled, dt)
        self.press.toward(self.pressed and self.hovered and self.enabled, dt)

    def handle(self, event: UiEvent, canvas: Canvas) -> bool:
        """React to an event meant for this widget; return whether it was used."""
        if not self.enabled:
            return self._refuse(event)
        if event.kind is Kind.DOWN and self.hit(event.at):
            self.pressed = True
            self.drag(event.at, canvas)
            return True
        if event.kind is Kind.MOVE and self.pressed:
            self.drag(event.at, canvas)
            return True
        if event.kind is Kind.UP and self.pressed:
            self.pressed = False
            if self.hit(event.at):
                self.activate()
            return True
        return event.kind is Kind.KEY and self.key(event, canvas)

    def key(self, event: UiEvent, canvas: Canvas) -> bool:
        """React to a key while having the keyboard; return whether it was used."""
        if event.key not in PRESS_KEYS:
            return False
        self.press_by_key()
        return True

    def press_by_key(self) -> None:
        """Activate as a key does, with the look of a press that fades."""
        self.press.start()
        self.activate()

    def activate(self) -> None:
        """Do what a press does; here nothing."""

    def drag(self, at: Point, canvas: Canvas) -> None:
        """React to the pressed pointer at `at`; here nothing."""

    def look(self) -> Hashable:
        """All that `draw` depends on beside the canvas: while it is the same, what was drawn is drawn again. None, as
        here, where it is drawn anew in every frame."""
        return None

    def draw(self, canvas: Canvas) -> None:
        """Draw the widget in its box; here nothing."""

    def draw_over(self, canvas: Canvas) -> None:
        """Draw what lies over all other widgets, such as an open list; here nothing."""

    def draw_focus(self, canvas: Canvas) -> None:
        """Draw the ring that tells which widget has the keyboard."""
        canvas.ring(self.box.inset(-5), radius=self.radius + 5)

    def _refuse(self, event: UiEvent) -> bool:
        self.pressed = False
        if event.kind is not Kind.DOWN:
            return False
        if self.on_refused is not None:
            self.on_refused(self.hint)
        return True


_BUTTON_SKINS: dict[Style, tuple[Skin, Skin, Skin, Skin]] = {
    "primary": (theme.PRIMARY, theme.PRIMARY_HOVER, theme.PRIMARY_PRESSED, theme.DISABLED),
    "gilt": (theme.GILT, theme.GILT_HOVER, theme.GILT_PRESSED, theme.DISABLED),
    "plain": (theme.PLAIN, theme.PLAIN_HOVER, theme.PLAIN_PRESSED, theme.DISABLED),
    "quiet": (theme.QUIET, theme.QUIET_HOVER, theme.QUIET_PRESSED, theme.QUIET_DISABLED),
}


class Button(Widget):
    """A button with a label, an icon or both.

    `shortcut` is the name of a key ("T", "Esc", "F1"), drawn as a key cap unless `show_shortcut` is false.
    `chosen` marks it as the picked one among several. A label that `may_break` stands in two lines where the button is
    too narrow for it.
    """

    def __init__(
        self,
        label: str,
        on_press: Callable[[], None] | None = None,
        box: Box = EMPTY,
        *,
        style: Style = "plain",
        icon: Icon | None = None,
        shortcut: str = "",
        show_shortcut: bool = True,
        align: Align = "centre",
        size: float = theme.BUTTON,
        hint: str = "",
        enabled: bool = True,
    ) -> None:
        super().__init__(box, hint=hint, enabled=enabled)
        self.label = label
        self.on_press = on_press
        self.style: Style = style
        self.icon = icon
        self.shortcut = shortcut
        self.show_shortcut = show_shortcut
        self.align = align
        self.size = size
        self.chosen = False
        self.may_break = False
        self.evened = math.inf
        """Its letters are no larger, for those beside it; see `even`."""

    def activate(self) -> None:
        """Call `on_press`."""
        if self.on_press is not None:
            self.on_press()

    def look(self) -> Hashable:
        """What it shows, where, and in which state; a kind of button that shows more adds that."""
        words = translated(self.label), self.shortcut, self.show_shortcut, self.align, self.may_break
        size = self.size, self.evened
        state = self.style, self.enabled, self.chosen, self.hover.level, self.press.level
        return self.box, self.radius, self.icon, words, size, state

    def skin(self) -> Skin:
        """The colours for the state it is in."""
        normal, hover, pressed, disabled = _BUTTON_SKINS[self.style]
        if not self.enabled:
            return disabled
        return theme.mix_skins(theme.mix_skins(normal, hover, self.hover.level), pressed, self.press.level)

    @property
    def resting_ink(self) -> Colour:
        """The colour of the icon: that at rest, not the blend; an icon is costly, and so made in few colours."""
        return _BUTTON_SKINS[self.style][0 if self.enabled else 3].ink

    def natural_width(self, canvas: Canvas) -> float:
        """The width in units that shows everything without cramping."""
        return self._content_width(canvas, self.size) + self._cap_width(canvas) + 2 * self._padding

    def draw(self, canvas: Canvas) -> None:
        """Draw the ground, then the icon and label, then the key cap."""
        skin = self.skin()
        raised = self.style != "quiet" and self.enabled
        rim = theme.FOCUS if self.chosen else skin.rim
        width = theme.HAIRLINE * (2 if self.chosen else 1.2)
        canvas.shape(self.box, skin.fill, skin.low, rim, width, self.radius, 5.0 if raised else 0.0)
        self._draw_content(canvas, skin)
        if self._cap_width(canvas):
            right = self.box.right - self._padding / 2 - 2
            draw_key_cap(canvas, self.shortcut, right, self.box.centre[1], skin.ink)

    @property
    def _padding(self) -> float:
        if self.may_break:
            return _BROKEN_PADDING
        return min(18.0, self.box.h * 0.36) if self.box.h else 18.0

    @property
    def _icon_size(self) -> float:
        side = min(self.box.w, self.box.h)
        return min(self.size * 1.25, side * _ICON_SHARE) if side and not self.label else self.size * 1.25

    def _content_width(self, canvas: Canvas, size: float) -> float:
        width = canvas.text_size(self.label, size, "serif")[0] if self.label else 0.0
        return width + self._icon_width

    @property
    def _icon_width(self) -> float:
        """The width of the icon and the gap after it."""
        return 0.0 if self.icon is None else self._icon_size + (8.0 if self.label else 0.0)

    def _cap_width(self, canvas: Canvas) -> float:
        return key_cap_width(canvas, self.shortcut) + 8 if self.shortcut and self.show_shortcut else 0.0

    def _draw_content(self, canvas: Canvas, skin: Skin) -> None:
        room = self._room(canvas)
        if self.breaks(canvas):
            self._draw_broken(canvas, skin)
            return
        bare_icon = self.icon is not None and not self.label
        size = min(self.evened, canvas.fitting_size(self.label, self.size, room - self._icon_width, "serif"))
        natural = self._content_width(canvas, size)
        width = natural if bare_icon else min(room, natural)
        x = self._content_left(width, room, bare_icon)
        y = self.box.centre[1] + self.press.level
        if self.icon is not None:
            canvas.picture(self.icon(canvas.px(self._icon_size), self.resting_ink), x + self._icon_size / 2, y)
        if self.label:
            x += self._icon_width
            room = width - self._icon_width
            canvas.text(self.label, x, y, size, skin.ink, "serif", max_width=room, vertical="middle")

    def _room(self, canvas: Canvas) -> float:
        """The width that icon and label may take."""
        return self.box.w - 2 * self._padding - self._cap_width(canvas)

    def breaks(self, canvas: Canvas) -> bool:
        """Whether its label stands in two lines."""
        return self.may_break and self._content_width(canvas, _LEAST_IN_ONE_LINE) > self._room(canvas)

    def largest_size(self, canvas: Canvas) -> float:
        """The largest letters in which all of the label has room, within reason."""
        return canvas.fitting_size(self.label, self.size, self._room(canvas) - self._icon_width, "serif", _LEAST)

    def _draw_broken(self, canvas: Canvas, skin: Skin) -> None:
        """Draw the label in two small lines, without the icon; what is too long for the second one is cut."""
        room, size = self._room(canvas), theme.SMALL
        first, *more = canvas.lines(self.label, room, size, "serif")
        lines = [first, " ".join(more)] if more else [first]
        top = self.box.centre[1] + self.press.level - (len(lines) - 1) * size * 0.54
        for number, line in enumerate(lines):
            y = top + number * size * 1.08
            canvas.text(line, self.box.centre[0], y, size, skin.ink, "serif", "centre", room, "middle")

    def _content_left(self, width: float, room: float, bare_icon: bool) -> float:
        left = self.box.x + self._padding
        if bare_icon or self.align == "centre":
            middle = self.box.centre[0] - width / 2
            # A key cap may leave too little room to centre on the whole button.
            return middle if bare_icon else max(left, min(middle, left + room - width))
        return left if self.align == "left" else left + room - width


def even(canvas: Canvas, buttons: Sequence[Button]) -> None:
    """Set the labels of placed buttons that belong together in letters of one size."""
    size = min((button.largest_size(canvas) for button in buttons), default=math.inf)
    for button in buttons:
        button.evened = size


def place_row(row: Box, buttons: Sequence[Button], gap: float = 7.0) -> None:
    """Share a row out among buttons."""
    for button, box in zip(buttons, row.columns(max(1, len(buttons)), gap), strict=False):
        button.box = box


def place_by_width(canvas: Canvas, row: Box, buttons: Sequence[Button]) -> None:
    """Share a row out among buttons, each as wide as its label asks for."""
    gap, widths = 6.0, [canvas.text_size(button.label, button.size, "serif")[0] for button in buttons]
    spare = (row.w - gap * (len(buttons) - 1) - sum(widths)) / len(buttons)
    x = row.x
    for button, width in zip(buttons, widths, strict=True):
        button.box = Box(x, row.y, width + spare, row.h)
        x += width + spare + gap
    even(canvas, buttons)


def key_cap_width(canvas: Canvas, name: str) -> float:
    """The width of a key cap named `name`."""
    return max(24.0, canvas.text_size(name, theme.SMALL, "sans-bold")[0] + 14)


def draw_key_cap(canvas: Canvas, name: str, right: float, middle: float, ink: Colour) -> None:
    """Draw a small key ending at x = `right`, centred on y = `middle`."""
    width = key_cap_width(canvas, name)
    box = Box(right - width, middle - 12, width, 24)
    canvas.shape(box, (0, 0, 0, 62), rim=(*ink[:3], 90), rim_width=1.0, radius=6)
    canvas.text(name, *box.centre, theme.SMALL, ink, "sans-bold", "centre", vertical="middle")
