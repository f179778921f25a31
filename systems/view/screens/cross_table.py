"""The cross table of a tournament as a widget: everybody against everybody, with ratings and how sure they are."""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import pygame

from game.matches.arena import Arena, Rated
from game.matches.ratings import ELO_MEAN, wilson
from game.rules.language import _, ngettext
from systems.view.screens.contestants import Contestant
from systems.view.toolkit import portraits, theme
from systems.view.toolkit.canvas import Box, Canvas, Point
from systems.view.toolkit.fonts import Colour
from systems.view.toolkit.widgets import PRESS_KEYS, Kind, UiEvent, Widget

_HEAD = 46.0
_NAME, _POINTS, _PLOT, _GAP = 212.0, 84.0, 270.0, 16.0
_MOST_CELL, _MOST_ROW = 124.0, 92.0
_TWO_LINES = 42.0
"""A row at least so high holds the interval below the rate."""
_STEPS = 12
"""Shades between even and all won, or all lost: few, so that each is made once."""
_EASE = 9.0
_WON: Colour = (158, 106, 34)
_EVEN: Colour = (62, 47, 58)
_LOST: Colour = (38, 82, 122)
_TICKS = (50, 100, 200, 500, 1000, 2000)
_MOST_TICKS = 5

Cell = tuple[int, int]


class Score(NamedTuple):
    """What came of the matches between two: how many the first has won, were drawn, and it has lost."""

    won: int
    drawn: int
    lost: int

    @property
    def games(self) -> int:
        """How many were played."""
        return sum(self)

    @property
    def rate(self) -> float:
        """The first one's share, a draw counted as half."""
        return (self.won + self.drawn / 2) / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of that share."""
        return wilson(self.won + self.drawn / 2, self.games)


def scores(arena: Arena) -> dict[Cell, Score]:
    """What came of the matches of every two entrants, either way round; nothing where all play at one table."""
    found: dict[Cell, Score] = {}
    if not arena.schedule.one_table:
        for tally in arena.tallies:
            (one, other), (won, lost) = tally.players, tally.wins
            found[one, other], found[other, one] = Score(won, tally.draws, lost), Score(lost, tally.draws, won)
    return found


def heat(rate: float) -> Colour:
    """The colour of a share: towards gold where more is won, towards blue where more is lost."""
    shade = round(abs(2 * rate - 1) * _STEPS) / _STEPS
    return theme.mix(_EVEN, _WON if rate > 0.5 else _LOST, shade)


class CrossTable(Widget):
    """Rows in the order of rating, each with its results against all others, its share of all points, and its rating
    with a whisker. Arrow keys move through the cells; a click or Enter calls `on_choose` with two entrants."""

    keeps_keys = True
    cursor = pygame.SYSTEM_CURSOR_ARROW

    def __init__(self, players: Sequence[Contestant], on_choose: Callable[[Cell], None]) -> None:
        super().__init__()
        self.players = list(players)
        self.motion = 1.0
        """What the speed of motion is multiplied with; infinite for none."""
        self.order = list(range(len(players)))
        self.cell: Cell | None = None
        """The two who are looked at."""
        self._on_choose = on_choose
        self._scores: Mapping[Cell, Score] = {}
        self._rated: dict[int, Rated] = {}
        self.names: Sequence[str] = [player.name for player in players]
        self._totals: list[tuple[float, int]] = [(0.0, 0)] * len(players)
        self._places = [float(place) for place in range(len(players))]

    def take(self, arena: Arena, rated: Mapping[int, Rated]) -> None:
        """Show what has come of an arena, and the ratings of its entrants as far as they are known."""
        self._scores = scores(arena)
        self._rated = dict(rated)
        self.names = arena.marked([player.name for player in self.players])
        self._totals = [arena.points_of(entrant) for entrant in range(len(self.players))]
        self.order = sorted(range(len(self.players)), key=self._rank)
        if math.isinf(self.motion):
            self._places = self._goals()

    def _rank(self, entrant: int) -> tuple[float, int]:
        row = self._rated.get(entrant)
        return (0.0 if row is None else -row.rating, entrant)

    def _goals(self) -> list[float]:
        return [float(self.order.index(entrant)) for entrant in range(len(self.players))]

    def score(self, cell: Cell) -> Score:
        """What came of the matches of two."""
        return self._scores.get(cell, Score(0, 0, 0))

    def told(self, cell: Cell) -> str:
        """The same in words."""
        one, other = (self.players[entrant].name for entrant in cell)
        score = self.score(cell)
        if not score.games:
            return _("{one} and {other} have not met yet.", one=one, other=other)
        low, high = score.interval
        return ngettext(
            "{one} against {other}: {share:.1f} % of {number:,} match ({low:.0f} to {high:.0f} %); {won:,} won, "
            "{drawn:,} drawn, {lost:,} lost.",
            "{one} against {other}: {share:.1f} % of {number:,} matches ({low:.0f} to {high:.0f} %); {won:,} won, "
            "{drawn:,} drawn, {lost:,} lost.",
            score.games,
            one=one, other=other, share=100 * score.rate, low=100 * low, high=100 * high, won=score.won,
            drawn=score.drawn, lost=score.lost,
        )  # fmt: skip

    # --- where things are ---

    @property
    def _columns(self) -> int:
        return len(self.players) if self._scores else 0

    @property
    def _side(self) -> float:
        """How wide a cell is."""
        room = self.box.w - _NAME - _POINTS - _PLOT - 2 * _GAP
        return min(_MOST_CELL, room / max(1, self._columns))

    @property
    def _row(self) -> float:
        return min(_MOST_ROW, (self.box.h - _HEAD) / len(self.players))

    def _row_box(self, place: float) -> Box:
        return Box(self.box.x, self.box.y + _HEAD + place * self._row, self.box.w, self._row)

    def _cell_box(self, row: float, column: float) -> Box:
        y = self.box.y + _HEAD + row * self._row
        return Box(self.box.x + _NAME + column * self._side, y, self._side, self._row)

    @property
    def _after(self) -> float:
        """Where what follows the cells begins."""
        return self.box.x + _NAME + self._columns * self._side + _GAP

    @property
    def _plot(self) -> Box:
        x = self._after + _POINTS + _GAP
        return Box(x, self.box.y, self.box.right - x, self.box.h)

    def cell_at(self, point: Point) -> Cell | None:
        """The two whose cell lies at a point."""
        row = int((point[1] - self.box.y - _HEAD) // self._row)
        column = int((point[0] - self.box.x - _NAME) // self._side)
        return self._cell(row, column)

    def _cell(self, row: int, column: int) -> Cell | None:
        if 0 <= row < len(self.order) and 0 <= column < self._columns and row != column:
            return self.order[row], self.order[column]
        return None

    def place_of(self, cell: Cell) -> Box:
        """Where the cell of two lies."""
        return self._cell_box(self._places[cell[0]], self._places[cell[1]])

    # --- input and time ---

    def handle(self, event: UiEvent, canvas: Canvas) -> bool:
        """Choose the two whose cell is clicked."""
        if event.kind is Kind.MOVE:
            self.hint = "" if (cell := self.cell_at(event.at)) is None else self.told(cell)
        if event.kind is Kind.DOWN and self.hit(event.at):
            cell = self.cell_at(event.at)
            if cell is not None:
                self.cell = cell
                self._on_choose(cell)
            return True
        return event.kind is Kind.KEY and self.key(event, canvas)

    def key(self, event: UiEvent, canvas: Canvas) -> bool:
        """Arrows move from cell to cell, past those of nobody against itself; Enter chooses."""
        by = {
            pygame.K_UP: (-1, 0),
            pygame.K_DOWN: (1, 0),
            pygame.K_LEFT: (0, -1),
            pygame.K_RIGHT: (0, 1),
        }.get(event.key)
        if by is not None and self._columns:
            return self._step(*by)
        if event.key in PRESS_KEYS and self.cell is not None:
            self._on_choose(self.cell)
            return True
        return False

    def _step(self, down: int, across: int) -> bool:
        if self.cell is None:
            self.cell = self._cell(0, 1)
            return True
        row, column = (self.order.index(entrant) for entrant in self.cell)
        for steps in (1, 2):
            found = self._cell(row + steps * down, column + steps * across)
            if found is not None:
                self.cell = found
                return True
        return False  # the focus goes on to what lies there

    def update(self, dt: float) -> None:
        """Let rows and columns move to where they belong."""
        super().update(dt)
        share = min(1.0, dt * _EASE * self.motion)
        for entrant, goal in enumerate(self._goals()):
            gap = goal - self._places[entrant]
            self._places[entrant] = goal if abs(gap) < 0.01 else self._places[entrant] + gap * share

    # --- drawing ---

    def draw(self, canvas: Canvas) -> None:
        """Draw the table; rows that move lie over those that stand."""
        scale = _Scale.of(list(self._rated.values()), self._plot.inset(8, 0))
        self._draw_head(canvas, scale)
        goals = self._goals()
        for entrant in sorted(range(len(self.players)), key=lambda each: self._places[each] != goals[each]):
            self._draw_row(canvas, entrant, scale)
        if self.cell is not None and self._columns:
            canvas.ring(self.place_of(self.cell).inset(1), theme.FOCUS, 2.4, 7)

    def draw_focus(self, canvas: Canvas) -> None:
        """Draw the ring around the cell that the keyboard has, or around the table where it has none."""
        if self.cell is not None and self._columns:
            canvas.ring(self.place_of(self.cell).inset(-4), radius=11)
        else:
            canvas.ring(self.box.inset(-5), radius=self.radius + 5)

    def _draw_head(self, canvas: Canvas, scale: "_Scale") -> None:
        size = min(34.0, self._side - 8)
        for entrant, player in enumerate(self.players[: self._columns]):
            box = self._cell_box(0, self._places[entrant])
            canvas.picture(portraits.bust(player.person, canvas.px(size)), box.centre[0], self.box.y + _HEAD / 2 - 2)
        y = self.box.y + _HEAD - 24
        canvas.text(_("Points"), self._after + _POINTS - 6, y, theme.SMALL, theme.MUTED, align="right")
        canvas.text(_("Rating"), self._plot.x + 8, self.box.y - 2, theme.SMALL, theme.MUTED)
        bottom = self._row_box(len(self.players)).y
        for tick in scale.ticks:
            x = scale.x(tick)
            canvas.shape(
                Box(x - 0.5, self.box.y + _HEAD - 4, 1.0, bottom - self.box.y - _HEAD + 4), (255, 236, 200, 26)
            )
            canvas.text(f"{tick:.0f}", x, y, theme.SMALL, theme.FAINT, align="centre")

    def _draw_row(self, canvas: Canvas, entrant: int, scale: "_Scale") -> None:
        box = self._row_box(self._places[entrant])
        if self._places[entrant] != self.order.index(entrant):  # on its way it hides the rows that it passes
            canvas.shape(box.inset(-6, 1.5), theme.PANEL_SOLID[:3], radius=8, shadow=6.0)
        self._draw_ground(canvas, box, entrant)
        self._draw_name(canvas, box, entrant)
        for other in range(self._columns):
            if other != entrant:
                self._draw_cell(canvas, self.place_of((entrant, other)), self.score((entrant, other)))
        points, games = self._totals[entrant]
        share = _("{share:.1f} %", share=100 * points / games) if games else "–"
        x, y = self._after + _POINTS - 6, box.centre[1]
        canvas.text(share, x, y, 19, theme.TEXT, "sans-bold", "right", vertical="middle")
        if entrant in self._rated:
            scale.draw(canvas, self._rated[entrant], y, self.players[entrant].own)

    def _draw_ground(self, canvas: Canvas, box: Box, entrant: int) -> None:
        """Light up the row that is looked at, and mark the one that the user has taught."""
        ground = box.inset(-6, 1.5)
        if self.cell is not None and self.cell[0] == entrant:
            canvas.shape(ground, (255, 236, 200, 24), radius=8)
        if self.players[entrant].own:
            canvas.shape(ground, (236, 188, 100, 26), rim=(*theme.GOLD[:3], 170), rim_width=1.4, radius=8)

    def _draw_name(self, canvas: Canvas, box: Box, entrant: int) -> None:
        player, middle = self.players[entrant], box.centre[1]
        rank = self.order.index(entrant) + 1
        canvas.text(f"{rank}", box.x + 20, middle, 17, theme.FAINT, align="right", vertical="middle")
        size = min(46.0, box.h - 6)
        canvas.picture(portraits.bust(player.person, canvas.px(size)), box.x + 50, middle)
        x, room = box.x + 79, _NAME - 87
        fits = canvas.fitting_size(self.names[entrant], 20, room, "serif")
        canvas.text(self.names[entrant], x, middle, fits, theme.HEADING, "serif", max_width=room, vertical="middle")

    def _draw_cell(self, canvas: Canvas, box: Box, score: Score) -> None:
        inside = box.inset(2, 2)
        if not score.games:
            canvas.shape(inside, theme.mix(theme.PANEL_SOLID[:3], _EVEN, 0.5), radius=6)
            return
        canvas.shape(inside, heat(score.rate), radius=6)
        low, high = score.interval
        rate, reach = f"{100 * score.rate:.0f}", f"±{50 * (high - low):.0f}"
        x, y = box.centre
        if box.h >= _TWO_LINES:
            canvas.text(rate, x, y - 8, 20, theme.TEXT, "sans-bold", "centre", vertical="middle")
            canvas.text(reach, x, y + 12, theme.SMALL, (255, 246, 230, 200), align="centre", vertical="middle")
        else:
            canvas.text(rate, x - 2, y, 18, theme.TEXT, "sans-bold", "right", vertical="middle")
            canvas.text(reach, x + 3, y, theme.SMALL, (255, 246, 230, 200), vertical="middle")


class _Scale:
    """Where ratings lie across a box."""

    def __init__(self, low: float, high: float, box: Box) -> None:
        self._low, self._high, self._box = low, high, box
        step = next((each for each in _TICKS if (high - low) / each <= _MOST_TICKS), _TICKS[-1])
        first = math.ceil(low / step) * step
        self.ticks = [first + step * place for place in range(int((high - first) // step) + 1)]

    @classmethod
    def of(cls, rated: Sequence[Rated], box: Box) -> "_Scale":
        """The scale on which all whiskers lie; one around the mean where nobody is rated yet."""
        bounds = [bound for row in rated for bound in row.interval] or [ELO_MEAN - 200, ELO_MEAN + 200]
        return cls(min(bounds) - 20, max(bounds) + 20, box)

    def x(self, rating: float) -> float:
        """Where a rating lies."""
        return self._box.x + self._box.w * (rating - self._low) / (self._high - self._low)

    def draw(self, canvas: Canvas, row: Rated, y: float, own: bool) -> None:
        """Draw a rating with its interval, and the number where it covers neither."""
        low, high = (self.x(bound) for bound in row.interval)
        ink = theme.FOCUS if own else theme.GOLD
        canvas.shape(Box(low, y + 5.2, high - low, 2.0), ink, radius=1)
        for x in (low, high):
            canvas.shape(Box(x - 1, y + 1.2, 2.0, 10), ink, radius=1)
        canvas.disc((self.x(row.rating), y + 6.2), 5.2, ink)
        words = f"{row.rating:.0f}"
        half = canvas.text_size(words, 17, "sans-bold")[0] / 2
        x = min(self._box.right - half, max(self._box.x + half, self.x(row.rating)))
        canvas.text(words, x, y - 9, 17, theme.TEXT, "sans-bold", "centre", vertical="middle")
