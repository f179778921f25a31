"""The page that is shown when an error came that nobody expected: what is kept, where it is written down, and how to
go on.

It depends on nothing that may just have failed: when the toolkit cannot draw it, pygame alone does.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

import pygame

from game.rules.language import _
from systems.view.toolkit import backdrops, theme
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.dialogs import Dialog
from systems.view.toolkit.widgets import Button, Widget

TITLE = _("Something went wrong")
_WIDTH = 700.0
_SETTLE_SECONDS = 0.5
"""For so long after it has come nothing can be pressed: what is pressed then was meant for something else."""
_PRESSED = (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN)


class Choice(Enum):
    """What the player can do, as the buttons say."""

    QUIT = _("Quit")
    MENU = _("To the menu")
    GO_ON = _("Go on")


@dataclass(frozen=True)
class Words:
    """What the page says: one sentence on what happened, what to know of it, and where it is written down."""

    sentence: str
    kept: str
    where: str
    usual: Choice = Choice.GO_ON
    """What Enter does."""

    @property
    def all(self) -> tuple[str, ...]:
        """All there is to say."""
        return tuple(words for words in (self.sentence, self.kept, self.where) if words)


class FaultPage:
    """Shows the words and the buttons; `choice` is what the player has chosen, None until then."""

    def __init__(self, words: Words, scale: float = 1.0) -> None:
        self._plain = PlainPage(words)
        self._styled: StyledPage | None = None
        self._shown = 0.0
        self._safely(lambda: StyledPage(words, scale))

    @property
    def choice(self) -> Choice | None:
        """What the player has chosen."""
        return self._plain.choice or (None if self._styled is None else self._styled.choice)

    @property
    def dialog(self) -> Dialog | None:
        """The dialog on the page, where the toolkit draws it."""
        return None if self._styled is None else self._styled.dialog

    def _safely(self, make: Callable[[], "StyledPage"]) -> None:
        """Take the toolkit's page, if it can be made."""
        try:
            self._styled = make()
        except Exception:
            self._styled = None

    def handle(self, event: pygame.event.Event, surface: pygame.Surface) -> None:
        """React to one of pygame's events; places are pixels of the surface."""
        if self._shown >= _SETTLE_SECONDS or event.type not in _PRESSED:
            self._by_either("handle", event, surface)

    def frame(self, seconds: float, surface: pygame.Surface) -> None:
        """Let time pass and draw the page on the whole surface."""
        self._shown += seconds
        self._by_either("frame", seconds, surface)

    def _by_either(self, what: str, *content: Any) -> None:
        """Have it done by the toolkit's page, and from the first time on that this fails by the plain one."""
        if self._styled is not None:
            try:
                getattr(self._styled, what)(*content)
                return
            except Exception:  # the toolkit may be what has failed
                self._styled = None
        getattr(self._plain, what)(*content)


class _Body:
    """The words, one paragraph below another, where it is written down more quietly."""

    widgets: Sequence[Widget] = ()

    def __init__(self, words: Words) -> None:
        sizes = [(words.sentence, 20.0, theme.TEXT), (words.kept, theme.BODY, theme.TEXT)]
        self._parts = [part for part in (*sizes, (words.where, 16.0, theme.MUTED)) if part[0]]

    def height(self, canvas: Canvas, width: float) -> float:
        """The height of all paragraphs."""
        return sum(canvas.paragraph_height(words, width, size) + theme.GAP for words, size, _ in self._parts)

    def arrange(self, canvas: Canvas, box: Box) -> None:
        """There is nothing to place."""

    def draw(self, canvas: Canvas, box: Box) -> None:
        """Draw the paragraphs."""
        y = box.y
        for words, size, ink in self._parts:
            y += canvas.paragraph(words, Box(box.x, y, box.w, 0), size, ink) + theme.GAP


class StyledPage:
    """The page as the rest of the game looks, enlarged by `scale`."""

    def __init__(self, words: Words, scale: float) -> None:
        self._scale = scale
        self.choice: Choice | None = None
        buttons = {choice: Button(choice.value, self._choosing(choice)) for choice in Choice}
        usual = buttons[words.usual]
        usual.style = "primary"
        every = list(buttons.values())
        self.dialog = Dialog(TITLE, _Body(words), every, width=_WIDTH, cancel=buttons[Choice.MENU], keep_open=every)
        self.dialog.group.focus(usual, by_keyboard=True)

    def _choosing(self, choice: Choice) -> Callable[[], None]:
        def choose() -> None:
            self.choice = choice

        return choose

    def handle(self, event: pygame.event.Event, surface: pygame.Surface) -> None:
        """React to an event."""
        self.dialog.handle(event, self._canvas(surface))

    def frame(self, seconds: float, surface: pygame.Surface) -> None:
        """Let time pass and draw."""
        canvas = self._canvas(surface)
        self.dialog.update(seconds)
        surface.set_clip(None)
        canvas.picture(backdrops.lamplight(surface.get_size()), 0, 0, "topleft")
        self.dialog.draw(canvas)

    def _canvas(self, surface: pygame.Surface) -> Canvas:
        return Canvas(surface, Canvas(surface).unit * self._scale)


_KEYS = {
    pygame.K_ESCAPE: Choice.MENU,
    pygame.K_m: Choice.MENU,
    pygame.K_q: Choice.QUIT,
    pygame.K_g: Choice.GO_ON,
}
_STEPS = {pygame.K_LEFT: -1, pygame.K_UP: -1, pygame.K_RIGHT: 1, pygame.K_DOWN: 1, pygame.K_TAB: 1}
_PRESSES = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)
_GROUND, _INK, _RIM, _RED = (38, 25, 35), (241, 230, 214), (166, 126, 72), (142, 40, 54)
_FOCUS = (255, 236, 176)


class PlainPage:
    """The same by pygame alone: its own typeface, straight lines."""

    def __init__(self, words: Words) -> None:
        self.choice: Choice | None = None
        self._words = words
        self._focus = list(Choice).index(words.usual)

    def handle(self, event: pygame.event.Event, surface: pygame.Surface) -> None:
        """React to an event: a press of a button, or a key."""
        choices = list(Choice)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            places = zip(choices, _boxes(surface), strict=True)
            self.choice = next((choice for choice, box in places if box.collidepoint(event.pos)), self.choice)
        elif event.type == pygame.KEYDOWN:
            back = event.key == pygame.K_TAB and getattr(event, "mod", 0) & pygame.KMOD_SHIFT
            self._focus = (self._focus + (-1 if back else _STEPS.get(event.key, 0))) % len(choices)
            self.choice = choices[self._focus] if event.key in _PRESSES else _KEYS.get(event.key, self.choice)

    def frame(self, seconds: float, surface: pygame.Surface) -> None:
        """Draw everything."""
        surface.set_clip(None)
        surface.fill(_GROUND)
        size = _size(surface)
        font, title = pygame.font.Font(None, size), pygame.font.Font(None, size * 2)
        width = surface.get_width() - 4 * size
        y = 2 * size
        surface.blit(title.render(TITLE, True, _FOCUS), (2 * size, y))
        y += 3 * size
        for line in (line for words in self._words.all for line in (*_lines(words, font, width), "")):
            surface.blit(font.render(line, True, _INK), (2 * size, y))
            y += round(size * 1.2)
        for place, (choice, box) in enumerate(zip(Choice, _boxes(surface), strict=True)):
            pygame.draw.rect(surface, _RED if choice is self._words.usual else _GROUND, box)
            pygame.draw.rect(surface, _FOCUS if place == self._focus else _RIM, box, 4 if place == self._focus else 1)
            label = font.render(choice.value, True, _INK)
            surface.blit(label, label.get_rect(center=box.center))


def _size(surface: pygame.Surface) -> int:
    """The size of the letters in pixels."""
    return max(12, min(surface.get_width() // 48, surface.get_height() // 24))


def _boxes(surface: pygame.Surface) -> list[pygame.Rect]:
    """The buttons, along the lower edge."""
    size = _size(surface)
    width, height = (surface.get_width() - 5 * size) // 3, 2 * size
    top = surface.get_height() - 2 * size - height
    return [pygame.Rect(2 * size + place * (width + size // 2), top, width, height) for place in range(len(Choice))]


def _lines(words: str, font: pygame.font.Font, width: int) -> list[str]:
    """Words broken into lines of a width; what is longer without a space is broken anywhere."""
    lines = [""]
    for word in words.split(" "):
        rest = word
        while rest:
            longer = f"{lines[-1]} {rest}".strip()
            if font.size(longer)[0] <= width:
                lines[-1], rest = longer, ""
            elif lines[-1]:
                lines.append("")
            else:
                fitting = next((end for end in range(len(rest), 1, -1) if font.size(rest[:end])[0] <= width), 1)
                lines[-1], rest = rest[:fitting], rest[fitting:]
                lines.append("")
    return lines
