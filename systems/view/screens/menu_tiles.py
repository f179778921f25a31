"""The tables of the menu: for each game a picture, what it is, how long it takes, and a match that waits there."""

from collections.abc import Callable, Hashable, Sequence

import numpy as np
import pygame

from game.games.registry import GameModule
from game.rules.language import _
from systems.view.games.views import scene_of
from systems.view.toolkit import drawings, theme
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.kept import kept
from systems.view.toolkit.widgets import Button, UiEvent, Widget, icon

HEIGHT = 252.0
GAP = 16.0
AT_ONCE = 4
"""So many tables are seen at once; beside them one turns to the others."""
_WORDS = 102.0
"""What the words below a picture take of the height."""
_ABOUT_SIZES = (16.0, 15.0, 14.0, 13.0, 12.0, 11.0)
"""The text sizes of what is said of games, the first at which there is room for each."""
_ABOUT_LINE, _ABOUT_ROOM = 1.28, 54.0
"""How far apart its lines are, as a share of the size, and how high all are at most: two lines, or three low ones."""
_NARROW = 260.0
"""Tiles that are narrower tell how long and how many in smaller letters."""
_TITLE, _LEAST_TITLE = 25.0, 19.0
"""The text size of a title; where one would have to be smaller than the other, how long and how many stand below."""
_RADIUS = 12.0
_ARROW = 30.0
_PILL, _PILL_GAP, _LEAST_ON_PILL = 34.0, 8.0, 16.0
"""The height of the button that goes on with a match, how far below its table it stands, and the text size for which
all do without their sign."""
_ON = icon("play")
_ENTER = frozenset({pygame.K_RETURN, pygame.K_KP_ENTER})


class TableTile(Button):
    """A table to choose: its `label` is the game's title."""

    radius = _RADIUS

    def __init__(self, game: GameModule, number: int, on_press: Callable[[], None]) -> None:
        super().__init__(game.title, on_press, shortcut=str(number), show_shortcut=False)
        self.game = game
        self.about_size = _ABOUT_SIZES[0]
        self.facts_below = False
        """Whether it is told below all else how long and how many, and not beside the title."""
        self._scene = scene_of(game.name)

    @property
    def _high(self) -> float:
        """How high the picture is."""
        return self.box.h - _WORDS

    def fits(self, canvas: Canvas, size: float) -> bool:
        """Whether there is room at a text size for what is said of the game."""
        return self._about_lines(canvas, size) * size * _ABOUT_LINE <= _ABOUT_ROOM

    def _about_lines(self, canvas: Canvas, size: float) -> int:
        return len(canvas.lines(self.game.about, self.box.w - 30, size))

    def has_a_line_left(self, canvas: Canvas) -> bool:
        """Whether one more line has room below what is said of the game."""
        lines = self._about_lines(canvas, self.about_size) + 1
        return self.box.w < _NARROW and lines * self.about_size * _ABOUT_LINE <= _ABOUT_ROOM

    def title_fits(self, canvas: Canvas) -> bool:
        """Whether the title has room beside how long and how many, in letters that are not much smaller than usual."""
        facts = sum(canvas.text_size(words, self._facts_size)[0] + 2.1 * self._facts_size for _, words in self._facts)
        return canvas.text_size(self.label, _LEAST_TITLE, "serif")[0] <= self.box.w - 40 - facts

    def look(self) -> Hashable:
        return super().look(), self.game, self.about_size, self.facts_below

    def key(self, event: UiEvent, canvas: Canvas) -> bool:
        """Enter on the table that is chosen already is the menu's own: it sits down there."""
        return not (self.chosen and event.key in _ENTER) and super().key(event, canvas)

    def draw(self, canvas: Canvas) -> None:
        """Draw the picture and what stands below it."""
        box, lit = self.box, self.hover.level
        if self.chosen:
            canvas.shape(box.inset(-7), (255, 214, 120, 46), radius=_RADIUS + 7)
        canvas.panel(box, radius=_RADIUS, fill=(27, 17, 26, 236))
        picture = canvas.rect(Box(box.x, box.y, box.w, self._high))
        canvas.surface.blit(_framed(self._scene, picture.size, canvas.px(_RADIUS), self.game.name), picture)
        if lit and not self.chosen:
            canvas.shape(box, (255, 236, 176, round(20 * lit)), radius=_RADIUS)
        canvas.shape(Box(box.x, box.y + self._high, box.w, 1.4), theme.GOLD_LINE, radius=0.7)
        rim = theme.FOCUS if self.chosen else theme.mix(theme.GOLD_LINE, theme.GOLD, lit)
        canvas.ring(box.inset(-2.5) if self.chosen else box, rim, 3.0 if self.chosen else 1.5, _RADIUS + 2)
        self._draw_words(canvas)

    def _draw_words(self, canvas: Canvas) -> None:
        box = self.box
        x, y = box.x + 16, box.y + self._high + 25
        lines = canvas.lines(self.game.about, box.w - 30, self.about_size)[:3]
        apart = self.about_size * _ABOUT_LINE
        if self.facts_below:
            self._draw_facts(canvas, box.right - 14, y + 19 + apart * 2.5)
            right = box.right - 6
        else:
            right = self._draw_facts(canvas, box.right - 14, y)
        room = right - x - 10
        size = canvas.fitting_size(self.label, _TITLE, room, "serif", 12.0)
        canvas.text(self.label, x, y, size, theme.HEADING, "serif", max_width=room, vertical="middle")
        for number, line in enumerate(lines):
            canvas.text(line, x, y + 19 + apart * number, self.about_size, theme.MUTED, max_width=box.w - 30)

    @property
    def _facts(self) -> list[tuple[str, str]]:
        """How many play and how long, each with its sign, from the right."""
        seats = self.game.rules.seats
        players = f"{seats[0]}" if len(seats) == 1 else f"{seats[0]}\u2013{seats[-1]}"
        minutes = [("clock", _("{minutes} min", minutes=self.game.minutes))] if self.game.minutes else []
        return [("people", players), *minutes]

    @property
    def _facts_size(self) -> float:
        return 14.0 if self.box.w < _NARROW else 16.0

    def _draw_facts(self, canvas: Canvas, right: float, y: float) -> float:
        """Draw how many play and how long, ending at `right`; return where they begin."""
        size = self._facts_size
        for name, words in self._facts:
            drawn = canvas.text(words, right, y, size, theme.TEXT, "sans", "right", vertical="middle")
            picture = drawings.icon(name, canvas.px(size + 1), theme.GOLD[:3])
            canvas.picture(picture, drawn.x - size * 0.85, y)
            right = drawn.x - 2.1 * size
        return right + 0.75 * size


@kept(24)
def _framed(
    scene: Callable[[tuple[int, int]], pygame.Surface], size: tuple[int, int], radius: int, name: str
) -> pygame.Surface:
    """A picture with its two upper corners round."""
    picture = scene(size).convert_alpha()
    alpha = pygame.surfarray.pixels_alpha(picture)
    x, y = np.ogrid[0.5 : radius + 0.5, 0.5 : radius + 0.5]
    corner = (np.clip(radius + 0.5 - np.hypot(radius - x, radius - y), 0, 1) * 255).astype(np.uint8)
    alpha[:radius, :radius] = corner
    alpha[-radius:, :radius] = corner[::-1]
    del alpha
    return picture


class Tables:
    """The tables in a row. Of more than four those around the chosen one are seen; arrows turn to the others, and a
    table that was chosen gives way to its neighbour when it would no longer be seen."""

    def __init__(self, games: Sequence[GameModule], choose: Callable[[GameModule], None]) -> None:
        self.tiles = [self._tile(game, number, choose) for number, game in enumerate(games, 1)]
        self.resumes = [self._resume() for _ in self.tiles]
        self._choose = choose
        self._first = 0
        self.back = Button(
            "", lambda: self._turn(-1), style="quiet", icon=icon("back"), hint=_("The tables before these")
        )
        self.on = Button("", lambda: self._turn(1), style="quiet", icon=icon("play"), hint=_("More tables"))

    @staticmethod
    def _tile(game: GameModule, number: int, choose: Callable[[GameModule], None]) -> TableTile:
        return TableTile(game, number, lambda: choose(game))

    @staticmethod
    def _resume() -> Button:
        button = Button("", style="gilt", icon=_ON, size=17)
        button.radius = _PILL / 2
        button.visible = False
        return button

    @property
    def widgets(self) -> list[Widget]:
        """Everything to press, each table followed by the match that waits there."""
        pairs = zip(self.tiles, self.resumes, strict=True)
        return [self.back, *(widget for pair in pairs for widget in pair), self.on]

    def _turn(self, by: int) -> None:
        self._first = min(max(0, self._first + by), max(0, len(self.tiles) - AT_ONCE))
        place = self.tiles.index(self.chosen)
        seen = min(max(place, self._first), self._first + AT_ONCE - 1)
        if seen != place:
            self._choose(self.tiles[seen].game)

    def show(self, game: GameModule) -> None:
        """Mark the table of a game as chosen, and see to it that it is in the row."""
        for place, tile in enumerate(self.tiles):
            tile.chosen = tile.game is game
            if tile.chosen:
                self._first = min(place, max(self._first, place - AT_ONCE + 1))

    def arrange(self, canvas: Canvas, row: Box) -> None:
        """Place the tables that are seen in a row, their words of one size."""
        several = len(self.tiles) > AT_ONCE
        places = row.columns(AT_ONCE, GAP)
        for number, (tile, resume) in enumerate(zip(self.tiles, self.resumes, strict=True)):
            place = number - self._first
            tile.visible = 0 <= place < AT_ONCE
            resume.visible = tile.visible and bool(resume.label)
            if tile.visible:
                tile.box = places[place]._replace(h=row.h - _PILL - _PILL_GAP)
                resume.box, resume.icon = Box(tile.box.x, row.bottom - _PILL, tile.box.w, _PILL), _ON
        waiting = [resume for resume in self.resumes if resume.visible]
        if any(resume.largest_size(canvas) < _LEAST_ON_PILL for resume in waiting):
            for resume in waiting:
                resume.icon = None
        seen = [tile for tile in self.tiles if tile.visible]
        about = next((size for size in _ABOUT_SIZES if all(tile.fits(canvas, size) for tile in seen)), _ABOUT_SIZES[-1])
        for tile in seen:
            tile.about_size = about
        below = all(tile.has_a_line_left(canvas) for tile in seen) and not all(tile.title_fits(canvas) for tile in seen)
        for tile in seen:
            tile.facts_below = below
        self.back.visible = several and self._first > 0
        self.on.visible = several and self._first + AT_ONCE < len(self.tiles)
        self.back.box = Box(row.x - _ARROW - 5, row.centre[1] - 30, _ARROW, 60)
        self.on.box = Box(row.right + 5, row.centre[1] - 30, _ARROW, 60)

    @property
    def chosen(self) -> TableTile:
        """The table that is chosen, one of those that are seen."""
        return next(tile for tile in self.tiles if tile.chosen)

    @property
    def notch(self) -> float:
        """The x of the middle of the chosen table."""
        return self.chosen.box.centre[0]
