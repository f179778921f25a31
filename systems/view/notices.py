"""Short messages over the table: hints beside a widget, and toasts that fade."""

from collections import deque

import pygame

from systems.view import theme
from systems.view.canvas import Box, Canvas

_HINT_WIDTH = 340.0
_TOAST_WIDTH = 720.0
_LEAST_SECONDS = 1.2
_MOST_WAITING = 3


def draw_tooltip(canvas: Canvas, words: str, owner: Box) -> Box:
    """Draw a hint below `owner`, or above where there is no room, always on the screen; return its box."""
    lines = canvas.lines(words, _HINT_WIDTH, theme.SMALL + 1)
    width = max(canvas.text_size(line, theme.SMALL + 1)[0] for line in lines) + 28
    height = canvas.paragraph_height(words, _HINT_WIDTH, theme.SMALL + 1) + 16
    margin = 10.0
    x = min(canvas.width - width - margin, max(margin, owner.centre[0] - width / 2))
    below = owner.bottom + margin
    y = below if below + height + margin <= canvas.height else max(margin, owner.y - margin - height)
    box = Box(x, y, width, height)
    canvas.panel(box, fill=theme.PANEL_SOLID, radius=9)
    canvas.paragraph(words, Box(x + 14, y + 7, _HINT_WIDTH, height - 14), theme.SMALL + 1)
    return box


class Toasts:
    """Messages shown one after another, each for `theme.TOAST_SECONDS`, fading in and out.

    A message already showing is shown for longer instead of twice; where others wait, one leaves early.
    """

    def __init__(self) -> None:
        self._waiting: deque[str] = deque()
        self._words = ""
        self._age = 0.0
        self._life = theme.TOAST_SECONDS
        self._picture: tuple[tuple[str, float, float], pygame.Surface] | None = None

    @property
    def words(self) -> str:
        """The message showing, or empty."""
        return self._words

    @property
    def opacity(self) -> float:
        """How far the message has faded in or out: 0 (nothing to see) to 1."""
        if not self._words:
            return 0.0
        fade = min(self._age, self._life - self._age) / theme.TOAST_FADE_SECONDS
        return min(1.0, max(0.0, fade))

    def push(self, words: str) -> None:
        """Show `words` when those before have had their time; of many waiting only the latest are kept."""
        if words == self._words:
            self._age = min(self._age, theme.TOAST_FADE_SECONDS)
            self._life = theme.TOAST_SECONDS
        elif words and words not in self._waiting:
            self._waiting.append(words)
            while len(self._waiting) > _MOST_WAITING:
                self._waiting.popleft()
        if not self._words:
            self._next()

    def clear(self) -> None:
        """Drop all messages at once."""
        self._waiting.clear()
        self._words = ""

    def update(self, dt: float) -> None:
        """Let `dt` seconds pass."""
        if not self._words:
            return
        self._age += dt
        if self._waiting:
            self._life = min(self._life, max(self._age, _LEAST_SECONDS) + theme.TOAST_FADE_SECONDS)
        if self._age >= self._life:
            self._next()

    def draw(self, canvas: Canvas, centre_x: float | None = None, bottom: float | None = None) -> None:
        """Draw the message on a pill, centred on `centre_x` with its lower edge at `bottom`, both in units.

        They default to the middle and near the lower edge of the screen.
        """
        opacity = self.opacity
        if opacity <= 0:
            return
        picture = self._pill(canvas)
        picture.set_alpha(round(255 * opacity))
        x = canvas.width / 2 if centre_x is None else centre_x
        low = canvas.height - 28 if bottom is None else bottom
        top = canvas.px(low + 12 * (1 - opacity)) - picture.get_height()
        canvas.surface.blit(picture, (canvas.px(x) - picture.get_width() // 2, top))

    def _next(self) -> None:
        self._words = self._waiting.popleft() if self._waiting else ""
        self._age = 0.0
        self._life = theme.TOAST_SECONDS

    def _pill(self, canvas: Canvas) -> pygame.Surface:
        """The pill with its words, kept from frame to frame."""
        key = (self._words, canvas.unit, canvas.width)
        if self._picture is None or self._picture[0] != key:
            self._picture = (key, _draw_pill(canvas, self._words))
        return self._picture[1]


def _draw_pill(canvas: Canvas, words: str) -> pygame.Surface:
    room = min(_TOAST_WIDTH, canvas.width - 80) - 56
    lines = canvas.lines(words, room, theme.BODY)
    width = max(canvas.text_size(line, theme.BODY)[0] for line in lines) + 56
    height = canvas.paragraph_height(words, room, theme.BODY) + 22
    margin = 12.0
    size = (canvas.px(width + 2 * margin), canvas.px(height + 2 * margin))
    pill = Canvas(pygame.Surface(size, pygame.SRCALPHA, 32), canvas.unit)
    box = Box(margin, margin, width, height)
    pill.shape(
        box, theme.PANEL_SOLID, rim=theme.GOLD, rim_width=theme.HAIRLINE,
        radius=min(24.0, height / 2), shadow=8,
    )  # fmt: skip
    # As wide as it was measured with, so that it breaks at the same words.
    column = Box(box.centre[0] - room / 2, box.y + 10, room, box.h)
    pill.paragraph(words, column, theme.BODY, theme.TEXT, align="centre")
    return pill.surface
