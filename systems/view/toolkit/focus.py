"""A group of widgets: routes events to them, keeps the keyboard focus, draws hints and the focus ring."""

import math
from collections.abc import Iterable
from contextlib import nullcontext
from functools import partial

import pygame

from systems.view.toolkit import theme
from systems.view.toolkit.canvas import Canvas, Point
from systems.view.toolkit.notices import draw_tooltip
from systems.view.toolkit.widgets import NOWHERE, Kind, UiEvent, Widget

DIRECTIONS: dict[int, Point] = {
    pygame.K_LEFT: (-1.0, 0.0),
    pygame.K_RIGHT: (1.0, 0.0),
    pygame.K_UP: (0.0, -1.0),
    pygame.K_DOWN: (0.0, 1.0),
}
"""Where the arrow keys lead."""
_REPEATED = frozenset(DIRECTIONS) | {
    pygame.K_BACKSPACE,
    pygame.K_DELETE,
    pygame.K_PAGEUP,
    pygame.K_PAGEDOWN,
}
_KEY_NAMES = {"esc": "escape", "enter": "return", "del": "delete"}
_HINT_STAYS_SECONDS = 4.0
"""How long a hint is seen that nobody holds there with the pointer: the keyboard's, and that of a disabled widget."""
_COMMAND = pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META


def translate(event: pygame.event.Event, canvas: Canvas, pointer: Point) -> UiEvent | None:
    """The event in units, or None if widgets have no use for it; a wheel turns at `pointer`."""
    if event.type == pygame.MOUSEMOTION:
        return UiEvent(Kind.MOVE, canvas.to_units(event.pos))
    if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
        return UiEvent(Kind.DOWN, canvas.to_units(event.pos))
    if event.type == pygame.MOUSEBUTTONUP and event.button == 1:
        return UiEvent(Kind.UP, canvas.to_units(event.pos))
    if event.type == pygame.MOUSEWHEEL:
        return UiEvent(Kind.WHEEL, pointer, amount=getattr(event, "precise_y", event.y))
    if event.type == pygame.KEYDOWN:
        return UiEvent(Kind.KEY, key=event.key, mods=getattr(event, "mod", 0))
    if event.type in (pygame.KEYUP, pygame.WINDOWFOCUSLOST):
        return UiEvent(Kind.KEY_UP)
    if event.type == pygame.TEXTINPUT:
        return UiEvent(Kind.TEXT, text=event.text)
    if event.type == pygame.WINDOWLEAVE:
        return UiEvent(Kind.MOVE, NOWHERE)
    return None


def shortcut_matches(shortcut: str, key: int) -> bool:
    """Whether `shortcut`, a key's name such as "T", "Esc" or "F1", names the key code `key`."""
    name = shortcut.lower()
    return bool(name) and pygame.key.name(key) == _KEY_NAMES.get(name, name)


class Group:
    """Widgets in the order of Tab; later ones lie over earlier ones.

    The focus ring shows only once the keyboard has been used, and a press of the pointer hides it again. With
    `wrap` false, Tab past either end is not used, so that the caller can move on to another group.
    """

    def __init__(self, widgets: Iterable[Widget] = (), *, wrap: bool = True) -> None:
        self.widgets = list(widgets)
        self.wrap = wrap
        self.by_keyboard = False
        self.covered = False
        """Whether the keyboard is with something that lies over these widgets; then they show no ring."""
        self.pointer: Point = NOWHERE
        self._focused: Widget | None = None
        self._grabbed: Widget | None = None
        self._rested = 0.0
        self._hint_spent = False
        self._chosen_last = False
        self._resting_on: tuple[Widget | None, bool] = (None, False)
        self._held: tuple[UiEvent, Canvas] | None = None
        self._until_repeat = 0.0

    # --- what is where ---

    @property
    def focused(self) -> Widget | None:
        """The widget that has the keyboard."""
        return self._focused

    @property
    def hovered(self) -> Widget | None:
        """The widget under the pointer, disabled or not."""
        return next((widget for widget in self.widgets if widget.hovered), None)

    @property
    def cursor(self) -> int:
        """The system cursor (pygame.SYSTEM_CURSOR_*) that suits the place of the pointer."""
        widget = self.hovered
        return widget.cursor if widget is not None and widget.enabled else pygame.SYSTEM_CURSOR_ARROW

    def at(self, point: Point) -> Widget | None:
        """The uppermost visible widget at `point`."""
        return next((widget for widget in reversed(self.widgets) if widget.hit(point)), None)

    def set_widgets(self, widgets: Iterable[Widget]) -> None:
        """Replace the widgets; focus and hover stay with those that remain."""
        before, self.widgets = self.widgets, list(widgets)
        if self._grabbed not in self.widgets:
            self._grabbed = None
        if self._focused is not None and self._focused not in self.widgets:
            self._focus_near(before.index(self._focused))

    def focus(self, widget: Widget | None, by_keyboard: bool | None = None) -> None:
        """Give `widget` the keyboard; `by_keyboard` shows or hides the ring."""
        if self._focused is not None:
            self._focused.focused = False
        self._focused = widget
        self._held = None
        if widget is not None:
            widget.focused = True
        if by_keyboard is not None:
            self.by_keyboard = by_keyboard

    def _focus_near(self, place: int) -> None:
        """Let the keyboard go on where the widget that it had chosen stood, which is gone."""
        following = [*self.widgets[place:], *reversed(self.widgets[:place])]
        near = next((widget for widget in following if widget.takes_focus), None)
        self.focus(near if self.by_keyboard else None)

    # --- events ---

    def handle(self, event: pygame.event.Event, canvas: Canvas) -> bool:
        """React to one of pygame's events; return whether it was used."""
        translated = translate(event, canvas, self.pointer)
        return translated is not None and self.handle_ui(translated, canvas)

    def handle_ui(self, event: UiEvent, canvas: Canvas) -> bool:
        """React to an event in units; return whether it was used."""
        if event.kind in (Kind.KEY, Kind.KEY_UP, Kind.DOWN):
            self._held = None
        if event.kind is Kind.MOVE and event.at != self.pointer:
            self._await_hint(chosen=False)
        elif event.kind in (Kind.DOWN, Kind.KEY):
            self.spend_hint()
        if event.kind in (Kind.MOVE, Kind.DOWN, Kind.UP):
            self.pointer = event.at
        capturing = next((widget for widget in self.widgets if widget.captures), None)
        if capturing is not None:
            self._set_hovered(capturing)
            return capturing.handle(event, canvas)
        if event.kind in (Kind.KEY, Kind.TEXT):
            return self._handle_keyboard(event, canvas)
        return self._handle_pointer(event, canvas)

    def update(self, dt: float) -> None:
        """Let `dt` seconds pass."""
        self._rested += dt
        self._repeat(dt)
        self._mind_turn()
        if self._focused in self.widgets and self._focused is not None and not self._focused.visible:
            self._focus_near(self.widgets.index(self._focused))
        for widget in self.widgets:
            widget.update(dt)

    # --- drawing ---

    def draw(self, canvas: Canvas) -> None:
        """Draw the widgets and the focus ring, then what lies over them."""
        self.draw_widgets(canvas)
        self.draw_over(canvas)

    def draw_widgets(self, canvas: Canvas) -> None:
        """Draw the widgets and the focus ring."""
        for widget in self.widgets:
            if widget.visible:
                with canvas.clip(widget.clip) if widget.clip else nullcontext():
                    canvas.draw_kept(widget.drawn, widget.look(), partial(widget.draw, canvas))
        self._draw_focus(canvas)

    def draw_over(self, canvas: Canvas) -> None:
        """Draw open lists; with several groups on a screen, after the widgets of all."""
        for widget in self.widgets:
            if widget.visible:
                widget.draw_over(canvas)

    def draw_hint(self, canvas: Canvas) -> None:
        """Draw the hint of the widget pointed at; call it after everything else on the screen."""
        widget = self.hinted
        if widget is not None:
            draw_tooltip(canvas, widget.hint, widget.box)

    @property
    def hinted(self) -> Widget | None:
        """The widget whose hint is due: the pointer has rested on it, or the keyboard has chosen it.

        After a press, of the pointer or of a key, none is until the pointer or the focus moves: it would lie over what
        the press brings about. What is disabled, and says nowhere else why, tells it at once.
        """
        resting = self._resting
        if resting is None or not resting.hint or self._hint_spent or self._grabbed is not None or resting.captures:
            return None
        holds = resting.hovered and resting.enabled and not self._chosen_last
        until = math.inf if holds else theme.HINT_SECONDS + _HINT_STAYS_SECONDS
        return resting if theme.HINT_SECONDS <= self._rested < until else None

    @property
    def _resting(self) -> Widget | None:
        """What the pointer rests on, or the keyboard's focus where that has moved since."""
        if self._chosen_last:
            return self._focused if self.by_keyboard else None
        return self.hovered

    def spend_hint(self) -> None:
        """No hint until the pointer or the focus moves: something has been pressed, here or beside the widgets."""
        self._hint_spent = True

    def _await_hint(self, chosen: bool) -> None:
        """The pointer has moved, or the keyboard has `chosen` a widget: a hint is due after a rest."""
        self._rested, self._hint_spent, self._chosen_last = 0.0, False, chosen

    def _mind_turn(self) -> None:
        """What rests under the pointer and can be pressed no longer, or again, tells nothing of its own accord."""
        resting = self._resting
        now = (resting, resting is not None and resting.enabled)
        if now != self._resting_on and resting is self._resting_on[0]:
            self.spend_hint()
        self._resting_on = now

    def _draw_focus(self, canvas: Canvas) -> None:
        widget = self._focused
        if self.by_keyboard and not self.covered and widget is not None and widget.visible:
            canvas.minded = widget.box if widget.clip is None else widget.box.common(widget.clip)
            with canvas.clip((widget.clip or canvas.area).inset(-6)):
                widget.draw_focus(canvas)

    # --- the pointer ---

    def _set_hovered(self, found: Widget | None) -> None:
        for widget in self.widgets:
            widget.hovered = widget is found

    def _handle_pointer(self, event: UiEvent, canvas: Canvas) -> bool:
        target = self.at(event.at)
        if event.kind is Kind.MOVE:
            self._set_hovered(target if self._grabbed in (None, target) else None)
        if event.kind is Kind.DOWN:
            return self._press(target, event, canvas)
        if self._grabbed is not None and event.kind in (Kind.MOVE, Kind.UP):
            grabbed = self._grabbed
            if event.kind is Kind.UP:
                self._grabbed = None
                self._set_hovered(target)
            return grabbed.handle(event, canvas)
        return target is not None and (target.handle(event, canvas) or event.kind is Kind.MOVE)

    def _press(self, target: Widget | None, event: UiEvent, canvas: Canvas) -> bool:
        self._set_hovered(target)
        self.by_keyboard = False
        self.focus(target if target is not None and target.takes_focus else None)
        used = target is not None and target.handle(event, canvas)
        self._grabbed = target if used else None
        if target is not None and not target.enabled and target.on_refused is None:
            self._await_hint(chosen=False)
            self._rested = theme.HINT_SECONDS  # whoever presses asks why not, and is told at once
        return used

    # --- the keyboard ---

    def _handle_keyboard(self, event: UiEvent, canvas: Canvas) -> bool:
        if event.kind is Kind.KEY and event.key == pygame.K_TAB:
            return not event.mods & _COMMAND and self.step(-1 if event.mods & pygame.KMOD_SHIFT else 1)
        focused = self._focused
        listens = focused is not None and focused.takes_focus and (self.by_keyboard or focused.keeps_keys)
        if listens and focused is not None and focused.handle(event, canvas):
            if event.key in _REPEATED:
                self._held, self._until_repeat = (event, canvas), theme.REPEAT_DELAY_SECONDS
            return True
        if event.kind is Kind.TEXT or event.mods & _COMMAND:
            return False
        return self._use_shortcut(event) or self._walk(event.key)

    def _repeat(self, dt: float) -> None:
        """Press a held key of the focused widget again and again: pygame by itself reports it once."""
        self._until_repeat -= dt
        while self._held is not None and self._until_repeat <= 0:
            focused = self._focused
            if focused is None or not focused.takes_focus or not focused.handle(*self._held):
                self._held = None
            self._until_repeat += theme.REPEAT_SECONDS

    def _use_shortcut(self, event: UiEvent) -> bool:
        for widget in self.widgets:
            if widget.visible and shortcut_matches(widget.shortcut, event.key):
                if widget.enabled:
                    widget.press_by_key()
                elif widget.on_refused is not None:
                    widget.on_refused(widget.hint)
                return True
        return False

    def step(self, by: int) -> bool:
        """Move the focus `by` (1 or -1) widgets on; False if there is none, or past the end without `wrap`."""
        count = len(self.widgets)
        start = self.widgets.index(self._focused) if self._focused in self.widgets else -1 if by > 0 else count
        places = range(start + by, count if by > 0 else -1, by)
        order = [*places, *(range(count)[::by] if self.wrap else ())]
        for place in order:
            if self.widgets[place].takes_focus:
                self._choose(self.widgets[place])
                return True
        return False

    def _walk(self, key: int) -> bool:
        """Move the focus to the nearest widget in the direction of an arrow key."""
        if key not in DIRECTIONS:
            return False
        focused = self._focused
        if focused is None or not focused.takes_focus:
            return self.step(1)
        if not self.by_keyboard:
            self._choose(focused)
            return True
        nearest = self._nearest(focused, DIRECTIONS[key])
        if nearest is not None:
            self._choose(nearest)
        return nearest is not None

    def _nearest(self, start: Widget, direction: Point) -> Widget | None:
        x, y = start.box.centre
        best: tuple[float, Widget] | None = None
        for widget in self.widgets:
            if widget is start or not widget.takes_focus:
                continue
            dx, dy = widget.box.centre[0] - x, widget.box.centre[1] - y
            ahead = dx * direction[0] + dy * direction[1]
            aside = abs(dx * direction[1]) + abs(dy * direction[0])
            # Straight ahead is better than near: a step aside counts double, and far aside is another direction.
            if ahead > 1 and aside <= 3 * ahead and (best is None or ahead + 2 * aside < best[0]):
                best = (ahead + 2 * aside, widget)
        return None if best is None else best[1]

    def _choose(self, widget: Widget) -> None:
        self._await_hint(chosen=True)
        self.focus(widget, by_keyboard=True)
