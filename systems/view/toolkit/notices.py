"""Short messages over the table: hints beside a widget, and toasts that fade."""

from collections import deque

import pygame

from game.base.safe_text import MOST_TOLD, shown
from systems.view.toolkit import looks, theme
from systems.view.toolkit.canvas import Box, Canvas

_HINT_WIDTH = 340.0
_TOAST_WIDTH = 720.0
_TOAST_MARGIN = 16.0
_LEAST_SECONDS = 1.2
_LETTERS_A_SECOND = 22.0
"""How fast a message is read."""
_MOST_WAITING = 3
_PILL_MARGIN = 12.0
"""What a pill's picture has around it, for its shadow."""


def draw_tooltip(canvas: Canvas, words: str, owner: Box) -> Box:
    """Draw a hint below `owner`, or above where there is no room, always on the screen; return its box."""
    lines = canvas.lines(words, _HINT_WIDTH, theme.SMALL + 1)
    width = max(canvas.text_size(line, theme.SMALL + 1)[0] for line in lines) + 28
    height = canvas.paragraph_height(words, _HINT_WIDTH, theme.SMALL + 1) + 16
    margin = 10.0
    x = min(canvas.view.right - width - margin, max(canvas.view.x + margin, owner.centre[0] - width / 2))
    below = owner.bottom + margin
    y = (
        below
        if below + height + margin <= canvas.view.bottom
        else max(canvas.view.y + margin, owner.y - margin - height)
    )
    box = Box(x, y, width, height)
    canvas.panel(box, fill=theme.PANEL_SOLID, radius=9)
    canvas.paragraph(words, Box(x + 14, y + 7, _HINT_WIDTH, height - 14), theme.SMALL + 1)
    return box


class Toasts:
    """Messages shown one after another, fading in and out, each for `theme.TOAST_SECONDS` or as long as it is read.

    A message already showing is shown for longer instead of twice; where others wait, one leaves early.
    """

    def __init__(self) -> None:
        self.pushed, self.latest = 0, ""
        """How many messages there were so far, and the last of them."""
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
        if looks.now().still:
            return 1.0
        fade = min(self._age, self._life - self._age) / theme.TOAST_FADE_SECONDS
        return min(1.0, max(0.0, fade))

    def push(self, words: str) -> None:
        """Show `words` when those before have had their time; of many waiting only the latest are kept."""
        words = shown(words, MOST_TOLD)
        if words:
            self.pushed, self.latest = self.pushed + 1, words
        if words == self._words:
            self._age = min(self._age, theme.TOAST_FADE_SECONDS)
            self._life = _life_of(words)
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

    def withdraw(self, words: str) -> None:
        """Drop a message that is no longer true."""
        if words in self._waiting:
            self._waiting.remove(words)
        if words == self._words:
            self._next()

    def update(self, dt: float) -> None:
        """Let `dt` seconds pass."""
        if not self._words:
            return
        self._age += dt
        if self._waiting:
            self._life = min(self._life, max(self._age, _LEAST_SECONDS) + theme.TOAST_FADE_SECONDS)
        if self._age >= self._life:
            self._next()

    def draw(
        self, canvas: Canvas, centre_x: float | None = None, bottom: float | None = None, within: Box | None = None
    ) -> Box | None:
        """Draw the message on a pill, centred on `centre_x` with its lower edge at `bottom`, both in units; return the
        pill's box, None where there is nothing to see.

        They default to the middle and near the lower edge of the screen. The pill stays between the sides of `within`,
        by default the screen: a message that is too long for it, or to be read in one line, is broken into several.
        """
        opacity = self.opacity
        if opacity <= 0:
            return None
        room = (within or canvas.area).common(canvas.view).inset(_TOAST_MARGIN, 0)
        picture = self._pill(canvas, min(_TOAST_WIDTH, room.w))
        picture.set_alpha(round(255 * opacity))
        half = picture.get_width() / canvas.unit / 2 - _PILL_MARGIN
        x = room.centre[0] if centre_x is None else min(room.right - half, max(room.x + half, centre_x))
        low = canvas.view.bottom - 28 if bottom is None else min(max(bottom, canvas.view.y + 60), canvas.view.bottom)
        top = canvas.px(low + 12 * (1 - opacity)) - picture.get_height()
        canvas.surface.blit(picture, (canvas.px(x) - picture.get_width() // 2, top))
        high = picture.get_height() / canvas.unit - 2 * _PILL_MARGIN
        return Box(x - half, top / canvas.unit + _PILL_MARGIN, 2 * half, high)

    def _next(self) -> None:
        self._words = self._waiting.popleft() if self._waiting else ""
        self._age = 0.0
        self._life = _life_of(self._words)

    def _pill(self, canvas: Canvas, most: float) -> pygame.Surface:
        """The pill with its words, at `most` so wide; kept from frame to frame."""
        key = (self._words, canvas.unit, most)
        if self._picture is None or self._picture[0] != key:
            self._picture = (key, _draw_pill(canvas, self._words, most))
        return self._picture[1]


def _life_of(words: str) -> float:
    return max(theme.TOAST_SECONDS, 1.0 + len(words) / _LETTERS_A_SECOND)


def _draw_pill(canvas: Canvas, words: str, most: float) -> pygame.Surface:
    room = most - 56
    lines = canvas.lines(words, room, theme.BODY)
    width = max(canvas.text_size(line, theme.BODY)[0] for line in lines) + 56
    height = canvas.paragraph_height(words, room, theme.BODY) + 22
    margin = _PILL_MARGIN
    size = (canvas.px(width + 2 * margin), canvas.px(height + 2 * margin))
    picture = pygame.Surface(size, pygame.SRCALPHA, 32)
    pill = Canvas(picture, canvas.unit)
    box = Box(margin, margin, width, height)
    pill.shape(
        box, theme.PANEL_SOLID, rim=theme.GOLD, rim_width=theme.HAIRLINE,
        radius=min(24.0, height / 2), shadow=8,
    )  # fmt: skip
    # As wide as it was measured with, so that it breaks at the same words.
    column = Box(box.centre[0] - room / 2, box.y + 10, room, box.h)
    pill.paragraph(words, column, theme.BODY, theme.TEXT, align="centre")
    return picture
