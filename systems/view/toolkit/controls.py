"""Controls with a label: switches and sliders."""

import math
from collections.abc import Callable, Sequence
from typing import TypedDict, Unpack

import pygame

from game.rules.language import _
from systems.view.toolkit import theme
from systems.view.toolkit.canvas import Box, Canvas, Point
from systems.view.toolkit.fonts import Colour
from systems.view.toolkit.widgets import EMPTY, Blend, UiEvent, Widget

_KNOB, _TRACK = 22.0, 54.0
"""How large the knob of a slider is, and how wide a switch."""


class Looks(TypedDict, total=False):
    """What every labelled control may be told besides: see `Labelled`."""

    label_share: float
    hint: str
    enabled: bool


class Labelled(Widget):
    """A control at the right of its box with a label at the left; without a label it fills the box.

    `label_share` is the part of the width that the label takes.
    """

    keeps_keys = True

    def __init__(
        self,
        label: str = "",
        box: Box = EMPTY,
        *,
        label_share: float = 0.42,
        hint: str = "",
        enabled: bool = True,
    ) -> None:
        super().__init__(box, hint=hint, enabled=enabled)
        self.label = label
        self.label_share = label_share
        self.evened = math.inf
        """The letters of the label are no larger, for those beside it; see `even_labels`."""

    @property
    def control(self) -> Box:
        """The part of the box beside the label."""
        return self.box.left_part(self.box.w * self.label_share)[1] if self.label else self.box

    @property
    def ink(self) -> Colour:
        """The colour of the label."""
        return theme.TEXT if self.enabled else theme.FAINT

    def draw_focus(self, canvas: Canvas) -> None:
        """Draw the ring around the control, clear of the label."""
        canvas.ring(self.control.inset(-5), radius=self.radius + 5)

    def draw_label(self, canvas: Canvas) -> None:
        """Draw the label, smaller where its part of the box is too narrow."""
        if self.label:
            middle, size = self.box.centre[1], min(self.evened, self.label_size(canvas))
            canvas.text(self.label, self.box.x, middle, size, self.ink, max_width=self._label_room, vertical="middle")

    def label_size(self, canvas: Canvas) -> float:
        """The size of letters at which the label fits."""
        return canvas.fitting_size(self.label, theme.BODY, self._label_room)

    @property
    def _label_room(self) -> float:
        return self.control.x - self.box.x - theme.GAP


def even_labels(canvas: Canvas, widgets: Sequence[Widget]) -> None:
    """Set the labels of placed controls that belong together in letters of one size."""
    labelled = [widget for widget in widgets if isinstance(widget, Labelled) and widget.label]
    size = min((widget.label_size(canvas) for widget in labelled), default=math.inf)
    for widget in labelled:
        widget.evened = size


class Toggle(Labelled):
    """A switch; `on_change` gets its new state."""

    def __init__(
        self,
        label: str,
        on: bool = False,
        on_change: Callable[[bool], None] | None = None,
        box: Box = EMPTY,
        **looks: Unpack[Looks],
    ) -> None:
        super().__init__(label, box, **looks)
        self.on = on
        self.on_change = on_change
        self._slide = Blend()
        self._slide.value = float(on)

    def fit(self, canvas: Canvas, place: Box) -> None:
        """Take no more of the right end of a place than it needs: its label stands close to the switch."""
        state = max(canvas.text_size(words, theme.BODY)[0] for words in (_("On"), _("Off")))
        switch, label = _TRACK + theme.GAP + state, canvas.text_size(self.label, theme.BODY)[0] + theme.GAP + 1
        width = min(place.w, label + switch)
        self.box, self.label_share = Box(place.right - width, place.y, width, place.h), 1 - switch / width

    def activate(self) -> None:
        """Switch over."""
        self.on = not self.on
        if self.on_change is not None:
            self.on_change(self.on)

    def update(self, dt: float) -> None:
        """Slide the knob too."""
        super().update(dt)
        self._slide.toward(self.on, dt)

    def key(self, event: UiEvent, canvas: Canvas) -> bool:
        """Left switches off, right on; Enter and Space switch over."""
        if event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            if self.on != (event.key == pygame.K_RIGHT):
                self.activate()
            return True
        return super().key(event, canvas)

    def draw(self, canvas: Canvas) -> None:
        """Draw the label, the switch and the word for its state."""
        self.draw_label(canvas)
        level = self._slide.level
        track = Box(self.control.x, self.box.centre[1] - 14, _TRACK, 28)
        off, on = (theme.FIELD, theme.PRIMARY)
        skin = theme.mix_skins(off, on, level) if self.enabled else theme.DISABLED
        rim = theme.mix(skin.rim, theme.FOCUS, self.hover.level / 2)
        canvas.shape(track, skin.fill, skin.low, rim, theme.HAIRLINE, 14)
        knob = Box.around((track.x + 14 + 26 * level, track.centre[1]), 20, 20)
        canvas.shape(knob, theme.HEADING if self.enabled else theme.FAINT, radius=10)
        words = _("On") if self.on else _("Off")
        canvas.text(words, track.right + theme.GAP, track.centre[1], theme.BODY, self.ink, vertical="middle")


class Slider(Labelled):
    """A number between `minimum` and `maximum` in steps of `step` (> 0); `on_change` gets each new value."""

    def __init__(
        self,
        label: str,
        minimum: float,
        maximum: float,
        value: float,
        on_change: Callable[[float], None] | None = None,
        box: Box = EMPTY,
        *,
        step: float = 1.0,
        show: Callable[[float], str] = "{:g}".format,
        value_width: float = 72.0,
        **looks: Unpack[Looks],
    ) -> None:
        super().__init__(label, box, **looks)
        self.minimum = minimum
        self.maximum = maximum
        self.step = step
        self.show = show
        self.value_width = value_width
        self.on_change = on_change
        self.value = self.snapped(value)

    @property
    def track(self) -> Box:
        """The groove that the knob slides in."""
        room = self.control
        return Box(room.x, room.centre[1] - 4, max(2 * _KNOB, room.w - self.value_width), 8)

    @property
    def knob(self) -> Box:
        """Where the knob is now; it stays within the groove."""
        share = (self.value - self.minimum) / max(1e-9, self.maximum - self.minimum)
        path = self.track.inset(_KNOB / 2, 0)
        return Box.around((path.x + path.w * share, path.centre[1]), _KNOB, _KNOB)

    def snapped(self, value: float) -> float:
        """The nearest step to `value` within the limits."""
        steps = round((value - self.minimum) / self.step)
        # Ten decimals: 3 * 0.1 is to read 0.3.
        return min(self.maximum, max(self.minimum, round(self.minimum + steps * self.step, 10)))

    def set(self, value: float) -> None:
        """Change to the nearest step; tell `on_change` if that differs."""
        value = self.snapped(value)
        if value != self.value:
            self.value = value
            if self.on_change is not None:
                self.on_change(value)

    def key(self, event: UiEvent, canvas: Canvas) -> bool:
        """Arrows move a step, page keys a tenth of the range, Home and End to the limits."""
        tenth = max(self.step, (self.maximum - self.minimum) / 10)
        targets = {
            pygame.K_LEFT: self.value - self.step,
            pygame.K_RIGHT: self.value + self.step,
            pygame.K_PAGEDOWN: self.value - tenth,
            pygame.K_PAGEUP: self.value + tenth,
            pygame.K_HOME: self.minimum,
            pygame.K_END: self.maximum,
        }
        if event.key not in targets:
            return False
        self.set(targets[event.key])
        return True

    def drag(self, at: Point, canvas: Canvas) -> None:
        """Follow the pointer."""
        path = self.track.inset(_KNOB / 2, 0)
        share = (at[0] - path.x) / path.w
        self.set(self.minimum + min(1.0, max(0.0, share)) * (self.maximum - self.minimum))

    def hit(self, point: Point) -> bool:
        """Only the control answers: a press on the label is not a value."""
        return super().hit(point) and self.control.contains(point)

    def draw(self, canvas: Canvas) -> None:
        """Draw the label, the groove, the knob and the value."""
        self.draw_label(canvas)
        track = self.track
        knob = self.knob
        share = (knob.centre[0] - track.x) / track.w
        canvas.bar(track, share, theme.BAR if self.enabled else theme.FAINT)
        skin = theme.DISABLED
        if self.enabled:
            lit = max(self.hover.level, self.press.level)
            skin = theme.mix_skins(theme.PRIMARY, theme.PRIMARY_HOVER, lit)
        canvas.shape(knob, skin.fill, skin.low, skin.rim, 2.0, _KNOB / 2, 4.0)
        words, right = self.show(self.value), self.control.right
        canvas.text(words, right, track.centre[1], theme.BODY, self.ink, align="right", vertical="middle")
